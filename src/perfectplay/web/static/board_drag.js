/*
Dragging on a board by mouse, pen or finger: used by board.js alone.

  const drag = addDragging(element, { nameOf, cellAt, grab, drop, pieceOf });
  drag.hasJustEnded()     the click that follows a drag is no click

A press becomes a drag once the pointer has gone some way, so that a click stays a click.
*/

const THRESHOLD = 7; // pixels

export function addDragging(element, { nameOf, cellAt, grab, drop, pieceOf }) {
  let press = null;
  let ended = -Infinity;

  function finish() {
    if (press?.piece) press.piece.style.transform = "";
    element.classList.remove("board-dragging");
    press = null;
  }

  function cancel() {
    const { isDrag } = press;
    finish();
    if (isDrag) drop?.(null);
  }

  element.addEventListener("pointerdown", (event) => {
    ended = -Infinity;
    const name = nameOf(event);
    if (name === null || event.button !== 0 || !event.isPrimary || !grab) return;
    press = { name, x: event.clientX, y: event.clientY, id: event.pointerId, isDrag: false, piece: null };
  });

  element.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.id) return;
    if (!(event.buttons & 1)) return cancel(); // the button was let go beside the board
    const [right, down] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.isDrag) {
      if (Math.hypot(right, down) < THRESHOLD) return;
      if (!grab(press.name)) return finish();
      press.isDrag = true;
      element.setPointerCapture(press.id);
      element.classList.add("board-dragging");
    }
    // What is grabbed is drawn anew by `grab`, so its piece is looked up now.
    press.piece = pieceOf(press.name)?.querySelector(".cell-piece") ?? null;
    const scale = element.getScreenCTM()?.a || 1;
    if (press.piece) press.piece.style.transform = `translate(${right / scale}px, ${down / scale}px)`;
  });

  element.addEventListener("pointerup", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const { isDrag } = press;
    finish();
    if (!isDrag) return;
    ended = performance.now();
    drop?.(cellAt(event.clientX, event.clientY));
  });

  element.addEventListener("pointercancel", (event) => {
    if (press && event.pointerId === press.id) cancel();
  });

  // A finger on a piece that can move drags it and does not scroll the page; two fingers zoom.  The style says the same
  // by touch-action, which not every browser heeds inside of an SVG.
  element.addEventListener(
    "touchmove",
    (event) => {
      const isDrag = event.touches.length === 1 && event.target.closest(".cell-beginner.cell-full");
      if (isDrag && event.cancelable) event.preventDefault();
    },
    { passive: false },
  );

  return { hasJustEnded: () => performance.now() - ended < 50 };
}
