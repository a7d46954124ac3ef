/*
Solve and watch: choose how to search, see it work, step through the answer and through the search.  The choices are
in the address (?algorithm=…&estimate=…), so that a reload keeps them; the search is kept with the entry of the
browser's history, so that it goes on after a reload, and its answer is there again after the back button.  Choices
made after an answer are an entry of their own, so that the back button leads to the answer.  With ?now in the address
the search begins at once.
*/

import { answerPart, headlineOf } from "./answer.js";
import { makeBoard } from "./board.js";
import { canTrace, controlsOf, requestOf } from "./choices.js";
import { button, el, fill } from "./dom.js";
import { entry } from "./entry.js";
import { makeForm } from "./form.js";
import { count } from "./figures.js";
import { findJob, isOver, keptId, startJob } from "./job.js";
import { makeMeter, stateParts, stoppedText } from "./meter.js";
import { loadProblem, searchHead, secondsControl, untakenText, withChoices } from "./search_screen.js";
import { sentence } from "./texts.js";

const [STEPS, NODES] = [2000, 6000]; // that are recorded: of a puzzle's search, and of the tree of a game for two
const ENDED = "The search was ended when you left this screen.  Solve begins it anew.";
const FORGOTTEN = "The server no longer has the answer that was shown here.  Solve looks for it again.";

/** @param {HTMLElement} root */
export async function show(root, context) {
  const kept = entry.get("search");
  const [problem, found] = await Promise.all([loadProblem(context), kept && findJob(kept.id)]);
  const controls = [...controlsOf(problem), secondsControl(problem)];
  const names = [...controls.map(({ name }) => name), "trace"];
  const chosen = (query) => Object.fromEntries(names.map((name) => [name, query.get(name) ?? ""]));
  const traced = problem.players === 1 ? STEPS : NODES;
  const traceWords = `One algorithm runs, and its first ${count(traced)} steps can be walked through.`;
  let here = context;
  let job = null;

  const form = makeForm(problem, controls, chosen(context.query), { changed, name: "solve" });
  const trace = el(
    "input",
    { type: "checkbox", id: "solve-trace", onchange: changed, "aria-describedby": "solve-trace-note" },
  );
  trace.checked = context.query.get("trace") !== null;
  const refusal = el("p", { class: "message message-bad", role: "alert", hidden: true });
  const start = el("button", { type: "submit", class: "primary" }, "Solve");
  const stop = button("Stop", () => job?.stop(), "danger");
  const record = el(
    "div",
    { class: "field" },
    el("label", { class: "check", for: "solve-trace" }, trace, "Record the search"),
    el("span", { class: "note", id: "solve-trace-note" }, traceWords),
  );
  const element = el(
    "form",
    { class: "card stack-small solve-form", "aria-label": "How to search", novalidate: true, onsubmit: begin },
    form.main,
    record,
    refusal,
    el("div", { class: "row" }, start),
    form.more,
  );
  const stage = el("div", { class: "stack solve-stage" }, startPart(problem));
  fill(root, searchHead("Solve and watch", problem, context), el("div", { class: "solve-columns" }, element, stage));
  adapt();

  const untaken = form.untaken(chosen(context.query));
  const values = () => ({ ...form.values(), trace: trace.checked ? String(traced) : "" });

  function adapt() {
    record.hidden = !canTrace(form.values(), problem);
    refusal.hidden = true;
  }

  function refuse(text) {
    refusal.textContent = text;
    refusal.hidden = false;
  }

  function changed() {
    adapt();
    const replace = !entry.get("search")?.isDone;
    here.go(withChoices("solve", here, Object.entries(values())), { replace });
  }

  function begin(event) {
    event?.preventDefault();
    if (!form.isValid()) return;
    job?.stop();
    attend(requestOf(problem, controls, values()));
    if (innerWidth < 960) stage.scrollIntoView({ block: "start" });
  }

  /** Show a search at work and then its answer; `begun` is how one stands that goes on. */
  function attend(asked, begun = null) {
    const limit = asked.seconds ?? problem.limits.seconds;
    const meter = makeMeter({ limit, since: begun?.progress?.seconds, announce: context.announce });
    const working = el("section", { class: "card stack-small", "aria-label": "The search" }, meter.element, stop);
    fill(stage, working, startPart(problem));
    refusal.hidden = true;
    let state = "";
    const mine = startJob(asked, onNews, context.signal, begun);
    job = mine;

    function onNews(news) {
      if (job !== mine) return;
      const id = keptId(news);
      entry.set("search", id && { id, asked, isDone: news.state === "done" });
      meter.show(news);
      setRunning(!isOver(news.state));
      if (news.state === state) return;
      state = news.state;
      if (!isOver(state)) return context.announce(stateParts(news).stage);
      conclude(news, asked, working);
    }
  }

  function setRunning(isRunning) {
    const hadFocus = document.activeElement === start || document.activeElement === stop;
    start.disabled = isRunning;
    start.textContent = isRunning ? "Searching…" : "Solve";
    stop.hidden = !isRunning;
    if (hadFocus) (isRunning ? stop : start).focus({ preventScroll: true });
  }

  function conclude(news, asked, working) {
    if (news.state === "failed") {
      fill(stage, startPart(problem));
      refuse(sentence(news.error ?? "the search has failed"));
      refusal.scrollIntoView({ block: "nearest" });
    } else if (news.state === "stopped") context.announce(`The search was stopped. ${stoppedText(news.progress)}`);
    else {
      const { answer, id } = news;
      context.announce(headlineOf(answer));
      const shown = answerPart({ problem, answer, id, asked, context: here, retry });
      const course = news.progress && [el("summary", {}, "How it went"), working];
      fill(stage, shown, course && el("details", { class: "card course" }, course));
    }
  }

  /** The search of this entry of the history is no longer there. */
  function sayGone() {
    const words = kept.isDone ? FORGOTTEN : ENDED;
    entry.set("search", null);
    fill(stage, el("p", { class: "message" }, words), startPart(problem));
    context.announce(words);
  }

  function retry(seconds) {
    form.set({ ...form.values(), seconds: String(seconds) });
    changed();
    begin();
  }

  function update(next) {
    if (next.moves.join() !== here.moves.join() || next.at !== here.at) return false;
    here = next;
    const wanted = chosen(next.query);
    return names.every((name) => wanted[name] === (values()[name] ?? ""));
  }

  if (found) attend(kept.asked, found);
  else if (kept) sayGone();
  else if (untaken.length) refuse(untakenText(untaken));
  else if (context.query.has("now")) {
    const address = withChoices("solve", here, Object.entries(values()));
    history.replaceState(history.state, "", address); // a reload does not search again
    begin();
  }
  return { update };
}

/** The position that is solved. */
function startPart(problem) {
  const position = problem.positions.at(-1);
  const turn = position.turn ? el("p", { class: "note" }, position.turn) : null;
  if (!problem.board) return el("div", { class: "stack-small" }, el("pre", { class: "drawing" }, position.board), turn);
  const board = makeBoard(problem.board, { label: `${problem.spec}, the position to solve` });
  board.show(position.cells, { trail: position.trail });
  return el("div", { class: "stack-small" }, board.element, turn);
}
