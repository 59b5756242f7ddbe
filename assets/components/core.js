// The drawing core of all components: reading a replay, thresholds, names, and the layout of rows.
//
// A replay is a text with one number a boundary, `mergedAt`: after k merges the boundary stands exactly when that number is
// above k. Everything here compares numbers with k; nothing does BPE.

const NEVER = 2147483646; // no merge joins these two units
const WALL = 2147483647; // no merge may

const FONT_SIZES = [36, 28, 22, 18];
const LINE_HEIGHT = 1.9;
const NAMED_SIGN = 0.55; // size of a sign such as NUL, beside the text's
const MOST_CLUSTERS_A_ROW = 1000;

// ---- reading ----

// The typed array in an Arrow table's first column; typed and plain arrays, and nothing at all, are taken as well.
function columnOf(x) {
  if (typeof x?.getChildAt === 'function') x = x.getChildAt(0)?.toArray();
  return ArrayBuffer.isView(x) ? x : Int32Array.from(x ?? []);
}

// One replay out of a component's data, frozen. `prefix` picks one of several.
export function readReplay(data, prefix = '') {
  const field = (name, otherwise) => data[prefix + name] ?? otherwise;
  const text = field('text', '');
  const codec = field('codec', 'utf-8');
  const units = codec === 'latin-1' ? latin1Units(text) : new TextEncoder().encode(text);
  const clusterUnit = offsetsOf(columnOf(field('clusters')), units.length);
  const specials = field('specials', []);
  let counts;
  const replay = {
    sig: field('sig', ''),
    text,
    codec,
    units,
    length: units.length,
    mergedAt: columnOf(field('merged_at')),
    clusterUnit,
    clusterChar: characterOffsets(units, clusterUnit, codec),
    nMerges: field('n_merges', 0),
    events: columnOf(field('events')),
    eventIds: columnOf(field('event_ids')),
    byteIds: columnOf(field('byte_ids')),
    specialAt: new Map(specials.map(([start, end, id]) => [start, { end, id }])),
    outside: new Set(columnOf(field('outside'))),
    signs: new Map(Object.entries(field('signs', {}))),
    counts: () => (counts ??= tokenCounts(replay)),
  };
  return Object.freeze(replay);
}

// One unit a character, also for those beyond the codec: they stand in the text, and have no id.
function latin1Units(text) {
  return Uint32Array.from(text, (character) => character.codePointAt(0));
}

// Where each piece of the given lengths begins, and the end. No lengths: each is one unit long.
function offsetsOf(lengths, total) {
  const offsets = new Int32Array((lengths.length || total) + 1);
  for (let i = 1; i < offsets.length; i++) offsets[i] = offsets[i - 1] + (lengths.length ? lengths[i - 1] : 1);
  return offsets;
}

// The UTF-16 offset of each cluster, and the end: of a character only the first byte counts, twice beyond the first plane.
function characterOffsets(units, clusterUnit, codec) {
  const isOneEach = codec === 'latin-1' ? units.every((unit) => unit <= 0xffff) : clusterUnit.length > units.length;
  if (isOneEach) return clusterUnit;
  const sizeOf =
    codec === 'latin-1'
      ? (unit) => (unit > 0xffff ? 2 : 1)
      : (unit) => ((unit & 0xc0) === 0x80 ? 0 : unit >= 0xf0 ? 2 : 1);
  const offsets = new Int32Array(clusterUnit.length);
  for (let c = 0, i = 0, at = 0; c < offsets.length; c++) {
    for (; i < clusterUnit[c]; i++) at += sizeOf(units[i]);
    offsets[c] = at;
  }
  return offsets;
}

// ---- thresholds ----

// The start of the token that holds unit i after k merges.
function tokenStart(r, k, i) {
  while (i > 0 && r.mergedAt[i - 1] <= k) i--;
  return i;
}

// The end of the token that holds unit i after k merges.
function tokenEnd(r, k, i) {
  while (i < r.length - 1 && r.mergedAt[i] <= k) i++;
  return i + 1;
}

// The tokens [start, end] that overlap units `from` to `to`, each complete even where it reaches beyond.
function tokensBetween(r, k, from, to) {
  const tokens = [];
  for (let end, start = tokenStart(r, k, from); start < to; start = end) {
    end = tokenEnd(r, k, start);
    tokens.push([start, end]);
  }
  return tokens;
}

// How many tokens the text has at each k, from one histogram: a merge takes away as many as boundaries bear its number.
// What is outside the codec is no token.
function tokenCounts(r) {
  const counts = new Int32Array(r.nMerges + 1);
  for (const m of r.mergedAt) if (m <= r.nMerges) counts[m]++;
  for (let k = 0, left = r.length - r.outside.size; k <= r.nMerges; k++) counts[k] = left -= counts[k];
  return counts;
}

// The merge that made a token: the largest number inside it, 0 if there is none.
function youngest(r, start, end) {
  let m = 0;
  for (let b = start; b < end - 1; b++) if (r.mergedAt[b] > m) m = r.mergedAt[b];
  return m;
}

// Whether these units are a special token.
function isSpecial(r, start, end) {
  return r.specialAt.get(start)?.end === end;
}

// Whether this unit stands for a character that the codec does not have.
function isOutside(r, unit) {
  return r.outside.has(unit);
}

// The id of a token, null if it has none or the payload does not tell.
function tokenId(r, start, end) {
  if (isSpecial(r, start, end)) return r.specialAt.get(start).id;
  if (end - start === 1) return r.byteIds[r.units[start]] ?? null;
  const m = youngest(r, start, end);
  const at = eventsUpTo(r, m) - 1;
  return r.events[at] === m ? r.eventIds[at] : null;
}

// How many of the text's events have happened after k merges: the place of k on a slider over the events.
function eventsUpTo(r, k) {
  return countUpTo(r.events, k);
}

// The next k at which the text changes, null after the last.
function nextEvent(r, k) {
  return r.events[eventsUpTo(r, k)] ?? null;
}

// The last k before this one at which the text changed, 0 if there is none.
function previousEvent(r, k) {
  return r.events[eventsUpTo(r, k - 1) - 1] ?? 0;
}

// The index of the cluster that holds unit i.
function clusterOf(r, i) {
  return countUpTo(r.clusterUnit, i) - 1;
}

// How many of the ascending numbers are at most x, by halving.
function countUpTo(numbers, x) {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}

// ---- names ----

// 1234567 as 1,234,567.
function commas(n, digits = 0) {
  return formats[digits].format(n);
}

const formats = [0, 1].map(
  (digits) => new Intl.NumberFormat('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

// "1 token", "2 tokens", "1,000 tokens".
function plural(n, noun) {
  return `${commas(n)} ${noun}${n === 1 ? '' : 's'}`;
}

// Units as hexadecimal numbers.
function hex(units) {
  return Array.from(units, (unit) => unit.toString(16).padStart(2, '0')).join(' ');
}

const BLANK_NAMES = new Map([[9, 'tab'], [10, 'newline'], [13, 'carriage return'], [32, 'space']]);

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

// A token's readable name: blanks as signs, ‹NUL› where a sign is a word, the units of a cut character as ‹e0 a4›.
function tokenLabel(r, start, end) {
  let label = '';
  let cut = start; // where the units of a cut character begin
  const closeCut = (i) => (label += cut < i ? `‹${hex(r.units.subarray(cut, i))}›` : '');
  for (let i = start; i < end; ) {
    const size = characterSize(r, i);
    if (size === 0 || i + size > end) {
      i++;
      continue;
    }
    closeCut(i);
    const units = r.units.subarray(i, i + size);
    const character = r.codec === 'latin-1' ? String.fromCodePoint(...units) : utf8.decode(units);
    // Within a label an invisible character has joined its neighbours and is seen by that.
    const sign = i === start || /[\s\p{Cc}]/u.test(character) ? signOf(r, character) : null;
    label += isNamed(sign) ? `‹${sign}›` : (sign ?? character);
    cut = i += size;
  }
  closeCut(end);
  return label;
}

// How many units the character that begins at unit i has; 0 within a character.
function characterSize(r, i) {
  const unit = r.units[i];
  if (r.codec === 'latin-1' || unit < 0x80) return 1;
  return unit < 0xc0 ? 0 : unit < 0xe0 ? 2 : unit < 0xf0 ? 3 : 4;
}

// What to draw for characters that have no picture of their own, null for those that have one.
function signOf(r, text) {
  if (text >= '!' && text <= '~') return null;
  if (r.signs.has(text)) return r.signs.get(text);
  if (/^[\p{Mn}\p{Me}]+$/u.test(text) && !/\p{VS}/u.test(text)) return `◌${text}`;
  if (!/^[\s\p{C}\p{VS}]+$/u.test(text)) return null;
  return Array.from(text, (character) => r.signs.get(character) ?? codePoint(character.codePointAt(0))).join('');
}

// 233 as U+00E9.
const codePoint = (number) => `U+${number.toString(16).toUpperCase().padStart(4, '0')}`;

const isNamed = (sign) => sign?.length > 1 && !sign.startsWith('◌');

// ---- layout ----

const measurers = new Map(); // font -> measure

// A function that gives the width of a string in one font, in pixels, and remembers it.
function measurer(family, size) {
  const font = `${size}px ${family}`;
  if (measurers.has(font)) return measurers.get(font);
  const context = document.createElement('canvas').getContext('2d');
  context.font = font;
  const widths = new Map();
  const measure = (text) => {
    if (widths.size > 50000) widths.clear();
    if (!widths.has(text)) widths.set(text, context.measureText(text).width);
    return widths.get(text);
  };
  measurers.set(font, measure);
  return measure;
}

// The cluster at which each row begins, and the end. Rows depend on text, font and width, never on k. They break beside
// a blank where no merge ever joins, so that tokens stay whole; else after a blank; else between clusters. `mayBreak` is
// another rule for places before a unit. Linear.
function layoutRows(r, measure, width, mayBreak = mayBreakBefore) {
  const { units, clusterUnit, clusterChar } = r;
  const count = clusterUnit.length - 1;
  const slice = (from, to) => r.text.slice(clusterChar[from], clusterChar[to]);
  const known = new Map();
  const look = (text) => {
    if (!known.has(text)) known.set(text, { advance: drawnWidth(r, text, measure), sign: text !== ' ' && signOf(r, text) });
    return known.get(text);
  };
  const single = Array.from({ length: 256 }, (_, unit) => look(String.fromCharCode(unit)));
  const starts = [];
  let row = 0; // the row's first cluster
  let word = 0; // the first cluster after the last place to break
  let xWord = 0; // where that word begins
  let x = 0;
  let joining = false; // the word has characters that may join: it is as wide as it is measured in one piece,
  let signed = false; // unless it has signs, which are drawn by themselves
  const exactX = (c) => (joining && !signed && c - word > 1 ? xWord + measure(slice(word, c)) : x);
  const endRow = (c) => {
    starts.push(row);
    row = c;
  };
  for (let c = 0; c < count; c++) {
    const unit = units[clusterUnit[c]];
    const next = clusterUnit[c + 1];
    const one = next - clusterUnit[c] === 1;
    const { advance, sign } = (one && single[unit]) || look(slice(c, c + 1));
    const endsLine = units[next - 1] === 0x0a || units[next - 1] === 0x0d;
    if (!one) joining = true;
    if (sign) signed = true;
    x += advance;
    const limit = endsLine || isBlank(unit) ? width + advance : width; // a blank may hang over the edge
    if (x > limit) x = exactX(c + 1);
    if ((x > limit && c > row) || c - row >= MOST_CLUSTERS_A_ROW) {
      if (word === row) [word, xWord] = [c, x - advance];
      endRow(word);
      [x, xWord] = [x - xWord, 0];
    }
    if (endsLine) {
      endRow(c + 1);
      [word, x, xWord, joining, signed] = [c + 1, 0, 0, false, false];
    } else if (next < r.length && mayBreak(r, next)) {
      x = exactX(c + 1);
      [word, xWord, joining, signed] = [c + 1, x, false, false];
    }
  }
  if (row < count) endRow(count);
  starts.push(count);
  return Int32Array.from(starts);
}

const isBlank = (unit) => unit === 0x20 || unit === 0x09;
const isWide = (unit) => unit >= 0xe3 && unit <= 0xed; // how Chinese, Japanese and Korean characters begin in UTF-8

function mayBreakBefore({ units, mergedAt, codec }, u) {
  const afterBlank = isBlank(units[u - 1]);
  const beforeBlank = isBlank(units[u]);
  if (mergedAt[u - 1] >= NEVER) return afterBlank || beforeBlank || (codec === 'utf-8' && isWide(units[u]));
  return afterBlank && !beforeBlank && mergedAt[u - 2] < NEVER;
}

function drawnWidth(r, text, measure) {
  const sign = signOf(r, text);
  if (isNamed(sign)) return (measure(sign) + measure(' ')) * NAMED_SIGN;
  // A mark such as 、 alone may come from a narrower font than beside a character.
  if (/^[\u3001-\u303f]$/.test(text)) return measure(`中${text}`) - measure('中');
  return measure(sign ?? text);
}

// The largest font size with which the whole text fits `height`, else the smallest; with its rows.
function chooseFont(r, family, width, height, sizes = FONT_SIZES, mayBreak = mayBreakBefore) {
  const least = sizes.at(-1);
  for (const size of r.clusterUnit.length > 3000 ? [least] : sizes) {
    const starts = layoutRows(r, measurer(family, size), width, mayBreak);
    if (size === least || (starts.length - 1) * rowHeight(size) <= height) return { size, starts };
  }
}

// A text's parts in columns, each with a note behind it: part i begins at unit starts[i]. The columns are as many as it
// takes to see all parts at the largest size; most parts fit theirs, and the longest are clipped. The first column is on the
// side where the text begins.
function placeCells(r, cells, family, width, height, sizes = FONT_SIZES) {
  const starts = Int32Array.from(cells.starts, (unit) => clusterOf(r, unit));
  const count = starts.length - 1;
  const letters = r.text.slice(0, 4000).match(/\p{L}/gu) ?? [];
  const fromRight = letters.filter((letter) => letter >= '\u0590' && letter <= '\u08ff').length * 2 > letters.length;
  for (const size of count > 200 ? [sizes.at(-1)] : sizes) {
    const measure = measurer(family, size);
    const widths = Float64Array.from({ length: count }, (_, i) => cellWidth(r, measure, starts[i], starts[i + 1])).sort();
    const widest = (widths[Math.floor((count - 1) * 0.98)] ?? 0) + measure(longest(cells.notes)) + 2 * size;
    const advance = Math.min(widest, width);
    const most = Math.max(1, Math.floor(width / advance));
    const lines = Math.max(1, Math.floor(height / rowHeight(size)));
    const columns = Math.min(most, Math.ceil(count / lines) || 1);
    if (size === sizes.at(-1) || columns * lines >= count) return { size, starts, columns, advance, gap: size / 2, fromRight };
  }
}

function cellWidth(r, measure, from, to) {
  let x = 0;
  for (let c = from; c < to; c++) x += drawnWidth(r, r.text.slice(r.clusterChar[c], r.clusterChar[c + 1]), measure);
  return x;
}

const longest = (texts) => texts.reduce((a, b) => (b.length > a.length ? b : a), '');

const rowHeight = (size) => Math.round(size * LINE_HEIGHT);
