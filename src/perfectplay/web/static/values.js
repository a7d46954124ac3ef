/*
Exact values from the server, each asked for once.

  const values = new Values(game);
  values.known(position)                        the value if it is known by now, else null
  await values.ask(position, { signal })        the value; `{ category: null, limit, price }` where it is not known;
                                                `again`: ask once more what was not found out in time
  await values.askMoves(position, { signal })   the values of all moves, best first; null where they are not known
  await values.hint(position, { signal })
  values.isQuick                                every value comes at once: the whole history may be asked for
  onWait: (seconds) => …                        with `signal`: called when the server is busy and is asked again later

A position that ends the play is valued by what the server said of it, without asking.
*/

import { getJson, isAbort, joinedMoves } from "./api.js";
import { pause } from "./latest.js";

const MOST_TRIES = 5;
const BUSY = [429, 503]; // too much was asked for; nobody is free, or the one who was has gone

export class Values {
  #values = new Map();
  #moves = new Map();

  constructor(game) {
    this.game = game;
    this.isQuick = false;
  }

  /**
   * Positions of a user's own game may share a text: only the moves that lead there tell them apart.  Where a turn may
   * go on, the step before says what it is worth to do so.
   */
  #keyOf({ text, history, isOpen, after }) {
    if (this.game.problem.is_own) return [text, ...history].join("\n");
    return isOpen ? `${text}\n${after}` : text;
  }

  known(position) {
    if (position.is_goal && !this.game.isForTwo) return { category: "won", distance: 0, points: null };
    if (position.is_over) return { category: position.outcome ?? "lost", distance: null, points: null };
    return this.#values.get(this.#keyOf(position)) ?? null;
  }

  async ask(position, { signal, onWait, thorough = false, again = false } = {}) {
    const known = this.known(position);
    const isOpen = thorough || (again && known?.category === null && known.limit === "time");
    if (known && (!isOpen || position.is_over)) return known;
    await this.#asked(position, thorough ? { thorough: "1" } : {}, signal, onWait);
    if (thorough) this.#forgetUnfinished();
    return this.#values.get(this.#keyOf(position));
  }

  async askMoves(position, { signal } = {}) {
    const key = this.#keyOf(position);
    const kept = this.#moves.get(key);
    if (kept) return kept;
    const { moves, is_quick: isQuick } = await this.#asked(position, { moves: "1" }, signal);
    if (isQuick || !this.isQuick) this.#moves.set(key, moves); // else more is known since this was asked
    return moves;
  }

  /** Somebody has given the server more time: what it had too little for may be found by now. */
  #forgetUnfinished() {
    for (const [key, moves] of this.#moves) {
      if (moves.some(({ category }) => category === null)) this.#moves.delete(key);
    }
  }

  async hint(position, { signal } = {}) {
    return this.#patiently(`/api/hint?${this.#where(position)}`, signal);
  }

  async #asked(position, more, signal, onWait) {
    const value = await this.#patiently(`/api/values?${this.#query(position, more)}`, signal, onWait);
    if (value.is_quick && !this.isQuick) {
      // All values are at hand from now on, and say more than those that a search has found one by one.
      this.isQuick = true;
      this.#values.clear();
      this.#moves.clear();
    }
    const key = this.#keyOf(position);
    const old = this.#values.get(key);
    if (!old || !knowsMore(old, value)) this.#values.set(key, value);
    return value;
  }

  #query(position, more) {
    // Once all values are at hand, the server is to look there, and not at what a shorter search has left.
    const where = this.isQuick ? { thorough: "1" } : {};
    return this.#where(position, { ...where, ...more });
  }

  #where({ text, history }, more = {}) {
    return new URLSearchParams({ spec: this.game.spec, position: text, history: joinedMoves(history), ...more });
  }

  /** Ask again when the server says it is busy. */
  async #patiently(path, signal, onWait) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await getJson(path, { signal });
      } catch (error) {
        if (isAbort(error) || !BUSY.includes(error.status) || tries === MOST_TRIES) throw error;
        const seconds = error.retryAfter ?? 1;
        onWait?.(seconds);
        await pause(1000 * seconds, signal);
      }
    }
  }
}

/** Whether a value that is known says what a newer one, of a shorter search, does not. */
const knowsMore = (old, newer) =>
  old.category !== null && (newer.category === null || (old.distance !== null && newer.distance === null));
