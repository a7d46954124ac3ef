/*
Who plays a game for two: people at this page, or players of the arena on either side.

  const opponents = makeOpponents(game, { say, announce, changed });
  opponents.isMachine(side)        whether a player of the arena has this side
  opponents.person()               the side of the only person; null where there are two, or none
  opponents.side()                 the player whose light and mistakes are shown: the only person, or whoever is to move
  opponents.played()               somebody has moved: a machine that is to move answers
  opponents.left()                 another position is about to be shown: a machine that was thinking stops
  opponents.update()               another position is shown
  opponents.undone(at)             the number of the position that "undo" goes back to
  changed()                        called when the sides have changed

A machine moves when it is chosen and when somebody has moved, another machine included, never because somebody looks at
a position: the back button would be trapped.  There and after a reload it waits for a button.
*/

import { postJson } from "./api.js";
import { button, el, fill, store } from "./dom.js";
import { SIDES } from "./game.js";
import { latest, pause } from "./latest.js";
import { sentence } from "./texts.js";

const PERSON = "person";
const PLEASANT_SECONDS = 5; // nobody likes to wait longer, unless they ask for it
const LEAST_SECONDS = 0.1;
const PACE = 600; // milliseconds at the least between the moves of two machines: somebody looks on
const SEEDS = 2 ** 31;

export function makeOpponents(game, { say, announce, changed }) {
  const key = `opponents.${game.spec}`;
  const abouts = new Map(game.problem.players_known.map(({ name, about }) => [name, about]));
  const known = [...abouts.keys()];
  const { move_seconds: usual, limits } = game.problem;
  const most = limits.seconds;
  const saved = store.get(key, {});
  const sides = [0, 1].map((side) => (known.includes(saved.sides?.[side]) ? saved.sides[side] : PERSON));
  const start = allowed(saved.seconds) ?? Math.min(usual, PLEASANT_SECONDS, most);
  const seconds = el("input", { type: "number", min: LEAST_SECONDS, max: most, step: "any", value: start });
  const selects = ["First player", "Second player"].map((title, side) => chooser(title, side));
  const state = el("p", { class: "note", tabindex: "-1" });
  const control = button("", () => (thinking ? stop() : think()), "", { hidden: true });
  const element = el(
    "section",
    { class: "card stack-small", "aria-label": "Who plays" },
    el("h2", {}, "Who plays"),
    el("div", { class: "pair" }, selects),
    el("label", { class: "field" }, "Seconds per move", seconds),
    el("div", { class: "row" }, state, control),
  );
  const seed = Math.floor(Math.random() * SEEDS);
  const begin = latest(game.signal);
  let given = start;
  let thinking = null; // the signal of the move that is being thought about
  seconds.addEventListener("change", setSeconds);
  // Nobody knows who made the moves of an address, unless they are those that were played here last.
  const isSameGame = saved.since && saved.moves?.join("\n") === game.moves.join("\n");
  game.since = isSameGame ? saved.since : sides.map(() => game.moves.length);
  setNames();

  function chooser(title, side) {
    const options = [PERSON, ...known].map((name) =>
      el("option", { value: name, selected: name === sides[side] }, name === PERSON ? "a person here" : name),
    );
    const note = el("span", { class: "note", id: `player-note-${side}` });
    const describe = () => fill(note, sentence(abouts.get(sides[side]) ?? ""));
    const select = el("select", { onchange, "aria-describedby": note.id }, options);
    describe();
    return el("div", { class: "field" }, el("label", { class: "field" }, title, select), note);

    function onchange() {
      choose(side, select.value);
      describe();
    }
  }

  function choose(side, name) {
    sides[side] = name;
    game.since[side] = game.moves.length; // the moves so far were not made by this player
    left();
    keep();
    setNames();
    changed();
    if (game.at === game.moves.length) answer(); // a move at an earlier place would give up those after it
  }

  /** A time that the server gives to a move; null where it is none. */
  function allowed(value) {
    return Number(value) >= LEAST_SECONDS && Number(value) <= most ? Number(value) : null;
  }

  function setSeconds() {
    if (allowed(seconds.value) === null) {
      say(`A move may take from ${LEAST_SECONDS} to ${most} seconds.`, "bad");
      seconds.value = given;
    }
    given = Number(seconds.value);
    keep();
  }

  function keep() {
    store.set(key, { sides, seconds: given, moves: game.moves, since: game.since });
  }

  function setNames() {
    const isPerson = sides.map((name) => name === PERSON);
    const isTwice = sides[0] === sides[1]; // two people, or a machine against itself
    game.names = isTwice ? [...SIDES] : sides.map((name) => (name === PERSON ? "You" : name));
    seconds.disabled = !isPerson.includes(false);
  }

  const isMachine = (side) => sides[side] !== PERSON;
  const machineCount = () => [0, 1].filter(isMachine).length;

  function person() {
    const people = [0, 1].filter((number) => !isMachine(number));
    return people.length === 1 ? people[0] : null;
  }

  const side = () => person() ?? game.position.mover;

  function update() {
    const isDue = !game.position.is_over && isMachine(game.position.mover);
    const name = game.nameAt(game.at);
    const machines = machineCount();
    const others = machines > 0 && (game.position.is_over ? "The game is over." : "It is your turn.");
    fill(state, thinking ? `${name} is thinking…` : isDue ? `${name} is to move.` : others);
    const [start, halt] = machines === 2 ? ["Go on", "Pause"] : ["Let it move", "Stop"];
    fill(control, thinking ? halt : start);
    control.classList.toggle("primary", !thinking);
    // Whoever has just pressed the button is led to what is said beside it.
    if (!isDue && document.activeElement === control) state.focus({ preventScroll: true });
    control.hidden = !isDue;
  }

  function played() {
    game.since = game.since.map((number) => Math.min(number, Math.max(0, game.moves.length - 1)));
    keep();
    answer();
  }

  function answer() {
    if (!game.position.is_over && isMachine(game.position.mover)) think();
    else update();
  }

  async function think() {
    const signal = begin();
    const moves = game.moves.slice(0, game.at);
    const player = sides[game.position.mover];
    const name = game.nameAt(game.at);
    const { at } = game;
    const began = performance.now();
    thinking = signal;
    update();
    try {
      const asked = { spec: game.spec, moves, player, seconds: given, seed };
      const { move, notes } = await postJson("/api/move", asked, { signal });
      if (machineCount() === 2) await pause(PACE - (performance.now() - began), signal);
      if (signal.aborted) return;
      // The answer takes the place of the person's address: back goes to where they were to move.
      if (!(await game.play(move, { replace: true, signal }))) return void rest(signal);
      const more = notes.length ? ` (${notes.join("; ")})` : "";
      say(`${name} played ${game.quoted(move, at)}${more}.`);
      played();
    } catch (error) {
      if (rest(signal)) say(error.message, "bad");
    }
  }

  /** A machine whose move was not played thinks no longer; tell whether anybody still waits for it. */
  function rest(signal) {
    if (signal.aborted) return false;
    thinking = null;
    update();
    return true;
  }

  function stop() {
    left();
    update();
    announce("stopped");
  }

  /** Leaving a position while a machine thinks about it ends its thinking. */
  function left() {
    begin();
    thinking = null;
  }

  function undone(at) {
    let number = at - 1;
    const hasPerson = [0, 1].some((player) => !isMachine(player));
    while (hasPerson && number > 0 && isMachine(game.positionAt(number).mover)) number -= 1;
    return Math.max(0, number);
  }

  return { element, isMachine, person, side, update, played, left, undone };
}

/** The same for a puzzle, which one person plays. */
export const nobody = {
  element: null,
  isMachine: () => false,
  person: () => 0,
  side: () => 0,
  update() {},
  played() {},
  left() {},
  undone: (at) => at - 1,
};
