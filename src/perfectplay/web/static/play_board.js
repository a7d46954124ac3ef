/*
The board that is played on: by clicks, by dragging, or by keys; a game that has only text shows that.

  const board = makePlayBoard(game, { play, say, panel });
  root.append(board.element);
  board.update()        another position is shown: nothing is chosen
  board.draw()          the values of the moves have changed
  board.point(cells)    mark the cells of a hint
  panel                 the panel of moves: its `found` are the values shown on the board
*/

import { isAbort } from "./api.js";
import { makeBoard } from "./board.js";
import { el, fill } from "./dom.js";
import { beginners, decide, targets, tried } from "./picking.js";
import { makeScroller } from "./scroller.js";
import { endWords, moveCategory, moveWords } from "./worth.js";

export function makePlayBoard(game, { play, say, panel }) {
  if (!game.problem.board) return makeTextBoard(game);
  const board = makeBoard(game.problem.board, { label: `Board of ${game.spec}`, pick, grab, drop, release });
  let chosen = null;
  let pointed = [];
  let before = null;
  const box = makeScroller(board.element, "The board", "board-box");

  const isFull = (name) => game.position.cells.some((cell) => cell.name === name && cell.shape);
  const meant = (name) => game.position.cells.find((cell) => cell.name === name)?.stands_for ?? name;

  function choose(name) {
    chosen = name;
    pointed = [];
    draw();
  }

  function release() {
    choose(null);
    say("");
  }

  function point(cells) {
    chosen = null;
    pointed = cells;
    draw();
    reveal(cells[0]);
  }

  /** Bring a cell into sight where the board is wider than its box; the page stays where it is. */
  function reveal(name) {
    const found = game.position.cells.find((cell) => cell.name === name);
    if (!found) return;
    const place = (found.x / game.problem.board.width) * box.scrollWidth;
    const isSeen = place > box.scrollLeft && place < box.scrollLeft + box.clientWidth;
    if (!isSeen) box.scrollLeft = place - box.clientWidth / 2;
  }

  function pick(pressed) {
    const name = meant(pressed);
    if (game.position.is_over) return say(`${endWords(game, game.position)}: there is nothing to move.`);
    const { kind, move, moves, cells } = decide(game.position.moves, chosen, name);
    if (kind === "play") return play(move.text);
    if (kind === "choose") return pickUp(name);
    if (kind === "release") return release();
    if (kind === "try") return why(cells);
    if (kind === "several") return oneOf(moves);
    say(`No move begins at ${name}.`, "bad");
  }

  function pickUp(name) {
    choose(name);
    const ends = targets(game.position.moves, name);
    const alone = ends.has(name) ? `, again for ${name} alone` : "";
    const others = [...ends.keys()].filter((end) => end !== name);
    say(others.length ? `${name}: to ${others.join(", ")}${alone}.` : `${name}${alone}.`);
  }

  function oneOf(moves) {
    say("Several moves do this: choose one in the list of moves.");
    panel.list(moves);
  }

  /** Ask the server why a move is none; after that nothing is chosen. */
  async function why(cells) {
    choose(null);
    const text = tried(game.position, cells);
    if (text === null) return say(`No move leads from ${cells.join(" to ")}.`, "bad");
    try {
      const move = await game.find(text);
      if (move !== null) await play(move);
    } catch (error) {
      if (!isAbort(error)) say(error.message, "bad");
    }
  }

  function grab(name) {
    if (game.position.is_over || !isFull(name)) return false;
    choose(name);
    return true;
  }

  function drop(place) {
    if (place === null) return release();
    if (place === chosen) return beginners(game.position.moves).has(place) || release();
    const { kind, move, moves } = decide(game.position.moves, chosen, meant(place));
    if (kind === "play") return play(move.text);
    if (kind === "several") return oneOf(moves);
    why([chosen, place]);
  }

  /** A piece is seen to move only when the next move of what was shown is: jumps through a history are no moves. */
  function update() {
    const isNext = game.at === before?.at + 1;
    const isSame = before?.moves.slice(0, before.at).every((move, index) => move === game.moves[index]);
    if (!before) box.scrollLeft = (box.scrollWidth - box.clientWidth) / 2;
    before = { at: game.at, moves: game.moves };
    chosen = null;
    pointed = [];
    draw(isNext && isSame);
    reveal(game.position.trail.at(-1));
  }

  /** Draw what is chosen, where it may go, and what the moves are worth. */
  function draw(travels = false) {
    const { cells, moves, trail } = game.position;
    const ends = targets(moves, chosen);
    const begun = beginners(moves);
    const shown = new Map(pointed.slice(-1).map((name) => [name, "hint"]));
    for (const name of ends.keys()) shown.set(name, name === chosen ? "again to take it alone" : "a move ends here");
    board.show(cells, {
      trail,
      travels,
      chosen: chosen ?? pointed[0] ?? null,
      targets: shown,
      beginners: new Set(cells.map(({ name }) => name).filter((name) => begun.has(meant(name)))),
      badges: panel.found ? badges(chosen === null ? byBeginning(moves) : ends) : new Map(),
    });
  }

  /** The best value of each group of moves, by the cell at which the group is shown. */
  function badges(groups) {
    const rank = new Map(panel.found.map((value, index) => [value.move, index]));
    const goingOn = new Set(game.position.moves.filter((move) => move.goes_on).map(({ text }) => text));
    const found = new Map();
    for (const [name, moves] of groups) {
      const best = panel.found[Math.min(...moves.map((move) => rank.get(move.text) ?? Infinity))];
      if (!best) continue;
      const { text: spoken, short } = moveWords(game, best, goingOn.has(best.move));
      found.set(name, { category: moveCategory(game, best), text: short, spoken });
    }
    return found;
  }

  return { element: box, update, draw, point };
}

const byBeginning = (moves) =>
  new Map([...beginners(moves)].map((name) => [name, [...targets(moves, name).values()].flat()]));

/** A game without pictures: its text is shown, and moves are typed or chosen from the list. */
function makeTextBoard(game) {
  const text = el("pre", { class: "text-board", tabindex: "0", role: "img", "aria-label": "Board" });
  function update() {
    fill(text, game.position.board);
    text.setAttribute("aria-label", `Board: ${game.position.board}`);
  }
  return { element: el("div", { class: "board-box" }, text), update, draw() {}, point() {} };
}
