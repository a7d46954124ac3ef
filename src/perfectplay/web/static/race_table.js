/*
The table at the end of a race: the lab's columns, the best of each column marked.

  raceTable(problem, lanes)        lanes: [{ name, title, news }]

A search that was stopped, or ended by a limit, shows how far it got, but nothing of it is the best.
*/

import { el } from "./dom.js";
import { count, meaningful, modeOf, seconds } from "./figures.js";
import { signed } from "./texts.js";

const COST = { title: "Cost", value: costOf, text: count, best: Math.min };
// The value of a game is the same for all who know it: nothing is best in it.
const VALUE = { title: "Value", value: ({ value }) => value ?? null, text: signed };
// Less is better in all but the positions expanded per second.
const COLUMNS = [
  { title: "Expanded", value: ({ stats }) => stats.expanded, text: count, best: Math.min },
  { title: "Generated", value: ({ stats }) => stats.generated, text: count, best: Math.min },
  { title: "Duplicates", value: ({ stats }) => stats.duplicate, text: count },
  { title: "Seconds", value: ({ stats }) => stats.seconds, text: seconds, best: Math.min, isTime: true },
  {
    title: "Per second",
    value: rateOf,
    text: (value) => count(value === null ? null : Math.round(value)),
    best: Math.max,
    isTime: true,
  },
  { title: "Ran as", value: ({ stats }) => stats.mode, text: modeOf },
];

/** What a solution costs: the figure that its objective names, else its moves. */
function costOf(json) {
  if (json.status !== "solved") return null;
  return typeof json[json.objective] === "number" ? json[json.objective] : json.moves;
}

function rateOf({ stats }) {
  return stats.seconds && stats.expanded ? stats.expanded / stats.seconds : null;
}

/** @param {object} problem @param {{ name: string, title: () => string, news: object }[]} lanes */
export function raceTable(problem, lanes) {
  const columns = [problem.players === 2 ? VALUE : COST, ...COLUMNS];
  const runs = lanes.map(({ news }) => runOf(news));
  const bests = columns.map((column) => bestOf(column, runs));
  const head = [
    el("th", { scope: "col" }, el("span", { class: "lane-words" }, "Configuration")),
    el("th", { scope: "col" }, "Status"),
    columns.map(({ title }) => el("th", { scope: "col", class: "number" }, title)),
  ];
  const rows = lanes.map((lane, index) => {
    const run = runs[index];
    const figures = columns.map((column, at) => cellOf(run && column.value(run), column, run, bests[at]));
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, lane.name, el("span", { class: "lane-words" }, `: ${titleOf(lane)}`)),
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

/** A configuration, with the algorithm that was chosen where that was left to the solver. */
function titleOf({ title, values, news }) {
  const { algorithm, after } = news.answer?.json.search ?? {};
  if (!algorithm || values().algorithm) return title();
  return `${title()} (${algorithm}${after ? ` after ${after}` : ""})`;
}

/** What is known of a search: its answer, or how far it got; null where that is nothing. */
function runOf({ answer, progress }) {
  const json = answer?.json ?? (progress && { status: "unknown", stats: progress });
  return json && { ...json, stats: meaningful(json) };
}

const hasAnswer = (run) => run && run.status !== "unknown";

/**
 * The best figure of a column among those who have an answer; null where all are equal or there is but one, and for
 * times where some ran as plain Python and others as machine code.
 */
function bestOf({ value, best, isTime = false }, runs) {
  if (isTime && new Set(runs.filter(hasAnswer).map(({ stats }) => stats.mode)).size > 1) return null;
  const known = runs
    .filter(hasAnswer)
    .map(value)
    .filter((figure) => figure !== null && figure !== undefined);
  if (!best || known.length < 2 || new Set(known).size === 1) return null;
  return best(...known);
}

function cellOf(value, { text }, run, best) {
  const isBest = best !== null && value === best && hasAnswer(run);
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

function statusOf({ state, answer, error, is_kept: isKept }) {
  if (!answer) return error ? `refused: ${error}` : state;
  return [outcomeOf(answer), isKept && el("span", { class: "found-before" }, ", found before")];
}

function outcomeOf({ json: { status, optimal, limit, winner } }) {
  if (winner) return winner === "draw" ? "a draw" : `the ${winner} player wins`;
  if (optimal) return `${status}, proved best`;
  return limit ? `${status}, limit on ${limit}` : status;
}
