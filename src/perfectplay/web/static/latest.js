/*
Only the latest of several questions is wanted, and none once the visitor has left the screen.

  const begin = latest(signal);
  const mine = begin();      a signal for one question; the one before is aborted
*/

/** @param {AbortSignal} signal that of the screen @returns {() => AbortSignal} */
export function latest(signal) {
  let last = new AbortController();
  return () => {
    last.abort();
    last = new AbortController();
    return AbortSignal.any([signal, last.signal]);
  };
}
