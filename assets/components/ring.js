// Ringing for the whole page; the bell may not hang yet.

const RING = 'bpe-ring';
const RING_AGAIN_MS = 100;
const MOST_RINGS = 50;

function ring(detail, times = MOST_RINGS) {
  const isUnheard = window.dispatchEvent(new CustomEvent(RING, { detail, cancelable: true }));
  if (isUnheard && times > 0) setTimeout(ring, RING_AGAIN_MS, detail, times - 1);
}
