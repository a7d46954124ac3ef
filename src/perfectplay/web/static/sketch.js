/*
A drawing in layers, as problem files have it: a mark for each place of a sheet.

  const sketch = makeSketch(editor)        what GET /api/editor/FAMILY answers
  sketch.width, sketch.height
  sketch.has(x, y)                         whether the sheet has such a place
  sketch.kinds(x, y)                       the kinds of a place: that of the board, then those of its overlays
  sketch.paint(kind, x, y, isOn)           make a place of a kind; isOn false takes a mark of an overlay away
  sketch.resize(width, height)
  sketch.clear()
  sketch.keep()                            remember the drawing as it is, for undo
  sketch.undo(), sketch.redo()             false where there is nothing to undo; sketch.canUndo, canRedo tell before
  sketch.layers()                          { layer: ["row", …] }, as POST /api/editor/FAMILY takes them
*/

const MOST_KEPT = 200;

export function makeSketch({ layers, kinds, drawing, width, height, is_triangle: isTriangle }) {
  const kept = []; // drawings as texts, each other than the one before it
  let undone = [];
  let now = sheet(width, height, (name, x, y) => drawing[name][y]?.[x]);

  /** A drawing of some size; blank where `markAt(layer, x, y)` finds nothing. */
  function sheet(columns, rows, markAt) {
    const rowOf = ({ name, blank }, y) => Array.from({ length: columns }, (_, x) => markAt(name, x, y) ?? blank);
    const marksOf = (layer) => Array.from({ length: rows }, (_, y) => rowOf(layer, y));
    const marks = Object.fromEntries(layers.map((layer) => [layer.name, marksOf(layer)]));
    return { width: columns, height: rows, marks };
  }

  const has = (x, y) => x >= 0 && y >= 0 && x < now.width && y < now.height && (!isTriangle || x <= y);

  function kindsAt(x, y) {
    return layers
      .map((layer) => kinds.find((kind) => kind.layer === layer.name && kind.mark === now.marks[layer.name][y][x]))
      .filter(Boolean);
  }

  function paint(kind, x, y, isOn = true) {
    if (!has(x, y)) return;
    const marks = now.marks[kind.layer];
    const { optional: isOverlay, blank } = layers.find((layer) => layer.name === kind.layer);
    if (isOverlay && kindsAt(x, y)[0]?.piece === null) return; // an overlay has marks on cells alone
    if (kind.single && isOn) replaceAll(marks, kind.mark, blank);
    marks[y][x] = isOn ? kind.mark : blank;
    if (!isOverlay && kind.piece === null) {
      for (const layer of layers) if (layer.optional) now.marks[layer.name][y][x] = layer.blank;
    }
  }

  function resize(columns, rows) {
    const { marks } = now;
    now = sheet(columns, rows, (name, x, y) => marks[name][y]?.[x]);
  }

  function clear() {
    now = sheet(now.width, now.height, () => undefined);
  }

  function keep() {
    forgetSame();
    undone = [];
    kept.push(JSON.stringify(now));
    if (kept.length > MOST_KEPT) kept.shift();
  }

  function undo() {
    forgetSame();
    if (!kept.length) return false;
    undone.push(JSON.stringify(now));
    now = JSON.parse(kept.pop());
    return true;
  }

  function redo() {
    if (!undone.length) return false;
    kept.push(JSON.stringify(now));
    now = JSON.parse(undone.pop());
    return true;
  }

  // A drawing is kept before each change, also before one that changes nothing: to undo that would do nothing.
  const isSame = () => kept.at(-1) === JSON.stringify(now);

  function forgetSame() {
    if (isSame()) kept.pop();
  }

  function rowsOf(marks) {
    return marks.map((row, y) => row.slice(0, isTriangle ? y + 1 : row.length).join(""));
  }

  return {
    get width() {
      return now.width;
    },
    get height() {
      return now.height;
    },
    get canUndo() {
      return kept.length > (isSame() ? 1 : 0);
    },
    get canRedo() {
      return undone.length > 0;
    },
    has,
    kinds: kindsAt,
    paint,
    resize,
    clear,
    keep,
    undo,
    redo,
    layers: () => Object.fromEntries(layers.map((layer) => [layer.name, rowsOf(now.marks[layer.name])])),
  };
}

function replaceAll(marks, mark, other) {
  for (const row of marks) row.forEach((found, x) => found === mark && (row[x] = other));
}
