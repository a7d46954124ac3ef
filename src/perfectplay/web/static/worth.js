/*
What a value means in words, and what a move gave away.  Nothing here touches the page.

  verdict(game, number, value, first, side)   { category, title, text }: the light of a position, seen by a player;
                                         `first` is the value of the start, null where it is not known
  moveWords(game, value, goesOn)         the value of a move in a few words, and shorter for a badge on the board;
                                         goesOn: it belongs to the turn of the step before
  worthOf(game, number, value)           a number that compares positions of a history; null where it is not known
  lossOf(game, mover, before, after)     what a turn gave away, from two worths; 0 for the best ones
  mistakes(game, values)                 [{ from, to, mover, loss, words }] the turns that gave something away
  lossWords(game, loss, after)           what was given away, in words
  countsTurns(problem)                   whether somebody counts the turns to the goal
  savedBy(value)                         how many turns it saves if the turn that is under way goes on
  overBest(game, values)                 how many turns over the best possible the play is, in words; "" if unknown

In a game for two the worth is what the first player ends ahead by (points, or 1, 0 and -1 where only the win counts).
In a puzzle it is minus the turns of the whole play at best, and LOST where it cannot be won.
*/

import { plural } from "./dom.js";
import { inSentence, minus, signed } from "./texts.js";

export const LOST = -Infinity;
export const FEWEST = "the fewest possible";
export const UNCOUNTED = 0; // it can be won, and nobody knows in how many turns: compared only with what is lost
const NUMBERS = { won: 1, draw: 0, lost: -1 };
export const IMPOSSIBLE = { category: "lost", title: "Impossible", text: "no moves lead from the start to the goal" };
const TITLES = { won: "Winnable", lost: "Lost", draw: "A draw" };

export function worthOf(game, number, value) {
  const position = game.positionAt(number);
  if (!value || value.category === null) return null;
  if (!game.isForTwo) {
    if (value.category !== "won") return LOST;
    return value.distance === null ? UNCOUNTED : -(position.turns + value.distance);
  }
  const sign = position.mover === 0 ? 1 : -1;
  if (!game.problem.has_points) return sign * NUMBERS[value.category];
  const ahead = position.points[0] - position.points[1];
  if (position.is_over) return ahead; // the points of the end are in it
  return value.points === null ? null : ahead + sign * value.points;
}

/** The light of the position shown, seen by a side: whether it can still be won, and what best play leads to. */
export function verdict(game, number, value, first, side) {
  const position = game.positionAt(number);
  if (value.category === null) return { category: null, title: unknownTitle(value), text: unknownWords(value) };
  if (!game.isForTwo) {
    if (position.is_goal) return { category: "won", title: "Solved", text: `in ${turnsPlayed(game, number)}` };
    if (position.is_over && !number) return { ...IMPOSSIBLE, text: "there is no move to begin with" };
    if (position.is_over) return { category: "lost", title: "No move is left", text: stuckWords(position) };
    if (first?.category === "lost") return IMPOSSIBLE;
    return { category: value.category, title: TITLES[value.category], text: leftWords(game, value) };
  }
  const worth = worthOf(game, number, value);
  const mine = side === 0 ? worth : -worth;
  const category = mine > 0 ? "won" : mine < 0 ? "lost" : "draw";
  const leader = game.names[worth > 0 ? 0 : 1];
  if (position.is_over) {
    // Between two people, or two machines, whoever has won is looked at.
    const seen = game.names.includes("You") || category === "draw" ? category : "won";
    return { category: seen, title: "The game is over", text: endWords(game, position) };
  }
  if (category === "draw") {
    const title = game.problem.has_points ? "Even" : TITLES.draw;
    return { category, title, text: "nobody is ahead in the end with best play" };
  }
  if (game.problem.has_points) {
    // Whoever wins by the rules can have fewer points: that is said at the end.
    const text = `by ${plural(Math.abs(worth), ["point", "points"])} with best play`;
    return { category, title: `${does(leader, "ends", "end")} ahead`, text };
  }
  const whose = inSentence(game.names[side]);
  return { category, title: `${TITLES[category]} for ${whose}`, text: `${does(leader, "wins", "win")} with best play` };
}

function stuckWords({ cells }) {
  const count = cells?.filter((cell) => cell.shape).length;
  const left = count ? `${plural(count, ["piece is", "pieces are"])} left; ` : "";
  return `${left}take some moves back and try again`;
}

function leftWords(game, value) {
  if (value.category !== "won") return "no way leads to the goal from here";
  if (value.distance === null) return "the goal can be reached";
  const saved = savedBy(value);
  return `${turnsOf(game, value.distance - saved)} at best from here${saved ? ", if the same piece goes on" : ""}`;
}

// "You win", and "First wins".
const does = (name, verb, plain) => `${name} ${name === "You" ? plain : verb}`;

export function endWords(game, position) {
  if (!game.isForTwo) return position.is_goal ? "Solved" : "No move is left";
  const winner = position.outcome === "won" ? position.mover : 1 - position.mover;
  const result = position.outcome === "draw" ? "A draw" : does(game.names[winner], "wins", "win");
  if (!game.problem.has_points) return result;
  const [own, other] = position.points;
  const score = `${minus(own)} to ${minus(other)}`;
  if (own === other) return `${result}; points ${score}`;
  const leader = own > other ? 0 : 1;
  const ahead = plural(Math.abs(own - other), ["point", "points"]);
  // Whoever wins by the rules can have fewer points: then both are said.
  if (position.outcome !== "draw" && leader === winner) return `${result}, ${ahead} ahead (${score})`;
  return `${result}, but ${does(game.names[leader], "is", "are")} ${ahead} ahead (${score})`;
}

/** Not everything that is not known is too big. */
const unknownTitle = ({ limit }) => (limit === "window" ? "Not known" : "Too big to know");

function unknownWords(value) {
  if (value.price) return value.price;
  return value.limit ? `the limit on ${value.limit} was hit` : "";
}

const turnsOf = (game, count) => plural(count, game.problem.turn_noun);
const turnsPlayed = (game, number) => turnsOf(game, game.positionAt(number).turns);

/** @returns {{ text: string, short: string }} */
export function moveWords(game, value, goesOn = false) {
  if (value.category === null) return { text: "not known", short: "" };
  if (game.isForTwo) {
    const word = { won: "wins", lost: "loses", draw: "draws" }[value.category];
    if (!game.problem.has_points || value.points === null) return { text: word, short: "" };
    return { text: `${signed(value.points)} from here`, short: signed(value.points) };
  }
  if (value.category === "lost") return { text: "loses", short: "" };
  if (value.distance === null) return { text: "can be won", short: "" };
  const left = value.distance - savedBy(value);
  const brings = left === 0 ? "solves it" : `${goesOn ? "goes on, then" : "then"} ${turnsOf(game, left)}`;
  return { text: left < value.distance ? `${brings} if it goes on` : brings, short: `${goesOn ? "…" : ""}${left}` };
}

/** What a move is coloured by: in a game for points, the sign of what it brings in the end. */
export function moveCategory(game, value) {
  if (value.category === null || value.points === null || !game.problem.has_points) return value.category;
  const { points } = game.position;
  const own = points[game.position.mover] - points[1 - game.position.mover] + value.points;
  return own > 0 ? "won" : own < 0 ? "lost" : "draw";
}

/** What a turn gave away, from the worths before and after it. */
export function lossOf(game, mover, before, after) {
  if (before === LOST) return 0; // nothing is left to give away
  if (!game.isForTwo && after !== LOST && (before === UNCOUNTED || after === UNCOUNTED)) return 0;
  return mover === 0 ? before - after : after - before;
}

export function mistakes(game, values) {
  const worth = (number) => worthOf(game, number, values.known(game.positionAt(number)));
  const found = [];
  for (const { from, to } of game.turns()) {
    const [before, after] = [worth(from), worth(to)];
    if (before === null || after === null) continue;
    const { mover } = game.positionAt(from);
    const saved = to === game.moves.length ? savedBy(values.known(game.positionAt(to))) : 0;
    const loss = lossOf(game, mover, before, after) - saved;
    if (loss <= 0) continue;
    found.push({ from, to, mover, loss, words: lossWords(game, loss, after) });
  }
  return found;
}

export const countsTurns = ({ players, objectives }) => players === 1 && objectives.includes("moves");

export const savedBy = ({ distance, going_on: further = null }) =>
  further === null ? 0 : Math.max(0, distance - further);

export function lossWords(game, loss, after) {
  if (loss === Infinity) return "lost what could be won";
  if (!game.isForTwo) return `${turnsOf(game, loss)} more than needed`;
  if (game.problem.has_points) return `gave away ${plural(loss, ["point", "points"])}`;
  return after === 0 ? "gave away the win, now a draw" : loss === 2 ? "gave away the win" : "gave away the draw";
}

export function overBest(game, values) {
  if (game.isForTwo || !game.at || (game.position.is_over && !game.position.is_goal)) return "";
  const [first, now] = [0, game.at].map((number) => values.known(game.positionAt(number)));
  const [start, here] = [worthOf(game, 0, first), worthOf(game, game.at, now)];
  const distance = first?.distance ?? null;
  if (distance === null || start === null || start === LOST) return "";
  const best = `best possible ${distance}`;
  const played = turnsPlayed(game, game.at);
  if (here === null || here === LOST || here === UNCOUNTED) return `${played} so far · ${best}`;
  const saved = savedBy(now);
  const over = start - here - saved;
  if (game.position.is_goal) return over > 0 ? `${over} over the ${best}` : FEWEST;
  const way = over > 0 ? `${-here - saved} in all at best, ${over} over the ${best}` : `on the way to the ${best}`;
  return `${played} so far · ${way}`;
}
