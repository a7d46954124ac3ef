/*
Why something is impossible: the proof in words, and painted on the board with its arithmetic.

  proofPart(proof, board)      an element; null where there is no proof to show
*/

import { makeBoard } from "./board.js";
import { el } from "./dom.js";

/**
 * @param {{ lines: string[], paintings: { title: string, cells: object[], arithmetic: string[] }[] } | null} proof
 * @param {object | null} board
 */
export function proofPart(proof, board) {
  if (!proof) return null;
  return el(
    "section",
    { class: "proof stack-small" },
    el("h3", {}, "Why"),
    proof.lines.length > 0 && el("pre", { class: "proof-lines" }, proof.lines.join("\n")),
    board && el("div", { class: "paintings" }, proof.paintings.map((painting) => painted(painting, board))),
  );
}

function painted({ title, cells, arithmetic }, board) {
  const picture = makeBoard(board, { label: title });
  picture.show(cells);
  return el(
    "figure",
    { class: "painting" },
    el("figcaption", {}, title),
    picture.element,
    arithmetic.length > 0 && el("pre", { class: "arithmetic" }, arithmetic.join("\n")),
  );
}
