/*
What is said about a problem around its board.

  heading(problem)                         its name and what it is
  help(problem)                            rules and keys, to be opened
  chainNote(problem)                       what a turn is, where it is more than a step; else null
  showBadMoves(root, context, error)       an address whose moves cannot be played: why, and ways to what can
*/

import { pageAddress } from "./api.js";
import { el, fill } from "./dom.js";
import { boardName, capital, sentence } from "./texts.js";

export function heading({ spec, family, about, another }) {
  const title = boardName(spec).replace(/^[^/]+\//, "");
  // Lines that go on are indented in the package's texts; others say something new.
  const line = about.replace(/^\S+:\s+/, "").replace(/\n +/g, " ").replaceAll("\n", " · ");
  return el(
    "header",
    { class: "heading" },
    el("h1", {}, el("span", { class: "family-name" }, `${capital(family)}: `), title),
    el("p", { class: "note" }, line),
    another && el("p", {}, el("a", { href: pageAddress("play", another) }, "Another board drawn by lot")),
  );
}

export function chainNote({ step_noun: step, turn_noun: turn }) {
  if (step[0] === turn[0]) return null;
  return el("p", { class: "note" }, `A ${turn[0]} is one or more ${step[1]} of one piece in a row.`);
}

export function help({ rules, board, players }) {
  const key = (name) => el("kbd", {}, name);
  const who = players === 2 ? "For two" : "For one";
  const ways = [
    el("p", {}, "Click a piece, then where it goes; or drag it. Where a single piece is a move, click it twice."),
    el("p", {}, "Arrow keys go from cell to cell, ", key("Enter"), " picks and ", key("Esc"), " lets go."),
    el("p", {}, key("U"), " undoes, ", key("R"), " redoes, ", key("H"), " gives a hint, all of them on the board."),
  ];
  const plain = el("p", {}, "This game has no board to click on: choose a move from the list, or type it.");
  return el(
    "details",
    { class: "card" },
    el("summary", {}, "Rules and keys"),
    el("div", { class: "stack-small note" }, el("p", {}, `${who}: ${rules}`), board ? ways : plain),
  );
}

export function showBadMoves(root, { spec, moves, announce }, error) {
  const words = sentence(`The moves of this address cannot be played: ${error.message}`);
  const good = error.move - 1;
  const before = pageAddress("play", spec, { moves: moves.slice(0, good) });
  fill(
    root,
    el(
      "div",
      { class: "stack" },
      el("h1", {}, spec),
      el("p", { class: "message message-bad" }, words),
      el(
        "p",
        { class: "row" },
        good > 0 && el("a", { href: before, class: "button primary" }, `Play on after move ${good}`),
        el("a", { href: pageAddress("play", spec), class: "button" }, "Play from the start"),
      ),
    ),
  );
  announce(words);
}
