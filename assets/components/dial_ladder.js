// "How was this cut?": a pre-token merge by merge, in the order in which encoding applies them.

const MOST_RUNGS = 30; // shown from the start; then the last
const SHORT_UNITS = 14; // a pre-token so short stands in one line with its merge
const MOST_LADDER_UNITS = 240; // of a longer pre-token the ladder shows the token alone

// The ends of the pre-token that holds unit i: the walls on both sides of it.
function preTokenOf(r, i) {
  let [from, to] = [i, i + 1];
  while (from > 0 && r.mergedAt[from - 1] !== WALL) from--;
  while (to < r.length && r.mergedAt[to - 1] !== WALL) to++;
  return [from, to];
}

// The merges up to k that join something between two units, in their order.
function mergesBetween(r, k, from, to) {
  const inside = r.mergedAt.subarray(from, to - 1).filter((m) => m > 0 && m <= k);
  return [...new Set(inside)].sort((a, b) => a - b);
}

// The ladder of the token from `start` to `end` after k merges.
function createLadder(r, k, start, end, { pretrained, facts }) {
  let [from, to] = preTokenOf(r, start);
  const isLong = to - from > MOST_LADDER_UNITS;
  if (isLong) [from, to] = [start, end];
  const merges = mergesBetween(r, k, from, to);
  const shown = merges.length > MOST_RUNGS + 1 ? [...merges.slice(0, MOST_RUNGS), merges.at(-1)] : merges;
  const rungs = shown.map((m) => createRung(r, m, from, to, pretrained));
  const omitted = merges.length - shown.length;
  const gap = `${plural(omitted, 'merge')} between these left out.`;
  if (omitted) rungs.splice(-1, 0, el('p', { className: 'ladder-note' }, gap));
  const later = mergesBetween(r, r.nMerges, from, to).length - merges.length;
  const beginning = el('div', { className: 'rung' }, el('span', { className: 'rung-merge' }, 'at first'), rungText(r, 0, from, to));
  const notes = [
    isLong && 'There is no wall near: this is the token alone.',
    merges.length === 0 && 'No merge has joined anything here.',
    later && `${plural(later, 'merge')} more would come after merge ${commas(k)}.`,
  ];
  const isShort = to - from <= SHORT_UNITS;
  return el('div', { className: `ladder ${isShort ? 'short' : ''}`, dataset: { testid: 'ladder' } }, beginning, ...rungs,
    ...notes.filter(Boolean).map((words) => el('p', { className: 'ladder-note' }, words)),
    ...longestMatch(facts));
}

// One merge: its number, its pair, and the pieces after it; what it made is underlined.
function createRung(r, m, from, to, pretrained) {
  const b = from + r.mergedAt.subarray(from, to - 1).indexOf(m);
  const start = tokenStart(r, m - 1, b);
  const end = tokenEnd(r, m - 1, b + 1);
  return el('div', { className: 'rung', dataset: { testid: 'ladder-row', merge: m } },
    el('span', { className: 'rung-merge' }, mergeName(r, m, pretrained)),
    rungText(r, m, from, to),
    el('span', { className: 'rung-pair' }, quoted(r, start, b + 1), ' + ', quoted(r, b + 1, end)));
}

// The pieces of the pre-token after m merges, as they are drawn on the stage.
function rungText(r, m, from, to) {
  const chips = rowChips(r, m, clusterOf(r, from), clusterOf(r, to - 1) + 1);
  const pieces = tokensBetween(r, m, from, to).map(([start, end]) => tokenLabel(r, start, end)).join(', ');
  return el('span', { className: 'rung-text', dir: 'auto', role: 'img', ariaLabel: pieces },
    ...chips.map((chip) => chipElement(r, chip, chipClasses(r, chip, { brackets: 0, fused: m }))));
}

// That always taking the longest token would cut otherwise, where it would.
function longestMatch(facts) {
  if (!facts?.longest_differs || !facts.longest?.length) return [];
  const pieces = facts.longest.flatMap((label, i) => [i ? ' | ' : '', el('bdi', { className: 'piece' }, shorten(label, 40))]);
  return [el('p', { className: 'ladder-note longest', dataset: { testid: 'longest' } },
    'Greedy longest match would cut it differently: ', ...pieces, '.')];
}
