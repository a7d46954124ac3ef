/*
The frames of a replay (replay.js), from positions as the server describes them.

  framesOf(positions)                           one for the start and one after each move
  await textFrames(spec, context, solution)     those of a game that has no pictures: its drawings in lines
*/

import { getJson, problemPath } from "./api.js";
import { namesOf } from "./picking.js";

/** @param {object[]} positions */
export const framesOf = (positions) =>
  positions.map(({ after, cells, trail, board }, index) => ({
    caption: index ? (namesOf(positions[index - 1]).get(after) ?? after) : "start",
    cells,
    trail,
    text: board,
  }));

/**
 * @param {string} spec @param {{ moves: string[], at: number, signal: AbortSignal }} context
 * @param {string[]} solution
 */
export async function textFrames(spec, { moves, at, signal }, solution) {
  const path = problemPath(spec, [...moves.slice(0, at), ...solution], "", [["since", String(at)]]);
  const { positions } = await getJson(path, { signal });
  return framesOf(positions);
}
