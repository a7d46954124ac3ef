/*
Check a saved answer: drop or choose its file, and see what it claims and what each claim is worth.
Exports `show(root, context)`.
*/

import { getJson, isAbort, pageAddress, postText, problemPath } from "./api.js";
import { el, fill } from "./dom.js";
import { makeReplay } from "./replay.js";

const VERDICTS = {
  accepted: ["won", "✓", "Accepted", "Every claim was checked, by a program that shares nothing with the search."],
  unconfirmed: [null, "?", "Unconfirmed", "Nothing is wrong, but not everything could be checked in the time this server gives."],
  rejected: ["lost", "✗", "Rejected", "A claim is wrong, or the file is not as it was saved."],
};
const CLAIMS = { checked: VERDICTS.accepted, unconfirmed: VERDICTS.unconfirmed, rejected: VERDICTS.rejected };

/** @param {HTMLElement} root @param {any} context */
export async function show(root, { signal, announce }) {
  const input = el("input", { type: "file", id: "answer-file", class: "visually-hidden", accept: ".json,application/json", onchange: () => open(input.files[0]) });
  const zone = el(
    "div",
    { class: "drop-zone" },
    el("p", {}, "Drop a saved answer here"),
    input,
    el("label", { for: "answer-file", class: "button primary" }, "Choose a file"),
    el("p", { class: "note" }, "An answer is saved by the button of a solved problem, or by ", el("code", {}, "perfectplay solve --json"), "."),
  );
  const result = el("div", { class: "stack" });
  fill(
    root,
    el(
      "header",
      { class: "heading" },
      el("h1", {}, "Check an answer"),
      el("p", { class: "lede" }, "A saved answer is checked claim by claim: its solution is replayed, its proof is gone through, and what it calls the fewest is looked for again."),
    ),
    el("div", { class: "stack" }, zone, result),
  );

  // The whole screen takes a file: who misses the frame must not lose the page to it.
  root.ownerDocument.addEventListener("dragover", (event) => takes(event) && zone.classList.add("is-over"), { signal });
  root.ownerDocument.addEventListener("dragleave", () => zone.classList.remove("is-over"), { signal });
  root.ownerDocument.addEventListener(
    "drop",
    (event) => {
      zone.classList.remove("is-over");
      if (takes(event)) open(event.dataTransfer.files[0]);
    },
    { signal },
  );

  let asking = new AbortController();
  async function open(file) {
    if (!file) return;
    asking.abort();
    asking = new AbortController();
    const signals = AbortSignal.any([signal, asking.signal]);
    fill(result, el("p", { class: "loading" }, `Checking ${file.name}…`));
    announce(`Checking ${file.name}`);
    try {
      const verdict = await postText("/api/verify", await file.text(), { signal: signals });
      const place = el("div", {});
      fill(result, verdictPart(file.name, verdict), place);
      announce(`${file.name}: ${verdict.verdict}`);
      if (verdict.spec && verdict.solution?.length) showSolution(place, verdict, { signal: signals, announce });
    } catch (error) {
      if (isAbort(error)) return;
      fill(result, el("p", { class: "message message-bad" }, `${file.name} cannot be checked: ${error.message}`));
      announce(`${file.name} cannot be checked: ${error.message}`);
    } finally {
      input.value = ""; // the same file can be chosen again
    }
  }
}

function takes(event) {
  if (![...(event.dataTransfer?.types ?? [])].includes("Files")) return false;
  event.preventDefault();
  return true;
}

function verdictPart(name, { verdict, claims, problem, spec }) {
  const [kind, sign, title, about] = VERDICTS[verdict];
  return el(
    "section",
    { class: "card stack", "aria-label": "Verdict" },
    el("div", { class: "row" }, el("h2", {}, name), badge(kind, sign, title)),
    el("p", {}, about),
    problem && el("pre", { class: "drawing", tabindex: 0, role: "group", "aria-label": "The problem as the checker reads it" }, problem),
    claims.length > 0 &&
      el(
        "table",
        { class: "claims" },
        el("thead", {}, el("tr", {}, ["Claim", "Verdict", "What was found"].map((text) => el("th", { scope: "col" }, text)))),
        el("tbody", {}, claims.map(claimRow)),
      ),
    spec && el("p", {}, el("a", { href: pageAddress("play", spec) }, "Play this problem"), " or ", el("a", { href: pageAddress("solve", spec) }, "solve it again")),
  );
}

function claimRow({ name, verdict, text }) {
  const [kind, sign] = CLAIMS[verdict];
  return el("tr", {}, el("th", { scope: "row" }, name.replaceAll("_", " ")), el("td", {}, badge(kind, sign, verdict)), el("td", {}, text));
}

const badge = (kind, sign, text) =>
  el("span", { class: `chip chip-${kind ?? "unknown"}` }, el("span", { class: "chip-sign", "aria-hidden": "true" }, sign), text);

/** Show the solution step by step, as the rules of the problem play it; the verdict stands without it. */
async function showSolution(place, { spec, solution }, { signal, announce }) {
  let played;
  try {
    played = await getJson(problemPath(spec, solution), { signal });
  } catch (error) {
    if (!isAbort(error)) fill(place, el("p", { class: "note" }, `Its solution cannot be shown: ${error.message}`));
    return;
  }
  const { board, positions } = played;
  const frames = positions.map((position, index) => ({
    caption: index ? position.after : "start",
    cells: position.cells,
    trail: position.trail,
    text: position.board,
  }));
  const replay = makeReplay({ board, frames, label: `${spec}, solution`, signal, announce });
  fill(place, el("section", { class: "card stack", "aria-label": "Solution" }, el("h2", {}, "Its solution"), replay.element));
}
