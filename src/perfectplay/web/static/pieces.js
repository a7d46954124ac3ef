/*
  cellsWith(cells, pieces)     the cells of a board with other pieces on them, as traces list them: "" is none, "o" a
                               plain one
*/

const PLAIN_SHAPE = "pp-piece";

/** @param {object[]} cells @param {string[] | null} pieces */
export function cellsWith(cells, pieces) {
  if (!pieces) return cells;
  return cells.map((cell, index) => {
    const piece = pieces[index];
    return { ...cell, piece: piece === "o" ? "" : piece, shape: piece ? (cell.shape ?? PLAIN_SHAPE) : null };
  });
}
