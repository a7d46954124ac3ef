/*
The tree of a search of a game for two, to fold, and to walk through in the order of the search.

  const tree = makeTree({ board, cells, tree, limit, objective })
  tree: [{ event, parent, move, depth, position, pieces, shapes, value, winner, bound, is_guess, alpha, beta, moves,
           unseen, to_depth }]      in the order of the search; a parent is the place of an earlier node

Arrow keys as in every tree: right opens or enters, left closes or leaves, up and down, Home and End.
*/

import { makeBoard } from "./board.js";
import { el, fill } from "./dom.js";
import { count } from "./figures.js";
import { cellsWith } from "./pieces.js";
import { makeStepper } from "./stepper.js";
import { signed } from "./texts.js";

const HIT = "A hit was known from earlier in the search.";
const UNITS = { win: "+1 won, −1 lost", score: "points ahead" };
const BOUNDS = { "at least": "≥ ", "at most": "≤ " };

/**
 * @param {{ board: object | null, cells: object[] | null, tree: object[], limit: number, objective: string }} options
 */
export function makeTree({ board, cells, tree, limit, objective }) {
  const children = tree.map(() => []);
  const roots = [];
  tree.forEach((node, place) => (node.parent === null ? roots : children[node.parent]).push(place));
  const items = new Map(); // the elements of the nodes that were shown so far, by place
  const picture = board && cells ? makeBoard(board, { label: "Position of the tree" }) : null;
  const words = el("div", { class: "tree-words stack-small" });
  const list = el(
    "ul",
    { role: "tree", class: "tree", "aria-label": "Tree of the search" },
    roots.map((place) => itemOf(place, 1)),
  );
  list.addEventListener("keydown", onKey);
  list.addEventListener("click", onClick);
  let chosen = roots[0];
  roots.forEach((place) => toggle(place, true));
  const stepper = makeStepper({ label: "Position of the search", show: reveal });
  stepper.setCount(tree.length);

  const whole = tree.length < limit ? `All ${count(tree.length)}` : `The first ${count(tree.length)}`;
  const unit = UNITS[objective] ?? "winner and points";
  const element = el(
    "div",
    { class: "stack-small" },
    el("p", { class: "note" }, `${whole} steps of the search.  Values are for the first player: ${unit}.  ${HIT}`),
    el(
      "div",
      { class: "tree-view" },
      list,
      el("div", { class: "stack-small tree-side" }, picture?.element, stepper.element, words),
    ),
  );

  function itemOf(place, level) {
    const node = tree[place];
    const line = el(
      "span",
      { class: `tree-line side-${sideOf(node)}` },
      el("span", { class: "tree-fold", "aria-hidden": "true" }),
      el("code", {}, nameOf(node)),
      " ",
      el("b", {}, valueText(node)),
      " ",
      el("span", { class: "note" }, noteOf(node)),
    );
    const item = el(
      "li",
      {
        role: "treeitem",
        "aria-level": level,
        "aria-selected": "false",
        tabindex: -1,
        "aria-label": `${nameOf(node)}, ${spokenValue(node)}, ${noteOf(node)}`,
      },
      line,
    );
    item.dataset.place = place;
    if (children[place].length) item.setAttribute("aria-expanded", "false");
    items.set(place, item);
    return item;
  }

  const isOpen = (place) => items.get(place).getAttribute("aria-expanded") === "true";

  function toggle(place, open) {
    const item = items.get(place);
    if (!children[place].length) return;
    let group = item.querySelector(":scope > [role=group]");
    if (open && !group) {
      group = el(
        "ul",
        { role: "group" },
        children[place].map((child) => itemOf(child, Number(item.getAttribute("aria-level")) + 1)),
      );
      item.append(group);
    }
    item.setAttribute("aria-expanded", String(open));
    if (group) group.hidden = !open;
  }

  /** Show a node, and all that is above it. */
  function reveal(place) {
    const above = [];
    for (let at = tree[place].parent; at !== null; at = tree[at].parent) above.unshift(at);
    for (const at of above) toggle(at, true);
    mark(place);
  }

  function select(place) {
    stepper.go(place);
    items.get(place).focus({ preventScroll: true });
  }

  function mark(place) {
    const before = items.get(chosen);
    before.setAttribute("aria-selected", "false");
    before.tabIndex = -1;
    chosen = place;
    const item = items.get(place);
    item.setAttribute("aria-selected", "true");
    item.tabIndex = 0;
    scrollTo(item.firstElementChild);
    const node = tree[place];
    picture?.show(cellsWith(cells, node));
    fill(words, describe(node, place));
  }

  /** Bring a line into sight inside of the tree; the page stays where it is. */
  function scrollTo(line) {
    const [frame, place] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
    if (place.top < frame.top) list.scrollTop -= frame.top - place.top + place.height;
    else if (place.bottom > frame.bottom) list.scrollTop += place.bottom - frame.bottom + place.height;
  }

  function describe(node, place) {
    const rows = [
      ["Way", wayTo(place).join(" ") || "start"],
      ["Value", `${valueText(node)}${node.is_guess ? ", by the estimate" : ""}`],
      ["Settled", noteOf(node)],
      ["Window", windowText(node)],
      ["Position", node.position],
    ];
    return el(
      "dl",
      { class: "tree-facts" },
      rows.filter(([, text]) => text).map(([name, text]) => el("div", {}, el("dt", {}, name), el("dd", {}, text))),
    );
  }

  function wayTo(place) {
    const way = [];
    for (let at = place; tree[at].parent !== null; at = tree[at].parent) way.unshift(tree[at].name);
    return way;
  }

  function onClick(event) {
    const item = event.target.closest("[role=treeitem]");
    if (!item) return;
    const place = Number(item.dataset.place);
    if (place === chosen || event.target.closest(".tree-fold")) toggle(place, !isOpen(place));
    select(place);
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const visible = [...list.querySelectorAll("[role=treeitem]")]
      .filter((item) => !item.closest("[role=group][hidden]"))
      .map((item) => Number(item.dataset.place));
    const at = visible.indexOf(chosen);
    const goals = {
      ArrowDown: () => select(visible[at + 1] ?? chosen),
      ArrowUp: () => select(visible[at - 1] ?? chosen),
      Home: () => select(visible[0]),
      End: () => select(visible.at(-1)),
      ArrowRight: () => (isOpen(chosen) ? select(children[chosen][0]) : toggle(chosen, true)),
      ArrowLeft: () => (isOpen(chosen) ? toggle(chosen, false) : select(tree[chosen].parent ?? chosen)),
      Enter: () => toggle(chosen, !isOpen(chosen)),
      " ": () => toggle(chosen, !isOpen(chosen)),
    };
    if (!(event.key in goals)) return;
    event.preventDefault();
    goals[event.key]();
  }

  function worth(winner, value) {
    if (value === null) return "?";
    const text = signed(value);
    return objective === "win" || objective === "score" || !winner ? text : `${winner} ${text}`;
  }

  function valueText({ value, winner, bound, is_guess: isGuess }) {
    return (BOUNDS[bound] ?? "") + (isGuess && value !== null ? "≈ " : "") + worth(winner, value);
  }

  function spokenValue({ value, winner, bound }) {
    if (value === null) return "not known";
    return `${bound && bound !== "exact" ? `${bound} ` : ""}${worth(winner, value)}`;
  }

  function windowText({ alpha, beta }) {
    if (!alpha && !beta) return "";
    return `${alpha ? worth(alpha.winner, alpha.value) : "−∞"} to ${beta ? worth(beta.winner, beta.value) : "∞"}`;
  }

  function sideOf({ winner, value }) {
    const side = objective !== "score" && winner ? ({ first: 1, second: -1 }[winner] ?? 0) : Math.sign(value ?? 0);
    return side > 0 ? "first" : side < 0 ? "second" : "none";
  }

  return { element };
}

const nameOf = (node) => node.name ?? (node.to_depth === null ? "start" : `start, to depth ${node.to_depth}`);

const EVENTS = { open: "not settled before the record ended" }; // others are said as they are

const noteOf = ({ event, unseen, moves }) =>
  unseen ? `${event}, ${unseen} of ${moves} unseen` : (EVENTS[event] ?? event);
