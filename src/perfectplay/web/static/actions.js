/*
The buttons below the board, and their keys on it.

  const actions = makeActions(game, { say, advice, opponents });
  actions.update()          another position is shown
  actions.shortcut(event)   a key pressed on the board: U, R, H
*/

import { button, el } from "./dom.js";

export function makeActions(game, { say, advice, opponents }) {
  const undo = button("Undo", back, "", { title: "Take the last move back (U on the board)" });
  const redo = button("Redo", forth, "", { title: "Play it again (R on the board)" });
  const restart = button("Restart", anew, "", { title: "Go to the start; the history stays" });
  const hint = button("Hint", advice.hint, "", { title: "One good move (H on the board)" });
  const wrong = button("Where did it go wrong?", advice.findMistake, "", { title: "Back to the last good position" });
  const named = { class: "actions", role: "group", "aria-label": "Play" };
  const element = el("div", named, undo, redo, restart, hint, wrong);

  /** Buttons that lead nowhere stay in the tab order: whoever has just pressed one is not thrown out of it. */
  function update() {
    for (const node of [undo, restart]) node.setAttribute("aria-disabled", String(game.at === 0));
    redo.setAttribute("aria-disabled", String(game.at === game.moves.length));
    wrong.setAttribute("aria-disabled", String(game.at === 0));
    const isOver = game.position.is_over;
    hint.setAttribute("aria-disabled", String(isOver));
    hint.classList.toggle("primary", !isOver);
    restart.classList.toggle("primary", isOver);
  }

  function back() {
    if (!game.at) return say("There is nothing to take back.");
    game.goTo(opponents.undone(game.at));
  }

  function forth() {
    if (game.at === game.moves.length) return say("There is nothing to play again.");
    game.goTo(game.at + 1);
  }

  function anew() {
    if (!game.at) return say("This is the start.");
    game.goTo(0, { replace: false });
  }

  function shortcut(event) {
    const work = { u: back, r: forth, h: advice.hint }[event.key.toLowerCase()];
    if (!work || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    work();
  }

  return { element, update, shortcut };
}
