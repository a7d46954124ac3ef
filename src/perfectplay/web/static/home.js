/*
The first screen: boards to choose from pictures, and famous problems with their stories.
Exports `show(root, context)` for main.js.
*/

import { getJson, isAbort, pageAddress, picturePath } from "./api.js";
import { button, el, fill } from "./dom.js";
import { capital } from "./texts.js";

const WELCOME =
  "Board puzzles and games with exact answers. Choose a board: a light tells whether it can still be won, every move " +
  "has its true value, and you can watch the search that finds it.";

const natural = new Intl.Collator("en", { numeric: true }); // triangle-4 comes before triangle-10

/** @param {HTMLElement} root @param {any} context */
export async function show(root, { signal }) {
  const { families, own } = await getJson("/api/families", { signal });
  // The family with the most boards is the one with most to choose from.
  const listed = [...families].sort((one, other) => other.variants.length - one.variants.length);
  const places = [
    ...(own.length ? [["own-games", "Your own games"]] : []),
    ...listed.map(({ name }) => [`family-${name}`, capital(name)]),
    ["stories", "Famous problems"],
  ];
  const stories = el("div", { class: "stories-box", id: "stories" });
  fill(
    root,
    el(
      "header",
      { class: "hero" },
      el("h1", {}, "See it, play it, know it"),
      el("p", { class: "lede" }, WELCOME),
      el("nav", { class: "row", "aria-label": "On this page" }, places.map(([id, name]) => jump(id, name))),
    ),
    own.length > 0 && ownGames(own),
    listed.map(familySection),
    stories,
  );
  // The stories come after the boards, and a server without them still has boards.
  await getJson("/api/gallery", { signal })
    .then(({ problems }) => problems.length && fill(stories, gallery(problems)))
    .catch((error) => isAbort(error) || console.warn(error.message));
}

/** The list of boards is long: a button that leads to one of its parts, and leaves the address as it is. */
function jump(id, name) {
  const go = () => {
    const place = document.getElementById(id);
    place.tabIndex = -1;
    place.scrollIntoView();
    place.focus({ preventScroll: true });
  };
  return button(name, go, "small");
}

function gallery(problems) {
  return el(
    "section",
    { class: "family", "aria-labelledby": "gallery" },
    el("h2", { id: "gallery" }, "Famous problems"),
    el("div", { class: "stories" }, problems.map(story)),
  );
}

function familySection({ name, about, players, variants, example, has_editor: hasEditor }) {
  const id = `family-${name}`;
  return el(
    "section",
    { class: "family", "aria-labelledby": id },
    el(
      "div",
      { class: "family-heading" },
      el("h2", { id }, capital(name)),
      el("p", { class: "note" }, `${about}${players === 2 ? " · for two" : ""}`),
      hasEditor && el("a", { class: "button small", href: `/edit/${name}` }, "Draw your own"),
    ),
    cards(withExample(inOrder(variants), example)),
  );
}

const inOrder = (variants) => variants.toSorted((one, other) => natural.compare(one.name, other.name));

/** The family's example is a problem that is fit to be played at once; it stands first. */
function withExample(variants, example) {
  if (!example) return variants;
  const name = example.slice(example.indexOf("/") + 1);
  const known = variants.find(({ spec }) => spec === example);
  const first = known ?? { name, spec: example, about: "a problem to begin with" };
  return [first, ...variants.filter((variant) => variant !== known)];
}

const cards = (boards) => el("ul", { class: "boards", role: "list" }, boards.map((board) => el("li", {}, card(board))));

function card({ name, spec, about, has_picture: hasPicture = true }) {
  return el(
    "a",
    { class: "board-card", href: pageAddress("play", spec) },
    hasPicture ? picture(spec) : noPicture(),
    el("strong", {}, breakable(name)),
    el("span", { class: "note" }, about),
  );
}

/** A long name breaks after a colon or a full stop, where it breaks at all. */
const breakable = (name) => name.split(/(?<=[:.])/).flatMap((part, index) => (index ? [el("wbr"), part] : [part]));

function picture(spec) {
  const image = el("img", { src: picturePath(spec), alt: "", loading: "lazy", width: 160, height: 160 });
  // A server that is too busy to draw is no reason for a torn picture.
  image.addEventListener("error", () => image.parentElement.replaceWith(noPicture()));
  return el("span", { class: "board-picture" }, image);
}

function noPicture() {
  return el("span", { class: "board-picture" }, el("span", { class: "no-picture", "aria-hidden": "true" }, "Aa"));
}

function ownGames(own) {
  // Most games of a user's own have only text: a picture is asked for where the server says that there is one.
  const boards = own.map(({ about, players, ...game }) => ({
    has_picture: false,
    name: game.spec,
    about: `${about.replace(/\.$/, "")}${players === 2 ? " · for two" : ""}`,
    ...game,
  }));
  return el(
    "section",
    { class: "family", "aria-labelledby": "own-games" },
    el("div", { class: "family-heading" }, el("h2", { id: "own-games" }, "Your own games")),
    cards(boards),
  );
}

function story({ title, story: text, spec, objective, play }) {
  const asked = objective ? `&objective=${encodeURIComponent(objective)}` : "";
  const solving = `${pageAddress("solve", spec)}?now${asked}`;
  return el(
    "article",
    { class: "card story" },
    picture(play),
    el(
      "div",
      { class: "stack-small" },
      el("h3", {}, title),
      el("p", {}, text),
      el(
        "div",
        { class: "row" },
        link("Solve", solving, title, "button small primary"),
        link("Play", pageAddress("play", play), title, "button small"),
      ),
    ),
  );
}

const link = (verb, href, title, kind) => el("a", { class: kind, href, "aria-label": `${verb}: ${title}` }, verb);
