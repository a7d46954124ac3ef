/*
One play of a problem: its moves, the position shown, and every position that the server has described so far.

  const game = new Game(context);
  await game.load(context.moves, context.at);
  game.problem, game.moves, game.at       the description, all moves of the history, the number of those shown
  game.position, game.positionAt(n)       what the server says of the position shown, and of the one after n moves;
                                          isOpen: the turn that leads there may go on
  await game.find(text)                   the move that somebody means, from what was typed or pointed at; null where
                                          another place is shown by the time the server answers
  await game.play(text)                   play a move here; later moves of the history are given up
  game.goTo(n)                            show the position after n moves
  game.visit                              a number that changes when another place is about to be shown, and when it is
  game.turnWords(n)                       "move 3": the turn that leads to the position after n steps
  game.nameOf(text, n)                    what a move at n, or here, is called
  game.quoted(text, n)                    the same inside of a sentence
  game.movesBetween(from, to)             what the moves of the history between two positions are called
  game.names                              what the players of a game for two are called
  game.makerAt(n)                         what the player is called who made the move at a position

The address is the one memory: `play` and `goTo` change it, and the page then calls `load` with what it says.
*/

import { ApiError, getJson, pageAddress, problemPath } from "./api.js";
import { namesOf } from "./picking.js";

export const SIDES = ["First", "Second"];

const keyOf = (moves) => moves.join("\n");

export class Game {
  /** @type {Map<string, any>} */
  #positions = new Map(); // every position described so far, by the moves that lead there
  #shown = []; // those of the history
  #playing = null; // the move that is being played: its visit, and the signal that gives it up

  constructor({ spec, go, signal }) {
    this.spec = spec;
    this.go = go;
    this.signal = signal;
    this.problem = null;
    this.moves = [];
    this.at = 0;
    this.visit = 0;
    this.names = [...SIDES];
    this.since = [0, 0]; // the number of the position from which on each side has had its player
  }

  /** Show a place of a history; tell whether it is still wanted.  Positions that are known are not asked for again. */
  async load(moves, at) {
    this.visit += 1;
    const { visit } = this;
    await this.#learn(moves);
    if (visit !== this.visit) return false; // somebody has gone on in the meantime
    this.moves = moves;
    this.at = at;
    this.#shown = [0, ...moves.keys()].map((_, number) => this.#positions.get(keyOf(moves.slice(0, number))));
    this.visit += 1;
    return true;
  }

  async #learn(moves) {
    let since = 0;
    while (since <= moves.length && this.#positions.has(keyOf(moves.slice(0, since)))) since += 1;
    if (since > moves.length) return;
    const path = problemPath(this.spec, moves, "", since ? [["since", String(since)]] : []);
    const answer = await getJson(path, { signal: this.signal });
    this.problem ??= answer;
    answer.positions.forEach((position, index) => {
      const history = moves.slice(0, since + index);
      const isOpen = position.moves.some((move) => move.goes_on);
      const names = namesOf(position);
      this.#positions.set(keyOf(history), { ...position, history, isOpen, names });
    });
  }

  get position() {
    return this.positionAt(this.at);
  }

  positionAt(number) {
    return this.#shown[number];
  }

  get isForTwo() {
    return this.problem.players === 2;
  }

  /** Whose turn a position is, in words; nothing in a puzzle. */
  nameAt(number) {
    return this.isForTwo ? this.names[this.positionAt(number).mover] : "";
  }

  makerAt(number) {
    const { mover } = this.positionAt(number);
    return number < this.since[mover] ? SIDES[mover] : this.names[mover];
  }

  nameOf(text, number = this.at) {
    return this.positionAt(number).names.get(text) ?? text;
  }

  quoted(text, number = this.at) {
    const name = this.nameOf(text, number);
    return /^[\w,-]+$/.test(name) ? name : `“${name}”`;
  }

  movesBetween(from, to) {
    const moves = this.moves.slice(from, to);
    return moves.map((text, index) => this.quoted(text, from + index)).join(", ");
  }

  /** Return the move that somebody means by a text; an error that says why it is none. */
  async find(text) {
    const { visit } = this;
    const path = problemPath(this.spec, this.moves.slice(0, this.at), "/try", [["text", text]]);
    const { move, error } = await getJson(path, { signal: this.signal });
    if (visit !== this.visit) return null;
    if (move === null) throw new ApiError(error, 400);
    return move;
  }

  /**
   * Play a move, and tell whether it was played: a visitor who has left, or looks at another place by the time the
   * server answers, is not called back.
   * @param {string} text @param {{ replace?: boolean, signal?: AbortSignal }} [how]
   */
  async play(text, { replace = false, signal = this.signal } = {}) {
    const { visit } = this;
    if (this.#playing?.visit === visit && !this.#playing.signal.aborted) return false;
    const mine = (this.#playing = { visit, signal });
    try {
      const moves = [...this.moves.slice(0, this.at), text];
      await this.#learn(moves);
      if (signal.aborted || visit !== this.visit) return false;
      await this.go(pageAddress("play", this.spec, { moves }), { replace });
      return true;
    } finally {
      if (this.#playing === mine) this.#playing = null;
    }
  }

  /** Looking around is no step that the back button should have to undo, so it takes the place of the last address. */
  async goTo(number, { replace = true } = {}) {
    if (this.signal.aborted) return false;
    await this.go(pageAddress("play", this.spec, { moves: this.moves, at: number }), { replace });
    return true;
  }

  /**
   * The turns of the history; several steps may be one turn.
   * @returns {{ from: number, to: number }[]} the numbers of the positions before and after each turn
   */
  turns(end = this.moves.length) {
    const found = [];
    for (let number = 1; number <= end; number += 1) {
      const turn = this.positionAt(number).turns - 1;
      found[turn] = { from: found[turn]?.from ?? number - 1, to: number };
    }
    return found;
  }

  turnWords(number) {
    return `${this.problem.turn_noun[0]} ${this.positionAt(number).turns}`;
  }
}
