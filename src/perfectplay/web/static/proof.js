/*
Why something is impossible, or why there is nothing better: the proof in words, and painted on the board with its
arithmetic.

  proofPart(proof, title)      an element; null where there is no proof to show

A painting has a board of its own: a proof may show more than the problem does, as of a board without end.
*/

import { el } from "./dom.js";
import { paintedBoard } from "./painted_board.js";

/**
 * @param {{ lines: string[],
 *   paintings: { title: string, board: object, cells: object[], arithmetic: string[] }[] } | null} proof
 * @param {string} title
 */
export function proofPart(proof, title) {
  if (!proof) return null;
  return el(
    "section",
    { class: "proof stack-small" },
    el("h3", {}, title),
    proof.paintings.length > 0 && el("div", { class: "paintings" }, proof.paintings.map(painted)),
    proof.paintings.length > 0 ? el(
      "details",
      {},
      el("summary", {}, "The proof in words"),
      inWords(proof.lines),
    ) : inWords(proof.lines),
  );
}

/** Several lines may be a drawing. */
const inWords = (lines) => lines.length === 1 ? el("p", {}, lines) : el(
  "pre",
  { class: "proof-lines", tabindex: 0, role: "group", "aria-label": "The proof in words" },
  lines.join("\n"),
);

function painted(painting) {
  return el(
    "figure",
    { class: "painting" },
    el("figcaption", {}, painting.title),
    paintedBoard(painting),
    el("ul", { class: "arithmetic" }, painting.arithmetic.map((line) => el("li", {}, line))),
  );
}
