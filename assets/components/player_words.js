// What the payload of a training says, and the sentences that tell it.

const VIEWS = ['text', 'pieces', 'history'];

// ---- reading ----

function readTraining(data) {
  const gains = columnOf(data.gains);
  const tokens = new Float64Array(data.n_merges + 1); // tokens of the whole corpus after k merges
  let left = data.n_units;
  for (let k = 0; k <= data.n_merges; k += 1) tokens[k] = left -= gains[k];
  const replay = readReplay(data);
  const blanks = new Map([...BLANK_NAMES].map(([unit, name]) => [replay.byteIds[unit], name]));
  const cells = readCells(data);
  return {
    replay, gains, tokens, blanks, cells,
    n: data.n_merges,
    units: data.n_units,
    unitName: data.codec === 'latin-1' ? 'character' : 'byte',
    labels: data.labels,
    signs: new Set(replay.signs.values()),
    left: columnOf(data.left),
    right: columnOf(data.right),
    counts: columnOf(data.counts),
    ties: columnOf(data.ties),
    rivals: columnOf(data.rivals),
    nRivals: data.n_rivals,
    tieRule: data.tie_rule,
    stopped: data.stopped,
    roundTrip: data.round_trip ?? null,
    shown: data.shown ?? '',
    views: viewsOf(data, cells),
  };
}

function viewsOf(data, cells) {
  const views = (data.views ?? []).filter((view) => VIEWS.includes(view) && (view !== 'pieces' || cells));
  return views.length ? views : ['text'];
}

// The different pre-tokens, one after the other, with where each begins and how often it occurs; null without any.
function readCells(data) {
  const lengths = columnOf(data.pieces_lengths);
  if (lengths.length === 0) return null;
  const starts = new Int32Array(lengths.length + 1);
  lengths.forEach((length, i) => (starts[i + 1] = starts[i] + length));
  const counts = columnOf(data.pieces_counts);
  const notes = Array.from(counts, (count) => `× ${commas(count)}`);
  return { replay: readReplay(data, 'pieces_'), starts, counts, notes, total: data.n_pieces ?? counts.length };
}

// The commonest pairs when merge k + 1 was chosen, winner first.
function rivalsAt(t, k) {
  if (k >= t.n) return [];
  const from = k * t.nRivals * 3;
  const found = [];
  for (let at = from; at < from + t.nRivals * 3 && t.rivals[at] >= 0; at += 3) {
    found.push({ left: t.rivals[at], right: t.rivals[at + 1], count: t.rivals[at + 2] });
  }
  return found;
}

// ---- words ----

const times = (count) => (count === 1 ? 'once' : `${commas(count)} times`);
const lowerFirst = (sentence) => sentence.charAt(0).toLowerCase() + sentence.slice(1);
const nameOf = (t, id) => t.blanks.get(id) ?? t.labels[id];
const pairMarks = (t, left, right) => [mark(t, left), ' + ', mark(t, right)];

// Before a merge the sentence names the pair that is bracketed; while its pieces fuse, and while the pairs are counted
// anew, what it saved.
function sentenceAt(t, k, beat) {
  if (t.n === 0) return [`No merges to show: ${lowerFirst(t.stopped)}`];
  const pair = (index) => pairMarks(t, t.left[index], t.right[index]);
  if (beat === 'swept' && k > 0) return [`Merge ${commas(k)} of ${commas(t.n)}: `, ...pair(k - 1), '.'];
  const isDone = beat === 'fuse' || (beat === 'count' && k > 0);
  if (isDone) return [`Merge ${commas(k)}: `, mark(t, 255 + k), `, saved ${plural(t.gains[k], 'token')}.`];
  const all = t.n === 1 ? 'The one merge is' : `All ${commas(t.n)} merges are`;
  if (k === t.n) return [t.stopped.startsWith('All ') ? t.stopped : `${all} done: ${lowerFirst(t.stopped)}`];
  // In "aaa" the pair a + a is seen twice and merged once.
  const seen = t.counts[k] === t.gains[k + 1]
    ? times(t.counts[k]) : `seen ${times(t.counts[k])}, merged ${times(t.gains[k + 1])}`;
  return [`Next, merge ${commas(k + 1)} of ${commas(t.n)}: `, ...pair(k),
    `, the commonest pair of neighbours, ${seen}.`];
}

function numbersAt(t, k) {
  const units = plural(t.units, t.unitName);
  if (k === 0) return `${units}, ${plural(t.tokens[0], 'token')}: nothing merged yet.`;
  const each = (t.units / t.tokens[k]).toFixed(1);
  return `${units} became ${plural(t.tokens[k], 'token')}, ${each} ${t.unitName}s a token.`;
}

function tiesAt(t, k) {
  if (k >= t.n) return t.n ? 'No further merge was chosen.' : '';
  if (t.ties[k] === 1) return 'A clear winner.';
  return `${plural(t.ties[k], 'pair')} tie at ${commas(t.counts[k])}. ${t.tieRule}`;
}

// What a view leaves out, one quiet sentence or nothing.
function noteAt(t, view) {
  if (view !== 'pieces') return t.shown;
  const shown = t.cells.counts.length;
  const which = shown < t.cells.total ? `the commonest ${commas(shown)} of ${commas(t.cells.total)}` : 'commonest first';
  return `Each different piece of the split text once, ${which}: this is what the trainer counts in.`;
}

// ---- small builders ----

// A token as a small framed mark. A blank alone is named: a lone middle dot says nothing.
function mark(t, id) {
  const blank = t.blanks.get(id);
  if (blank) return el('span', { className: 'mark blank' }, blank);
  const made = el('span', { className: 'mark' });
  for (const character of t.labels[id]) {
    made.append(t.signs.has(character) ? el('span', { className: 'faint' }, character) : character);
  }
  made.normalize(); // one text node again, so that letters that join still join
  return made;
}
