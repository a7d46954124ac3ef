/*
How large the sheet is: columns and rows, or the side of a triangle.

  const size = makeSize(editor, sketch, { resize, announce })      resize(width, height): the visitor wants another size
  size.element
  size.show()                                        another drawing is on the sheet
*/

import { el } from "./dom.js";

/**
 * @param {object} editor @param {object} sketch
 * @param {{ resize: (width: number, height: number) => void, announce: (text: string) => void }} tools
 */
export function makeSize({ limits, is_triangle: isTriangle }, sketch, { resize, announce }) {
  const columns = input("sheet-columns", limits.width);
  const rows = input("sheet-rows", limits.height);

  function input(id, most) {
    const attributes = { id, type: "number", min: 1, max: most, inputmode: "numeric", onchange: set };
    return el("input", { ...attributes, "aria-describedby": `${id}-note` });
  }

  function set({ target }) {
    const wanted = Math.round(Number(target.value));
    const number = Math.min(Number(target.max), Math.max(1, Number.isFinite(wanted) ? wanted : 1));
    const note = document.getElementById(`${target.id}-note`);
    note.textContent = boundsOf(target);
    if (number !== wanted) announce((note.textContent = `${target.value} is not possible: ${boundsOf(target)}`));
    if (isTriangle) resize(number, number);
    else resize(target === columns ? number : sketch.width, target === rows ? number : sketch.height);
  }

  function show() {
    columns.value = String(sketch.width);
    rows.value = String(sketch.height);
  }

  const boundsOf = (control) => `from 1 to ${control.max}`;
  const named = (title, control) =>
    el(
      "div",
      { class: "field" },
      el("label", { for: control.id }, title),
      control,
      el("span", { class: "note", id: `${control.id}-note` }, boundsOf(control)),
    );
  const element = el(
    "div",
    { class: "pair" },
    named(isTriangle ? "Side" : "Columns", columns),
    !isTriangle && named("Rows", rows),
  );
  show();
  return { element, show };
}
