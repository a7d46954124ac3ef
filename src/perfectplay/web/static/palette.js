/*
The kinds of cells to draw with, each by a key of its own.

  const palette = makePalette(kinds, choose)      choose(kind): the visitor has chosen one
  palette.element
  palette.show(kind)                              mark the one that is drawn with
*/

import { el } from "./dom.js";
import { kindClass, kindText } from "./sheet.js";

const KEYS = 9; // the digits 1 to 9

/** @param {object[]} kinds @param {(kind: object) => void} choose */
export function makePalette(kinds, choose) {
  const about = el("p", { class: "note", id: "kind-about" });
  const radios = kinds.map((kind) =>
    el("input", {
      type: "radio",
      name: "kind",
      class: "visually-hidden",
      "aria-describedby": about.id,
      onchange: () => choose(kind),
    }),
  );
  const items = kinds.map((kind, index) =>
    el(
      "label",
      { class: "kind" },
      radios[index],
      pictureOf(kind, kind.layer !== kinds[0].layer),
      el("span", {}, kind.name),
      index < KEYS && el("kbd", { "aria-hidden": "true" }, String(index + 1)),
    ),
  );
  const element = el(
    "fieldset",
    { class: "palette stack-small" },
    el("legend", {}, "Draw with"),
    el("div", { class: "kinds" }, items),
    about,
  );
  return {
    element,
    show(kind) {
      radios[kinds.indexOf(kind)].checked = true;
      about.textContent = kind.about;
    },
  };
}

/** A mark of another layer than the board's is a ring around what is there. */
function pictureOf(kind, isMark) {
  const ring = isMark ? " is-ringed" : "";
  return el("span", { class: `kind-picture ${kindClass(kind)}${ring}`, "aria-hidden": "true" }, kindText(kind));
}
