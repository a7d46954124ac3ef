/*
Values as marks: what is won, lost or drawn is shown by shape and text as well as by colour.

  SIGNS.won                      "✓"
  chip("won", "won in 5")        an HTML mark with its text
  badgeShape(cell, badge)        the same on a board, at the cell's upper right corner
*/

import { el, svg } from "./dom.js";

export const SIGNS = { won: "✓", lost: "✕", draw: "=", unknown: "?" };

const OUTLINES = {
  won: (x, y) => svg("circle", { cx: x, cy: y, r: 8.2 }),
  lost: (x, y) => svg("rect", { x: x - 7.4, y: y - 7.4, width: 14.8, height: 14.8, rx: 2 }),
  draw: (x, y) => svg("path", { d: `M${x} ${y - 10}l10 10l-10 10l-10-10z` }),
  unknown: (x, y) => svg("rect", { x: x - 8.2, y: y - 7, width: 16.4, height: 14, rx: 7 }),
};

/** @param {string | null} category @param {string} text */
export function chip(category, text) {
  const kind = category ?? "unknown";
  const sign = el("span", { class: "chip-sign", "aria-hidden": "true" }, SIGNS[kind]);
  return el("span", { class: `chip chip-${kind}` }, sign, text);
}

/** @param {{ x: number, y: number }} cell @param {{ category: string | null, text: string } | undefined} badge */
export function badgeShape({ x, y }, badge) {
  if (!badge) return null;
  const kind = badge.category ?? "unknown";
  const text = badge.text || SIGNS[kind];
  const [right, up] = [x + 10.5, y - 10.5];
  const size = text.length > 2 || text.startsWith("…") ? 6.3 : 9.5; // dots are wide
  return svg(
    "g",
    { class: `badge badge-${kind}` },
    OUTLINES[kind](right, up),
    svg("text", { x: right, y: up + 0.36 * size, "font-size": size }, text),
  );
}
