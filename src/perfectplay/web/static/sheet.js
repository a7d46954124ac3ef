/*
The sheet on which a drawing is made: by mouse, finger or keyboard.

  const sheet = makeSheet(sketch, { label, begin, draw, tell })
  sheet.element
  sheet.show({ isSlanted, wrong })     draw it anew; `wrong` is the place that a message is about, { x, y } or null

  begin(x, y)         a stroke begins at a place: it is about to change
  draw(x, y, key)     a place is drawn on; `key` is the digit or Delete that was pressed there, else null
  tell(x, y)          a place was drawn on by keyboard: who did not see it wants to hear what it is now

One place is in the tab order.  Arrow keys go to its neighbours, with Shift they draw on the way; Enter and Space draw.
*/

import { el, fill } from "./dom.js";

const WIDE = 12; // more columns than this are scrolled on a telephone, so a finger pans there and draws by tapping
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {object} sketch
 * @param {{ label: string, begin: (x: number, y: number) => void, tell: (x: number, y: number) => void,
 *   draw: (x: number, y: number, key: string | null) => void }} options
 */
export function makeSheet(sketch, { label, begin, draw, tell }) {
  const grid = el("div", { class: "sheet-grid", role: "grid", "aria-label": label });
  const element = el("div", { class: "sheet" }, grid);
  let cells = new Map(); // the elements by "x,y"
  let here = { x: 0, y: 0 }; // the place that the tab key reaches
  let stroke = null; // the last place of the stroke under way
  let hasDrawn = false; // a click that ends a stroke draws nothing more

  const placeOf = (node) => {
    const cell = node?.closest?.("[data-x]");
    return cell && grid.contains(cell) ? { x: Number(cell.dataset.x), y: Number(cell.dataset.y) } : null;
  };

  function show({ isSlanted = false, wrong = null } = {}) {
    if (!sketch.has(here.x, here.y)) here = { x: 0, y: 0 };
    if (grid.dataset.size !== `${sketch.width}x${sketch.height}`) makeCells();
    const [first] = grid.children; // a row that has as many places as the last one sticks out where rows are slanted
    const isRectangle = first.childElementCount === sketch.width;
    const more = isSlanted && isRectangle ? (sketch.height - 1) / 2 : 0;
    element.style.setProperty("--columns", String(sketch.width + more));
    grid.classList.toggle("sheet-wide", sketch.width > WIDE);
    for (const row of grid.children) {
      const shift = isSlanted ? (sketch.height - 1 - Number(row.dataset.y)) / 2 : 0;
      row.style.setProperty("--shift", String(shift));
    }
    for (const cell of cells.values()) showCell(cell, wrong);
  }

  function makeCells() {
    const hadFocus = grid.contains(document.activeElement);
    cells = new Map();
    const rows = [];
    for (let y = 0; y < sketch.height; y += 1) {
      const row = el("div", { class: "sheet-row", role: "row", "data-y": y });
      rows.push(row);
      for (let x = 0; x < sketch.width; x += 1) {
        if (!sketch.has(x, y)) continue;
        const cell = el("div", { role: "gridcell", tabindex: -1, "data-x": x, "data-y": y });
        cells.set(`${x},${y}`, cell);
        row.append(cell);
      }
    }
    fill(grid, rows);
    grid.dataset.size = `${sketch.width}x${sketch.height}`;
    setHere(here);
    if (hadFocus) cells.get(`${here.x},${here.y}`)?.focus();
  }

  function showCell(cell, wrong) {
    const { x, y } = placeOf(cell);
    const [base, ...overlays] = sketch.kinds(x, y);
    const isWrong = wrong?.x === x && wrong?.y === y;
    const names = ["sheet-cell", kindClass(base), overlays.length && "is-ringed", isWrong && "is-wrong"];
    cell.className = names.filter(Boolean).join(" ");
    cell.textContent = kindText(base);
    const spoken = [base, ...overlays].map((kind) => kind.name).join(", ");
    cell.setAttribute("aria-label", `row ${y + 1}, column ${x + 1}: ${spoken}`);
  }

  function setHere(place) {
    cells.get(`${here.x},${here.y}`)?.setAttribute("tabindex", "-1");
    here = place;
    cells.get(`${here.x},${here.y}`)?.setAttribute("tabindex", "0");
  }

  function goTo(place) {
    if (!sketch.has(place.x, place.y)) return false;
    setHere(place);
    cells.get(`${place.x},${place.y}`).focus();
    return true;
  }

  function drawAt({ x, y }, key = null) {
    begin(x, y);
    draw(x, y, key);
  }

  function drawByKey(key = null) {
    drawAt(here, key);
    tell(here.x, here.y);
  }

  grid.addEventListener("pointerdown", (event) => {
    hasDrawn = false;
    const place = placeOf(event.target);
    const pans = event.pointerType === "touch" && grid.classList.contains("sheet-wide");
    if (!place || event.button !== 0 || pans) return;
    hasDrawn = true;
    stroke = place;
    event.target.releasePointerCapture?.(event.pointerId); // a finger would keep the cell where it began
    setHere(place);
    drawAt(place);
  });
  grid.addEventListener("pointermove", (event) => {
    if (!stroke) return;
    for (const point of event.getCoalescedEvents?.() ?? [event]) {
      const place = placeOf(document.elementFromPoint(point.clientX, point.clientY));
      if (!place || (place.x === stroke.x && place.y === stroke.y)) continue;
      stroke = place;
      draw(place.x, place.y, null);
    }
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) grid.addEventListener(end, () => (stroke = null));
  grid.addEventListener("click", (event) => {
    const place = placeOf(event.target);
    if (!place || hasDrawn) return;
    setHere(place);
    drawAt(place);
  });
  grid.addEventListener("focusin", (event) => {
    const place = placeOf(event.target);
    if (place) setHere(place);
  });
  grid.addEventListener("keydown", (event) => {
    if (!placeOf(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in STEPS) {
      const [right, down] = STEPS[event.key];
      if (goTo({ x: here.x + right, y: here.y + down }) && event.shiftKey) drawByKey();
    } else if (event.key === "Home") goTo({ x: 0, y: here.y });
    else if (event.key === "End") goTo(lastOf(here.y));
    else if (event.key === "Enter" || event.key === " ") drawByKey();
    else if (/^[1-9]$/.test(event.key)) drawByKey(event.key);
    else if (event.key === "Delete" || event.key === "Backspace") drawByKey("Delete");
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  function lastOf(y) {
    let x = sketch.width - 1;
    while (!sketch.has(x, y)) x -= 1;
    return { x, y };
  }

  return { element, show };
}

/** How a kind of cell looks: nothing, a hole, or a piece of some colour. */
export function kindClass(kind) {
  if (!kind || kind.piece === null) return "is-none";
  return kind.piece === "" ? "is-hole" : `is-hole is-piece piece-${kind.colour ?? "plain"}`;
}

/** What is written on a kind of cell: nothing on a plain piece. */
export const kindText = (kind) => (kind?.piece && kind.piece !== "o" ? kind.piece : "");
