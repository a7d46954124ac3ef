/*
  await textFrames(spec, context, solution)     frames (replay.js) of a game that has no pictures: its drawings in lines
*/

import { getJson, problemPath } from "./api.js";

/**
 * @param {string} spec @param {{ moves: string[], at: number, signal: AbortSignal }} context
 * @param {string[]} solution
 */
export async function textFrames(spec, { moves, at, signal }, solution) {
  const path = problemPath(spec, [...moves.slice(0, at), ...solution], "", [["since", String(at)]]);
  const { positions } = await getJson(path, { signal });
  return positions.map((position, index) => ({
    caption: index ? position.after : "start",
    cells: null,
    trail: [],
    text: position.board,
  }));
}
