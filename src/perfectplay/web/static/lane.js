/*
One runner of a race: its form, and its line of the live picture.

  const lane = makeLane(problem, controls, { name, values, changed, remove })
  lane.card                   the form
  lane.row                    bars, state, and a button to stop
  lane.values(), lane.title(), lane.isValid(), lane.untaken(values)     as forms have them
  lane.run(request, lane => …, signal, begun), lane.stop()      as startJob (job.js); called whenever there is news
  lane.news                   the last that was heard of it; null before the race
  lane.draw(most)             the bars, as shares of the most of all runners: { expanded, seconds }
*/

import { nameOf } from "./choices.js";
import { button, el } from "./dom.js";
import { count, seconds } from "./figures.js";
import { makeForm } from "./form.js";
import { isOver, startJob } from "./job.js";
import { stateParts } from "./meter.js";

/**
 * @param {object} problem @param {object[]} controls
 * @param {{ name: string, values: Record<string, string>, changed: () => void, remove: () => void }} options
 */
export function makeLane(problem, controls, { name, values, changed, remove }) {
  const form = makeForm(problem, controls, values, { changed, name: `run-${name}` });
  const title = () => nameOf(controls, form.values(), problem);
  const removal = button(`Remove ${name}`, remove, "quiet small");
  const card = el(
    "fieldset",
    { class: "card stack-small lane-card" },
    el("legend", { class: "visually-hidden" }, `Configuration ${name}`),
    el("div", { class: "row lane-head" }, el("h2", {}, name), removal),
    form.main,
    form.more,
  );

  const label = el("span", { class: "lane-title" });
  const stage = el("span", { class: "lane-stage" });
  const place = el("span", { class: "lane-place" });
  const positions = makeBar("positions");
  const time = makeBar("seconds");
  const stopper = button(`Stop ${name}`, stop, "danger small");
  const row = el(
    "li",
    { class: "lane", tabindex: "-1" },
    el("div", { class: "row lane-line" }, el("b", {}, name), label, stopper),
    el("p", { class: "lane-state" }, stage, " ", place),
    positions.element,
    time.element,
  );
  const lane = {
    card,
    row,
    name,
    news: null,
    values: form.values,
    isValid: form.isValid,
    untaken: form.untaken,
    title,
    run,
    stop,
    draw,
    amounts,
    removal,
  };
  let job = null;

  function run(request, heard, signal, begun) {
    lane.news = null;
    label.textContent = title();
    const mine = startJob(
      request,
      (news) => {
        if (job !== mine) return;
        lane.news = news;
        const { stage: words, where } = stateParts(news);
        stage.textContent = news.answer?.json.status ?? news.error ?? words;
        place.textContent = where;
        row.dataset.state = news.state;
        if (isOver(news.state) && document.activeElement === stopper) row.focus();
        stopper.hidden = isOver(news.state);
        heard(lane);
      },
      signal,
      begun,
    );
    job = mine;
  }

  function stop() {
    job?.stop();
  }

  /** Positions and seconds so far; at the end those of the search alone, without what it took to load and compile. */
  function amounts() {
    const { answer = null, progress = null } = lane.news ?? {};
    const { expanded = 0, seconds: taken = 0 } = answer?.json.stats ?? progress ?? {};
    return { expanded, seconds: taken };
  }

  function draw(most) {
    const now = amounts();
    positions.show(now.expanded, most.expanded, count(now.expanded));
    time.show(now.seconds, most.seconds, seconds(now.seconds));
  }

  return lane;
}

function makeBar(noun) {
  const part = el("div", { class: "bar-fill" });
  const text = el("span", { class: "bar-text" });
  const element = el("div", { class: "lane-bar" }, el("div", { class: "bar", "aria-hidden": "true" }, part), text);
  return {
    element,
    show(value, most, written) {
      part.style.width = `${most ? (100 * value) / most : 0}%`;
      text.textContent = noun === "seconds" ? written : `${written} ${noun}`;
    },
  };
}
