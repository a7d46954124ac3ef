/*
What the screens of searches (solve.js, race.js) share.

  await loadProblem(context)                    the problem at the position that the address shows
  withChoices("solve", context, pairs)          the address of a screen with choices in its query
  secondsControl(problem)                       how long a search may take, as a control of a form
  searchHead(title, problem, context)           the title, with the problem and the position it is about
  untakenText(parts)                            what is said of parts of an address that are no choices
*/

import { getJson, pageAddress, problemPath } from "./api.js";
import { el, plural } from "./dom.js";
import { count } from "./figures.js";
import { boardName } from "./texts.js";

export async function loadProblem({ spec, moves, at, signal }) {
  const history = moves.slice(0, at);
  const problem = await getJson(problemPath(spec, history, "", [["since", String(at)]]), { signal });
  return { ...problem, history };
}

/** @param {string} screen @param {object} context @param {[string, string][]} pairs */
export function withChoices(screen, context, pairs) {
  const address = pageAddress(screen, context.spec, context);
  const query = new URLSearchParams(pairs.filter(([, value]) => value !== "")).toString();
  return query ? `${address}${address.includes("?") ? "&" : "?"}${query}` : address;
}

export const secondsControl = (problem) => ({
  name: "seconds",
  title: "Seconds at most",
  kind: "real",
  least: 0.1,
  most: problem.limits.seconds,
  auto: `${count(problem.limits.seconds)} (default)`,
  help: "",
  isMain: true,
});

export const untakenText = (parts) =>
  `The address asks for ${parts.join(" and ")}, which there is not for this problem: it is left out.`;

export function searchHead(title, problem, context) {
  const played = context.moves.slice(0, context.at);
  const where = played.length ? `after ${plural(played.length, problem.step_noun)}` : "from the start";
  const address = pageAddress("play", context.spec, { moves: played });
  return el(
    "header",
    { class: "screen-head" },
    el("h1", {}, title),
    el(
      "p",
      { class: "lede" },
      el("span", { class: "spec" }, boardName(problem.spec)),
      `, ${where}. `,
      el("a", { href: address }, "Play it"),
    ),
  );
}
