/*
Buttons, a slider and keys to step through a list of things.

  const stepper = makeStepper({ label, show, placeOf })
  stepper.element              the controls
  stepper.listen(node)         arrow keys, Home and End work there too
  stepper.setCount(n, index)   how many things there are, and which is shown
  stepper.go(index)            show one; playing stops, as it does once the controls are no longer on the page

  placeOf(index, count)        what is said of where one stands, by default "1 of 12"

  show(index, { isStep, isSaid })
    isStep    it is the one after the last that was shown
    isSaid    who listens wants to hear of it: a step made by hand, or the end of playing; a slider speaks for itself
*/

import { button, el, fill, svg } from "./dom.js";

const PAUSE = 900; // milliseconds at speed 1
const SPEEDS = [0.5, 1, 2, 4, 10];
// What plays and pauses is filled, what steps is an arrow head of lines.
const FILLED = {
  play: "M5 3l12 7l-12 7z",
  pause: "M5 4h3v12h-3zM12 4h3v12h-3z",
};
const LINES = {
  first: "M5 4v12M15 4l-6 6l6 6",
  back: "M13 4l-6 6l6 6",
  next: "M7 4l6 6l-6 6",
  last: "M15 4v12M5 4l6 6l-6 6",
};
const SHAPES = { ...FILLED, ...LINES };

const icon = (name) =>
  svg(
    "svg",
    {
      viewBox: "0 0 20 20",
      width: 20,
      height: 20,
      class: name in LINES ? "icon icon-lines" : "icon",
      "aria-hidden": "true",
    },
    svg("path", { d: SHAPES[name] }),
  );

const iconButton = (name, label, onclick) =>
  button(icon(name), onclick, "icon-button", { "aria-label": label, title: label });

const numbered = (index, count) => `${count ? index + 1 : 0} of ${count}`;

/**
 * @param {{ label: string, show: (index: number, how: { isStep: boolean, isSaid: boolean }) => void,
 *   placeOf?: (index: number, count: number) => string }} options
 */
export function makeStepper({ label, show, placeOf = numbered }) {
  let [count, index, timer] = [0, 0, 0];
  const first = iconButton("first", "First", () => go(0));
  const back = iconButton("back", "Back", () => go(index - 1));
  const play = iconButton("play", "Play", () => (timer ? stop() : start()));
  const next = iconButton("next", "Forward", () => go(index + 1));
  const last = iconButton("last", "Last", () => go(count - 1));
  const slider = el(
    "input",
    { type: "range", min: 0, step: 1, value: 0, "aria-label": label, oninput: slide },
  );
  const place = el("span", { class: "stepper-place" });
  const speed = el(
    "select",
    { class: "speed", "aria-label": "Speed" },
    SPEEDS.map((value) => el("option", { value, selected: value === 1 }, `${value}×`)),
  );
  const buttons = el("div", { class: "row stepper-buttons" }, first, back, play, next, last, speed, place);
  const element = el("div", { class: "stepper", role: "group", "aria-label": label }, buttons, slider);

  function setCount(total, at = 0) {
    stop();
    count = total;
    slider.max = Math.max(0, total - 1);
    shift(at);
  }

  function go(wanted) {
    stop();
    shift(wanted, true);
  }

  function slide() {
    stop();
    shift(Number(slider.value));
  }

  function shift(wanted, isSaid = false) {
    const before = index;
    index = Math.max(0, Math.min(count - 1, wanted));
    slider.value = index;
    place.textContent = placeOf(index, count);
    slider.setAttribute("aria-valuetext", place.textContent);
    // A button that has the focus stays enabled, or a keyboard would lose its place.
    for (const [control, isEnd] of [
      [first, index === 0],
      [back, index === 0],
      [next, index >= count - 1],
      [last, index >= count - 1],
    ]) {
      control.setAttribute("aria-disabled", String(isEnd));
    }
    play.disabled = count < 2;
    if (count) show(index, { isStep: index === before + 1, isSaid: isSaid && index !== before });
  }

  function start() {
    if (index >= count - 1) shift(0);
    setPlaying(true);
    tick();
  }

  function tick() {
    timer = setTimeout(() => {
      if (!element.isConnected) return stop();
      shift(index + 1, index + 1 === count - 1);
      if (index >= count - 1) stop();
      else tick();
    }, PAUSE / Number(speed.value));
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    setPlaying(false);
  }

  function setPlaying(isPlaying) {
    fill(play, icon(isPlaying ? "pause" : "play"));
    play.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    play.title = isPlaying ? "Pause" : "Play";
  }

  function listen(node) {
    node.addEventListener("keydown", (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest("input, select, textarea, [role=tree]")) return;
      const goal = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 }[event.key];
      if (goal === undefined) return;
      event.preventDefault();
      go(goal);
    });
  }

  return { element, listen, setCount, go };
}
