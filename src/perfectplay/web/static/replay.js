/*
The steps of a solution, one after the other: a board (or its text), controls, and a list to jump by.

  const replay = makeReplay({ board, frames, label, noun, announce })
  frames: [{ caption, cells, trail, text }]     `text` is a drawing in lines, where there are no cells
  noun                                          what a step is called, such as "move"
*/

import { makeBoard } from "./board.js";
import { button, el } from "./dom.js";
import { makeStepper } from "./stepper.js";

/**
 * @param {{ board: object | null, frames: object[], label: string, noun: string,
 *   announce: (text: string) => void }} options
 */
export function makeReplay({ board, frames, label, noun, announce }) {
  const picture = board ? makeBoard(board, { label }) : null;
  const drawing = el("pre", { class: "drawing", tabindex: 0, role: "img", "aria-label": label });
  const caption = el("p", { class: "caption" });
  const jumps = frames.map((frame, index) =>
    button(captionOf(frame, index), () => stepper.go(index), "quiet small"),
  );
  const list = el("ol", { class: "steps scroll", "aria-label": "Steps" }, jumps.map((jump) => el("li", {}, jump)));
  const placeOf = (index, count) => (index ? `${noun} ${index} of ${count - 1}` : "start");
  const stepper = makeStepper({ label: "Step of the solution", show, placeOf });
  const element = el(
    "div",
    { class: "replay" },
    el("div", { class: "replay-stage stack-small" }, picture?.element ?? drawing, caption, stepper.element),
    frames.length > 1 && list,
  );
  stepper.listen(element);
  stepper.setCount(frames.length);

  function show(index, { isStep, isSaid }) {
    const frame = frames[index];
    const said = captionOf(frame, index);
    if (picture) {
      picture.show(frame.cells, { trail: frame.trail, travels: isStep });
      picture.element.setAttribute("aria-label", `${label}, ${said}`);
    } else drawing.textContent = frame.text;
    caption.textContent = said;
    if (isSaid) announce(said);
    for (const jump of jumps) jump.removeAttribute("aria-current");
    jumps[index].setAttribute("aria-current", "step");
    // The list alone is scrolled, never the page: people look at the board.
    const row = jumps[index].parentElement;
    if (row.offsetTop < list.scrollTop || row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = row.offsetTop - list.clientHeight / 2;
    }
  }

  if (frames.length < 2) stepper.element.hidden = caption.hidden = true;
  return { element };
}

const captionOf = ({ caption }, index) => (index ? `${index}. ${caption}` : caption);
