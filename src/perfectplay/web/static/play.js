/*
The screen where a problem is played: exports `show(root, context)` for main.js.

It puts the parts together and passes on what happens: the board (play_board.js), what can be done (actions.js), the
light (light.js), the moves and their values (moves_panel.js), history and save points (history.js), the chart
(chart.js), hints and mistakes (advice.js), who plays (opponents.js).  What is shown is always that of the address;
game.js keeps it.
*/

import { heading, help, showBadMoves } from "./about.js";
import { makeActions } from "./actions.js";
import { makeAdvice } from "./advice.js";
import { isAbort } from "./api.js";
import { makeChart } from "./chart.js";
import { el, fill, plural } from "./dom.js";
import { Game } from "./game.js";
import { makeEnding } from "./ending.js";
import { makeHistory } from "./history.js";
import { makeLight } from "./light.js";
import { makeMovesPanel } from "./moves_panel.js";
import { makeOpponents, nobody } from "./opponents.js";
import { makePlayBoard } from "./play_board.js";
import { minus, sentence } from "./texts.js";
import { Values } from "./values.js";

/** @param {HTMLElement} root @param {any} context */
export async function show(root, context) {
  const { announce } = context;
  const game = new Game(context);
  try {
    await game.load(context.moves, context.at);
  } catch (error) {
    if (isAbort(error) || !context.moves.length) throw error;
    return showBadMoves(root, context, error);
  }
  const values = new Values(game);
  const message = el("div", { class: "play-message" });
  const turn = el("p", { class: "turn" });

  const opponents = game.isForTwo ? makeOpponents(game, { say, announce, changed: render }) : nobody;
  const light = makeLight(game, values, { side: opponents.side, announce, changed: valuesChanged });
  const panel = makeMovesPanel(game, values, { play, say, announce, changed: () => board.draw() });
  const board = makePlayBoard(game, { play, say, panel });
  const past = makeHistory(game, values, { say, isLit: light.isOn });
  const chart = makeChart(game, values, { isLit: light.isOn });
  const advice = makeAdvice(game, values, {
    say,
    play,
    point: board.point,
    person: opponents.person,
    hideValues: () => panel.show(false),
  });
  const ending = makeEnding(game, values);
  const actions = makeActions(game, { say, advice, opponents });

  fill(
    root,
    heading(game.problem),
    el(
      "div",
      { class: "columns play" },
      el(
        "div",
        { class: "stack stack-board" },
        el("div", { class: "status card" }, light.element, turn),
        board.element,
        message,
        actions.element,
      ),
      el("div", { class: "stack" }, opponents.element, panel.element, past.element, chart.element, help(game.problem)),
    ),
  );
  board.element.addEventListener("keydown", actions.shortcut);
  showMessage();
  render();
  const asked = context.query.get("at");
  if (asked !== null && asked !== String(context.at)) {
    const shown = `this is the last one, after ${plural(game.at, game.problem.step_noun)}`;
    say(`There is no position “${asked.slice(0, 20)}”: ${shown}.`);
  }

  /** Say something below the board and to those who listen; `kind` is "", "good" or "bad". */
  function say(words, kind = "", buttons = []) {
    const said = sentence(words);
    const row = buttons.length > 0 && el("div", { class: "row" }, buttons);
    showMessage(said && el("div", { class: `message ${kind && `message-${kind}`}` }, el("p", {}, said), row));
    announce(said);
  }

  /**
   * Whoever has pressed a button of a message that goes away is led to the next one's, or else to the board.  Where
   * nothing else is said, the end of a puzzle is, and before the first move how one is made.
   */
  function showMessage(...parts) {
    const hadFocus = message.contains(document.activeElement);
    const isSolved = game.position.is_goal && !game.isForTwo;
    fill(message, parts.some(Boolean) ? parts : isSolved ? ending.element : prompt());
    const next = message.querySelector("button, a:not([hidden])") ?? board.element.querySelector('[tabindex="0"]');
    if (hadFocus) next?.focus({ preventScroll: true });
  }

  function prompt() {
    const hasWays = game.position.moves.some(({ cells }) => cells.length > 1);
    if (game.at || !hasWays || !game.position.cells) return null;
    return el("p", { class: "note" }, "Choose where a move begins to see where it can end.");
  }

  async function play(move) {
    if (opponents.isMachine(game.position.mover)) return say(`It is ${game.nameAt(game.at)}'s turn.`);
    try {
      if (!(await game.play(move))) return;
      const { visit } = game;
      // A machine answers no move that is about to be taken back, and none that the visitor has gone away from.
      if ((await advice.judge()) || visit !== game.visit) return;
      opponents.played();
    } catch (error) {
      if (!isAbort(error)) say(error.message, "bad");
    }
  }

  function valuesChanged() {
    past.update();
    chart.update();
    ending.update();
  }

  function render() {
    fill(turn, turnWords(game));
    actions.update();
    opponents.update();
    board.update();
    panel.update();
    light.update();
    valuesChanged();
  }

  /** Called when the address has changed: by a move, by looking around, or by the back button. */
  async function update({ moves, at }) {
    opponents.left();
    advice.update(moves.slice(0, at));
    try {
      if (!(await game.load(moves, at))) return;
    } catch (error) {
      return isAbort(error) || say(error.message, "bad");
    }
    showMessage();
    announce(placeWords(game));
    render();
  }

  return { update };
}

function turnWords({ problem, position, names, isForTwo }) {
  const mover = isForTwo && !position.is_over ? `${names[position.mover]} to move` : "";
  const points = problem.has_points && position.points?.map((count, side) => `${names[side]} ${minus(count)}`);
  return [mover, position.turn, points && `Points: ${points.join(", ")}`].filter(Boolean).join(" · ");
}

function placeWords(game) {
  if (!game.at) return `Start. ${game.position.turn}`.trim();
  const who = game.isForTwo ? `${game.makerAt(game.at - 1)}: ` : "";
  const number = game.at - 1;
  return `${who}${game.quoted(game.moves[number], number)}. ${game.position.turn}`.trim();
}
