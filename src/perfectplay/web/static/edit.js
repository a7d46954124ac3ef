/*
The editor: draw a board, its pieces and its goal; the drawing gets an address to play and to solve it at.
Exports `show(root, context)`; context.family is the family, context.spec a problem to begin with or "".
*/

import { getJson, isAbort, pageAddress, picturePath, postJson } from "./api.js";
import { el, fill } from "./dom.js";
import { kindClass, makeSheet } from "./sheet.js";
import { makeSketch } from "./sketch.js";

const PAUSE = 300; // milliseconds between the last change and the question whether it is a problem
const PLACE = /^(.*), line (\d+), column (\d+): /;

/** @param {HTMLElement} root @param {any} context */
export async function show(root, { family, spec, signal, announce }) {
  const path = `/api/editor/${encodeURIComponent(family)}`;
  const editor = await getJson(path + (spec ? `?from=${encodeURIComponent(spec)}` : ""), { signal });
  const sketch = makeSketch(editor);
  const fields = Object.fromEntries(editor.fields.map((field) => [field.name, field.value]));
  let chosen = editor.kinds[0];
  let isOn = true; // whether the stroke under way sets marks of an overlay, or takes them away
  let wrong = null;

  const sheet = makeSheet(sketch, { label: "Drawing", begin, draw });
  const palette = makePalette(editor.kinds, (kind) => choose(kind));
  const result = el("div", { class: "stack-small edit-result" });
  const undoButton = el("button", { type: "button", "aria-disabled": "true", onclick: undo }, "Undo");
  const size = makeSize(editor, sketch, (width, height) => change(() => sketch.resize(width, height)));

  fill(
    root,
    el("header", { class: "heading" }, el("h1", {}, "Draw a problem"), el("p", { class: "lede" }, editor.about)),
    el(
      "div",
      { class: "columns" },
      el(
        "div",
        { class: "stack" },
        palette.element,
        sheet.element,
        el("div", { class: "row" }, undoButton, el("button", { type: "button", onclick: () => change(sketch.clear) }, "Clear")),
        help(),
      ),
      el(
        "div",
        { class: "stack" },
        el("section", { class: "card stack-small", "aria-label": "What is drawn" }, el("h2", {}, "Your problem"), result),
        el("section", { class: "card stack-small", "aria-label": "Settings" }, el("h2", {}, "Settings"), size.element, el("div", { class: "edit-fields" }, editor.fields.map(fieldOf))),
      ),
    ),
  );

  function choose(kind) {
    chosen = kind;
    palette.show(kind);
  }

  function kindOfKey(key) {
    const [base] = editor.layers;
    return key === "Delete" ? editor.kinds.find((kind) => kind.layer === base.name && kind.mark === base.blank) : editor.kinds[Number(key) - 1];
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
    const isSet = key === null ? isOn : !(isOverlay(kind) && sketch.kinds(x, y).includes(kind));
    if (key === "Delete") for (const mark of sketch.kinds(x, y)) if (isOverlay(mark)) sketch.paint(mark, x, y, false);
    sketch.paint(kind, x, y, isSet);
    if (key !== null && key !== "Delete") choose(kind);
    changed();
    announce(sketch.kinds(x, y).map((found) => found.name).join(", "));
  }

  function change(work) {
    sketch.keep();
    work();
    changed();
  }

  function undo() {
    if (!sketch.undo()) return;
    changed();
    announce("undone");
  }

  function changed() {
    wrong = null;
    showSheet();
    size.show();
    undoButton.setAttribute("aria-disabled", String(!sketch.canUndo));
    checkSoon();
  }

  function showSheet() {
    const isSlanted = editor.is_triangle || (editor.slant !== null && fields[editor.slant.field] === editor.slant.value);
    sheet.show({ isSlanted, wrong });
  }

  // Only the latest drawing is asked about: an earlier answer would be about something that is no longer there.
  let timer = 0;
  let asking = new AbortController();
  function checkSoon() {
    clearTimeout(timer);
    asking.abort();
    timer = setTimeout(check, PAUSE);
  }

  async function check() {
    asking = new AbortController();
    const mine = asking;
    try {
      const answer = await postJson(path, { fields, layers: sketch.layers() }, { signal: AbortSignal.any([signal, mine.signal]) });
      if (answer.spec) showProblem(answer.spec);
      else showRefusal(answer.error);
    } catch (error) {
      if (!isAbort(error)) showRefusal(error.message);
    }
  }

  function showProblem(found) {
    history.replaceState(null, "", `/edit/${family}?from=${encodeURIComponent(found)}`); // so that a reload keeps the drawing
    const picture = el("img", { class: "edit-preview", src: picturePath(found), alt: "The board as it will be played" });
    fill(
      result,
      picture,
      el(
        "div",
        { class: "row" },
        el("a", { class: "button primary", href: pageAddress("play", found) }, "Play it"),
        el("a", { class: "button", href: pageAddress("solve", found) }, "Solve it"),
      ),
      el("details", {}, el("summary", {}, "Its address"), el("p", { class: "spec" }, found)),
    );
    say("ready to be played and solved");
  }

  function showRefusal(message) {
    const place = message.match(PLACE);
    if (place && editor.layers.some((layer) => layer.title === place[1])) {
      wrong = { x: Number(place[3]) - 1, y: Number(place[2]) - 1 };
      showSheet();
    }
    fill(result, el("p", { class: "message message-bad" }, message));
    say(message);
  }

  let said = "ready to be played and solved"; // what is drawn at first is a problem, and nobody has to hear it
  function say(text) {
    if (text !== said) announce(text);
    said = text;
  }

  function fieldOf({ name, title, about, choices, value }) {
    const id = `field-${name}`;
    const attributes = { id, "aria-describedby": `${id}-about` };
    const set = (event) => {
      fields[name] = event.target.value;
      changed();
    };
    const input =
      choices === null
        ? el("input", { ...attributes, type: "text", value, autocomplete: "off", oninput: set })
        : el("select", { ...attributes, onchange: set }, choicesOf(choices, editor.fields.find((field) => field.name === name).default).map(([text, words]) => el("option", { value: text, selected: text === value }, words)));
    return el("div", { class: "field" }, el("label", { for: id }, title), input, el("p", { class: "note", id: `${id}-about` }, about));
  }

  function onKey(event) {
    if (event.target.closest?.("input:not([type=radio]), select, textarea") || event.altKey) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !event.shiftKey) undo();
    else if (!event.ctrlKey && !event.metaKey && /^[1-9]$/.test(event.key) && kindOfKey(event.key)) choose(kindOfKey(event.key));
    else return;
    event.preventDefault();
  }

  document.addEventListener("keydown", onKey, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
  choose(chosen);
  showSheet();
  await check();
}

/** What a field can be; one that may be left out has an empty choice too. */
function choicesOf(choices, usual) {
  const named = choices.map((choice) => [choice, choice]);
  return usual === "" ? [["", "as usual"], ...named] : named;
}

/** The kinds of cells to draw with, each by a key of its own. */
function makePalette(kinds, choose) {
  const about = el("p", { class: "note", id: "kind-about" });
  const radios = kinds.map((kind, index) =>
    el("input", { type: "radio", name: "kind", class: "visually-hidden", "aria-describedby": "kind-about", onchange: () => choose(kinds[index]) }),
  );
  const items = kinds.map((kind, index) =>
    el(
      "label",
      { class: "kind" },
      radios[index],
      el("span", { class: `kind-picture ${kindClass(kind)} ${isMark(kind, kinds) ? "is-ringed" : ""}`, "aria-hidden": "true" }, kind.piece && kind.piece !== "o" ? kind.piece : ""),
      el("span", {}, kind.name),
      index < 9 && el("kbd", { "aria-hidden": "true" }, String(index + 1)),
    ),
  );
  const element = el("fieldset", { class: "palette stack-small" }, el("legend", {}, "Draw with"), el("div", { class: "kinds" }, items), about);
  return {
    element,
    show(kind) {
      radios[kinds.indexOf(kind)].checked = true;
      about.textContent = kind.about;
    },
  };
}

/** Whether a kind is a mark on cells: it is of another layer than the first kind. */
const isMark = (kind, kinds) => kind.layer !== kinds[0].layer;

/** How large the sheet is: columns and rows, or the side of a triangle. */
function makeSize({ limits, is_triangle: isTriangle }, sketch, resize) {
  const input = (id, most) => el("input", { id, type: "number", min: 1, max: most, inputmode: "numeric", onchange: set });
  const [columns, rows] = [input("sheet-columns", limits.width), input("sheet-rows", limits.height)];

  function set(event) {
    const wanted = Math.round(Number(event.target.value));
    const most = Number(event.target.max);
    const number = Math.min(most, Math.max(1, Number.isFinite(wanted) ? wanted : 1));
    if (isTriangle) resize(number, number);
    else resize(event.target === columns ? number : sketch.width, event.target === rows ? number : sketch.height);
  }

  function show() {
    columns.value = String(sketch.width);
    rows.value = String(sketch.height);
  }

  const named = (title, control) => el("div", { class: "field" }, el("label", { for: control.id }, title), control);
  show();
  return { element: el("div", { class: "pair" }, named(isTriangle ? "Side" : "Columns", columns), !isTriangle && named("Rows", rows)), show };
}

function help() {
  const key = (text) => el("kbd", {}, text);
  return el(
    "p",
    { class: "note" },
    "Draw with the mouse or a finger. By keyboard: arrows move, ", key("Enter"), " draws, ", key("1"), " to ", key("9"), " choose what to draw and draw it, ",
    key("Shift"), " with arrows draws on the way, ", key("Delete"), " rubs out, ", key("Ctrl"), " ", key("Z"), " undoes.",
  );
}
