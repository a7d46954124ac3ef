/*
What can be chosen of a search, as the server declares it, and what each choice means.

  controlsOf(problem)          the controls of a form: [{ name, title, kind, choices, help, … }]
  isUsable(control, values, problem)   whether the chosen algorithm has a use for it
  requestOf(problem, controls, values) the body of POST /api/solve
  nameOf(controls, values, problem)    the choices in few words

`values` are texts by name, "" where the choice is left to the solver: that is what forms and addresses hold.
*/

import { capital, sentence } from "./texts.js";

const AUTO = "chosen for you";
const ALWAYS_PRUNED = [
  { name: "duplicates", about: "positions that were met before" },
  { name: "symmetry", about: "mirror images and rotations of positions that were met before" },
];
const OPTIMAL = {
  always: "finds the best",
  unit: "finds the best if every step costs the same",
  admissible: "finds the best if the estimate never guesses too much",
  never: "finds a solution, not always the best",
};

const named = (list) => list.map(({ name, about }) => ({ value: name, title: name, about }));

/** @param {object} problem */
export function controlsOf(problem) {
  const described = (option) => ({ ...option, title: titleOf(option.name), ...known(option, problem) });
  const controls = problem.options.map(described);
  const filled = controls.filter(({ kind, choices }) => kind !== "choice" || choices.length > 0);
  if (problem.objectives.length > 1) filled.unshift(objective(problem));
  return filled;
}

function objective(problem) {
  const [first, ...others] = problem.objectives;
  const choices = others.map((name) => ({ value: name, title: name }));
  return { name: "objective", title: "Objective", kind: "choice", choices, auto: `${first} (default)`, isMain: true };
}

const titleOf = (name) => capital(name.replaceAll("_", " "));

/** What the problem lists of some options, whose declaration only says that they take a text. */
function known({ name, names, default: value, help }, problem) {
  if (name === "algorithm") {
    const choices = problem.algorithms.map((found) => ({
      value: found.name,
      title: found.name,
      about: `${sentence(found.about)} ${problem.players === 1 ? sentence(OPTIMAL[found.optimal] ?? "") : ""}`.trim(),
    }));
    return { kind: "choice", choices, auto: AUTO, isMain: true, help: "" };
  }
  if (name === "estimate") {
    const choices = problem.estimates.map((found) => ({
      value: found.name,
      title: found.name,
      about: `${sentence(found.about)} ${guessWords(found.admissible, problem.objectives)}`,
    }));
    return { kind: "choice", choices, auto: AUTO, isMain: true, help: "" };
  }
  if (name === "prune") {
    return {
      title: "Pruning",
      kind: "rules",
      rules: [...ALWAYS_PRUNED, ...problem.pruning],
      auto: AUTO,
      isMain: true,
      help: "",
    };
  }
  const items = name === "order" ? problem.orders : names;
  const auto = value === null || value === 0 || items === null ? AUTO : `${value} (default)`;
  if (items === null) return { auto };
  const choices = items.filter((item) => item !== value).map((item) => ({ value: item, title: item }));
  return { kind: "choice", choices, auto, help };
}

/** Whether an estimate is admissible, in plain words. */
function guessWords(admissible, objectives) {
  if (!admissible.length) return "It may guess too much.";
  const isAlways = objectives.every((name) => admissible.includes(name));
  return `It never guesses too much${isAlways ? "" : ` for ${admissible.join(" and ")}`}.`;
}

/** The algorithm that is chosen; undefined where that is left to the solver. */
export const algorithmOf = (values, problem) => problem.algorithms.find(({ name }) => name === values.algorithm);

/** @param {object} control @param {Record<string, string>} values @param {object} problem */
export function isUsable({ name, needs, abilities = [] }, values, problem) {
  const algorithm = algorithmOf(values, problem);
  const needed = needs ? (values[needs.option] ?? "") : null;
  if (needs && (needs.value === null ? needed === "" : needed !== needs.value)) return false;
  if (!algorithm) return true;
  if (name === "estimate") return algorithm.estimate || values.order === "estimate";
  return abilities.every((ability) => algorithm[ability]);
}

/** @param {Record<string, string>} values @param {object} problem */
export const isRuleUsable = (rule, values, problem) =>
  (algorithmOf(values, problem)?.memory ?? true) || !ALWAYS_PRUNED.some(({ name }) => name === rule);

/** Whether the search can be recorded. */
export function canTrace(values, problem) {
  const algorithm = algorithmOf(values, problem);
  return algorithm ? algorithm.trace : problem.algorithms.some(({ trace }) => trace);
}

/** What is sent to the server; what is left open or of no use is left out. */
function optionsOf(controls, values, problem) {
  const options = {};
  for (const control of controls) {
    const value = values[control.name] ?? "";
    const isDeclared = "flag" in control; // the others are fields of the request
    if (value === "" || !isDeclared || !isUsable(control, values, problem)) continue;
    options[control.name] = read(control, value, values, problem);
  }
  return options;
}

function read({ kind, rules }, value, values, problem) {
  if (kind === "whole" || kind === "real") return Number(value);
  if (kind === "switch") return true;
  if (kind !== "rules" || value === "all" || value === "none") return value;
  const chosen = value.split(",").filter((rule) => isRuleUsable(rule, values, problem));
  const wanted = rules.map(({ name }) => name).filter((name) => chosen.includes(name));
  return wanted.length ? wanted : "none";
}

/** The body of POST /api/solve. */
export function requestOf(problem, controls, values) {
  const position = problem.positions.at(-1);
  return {
    spec: problem.spec,
    position: position.after === null ? null : position.text,
    history: position.after === null ? null : problem.history,
    objective: values.objective || null,
    options: optionsOf(controls, values, problem),
    seconds: values.seconds ? Number(values.seconds) : null,
    trace: values.trace && canTrace(values, problem) ? Number(values.trace) : null,
  };
}

/** A configuration in few words: "astar, weight 2". */
export function nameOf(controls, values, problem) {
  const options = optionsOf(controls, values, problem);
  const parts = Object.entries(options).map(([name, value]) => {
    if (name === "algorithm") return value;
    const title = name === "prune" ? "pruning" : name.replaceAll("_", " ");
    return value === true ? title : `${title} ${Array.isArray(value) ? value.join(" ") : value}`;
  });
  return parts.join(", ") || AUTO;
}
