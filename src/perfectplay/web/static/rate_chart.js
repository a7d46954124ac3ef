/*
Positions per second over time, as a small line.

  const chart = makeRateChart()
  chart.element
  chart.add(seconds, positions)     the state of the search at a time
  chart.latest()                    positions per second between the last two; null before
*/

import { el, fill, svg } from "./dom.js";
import { compact } from "./figures.js";

const WIDTH = 320;
const HEIGHT = 56;
const MOST_SAMPLES = 160;

export function makeRateChart() {
  const line = svg("polyline", { class: "rate-line", points: "" });
  const area = svg("polygon", { class: "rate-area", points: "" });
  const picture = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "rate-chart", "aria-hidden": "true" },
    area,
    line,
  );
  const caption = el("figcaption", { class: "note" });
  const element = el("figure", { class: "rate", hidden: true }, picture, caption);
  let samples = [];
  let last = null;

  function add(time, positions) {
    const before = last;
    // Some searches count level by level: the rate is that since the last time when there were more.
    if (before && (time <= before.time || positions === before.positions)) return;
    last = { time, positions };
    // A search that begins anew, in another way, counts from 0 again.
    if (!before || positions < before.positions) return;
    samples.push({ time, rate: (positions - before.positions) / (time - before.time) });
    if (samples.length > MOST_SAMPLES) samples = thinned(samples);
    if (samples.length > 1) draw();
  }

  function draw() {
    element.hidden = false;
    const top = Math.max(...samples.map(({ rate }) => rate), 1);
    const [from, to] = [samples[0].time, samples.at(-1).time];
    const points = samples.map(({ time, rate }) => {
      const x = (WIDTH * (time - from)) / (to - from || 1);
      return `${x.toFixed(1)},${(HEIGHT - 2 - ((HEIGHT - 6) * rate) / top).toFixed(1)}`;
    });
    line.setAttribute("points", points.join(" "));
    area.setAttribute("points", `0,${HEIGHT} ${points.join(" ")} ${WIDTH},${HEIGHT}`);
    fill(caption, `Positions per second, at most ${compact(top)}`);
  }

  return { element, add, latest: () => samples.at(-1)?.rate ?? null };
}

/** Half as many samples: each the mean of two. */
function thinned(samples) {
  const kept = [];
  for (let index = 0; index + 1 < samples.length; index += 2) {
    kept.push({ time: samples[index + 1].time, rate: (samples[index].rate + samples[index + 1].rate) / 2 });
  }
  return kept;
}
