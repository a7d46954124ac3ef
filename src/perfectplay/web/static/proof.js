/*
Why something is impossible: the proof in words, and painted on the board with its arithmetic.

  proofPart(proof)      an element; null where there is no proof to show

A painting has a board of its own: a proof may show more than the problem does, as of a board without end.
*/

import { makeBoard } from "./board.js";
import { el } from "./dom.js";

/**
 * @param {{ lines: string[],
 *   paintings: { title: string, board: object, cells: object[], arithmetic: string[] }[] } | null} proof
 */
export function proofPart(proof) {
  if (!proof) return null;
  return el(
    "section",
    { class: "proof stack-small" },
    el("h3", {}, "Why"),
    proof.paintings.length > 0 && el("div", { class: "paintings" }, proof.paintings.map(painted)),
    proof.paintings.length > 0 ? el(
      "details",
      {},
      el("summary", {}, "The proof in words"),
      inWords(proof.lines),
    ) : inWords(proof.lines),
  );
}

const inWords = (lines) => el(
  "pre",
  { class: "proof-lines", tabindex: 0, role: "group", "aria-label": "The proof in words" },
  lines.join("\n"),
);

function painted({ title, board, cells, arithmetic }) {
  const picture = makeBoard(board, { label: title });
  picture.show(cells);
  return el(
    "figure",
    { class: "painting" },
    el("figcaption", {}, title),
    picture.element,
    el("ul", { class: "arithmetic" }, arithmetic.map((line) => el("li", {}, line))),
  );
}
