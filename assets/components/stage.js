// The stage of all components: a text as chips, only its visible rows in the document, and the card of a token.

const FILLS = 5;
const MOST_STRIPES = 48;
const MOST_BYTES_ON_A_CARD = 36;
const COUNTED_AT_ONCE = 20000; // units of a text in which equal tokens are counted while one points
const SPARE_ROWS = 2;

// ---- chips ----

// The chips of the clusters `from` to `to` after k merges. A chip is a run of whole clusters within one token, or one
// cluster that tokens cut, with all of these: {from, to, tokens: [{start, end, fill}]}.
export function rowChips(r, k, from, to) {
  const at = r.clusterUnit;
  const tokens = fillTokens(r, k, at[from], at[to]);
  const chips = [];
  for (let stop, t = 0, c = from; c < to; c = stop) {
    while (tokens[t].end <= at[c]) t++;
    stop = c + 1;
    let last = t;
    if (tokens[t].end >= at[stop]) while (stop < to && at[stop + 1] <= tokens[t].end) stop++;
    else while (tokens[last].end < at[stop]) last++;
    chips.push({ from: c, to: stop, tokens: tokens.slice(t, last + 1) });
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
    last = wraps ? fillAfter(-1, r, start, end) : fillAfter(last, r, start, end, ahead);
    return { start, end, fill: last };
  });
}

// The fill of a token after one with the fill `last`: -1, none, for a base unit that no merge has touched; else the start
// offset modulo 5, so that a merge leaves other tokens alone, and one more where a neighbour has that.
export function fillAfter(last, r, start, end, ahead = -1) {
  if (end - start === 1 && !isSpecial(r, start, end)) return -1;
  let fill = start % FILLS;
  while (fill === last || fill === ahead) fill = (fill + 1) % FILLS;
  return fill;
}

// The class names of a chip: fill, ends, and the marks of the merge that comes (`brackets`) or has just been (`fused`).
function chipClasses(r, { from, to, tokens }, { brackets, fused }) {
  const first = tokens[0];
  const last = tokens.at(-1);
  const starts = first.start === r.clusterUnit[from];
  const ends = last.end === r.clusterUnit[to];
  const joinsNext = (token) => brackets && r.mergedAt[token.end - 1] === brackets;
  const joinsLast = (token) => brackets && r.mergedAt[token.start - 1] === brackets;
  const names = {
    chip: true,
    cut: tokens.length > 1,
    [`fill-${first.fill}`]: tokens.length === 1 && first.fill >= 0,
    starts,
    ends,
    bracket: brackets && tokens.some((token) => joinsNext(token) || joinsLast(token)),
    opens: starts && joinsNext(first) && !joinsLast(first),
    closes: ends && joinsLast(last) && !joinsNext(last),
    fused: fused && tokens.some((token) => youngest(r, token.start, token.end) === fused),
  };
  return Object.keys(names).filter((name) => names[name]).join(' ');
}

// Which way a chip runs: "rtl" or "ltr" by its letters, nothing if it has none and goes along with its row.
function directionOf(text) {
  if (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text)) return 'rtl';
  return /[\p{L}\p{N}]/u.test(text) ? 'ltr' : '';
}

const emptyChip = el('span', { dataset: { testid: 'chip' } });

function chipElement(r, chip, classes) {
  const { text, clusterChar: at } = r;
  const element = emptyChip.cloneNode();
  const direction = directionOf(text.slice(at[chip.from], at[chip.to]));
  element.className = `${classes} ${direction}`;
  element.dataset.start = chip.tokens[0].start;
  if (chip.tokens.length > 1) {
    element.dataset.parts = chip.tokens.map((token) => token.start).join(' ');
    element.style.backgroundImage = stripes(r, chip, direction === 'rtl' ? 'left' : 'right');
  }
  let plain = ''; // pictures until the next sign
  for (let c = chip.from; c < chip.to; c++) {
    const cluster = text.slice(at[c], at[c + 1]);
    const sign = signOf(r, cluster);
    if (sign === null) plain += cluster;
    else {
      const className = isNamed(sign) ? 'sign named' : 'sign';
      element.append(plain, el('i', { className, dataset: { sign }, textContent: cluster }));
      plain = '';
    }
  }
  element.append(plain);
  return element;
}

// The background of a cut cluster: a stripe for each token, as wide as its share of the units, with hairlines between.
function stripes(r, chip, direction) {
  const start = r.clusterUnit[chip.from];
  const length = r.clusterUnit[chip.to] - start;
  const stops = chip.tokens.slice(0, MOST_STRIPES).flatMap(({ end, fill }) => {
    const colour = fill < 0 ? 'transparent' : `var(--fill-${fill})`;
    const share = ((end - start) / length) * 100;
    return share < 100 ? [`${colour} 0 calc(${share}% - 1px)`, `var(--byte-line) 0 ${share}%`] : [`${colour} 0`];
  });
  return `linear-gradient(to ${direction}, ${stops.join(', ')})`;
}

// The starts of the tokens that a chip shows.
function startsOf(chip) {
  return (chip.dataset.parts ?? chip.dataset.start).split(' ').map(Number);
}

// ---- elements ----

// A new element with properties, data attributes and children; strings become text and nothing else.
export function el(tag, { dataset, ...properties } = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  Object.assign(element.dataset, dataset);
  element.append(...children);
  return element;
}

// Makes the children of `parent` follow `keys`, leaving alone those that old and new have in common at both ends.
export function replaceMiddle(parent, oldKeys, keys, make) {
  const most = Math.min(keys.length, oldKeys.length);
  let head = 0;
  while (head < most && keys[head] === oldKeys[head]) head++;
  let tail = 0;
  while (tail < most - head && keys.at(-1 - tail) === oldKeys.at(-1 - tail)) tail++;
  const before = parent.children[oldKeys.length - tail] ?? null;
  for (let i = oldKeys.length - tail - head; i > 0; i--) parent.children[head].remove();
  for (let i = head; i < keys.length - tail; i++) parent.insertBefore(make(i), before);
}

// Sets `data-theme` of a component's root to light or dark by the luminance of its background.
export function setTheme(root) {
  const [red, green, blue] = getComputedStyle(root).backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [255, 255, 255];
  root.dataset.theme = 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128 ? 'dark' : 'light';
}

// ---- the card of a token ----

// A small card about the token that begins at unit `start`: text, id, where it comes from, bytes.
export function tokenCard(r, k, start) {
  const end = tokenEnd(r, k, start);
  const id = tokenId(r, start, end);
  const facts = [id === null ? null : `id ${id}`, originOf(r, start, end), timesInText(r, k, id)];
  return el(
    'div',
    { className: 'card', dataset: { testid: 'card' } },
    el('bdi', { className: 'card-text' }, shorten(tokenLabel(r, start, end), 120)),
    el('div', {}, facts.filter(Boolean).join(' · ')),
    byteRuler(r, k, start, end),
  );
}

// Puts a card below a chip, or above where there is no room; both are in the same frame.
export function placeCard(card, chip) {
  const at = chip?.getClientRects()[0];
  if (!at) return;
  const box = card.parentElement.getBoundingClientRect();
  const fits = at.bottom + card.offsetHeight + 16 < window.innerHeight;
  card.style.left = `${Math.max(0, Math.min(at.left - box.left, box.width - card.offsetWidth))}px`;
  card.style.top = `${(fits ? at.bottom + 8 : at.top - card.offsetHeight - 8) - box.top}px`;
}

// A label of at most so many characters, its middle left out.
export function shorten(label, most) {
  const characters = Array.from(label);
  if (characters.length <= most) return label;
  return [...characters.slice(0, most / 2), ' … ', ...characters.slice(-most / 2)].join('');
}

function originOf(r, start, end) {
  if (isSpecial(r, start, end)) return 'special token';
  return end - start === 1 ? 'base unit' : `made by merge ${commas(youngest(r, start, end))}`;
}

function timesInText(r, k, id) {
  if (r.length > COUNTED_AT_ONCE) return null;
  const times = tokensBetween(r, k, 0, r.length).filter((token) => tokenId(r, ...token) === id).length;
  return times === 1 ? 'once in this text' : `${commas(times)} times in this text`;
}

// The bytes of a token in bold, among those of the characters that it cuts, token by token.
function byteRuler(r, k, start, end) {
  const from = r.clusterUnit[clusterOf(r, start)];
  const to = r.clusterUnit[clusterOf(r, end - 1) + 1];
  const tokens = to - from > MOST_BYTES_ON_A_CARD ? [[start, end]] : tokensBetween(r, k, from, to);
  const bytes = tokens.map(([a, b]) => {
    const most = Math.min(b, a + MOST_BYTES_ON_A_CARD);
    return el(a === start ? 'b' : 'span', {}, hex(r.units.subarray(a, most)) + (most < b ? ' …' : ''));
  });
  return el('div', { className: 'card-bytes' }, ...bytes);
}

// ---- the stage ----

// A stage in `host`: draw(replay, k, options) shows the text as chips. Options: `brackets`, the merge whose pairs get a
// bracket; `fused`, the merge whose tokens get an underline; `lit`, the id of the token to light; `sizes`, font sizes to
// choose from. Only visible rows are in the document, and a chip that did not change is not touched.
export function createStage(host, { onHover = () => {}, onPin = () => {}, empty = '' } = {}) {
  const sheet = el('div', { className: 'sheet' });
  const element = el('div', { className: 'stage', role: 'group', tabIndex: 0, dataset: { testid: 'stage', empty } }, sheet);
  const spoken = el('div', { className: 'spoken', ariaLive: 'polite' });
  const frame = el('div', { className: 'stage-frame' }, element, spoken);
  host.append(frame);

  let replay = null;
  let k = 0;
  let options = {};
  let laidOut = ''; // what the rows were laid out for
  let width = 0;
  let size = 0;
  let starts = Int32Array.of(0);
  const rows = new Map(); // number -> {element, keys} of the rows in the document
  let shown = null; // the start of the token that has the card
  let pinned = false;
  let card = null;
  let pointing = 0; // timer

  function draw(newReplay, newK, newOptions = {}) {
    const moved = newReplay !== replay || newK !== k;
    [replay, k, options] = [newReplay, newK, newOptions];
    width ||= sheet.clientWidth;
    if (width === 0) return hide(); // not to be seen; the observer draws when it is
    layout();
    paint();
    if (moved) pinned && shown < replay.length ? show(tokenStart(replay, k, shown)) : hide();
    light();
    element.ariaLabel = `${plural(replay.counts()[k] ?? 0, 'token')}. Left and right arrow keys go from token to token.`;
    element.classList.toggle('is-empty', replay.length === 0);
  }

  function layout() {
    const { fontFamily, maxHeight, paddingTop, paddingBottom } = getComputedStyle(element);
    const height = parseFloat(maxHeight) - parseFloat(paddingTop) - parseFloat(paddingBottom);
    const wanted = [replay.sig, width, height, fontFamily, options.sizes].join();
    if (wanted === laidOut) return;
    laidOut = wanted;
    ({ size, starts } = chooseFont(replay, fontFamily, width, height, options.sizes));
    element.style.setProperty('--size', `${size}px`);
    element.style.setProperty('--row', `${rowHeight(size)}px`);
    sheet.style.height = `${(starts.length - 1) * rowHeight(size)}px`;
    sheet.replaceChildren();
    rows.clear();
  }

  function paint() {
    const top = Math.floor(element.scrollTop / rowHeight(size));
    const first = Math.max(0, top - SPARE_ROWS);
    const end = Math.min(starts.length - 1, top + Math.ceil(element.clientHeight / rowHeight(size)) + SPARE_ROWS);
    for (const [number, row] of rows) {
      if (number >= first && number < end) continue;
      row.element.remove();
      rows.delete(number);
    }
    for (let number = end - 1; number >= first; number--) paintRow(number);
  }

  function paintRow(number) {
    if (!rows.has(number)) {
      const row = el('div', { className: 'row', dir: 'auto' });
      row.style.top = `${number * rowHeight(size)}px`;
      sheet.insertBefore(row, rows.get(number + 1)?.element ?? null);
      rows.set(number, { element: row, keys: [] });
    }
    const row = rows.get(number);
    const chips = rowChips(replay, k, starts[number], starts[number + 1]);
    const classes = chips.map((chip) => chipClasses(replay, chip, options));
    const keys = chips.map(({ from, tokens }, i) => [from, ...tokens.flatMap(Object.values), classes[i]].join(' '));
    replaceMiddle(row.element, row.keys, keys, (i) => chipElement(replay, chips[i], classes[i]));
    row.keys = keys;
  }

  // Lights the tokens that equal the one shown, and dims the others.
  function light() {
    const idAt = (start) => tokenId(replay, start, tokenEnd(replay, k, start));
    const lit = shown === null ? (options.lit ?? null) : idAt(shown);
    const wasLit = sheet.classList.contains('lit');
    sheet.classList.toggle('lit', lit !== null);
    if (lit === null && !wasLit) return;
    for (const chip of sheet.querySelectorAll('.chip')) {
      const tokens = startsOf(chip);
      chip.classList.toggle('equal', lit !== null && tokens.some((start) => idAt(start) === lit));
      chip.classList.toggle('cursor', shown !== null && tokens.includes(shown));
    }
  }

  function show(start) {
    const moved = start !== shown;
    shown = start;
    card?.remove();
    card = tokenCard(replay, k, start);
    card.classList.toggle('pinned', pinned);
    frame.append(card);
    light();
    placeCard(card, sheet.querySelector('.cursor'));
    if (moved) onHover(start);
  }

  function hide() {
    if (shown === null) return;
    card.remove();
    [card, shown, pinned] = [null, null, false];
    light();
    onHover(null);
  }

  function pin(start) {
    pinned = true;
    show(start);
    onPin(start);
  }

  // The start of the token under the pointer; within a cut cluster, of the one whose stripe it is.
  function tokenUnder(event) {
    const chip = event.target.closest('.chip');
    if (!chip) return null;
    const tokens = startsOf(chip);
    if (tokens.length === 1) return tokens[0];
    const box = chip.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    const cluster = clusterOf(replay, tokens[1]);
    const [from, to] = [replay.clusterUnit[cluster], replay.clusterUnit[cluster + 1]];
    const unit = from + Math.floor((chip.classList.contains('rtl') ? 1 - share : share) * (to - from));
    return tokenStart(replay, k, Math.max(from, Math.min(unit, to - 1)));
  }

  // Shows the token that begins at `start`, scrolls to it and says it.
  function go(start) {
    const height = rowHeight(size);
    const top = (countUpTo(starts, clusterOf(replay, start)) - 1) * height;
    const lowest = top + 2 * height - element.clientHeight;
    element.scrollTop = Math.max(lowest, Math.min(element.scrollTop, top));
    paint();
    show(start);
    const end = tokenEnd(replay, k, start);
    spoken.textContent = `${tokenLabel(replay, start, end)}, id ${tokenId(replay, start, end)}`;
  }

  const keys = {
    ArrowRight() {
      const next = shown === null ? 0 : tokenEnd(replay, k, shown);
      if (next < replay.length) go(next);
    },
    ArrowLeft() {
      if (replay.length) go(tokenStart(replay, k, Math.max(0, (shown ?? 0) - 1)));
    },
    Enter() {
      if (shown !== null) pin(shown);
    },
    Escape: hide,
  };

  element.onkeydown = (event) => {
    if (!Object.hasOwn(keys, event.key)) return;
    keys[event.key]();
    event.preventDefault();
  };
  element.onblur = () => pinned || hide();
  element.onpointermove = (event) => {
    const start = tokenUnder(event);
    if (pinned || event.buttons || start === shown) return;
    clearTimeout(pointing);
    const wait = shown === null ? 120 : 30;
    pointing = setTimeout(() => (start === null || start >= replay.length ? hide() : show(start)), wait);
  };
  element.onpointerleave = () => {
    clearTimeout(pointing);
    if (!pinned) hide();
  };
  element.onclick = (event) => {
    clearTimeout(pointing);
    const start = tokenUnder(event);
    if (start === null || (pinned && start === shown)) hide();
    else pin(start);
  };
  element.onscroll = () => {
    if (width === 0) return;
    paint();
    light();
    if (card) placeCard(card, sheet.querySelector('.cursor'));
  };

  const redraw = () => replay && draw(replay, k, options);
  const observer = new ResizeObserver(() => {
    width = sheet.clientWidth;
    redraw();
  });
  observer.observe(element);
  const measureAgain = () => {
    measurers.clear();
    laidOut = '';
    redraw();
  };
  document.fonts.addEventListener('loadingdone', measureAgain);

  return {
    draw,
    element,
    destroy() {
      clearTimeout(pointing);
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', measureAgain);
      frame.remove();
    },
  };
}
