/*
A form made of controls (choices.js).

  const form = makeForm(problem, controls, values, { changed, name })
  form.main          what to put on the screen: the main controls
  form.more          the others, to fold out; null where there are none
  form.values()      texts by name; what is left open, or no field takes, is left out
  form.untaken(values)   which of some values are none of the choices: ["algorithm “nosuch”"]
  form.set(values)   show other values, as after the back button
  form.isValid()     check, and let the browser say what is wrong; the form itself has `novalidate`, for a browser says
                     nothing of what is folded away

Controls that the chosen algorithm has no use for are hidden, the main ones disabled with a reason.
`changed` is called after each choice; `name` goes before the ids, for several forms on one screen.
*/

import { el, fill } from "./dom.js";
import { algorithmOf, isRuleUsable, isUsable } from "./choices.js";

/**
 * @param {object} problem @param {object[]} controls @param {Record<string, string>} values
 * @param {{ changed: () => void, name: string }} options
 */
export function makeForm(problem, controls, values, { changed, name }) {
  const fields = controls.map((control) => makeField(control, `${name}-${control.name}`, react));
  const others = fields.filter(({ control }) => !control.isMain);
  const rest = el("div", { class: "stack-small" }, others.map((field) => field.element));
  const more = others.length ? el("details", { class: "more-options" }, el("summary", {}, "More options"), rest) : null;
  const main = el(
    "div",
    { class: "stack-small" },
    fields.filter(({ control }) => control.isMain).map((field) => field.element),
  );

  function current() {
    const found = {};
    for (const field of fields) {
      if (field.value() && (field.isValid?.() ?? true)) found[field.control.name] = field.value();
    }
    return found;
  }

  function adapt() {
    const now = current();
    for (const field of fields) {
      const usable = isUsable(field.control, now, problem);
      field.element.hidden = !usable && !field.control.isMain;
      field.enable(usable, usable ? "" : `${algorithmOf(now, problem)?.name ?? "This search"} takes none.`);
      field.allow?.((rule) => isRuleUsable(rule, now, problem));
    }
    if (others.some((field) => field.value() && !field.element.hidden)) more.open = true;
  }

  function react() {
    adapt();
    changed();
  }

  function set(given) {
    for (const field of fields) field.set(given[field.control.name] ?? "");
    adapt();
  }

  function isValid() {
    const wrong = fields.find((field) => !field.element.hidden && !(field.isValid?.() ?? true));
    if (!wrong) return true;
    if (!wrong.control.isMain) more.open = true;
    wrong.complain();
    return false;
  }

  function untaken(given) {
    return controls
      .filter((control) => control.kind === "choice" && given[control.name] && !isChoice(control, given[control.name]))
      .map(({ name: option, title }) => `${title.toLowerCase()} “${given[option]}”`);
  }

  set(values);
  return { main, more, values: current, untaken, set, isValid };
}

const isChoice = ({ choices, auto }, value) =>
  auto === `${value} (default)` || choices.some((choice) => choice.value === value);

function makeField(control, id, react) {
  if (control.kind === "choice") return choiceField(control, id, react);
  if (control.kind === "rules") return rulesField(control, id, react);
  if (control.kind === "switch") return switchField(control, id, react);
  return inputField(control, id, react);
}

/** A label, the control under it, and a note under that. */
function labelled(control, id, input) {
  const note = el("span", { class: "note", id: `${id}-note` }, control.help);
  input.setAttribute("aria-describedby", note.id);
  return { note, element: el("div", { class: "field" }, el("label", { for: id }, control.title), input, note) };
}

function choiceField(control, id, react) {
  const items = control.choices.map(({ value, title }) => el("option", { value }, title));
  const select = el(
    "select",
    { id, onchange: () => { say(); react(); } },
    el("option", { value: "" }, control.auto),
    items,
  );
  const { note, element } = labelled(control, id, select);
  let reason = "";
  const say = () => {
    const about = control.choices.find(({ value }) => value === select.value)?.about ?? "";
    note.textContent = reason || about || control.help || "";
  };
  return {
    control,
    element,
    value: () => select.value,
    set(value) {
      select.value = control.choices.some((item) => item.value === value) ? value : "";
      say();
    },
    enable(usable, why) {
      select.disabled = !usable;
      reason = why;
      say();
    },
  };
}

function inputField(control, id, react) {
  const isNumber = control.kind === "whole" || control.kind === "real";
  const most = control.most === null ? null : Math.min(control.most, Number.MAX_SAFE_INTEGER);
  const input = el("input", {
    id,
    type: isNumber ? "number" : "text",
    min: isNumber ? control.least : null,
    max: isNumber ? most : null,
    step: control.kind === "whole" ? 1 : isNumber ? "any" : null,
    inputmode: control.kind === "whole" ? "numeric" : isNumber ? "decimal" : null,
    autocomplete: "off",
    placeholder: control.auto,
    onchange: react,
  });
  const { element } = labelled(control, id, input);
  return {
    control,
    element,
    value: () => input.value.trim(),
    set: (value) => (input.value = value),
    enable: (usable) => (input.disabled = !usable),
    isValid: () => input.validity.valid,
    complain: () => input.reportValidity(),
  };
}

function switchField(control, id, react) {
  const input = el("input", { id, type: "checkbox", onchange: react, "aria-describedby": `${id}-note` });
  const element = el(
    "div",
    { class: "field" },
    el("label", { class: "check", for: id }, input, control.title),
    el("span", { class: "note", id: `${id}-note` }, control.help),
  );
  return {
    control,
    element,
    value: () => (input.checked ? "1" : ""),
    set: (value) => (input.checked = value === "1"),
    enable: (usable) => (input.disabled = !usable),
  };
}

const RULE_CHOICES = [
  ["all", "all that is safe"],
  ["none", "nothing"],
  ["these", "only what I tick"],
];

/** Which rules prune: left open, all, none, or those that are ticked. */
function rulesField(control, id, react) {
  const boxes = new Map(
    control.rules.map(({ name, about }) => {
      const input = el("input", { type: "checkbox", onchange: react, "aria-describedby": `${id}-${name}` });
      return [
        name,
        {
          input,
          element: el(
            "div",
            {},
            el("label", { class: "check" }, input, name),
            el("span", { class: "note", id: `${id}-${name}` }, about),
          ),
        },
      ];
    }),
  );
  const ticks = el(
    "fieldset",
    { class: "rules" },
    el("legend", { class: "visually-hidden" }, "Rules that prune"),
    [...boxes.values()].map((box) => box.element),
  );
  const select = el(
    "select",
    { id, onchange: () => { reveal(); react(); } },
    el("option", { value: "" }, control.auto),
    RULE_CHOICES.map(([value, title]) => el("option", { value }, title)),
  );
  const { note, element } = labelled(control, id, select);
  fill(note, "What is left out because it cannot matter.");
  element.append(ticks);
  const reveal = () => (ticks.hidden = select.value !== "these");
  return {
    control,
    element,
    value() {
      if (select.value !== "these") return select.value;
      return [...boxes].filter(([, { input }]) => input.checked).map(([name]) => name).join(",") || "these";
    },
    set(value) {
      const names = value.split(",");
      const isList = value !== "" && value !== "all" && value !== "none";
      select.value = isList ? "these" : value;
      for (const [name, { input }] of boxes) input.checked = isList && names.includes(name);
      reveal();
    },
    enable: (usable) => (select.disabled = !usable),
    allow(isAllowed) {
      for (const [name, { input }] of boxes) input.disabled = !isAllowed(name);
    },
  };
}
