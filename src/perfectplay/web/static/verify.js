/*
Check a saved answer: drop or choose its file, and see what it claims and what each claim is worth.
Exports `show(root, context)`.
*/

import { getJson, isAbort, pageAddress, postText, problemPath } from "./api.js";
import { chip } from "./badges.js";
import { button, el, fill } from "./dom.js";
import { takeDrops } from "./dropping.js";
import { framesOf } from "./frames.js";
import { latest } from "./latest.js";
import { makeReplay } from "./replay.js";

const LEDE =
  "A saved answer is checked claim by claim: its solution is replayed, its proof is gone through, and what it calls " +
  "the fewest is looked for again.";
const VERDICTS = {
  accepted: {
    kind: "won",
    title: "Accepted",
    about: "Every claim was checked, by a program that shares nothing with the search.",
  },
  unconfirmed: {
    kind: null,
    title: "Unconfirmed",
    about: "What was checked is right; some claims could not be checked here, each for the reason beside it.",
  },
  rejected: { kind: "lost", title: "Rejected", about: "A claim is wrong, or the file is not as it was saved." },
};
const BROKEN =
  "Nothing else was looked at: the text is not what was sealed when the answer was saved, so no claim of it counts.";
const LONG = "A claim that nothing is better is searched for anew, which may take a minute.";
const CLAIMS = { checked: "won", unconfirmed: null, rejected: "lost" };

/** @param {HTMLElement} root @param {any} context */
export async function show(root, { signal, announce }) {
  const input = el("input", {
    type: "file",
    id: "answer-file",
    class: "visually-hidden",
    accept: ".json,application/json",
    onchange: () => open(input.files[0]),
  });
  const zone = el(
    "div",
    { class: "drop-zone" },
    el("p", {}, "Drop a saved answer here"),
    input,
    el("label", { for: "answer-file", class: "button primary" }, "Choose a file"),
    el(
      "p",
      { class: "note" },
      "An answer is saved by the button of a solved problem, or by ",
      el("code", {}, "perfectplay solve --json"),
      ".",
    ),
  );
  const result = el("div", { class: "stack" });
  fill(
    root,
    el("header", { class: "heading" }, el("h1", {}, "Check an answer"), el("p", { class: "lede" }, LEDE)),
    el("div", { class: "stack" }, zone, result),
  );

  const begin = latest(signal);
  async function open(file) {
    if (!file) return;
    const mine = begin();
    const cancel = button("Cancel", () => {
      begin();
      fill(result, el("p", { class: "note" }, `${file.name} was not checked.`));
    }, "small");
    const words = el("p", { class: "loading" }, `Checking ${file.name}…`);
    const note = el("p", { class: "note" }, LONG);
    fill(result, el("div", { class: "stack-small" }, words, note, el("div", { class: "row" }, cancel)));
    announce(`Checking ${file.name}. ${LONG}`);
    try {
      const verdict = await postText("/api/verify", await file.text(), { signal: mine });
      const place = el("div", {});
      fill(result, verdictPart(file.name, verdict), place);
      announce(`${file.name}: ${verdict.verdict}`);
      if (verdict.spec && verdict.solution?.length) showSolution(place, verdict, { signal: mine, announce });
    } catch (error) {
      if (isAbort(error)) return;
      fill(result, el("p", { class: "message message-bad" }, `${file.name} cannot be checked: ${error.message}`));
      announce(`${file.name} cannot be checked: ${error.message}`);
    } finally {
      input.value = ""; // the same file can be chosen again
    }
  }

  takeDrops(open, signal);
}

function verdictPart(name, { verdict, claims, problem, spec }) {
  const { kind, title, about } = VERDICTS[verdict];
  return el(
    "section",
    { class: "card stack", "aria-label": "Verdict" },
    el("div", { class: "row" }, el("h2", {}, name), chip(kind, title)),
    el("p", {}, about),
    problem && problemPart(problem),
    claims.length > 0 && claimsTable(claims),
    isBroken(claims) && el("p", {}, BROKEN),
    spec &&
      el(
        "p",
        {},
        el("a", { href: pageAddress("play", spec) }, "Play this problem"),
        " or ",
        el("a", { href: pageAddress("solve", spec) }, "solve it again"),
      ),
  );
}

/** Whether the digest is all that was looked at. */
const isBroken = (claims) => claims.length === 1 && claims[0].name === "digest" && claims[0].verdict === "rejected";

function problemPart(text) {
  const label = "The problem as the checker reads it";
  return el("pre", { class: "drawing drawing-wrapped", tabindex: 0, role: "group", "aria-label": label }, text);
}

function claimsTable(claims) {
  const titles = ["Claim", "Verdict", "What was found"].map((title) => el("th", { scope: "col" }, title));
  const rows = claims.map(({ name, verdict, text }) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, name.replaceAll("_", " ")),
      el("td", {}, chip(CLAIMS[verdict], verdict)),
      el("td", {}, text),
    ),
  );
  return el("table", { class: "claims" }, el("thead", {}, el("tr", {}, titles)), el("tbody", {}, rows));
}

/** Show the solution step by step, as the rules of the problem play it; the verdict stands without it. */
async function showSolution(place, { spec, solution }, { signal, announce }) {
  let played;
  try {
    played = await getJson(problemPath(spec, solution), { signal });
  } catch (error) {
    if (!isAbort(error)) fill(place, el("p", { class: "note" }, `Its solution cannot be shown: ${error.message}`));
    return;
  }
  const { board, positions, turn_noun: [noun] } = played;
  const label = `${spec}, solution`;
  const replay = makeReplay({ board, frames: framesOf(positions), label, noun, announce });
  const title = el("h2", {}, "Its solution");
  fill(place, el("section", { class: "card stack", "aria-label": "Solution" }, title, replay.element));
}
