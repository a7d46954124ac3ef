/*
A race: two to four ways to search one problem, side by side.  The ways are in the address, a query in `run=` for each;
the searches are kept with the entry of the browser's history, as those of solve.js, and configurations that are changed
after a race are an entry of their own.
*/

import { controlsOf, requestOf } from "./choices.js";
import { button, el, fill } from "./dom.js";
import { entry } from "./entry.js";
import { makeForm } from "./form.js";
import { findJob, isOver, keptId } from "./job.js";
import { makeLane } from "./lane.js";
import { raceTable } from "./race_table.js";
import { loadProblem, searchHead, secondsControl, untakenText, withChoices } from "./search_screen.js";

const LEAST = 2;
const MOST = 4;
const GONE = "The race was ended when you left this screen, or the server no longer has its results.";
const READING =
  "Best of each column: ★.  Seconds are those of the search, without loading and compiling; a short one runs as " +
  "plain Python, which is slower: times of both kinds are not compared.  Where the answer was " +
  "found before, the figures are of then.";
const NAMES = ["A", "B", "C", "D"];

/** @param {HTMLElement} root */
export async function show(root, context) {
  const kept = entry.get("race") ?? [];
  const [problem, ...found] = await Promise.all([loadProblem(context), ...kept.map((id) => id && findJob(id))]);
  const all = controlsOf(problem);
  const forAll = [...all.filter(({ name }) => name === "objective"), secondsControl(problem)];
  const own = all.filter(({ name }) => name !== "objective");
  let here = context;
  let lanes = [];

  const shared = makeForm(problem, forAll, Object.fromEntries(context.query), { changed, name: "race" });
  const common = el("fieldset", { class: "race-common", "aria-label": "For all of them" }, shared.main);
  const cards = el("div", { class: "lane-cards" });
  const add = button("Add a configuration", () => addLane(unlike(lanes.map((lane) => lane.values()))));
  const refusal = el("p", { class: "message message-bad", role: "alert", hidden: true });
  const start = el("button", { type: "submit", class: "primary" }, "Start the race");
  const stop = button("Stop all", () => lanes.forEach((lane) => lane.stop()), "danger", { hidden: true });
  const form = el(
    "form",
    { class: "stack", "aria-label": "Configurations", novalidate: true, onsubmit: begin },
    cards,
    common,
    refusal,
    el("div", { class: "row" }, start, stop, add),
  );
  const course = el("ol", { class: "lanes card stack", "aria-label": "The race", hidden: true });
  const result = el("div", {});
  fill(root, el("div", { class: "stack" }, searchHead("Race", problem, context), form, course, result));
  const asked = runsOf(context.query);
  setLanes(asked);
  const untaken = [
    ...shared.untaken(Object.fromEntries(context.query)),
    ...lanes.flatMap((lane, index) => lane.untaken(asked[index])),
  ];
  if (untaken.length) refuse(untakenText(untaken));

  function runsOf(query) {
    const runs = query.getAll("run").slice(0, MOST).map((text) => Object.fromEntries(new URLSearchParams(text)));
    while (runs.length < LEAST) runs.push(runs.length ? unlike(runs) : {});
    return runs;
  }

  /** A configuration to begin with: the first algorithm that none of some others has. */
  function unlike(runs) {
    const taken = new Set(runs.map(({ algorithm }) => algorithm));
    return { algorithm: problem.algorithms.find(({ name }) => !taken.has(name))?.name ?? "" };
  }

  function setLanes(runs) {
    lanes = runs.map(laneOf);
    arrange();
  }

  function laneOf(values, index) {
    const lane = makeLane(problem, own, { name: NAMES[index], values, changed, remove: () => removeLane(lane) });
    return lane;
  }

  function addLane(values) {
    setLanes([...lanes.map((lane) => lane.values()), values]);
    lanes.at(-1).card.querySelector("select")?.focus();
    changed();
  }

  function removeLane(gone) {
    setLanes(lanes.filter((lane) => lane !== gone).map((lane) => lane.values()));
    add.focus();
    changed();
  }

  function arrange() {
    fill(cards, lanes.map((lane) => lane.card));
    for (const lane of lanes) lane.removal.hidden = lanes.length <= LEAST;
    add.disabled = lanes.length >= MOST;
    course.hidden = true;
    const title = result.querySelector("h2");
    if (title) fill(title, "Results of the last race");
  }

  const pairs = () => [
    ...Object.entries(shared.values()),
    ...lanes.map((lane) => ["run", new URLSearchParams(lane.values()).toString() || "auto"]),
  ];

  function changed() {
    refusal.hidden = true;
    const hasRun = entry.get("race")?.some(Boolean);
    here.go(withChoices("race", here, pairs()), { replace: !hasRun });
  }

  function refuse(text) {
    refusal.textContent = text;
    refusal.hidden = false;
  }

  function begin(event) {
    event.preventDefault();
    if (!shared.isValid() || !lanes.every((lane) => lane.isValid())) return;
    const twins = twinsOf(lanes.map((lane) => JSON.stringify(requestFor(lane))));
    if (twins) return refuse(`${twins.map((index) => NAMES[index]).join(" and ")} are the same: change or remove one.`);
    refusal.hidden = true;
    attend();
    context.announce("The race has begun");
    if (innerWidth < 960) course.scrollIntoView({ block: "start" });
  }

  const requestFor = (lane) => requestOf(problem, [...forAll, ...own], { ...shared.values(), ...lane.values() });

  /** Show the searches at work and then their results; `begun` is how each stands of a race that goes on. */
  function attend(begun = []) {
    fill(course, lanes.map((lane) => lane.row));
    fill(result);
    course.hidden = false;
    setRunning(true);
    lanes.forEach((lane, index) => {
      lane.run(requestFor(lane), heard, context.signal, begun[index]);
    });
  }

  function heard(lane) {
    entry.set("race", lanes.map(({ news }) => keptId(news)));
    const amounts = lanes.map((each) => each.amounts());
    const most = {
      expanded: Math.max(...amounts.map(({ expanded }) => expanded)),
      seconds: Math.max(...amounts.map(({ seconds }) => seconds)),
    };
    for (const each of lanes) each.draw(most);
    if (!isOver(lane.news.state)) return;
    context.announce(`${lane.name}, ${lane.title()}: ${lane.news.answer?.json.status ?? lane.news.state}`);
    if (!lanes.every(({ news }) => news && isOver(news.state))) return;
    setRunning(false);
    const head = [el("h2", {}, "Results"), el("p", { class: "note" }, READING)];
    fill(result, el("section", { class: "card stack-small" }, head, raceTable(problem, lanes)));
    context.announce("The race is over; a table of results follows");
  }

  function setRunning(isRunning) {
    const hadFocus = document.activeElement === start || document.activeElement === stop;
    start.hidden = isRunning;
    stop.hidden = !isRunning;
    add.disabled = isRunning || lanes.length >= MOST;
    common.disabled = isRunning;
    for (const lane of lanes) lane.card.disabled = isRunning;
    if (hadFocus) (isRunning ? stop : start).focus({ preventScroll: true });
  }

  function update(next) {
    if (next.moves.join() !== here.moves.join() || next.at !== here.at) return false;
    here = next;
    return withChoices("race", next, pairs()) === location.pathname + location.search;
  }

  if (found.some(Boolean)) attend(lanes.map((_, index) => found[index] ?? { state: "stopped" }));
  else if (kept.some(Boolean)) {
    entry.set("race", null);
    fill(result, el("p", { class: "message" }, GONE));
    context.announce(GONE);
  }
  return { update };
}

/** The numbers of the first two texts that are equal, or null. */
function twinsOf(texts) {
  const second = texts.findIndex((text, index) => texts.indexOf(text) < index);
  return second < 0 ? null : [texts.indexOf(texts[second]), second];
}
