/*
How large the sheet is: columns and rows, or the side of a triangle.

  const size = makeSize(editor, sketch, resize)      resize(width, height): the visitor wants another size
  size.element
  size.show()                                        another drawing is on the sheet
*/

import { el } from "./dom.js";

/** @param {object} editor @param {object} sketch @param {(width: number, height: number) => void} resize */
export function makeSize({ limits, is_triangle: isTriangle }, sketch, resize) {
  const columns = input("sheet-columns", limits.width);
  const rows = input("sheet-rows", limits.height);

  function input(id, most) {
    return el("input", { id, type: "number", min: 1, max: most, inputmode: "numeric", onchange: set });
  }

  function set({ target }) {
    const wanted = Math.round(Number(target.value));
    const number = Math.min(Number(target.max), Math.max(1, Number.isFinite(wanted) ? wanted : 1));
    if (isTriangle) resize(number, number);
    else resize(target === columns ? number : sketch.width, target === rows ? number : sketch.height);
  }

  function show() {
    columns.value = String(sketch.width);
    rows.value = String(sketch.height);
  }

  const named = (title, control) => el("div", { class: "field" }, el("label", { for: control.id }, title), control);
  const element = el(
    "div",
    { class: "pair" },
    named(isTriangle ? "Side" : "Columns", columns),
    !isTriangle && named("Rows", rows),
  );
  show();
  return { element, show };
}
