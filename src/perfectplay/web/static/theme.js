// The theme that was chosen here, set before the first paint: no flash of the other one.  It exports nothing; it is a
// plain script because modules wait until the whole page has been read.
try {
  const theme = localStorage.getItem("perfectplay.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be switched off: the system's theme it is.
}
