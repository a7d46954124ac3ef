/*
A board on which a proof is painted: a weight or a mark on its cells, each on a disc whose colour says its sign.

  paintedBoard({ title, board, cells })      an element

A piece shows as a rim around the disc.  Cells that are not painted have no text, which would be taken for part of the
proof.  A board whose texts would be too small to read is wider than a telephone, and is scrolled in its box.
*/

import { svg } from "./dom.js";
import { makeScroller } from "./scroller.js";

const ROOM = 26; // units across a disc for its text
const LARGEST = 15; // units of a letter
const SCALE = 1.8; // pixels for a unit at most
const PIECE = 15; // size of what is written on a piece
const READABLE = 9; // pixels of a letter at least

/** @param {{ title: string, board: object, cells: object[] }} painting */
export function paintedBoard({ title, board, cells }) {
  const wood = svg("g", {});
  wood.innerHTML = board.markup; // SVG from our own server, as in board.js
  const size = fitting(cells);
  const picture = svg(
    "svg",
    {
      class: "board board-painted",
      viewBox: `0 0 ${board.width} ${board.height}`,
      role: "img",
      "aria-label": `${title}: ${spoken(cells)}`,
      "text-anchor": "middle",
    },
    wood,
    cells.map((cell) => painted(cell, size)),
  );
  picture.style.minWidth = `${Math.round((board.width * READABLE) / size)}px`;
  picture.style.maxWidth = `${Math.round(board.width * SCALE)}px`;
  return makeScroller(picture, title);
}

/** One size for all texts of a board, at which the longest fits. */
function fitting(cells) {
  const longest = Math.max(1, ...cells.map(({ note }) => note?.length ?? 0));
  return Math.min(LARGEST, ROOM / (0.68 * longest));
}

function painted({ x, y, shape, piece, note, marked }, size) {
  const parts = [];
  if (shape) parts.push(svg("use", { href: `#${shape}`, x, y }));
  if (marked) parts.push(svg("circle", { cx: x, cy: y, r: 18.5, class: "paint-goal" }));
  if (note) {
    parts.push(svg("circle", { cx: x, cy: y, r: shape ? 12.5 : 14.5, class: `paint ${kindOf(note)}` }));
    parts.push(svg("text", { x, y: y + 0.36 * size, "font-size": size.toFixed(1), class: "paint-text" }, note));
  } else if (shape && piece) {
    parts.push(svg("text", { x, y: y + 0.36 * PIECE, "font-size": PIECE, class: "piece-text" }, piece));
  }
  return svg("g", { class: shape ? "painted-piece" : "painted-hole" }, parts);
}

function kindOf(note) {
  if (note === "0") return "paint-zero";
  return note.startsWith("-") ? "paint-minus" : "paint-plus";
}

const spoken = (cells) =>
  cells.filter(({ note }) => note && note !== "0").map(({ name, note }) => `${name} ${note}`).join(", ");
