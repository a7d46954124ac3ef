/*
What belongs to an entry of the browser's history beside its address: it is there again after a reload, and when the
back button leads to it.

  entry.get("search")            null where nothing is kept
  entry.set("search", value)     null forgets it
*/

export const entry = {
  get: (name) => history.state?.[name] ?? null,
  set(name, value) {
    // Browsers count how often a page does this, so what stays the same is not written again.
    if (JSON.stringify(entry.get(name)) === JSON.stringify(value)) return;
    history.replaceState({ ...history.state, [name]: value }, "");
  },
};
