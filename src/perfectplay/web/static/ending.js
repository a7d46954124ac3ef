/*
What there is to do after a puzzle is solved: said in the place of messages, until something else is.

  const ending = makeEnding(game, values)
  ending.element        to be shown where a puzzle is solved
  ending.update()       a value has become known
*/

import { pageAddress } from "./api.js";
import { el, fill } from "./dom.js";
import { countsTurns, FEWEST, overBest } from "./worth.js";

export function makeEnding(game, values) {
  const words = el("p");
  const address = `${pageAddress("solve", game.spec)}?now&objective=moves`;
  const [, turns] = game.problem.turn_noun;
  const fewest = el("a", { class: "button small", href: address }, `Solve it in the fewest ${turns}`);
  const element = el("div", { class: "message message-good" }, words, fewest);

  function update() {
    const isCounted = countsTurns(game.problem);
    const found = overBest(game, values);
    fewest.hidden = !isCounted || found === FEWEST;
    const open = found ? `Fewer ${turns} are enough.` : `Can it be done in fewer ${turns}?`;
    const more = found === FEWEST ? `Nobody needs fewer ${turns}.` : isCounted && open;
    fill(words, ["Solved.", more].filter(Boolean).join(" "));
  }

  return { element, update };
}
