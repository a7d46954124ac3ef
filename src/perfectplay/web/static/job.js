/*
A search on the server: start it, watch it, stop it.

  const job = startJob(request, changed, signal)
  request     the body of POST /api/solve
  changed     called with what is known whenever there is news:
              { state: "asking" | "waiting" | "running" | "done" | "stopped" | "failed",
                progress, message, answer, error, id }
  job.stop()  end it; also done when the visitor leaves the screen (signal) or the page
*/

import { getJson, isAbort, postJson, remove, watch } from "./api.js";

export const isOver = (state) => ["done", "stopped", "failed"].includes(state);

/** Tell the server that nobody waits here any more; the search may have ended just now. */
const withdraw = (id) => remove(`/api/solve/${id}`, { keepalive: true }).catch(() => {});

/** @param {object} request @param {(news: object) => void} changed @param {AbortSignal} signal */
export function startJob(request, changed, signal) {
  let news = { id: null, state: "asking", progress: null, message: null, answer: null, error: null };
  const over = new AbortController(); // nothing is heard of it from then on

  function tell(more) {
    if (isOver(news.state)) return;
    news = { ...news, ...more };
    if (isOver(news.state)) over.abort();
    if (!signal.aborted) changed(news);
  }

  function end() {
    if (isOver(news.state)) return;
    if (news.id) withdraw(news.id);
    tell({ state: "stopped" });
  }

  async function begin() {
    try {
      const begun = await postJson("/api/solve", request);
      if (isOver(news.state)) {
        // The visitor has changed their mind while the server was asked.
        return withdraw(begun.id);
      }
      tell(begun);
      if (!isOver(news.state)) follow(begun.id);
    } catch (error) {
      if (!isAbort(error)) tell({ state: "failed", error: error.message });
    }
  }

  function follow(id) {
    const progress = ({ state, message, ...figures }) =>
      tell({ state, message, progress: "phase" in figures ? figures : news.progress });
    const lost = () => tell({ message: "connection lost, trying again" });
    const failed = async () => {
      try {
        tell(await getJson(`/api/solve/${id}`));
      } catch (error) {
        tell({ state: "failed", error: error.message });
      }
      if (isOver(news.state)) return;
      withdraw(id); // nobody would hear of its end
      tell({ state: "failed", error: "the connection to the server was lost" });
    };
    watch(`/api/solve/${id}/events`, { progress, done: tell, lost, failed }, { signal: over.signal });
  }

  signal.addEventListener("abort", end, { signal: over.signal });
  addEventListener("pagehide", end, { signal: over.signal });
  queueMicrotask(() => tell({})); // not before the caller has what is returned here
  begin();
  return { stop: end };
}
