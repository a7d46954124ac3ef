/*
The news of all searches of this page, by one stream of server-sent events.

  watch(id, { progress, done, lost, failed }, { signal })     until `done`, `failed` or abort

A browser opens six connections to a server, over all of its tabs, and every stream keeps one: with a stream for each
search, two races would leave none for the rest of the page.
*/

const MOST_BREAKS = 3; // times that the connection may break without any news in between
const MOST_SILENCE = 10_000; // milliseconds after the first of these breaks
const PAUSE = 20; // milliseconds: the searches of a race begin one after the other, and are watched together

/**
 * @typedef {{ progress: (data: any) => void, done: (data: any) => void, lost: () => void,
 *   failed: () => void }} Listeners
 * @type {Map<string, Listeners>}
 */
const watched = new Map();
let source = null;
let [breaks, silence, opening] = [0, 0, 0];

/**
 * The browser tries a broken connection again for ever, so the tries are counted here: `lost` is called for each, and
 * `failed` when they were too many or took too long.
 * @param {string} id @param {Listeners} listeners @param {{ signal: AbortSignal }} options
 */
export function watch(id, listeners, { signal }) {
  watched.set(id, listeners);
  signal.addEventListener("abort", () => forget(id));
  clearTimeout(opening);
  opening = setTimeout(open, PAUSE);
}

function forget(id) {
  if (watched.delete(id) && !watched.size) close();
}

function close() {
  clearTimeout(opening);
  source?.close();
  source = null;
  hear();
}

/** Open a stream of all that is watched now; its first events say how each search stands. */
function open() {
  close();
  source = new EventSource(`/api/events?${new URLSearchParams([...watched.keys()].map((id) => ["id", id]))}`);
  listen("ping", () => {});
  listen("progress", ({ id, ...data }) => watched.get(id)?.progress(data));
  listen("done", (data) => {
    const listeners = watched.get(data.id);
    forget(data.id);
    listeners?.done(data);
  });
  listen("gone", ({ id }) => {
    const listeners = watched.get(id);
    forget(id);
    listeners?.failed();
  });
  source.addEventListener("error", onError);
}

function listen(name, act) {
  source.addEventListener(name, ({ data }) => {
    hear();
    act(JSON.parse(data));
  });
}

/** The connection works. */
function hear() {
  clearTimeout(silence);
  [breaks, silence] = [0, 0];
}

function onError() {
  breaks += 1;
  silence ||= setTimeout(giveUp, MOST_SILENCE);
  if (breaks >= MOST_BREAKS || source.readyState === EventSource.CLOSED) return giveUp();
  for (const { lost } of watched.values()) lost();
}

function giveUp() {
  const all = [...watched.values()];
  watched.clear();
  close();
  for (const { failed } of all) failed();
}
