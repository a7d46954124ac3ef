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
  const notes = new Map([columns, rows].map((control) => [control, makeNote(control)]));

  function input(id, most) {
    const attributes = { id, type: "number", min: 1, max: most, inputmode: "numeric", onchange: set };
    return el("input", { ...attributes, "aria-describedby": noteId({ id }) });
  }

  function set({ target }) {
    const number = Number(target.value);
    if (!Number.isInteger(number) || number < 1 || number > Number(target.max)) {
      const words = target.value === "" ? "a whole number is needed" : `${target.value} is not possible`;
      show(); // nothing that was drawn is cut off by a slip
      notes.get(target).textContent = `${words}: ${boundsOf(target)}`;
      announce(notes.get(target).textContent);
    } else if (isTriangle) resize(number, number);
    else resize(target === columns ? number : sketch.width, target === rows ? number : sketch.height);
  }

  function show() {
    columns.value = String(sketch.width);
    rows.value = String(sketch.height);
    for (const [control, note] of notes) note.textContent = boundsOf(control);
  }

  const named = (title, control) =>
    el("div", { class: "field" }, el("label", { for: control.id }, title), control, notes.get(control));
  const element = el(
    "div",
    { class: "pair" },
    named(isTriangle ? "Side" : "Columns", columns),
    !isTriangle && named("Rows", rows),
  );
  show();
  return { element, show };
}

const makeNote = (control) => el("span", { class: "note", id: noteId(control) });
const noteId = ({ id }) => `${id}-note`;
const boundsOf = ({ max }) => `from 1 to ${max}`;
