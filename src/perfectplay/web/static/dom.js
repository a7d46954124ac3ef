/*
Elements made by script.  Text always becomes text nodes, so nothing that a server or a visitor wrote is read as HTML.

  el("p", { class: "note", id: "about" }, "Mark cells")     an HTML element
  button("Play", play, "primary")                          a button that does something
  svg("circle", { cx: 20, cy: 20, r: 14 })                 an SVG element
  fill(node, ...children)          replace what a node holds
  refill(node, ...children)        the same, and the focus stays on the part with the same data-key
  makeOffer("Stop", stop, "small") a button that is there while it can be pressed: { element, set(isOpen) }
  clear(node)                      empty it
  store.get(key, otherwise), store.set(key, value)      JSON in localStorage that never throws
  plural(3, ["move", "moves"])     "3 moves"

Attributes: `on…` with a function is a listener, `true` is an empty attribute, `false` and null are left out.
Children: nodes, texts, numbers, and arrays of them; null and false are left out.
*/

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, unknown>} Attributes */
/** @typedef {Node | string | number | null | undefined | false | Child[]} Child */

/** @param {string} tag @param {Attributes} [attributes] @param {...Child} children @returns {HTMLElement} */
export function el(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/** @param {string} tag @param {Attributes} [attributes] @param {...Child} children @returns {SVGElement} */
export function svg(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

/** @param {Child} words @param {(event: Event) => void} onclick @param {string} [kind] @param {Attributes} [more] */
export function button(words, onclick, kind = "", more = {}) {
  return el("button", { type: "button", class: kind || null, onclick, ...more }, words);
}

/** @param {Element} node @param {...Child} children */
export function fill(node, ...children) {
  node.replaceChildren(...flat(children));
}

/**
 * Whoever had the focus on a part that is gone has it on the first one.
 * @param {Element} node @param {...Child} children
 */
export function refill(node, ...children) {
  const held = node.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  fill(node, ...children);
  if (held === null) return;
  const parts = [...node.querySelectorAll("[data-key]")];
  (parts.find((part) => part.dataset.key === held) ?? parts[0])?.focus({ preventScroll: true });
}

/**
 * A button that closes while it has the focus stays until it is set again: whoever has just pressed it keeps the focus.
 * @param {Child} words @param {() => void} work @param {string} [kind]
 */
export function makeOffer(words, work, kind = "") {
  const element = button(words, () => isOpen && work(), kind, { hidden: true });
  let isOpen = false;
  return {
    element,
    set(isNow) {
      isOpen = isNow;
      element.hidden = !isOpen && document.activeElement !== element;
      element.setAttribute("aria-disabled", String(!isOpen));
    },
  };
}

/** @param {Element} node */
export function clear(node) {
  node.replaceChildren();
}

function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...flat(children));
  return node;
}

function flat(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/** @param {number} count @param {[string, string]} nouns */
export function plural(count, nouns) {
  return `${count.toLocaleString("en")} ${nouns[count === 1 ? 0 : 1]}`;
}

// Storage can be full, switched off or edited by hand: then the page forgets, and still works.
export const store = {
  get(key, otherwise = null) {
    try {
      return JSON.parse(localStorage.getItem(`perfectplay.${key}`)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(`perfectplay.${key}`, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  },
};
