/*
  movesPart(problem, json)     who wins a game for two, and what each move is worth, of an answer's JSON
*/

import { chip } from "./badges.js";
import { el } from "./dom.js";
import { namesOf } from "./picking.js";
import { signed } from "./texts.js";

/** @param {object} problem @param {object} json */
export function movesPart(problem, json) {
  const best = json.best_moves ?? [];
  const names = namesOf(problem.positions.at(-1));
  const nameOf = (move) => names.get(move) ?? move; // a play that is over has no moves, though a search finds some
  return el(
    "section",
    { class: "stack-small" },
    problem.positions.at(-1).after !== null &&
      el("p", { class: "note" }, "The first player is the one who moves now."),
    best.length > 0 && el("h3", {}, best.length === 1 ? "The best move" : `${best.length} best moves`),
    best.length > 0 &&
      el("ul", { class: "move-list" }, best.map((move) => el("li", {}, el("code", {}, nameOf(move))))),
    best.length === 0 && json.winner === "second" && el("p", {}, "Every move loses."),
    json.move_values && valuesTable(json, nameOf),
  );
}

/** Every move, those that are worth most to the player to move first. */
function valuesTable({ move_values: values, objective }, nameOf) {
  const sorted = [...values].sort((one, other) => rank(other) - rank(one) || other.value - one.value);
  const rows = sorted.map((item) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, el("code", {}, nameOf(item.move))),
      el("td", {}, outcome(item)),
      el("td", { class: "number" }, signed(item.value)),
    ),
  );
  const head = el(
    "tr",
    {},
    ["Move", "Outcome"].map((name) => el("th", { scope: "col" }, name)),
    el("th", { scope: "col", class: "number" }, objective === "win" ? "Value" : "Points"),
  );
  return el(
    "details",
    {},
    el("summary", {}, `All ${values.length} moves with their values`),
    el(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Values of all moves" },
      el("table", {}, el("thead", {}, head), el("tbody", {}, rows)),
    ),
  );
}

const rank = ({ winner }) => ({ first: 1, second: -1 })[winner] ?? 0;

function outcome({ winner }) {
  if (winner === "first") return chip("won", "wins");
  if (winner === "second") return chip("lost", "loses");
  return winner ? chip("draw", winner) : "";
}
