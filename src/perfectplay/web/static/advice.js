/*
One good move, and where it went wrong.

  const advice = makeAdvice(game, values, { say, point, play, person, hideValues });
  advice.hint()          name one good move and point at it on the board
  advice.findMistake()   go back to the last good position and ask for a better move, without showing it
  advice.judge()         after a move of a person: say whether it is the better one that was asked for; true if not
  advice.update(moves)   the position after these moves is shown: what was being asked is no longer wanted
  person()               the side of the only person who plays; null where there are two, or none
  say(text, kind, buttons) · point(cells) mark cells on the board · hideValues() so that nothing shows the better move
*/

import { isAbort, pageAddress } from "./api.js";
import { button, plural } from "./dom.js";
import { latest } from "./latest.js";
import { capital, inSentence } from "./texts.js";
import { LOST, lossOf, lossWords, savedBy, worthOf } from "./worth.js";

export function makeAdvice(game, values, { say, point, play, person, hideValues }) {
  const begin = latest(game.signal);
  /** The search for a better move: the moves before it, those that were wrong, in words, and what to come back to. */
  let challenge = null;

  function update(moves) {
    begin();
    const isThere = challenge?.before.every((move, index) => move === moves[index]);
    if (!isThere) challenge = null;
  }

  async function guarded(work) {
    const signal = begin();
    try {
      await work(signal);
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) say(error.message, "bad");
    }
  }

  const hint = () =>
    guarded(async (signal) => {
      const { position } = game;
      if (position.is_over) return say("The play is over: there is no move to make.");
      say("Looking for a good move…");
      const { move, category } = await values.hint(position, { signal });
      if (signal.aborted) return;
      if (move === null) return say(noHint(category), category === "lost" ? "bad" : "");
      point(cellsOf(position, move));
      say(`${hintWords(category)}: ${game.quoted(move)}.`, "good", [
        button("Play it", () => play(move), "small"),
        challenge && button("Back to where I was", giveUp, "small quiet"),
      ]);
    });

  /** In a game for points everybody can do their best. */
  function hintWords(category) {
    if (game.problem.has_points) return "A move that keeps the most points";
    return category === "lost" ? "Nothing saves it; as good as any" : "A good move";
  }

  function noHint(category) {
    if (game.isForTwo || category !== "lost") return "Too big to know: no good move was found in time.";
    const isHopeless = game.at === 0 || values.known(game.positionAt(0))?.category === "lost";
    if (isHopeless) return "Impossible: no move leads to the goal.";
    return "Lost: no move leads to the goal. Where did it go wrong?";
  }

  const findMistake = () =>
    guarded(async (signal) => {
      if (game.at === 0) return say("Nothing has been played yet.");
      say("Looking for the last good position…");
      const found = await lastGood(signal);
      if (signal.aborted) return;
      if (typeof found === "string") return say(found);
      const { moves, at } = game;
      const { from, to } = found;
      const words = `${mistakeWords(found)}.`;
      challenge = { before: moves.slice(0, from), wrong: moves.slice(from, to), words, back: { moves, at } };
      hideValues();
      await game.goTo(from, { replace: false });
      point([]);
      ask();
    });

  function mistakeWords({ from, to, before, after }) {
    const wrong = game.movesBetween(from, to);
    if (game.isForTwo) {
      const loss = lossOf(game, game.positionAt(from).mover, before, after);
      const who = inSentence(game.makerAt(from));
      return `${capital(game.turnWords(to))}, ${wrong} by ${who}, ${lossWords(game, loss, after)}`;
    }
    const head = `Before ${game.turnWords(to)}`;
    if (after === LOST) return `${head} it was still good; ${wrong} gave it away`;
    return `${head}, ${plural(-before, game.problem.turn_noun)} in all were still possible; ${wrong} made it ${-after}`;
  }

  function ask() {
    if (!challenge) return; // the visitor has gone elsewhere in the meantime
    say(`${challenge.words} Find a better move.`, "", [
      button("Show one", hint, "small"),
      button("Back to where I was", giveUp, "small quiet"),
    ]);
  }

  function giveUp() {
    const { back } = challenge;
    challenge = null;
    say("");
    game.go(pageAddress("play", game.spec, back));
  }

  /** Ask backwards for the turn after which things were worse for the player: the last one counts. */
  async function lastGood(signal) {
    // Where two people sit at one screen, or two machines play, any mistake is looked for.
    const player = person();
    const ask = (number) => values.ask(game.positionAt(number), { signal });
    const here = await ask(game.at);
    let after = worthOf(game, game.at, here);
    if (after === null) return "Too big to know whether anything went wrong.";
    after += savedBy(here); // the turn that is under way may go on
    for (const { from, to } of game.turns(game.at).reverse()) {
      const before = worthOf(game, from, await ask(from));
      if (signal.aborted || before === null) return "Too big to know where it went wrong.";
      const { mover } = game.positionAt(from);
      const isMine = player === null || mover === player;
      if (isMine && lossOf(game, mover, before, after) > 0) return { from, to, before, after };
      after = before;
    }
    return after === LOST ? "It was lost from the start." : nothingWrong();
  }

  function nothingWrong() {
    if (game.isForTwo && person() !== null) return "Your moves so far were as good as any.";
    return game.isForTwo ? "Every move so far was as good as any." : "Nothing went wrong: all is as good as at first.";
  }

  /** After a move that was to be a better one: say whether it is; tell whether it is not. */
  async function judge() {
    if (!challenge) return false;
    const mine = challenge;
    const [from, to] = [mine.before.length, game.at];
    const played = game.moves.slice(from, to);
    if (!played.length || game.positionAt(from + 1).turns !== game.position.turns) {
      challenge = null; // the turn that was asked for is over
      return false;
    }
    const name = game.movesBetween(from, to);
    let isWrong = false;
    await guarded(async (signal) => {
      const [before, after] = [from, to].map((number) => game.positionAt(number));
      const [good, now] = [await values.ask(before, { signal }), await values.ask(after, { signal })];
      if (signal.aborted || challenge !== mine) return;
      const [was, is] = [worthOf(game, from, good), worthOf(game, to, now)];
      if (is === null || was === null) return say("Too big to know whether that is better.");
      const loss = lossOf(game, before.mover, was, is);
      isWrong = loss > savedBy(now);
      if (isWrong) {
        const isSame = played.every((move, index) => move === mine.wrong[index]);
        const words = isSame ? " is the move that gave it away" : " gives it away, too";
        const isLess = !game.isForTwo && is !== LOST; // it can still be won, in more turns
        return say(`${name}${isLess ? `: ${lossWords(game, loss - savedBy(now), is)}` : words}.`, "bad", [
          button("Try again", () => again(from), "small"),
          button("Show one", () => again(from).then(hint), "small"),
        ]);
      }
      if (loss > 0) return say(`${name} keeps it if the same piece goes on.`);
      challenge = null;
      say(`Yes: ${name} keeps it.`, "good");
    });
    return isWrong;
  }

  async function again(from) {
    await game.goTo(from);
    ask();
  }

  return { hint, findMistake, judge, update };
}

const cellsOf = (position, text) => position.moves.find((move) => move.text === text)?.cells ?? text.split("-");
