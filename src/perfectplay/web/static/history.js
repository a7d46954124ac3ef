/*
The moves so far: go to any of them, keep some places under a name.

  const history = makeHistory(game, values, { say, isLit });      isLit(): mistakes are to be seen
  history.update()

Save points stay in this browser, by problem; the history itself is in the address.
*/

import { chainNote } from "./about.js";
import { pageAddress } from "./api.js";
import { button, el, refill, store } from "./dom.js";
import { capital } from "./texts.js";
import { mistakes } from "./worth.js";

const SHORT = 16; // letters of a move that has room in a line

export function makeHistory(game, values, { say, isLit }) {
  const list = el("ol", { class: "history", role: "list" });
  const element = el(
    "section",
    { class: "card stack-small", "aria-label": "History" },
    el("h2", {}, "History"),
    list,
    chainNote(game.problem),
    el("p", { class: "note" }, "The address of this page holds all of it: copy it to share the position."),
  );
  const saves = makeSaves(game, say);
  element.append(saves.element);

  function update() {
    const shown = isLit() ? mistakes(game, values) : [];
    const wrong = new Map(shown.map((mistake) => [mistake.to, mistake]));
    const turns = new Map(game.turns().map(({ from }, index) => [from + 1, index + 1]));
    refill(
      list,
      [...game.moves.keys(), game.moves.length].map((number) =>
        el("li", {}, entry(number, turns.get(number), wrong.get(number))),
      ),
    );
    const here = list.querySelector("[aria-current]");
    // Only the list is scrolled, never the page under the visitor's eyes.
    if (here) list.scrollTop = here.offsetTop - list.clientHeight / 2;
    saves.update();
  }

  /** One step; only the first of a turn has the turn's number. */
  function entry(number, turn, mistake) {
    const who = number && game.isForTwo ? `${game.makerAt(number - 1)}: ` : "";
    const kind = game.problem.board ? "span" : "code";
    const name = number ? game.nameOf(game.moves[number - 1], number - 1) : "start";
    const text = el(kind, { class: name.length <= SHORT ? "history-short" : null }, name);
    const parts = [
      el("span", { class: "history-number" }, turn ?? ""),
      el("span", { class: "history-move" }, el("span", { class: "note" }, who), text),
      mistake && el("span", { class: "history-mistake" }, el("span", { "aria-hidden": "true" }, "✕ "), mistake.words),
    ];
    const more = { "data-key": number, "aria-current": number === game.at ? "step" : null };
    return button(parts, () => game.goTo(number), "history-entry", more);
  }

  return { element, update };
}

function makeSaves(game, say) {
  const key = `saves.${game.spec}`;
  const name = el("input", { id: "save-name", autocomplete: "off", maxlength: "60" });
  const list = el("ul", { class: "saves", role: "list" });
  const form = el(
    "form",
    { onsubmit: save },
    el("label", { for: "save-name", class: "field" }, "Save this position as"),
    el("div", { class: "row row-tight" }, name, el("button", { type: "submit" }, "Save")),
  );
  const element = el(
    "details",
    { open: readSaves().length > 0 },
    el("summary", {}, "Save points"),
    el("div", { class: "stack-small" }, form, list),
  );

  /** Storage may have been edited by hand: what is no save point is forgotten. */
  function readSaves() {
    const kept = store.get(key, []);
    return Array.isArray(kept) ? kept.filter(isSave) : [];
  }

  function save(event) {
    event.preventDefault();
    const title = name.value.trim() || name.placeholder;
    const others = readSaves().filter((point) => point.name !== title);
    const isKept = store.set(key, [...others, { name: title, moves: game.moves, at: game.at }]);
    name.value = "";
    if (isKept) say(`Saved as “${title}”.`, "good");
    else say("This browser does not let the page save anything.", "bad");
    update();
  }

  function drop(title) {
    store.set(key, readSaves().filter((point) => point.name !== title));
    say(`“${title}” is removed.`);
    update();
    name.focus();
  }

  function update() {
    name.placeholder = game.at ? capital(game.turnWords(game.at)) : "Start";
    refill(list, readSaves().map(item));
  }

  function item({ name: title, moves, at }) {
    const more = { "aria-label": `Remove ${title}`, "data-key": `remove ${title}` };
    return el(
      "li",
      { class: "row row-apart" },
      el("a", { href: pageAddress("play", game.spec, { moves, at }), "data-key": `open ${title}` }, title),
      button("Remove", () => drop(title), "small quiet", more),
    );
  }

  return { element, update };
}

const isSave = (point) =>
  typeof point?.name === "string" &&
  Array.isArray(point.moves) &&
  point.moves.every((move) => typeof move === "string") &&
  Number.isInteger(point.at);
