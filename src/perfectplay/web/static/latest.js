/*
Only the latest of several questions is wanted, and none once the visitor has left the screen.

  const begin = latest(signal);
  const mine = begin();      a signal for one question; the one before is aborted
  await pause(500, mine);    wait for so many milliseconds, or until the question is given up
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

/** @param {number} milliseconds @param {AbortSignal} [signal] */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("left", "AbortError"));
    });
  });
}
