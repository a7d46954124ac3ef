/*
The editor: draw a board, its pieces and its goal; the drawing gets an address to play and to solve it at.
Exports `show(root, context)`; context.family is the family, context.spec a problem to begin with or "", at the position
that context.moves lead to.  What is drawn is kept with the entry of the browser's history, also while it is no problem
yet.
*/

import { editorAddress, editorPath, getJson, isAbort, pageAddress, picturePath, postJson } from "./api.js";
import { button, el, fill } from "./dom.js";
import { entry } from "./entry.js";
import { latest } from "./latest.js";
import { makePalette } from "./palette.js";
import { makeSheet } from "./sheet.js";
import { makeSize } from "./sheet_size.js";
import { makeSketch } from "./sketch.js";
import { capital } from "./texts.js";

const PAUSE = 300; // milliseconds between the last change and the question whether it is a problem
const READY = "ready to be played and solved";

/** @param {HTMLElement} root @param {any} context */
export async function show(root, { family, spec, moves, signal, announce }) {
  const kept = entry.get("sketch");
  const [editor, { families }] = await Promise.all([
    getJson(editorPath(family, spec, moves), { signal }),
    getJson("/api/families", { signal }),
  ]);
  const sketch = makeSketch({ ...editor, ...kept?.sheet });
  const fields = Object.fromEntries(editor.fields.map(({ name, value }) => [name, kept?.fields[name] ?? value]));
  let chosen = editor.kinds[0];
  let isOn = true; // whether the stroke under way sets marks of an overlay, or takes them away
  let wrong = null;

  const sheet = makeSheet(sketch, { label: "Drawing", begin, draw, tell });
  const palette = makePalette(editor.kinds, choose);
  const result = el("div", { class: "stack-small edit-result" });
  const undoButton = button("Undo", () => step(sketch.undo, "undone"), "", { "aria-disabled": "true" });
  const redoButton = button("Redo", () => step(sketch.redo, "done again"), "", { "aria-disabled": "true" });
  const notice = el("p", { class: "note edit-notice" });
  const clearButton = button("Clear", () => change(sketch.clear));
  const resize = (width, height) => change(() => sketch.resize(width, height));
  const size = makeSize(editor, sketch, { resize, announce });

  fill(
    root,
    el("header", { class: "heading" }, el("h1", {}, "Draw a problem"), el("p", { class: "lede" }, editor.about)),
    others(families, family),
    editor.note && el("p", { class: "message" }, editor.note),
    el(
      "div",
      { class: "columns" },
      el(
        "div",
        { class: "stack" },
        palette.element,
        sheet.element,
        notice,
        el("div", { class: "row" }, undoButton, redoButton, clearButton),
        help(Math.min(editor.kinds.length, 9)),
      ),
      el(
        "div",
        { class: "stack" },
        part("What is drawn", "Your problem", result),
        part("Settings", "Settings", size.element, el("div", { class: "edit-fields" }, editor.fields.map(fieldOf))),
      ),
    ),
  );

  function choose(kind) {
    chosen = kind;
    palette.show(kind);
  }

  function kindOfKey(key) {
    const [base] = editor.layers;
    if (key !== "Delete") return editor.kinds[Number(key) - 1];
    return editor.kinds.find((kind) => kind.layer === base.name && kind.mark === base.blank);
  }

  function isOverlay(kind) {
    return editor.layers.find((layer) => layer.name === kind.layer).optional;
  }

  function begin(x, y) {
    sketch.keep();
    isOn = !(isOverlay(chosen) && sketch.kinds(x, y).includes(chosen));
  }

  function draw(x, y, key) {
    const kind = key === null ? chosen : kindOfKey(key);
    if (!kind) return;
    const [base] = sketch.kinds(x, y);
    const isInVain = isOverlay(kind) && base?.piece === null;
    notice.textContent = isInVain ? `Here is ${base.name}, so ${kind.name} cannot be set.` : "";
    if (isInVain) announce(notice.textContent);
    const isSet = key === null ? isOn : !(isOverlay(kind) && sketch.kinds(x, y).includes(kind));
    if (key === "Delete") for (const mark of sketch.kinds(x, y)) if (isOverlay(mark)) sketch.paint(mark, x, y, false);
    sketch.paint(kind, x, y, isSet);
    if (key !== null && key !== "Delete") choose(kind);
    changed();
  }

  function tell(x, y) {
    announce(sketch.kinds(x, y).map((found) => found.name).join(", "));
  }

  function change(work) {
    sketch.keep();
    work();
    changed();
  }

  function step(work, words) {
    if (!work()) return;
    changed();
    announce(words);
  }

  function changed() {
    wrong = null;
    showSheet();
    size.show();
    undoButton.setAttribute("aria-disabled", String(!sketch.canUndo));
    redoButton.setAttribute("aria-disabled", String(!sketch.canRedo));
    checkSoon();
  }

  function showSheet() {
    const { is_triangle: isTriangle, slant } = editor;
    const isSlanted = isTriangle || (slant !== null && fields[slant.field] === slant.value);
    sheet.show({ isSlanted, wrong });
  }

  // Only the latest drawing is asked about: an earlier answer would be about something that is no longer there.
  let timer = 0;
  const ask = latest(signal);
  function checkSoon() {
    clearTimeout(timer);
    ask();
    // The links lead to the drawing before this one.
    for (const link of result.querySelectorAll("a[href]")) link.removeAttribute("href");
    timer = setTimeout(check, PAUSE);
  }

  /** Also called after each stroke: whoever leaves before the drawing is checked finds it as it was. */
  function keep() {
    const { width, height } = sketch;
    entry.set("sketch", { fields, sheet: { width, height, drawing: sketch.layers() } });
  }

  async function check() {
    const layers = sketch.layers();
    keep();
    try {
      const answer = await postJson(editorPath(family), { fields, layers }, { signal: ask() });
      if (answer.spec) showProblem(answer.spec);
      else showRefusal(answer);
    } catch (error) {
      if (!isAbort(error)) showRefusal({ error: error.message, layer: null });
    }
  }

  function showProblem(found) {
    // The address is that of the drawing, so that it can be shared.
    history.replaceState(history.state, "", editorAddress(family, found));
    fill(
      result,
      el("img", { class: "edit-preview", src: picturePath(found), alt: "The board as it will be played" }),
      el(
        "div",
        { class: "row" },
        el("a", { class: "button primary", href: pageAddress("play", found) }, "Play it"),
        el("a", { class: "button", href: `${pageAddress("solve", found)}?now` }, "Solve it"),
      ),
      el("details", {}, el("summary", {}, "Its address"), el("p", { class: "spec" }, found)),
    );
    say(READY);
  }

  function showRefusal({ error, layer, line, column }) {
    if (layer !== null) {
      wrong = { x: column - 1, y: line - 1 };
      showSheet();
    }
    fill(result, el("p", { class: "message message-bad" }, error));
    say(error);
  }

  let said = READY; // what is drawn at first is a problem, and nobody has to hear it
  function say(text) {
    if (text !== said) announce(text);
    said = text;
  }

  function fieldOf({ name, title, about, choices, default: usual }) {
    const value = fields[name];
    const id = `field-${name}`;
    const attributes = { id, "aria-describedby": `${id}-about` };
    const set = (event) => {
      fields[name] = event.target.value;
      changed();
    };
    const input =
      choices === null
        ? el("input", { ...attributes, type: "text", value, autocomplete: "off", oninput: set })
        : el("select", { ...attributes, onchange: set }, optionsOf(choices, usual, value));
    const note = el("p", { class: "note", id: `${id}-about` }, about);
    return el("div", { class: "field" }, el("label", { for: id }, title), input, note);
  }

  function onKey(event) {
    if (event.target.closest?.("input:not([type=radio]), select, textarea") || event.altKey) return;
    const isWithControl = event.ctrlKey || event.metaKey;
    // A digit alone is no key for a whole page: who speaks to it would press one unawares.
    const kind = palette.element.contains(event.target) && /^[1-9]$/.test(event.key) ? kindOfKey(event.key) : null;
    const letter = isWithControl ? event.key.toLowerCase() : "";
    if (letter === "y" || (letter === "z" && event.shiftKey)) redoButton.click();
    else if (letter === "z") undoButton.click();
    else if (!isWithControl && kind) choose(kind);
    else return;
    event.preventDefault();
  }

  document.addEventListener("keydown", onKey, { signal });
  for (const name of ["pointerup", "keyup"]) document.addEventListener(name, keep, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
  choose(chosen);
  showSheet();
  await check();
}

/** The way to draw problems of other families. */
function others(families, family) {
  const editable = families.filter(({ name, has_editor: hasEditor }) => hasEditor && name !== family);
  const links = editable.map(({ name }) => el("a", { href: editorAddress(name) }, capital(name)));
  return links.length > 0 && el("nav", { class: "row edit-others", "aria-label": "Other problems" }, "Or draw:", links);
}

const part = (label, title, ...children) =>
  el("section", { class: "card stack-small", "aria-label": label }, el("h2", {}, title), children);

/** What a field can be; one that may be left out has an empty choice too. */
function optionsOf(choices, usual, value) {
  const named = choices.map((choice) => [choice, choice]);
  const all = usual === "" ? [["", "as usual"], ...named] : named;
  return all.map(([text, words]) => el("option", { value: text, selected: text === value }, words));
}

function help(keys) {
  const key = (text) => el("kbd", {}, text);
  return el(
    "p",
    { class: "note" },
    ["Draw with the mouse or a finger. By keyboard: arrows move, ", key("Enter"), " draws, "],
    [key("1"), " to ", key(keys), " choose what to draw and draw it, "],
    [key("Shift"), " with arrows draws on the way, "],
    [key("Delete"), " rubs out, ", key("Ctrl"), " ", key("Z"), " undoes, ", key("Ctrl"), " ", key("Y"), " redoes."],
  );
}
