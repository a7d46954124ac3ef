/*
A search at work, in figures: what it does, how long, how fast, how much memory.

  stoppedText(progress)       what is known of a search that was stopped
  const meter = makeMeter({ limit, since, announce })
  limit                       seconds that it may take
  since                       seconds for which it has been going on
  meter.element
  meter.show(news)            what a job (job.js) says

The time goes on between two reports, as while machine code is made.
*/

import { el } from "./dom.js";
import { bytes, compact, count, seconds } from "./figures.js";
import { isOver } from "./job.js";
import { makeRateChart } from "./rate_chart.js";
import { capital } from "./texts.js";

const SAY_EVERY = 10_000; // milliseconds between two reports to those who listen
const STATES = {
  asking: "Asking the server",
  waiting: "Waiting for a free worker",
  running: "Searching",
  done: "Done",
  stopped: "Stopped",
  failed: "It did not work",
};

/** What a search is doing, in words: its stage, and where in that it is.  The server says "bound 25; depth 12". */
export function stateParts({ state, message, progress }) {
  const news = isOver(state) ? "" : message || (state === "running" && progress?.phase);
  const [stage, ...where] = (news || STATES[state]).split("; ");
  return { stage: capital(stage), where: capital(where.join("; ")) };
}

/** @param {{ limit: number, since?: number, announce: (text: string) => void }} options */
export function makeMeter({ limit, since = 0, announce }) {
  const phase = el("p", { class: "meter-phase" });
  const place = el("p", { class: "meter-place note" });
  const fillBar = el("div", { class: "bar-fill" });
  const bar = el(
    "div",
    {
      class: "bar",
      role: "progressbar",
      "aria-valuemin": 0,
      "aria-valuemax": 100,
      "aria-label": "Progress of the search",
    },
    fillBar,
  );
  const cells = Object.fromEntries([
    "Time",
    "Positions",
    "Generated",
    "Per second",
    "Memory",
  ].map((name) => [name, el("dd")]));
  const figures = el(
    "dl",
    { class: "figures" },
    Object.entries(cells).map(([name, cell]) => el("div", {}, el("dt", {}, name), cell)),
  );
  const chart = makeRateChart();
  const passed = el("p", { class: "note meter-passed", hidden: true });
  const head = el("div", {}, phase, place);
  const element = el("div", { class: "meter stack-small" }, head, bar, figures, chart.element, passed);

  const stages = []; // [{ words, first, last }]: "level 1" and "level 3" are one, from 1 to 3
  let latest = "";
  let said = performance.now();
  const began = said - 1000 * since;
  let news = null;
  const clock = setInterval(() => {
    if (!element.isConnected && performance.now() - began > 1000) return clearInterval(clock);
    if (news && !isOver(news.state)) showTime();
  }, 200);

  function showTime() {
    const elapsed = (performance.now() - began) / 1000;
    cells.Time.textContent = seconds(elapsed);
    const share = shareDone(news.progress?.phase, elapsed, limit);
    fillBar.style.width = `${(100 * share.value).toFixed(1)}%`;
    bar.setAttribute("aria-valuenow", Math.round(100 * share.value));
    bar.setAttribute("aria-valuetext", share.text);
    bar.title = share.text;
  }

  function show(heard) {
    news = heard;
    const { state, progress } = news;
    const { stage, where } = stateParts(news);
    phase.textContent = stage;
    place.textContent = where;
    phase.classList.toggle("is-busy", !isOver(state));
    if (!isOver(state)) showTime();
    if (isOver(state)) clearInterval(clock);
    if (state === "stopped") place.textContent = stoppedText(progress);
    if (!progress) return;
    if (isOver(state)) cells.Time.textContent = seconds(progress.seconds); // as long ago as the other figures
    cells.Positions.textContent = count(progress.expanded);
    cells.Generated.textContent = progress.generated ? count(progress.generated) : "–";
    cells.Memory.textContent = bytes(progress.memory_bytes);
    chart.add(progress.seconds, progress.expanded);
    const { expanded, seconds: taken } = progress;
    cells["Per second"].textContent = compact(isOver(state) && taken ? expanded / taken : chart.latest());
    remember(progress.phase);
    const now = performance.now();
    if (state === "running" && now - said > SAY_EVERY) {
      said = now;
      const words = [stage, where, `${count(progress.expanded)} positions`, `${Math.round(progress.seconds)} seconds`];
      announce(words.filter(Boolean).join(", "));
    }
  }

  function remember(phase) {
    const [name] = (phase || "").split(";"); // only the stage: where the search is in it changes all the time
    if (!name || name === latest) return;
    latest = name;
    const [, words, number] = name.match(/^(.*?)(\d*)$/);
    const known = stages.at(-1)?.words === words ? stages.at(-1) : null;
    if (known) known.last = number;
    else stages.push({ words, first: number, last: number });
    passed.hidden = !known && stages.length < 2;
    passed.textContent = stages.map(passedText).join(" → ");
  }

  return { element, show };
}

/** "level 2 to 6": not every level is heard of. */
function passedText({ words, first, last }) {
  return words + (first === last ? first : `${first} to ${last}`);
}

/** What is known of a search that was stopped. */
export function stoppedText(progress) {
  if (!progress) return "It was stopped before its first report.";
  return `${count(progress.expanded)} positions in ${seconds(progress.seconds)} have not decided it.`;
}

/** How far a search is: by its own percentage where it says one, else by the time it may take. */
function shareDone(phase, elapsed, limit) {
  const percent = phase?.match(/(\d+)%/)?.[1];
  if (percent) return { value: Math.min(1, Number(percent) / 100), text: phase };
  return { value: Math.min(1, elapsed / limit), text: `${Math.round(elapsed)} of at most ${count(limit)} seconds` };
}
