// The drawing core of all components. A replay is a text with one number a boundary, `mergedAt`: after k merges the
// boundary stands exactly when that number is above k. Everything below compares numbers with k; nothing here does BPE.

export const NEVER = 2147483646; // no merge joins these two units
export const WALL = 2147483647; // no merge may

const FONT_SIZES = [36, 28, 22, 18];
const LINE_HEIGHT = 1.9;
const FILLS = 5;
const NAMED_SIGN = 0.55; // size of a sign such as NUL beside the text's
const MOST_STRIPES = 48;
const MOST_CLUSTERS_A_ROW = 1000;
const SPARE_ROWS = 2;

// ---- reading ----

// The typed array in an Arrow table's first column; typed and plain arrays, and nothing at all, are taken as well.
export function columnOf(x) {
  if (typeof x?.getChildAt === 'function') x = x.getChildAt(0)?.toArray();
  if (ArrayBuffer.isView(x)) return x;
  return Int32Array.from(x ?? []);
}

// One replay out of a component's data, frozen. `prefix` picks one of several.
export function readReplay(data, prefix = '') {
  const field = (name) => data[prefix + name];
  const text = field('text') ?? '';
  const codec = field('codec') ?? 'utf-8';
  const units = codec === 'latin-1' ? latin1Units(text) : new TextEncoder().encode(text);
  const clusterUnit = offsetsOf(columnOf(field('clusters')), units.length);
  const specials = field('specials') ?? [];
  let counts;
  const replay = {
    sig: field('sig') ?? '',
    text,
    codec,
    units,
    length: units.length,
    mergedAt: columnOf(field('merged_at')),
    characters: codec === 'latin-1' ? units.length : countCharacters(units),
    clusterUnit,
    clusterChar: clusterUnit.length > text.length ? clusterUnit : characterOffsets(units, clusterUnit, codec),
    nMerges: field('n_merges') ?? 0,
    events: columnOf(field('events')),
    eventIds: columnOf(field('event_ids')),
    byteIds: columnOf(field('byte_ids')),
    specials,
    specialAt: new Map(specials.map(([start, end, id]) => [start, { end, id }])),
    signs: new Map(Object.entries(field('signs') ?? {})),
    counts: () => (counts ??= tokenCounts(replay)),
  };
  return Object.freeze(replay);
}

function latin1Units(text) {
  const units = new Uint8Array(text.length);
  for (let i = 0; i < units.length; i++) units[i] = text.charCodeAt(i);
  return units;
}

// Every character has one byte that does not continue another.
function countCharacters(units) {
  let count = 0;
  for (let i = 0; i < units.length; i++) if ((units[i] & 0xc0) !== 0x80) count++;
  return count;
}

// Where each piece of the given lengths begins, and the end. No lengths: each is one unit long.
function offsetsOf(lengths, total) {
  const count = lengths.length || total;
  const offsets = new Int32Array(count + 1);
  for (let i = 0; i < count; i++) offsets[i + 1] = offsets[i] + (lengths.length ? lengths[i] : 1);
  return offsets;
}

// The UTF-16 offset of each cluster, and the end. Only the first byte of a character counts, twice beyond the first plane.
function characterOffsets(units, clusterUnit, codec) {
  const offsets = new Int32Array(clusterUnit.length);
  for (let c = 0, at = 0, i = 0; c < offsets.length; c++) {
    for (; i < clusterUnit[c]; i++) {
      at += codec === 'latin-1' ? 1 : units[i] >= 0xf0 ? 2 : (units[i] & 0xc0) === 0x80 ? 0 : 1;
    }
    offsets[c] = at;
  }
  return offsets;
}

// ---- thresholds ----

// The start of the token that holds unit i after k merges.
export function tokenStart(r, k, i) {
  while (i > 0 && r.mergedAt[i - 1] <= k) i--;
  return i;
}

// The end of the token that holds unit i after k merges.
export function tokenEnd(r, k, i) {
  while (i < r.length - 1 && r.mergedAt[i] <= k) i++;
  return i + 1;
}

// The tokens [start, end] that overlap units `from` to `to`, each complete even where it reaches beyond.
export function tokensBetween(r, k, from, to) {
  const tokens = [];
  for (let start = tokenStart(r, k, from); start < to; ) {
    const end = tokenEnd(r, k, start);
    tokens.push([start, end]);
    start = end;
  }
  return tokens;
}

// How many tokens the text has at each k, from one histogram: a merge takes away as many as boundaries bear its number.
export function tokenCounts(r) {
  const counts = new Int32Array(r.nMerges + 1);
  for (const m of r.mergedAt) if (m <= r.nMerges) counts[m]++;
  for (let k = 0, left = r.length; k <= r.nMerges; k++) counts[k] = left -= counts[k];
  return counts;
}

// The merge that made a token: the largest number inside it, 0 if there is none.
export function youngest(r, start, end) {
  let m = 0;
  for (let b = start; b < end - 1; b++) if (r.mergedAt[b] > m) m = r.mergedAt[b];
  return m;
}

// The id of a token, null if the payload does not tell.
export function tokenId(r, start, end) {
  if (isSpecial(r, start, end)) return r.specialAt.get(start).id;
  if (end - start === 1) return r.byteIds[r.units[start]] ?? null;
  const m = youngest(r, start, end);
  const at = eventsUpTo(r, m) - 1;
  return r.events[at] === m ? r.eventIds[at] : null;
}

// Whether these units are a special token.
export function isSpecial(r, start, end) {
  return r.specialAt.get(start)?.end === end;
}

// How many of the text's events have happened after k merges: also the slider's position.
export function eventsUpTo(r, k) {
  return countUpTo(r.events, k);
}

// How many of the ascending numbers are at most x, by halving.
export function countUpTo(numbers, x) {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The next k at which the text changes, null after the last.
export function nextEvent(r, k) {
  return r.events[eventsUpTo(r, k)] ?? null;
}

// The last k before this one at which the text changed; 0 before the first, where nothing is merged yet.
export function previousEvent(r, k) {
  return r.events[eventsUpTo(r, k - 1) - 1] ?? 0;
}

// ---- names ----

// 1234567 as 1,234,567.
export function commas(n, digits = 0) {
  return n.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

// "1 token", "2 tokens", "1,000 tokens".
export function plural(n, noun) {
  return `${commas(n)} ${noun}${n === 1 ? '' : 's'}`;
}

// Units as hexadecimal numbers.
export function hex(units) {
  return Array.from(units, (unit) => unit.toString(16).padStart(2, '0')).join(' ');
}

// A token's readable name: blanks as signs, the units of a cut character in hexadecimal, ‹e0 a4›.
export function tokenLabel(r, start, end) {
  const label = [];
  let cut = [];
  const closeCut = () => {
    if (cut.length) label.push(`‹${hex(cut)}›`);
    cut = [];
  };
  for (let i = start; i < end; ) {
    const size = characterSize(r, i);
    if (size === 0 || i + size > end) {
      cut.push(r.units[i++]);
      continue;
    }
    closeCut();
    const character = decodeUnits(r, i, i + size);
    const sign = /[\s\p{Cc}]/u.test(character) || i === start ? signOf(r, character) : null;
    label.push(sign ?? character);
    i += size;
  }
  closeCut();
  return label.join('');
}

// How many units the character that begins at unit i has; 0 within a character.
function characterSize(r, i) {
  const unit = r.units[i];
  if (r.codec === 'latin-1' || unit < 0x80) return 1;
  return unit < 0xc0 ? 0 : unit < 0xe0 ? 2 : unit < 0xf0 ? 3 : 4;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

function decodeUnits(r, start, end) {
  const units = r.units.subarray(start, end);
  return r.codec === 'latin-1' ? String.fromCharCode(...units) : utf8.decode(units);
}

// What to draw for characters that have no picture of their own, null for those that have one.
export function signOf(r, text) {
  if (text >= '!' && text <= '~') return null;
  const sign = r.signs.get(text);
  if (sign !== undefined) return sign;
  if (/^[\p{Mn}\p{Me}]+$/u.test(text) && !/\p{VS}/u.test(text)) return `◌${text}`;
  if (!/^[\s\p{C}\p{VS}]+$/u.test(text)) return null;
  return Array.from(text, (c) => r.signs.get(c) ?? `U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`).join('');
}

const isNamed = (sign) => /^[\w+]{2,}$/.test(sign);

// ---- layout ----

const measurers = new Map();

// A function that gives the width of a string in one font, in pixels, and remembers it.
export function measurer(family, size) {
  const font = `${size}px ${family}`;
  if (measurers.has(font)) return measurers.get(font);
  const context = document.createElement('canvas').getContext('2d');
  context.font = font;
  const widths = new Map();
  const measure = (text) => {
    let width = widths.get(text);
    if (width === undefined) {
      if (widths.size > 50000) widths.clear();
      widths.set(text, (width = context.measureText(text).width));
    }
    return width;
  };
  measurers.set(font, measure);
  return measure;
}

// The cluster at which each row begins, and the end. Rows depend on text, font and width, never on k. They break beside
// a blank where no merge ever joins, so that tokens stay whole; else after a blank; else between clusters. Linear.
export function layoutRows(r, measure, width) {
  const { units, mergedAt, clusterUnit, clusterChar } = r;
  const drawnWidth = (text) => {
    const sign = signOf(r, text);
    return sign && isNamed(sign) ? measure(sign) * NAMED_SIGN + measure(' ') / 2 : measure(sign ?? text);
  };
  const single = Float64Array.from({ length: 256 }, (_, unit) => drawnWidth(String.fromCharCode(unit)));
  const isBlank = (unit) => unit === 0x20 || unit === 0x09;
  const isWide = (unit) => r.codec === 'utf-8' && unit >= 0xe3 && unit <= 0xed; // Chinese, Japanese, Korean
  const mayBreakAt = (u) => {
    const touches = isBlank(units[u - 1]) || isBlank(units[u]) || isWide(units[u]);
    if (!touches) return false;
    if (mergedAt[u - 1] >= NEVER) return true;
    return isBlank(units[u - 1]) && !isBlank(units[u]) && mergedAt[u - 2] < NEVER;
  };
  const count = clusterUnit.length - 1;
  const starts = [0];
  let row = 0; // first cluster of the row
  let x = 0;
  let word = 0; // first cluster after the last place to break, and its x
  let xWord = 0;
  let shaped = false; // a word with longer clusters is measured as a whole: its characters may join
  for (let c = 0; c < count; c++) {
    const u = clusterUnit[c];
    const next = clusterUnit[c + 1];
    const one = next - u === 1;
    const w = one ? single[units[u]] : drawnWidth(r.text.slice(clusterChar[c], clusterChar[c + 1]));
    shaped ||= !one;
    const wordWidth = () => measure(r.text.slice(clusterChar[word], clusterChar[c + 1]));
    const lineEnd = units[next - 1] === 0x0a || units[next - 1] === 0x0d;
    x += w;
    const limit = lineEnd || isBlank(units[u]) ? width + w : width; // a blank may hang
    if (x > limit && shaped) x = xWord + wordWidth();
    if ((x > limit && c > row) || c - row >= MOST_CLUSTERS_A_ROW) {
      if (word === row) [word, xWord, x] = [c, x - w, x];
      starts.push((row = word));
      x -= xWord;
      xWord = 0;
    }
    if (next < r.length && mayBreakAt(next)) {
      if (shaped) x = xWord + wordWidth();
      [word, xWord, shaped] = [c + 1, x, false];
    }
    if (lineEnd && c + 1 < count) {
      starts.push((row = word = c + 1));
      [x, xWord, shaped] = [0, 0, false];
    }
  }
  if (count) starts.push(count);
  return Int32Array.from(starts);
}

// The largest font size with which the whole text fits `height`, else the smallest; with its rows.
export function chooseFont(r, family, width, height, sizes = FONT_SIZES) {
  const least = sizes[sizes.length - 1];
  for (const size of r.clusterUnit.length > 3000 ? [least] : sizes) {
    const starts = layoutRows(r, measurer(family, size), width);
    if (size === least || (starts.length - 1) * rowHeight(size) <= height) return { size, starts };
  }
}

const rowHeight = (size) => Math.round(size * LINE_HEIGHT);

// ---- chips ----

// The chips of the clusters `from` to `to` after k merges. A chip is a run of whole clusters within one token, or one
// cluster that tokens cut, with all of these. Tokens bear `fill`: -1 for a base unit that no merge has touched.
export function rowChips(r, k, from, to) {
  const at = r.clusterUnit;
  const tokens = fillTokens(r, k, at[from], at[to]);
  const chips = [];
  for (let c = from, t = 0; c < to; ) {
    while (tokens[t].end <= at[c]) t++;
    let stop = c + 1;
    let last = t;
    if (tokens[t].end >= at[stop]) while (stop < to && at[stop + 1] <= tokens[t].end) stop++;
    else while (tokens[last].end < at[stop]) last++;
    chips.push({ from: c, to: stop, tokens: tokens.slice(t, last + 1) });
    c = stop;
  }
  return chips;
}

// The tokens of a row with their fills. A token that goes over an end of the row keeps the plain fill, so that it looks
// the same on both rows; the token before it makes way.
function fillTokens(r, k, from, to) {
  let last = -1;
  return tokensBetween(r, k, from, to).map(([start, end]) => {
    const wraps = start < from || end > to;
    const ahead = end < to && tokenEnd(r, k, end) > to ? end % FILLS : -1;
    last = wraps ? start % FILLS : fillAfter(last, r, start, end, ahead);
    return { start, end, fill: last };
  });
}

// The fill of a token after one with the fill `last`: none for a base unit that no merge has touched; else the start
// offset modulo 5, so that a merge leaves other tokens alone, and one more where a neighbour has that.
export function fillAfter(last, r, start, end, ahead = -1) {
  if (end - start === 1 && !isSpecial(r, start, end)) return -1;
  let fill = start % FILLS;
  while (fill === last || fill === ahead) fill = (fill + 1) % FILLS;
  return fill;
}

// The class names of a chip: fill, hairline, direction, and the marks of the merge that comes or has just been.
function chipClasses(r, chip, { brackets, fused }) {
  const { tokens } = chip;
  const first = tokens[0];
  const last = tokens[tokens.length - 1];
  const start = r.clusterUnit[chip.from];
  const end = r.clusterUnit[chip.to];
  const classes = ['chip'];
  if (tokens.length > 1) classes.push('cut');
  else if (first.fill >= 0) classes.push(`fill-${first.fill}`);
  if (first.start === start) classes.push('starts');
  if (last.end === end) classes.push('ends');
  if (brackets) {
    const joinsNext = (token) => r.mergedAt[token.end - 1] === brackets;
    const joinsLast = (token) => r.mergedAt[token.start - 1] === brackets;
    if (tokens.some((token) => joinsNext(token) || joinsLast(token))) classes.push('bracket');
    if (first.start === start && joinsNext(first) && !joinsLast(first)) classes.push('opens');
    if (last.end === end && joinsLast(last) && !joinsNext(last)) classes.push('closes');
  }
  if (fused && tokens.some(({ start, end }) => youngest(r, start, end) === fused)) classes.push('fused');
  return classes.join(' ');
}

const RIGHT_TO_LEFT = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;
const chipTemplate = el('span', { className: 'chip', dataset: { testid: 'chip' } });

function chipElement(r, chip, classes) {
  const { text, clusterChar: at } = r;
  const element = chipTemplate.cloneNode();
  const rightToLeft = RIGHT_TO_LEFT.test(text.slice(at[chip.from], at[chip.to]));
  element.className = rightToLeft ? `${classes} rtl` : classes;
  element.dataset.start = chip.tokens[0].start;
  if (chip.tokens.length > 1) {
    element.dataset.parts = chip.tokens.map((token) => token.start).join(' ');
    element.style.backgroundImage = stripes(r, chip, rightToLeft);
  }
  let plain = at[chip.from];
  const flush = (end) => end > plain && element.append(text.slice(plain, end));
  for (let c = chip.from; c < chip.to; c++) {
    const character = text.slice(at[c], at[c + 1]);
    const sign = signOf(r, character);
    if (sign === null) continue;
    flush(at[c]);
    element.append(el('i', { className: isNamed(sign) ? 'sign named' : 'sign', dataset: { sign }, textContent: character }));
    plain = at[c + 1];
  }
  flush(at[chip.to]);
  return element;
}

// The background of a cut cluster: a stripe for each token, as wide as its share of the units, with hairlines between.
function stripes(r, chip, rightToLeft) {
  const start = r.clusterUnit[chip.from];
  const length = r.clusterUnit[chip.to] - start;
  const stops = chip.tokens.slice(0, MOST_STRIPES).flatMap(({ end, fill }, i, shown) => {
    const colour = fill < 0 ? 'transparent' : `var(--fill-${fill})`;
    const share = (Math.min(end - start, length) / length) * 100;
    if (i === shown.length - 1) return [`${colour} 0`];
    return [`${colour} 0 calc(${share}% - 1px)`, `var(--byte-line) 0 ${share}%`];
  });
  return `linear-gradient(to ${rightToLeft ? 'left' : 'right'}, ${stops.join(', ')})`;
}

// ---- elements ----

// A new element with properties, data attributes, and children; strings become text and nothing else.
export function el(tag, { dataset, attributes, ...properties } = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  Object.assign(element.dataset, dataset);
  for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// Sets `data-theme` of a component's root to light or dark by the luminance of its background.
export function setTheme(root) {
  const [red, green, blue] = getComputedStyle(root).backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [255, 255, 255];
  root.dataset.theme = 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128 ? 'dark' : 'light';
}

// A clock for playing: calls `step` every `interval()` milliseconds until it returns false; `onChange` hears of start, stop.
export function createClock(step, interval, onChange) {
  let timer = null;
  const tick = () => {
    timer = setTimeout(tick, interval());
    if (step() === false) clock.stop();
  };
  const clock = {
    get playing() {
      return timer !== null;
    },
    start() {
      if (timer !== null) return;
      timer = setTimeout(tick, 0);
      onChange(true);
    },
    stop() {
      if (timer === null) return;
      clearTimeout(timer);
      timer = null;
      onChange(false);
    },
  };
  return clock;
}

// The card of the token that begins at unit `start`: its text, id, bytes and where it comes from.
export function tokenCard(r, k, start) {
  const end = tokenEnd(r, k, start);
  const id = tokenId(r, start, end);
  const origin = isSpecial(r, start, end)
    ? 'special token'
    : end - start === 1
      ? 'base unit'
      : `made by merge ${commas(youngest(r, start, end))}`;
  const facts = [id === null ? null : `id ${id}`, origin, timesInText(r, k, start, end)];
  return el(
    'div',
    { className: 'card', dataset: { testid: 'card' } },
    el('div', { className: 'card-text' }, el('bdi', {}, tokenLabel(r, start, end))),
    el('div', { className: 'card-facts' }, facts.filter(Boolean).join(' · ')),
    byteRuler(r, k, start, end),
  );
}

// "3 times here", for texts in which counting takes no time.
function timesInText(r, k, start, end) {
  if (r.length > 20000) return null;
  const id = tokenId(r, start, end);
  const times = tokensBetween(r, k, 0, r.length).filter((token) => tokenId(r, ...token) === id).length;
  return times === 1 ? 'once here' : `${commas(times)} times here`;
}

// The bytes of a token; if it cuts a character, those of the whole cluster, token by token, its own in bold.
function byteRuler(r, k, start, end) {
  const starts = r.clusterUnit;
  const from = starts[clusterOf(r, start)];
  const to = starts[clusterOf(r, end - 1) + 1];
  const ruler = el('div', { className: 'card-bytes' });
  if (end - start > 24) ruler.append(`${hex(r.units.subarray(start, start + 24))} …`);
  else {
    for (const [a, b] of tokensBetween(r, k, from, Math.min(to, from + 48))) {
      ruler.append(el(a === start ? 'b' : 'span', {}, hex(r.units.subarray(a, b))));
    }
  }
  return ruler;
}

// The index of the cluster that holds unit i.
export function clusterOf(r, i) {
  return countUpTo(r.clusterUnit, i) - 1;
}

// ---- the stage ----

// A stage in `host`: draw(replay, k, options) shows the text as chips. Options: `brackets` (the merge whose pairs get a
// bracket), `fused` (the merge whose tokens get an underline), `sizes` (font sizes to choose from). Only visible rows
// are in the document, and a chip that did not change is not touched.
export function createStage(host, { onHover = () => {}, onPin = () => {}, empty = '' } = {}) {
  const sheet = el('div', { className: 'sheet' });
  const element = el(
    'div',
    { className: 'stage', tabIndex: 0, dataset: { testid: 'stage', empty }, attributes: { role: 'group' } },
    sheet,
  );
  const spoken = el('div', { className: 'spoken', attributes: { 'aria-live': 'polite' } });
  const frame = el('div', { className: 'stage-frame' }, element, spoken);
  host.append(frame);

  let replay = null;
  let k = 0;
  let options = {};
  let size = 0;
  let starts = Int32Array.of(0);
  let laid = ''; // what the rows were laid out for
  let width = 0;
  let card = null;
  let shown = null; // start of the token with a card
  let pinned = false;
  let waiting = 0;
  const rows = new Map(); // row number -> {element, keys}, those in the document

  function draw(newReplay, newK, newOptions = {}) {
    const moved = newReplay !== replay || newK !== k;
    [replay, k, options] = [newReplay, newK, newOptions];
    layout();
    paint();
    if (moved && shown !== null) pinned && shown < replay.length ? show(tokenStart(replay, k, shown)) : hide();
    const count = replay.counts()[k] ?? 0;
    element.setAttribute('aria-label', `${plural(count, 'token')}. Left and right arrow keys go from token to token.`);
    element.classList.toggle('is-empty', replay.length === 0);
  }

  function layout() {
    width ||= sheet.clientWidth;
    const style = getComputedStyle(element);
    const height = parseFloat(style.maxHeight) - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    const wanted = [replay.sig, width, height, style.fontFamily, options.sizes].join();
    if (wanted === laid || width === 0) return;
    laid = wanted;
    ({ size, starts } = chooseFont(replay, style.fontFamily, width, height, options.sizes));
    element.style.setProperty('--size', `${size}px`);
    element.style.setProperty('--row', `${rowHeight(size)}px`);
    sheet.style.height = `${(starts.length - 1) * rowHeight(size)}px`;
    sheet.replaceChildren();
    rows.clear();
  }

  function paint() {
    const height = rowHeight(size);
    const first = Math.max(0, Math.floor(element.scrollTop / height) - SPARE_ROWS);
    const visible = Math.ceil((element.clientHeight || 300) / height) + 2 * SPARE_ROWS;
    const end = Math.min(starts.length - 1, first + visible);
    for (const [number, row] of rows) {
      if (number >= first && number < end) continue;
      row.element.remove();
      rows.delete(number);
    }
    for (let number = first; number < end; number++) paintRow(number, height);
  }

  function paintRow(number, height) {
    let row = rows.get(number);
    if (!row) {
      row = { element: el('div', { className: 'row', dir: 'auto' }), keys: [] };
      row.element.style.top = `${number * height}px`;
      rows.set(number, row);
      const after = [...rows.keys()].filter((other) => other > number);
      sheet.insertBefore(row.element, after.length ? rows.get(Math.min(...after)).element : null);
    }
    const chips = rowChips(replay, k, starts[number], starts[number + 1]);
    const classes = chips.map((chip) => chipClasses(replay, chip, options));
    const keys = chips.map(({ from, tokens }, i) => {
      const parts = tokens.length > 1 ? tokens.map(({ end, fill }) => `${end}f${fill}`).join() : '';
      return `${from} ${tokens[0].start} ${tokens[0].end} ${classes[i]} ${parts}`;
    });
    replaceMiddle(row.element, row.keys, keys, (i) => chipElement(replay, chips[i], classes[i]));
    row.keys = keys;
  }

  // The card of a token, and the light on its equals.
  function show(start) {
    const changed = start !== shown;
    shown = start;
    card?.remove();
    card = tokenCard(replay, k, start);
    card.classList.toggle('pinned', pinned);
    frame.append(card);
    light();
    place();
    if (changed) onHover(start);
  }

  function hide() {
    if (shown === null) return;
    card?.remove();
    [card, shown, pinned] = [null, null, false];
    light();
    onHover(null);
  }

  function light() {
    const lit = shown === null ? null : tokenId(replay, shown, tokenEnd(replay, k, shown));
    const isLit = (start) => tokenId(replay, start, tokenEnd(replay, k, start)) === lit;
    for (const chip of sheet.querySelectorAll('.chip')) {
      const tokens = (chip.dataset.parts ?? chip.dataset.start).split(' ').map(Number);
      chip.classList.toggle('dim', lit !== null && !tokens.some(isLit));
      chip.classList.toggle('cursor', shown !== null && tokens.includes(shown));
    }
  }

  function place() {
    const chip = sheet.querySelector('.chip.cursor');
    if (!chip) return;
    const at = chip.getClientRects()[0] ?? chip.getBoundingClientRect();
    const box = frame.getBoundingClientRect();
    const left = Math.max(0, Math.min(at.left - box.left, box.width - card.offsetWidth));
    card.style.left = `${left}px`;
    card.style.top = `${at.bottom - box.top + 8}px`;
  }

  // The start of the token under the pointer; within a cut cluster, of the stripe under it.
  function tokenUnder(event) {
    const chip = event.target.closest?.('.chip');
    if (!chip) return null;
    const parts = (chip.dataset.parts ?? chip.dataset.start).split(' ').map(Number);
    if (parts.length === 1) return parts[0];
    const box = chip.getBoundingClientRect();
    const share = Math.min(0.999, Math.max(0, (event.clientX - box.left) / box.width));
    const from = replay.clusterUnit[clusterOf(replay, parts[1])];
    const to = replay.clusterUnit[clusterOf(replay, parts[1]) + 1];
    const along = chip.classList.contains('rtl') ? 1 - share : share;
    return tokenStart(replay, k, from + Math.min(to - from - 1, Math.floor(along * (to - from))));
  }

  // Moves the card to the token that begins at `start`, and scrolls to it.
  function go(start) {
    const row = countUpTo(starts, clusterOf(replay, start)) - 1;
    const top = row * rowHeight(size);
    if (top < element.scrollTop) element.scrollTop = top;
    if (top + rowHeight(size) > element.scrollTop + sheet.parentElement.clientHeight - 16) {
      element.scrollTop = top + rowHeight(size) * 2 - element.clientHeight + 16;
    }
    paint();
    show(start);
    const end = tokenEnd(replay, k, start);
    spoken.textContent = `${tokenLabel(replay, start, end)}, id ${tokenId(replay, start, end)}`;
  }

  function pin(start) {
    pinned = true;
    show(start);
    onPin(start);
  }

  element.onscroll = () => {
    paint();
    if (shown !== null) (light(), place());
  };
  element.onpointermove = (event) => {
    if (pinned || event.buttons) return;
    const start = tokenUnder(event);
    if (start === shown) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => (start === null || start >= replay.length ? hide() : show(start)), shown === null ? 120 : 30);
  };
  element.onpointerleave = () => {
    clearTimeout(waiting);
    if (!pinned) hide();
  };
  element.onclick = (event) => {
    const start = tokenUnder(event);
    clearTimeout(waiting);
    if (start === null || (pinned && start === shown)) hide();
    else pin(start);
  };
  element.onkeydown = (event) => {
    if (event.key === 'Escape') hide();
    else if (!replay?.length) return;
    else if (event.key === 'ArrowRight') go(shown === null ? 0 : Math.min(tokenEnd(replay, k, shown), tokenStart(replay, k, replay.length - 1)));
    else if (event.key === 'ArrowLeft') go(shown === null ? 0 : tokenStart(replay, k, Math.max(0, shown - 1)));
    else if (event.key === 'Enter' && shown !== null) pin(shown);
    else return;
    event.preventDefault();
  };
  element.onblur = () => pinned || hide();

  const redraw = () => replay && draw(replay, k, options);
  const observer = new ResizeObserver(() => {
    width = sheet.clientWidth;
    redraw();
  });
  observer.observe(element);
  const fontsLoaded = () => {
    measurers.clear();
    laid = '';
    redraw();
  };
  document.fonts.addEventListener('loadingdone', fontsLoaded);

  return {
    draw,
    element,
    destroy() {
      clearTimeout(waiting);
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', fontsLoaded);
      frame.remove();
    },
  };
}

// Makes the children of `parent` follow `keys`, leaving alone those that old and new have in common at both ends.
export function replaceMiddle(parent, oldKeys, keys, make) {
  let head = 0;
  while (head < keys.length && head < oldKeys.length && keys[head] === oldKeys[head]) head++;
  let tail = 0;
  const most = Math.min(keys.length, oldKeys.length) - head;
  while (tail < most && keys[keys.length - 1 - tail] === oldKeys[oldKeys.length - 1 - tail]) tail++;
  const old = [...parent.children].slice(head, oldKeys.length - tail);
  const before = parent.children[oldKeys.length - tail] ?? null;
  for (const child of old) child.remove();
  for (let i = head; i < keys.length - tail; i++) parent.insertBefore(make(i), before);
}
