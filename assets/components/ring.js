// Ringing for the whole page; the bell may not hang yet, and then the newest ring of its kind is the one to be heard.

const RING = 'bpe-ring';
const RING_AGAIN_MS = 100;
const MOST_RINGS = 50;
const newestRings = new Map(); // by kind

function ring(kind, detail) {
  newestRings.set(kind, detail);
  ringAgain(kind, detail, MOST_RINGS);
}

function ringAgain(kind, detail, times) {
  if (newestRings.get(kind) !== detail) return;
  const isUnheard = window.dispatchEvent(new CustomEvent(RING, { detail, cancelable: true }));
  if (isUnheard && times > 0) setTimeout(ringAgain, RING_AGAIN_MS, kind, detail, times - 1);
}
