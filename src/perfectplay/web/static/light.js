/*
The light: whether the position shown can still be won, in words, shape and colour.

  const light = makeLight(game, values, { side, announce, changed });
  root.append(light.element);
  light.update()        another position is shown: ask for its value, and forget the question before
  light.isOn()          the visitor wants to see values of positions; else none is shown unless it is asked for
  side()                the player whose light it is, 0 or 1
  changed()             called whenever a value has become known

Where values come at once, the rest of the history is asked for too: the chart is made of it.
*/

import { isAbort, pageAddress } from "./api.js";
import { SIGNS } from "./badges.js";
import { el, fill, makeOffer, store } from "./dom.js";
import { latest } from "./latest.js";
import { countsTurns, IMPOSSIBLE, overBest, verdict } from "./worth.js";

const MOMENT = 200; // milliseconds in which most values come
const STATES = {
  won: ["light-won", SIGNS.won],
  lost: ["light-lost", SIGNS.lost],
  draw: ["light-draw", SIGNS.draw],
  unknown: ["light-unknown", SIGNS.unknown],
  working: ["light-working", "…"],
  off: ["light-off", "–"],
};

export function makeLight(game, values, { side, announce, changed }) {
  const sign = el("span", { class: "light-sign", "aria-hidden": "true" });
  const title = el("strong", { class: "light-title" });
  const text = el("span", { class: "light-text" });
  const more = el("span", { class: "light-more" });
  const harder = makeOffer("Work out more", () => ask(true), "small");
  const box = el("input", { type: "checkbox", checked: store.get("light", true) });
  const words = el("div", { class: "light-words" }, title, text, more);
  const lamp = el("div", { class: "light" }, sign, words);
  const proof = `${pageAddress("solve", game.spec)}?now`;
  const why = el("a", { class: "button small", href: proof, hidden: true }, "See why");
  const controls = el("div", { class: "row light-controls" }, harder.element, why, switchFor(box));
  const kind = countsTurns(game.problem) ? "light-box light-counted" : "light-box";
  const element = el("section", { class: kind, "aria-label": "Can it still be won?" }, lamp, controls);
  const begin = latest(game.signal);
  let said = "";
  let waiting = 0;
  keepHeight(element);

  box.addEventListener("change", () => {
    store.set("light", box.checked);
    update();
    changed();
  });

  function set(state, head, words) {
    const [kind, mark] = STATES[state];
    lamp.className = `light ${kind}`;
    fill(sign, mark);
    fill(title, head);
    fill(text, words);
    fill(more, box.checked ? overBest(game, values) : "");
    why.hidden = head !== IMPOSSIBLE.title;
  }

  function update() {
    begin();
    clearTimeout(waiting);
    harder.set(false);
    if (box.checked || game.position.is_over) return ask(false);
    set("off", "Light off", "switch it on to see whether it can still be won");
  }

  async function ask(thorough) {
    const signal = begin();
    const { position, at } = game;
    clearTimeout(waiting);
    harder.set(false);
    const isAtHand = values.known(position) && !thorough;
    // A light that goes out for a moment with every move is no help.
    waiting = isAtHand ? 0 : setTimeout(() => set("working", "Being worked out", ""), thorough ? 0 : MOMENT);
    try {
      const value = await values.ask(position, { signal, thorough, onWait });
      if (signal.aborted) return;
      clearTimeout(waiting);
      const { category, title: head, text: words } = verdict(game, at, value, values.known(game.positionAt(0)), side());
      set(category ?? "unknown", head, words);
      harder.set(!thorough && !values.isQuick && !position.is_over && hasMore(game.problem, value));
      tell([head, words].filter(Boolean).join(position.is_over ? ": " : ", "), position);
      changed();
      if (position.is_over && game.at && box.checked) await askStart(signal);
      if (values.isQuick && box.checked) await askRest(signal);
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      clearTimeout(waiting);
      set("unknown", "Not known", error.message);
      tell(`Not known: ${error.message}`, position);
    }
  }

  function onWait(seconds) {
    clearTimeout(waiting);
    set("working", "Being worked out", `the server is busy; asked again in ${seconds} s`);
  }

  /** Equal news of a game that goes on is no news to those who listen. */
  function tell(words, position) {
    if (words !== said || position.is_over) announce(words);
    said = words;
  }

  async function askRest(signal) {
    for (let number = 0; number <= game.moves.length; number += 1) {
      const position = game.positionAt(number);
      if (values.known(position)) continue;
      await values.ask(position, { signal });
      if (signal.aborted) return;
    }
    fill(more, overBest(game, values));
    changed();
  }

  /** The end of a play is known without asking; whoever is there wants to know how it could have gone. */
  async function askStart(signal) {
    await values.ask(game.positionAt(0), { signal });
    if (signal.aborted) return;
    fill(more, overBest(game, values));
    changed();
  }

  return { element, update, isOn: () => box.checked };
}

// More time may tell what took too long, or how many turns are left where somebody counts them.
const hasMore = (problem, { category, distance, limit }) =>
  category === null ? limit === "time" : category === "won" && distance === null && countsTurns(problem);

function switchFor(box) {
  return el("label", { class: "check note" }, box, "Light");
}

/** What stands below stays in its place: an element gets no lower while the window keeps its width. */
function keepHeight(element) {
  let width = 0;
  new ResizeObserver(() => {
    const isSame = element.offsetWidth === width;
    width = element.offsetWidth;
    if (!isSame) element.style.minHeight = "";
    const { height } = element.getBoundingClientRect();
    if (height) element.style.minHeight = `${height}px`;
  }).observe(element);
}
