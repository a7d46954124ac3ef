/*
Words and numbers as people read them.

  capital("search")                "Search"
  sentence("no such move")         "No such move."; a name such as c3 stays as it is
  boardName("pegs/~b28u")          "pegs/a drawn board", for its drawing is no name
  inSentence("You")                "you"; other names stay as they are
  minus(-3)                        "−3"
  signed(3), signed(-3)            "+3", "−3"; "–" for what is not known
*/

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} text */
export function sentence(text) {
  const begun = text.replace(/^[a-z]+(?=[\s,;:])/, capital);
  return !begun || /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

/** @param {string} spec */
export const boardName = (spec) => spec.replace(/\/~.*/, "/a drawn board");

/** @param {string} name */
export const inSentence = (name) => (name === "You" ? "you" : name);

/** @param {number} number */
export const minus = (number) => `${number}`.replace("-", "−");

/** @param {number | null | undefined} number */
export function signed(number) {
  if (number === null || number === undefined) return "–";
  const text = Math.abs(number).toLocaleString("en");
  return number > 0 ? `+${text}` : number < 0 ? `−${text}` : text;
}
