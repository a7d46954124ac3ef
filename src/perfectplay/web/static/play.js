/*
The screen where a problem is played: exports `show(root, context)` for main.js.

It puts the parts together and passes on what happens: the board (board.js, picking.js), the light (light.js), the moves
and their values (moves_panel.js), history and save points (history.js), the chart (chart.js), hints and mistakes
(advice.js), who plays (opponents.js).  What is shown is always that of the address; game.js keeps it.
*/

import { makeAdvice } from "./advice.js";
import { isAbort, pageAddress } from "./api.js";
import { makeBoard } from "./board.js";
import { makeChart } from "./chart.js";
import { el, fill } from "./dom.js";
import { Game } from "./game.js";
import { makeHistory } from "./history.js";
import { makeLight } from "./light.js";
import { makeMovesPanel } from "./moves_panel.js";
import { makeOpponents, nobody } from "./opponents.js";
import { beginners, decide, targets, tried } from "./picking.js";
import { Values } from "./values.js";
import { endWords, moveCategory, moveWords } from "./worth.js";

/** @param {HTMLElement} root @param {any} context */
export async function show(root, context) {
  const { announce } = context;
  const game = new Game(context);
  try {
    await game.load(context.moves, context.at);
  } catch (error) {
    if (isAbort(error) || !context.moves.length) throw error;
    return showBadMoves(root, context, error);
  }
  const values = new Values(game);
  let chosen = null;
  let pointed = [];

  const message = el("div", { class: "play-message" });
  const opponents = game.isForTwo ? makeOpponents(game, { say, announce, changed: render }) : nobody;
  const light = makeLight(game, values, { side: opponents.side, announce, changed: valuesChanged });
  const panel = makeMovesPanel(game, values, { play, say, changed: draw });
  const past = makeHistory(game, values, { say });
  const chart = makeChart(game, values);
  const advice = makeAdvice(game, values, {
    say,
    point,
    play,
    side: opponents.side,
    hideValues: () => panel.show(false),
  });
  const actions = makeActions();
  const turn = el("p", { class: "turn" });
  const text = el("pre", { class: "text-board", tabindex: "0", "aria-label": "Board" });
  const board =
    game.problem.board &&
    makeBoard(game.problem.board, { label: `Board of ${game.spec}`, pick, grab, drop, release });

  fill(
    root,
    heading(game.problem),
    el(
      "div",
      { class: "columns play" },
      el(
        "div",
        { class: "stack" },
        el("div", { class: "status card" }, light.element, turn),
        el("div", { class: "board-box" }, board?.element ?? text),
        actions.element,
        message,
      ),
      el("div", { class: "stack" }, opponents.element, panel.element, past.element, chart.element, help(game.problem)),
    ),
  );
  board?.element.addEventListener("keydown", shortcut);
  render();

  /** Say something below the board and to those who listen; `kind` is "", "good" or "bad". */
  function say(words, kind = "", buttons = []) {
    const line = words && el("div", { class: `message ${kind && `message-${kind}`}` }, el("p", {}, words), buttons.length > 0 && el("div", { class: "row" }, buttons));
    fill(message, line);
    announce(words);
  }

  async function play(move) {
    if (opponents.isMachine(game.position.mover)) return say(`It is ${game.nameAt(game.at)}'s turn.`);
    try {
      if (!(await game.play(move))) return;
      advice.judge();
      opponents.played();
    } catch (error) {
      if (!isAbort(error)) say(error.message, "bad");
    }
  }

  function choose(name) {
    chosen = name;
    pointed = [];
    draw();
  }

  function release() {
    choose(null);
    fill(message);
  }

  function point(cells) {
    chosen = null;
    pointed = cells;
    draw();
  }

  const isFull = (name) => game.position.cells.some((cell) => cell.name === name && cell.shape);

  function pick(name) {
    if (game.position.is_over) return say(`${endWords(game, game.position)}: there is nothing to move.`);
    const { kind, move, moves, cells, next } = decide(game.position.moves, chosen, name, isFull(name));
    if (kind === "play") return play(move.text);
    if (kind === "choose") return pickUp(name);
    if (kind === "release") return release();
    if (kind === "try") return why(cells, next);
    if (kind === "nothing") return say(`No move begins at ${name}.`, "bad");
    say("Several moves do this: choose one in the list of moves.");
    panel.list(moves);
  }

  function pickUp(name) {
    choose(name);
    const ends = targets(game.position.moves, name);
    if (!ends.size) return say(`No move begins at ${name}.`, "bad");
    const alone = ends.has(name) ? `, again for ${name} alone` : "";
    const others = [...ends.keys()].filter((end) => end !== name);
    say(others.length ? `${name}: to ${others.join(", ")}${alone}.` : `${name}${alone}.`);
  }

  /** Ask the server why a move is none. */
  async function why(cells, next) {
    choose(next);
    try {
      await play(await game.find(tried(game.position, cells)));
    } catch (error) {
      if (!isAbort(error)) say(error.message, "bad");
    }
  }

  function grab(name) {
    if (game.position.is_over || !isFull(name)) return false;
    choose(name);
    return true;
  }

  function drop(name) {
    if (name === null) return release();
    if (name === chosen) return;
    const { kind, move, moves } = decide(game.position.moves, chosen, name, isFull(name));
    if (kind === "play") return play(move.text);
    if (kind === "several") return panel.list(moves);
    why([chosen, name], null);
  }

  /** Draw the board: what is chosen, where it may go, and what the moves are worth. */
  function draw(travels = false) {
    const { position } = game;
    if (!board) return fill(text, position.board);
    const ends = targets(position.moves, chosen);
    const shownTargets = chosen === null && pointed.length ? new Map(pointed.slice(-1).map((name) => [name, "hint"])) : new Map();
    for (const name of ends.keys()) shownTargets.set(name, name === chosen ? "again to take it alone" : "a move ends here");
    board.show(position.cells, {
      trail: position.trail,
      travels: travels === true,
      chosen: chosen ?? pointed[0] ?? null,
      targets: shownTargets,
      beginners: beginners(position.moves),
      badges: badges(ends),
    });
  }

  /** The best value of the moves that begin in each cell, or of those that end there once a piece is chosen. */
  function badges(ends) {
    const found = new Map();
    if (!panel.found) return found;
    const worths = new Map(panel.found.map((value) => [value.move, value]));
    const rank = new Map(panel.found.map((value, index) => [value.move, index]));
    const groups = chosen === null ? groupedByBeginning() : ends;
    for (const [name, moves] of groups) {
      const best = moves.filter((move) => worths.has(move.text)).sort((one, other) => rank.get(one.text) - rank.get(other.text))[0];
      if (!best) continue;
      const value = worths.get(best.text);
      const { text: spoken, short } = moveWords(game, value);
      found.set(name, { category: moveCategory(game, value), text: short, spoken });
    }
    return found;
  }

  function groupedByBeginning() {
    return [...beginners(game.position.moves)].map((name) => [name, [...targets(game.position.moves, name).values()].flat()]);
  }

  function makeActions() {
    const button = (name, title, work, kind = "") => el("button", { type: "button", class: kind, onclick: work, title }, name);
    const undo = button("Undo", "Take the last move back (U on the board)", back);
    const redo = button("Redo", "Play it again (R on the board)", forth);
    const restart = button("Restart", "Go to the start; the history stays", () => game.at && game.goTo(0, { replace: false }));
    const hint = button("Hint", "One good move (H on the board)", advice.hint, "primary");
    const wrong = button("Where did it go wrong?", "Go back to the last good position", advice.findMistake);
    const element = el("div", { class: "actions", role: "group", "aria-label": "Play" }, undo, redo, restart, hint, wrong);
    function update() {
      // Buttons that lead nowhere stay in the tab order: whoever has just pressed one is not thrown out of it.
      for (const [node, isOff] of [[undo, !game.at], [restart, !game.at], [redo, game.at === game.moves.length]]) {
        node.setAttribute("aria-disabled", String(isOff));
      }
    }
    return { element, update };
  }

  function back() {
    if (!game.at) return say("There is nothing to take back.");
    game.goTo(game.isForTwo ? opponents.undone() : game.at - 1);
  }

  function forth() {
    if (game.at === game.moves.length) return say("There is nothing to play again.");
    game.goTo(game.at + 1);
  }

  function shortcut(event) {
    const work = { u: back, r: forth, h: advice.hint }[event.key];
    if (!work || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    work();
  }

  function valuesChanged() {
    past.update();
    chart.update();
  }

  function render(travels = false) {
    const { position } = game;
    chosen = null;
    pointed = [];
    const points = game.problem.has_points && position.points ? `Points: ${game.names[0]} ${position.points[0]}, ${game.names[1]} ${position.points[1]}` : "";
    const mover = game.isForTwo && !position.is_over ? `${game.names[position.mover]} to move` : "";
    fill(turn, [mover, position.turn, points].filter(Boolean).join(" · "));
    actions.update();
    opponents.update();
    panel.update();
    draw(travels);
    light.update();
    valuesChanged();
  }

  /** Called when the address has changed: by a move, by looking around, or by the back button. */
  async function update({ moves, at }) {
    const before = { moves: game.moves, at: game.at };
    opponents.left();
    advice.update();
    try {
      await game.load(moves, at);
    } catch (error) {
      return isAbort(error) || say(error.message, "bad");
    }
    const isStep = at === before.at + 1 && before.moves.slice(0, before.at).every((move, index) => move === moves[index]);
    fill(message);
    announce(spokenPlace());
    render(isStep);
  }

  function spokenPlace() {
    if (!game.at) return `Start. ${game.position.turn}`;
    const who = game.isForTwo ? `${game.nameAt(game.at - 1)}: ` : "";
    return `${who}${game.moves[game.at - 1]}. ${game.position.turn}`.trim();
  }

  return { update };
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function heading({ spec, family, about }) {
  const [, name = spec] = spec.match(/^[^/]+\/(.+)$/) ?? [];
  const title = name.startsWith("~") ? "a drawn board" : name;
  // Lines that go on are indented in the package's texts; others say something new.
  const line = about.replace(/^\S+: /, "").replace(/\n +/g, " ").replaceAll("\n", " · ");
  return el("header", { class: "heading" }, el("h1", {}, el("span", { class: "family-name" }, `${capital(family)}: `), title), el("p", { class: "note" }, line));
}

function help({ rules, board, step_noun: step, turn_noun: turn, players }) {
  const chain = step[0] === turn[0] ? null : el("p", {}, `A ${turn[0]} is one or more ${step[1]} of one piece in a row.`);
  const keys = board && [
    el("p", {}, "Click a piece, then where it goes; or drag it. Clicking twice takes a single piece where that is a move."),
    el("p", {}, "On the board, arrow keys go from cell to cell, ", el("kbd", {}, "Enter"), " picks, ", el("kbd", {}, "Esc"), " lets go; ", el("kbd", {}, "U"), " undoes, ", el("kbd", {}, "R"), " redoes, ", el("kbd", {}, "H"), " gives a hint."),
  ];
  const who = players === 2 ? "A game for two" : "A puzzle";
  return el("details", { class: "card" }, el("summary", {}, "Rules and keys"), el("div", { class: "stack-small note" }, el("p", {}, `${who}: ${rules}`), chain, keys));
}

/** An address whose moves cannot be played: say why, and offer the start. */
function showBadMoves(root, { spec, announce }, error) {
  const words = `The moves of this address cannot be played: ${error.message}`;
  fill(root, el("h1", {}, spec), el("p", { class: "message message-bad" }, words), el("p", {}, el("a", { href: pageAddress("play", spec) }, "Play from the start")));
  announce(words);
}
