// What the player adds to the card of a token: its two parents, and why it is not one piece with its neighbours.

// Why boundary b stands after k merges, from thresholds and look-ups alone. `pairs` holds the ids of each merge's pair as
// {left, right}. The answer is {why} with
//   'wall': no merge may join these units;
//   'later': merge `merge` will;
//   'taken': merge `merge` joins the pieces `left` and `right`, which meet here, but merge `by` takes `piece`, one of the
//            two, into the piece `into` first (`by` is `merge` where pairs overlap);
//   'never': no two pieces that meet here were ever learned as a pair.
export function whyApart(r, pairs, k, b) {
  const m = r.mergedAt[b];
  if (m === WALL) return { why: 'wall' };
  if (m > k && m < NEVER) return { why: 'later', merge: m };
  const lefts = piecesAt(r, b, -1);
  const rights = piecesAt(r, b + 1, 1);
  let best = { why: 'never' };
  lefts.forEach((left, i) =>
    rights.forEach((right, j) => {
      const merge = mergeOfPair(pairs, left.id, right.id);
      if (merge === 0 || merge >= (best.merge ?? Infinity)) return;
      const takings = [[left, lefts[i + 1]], [right, rights[j + 1]]].filter(([, into]) => into);
      takings.sort(([, one], [, other]) => one.since - other.since);
      if (takings.length === 0) return;
      const [[piece, into]] = takings;
      best = { why: 'taken', merge, left: left.id, right: right.id, piece: piece.id, into: into.id, by: into.since };
    }),
  );
  return best;
}

// The pieces that end (way -1) or begin (way 1) with unit i beside a boundary that never goes, as merges go by:
// {id, since}, the first one the unit itself.
function piecesAt(r, i, way) {
  const pieces = [];
  for (let since = 0; since < NEVER; ) {
    const [start, end] = way < 0 ? [tokenStart(r, since, i), i + 1] : [i, tokenEnd(r, since, i)];
    pieces.push({ id: tokenId(r, start, end), since });
    const border = way < 0 ? start - 1 : end - 1;
    since = border < 0 || border >= r.length - 1 ? NEVER : r.mergedAt[border];
  }
  return pieces;
}

// The merge that joins two ids, 0 if there is none.
function mergeOfPair({ left, right }, a, b) {
  for (let at = left.indexOf(a); at >= 0; at = left.indexOf(a, at + 1)) if (right[at] === b) return at + 1;
  return 0;
}

// ---- as elements ----

// For the card of the token that begins at `start`. `go(k, unit)` jumps to a merge and shows the token there.
function tellToken(t, r, k, start, go) {
  const end = tokenEnd(r, k, start);
  const toMerge = (m, unit, ...content) => el('button', {
    type: 'button', className: 'to-merge', title: `go to merge ${commas(m)}`, onclick: () => go(m, unit),
  }, ...content);
  return { origin: tellParents(t, r, start, end, toMerge), lines: tellNeighbours(t, r, k, start, end, toMerge) };
}

function tellParents(t, r, start, end, toMerge) {
  const m = youngest(r, start, end);
  if (m === 0) return null;
  const middle = r.mergedAt.subarray(start, end - 1).indexOf(m) + start + 1;
  const parent = (id, unit) => (id < 256 ? mark(t, id) : toMerge(id - 255, unit, mark(t, id)));
  return el('div', { className: 'card-parents', dataset: { testid: 'parents' } }, toMerge(m, start, `merge ${commas(m)}`), ': ',
    parent(t.left[m - 1], start), ' + ', parent(t.right[m - 1], middle), `, seen ${times(t.counts[m - 1])}`);
}

function tellNeighbours(t, r, k, start, end, toMerge) {
  const id = tokenId(r, start, end);
  const lines = [];
  const tell = (side, b, left, right) => {
    const found = whyApart(r, t, k, b);
    lines.push(el('div', { className: 'why-line', dataset: { side, why: found.why } },
      el('span', { className: 'why-pair' }, mark(t, left), ' ', mark(t, right)),
      el('span', {}, ...reason(t, found, (m, words) => toMerge(m, start, words)))));
  };
  if (start > 0) tell('before', start - 1, tokenId(r, tokenStart(r, k, start - 1), start), id);
  if (end < r.length) tell('after', end - 1, id, tokenId(r, end, tokenEnd(r, k, end)));
  if (lines.length === 0) return [];
  const question = lines.length === 1 ? 'Why not merged with its neighbour?' : 'Why not merged with its neighbours?';
  return [el('div', { className: 'why', dataset: { testid: 'why' } }, el('div', { className: 'why-head' }, question), ...lines)];
}

function reason(t, { why, merge, left, right, piece, into, by }, toMerge) {
  if (why === 'wall') return ['a wall: the text is split here'];
  if (why === 'later') return ['learned later, at ', toMerge(merge, `merge ${commas(merge)}`)];
  if (why === 'never') return ['these two pieces were never learned as a pair'];
  const learned = [...pairMarks(t, left, right), ' is merge ', commas(merge)];
  if (by === merge) return [...learned, ', but here it takes the ', mark(t, piece), ' for the pair beside'];
  return [...learned, `, but merge ${commas(by)} takes the `, mark(t, piece), ' into ', mark(t, into), ' first'];
}
