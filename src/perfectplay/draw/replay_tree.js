// --- the tree of a search of a game for two: which of its rows are in sight, and how they fold
function makeTree(columns, depths) {
  const { texts, parent, side } = columns, count = parent.length;
  const text = name => step => texts[columns[name][step]];
  const last = Int32Array.from(parent, (_, step) => step);  // the last step below each one, or itself
  for (let step = count - 1; step > 0; step--) {
    if (parent[step] >= 0) last[parent[step]] = Math.max(last[parent[step]], last[step]);
  }
  const folded = new Uint8Array(count), place = new Int32Array(count);
  const tree = { shown: [], parent, place, last, isFolded: step => folded[step] === 1,
                 hasBelow: step => last[step] > step, side: step => ["second", "even", "first"][side[step] + 1],
                 move: text("move"), value: text("value"), window: text("window"), note: text("note") };

  function refresh() {
    tree.shown = [];
    for (let step = 0; step < count; step++) {
      place[step] = tree.shown.length;
      tree.shown.push(step);
      if (folded[step]) {  // what is hidden has the place of the row that hides it
        place.fill(place[step], step, last[step] + 1);
        step = last[step];
      }
    }
  }

  tree.fold = (step, isFolded) => { folded[step] = Number(isFolded && tree.hasBelow(step)); refresh(); };
  tree.foldFrom = depth => {
    for (let step = 0; step < count; step++) folded[step] = Number(depths[step] >= depth && tree.hasBelow(step));
    refresh();
  };
  tree.reveal = step => {
    let hasChanged = false;
    for (let above = parent[step]; above >= 0; above = parent[above]) {
      hasChanged ||= folded[above] === 1;
      folded[above] = 0;
    }
    if (hasChanged) refresh();
    return hasChanged;
  };
  tree.line = step => {
    const moves = [];
    for (let at = step; parent[at] >= 0; at = parent[at]) moves.unshift(tree.move(at));
    return moves;
  };

  // As many whole levels as can be taken in at a glance are unfolded at first.
  const levels = [];
  for (const depth of depths) levels[depth] = (levels[depth] ?? 0) + 1;
  let seen = levels[0], depth = 1;
  while (depth < levels.length && (depth === 1 || seen + levels[depth] <= 40)) seen += levels[depth++];
  tree.foldFrom(depth < levels.length ? depth - 1 : levels.length);
  return tree;
}
