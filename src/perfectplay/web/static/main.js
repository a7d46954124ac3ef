/*
The frame of the page: which screen an address shows, the tabs, the theme, and what screen readers hear.

A screen is a module that exports `show(root, context)`.  It fills `root`, and may return (also as a promise) an object
with `update(context)`, called in place of `show` when only moves, `at` or the query of the address have changed; it
answers false where the screen is to be shown anew.

  context.spec, moves, at     what the address says; spec is "" where there is none, as on /verify and /edit/FAMILY
  context.family              on /edit/FAMILY: the family; its spec is that of `?from=`, and moves lead on from there
  context.query               the address's URLSearchParams
  context.go(address, { replace })   go to an address of the page, and wait until it is shown; links with href="/…" go
                              there by themselves
  context.announce(text)      say something to those who listen
  context.signal              aborted when the visitor leaves the screen: hand it to every fetch
*/

import { editorAddress, getJson, isAbort, pageAddress, readAddress } from "./api.js";
import { clear, el, fill, refill } from "./dom.js";
import { listenForDrops } from "./dropping.js";
import { entry } from "./entry.js";
import { boardName, sentence } from "./texts.js";

const SCREENS = {
  home: { file: "./home.js", title: "Boards" },
  play: { file: "./play.js", title: "Play" },
  solve: { file: "./solve.js", title: "Solve" },
  race: { file: "./race.js", title: "Race" },
  edit: { file: "./edit.js", title: "Edit" },
  verify: { file: "./verify.js", title: "Verify" },
};
const THEMES = { system: "Theme: system", light: "Theme: light", dark: "Theme: dark" };

const root = document.getElementById("screen");
const tabs = document.getElementById("tabs");
const announcer = document.getElementById("announcer");

/** The screen that is shown: its key, what it answered, and how to end what it has under way. */
let shown = { key: "", place: "", handle: null, leaving: new AbortController() };
let families = null;

/** @param {string} text */
function announce(text) {
  if (!text) return;
  announcer.append(el("p", {}, text));
  // Old lines are not read again; a few stay so that quick ones do not overtake each other.
  while (announcer.childElementCount > 4) announcer.firstElementChild.remove();
}

/** @param {string} address @param {{ replace?: boolean }} [how] */
function go(address, { replace = false } = {}) {
  const isElsewhere = address !== location.pathname + location.search;
  keepScroll();
  if (isElsewhere && replace) history.replaceState(history.state, "", address);
  else if (isElsewhere) history.pushState(null, "", address);
  return showAddress();
}

// The browser would put the page where it was before the screen is there to be scrolled.
history.scrollRestoration = "manual";

function keepScroll() {
  entry.set("scroll", scrollY);
}

async function showAddress() {
  const scroll = entry.get("scroll") ?? 0;
  const address = readAddress(location);
  const screen = address.screen in SCREENS ? address.screen : "";
  const key = `${address.screen} ${address.spec} ${address.query.get("from") ?? ""}`;
  const place = location.pathname + location.search;
  if (place === shown.place) return; // only the part after # has changed
  markTabs(address);
  if (key === shown.key && shown.handle?.update) {
    shown.place = place;
    const updated = shown.handle.update(contextOf(address, shown.leaving.signal));
    if (updated !== false) return updated;
  }
  const isFirst = shown.key === "";
  shown.leaving.abort();
  const mine = { key, place, handle: null, leaving: new AbortController() };
  shown = mine;
  const titles = [SCREENS[screen]?.title ?? "Not found", boardName(address.spec), "perfectplay"];
  document.title = titles.filter(Boolean).join(" · ");
  if (!screen) return showMessage("There is no such page", `Nothing is at ${location.pathname}.`);
  const module = await import(SCREENS[screen].file).catch(() => null);
  if (shown !== mine) return;
  if (!module) return showMessage(SCREENS[screen].title, "This part of the page could not be loaded.");
  clear(root);
  root.className = `screen-${screen}`;
  if (!isFirst) {
    scrollTo(0, 0);
    root.focus({ preventScroll: true });
  }
  try {
    mine.handle = await module.show(root, contextOf(address, mine.leaving.signal));
    if (shown === mine && scroll) scrollTo(0, scroll);
  } catch (error) {
    if (isAbort(error) || shown !== mine) return;
    tabs.hidden ||= error.status === 400; // the other screens have nothing to show of this address either
    showMessage("That did not work", sentence(error.message));
    if (!error.status) console.error(error);
  }
}

function contextOf({ screen, spec, moves, at, query }, signal) {
  const isEditor = screen === "edit";
  return {
    spec: isEditor ? (query.get("from") ?? "") : spec,
    family: isEditor ? spec : null,
    moves,
    at,
    query,
    go,
    announce,
    signal,
  };
}

function showMessage(title, text) {
  shown.place = ""; // so that the same address can be tried again
  fill(root, el("h1", {}, title), el("p", { class: "lede" }, text), el("p", {}, el("a", { href: "/" }, "All boards")));
  announce(`${title}. ${text}`);
}

/** Show the ways to look at one problem; they take the moves up to the position shown along. */
async function markTabs({ screen, spec, moves, at }) {
  for (const link of document.querySelectorAll("#site-links a")) {
    const isHere = link.getAttribute("href") === location.pathname;
    isHere ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  }
  tabs.hidden = !["play", "solve", "race"].includes(screen) || !spec;
  if (tabs.hidden) return clear(tabs);
  const played = { moves: moves.slice(0, at) };
  const links = ["play", "solve", "race"].map((name) => [
    name,
    pageAddress(name, spec, name === "play" && screen === "play" ? { moves, at } : played),
  ]);
  const family = spec.split("/")[0];
  if ((await editable()).has(family)) links.push(["edit", editorAddress(family, spec, played.moves)]);
  if (readAddress(location).screen !== screen) return;
  const items = links.map(([name, href]) =>
    el("a", { href, "aria-current": name === screen ? "page" : null, "data-key": name }, SCREENS[name].title),
  );
  refill(tabs, items);
}

/** The families that have an editor; none if the server cannot say. */
async function editable() {
  families ??= getJson("/api/families").catch(() => null);
  const known = await families;
  if (!known) families = null; // to be asked again
  return new Set((known?.families ?? []).filter((family) => family.has_editor).map((family) => family.name));
}

function followLink(event) {
  const link = event.target.closest?.("a[href]");
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.hash || /^\/(api|static|openapi)/.test(url.pathname)) return;
  event.preventDefault();
  go(url.pathname + url.search);
}

function setUpTheme() {
  const button = document.getElementById("theme-switch");
  const names = Object.keys(THEMES);
  const now = () => document.documentElement.dataset.theme ?? "system";
  const say = () => {
    button.dataset.mode = now();
    fill(button, el("span", { class: "theme-words" }, THEMES[now()]));
  };
  button.addEventListener("click", () => {
    const next = names[(names.indexOf(now()) + 1) % names.length];
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem("perfectplay.theme", next);
    } catch {
      // Storage is switched off: the theme lasts as long as the page.
    }
    say();
    announce(THEMES[next]);
  });
  say();
}

document.addEventListener("click", followLink);
listenForDrops(() => go("/verify"));
addEventListener("popstate", showAddress);
addEventListener("scrollend", keepScroll);
setUpTheme();
showAddress();
