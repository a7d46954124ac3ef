/*
  cellsWith(cells, position)     the cells of a board with the pieces of another position, as traces and trees list them
*/

/** @param {object[]} cells @param {{ pieces: string[], shapes: (string | null)[] }} position */
export const cellsWith = (cells, { pieces, shapes }) =>
  cells.map((cell, index) => ({ ...cell, piece: pieces[index], shape: shapes[index] }));
