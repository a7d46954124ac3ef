/*
How the value went through the play: a line, and the same in words: who erred, when, and by how much.

  const chart = makeChart(game, values, { isLit });      isLit(): values are to be seen
  chart.update()
*/

import { isAbort } from "./api.js";
import { button, el, fill, makeOffer, plural, refill, svg } from "./dom.js";
import { SIDES } from "./game.js";
import { latest } from "./latest.js";
import { LOST, UNCOUNTED, mistakes, savedBy, worthOf } from "./worth.js";

const HEIGHT = 170;
const LEFT = 84;
const RIGHT = 14;
const TOP = 16;
const BOTTOM = 30;
const MOST_LETTERS = 8; // letters of a name beside the chart

export function makeChart(game, values, { isLit }) {
  const plot = el("div", { class: "chart" });
  const words = el("ol", { class: "mistakes", role: "list" });
  const summary = el("p", { class: "note" });
  const rest = makeOffer("Work out the rest", askRest, "small");
  const element = el(
    "section",
    { class: "card stack-small", "aria-label": "How it went" },
    el("h2", {}, "How it went"),
    plot,
    summary,
    words,
    rest.element,
  );
  new ResizeObserver(() => draw()).observe(plot);
  const begin = latest(game.signal);
  let asking = null; // the signal of the question under way
  let history = "";

  function update() {
    if (history !== game.moves.join("\n")) stop();
    history = game.moves.join("\n");
    const wrong = mistakes(game, values);
    const unknown = [...game.moves.keys(), game.moves.length].filter((number) => worth(number) === null).length;
    fill(summary, summaryWords(game, wrong, unknown));
    refill(words, wrong.map((mistake) => el("li", {}, mistakeButton(mistake))));
    rest.set(unknown > 0 && !values.isQuick && !asking);
    element.hidden = game.moves.length === 0 || !isLit();
    draw();
  }

  const worth = (number) => worthOf(game, number, values.known(game.positionAt(number)));

  /** In the middle of a turn nothing is given away yet: the turn may go on. */
  function worthShown(number) {
    const found = worth(number);
    return found === null ? null : found + savedBy(values.known(game.positionAt(number)));
  }

  function mistakeButton({ from, to, mover, words: what }) {
    const who = game.isForTwo ? `${game.makerAt(from)}, ` : "";
    const text = `${who}${game.turnWords(to)} (${game.movesBetween(from, to)}): ${what}`;
    return button([mark(mover), text], () => game.goTo(to), "small quiet", { "data-key": to });
  }

  function stop() {
    begin();
    asking = null;
  }

  async function askRest() {
    const signal = begin();
    asking = signal;
    rest.set(false);
    let failure = "";
    try {
      for (let number = game.moves.length; number >= 0 && !signal.aborted; number -= 1) {
        await values.ask(game.positionAt(number), { signal, again: true });
        if (!signal.aborted) draw();
      }
    } catch (error) {
      if (!isAbort(error)) failure = error.message;
    } finally {
      if (asking === signal) {
        asking = null;
        update();
        if (failure) fill(summary, failure);
      }
    }
  }

  function draw() {
    const width = plot.clientWidth;
    if (!width || !game.moves.length) return;
    if (!game.moves.some((_, index) => worth(index + 1) !== null)) return fill(plot);
    const numbers = [...game.moves.keys(), game.moves.length];
    const worths = numbers.map(worthShown);
    const scale = scaleOf(game, worths);
    const x = (number) => LEFT + (number * (width - LEFT - RIGHT)) / Math.max(1, game.moves.length);
    const y = (value) => TOP + scale.share(value) * (HEIGHT - TOP - BOTTOM);
    const spoken = `Chart: ${summary.textContent}`;
    fill(
      plot,
      svg(
        "svg",
        { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img", "aria-label": spoken },
        scale.ticks.map(([value, name]) => [
          svg("path", { d: `M${LEFT} ${y(value)}H${width - RIGHT}`, class: "chart-grid" }),
          svg("text", { x: LEFT - 8, y: y(value) + 4, "text-anchor": "end" }, name),
        ]),
        svg("path", { d: `M${x(game.at)} ${TOP - 8}V${HEIGHT - BOTTOM + 8}`, class: "chart-here" }),
        svg("path", { d: lineThrough(worths, x, y), class: "chart-line" }),
        numbers.map((number) => worths[number] !== null && dot(x(number), y(worths[number]))),
        mistakes(game, values).map(({ to, mover }) => mistakeShape(mover, x(to), y(worths[to]))),
        svg("text", { x: LEFT, y: HEIGHT - 6 }, "start"),
        svg("text", { x: width - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, game.turnWords(game.moves.length)),
      ),
    );
  }

  return { element, update };
}

function summaryWords(game, wrong, unknown) {
  const gap = unknown ? ` ${plural(unknown, ["position is", "positions are"])} not worked out.` : "";
  const soFar = game.positionAt(game.moves.length).is_over ? "" : " so far";
  const judged = game.problem.has_points ? " Moves are judged by points." : "";
  if (wrong.length) return `${plural(wrong.length, ["mistake", "mistakes"])}${soFar}.${judged}${gap}`;
  if (unknown >= game.moves.length) return "Nothing is known about the moves so far.";
  return `No mistake${unknown ? " found" : soFar}.${judged}${gap}`;
}

/** Where values stand on the chart, as a share of its height from above, and which of them have a line and a name. */
function scaleOf(game, worths) {
  const known = worths.filter((worth) => worth !== null);
  if (game.isForTwo) {
    const most = Math.max(1, ...known.map(Math.abs));
    const unit = game.problem.has_points ? ` +${most}` : "";
    return {
      share: (worth) => (most - worth) / (2 * most),
      ticks: [[most, `${short(game, 0)}${unit}`], [0, "even"], [-most, `${short(game, 1)}${unit}`]],
    };
  }
  const alive = known.filter((worth) => worth !== LOST);
  const isCounted = alive.length > 0 && !alive.includes(UNCOUNTED);
  const best = isCounted ? Math.max(...alive) : UNCOUNTED;
  const over = isCounted ? best - Math.min(...alive) : 0;
  const steps = over + (known.includes(LOST) || over === 0 ? 1 : 0);
  const ticks = [[best, over ? "best" : "winnable"], ...(over ? [[best - over, `${over} over`]] : [])];
  if (steps > over) ticks.push([LOST, "lost"]);
  return { share: (worth) => (worth === LOST ? 1 : isCounted ? (best - worth) / steps : 0), ticks };
}

const dot = (cx, cy) => svg("circle", { cx, cy, r: 3, class: "chart-dot" });

const short = ({ names }, side) => (names[side].length > MOST_LETTERS ? SIDES[side] : names[side]);

function lineThrough(worths, x, y) {
  let isDown = false;
  const parts = [];
  worths.forEach((worth, number) => {
    if (worth === null) return (isDown = false);
    parts.push(`${isDown ? "L" : "M"}${x(number).toFixed(1)} ${y(worth).toFixed(1)}`);
    isDown = true;
  });
  return parts.join("");
}

/** Mistakes of the two players differ in shape: a triangle and a square. */
function mistakeShape(mover, x, y) {
  const d = mover === 0 ? `M${x - 7} ${y - 5}h14l-7 12z` : `M${x - 6} ${y - 6}h12v12h-12z`;
  return svg("path", { d, class: "chart-mistake" });
}

const mark = (mover) =>
  svg("svg", { width: 16, height: 16, viewBox: "-8 -8 16 16", "aria-hidden": "true" }, mistakeShape(mover, 0, 0));
