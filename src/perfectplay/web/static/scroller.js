/*
What may be wider than the window, in a box that shows that it scrolls: where there is more, its edge fades.

  makeScroller(content, label, kind)      an element, also of a class `kind`; it begins in the middle
*/

import { el } from "./dom.js";

const EDGE = 2; // pixels by which browsers round

/** @param {Element} content @param {string} label @param {string} [kind] */
export function makeScroller(content, label, kind = "") {
  const element = el("div", { class: `scroller ${kind}` }, content);
  let isNew = true;

  function mark() {
    const room = element.scrollWidth - element.clientWidth;
    if (isNew && room > EDGE) element.scrollLeft = room / 2;
    if (room > EDGE) isNew = false;
    element.classList.toggle("has-more-left", element.scrollLeft > EDGE);
    element.classList.toggle("has-more-right", element.scrollLeft < room - EDGE);
    // A keyboard scrolls what it can reach.
    for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", label]]) {
      room > EDGE ? element.setAttribute(name, value) : element.removeAttribute(name);
    }
  }

  element.addEventListener("scroll", mark, { passive: true });
  const observer = new ResizeObserver(mark);
  observer.observe(element);
  observer.observe(content);
  return element;
}
