/*
The moves that can be played: typed, or chosen from a list, with the exact value of each where that is wanted.

  const panel = makeMovesPanel(game, values, { play, say, announce, changed });
  panel.update()        another position is shown
  panel.found           the values of the moves shown, best first; null while they are not known or not wanted
  panel.list(moves)     show only some moves, of which one is to be chosen
  panel.show(isWanted)  switch the values on or off
  changed()             called when `found` has changed
*/

import { isAbort } from "./api.js";
import { chip } from "./badges.js";
import { button, el, fill, plural, refill } from "./dom.js";
import { latest } from "./latest.js";
import { signed } from "./texts.js";
import { countsTurns, moveCategory, moveWords } from "./worth.js";

const SHORT = 8; // letters of a move that stays in one line

export function makeMovesPanel(game, values, { play, say, announce, changed }) {
  const field = el("input", { id: "typed-move", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const form = el(
    "form",
    { class: "typed", onsubmit: typed },
    el("label", { for: "typed-move" }, "Type a move"),
    el("div", { class: "row row-tight" }, field, el("button", { type: "submit" }, "Play")),
  );
  const toggle = button("Show values", () => show(!isWanted), "small");
  const count = el("h2", { tabindex: "-1" });
  const isText = !game.problem.board;
  const list = el("ul", { class: isText ? "moves moves-text" : "moves", role: "list" });
  const state = el("p", { class: "note" });
  const details = el("details", { open: isText }, el("summary", {}, "List of moves"), list);
  const element = el(
    "section",
    { class: "card stack-small", "aria-label": "Moves" },
    el("div", { class: "row row-apart" }, count, toggle),
    form,
    state,
    details,
  );
  const panel = { element, update, show, list: choose, found: null };
  let isWanted = false;
  const begin = latest(game.signal);
  let some = null;

  async function typed(event) {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return say(`Type a move${field.placeholder && `, ${field.placeholder}`}`);
    try {
      const move = await game.find(text);
      if (move === null) return;
      field.value = "";
      await play(move);
    } catch (error) {
      if (!isAbort(error)) say(error.message, "bad");
    }
  }

  function show(wanted) {
    isWanted = wanted;
    fill(toggle, wanted ? "Hide values" : "Show values");
    if (wanted) details.open = true;
    update();
  }

  function choose(moves) {
    some = new Set(moves.map((move) => move.text));
    details.open = true;
    draw();
  }

  async function update() {
    const signal = begin();
    some = null;
    panel.found = null;
    field.placeholder = game.position.moves[0] ? `such as ${game.quoted(game.position.moves[0].text)}` : "";
    const moves = movesByText().size;
    fill(count, moves ? `${plural(moves, game.problem.step_noun)} to choose from` : "The play is over");
    const hasFocus = element.contains(document.activeElement);
    form.hidden = toggle.hidden = details.hidden = moves === 0;
    if (hasFocus && moves === 0) count.focus({ preventScroll: true }); // what had it is no longer there
    fill(state);
    draw();
    changed();
    if (!isWanted || !game.position.moves.length) return;
    fill(state, "The values of all moves are being worked out…");
    try {
      const found = await values.askMoves(game.position, { signal });
      if (signal.aborted) return;
      panel.found = found;
      const isKnown = found?.some((move) => move.category !== null);
      const worths = found?.map((value) => `${value.category} ${moveWords(game, value).text}`);
      const order = new Set(worths).size > 1 ? "Best first." : sameWords(game, found);
      fill(state, isKnown ? order : "The values of these moves are too big to know.");
      announce(isKnown ? `Values of ${plural(found.length, game.problem.step_noun)}. ${order}` : state.textContent);
      draw();
      changed();
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) fill(state, error.message);
    }
  }

  /** In some games several ways lead to the same position, and are the same move. */
  function movesByText() {
    return new Map(game.position.moves.map((move) => [move.text, move]));
  }

  function draw() {
    const byText = movesByText();
    const known = new Map(panel.found?.map((value) => [value.move, value]));
    const shown = (panel.found ? [...known.values()] : [...byText.keys()].map((move) => ({ move }))).filter(
      ({ move }) => byText.has(move) && (!some || some.has(move)),
    );
    const items = shown.map((value) => el("li", {}, moveButton(byText.get(value.move), panel.found && value)));
    const none = el("li", { class: "note", tabindex: "-1", "data-key": "" }, "none");
    refill(list, items.length ? items : none);
  }

  function moveButton({ text, points, goes_on: goesOn }, value) {
    const worth = value && chip(moveCategory(game, value), moveWords(game, value, goesOn).text);
    const gain = points === null ? null : el("span", { class: "note" }, `${signed(points)} now`);
    const called = game.nameOf(text);
    const name = el("span", { class: called.length <= SHORT ? "move-short" : null }, called);
    return button([name, gain, worth], () => play(text), "move-button", { "data-key": text });
  }

  return panel;
}

/** Moves that are not told apart may differ in what is not known of them. */
function sameWords({ problem }, found) {
  const isCounted = countsTurns(problem);
  const isExact = found?.every(({ category, distance }) => category === "lost" || !isCounted || distance !== null);
  const words = found?.length === 1 ? "It is the only one" : "All of them are worth the same";
  return isExact ? `${words}.` : `${words}, as far as is known.`;
}
