/*
Files that are dropped on the page, whatever screen it shows.

  listenForDrops(openVerify)        openVerify(): go to the screen that takes files
  takeDrops(open, signal)           that screen takes them until it is left: open(file), at once where one is in hand
*/

let waiting = null;
let taker = null;

/** @param {() => void} openVerify */
export function listenForDrops(openVerify) {
  const mark = (isOver) => document.documentElement.classList.toggle("is-dropping", isOver);
  document.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault(); // else a drop would open the file in place of the page
    mark(true);
  });
  document.addEventListener("dragleave", ({ relatedTarget }) => relatedTarget || mark(false));
  document.addEventListener("drop", (event) => {
    mark(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (!file) return;
    if (taker) return taker(file);
    waiting = file;
    openVerify();
  });
}

/** @param {(file: File) => void} open @param {AbortSignal} signal */
export function takeDrops(open, signal) {
  taker = open;
  signal.addEventListener("abort", () => {
    if (taker === open) taker = null;
  });
  if (waiting) open(waiting);
  waiting = null;
}

const hasFiles = ({ dataTransfer }) => [...(dataTransfer?.types ?? [])].includes("Files");
