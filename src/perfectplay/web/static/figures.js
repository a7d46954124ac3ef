/*
Figures as people read them.

  count(1234567)      "1,234,567"
  compact(1234567)    "1.2 M"
  seconds(0.0374)     "37 ms"
  bytes(35011656)     "33 MB"
  modeOf("compiled")  "machine code"
  meaningful(json)    the figures of an answer's search, null where they do not apply to it

What is not known (null), and no memory at all, is a dash.
*/

export const UNKNOWN = "–";
const isKnown = (value) => typeof value === "number" && Number.isFinite(value);

/** @param {number | null | undefined} value */
export const count = (value) => (isKnown(value) ? value.toLocaleString("en") : UNKNOWN);

/** @param {number | null | undefined} value */
export function compact(value) {
  if (!isKnown(value)) return UNKNOWN;
  for (const [size, letter] of [[1e9, " G"], [1e6, " M"], [1e4, " k"]]) {
    const unit = letter === " k" ? 1e3 : size;
    if (value >= size) return `${(value / unit).toFixed(value / unit < 100 ? 1 : 0)}${letter}`;
  }
  return count(Math.round(value));
}

/** @param {number | null | undefined} value */
export function seconds(value) {
  if (!isKnown(value)) return UNKNOWN;
  if (value >= 100) return `${count(Math.round(value))} s`;
  if (value >= 1) return `${value.toFixed(value < 10 ? 2 : 1)} s`;
  return `${(value * 1000).toFixed(value < 0.01 ? 1 : 0)} ms`;
}

/** @param {number | null | undefined} value */
export function bytes(value) {
  if (!isKnown(value) || value === 0) return UNKNOWN;
  if (value >= 1 << 30) return `${(value / (1 << 30)).toFixed(2)} GB`;
  if (value >= 1 << 20) return `${(value / (1 << 20)).toFixed(0)} MB`;
  return `${Math.max(1, Math.round(value / 1024))} kB`;
}

const MODES = { interpreted: "plain Python", compiled: "machine code", both: "Python, then machine code" };

/** @param {string | null | undefined} mode */
export const modeOf = (mode) => MODES[mode] ?? UNKNOWN;

/**
 * Searches that look at all positions at once generate none; where one of them came after another search, the positions
 * expanded are those of both and the rest is of the first.  A proof without a search has expanded nothing.
 */
export function meaningful({ stats, search = {} }) {
  const isWhole = stats.generated > 0 && !("after" in search);
  const own = isWhole ? {} : { generated: null, duplicate: null, pruned: {} };
  return { ...stats, ...own, expanded: stats.expanded || null };
}
