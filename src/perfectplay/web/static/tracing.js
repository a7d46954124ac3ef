/*
What a search did, event by event: step, play, jump, and look at one kind of event only.

  const tracing = makeTracing({ board, cells, trace, limit })
  cells    those of the start: where they are; the events say which pieces stand there
  limit    how many events were asked for
*/

import { makeBoard } from "./board.js";
import { el, fill } from "./dom.js";
import { count } from "./figures.js";
import { makeStepper } from "./stepper.js";
import { cellsWith } from "./pieces.js";

const kindOf = ({ event, rule }) => (rule ? `${event}: ${rule}` : event);

/** @param {{ board: object | null, cells: object[] | null, trace: object[], limit: number }} options */
export function makeTracing({ board, cells, trace, limit }) {
  const picture = board && cells ? makeBoard(board, { label: "Position of the search" }) : null;
  const event = el("p", { class: "trace-event" });
  const position = el("code", { class: "spec" });
  const numbers = el("p", { class: "note" });
  const stepper = makeStepper({ label: "Event of the search", show });
  const filter = el("select", { id: "trace-kind", onchange: choose }, kindOptions(trace));
  const element = el(
    "div",
    { class: "tracing stack-small" },
    el(
      "p",
      { class: "note" },
      `${trace.length < limit ? "All" : "The first"} ${count(trace.length)} events of the search.`,
    ),
    el("div", { class: "field" }, el("label", { for: "trace-kind" }, "Show"), filter),
    el(
      "div",
      { class: "trace-view" },
      picture?.element,
      el("div", { class: "stack-small trace-words" }, event, numbers, el("p", {}, position), stepper.element),
    ),
  );
  let shown = trace;
  stepper.listen(element);
  choose();

  function choose() {
    shown = filter.value ? trace.filter((item) => kindOf(item) === filter.value) : trace;
    stepper.setCount(shown.length);
  }

  function show(index) {
    const item = shown[index];
    picture?.show(cellsWith(cells, item));
    fill(event, el("span", { class: `event event-${item.event.replaceAll(" ", "-")}` }, kindOf(item)));
    numbers.textContent = `cost so far ${count(item.g)}, estimate ${count(item.h)}, together ${count(item.g + item.h)}`;
    position.textContent = item.position;
  }

  return { element };
}

function kindOptions(trace) {
  const counts = new Map();
  for (const item of trace) counts.set(kindOf(item), (counts.get(kindOf(item)) ?? 0) + 1);
  const kinds = [...counts].map(([kind, number]) => el("option", { value: kind }, `${kind} (${count(number)})`));
  return [el("option", { value: "" }, `everything (${count(trace.length)})`), ...kinds];
}
