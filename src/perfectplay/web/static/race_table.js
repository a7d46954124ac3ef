/*
The table at the end of a race: the lab's columns, the best of each column marked.

  raceTable(lanes)        lanes: [{ name, title, news }]
*/

import { el } from "./dom.js";
import { count, seconds } from "./figures.js";

// Less is better in all but the last, the positions expanded per second; a game's value is the same for all, and
// nothing is best in it.
const COLUMNS = [
  { title: "Cost", value: costOf, text: count, best: Math.min },
  { title: "Expanded", value: ({ stats }) => stats.expanded, text: count, best: Math.min },
  { title: "Generated", value: ({ stats }) => stats.generated || null, text: count, best: Math.min },
  { title: "Duplicates", value: ({ stats }) => stats.duplicate, text: count },
  { title: "Seconds", value: ({ stats }) => stats.seconds, text: seconds, best: Math.min },
  {
    title: "Per second",
    value: rateOf,
    text: (value) => count(value === null ? null : Math.round(value)),
    best: Math.max,
  },
];

/** What a solution costs: the figure that its objective names, the value of a game for two, else its moves. */
function costOf(json) {
  if (json.status !== "solved") return null;
  return json.value ?? (typeof json[json.objective] === "number" ? json[json.objective] : json.moves);
}

function rateOf({ stats }) {
  return stats.seconds && stats.expanded ? stats.expanded / stats.seconds : null;
}

/** @param {{ name: string, title: () => string, news: object }[]} lanes */
export function raceTable(lanes) {
  const answers = lanes.map((lane) => lane.news.answer?.json ?? null);
  const bests = COLUMNS.map((column) => bestOf(column, answers));
  const head = [
    el("th", { scope: "col" }, el("span", { class: "lane-words" }, "Configuration")),
    el("th", { scope: "col" }, "Status"),
    COLUMNS.map(({ title }) => el("th", { scope: "col", class: "number" }, title)),
  ];
  const rows = lanes.map((lane, index) => {
    const json = answers[index];
    const figures = COLUMNS.map((column, at) => cellOf(json ? column.value(json) : null, column, bests[at]));
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, lane.name, el("span", { class: "lane-words" }, `: ${lane.title()}`)),
      el("td", {}, statusOf(lane.news)),
      figures,
    );
  });
  return el(
    "div",
    { class: "race-table", tabindex: 0, role: "region", "aria-label": "Results of the race" },
    el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows)),
  );
}

/** The best figure of a column among those who have an answer; null where all are equal or there is but one. */
function bestOf({ value, best }, answers) {
  const known = answers
    .filter((json) => json && json.status !== "unknown")
    .map(value)
    .filter((figure) => figure !== null && figure !== undefined);
  if (!best || known.length < 2 || new Set(known).size === 1) return null;
  return best(...known);
}

function cellOf(value, { text }, best) {
  const isBest = best !== null && value === best;
  return el(
    "td",
    { class: isBest ? "number best" : "number" },
    text(value),
    isBest && el(
      "span",
      { class: "best-mark" },
      el("span", { "aria-hidden": "true" }, " ★"),
      el("span", { class: "visually-hidden" }, ", best"),
    ),
  );
}

function statusOf({ state, answer, error }) {
  if (!answer) return error ? `refused: ${error}` : state;
  const { status, optimal, limit } = answer.json;
  if (optimal) return `${status}, proved best`;
  return limit ? `${status}, limit on ${limit}` : status;
}
