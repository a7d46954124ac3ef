/*
A search on the server: start it, watch it, stop it.

  const job = startJob(request, changed, signal)
  const job = startJob(request, changed, signal, begun)     one that was begun before, as before a reload
  await findJob(id)     how such a search stands; null where it was ended, or the server no longer has it
  keptId(news)          by what a search can be found again; null where there is nothing to find
  request     the body of POST /api/solve
  changed     called with what is known whenever there is news:
              { state: "asking" | "waiting" | "running" | "done" | "stopped" | "failed",
                progress, message, answer, error, id, is_kept }
  job.stop()  end it; also done when the visitor leaves the screen (signal)

A page that is closed or loaded again ends nothing: the server waits a while for somebody who watches.
*/

import { getJson, isAbort, postJson, remove } from "./api.js";
import { watch } from "./stream.js";

export const isOver = (state) => ["done", "stopped", "failed"].includes(state);

const ended = new Set(); // the server would answer 404 for these

export const findJob = async (id) => (ended.has(id) ? null : getJson(`/api/solve/${id}`).catch(() => null));

export const keptId = (news) => (news && news.state !== "stopped" && news.state !== "failed" ? news.id : null);

/** Tell the server that nobody waits here any more; the search may have ended just now. */
function withdraw(id) {
  ended.add(id);
  return remove(`/api/solve/${id}`, { keepalive: true }).catch(() => {});
}

/**
 * @param {object} request @param {(news: object) => void} changed @param {AbortSignal} signal
 * @param {object | null} [begun] what findJob has found
 */
export function startJob(request, changed, signal, begun = null) {
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
    await null; // the caller has what is returned here before the first news
    if (!begun) tell({});
    try {
      const first = begun ?? (await postJson("/api/solve", request));
      if (isOver(news.state)) {
        // The visitor has changed their mind while the server was asked.
        return withdraw(first.id);
      }
      tell(first);
      if (!isOver(news.state)) follow(first.id);
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
    watch(id, { progress, done: tell, lost, failed }, { signal: over.signal });
  }

  signal.addEventListener("abort", end, { signal: over.signal });
  begin();
  return { stop: end };
}
