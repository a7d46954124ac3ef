/*
Words and numbers as people read them.

  capital("search")                "Search"
  signed(3), signed(-3)            "+3", "−3"; "–" for what is not known
*/

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {number | null | undefined} number */
export function signed(number) {
  if (number === null || number === undefined) return "–";
  const text = Math.abs(number).toLocaleString("en");
  return number > 0 ? `+${text}` : number < 0 ? `−${text}` : text;
}
