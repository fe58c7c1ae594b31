// Fingers: a swipe goes to the next sentence of the layer, a pinch (if switched on) changes the depth.

const FAR = 56; // a swipe, in pixels
const STEP = 48; // of a pinch, for one layer

export function listenToTouch(desk, actions, settings) {
  let start = null;
  let spread = 0;
  desk.addEventListener(
    "touchstart",
    (event) => {
      if (event.touches.length === 1) start = { x: event.touches[0].clientX, y: event.touches[0].clientY, at: event.timeStamp };
      else start = null;
      if (event.touches.length === 2) spread = distance(event.touches);
    },
    { passive: true },
  );
  desk.addEventListener(
    "touchmove",
    (event) => {
      if (!settings.pinch || event.touches.length !== 2) return;
      event.preventDefault();
      const moved = distance(event.touches) - spread;
      if (Math.abs(moved) < STEP) return;
      spread += moved;
      if (moved > 0) actions.deeper();
      else actions.shallower();
    },
    { passive: false },
  );
  desk.addEventListener(
    "touchend",
    (event) => {
      if (!start || event.touches.length) return;
      const { clientX, clientY } = event.changedTouches[0];
      const [across, down] = [clientX - start.x, clientY - start.y];
      const quick = event.timeStamp - start.at < 800;
      start = null;
      // Not while the page is zoomed (the finger moves the page) or text is being selected.
      if (!quick || Math.abs(across) < FAR || Math.abs(down) > Math.abs(across) / 2) return;
      if ((globalThis.visualViewport?.scale ?? 1) > 1.05 || !getSelection().isCollapsed) return;
      const forwards = getComputedStyle(desk).direction === "rtl" ? across > 0 : across < 0;
      if (forwards) actions.next();
      else actions.previous();
    },
    { passive: true },
  );
}

function distance([a, b]) {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}
