/*
Which move is meant by the cells that a player points at.  Nothing here touches the page.

  beginners(moves)                     the cells where a move begins
  targets(moves, chosen)               Map from the cells where a move from there may end to those moves
  namesOf(position)                    Map from the texts of its moves to what they are called
  decide(moves, chosen, name)          what pointing at a cell means:
      { kind: "play", move } · { kind: "choose", name } · { kind: "release" } · { kind: "several", moves } ·
      { kind: "try", cells } a move that is none, for the server to say why · { kind: "nothing" }
  tried(position, cells)               such a move as the problem would write it; null where moves do not name cells
*/

/** @typedef {{ text: string, name: string, cells: string[], points: number | null }} Move */

const first = (move) => move.cells[0];
const last = (move) => move.cells[move.cells.length - 1];

// Where a single cell can be a move, cells are taken and nothing travels: a run has two ends and no direction.
const isTaking = (moves) => moves.some((move) => move.cells.length === 1);

/** @param {Move[]} moves @param {string} name */
function movesFrom(moves, name) {
  const isEither = isTaking(moves);
  return moves.filter((move) => first(move) === name || (isEither && last(move) === name));
}

/** @param {Move[]} moves */
export function beginners(moves) {
  const isEither = isTaking(moves);
  return new Set(moves.flatMap((move) => (isEither ? [first(move), last(move)] : [first(move)])).filter(Boolean));
}

/** @param {Move[]} moves @param {string | null} chosen */
export function targets(moves, chosen) {
  /** @type {Map<string, Move[]>} */
  const found = new Map();
  for (const move of chosen === null ? [] : movesFrom(moves, chosen)) {
    const end = first(move) === chosen ? last(move) : first(move);
    found.set(end, [...(found.get(end) ?? []), move]);
  }
  return found;
}

/** @param {{ moves: Move[] }} position */
export const namesOf = ({ moves }) => new Map(moves.map(({ text, name }) => [text, name]));

/** @param {Move[]} moves @param {string | null} chosen @param {string} name */
export function decide(moves, chosen, name) {
  const begun = movesFrom(moves, name);
  if (chosen === null) {
    const [only] = begun;
    if (begun.length === 1 && only.cells.length === 1) return { kind: "play", move: only };
    return begun.length ? { kind: "choose", name } : { kind: "nothing" };
  }
  const meant = targets(moves, chosen).get(name) ?? [];
  if (meant.length === 1) return { kind: "play", move: meant[0] };
  if (meant.length > 1) return { kind: "several", moves: meant };
  if (name === chosen) return { kind: "release" };
  if (begun.length && !isTaking(moves)) return { kind: "choose", name };
  return { kind: "try", cells: [chosen, name] };
}

/** @param {{ moves: Move[], cells: { name: string, piece: string }[] }} position @param {string[]} cells */
export function tried({ moves, cells: all }, cells) {
  const piece = all.find((cell) => cell.name === cells[0])?.piece;
  // Some problems name the piece that moves and not its cell; a legal move shows which.
  const namesPiece = moves.some((move) => move.cells.length > 1 && !move.text.includes(first(move)));
  const namesCells = moves.some((move) => move.text.includes(last(move)));
  return namesCells ? [namesPiece && piece ? piece : cells[0], cells[1]].join("-") : null;
}
