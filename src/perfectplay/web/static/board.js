/*
A board of cells, drawn from what the server says of a problem (`board`) and of a position (`cells`, `trail`).

  const board = makeBoard(problem.board, { label: "English board" });           a picture
  const board = makeBoard(problem.board, { label, pick, grab, drop, release });  one to play on
  root.append(board.element);
  board.show(position.cells, {
    trail,        cells that the last move passed: ring and arrow
    travels,      true: the piece at the end of the trail is seen to go there
    chosen,       name of the cell that is picked up, or null
    targets,      Map from a cell's name to what is said of it ("a move ends here")
    beginners,    Set of the cells where a move begins
    badges,       Map from a cell's name to { category: "won" | "lost" | "draw" | null, text, spoken }
  });

  pick(name)      a cell was clicked, or Enter or Space pressed on it
  grab(name)      somebody begins to drag there; true lets them
  drop(name)      and lets go over a cell (null: beside the board)
  release()       Escape

Each cell is a named button; one of them is in the tab order, and arrow keys go to its neighbours.  The cells of all
positions that one board shows must be the same, as they are in a play; a board without `pick` is one picture.
*/

import { addDragging } from "./board_drag.js";
import { fill, svg } from "./dom.js";
import { badgeShape } from "./badges.js";
import { CELL_RADIUS, MARK_RADIUS, RING_RADIUS, isArrow, nextCell, trailPoints } from "./geometry.js";

/**
 * @typedef {{ name: string, x: number, y: number, piece: string, shape: string | null, note: string | null,
 *   marked: boolean, stands_for: string | null, label: string }} Cell
 */

const SCALE = 2.3; // pixels for a unit on a big screen: pieces are as big as real ones
// Pixels for a unit on a board to play on: a cell of 24 pixels can be hit by a finger, and names be read in one of 32,
// which a board has that is not much wider than a phone.
const [LEAST_SCALE, READABLE_SCALE] = [0.6, 0.75];
const READABLE_WIDTH = 450;
const FONT = 10.5;
const SMALL = 8; // on a piece, and beside a badge

/**
 * @param {{ width: number, height: number, markup: string }} size
 * @param {{ label: string, pick?: (name: string) => void, grab?: (name: string) => boolean,
 *   drop?: (name: string | null) => void, release?: () => void }} options
 */
export function makeBoard(size, { label, pick, grab, drop, release }) {
  const wood = svg("g", { "aria-hidden": "true" });
  wood.innerHTML = size.markup; // the one place where markup is taken as it is: SVG from our own server
  const marks = svg("g", { "aria-hidden": "true", class: "board-marks" });
  const trailLayer = svg("g", { "aria-hidden": "true", class: "board-trail" });
  const places = svg("g");
  const hints = svg("g", { "aria-hidden": "true", class: "board-hints" });
  const element = svg(
    "svg",
    {
      class: pick ? "board board-live" : "board",
      viewBox: `0 0 ${size.width} ${size.height}`,
      role: pick ? "group" : "img",
      "aria-label": label,
      "text-anchor": "middle",
    },
    wood,
    marks,
    trailLayer, // below names and pieces, which stay readable
    places,
    hints,
  );
  // As big as the window allows with what stands above and below, and never so big that pieces look like balloons.
  const shape = size.width / size.height;
  element.style.maxWidth = `min(100%, ${size.width * SCALE}px, max(${20 * shape}rem, ${shape} * (100vh - 29rem)))`;
  const least = Math.max(size.width * LEAST_SCALE, Math.min(size.width * READABLE_SCALE, READABLE_WIDTH));
  element.style.setProperty("--least-width", `${least}px`);

  /** @type {Map<string, SVGElement>} */
  const nodes = new Map();
  const drawn = new WeakMap();
  /** @type {Cell[]} */
  let cells = [];
  let stop = ""; // the cell that the tab key reaches

  const find = (name) => cells.find((cell) => cell.name === name);

  function cellAt(clientX, clientY) {
    const matrix = element.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return cells.find((cell) => Math.hypot(cell.x - point.x, cell.y - point.y) <= CELL_RADIUS)?.name ?? null;
  }

  function setStop(name) {
    nodes.get(stop)?.setAttribute("tabindex", "-1");
    stop = name;
    nodes.get(name)?.setAttribute("tabindex", "0");
  }

  function focus(name) {
    setStop(name);
    nodes.get(name)?.focus();
  }

  function show(shown, { trail = [], travels = false, chosen = null, targets = new Map(), beginners, badges } = {}) {
    cells = shown ?? [];
    if (nodes.size !== cells.length || !cells.every((cell) => nodes.has(cell.name))) makePlaces();
    for (const cell of cells) {
      const node = nodes.get(cell.name);
      const isTarget = targets.has(cell.name);
      draw(node, cell, badges?.has(cell.name) ?? false);
      node.setAttribute("class", classes(cell, cell.name === chosen, isTarget, beginners?.has(cell.name)));
      if (!pick) continue;
      const said = [cell.label, targets.get(cell.name), badges?.get(cell.name)?.spoken].filter(Boolean).join(", ");
      node.setAttribute("aria-label", said);
      node.setAttribute("aria-pressed", String(cell.name === chosen));
    }
    if (pick && !nodes.has(stop)) setStop((cells.find((cell) => beginners?.has(cell.name)) ?? cells[0])?.name ?? "");
    fill(marks, cells.filter((cell) => cell.marked).map(targetRing));
    fill(trailLayer, arrow(trail.map(find).filter(Boolean)));
    fill(hints, rings(chosen, targets), cells.map((cell) => badgeShape(cell, badges?.get(cell.name))));
    if (travels) travel(nodes, trail.map(find).filter(Boolean));
  }

  /** The disc that catches the pointer stays: a finger may be on it, and its touch would end with the element. */
  function draw(node, cell, hasBadge) {
    const looks = [cell.shape, cell.piece, cell.note, hasBadge].join(" ");
    if (drawn.get(node) === looks) return;
    drawn.set(node, looks);
    fill(node.lastChild, content(cell, hasBadge));
  }

  function makePlaces() {
    nodes.clear();
    for (const { name, x, y } of cells) {
      // A listener for focus on the whole drawing would put that into the tab order, too.
      const button = pick && { role: "button", tabindex: "-1", onfocus: () => setStop(name) };
      const disc = svg("circle", { class: "cell-hit", cx: x, cy: y, r: CELL_RADIUS });
      nodes.set(name, svg("g", { ...button, "data-cell": name }, disc, svg("g")));
    }
    fill(places, [...nodes.values()]);
  }

  function rings(chosen, targets) {
    const parts = [];
    for (const name of targets.keys()) {
      const cell = find(name);
      if (cell && name !== chosen) parts.push(targetShape(cell));
    }
    const held = find(chosen);
    if (held) parts.push(edged("circle", { cx: held.x, cy: held.y, r: RING_RADIUS }, "chosen-ring"));
    return parts;
  }

  if (pick) {
    const nameOf = (event) => event.target.closest?.("[data-cell]")?.getAttribute("data-cell") ?? null;
    const drag = addDragging(element, { nameOf, cellAt, grab, drop, pieceOf: (name) => nodes.get(name) });
    element.addEventListener("click", (event) => {
      const name = nameOf(event);
      if (name === null || drag.hasJustEnded()) return;
      setStop(name);
      pick(name);
    });
    element.addEventListener("keydown", (event) => {
      const here = find(nameOf(event));
      if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Enter" || event.key === " ") pick(here.name);
      else if (event.key === "Escape") release?.();
      else if (isArrow(event.key)) focus(nextCell(cells, here, event.key)?.name ?? here.name);
      else if (event.key === "Home") focus(cells[0].name);
      else if (event.key === "End") focus(cells[cells.length - 1].name);
      else return;
      event.preventDefault();
    });
  }
  return { element, show };
}

function classes(cell, isChosen, isTarget, isBeginner) {
  return [
    "cell",
    cell.shape ? "cell-full" : "cell-empty",
    isChosen && "cell-chosen",
    isTarget && "cell-target",
    isBeginner && "cell-beginner",
  ]
    .filter(Boolean)
    .join(" ");
}

/** The piece of a cell with its text, or the note or name of an empty one. */
function content(cell, hasBadge) {
  const parts = [];
  if (cell.shape) {
    const piece = svg("g", { class: "cell-piece" }, svg("use", { href: `#${cell.shape}`, x: cell.x, y: cell.y }));
    if (cell.piece) piece.append(written(cell, cell.piece, fitting(cell.piece, 17), "piece-text"));
    else piece.append(written(cell, cell.name, fitting(cell.name, SMALL), `piece-name on-${cell.shape}`));
    parts.push(piece);
  } else if (cell.note) {
    parts.push(written(cell, cell.note, fitting(cell.note, 13), "cell-note"));
  } else {
    parts.push(written(cell, cell.name, fitting(cell.name, hasBadge ? SMALL : FONT), "cell-name"));
  }
  return parts;
}

const fitting = (text, size) => Math.min(size, 34 / text.length); // a hole has room for about 24 units of text

function written(cell, text, size, kind) {
  return svg("text", { x: cell.x, y: cell.y + 0.36 * size, "font-size": size.toFixed(1), class: kind }, text);
}

/** A line shape with an edge around it, so that it shows on wood and on pieces of every colour. */
function edged(tag, attributes, kind) {
  return svg("g", { class: `edged ${kind}` }, svg(tag, { ...attributes, class: "edge" }), svg(tag, attributes));
}

const targetRing = (cell) => edged("circle", { cx: cell.x, cy: cell.y, r: MARK_RADIUS }, "goal-ring");

/** A place where a move may end: a dashed ring, and a diamond in an empty hole. */
function targetShape({ x, y, shape }) {
  const ring = edged("circle", { cx: x, cy: y, r: RING_RADIUS, "stroke-dasharray": "6.5 3.87" }, "target-ring");
  return shape ? ring : [ring, svg("path", { d: `M${x} ${y - 7}l7 7l-7 7l-7-7z`, class: "target-diamond" })];
}

/** The way of the last move: a ring around the cell it left, and an arrow to where it landed. */
function arrow(passed) {
  if (!passed.length) return [];
  const [start] = passed;
  const points = trailPoints(passed)
    .map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`)
    .join(" ");
  const ring = edged("circle", { cx: start.x, cy: start.y, r: RING_RADIUS }, "trail-line");
  if (passed.length === 1) return [ring];
  const head = svg("polyline", { points, fill: "none", stroke: "none", "marker-end": "url(#pp-head)" });
  return [ring, edged("polyline", { points }, "trail-line"), head];
}

/** Let the piece at the end of a trail come from its beginning, unless the visitor prefers no motion. */
function travel(nodes, passed) {
  if (passed.length < 2 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const end = passed[passed.length - 1];
  const piece = nodes.get(end.name)?.querySelector(".cell-piece");
  const steps = passed.map(({ x, y }) => ({ transform: `translate(${x - end.x}px, ${y - end.y}px)` }));
  piece?.animate(steps, { duration: 130 + 90 * (passed.length - 1), easing: "ease-in-out" });
}
