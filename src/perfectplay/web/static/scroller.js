/*
What may be wider than the window, in a box that shows that it scrolls: where there is more, its edge fades.

  makeScroller(content, label)      an element; it begins in the middle
*/

import { el } from "./dom.js";

const EDGE = 2; // pixels by which browsers round

/** @param {Element} content @param {string} label */
export function makeScroller(content, label) {
  const element = el("div", { class: "scroller", role: "group", "aria-label": label }, content);
  let isNew = true;

  function mark() {
    const room = element.scrollWidth - element.clientWidth;
    if (isNew && room > EDGE) element.scrollLeft = room / 2;
    if (room > EDGE) isNew = false;
    element.classList.toggle("has-more-left", element.scrollLeft > EDGE);
    element.classList.toggle("has-more-right", element.scrollLeft < room - EDGE);
    // A keyboard scrolls what it can reach.
    room > EDGE ? element.setAttribute("tabindex", "0") : element.removeAttribute("tabindex");
  }

  element.addEventListener("scroll", mark, { passive: true });
  const observer = new ResizeObserver(mark);
  observer.observe(element);
  observer.observe(content);
  return element;
}
