/*
  savePart(files, id, context)     links that save the files of an answer, by the id of its search

The server has an answer for some minutes, and the page shows it for longer: where a file is gone, that is said.
*/

import { isAbort } from "./api.js";
import { el } from "./dom.js";
import { sentence } from "./texts.js";

const NAMES = { "answer.json": "Answer (JSON)", "picture.svg": "Picture (SVG)", "replay.html": "Replay page (HTML)" };
const GONE = "The server no longer has this answer: solve it again to save it.";
const SILENT = "The server does not answer; is it still running?";

/**
 * @param {string[]} files @param {string} id
 * @param {{ signal: AbortSignal, announce: (text: string) => void }} context
 */
export function savePart(files, id, { signal, announce }) {
  const note = el("p", { class: "note" });
  const links = files.map((name) =>
    el(
      "a",
      { class: "button small", href: `/api/solve/${id}/files/${name}`, download: true, onclick: save },
      NAMES[name] ?? name,
    ),
  );

  async function save(event) {
    event.preventDefault();
    note.textContent = "";
    try {
      const answer = await fetch(event.currentTarget.href, { signal });
      if (answer.ok) return download(await answer.blob(), nameOf(answer));
      note.textContent = answer.status === 404 ? GONE : sentence((await answer.json()).error);
    } catch (error) {
      if (isAbort(error)) return;
      note.textContent = SILENT;
    }
    announce(note.textContent);
  }

  return el("section", { class: "stack-small" }, el("h3", {}, "Save"), el("div", { class: "row" }, links), note);
}

const nameOf = ({ headers }) => headers.get("Content-Disposition")?.match(/filename="([^"]+)"/)?.[1] ?? "answer";

function download(blob, name) {
  const href = URL.createObjectURL(blob);
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href));
}
