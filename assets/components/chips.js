// Chips, the pieces of a text as they are drawn, and the small builders that all components share.

const FILLS = 5;
const MOST_STRIPES = 48;

// ---- chips ----

// The chips of the clusters `from` to `to` after k merges. A chip is a run of whole clusters within one token, or one
// cluster that tokens cut, with all of these: {from, to, tokens: [{start, end, fill}]}. `fillOf` names fills that mean
// something; without it they only separate neighbours.
function rowChips(r, k, from, to, fillOf = null) {
  const at = r.clusterUnit;
  const tokens = fillOf
    ? tokensBetween(r, k, at[from], at[to]).map(([start, end]) => ({ start, end, fill: fillOf(r, start, end) }))
    : fillTokens(r, k, at[from], at[to]);
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
function fillAfter(last, r, start, end, ahead = -1) {
  if (end - start === 1 && !isSpecial(r, start, end)) return -1;
  let fill = start % FILLS;
  while (fill === last || fill === ahead) fill = (fill + 1) % FILLS;
  return fill;
}

// The class names of a chip: fill, ends, walls, the marks of the merge that comes (`brackets`) or has just been (`fused`),
// and what a page calls its tokens (`mark`).
function chipClasses(r, { from, to, tokens }, { brackets, fused, mark }) {
  const first = tokens[0];
  const last = tokens.at(-1);
  const starts = first.start === r.clusterUnit[from];
  const ends = last.end === r.clusterUnit[to];
  const isWall = (b) => r.mergedAt[b] === WALL;
  const joinsNext = (token) => brackets && r.mergedAt[token.end - 1] === brackets;
  const joinsLast = (token) => brackets && r.mergedAt[token.start - 1] === brackets;
  const names = {
    chip: true,
    cut: tokens.length > 1,
    [`fill-${first.fill}`]: tokens.length === 1 && first.fill !== -1,
    outside: tokens.some((token) => isOutside(r, token.start)),
    starts,
    ends,
    'after-wall': starts && isWall(first.start - 1),
    'before-wall': ends && isWall(last.end - 1),
    bracket: brackets && tokens.some((token) => joinsNext(token) || joinsLast(token)),
    opens: starts && joinsNext(first) && !joinsLast(first),
    closes: ends && joinsLast(last) && !joinsNext(last),
    fused: fused && tokens.some((token) => youngest(r, token.start, token.end) === fused),
  };
  const marks = mark ? tokens.map((token) => mark(token.start, token.end)) : [];
  return [...Object.keys(names).filter((name) => names[name]), ...new Set(marks)].join(' ');
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
  const direction = dressChip(element, r, chip, classes);
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

// Gives a chip its class names; returns which way it runs.
function dressChip(element, { text, clusterChar: at }, chip, classes) {
  const direction = directionOf(text.slice(at[chip.from], at[chip.to]));
  element.className = `${classes} ${direction}`;
  return direction;
}

// The background of a cut cluster: a stripe for each token, as wide as its share of the units, with hairlines between.
function stripes(r, chip, direction) {
  const start = r.clusterUnit[chip.from];
  const length = r.clusterUnit[chip.to] - start;
  const stops = chip.tokens.slice(0, MOST_STRIPES).flatMap(({ end, fill }) => {
    const colour = fill === -1 ? 'transparent' : `var(--fill-${fill})`;
    const share = ((end - start) / length) * 100;
    return share < 100 ? [`${colour} 0 calc(${share}% - 1px)`, `var(--byte-line) 0 ${share}%`] : [`${colour} 0`];
  });
  return `linear-gradient(to ${direction}, ${stops.join(', ')})`;
}

// The starts of the tokens that a chip shows.
function startsOf(chip) {
  return (chip.dataset.parts ?? chip.dataset.start).split(' ').map(Number);
}

// Marks the chips of some tokens: those that are lit, the others being dimmed (null: none is), the one at the cursor and the
// one that was picked.
function markChips(sheet, isLit, at, picked = null) {
  sheet.classList.toggle('lit', isLit !== null);
  for (const chip of sheet.querySelectorAll('.chip')) {
    const tokens = startsOf(chip);
    chip.classList.toggle('equal', isLit !== null && tokens.some(isLit));
    chip.classList.toggle('cursor', at !== null && tokens.includes(at));
    chip.classList.toggle('picked', picked !== null && tokens.includes(picked));
  }
}

// ---- elements ----

// A new element with properties, data attributes and children; strings become text and nothing else.
function el(tag, { dataset, ...properties } = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  Object.assign(element.dataset, dataset);
  element.append(...children);
  return element;
}

// A new SVG element with attributes and children; strings become text and nothing else.
function svg(tag, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// Makes the children of `parent` follow `keys`, leaving those that old and new have in common at both ends to `keep`, which
// gets the new place and the old one.
function replaceMiddle(parent, oldKeys, keys, make, keep = () => {}) {
  const most = Math.min(keys.length, oldKeys.length);
  let head = 0;
  while (head < most && keys[head] === oldKeys[head]) head++;
  let tail = 0;
  while (tail < most - head && keys.at(-1 - tail) === oldKeys.at(-1 - tail)) tail++;
  const before = parent.children[oldKeys.length - tail] ?? null;
  for (let i = oldKeys.length - tail - head; i > 0; i--) parent.children[head].remove();
  for (let i = head; i < keys.length - tail; i++) parent.insertBefore(make(i), before);
  for (let i = 0; i < head; i++) keep(i, i);
  for (let i = keys.length - tail; i < keys.length; i++) keep(i, i - keys.length + oldKeys.length);
}

// Behind a number sentence: a tick where what was checked is so, decoding the ids for one, else what is wrong.
function roundTripMark(trouble, explanation = 'decoding the ids gives the text back') {
  if (trouble) return el('span', { className: 'trouble' }, trouble);
  return el('span', { className: 'tick', title: explanation, role: 'img', ariaLabel: explanation }, '✓');
}

// Sets `data-theme` of a component's root to light or dark by the luminance of its background.
function setTheme(root) {
  const [red, green, blue] = getComputedStyle(root).backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [255, 255, 255];
  root.dataset.theme = 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128 ? 'dark' : 'light';
}
