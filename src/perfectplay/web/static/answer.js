/*
An answer in full: what it says, its steps, its proof, the search that found it, and files to save.

  answerPart({ problem, answer, id, context, retry })   an element

`retry(seconds)` searches again with more time; it is offered where time was the limit and the server has more.
*/

import { isAbort, pageAddress } from "./api.js";
import { chip } from "./badges.js";
import { button, el, fill } from "./dom.js";
import { bytes, count, meaningful, modeOf, seconds, UNKNOWN } from "./figures.js";
import { textFrames } from "./frames.js";
import { movesPart } from "./best_moves.js";
import { proofPart } from "./proof.js";
import { makeReplay } from "./replay.js";
import { savePart } from "./saving.js";
import { capital } from "./texts.js";
import { makeTracing } from "./tracing.js";
import { makeTree } from "./tree.js";

const STATUSES = { solved: ["won", "solved"], impossible: ["lost", "impossible"], unknown: [null, "not known"] };
const LIMITS = {
  time: "The search was ended by its limit on time, before it knew.",
  memory: "The search needed more memory than this server gives to one.",
  disk: "The search needed more room on the disk than this server has.",
  positions: "The search has looked at as many positions as it may.",
  interrupted: "The search was stopped before it knew.",
};
const MORE = 4; // times the seconds, for another try

/** What the answer says, without the problem's name in front. */
export function headlineOf({ headline, json }) {
  if (json.status === "unknown" && json.limit in LIMITS) return LIMITS[json.limit];
  const name = `${json.problem.spec}: `;
  return capital(headline.startsWith(name) ? headline.slice(name.length) : headline);
}

/**
 * @param {{ problem: object, answer: object, id: string, asked: object, context: object,
 *   retry: (seconds: number) => void }} options
 */
export function answerPart({ problem, answer, id, asked, context, retry }) {
  const { json } = answer;
  const [category, word] = STATUSES[json.status];
  const shown = [el(
    "div",
    { class: "stack-small" },
    el("p", {}, chip(category, word)),
    el("h2", {}, headlineOf(answer)),
  )];
  if (json.status === "unknown") shown.push(unknownPart(json, asked, problem, retry));
  if (problem.players === 2 && json.status === "solved") shown.push(movesPart(problem, json));
  // A painting shows the start, too.
  const isPainted = json.status !== "solved" && answer.proof?.paintings.length > 0;
  if (!isPainted) shown.push(stepsPart(problem, answer, context));
  shown.push(proofPart(answer.proof, json.status === "impossible" ? "Why" : "Why it is the best"));
  shown.push(searchPart(answer, asked));
  shown.push(figuresPart(json));
  shown.push(el(
    "details",
    {},
    el("summary", {}, "As the command says it"),
    el("pre", { class: "command-text" }, answer.lines),
  ));
  shown.push(savePart(answer.files, id, context));
  return el("section", { class: "card stack answer", "aria-label": "Answer" }, shown);
}

function unknownPart(json, asked, problem, retry) {
  const given = asked.seconds ?? problem.limits.seconds;
  const longer = Math.min(problem.limits.seconds, given * MORE);
  if (json.limit !== "time") return null;
  if (longer > given) {
    return button(`Try again with ${count(longer)} seconds`, () => retry(longer), "primary retry");
  }
  return el(
    "p",
    { class: "note" },
    `This server gives ${count(given)} seconds to a search at most.  Another algorithm or more pruning may do.`,
  );
}

function stepsPart(problem, answer, context) {
  const { json, frames, board } = answer;
  const label = `${problem.spec}, ${json.status === "solved" ? "solution" : "start"}`;
  // The frames of some families are the steps of their moves.
  const isByMove = !frames || frames.length === (json.solution?.length ?? 0) + 1;
  const [noun] = isByMove ? problem.turn_noun : problem.step_noun;
  const tools = { label, noun, announce: context.announce };
  const place = el("div", {});
  if (frames?.[0]?.cells) place.append(makeReplay({ ...tools, board, frames }).element);
  else textFrames(problem.spec, context, json.solution ?? []).then(
    (drawn) => place.append(makeReplay({ ...tools, board: null, frames: drawn }).element),
    (error) => isAbort(error) || fill(place, el("p", { class: "note" }, `Its steps cannot be shown: ${error.message}`)),
  );
  if (!json.solution?.length) return place;
  const played = context.moves.slice(0, context.at);
  const address = pageAddress("play", context.spec, { moves: [...played, ...json.solution], at: played.length });
  return [place, el("p", {}, el("a", { href: address }, "Step through it on the playing board"))];
}

/** The search itself: its events, or the tree of a game for two. */
function searchPart({ board, frames, trace, tree, json }, asked) {
  const cells = frames?.[0]?.cells ?? null;
  const parts = [];
  if (trace?.length) parts.push(makeTracing({ board, cells, trace, limit: asked.trace }).element);
  if (tree?.length) {
    parts.push(makeTree({ board, cells, tree, limit: asked.trace, objective: json.objective }).element);
  }
  if (!parts.length) return asked.trace ? el(
    "p",
    { class: "note" },
    "There was nothing to record: this was answered without a search.",
  ) : null;
  return el("section", { class: "stack-small" }, el("h3", {}, "The search, step by step"), parts);
}

function figuresPart(json) {
  const { search } = json;
  const stats = meaningful(json);
  const isSearched = stats.expanded !== null || Object.keys(search).length > 0;
  const pruned = Object.entries(stats.pruned ?? {}).filter(([, number]) => number > 0);
  const rows = [
    ["Positions expanded", count(stats.expanded)],
    ["Generated", count(stats.generated)],
    ["Duplicates", count(stats.duplicate)],
    ["Cut-offs", count(stats.cutoffs)],
    ["Hits in the table", count(stats.hits)],
    ...pruned.map(([rule, number]) => [`Pruned by ${rule}`, count(number)]),
    [isSearched ? "Search" : "Time", seconds(stats.seconds)],
    ["Loading and compiling", seconds(stats.compile_seconds)],
    ["Memory", bytes(stats.peak_memory_bytes)],
    ["Ran as", isSearched ? modeOf(stats.mode) : UNKNOWN],
  ].filter(([, value]) => value !== UNKNOWN); // columns that mean nothing for this search
  const written = (value) => (Array.isArray(value) ? value.join(" ") || "nothing" : value);
  const names = Object.entries(search).map(([name, value]) => `${name} ${written(value)}`);
  return el(
    "section",
    { class: "stack-small" },
    el("h3", {}, "The search in figures"),
    names.length > 0 && el("p", { class: "note" }, names.join(", ")),
    !isSearched && el("p", { class: "note" }, "No search was needed."),
    el("dl", { class: "figures" }, rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))),
  );
}
