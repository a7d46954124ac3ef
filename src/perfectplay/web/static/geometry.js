/*
Places on a board, in the units of the drawing.  The figures are those of the package's own pictures.

  nextCell(cells, from, "ArrowLeft")   the cell that an arrow key leads to; null if there is none
  trailPoints(points)                  corners of the arrow through some cells, which hides neither of its ends
*/

const PIECE_RADIUS = 14.5;
export const RING_RADIUS = 16.5;
export const MARK_RADIUS = 19.5;
export const CELL_RADIUS = 20;
const ARROW_HEAD = 13;

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SLANT = 1.2; // how much a step aside counts against one ahead: in a triangle no neighbour is straight below

/**
 * @template {{ x: number, y: number }} C
 * @param {C[]} cells @param {C} from @param {string} key
 * @returns {C | null}
 */
export function nextCell(cells, from, key) {
  const [right, down] = DIRECTIONS[key];
  let best = null;
  let least = Infinity;
  for (const cell of cells) {
    const [x, y] = [cell.x - from.x, cell.y - from.y];
    const ahead = x * right + y * down;
    const aside = Math.abs(x * down - y * right);
    const cost = ahead + SLANT * aside;
    if (ahead > 1 && aside <= ahead + 1 && cost < least) [best, least] = [cell, cost];
  }
  return best;
}

/** @param {string} key */
export const isArrow = (key) => key in DIRECTIONS;

/** @param {{ x: number, y: number }[]} points */
export function trailPoints(points) {
  if (points.length < 2) return points;
  const [first, second] = points;
  const [before, last] = points.slice(-2);
  const stop = PIECE_RADIUS + ARROW_HEAD;
  const isNear = distance(before, last) <= RING_RADIUS + stop;
  return [
    shortOf(second, first, RING_RADIUS),
    ...points.slice(1, -1),
    shortOf(before, last, isNear ? ARROW_HEAD : stop),
  ];
}

/** @param {{ x: number, y: number }} one @param {{ x: number, y: number }} other */
export const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

function shortOf(from, to, gap) {
  const share = gap / (distance(from, to) || 1);
  return { x: to.x + (from.x - to.x) * share, y: to.y + (from.y - to.y) * share };
}
