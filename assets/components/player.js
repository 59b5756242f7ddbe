// The player of a training: one number, k, and everything on the page follows it.
//
// A frame is a function of the payload, k and the beat. At "rest" the next pair is bracketed; at "fused" a merge has
// just been done, the sentence says what it saved and the bars move to the new counts; "swept" is a frame of fast
// playing, too quick for brackets. Nothing else is kept but whether it plays and how fast.

const PACES = { careful: 2400, steady: 1000, fast: 150 }; // milliseconds a merge
const CUT_BELOW = 250; // at more than four merges a second nothing glides
const SAVED_FOR = 1400; // how long a step says what it saved
const FAST_FRAMES = 400; // fast playing shows at most so many frames of a run, however long it is
const FUSE_MS = 320;
const MOST_FUSING = 500; // above so many visible chips the halves do not slide
const LIST_ROW = 30; // pixels, as in player.css
const LIST_ROWS = 9;
const CURVE_POINTS = 400;
const BLANK_NAMES = new Map([[9, 'tab'], [10, 'newline'], [13, 'carriage return'], [32, 'space']]);

const players = new WeakMap(); // parentElement -> player
const lastSeen = new Map(); // sig -> { rev, k }: outlives a page switch, as the module does; a mount's `key` does not
let pace = 'steady';

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector('.bpe');
  if (!players.has(parentElement)) players.set(parentElement, createPlayer(root));
  const player = players.get(parentElement);
  player.update(data, (k) => setStateValue('k', k));
  return () => {
    players.delete(parentElement);
    player.destroy();
  };
}

// ---- what the payload says ----

function readTraining(data) {
  const gains = columnOf(data.gains);
  const tokens = new Float64Array(data.n_merges + 1); // tokens of the whole corpus after k merges
  let left = data.n_units;
  for (let k = 0; k <= data.n_merges; k += 1) tokens[k] = left -= gains[k];
  const replay = readReplay(data);
  const blanks = new Map([...BLANK_NAMES].map(([unit, name]) => [replay.byteIds[unit], name]));
  return {
    replay, gains, tokens, blanks,
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
  };
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

function sentenceAt(t, k, beat) {
  if (t.n === 0) return [`No merges to show: ${lowerFirst(t.stopped)}`];
  const pair = (index) => [mark(t, t.left[index]), ' + ', mark(t, t.right[index])];
  if (beat === 'swept' && k > 0) return [`Merge ${commas(k)} of ${commas(t.n)}: `, ...pair(k - 1), '.'];
  if (beat === 'fused') return [`Merge ${commas(k)}: `, mark(t, 255 + k), `, saved ${plural(t.gains[k], 'token')}.`];
  const all = t.n === 1 ? 'The one merge is' : `All ${commas(t.n)} merges are`;
  if (k === t.n) return [`${all} done: ${lowerFirst(t.stopped)}`];
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

// ---- small builders ----

function svg(tag, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

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

// ---- the commonest pairs: bars keyed by their pair, so that they glide when ranks change ----

function createBars() {
  const ties = el('p', { className: 'ties', dataset: { testid: 'ties' } });
  const bracket = el('div', { className: 'tie-bracket', role: 'presentation' });
  const box = el('div', { className: 'bars', dataset: { testid: 'bars' }, role: 'list' }, bracket);
  const element = el('section', { className: 'rivals' }, el('h3', {}, 'Commonest pairs'), box, ties);
  const bars = new Map();

  function createBar(t, { left, right }) {
    const fill = el('span', { className: 'fill' });
    const count = el('span', { className: 'count' });
    const pair = el('span', { className: 'pair' }, mark(t, left), mark(t, right));
    const bar = el('div', { className: 'bar', dataset: { testid: 'bar' }, role: 'listitem' },
      pair, el('span', { className: 'track' }, fill), count);
    box.append(bar);
    return { bar, count };
  }

  function draw(t, k) {
    const rivals = rivalsAt(t, k);
    const kept = new Set(rivals.map(({ left, right }) => `${left},${right}`));
    for (const [pair, { bar }] of bars) {
      if (kept.has(pair)) continue;
      bars.delete(pair);
      bar.remove();
    }
    rivals.forEach((rival, rank) => {
      const pair = `${rival.left},${rival.right}`;
      if (!bars.has(pair)) bars.set(pair, createBar(t, rival));
      const { bar, count } = bars.get(pair);
      bar.style.setProperty('--rank', rank);
      bar.style.setProperty('--share', rival.count / rivals[0].count);
      bar.classList.toggle('winner', rank === 0);
      bar.setAttribute('aria-label', `${nameOf(t, rival.left)} + ${nameOf(t, rival.right)}, ${times(rival.count)}`);
      count.textContent = commas(rival.count);
    });
    const tied = k < t.n && t.ties[k] > 1 ? t.ties[k] : 0;
    bracket.style.setProperty('--tied', Math.min(tied, rivals.length));
    bracket.classList.toggle('tied', tied > 1);
    bracket.classList.toggle('open', tied > rivals.length); // more tie than are shown
    ties.textContent = tiesAt(t, k);
  }

  function clear() { // other labels under the same ids
    for (const { bar } of bars.values()) bar.remove();
    bars.clear();
  }

  return { element, draw, clear };
}

// ---- the pieces learned: only the rows around the scroll position are in the page ----

function createPieces(onPick, onFocusLost) {
  const spacer = el('div', { className: 'merge-rows' });
  const box = el('div', { className: 'scroll', tabIndex: -1, onscroll: () => paint() }, spacer);
  const head = el('div', { className: 'merge-row head', ariaHidden: 'true' },
    ...['merge', 'pair and piece', 'seen', 'saved'].map((word) => el('span', {}, word)));
  const element = el('section', { className: 'pieces', dataset: { testid: 'pieces' } },
    el('h3', {}, 'Pieces learned'), head, box);
  const rows = new Map();
  let t = null;
  let now = 0;

  function createRow(k) {
    const left = t.left[k - 1], right = t.right[k - 1], count = t.counts[k - 1], gain = t.gains[k];
    const made = el('span', { className: 'made' }, mark(t, left), ' + ', mark(t, right), ' → ', mark(t, 255 + k));
    const figure = (number) => el('span', {}, commas(number));
    const pair = `${nameOf(t, left)} + ${nameOf(t, right)}`;
    const row = el('button', {
      type: 'button',
      className: 'merge-row',
      dataset: { testid: 'piece-row', merge: k },
      ariaLabel: `Merge ${k}: ${pair}, seen ${times(count)}, saved ${plural(gain, 'token')}`,
      onclick: (event) => onPick(k, event),
      onkeydown: (event) => moveFocus(event, k),
    }, figure(k), made, figure(count), figure(gain));
    row.style.top = `${(k - 1) * LIST_ROW}px`;
    return row;
  }

  function moveFocus(event, k) {
    const to = k + ({ ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0);
    if (to === k) return;
    event.preventDefault();
    if (to < 1 || to > t.n) return;
    scrollTo(to);
    paint();
    rows.get(to).focus({ preventScroll: true });
  }

  function scrollTo(k) {
    const top = (k - 1) * LIST_ROW;
    const inView = top >= box.scrollTop && top <= box.scrollTop + (LIST_ROWS - 1) * LIST_ROW;
    if (!inView) box.scrollTop = top - (LIST_ROWS >> 1) * LIST_ROW;
  }

  function paint() {
    const first = Math.floor(box.scrollTop / LIST_ROW) + 1;
    const from = Math.max(1, first - 4), to = Math.min(t.n, first + LIST_ROWS + 4);
    for (const [k, row] of rows) {
      if (k >= from && k <= to) continue;
      if (row.matches(':focus')) onFocusLost();
      rows.delete(k);
      row.remove();
    }
    for (let k = to; k >= from; k -= 1) {
      if (!rows.has(k)) rows.set(k, spacer.insertBefore(createRow(k), rows.get(k + 1) ?? null));
      const row = rows.get(k);
      row.dataset.when = k < now ? 'past' : k === now ? 'now' : 'future';
      row.tabIndex = k === Math.min(Math.max(now, first), first + LIST_ROWS - 1) ? 0 : -1; // one stop; arrows move on
    }
  }

  function draw(k) {
    now = k;
    scrollTo(Math.max(k, 1));
    paint();
  }

  function adopt(training) {
    t = training;
    rows.forEach((row) => row.remove());
    rows.clear();
    spacer.style.height = `${t.n * LIST_ROW}px`;
  }

  return { element, adopt, draw };
}

// ---- tokens against k: one quiet line with a dot that follows ----

function createCurve(onPick) {
  const path = svg('path', { class: 'line' });
  const chart = svg('svg', { viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, path);
  const value = el('span', { className: 'value' });
  const dot = el('span', { className: 'dot' }, value);
  const top = el('span', { className: 'label' }), end = el('span', {});
  const plot = el('div', { className: 'plot', dataset: { testid: 'curve' }, onclick: pick }, chart, top, dot);
  const element = el('section', { className: 'curve' }, el('h3', {}, 'Tokens left after each merge'), plot,
    el('div', { className: 'axis' }, el('span', {}, '0'), end));
  let t = null;

  function pick(event) {
    const { left, width } = plot.getBoundingClientRect();
    onPick(Math.round(Math.min(Math.max((event.clientX - left) / width, 0), 1) * t.n), event);
  }

  const placeOf = (k) => [100 * (t.n ? k / t.n : 0), 100 * (1 - t.tokens[k] / (t.units || 1))];

  function adopt(training) {
    t = training;
    const stride = Math.max(1, Math.ceil(t.n / CURVE_POINTS));
    const points = [];
    for (let k = 0; k < t.n; k += stride) points.push(placeOf(k));
    points.push(placeOf(t.n));
    path.setAttribute('d', `M${points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join('L')}`);
    top.textContent = plural(t.units, t.unitName);
    end.textContent = plural(t.n, 'merge');
  }

  function draw(k) {
    const [x, y] = placeOf(k);
    dot.style.left = `${x}%`;
    dot.style.top = `${y}%`;
    dot.classList.toggle('late', x > 75);
    value.textContent = commas(t.tokens[k]);
  }

  return { element, adopt, draw };
}

// ---- the fuse: the two halves of each pair slide together ----

function createFusing(stage) {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  let ghosts = [], holds = [];

  // Where the pairs that merge m joins stand and how they look, read before the frame is drawn.
  function pairsOf(r, m) {
    const chips = [...stage.querySelectorAll('.chip')];
    if (still.matches || chips.length > MOST_FUSING) return [];
    return chips.slice(0, -1).flatMap((left, i) => {
      const right = chips[i + 1], row = left.parentElement;
      const joined = r.mergedAt[right.dataset.start - 1] === m && right.parentElement === row;
      if (!joined || left.classList.contains('rtl')) return [];
      const colours = [left, right].map((chip) => getComputedStyle(chip).backgroundColor);
      return [{ row, start: left.dataset.start, seam: right.getBoundingClientRect().left, colours }];
    });
  }

  // A chip is text within a line and cannot be cut in two: copies of it, each clipped to a half, slide in its place.
  function slide(pairs) {
    const places = pairs.flatMap((pair) => {
      const chip = [...pair.row.children].find(({ dataset, classList }) =>
        dataset.start === pair.start && classList.contains('fused'));
      if (!chip) return [];
      const origin = pair.row.getBoundingClientRect().left;
      const fill = getComputedStyle(chip).backgroundColor;
      return [{ ...pair, chip, box: chip.getBoundingClientRect(), origin, fill }];
    });
    for (const { chip, row, seam, colours, box, origin, fill } of places) {
      holds.push(chip.animate({ opacity: [0, 0] }, FUSE_MS));
      const clips = [`inset(0 ${box.right - seam}px 0 0)`, `inset(0 0 0 ${seam - box.left}px)`];
      clips.forEach((clipPath, side) => {
        const copy = chip.cloneNode(true);
        delete copy.dataset.testid;
        const ghost = el('div', { className: 'row fusing', ariaHidden: 'true' }, copy);
        const left = `${box.left - origin}px`, width = `${box.width}px`;
        Object.assign(ghost.style, { top: row.style.top, left, width, clipPath });
        row.parentElement.append(ghost);
        const from = side === 0 ? '-0.14em' : '0.14em';
        const move = { duration: FUSE_MS, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };
        copy.animate({ backgroundColor: [colours[side], fill] }, move);
        ghost.animate({ transform: [`translateX(${from})`, 'none'] }, move).onfinish = () => ghost.remove();
        ghosts.push(ghost);
      });
    }
  }

  function end() {
    for (const ghost of ghosts) ghost.remove();
    for (const hold of holds) hold.cancel();
    ghosts = [];
    holds = [];
  }

  return { pairsOf, slide, end };
}

// ---- the player ----

function createPlayer(root) {
  let t = null, entry = null, report = () => {};
  let beat = 'rest', playing = false, dragging = false, timer = 0;

  const icon = (name) => el('span', { className: `icon ${name}`, ariaHidden: 'true' });
  const button = (className, testid, ariaLabel, act, content) => el('button', {
    type: 'button', className, dataset: { testid }, ariaLabel, onclick: (event) => { act(); handOver(event); },
  }, content);

  const sentence = el('p', { className: 'sentence', dataset: { testid: 'sentence' }, role: 'status' });
  const stageHost = el('div', { className: 'stage-host' });
  const playWord = el('span', {}, 'Play');
  const play = button('play', 'play', 'Play', toggle, playWord);
  const back = button('step', 'back', 'Step back', () => jump(entry.k - 1), icon('back'));
  const forward = button('step', 'forward', 'Step forward', stepForward, icon('forward'));
  const scrubber = el('input', {
    type: 'range', min: 0, step: 1, ariaLabel: 'merges done', dataset: { testid: 'merges' },
    oninput: drag, onchange: release, onpointerup: release, // no change event where a drag ends at its start
  });
  const counter = el('output', { className: 'counter' });
  const speed = el('select', {
    ariaLabel: 'speed', dataset: { testid: 'speed' }, onchange: () => { pace = speed.value; if (playing) start(); },
  }, ...Object.keys(PACES).map((name) => el('option', {}, name)));
  const transport = el('div', { className: 'transport' }, play, back, forward, scrubber, counter, speed);
  const numbers = el('p', { className: 'numbers', dataset: { testid: 'numbers' } });
  const bars = createBars();
  const pieces = createPieces(pick, () => scrubber.focus({ preventScroll: true }));
  const curve = createCurve(pick);

  speed.value = pace;
  root.tabIndex = -1; // a click anywhere on the player gives it the keyboard
  root.onkeydown = onKey;
  const below = el('div', { className: 'below' }, pieces.element, curve.element);
  root.replaceChildren(
    el('div', { className: 'player' }, sentence, stageHost, transport, numbers, bars.element, below));
  const stage = createStage(stageHost, { empty: 'There is no text.' });
  const fusing = createFusing(stage.element);

  // A mouse leaves the keyboard with the scrubber: Space then plays and pauses whatever was clicked last.
  function handOver(event) {
    if (event.detail > 0) scrubber.focus({ preventScroll: true });
  }

  function pick(k, event) {
    jump(k);
    handOver(event);
  }

  function onKey(event) {
    if (event.target === speed || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const onButton = event.target.closest('button'); // Space presses a button that has the keyboard
    const act = {
      ' ': onButton ? null : toggle,
      ArrowLeft: () => jump(entry.k - 1),
      ArrowRight: stepForward,
      Home: () => jump(0),
      End: () => jump(t.n),
    }[event.key];
    if (!act || t.n === 0) return;
    event.preventDefault();
    act();
  }

  // -- time: one timer, and each beat names the next

  function after(milliseconds, next) {
    clearTimeout(timer);
    timer = setTimeout(next, milliseconds);
  }

  function start() {
    if (t.n === 0) return;
    const again = entry.k === t.n;
    playing = true;
    show(again ? 0 : entry.k, isCut() ? 'swept' : 'rest');
    after(PACES[pace] / 2, isCut() ? sweep : fuse);
  }

  function fuse() {
    show(entry.k + 1, 'fused');
    after(playing ? PACES[pace] / 2 : SAVED_FOR, settle);
  }

  function settle() {
    if (playing && entry.k === t.n) return pause();
    show(entry.k);
    if (playing) after(PACES[pace] / 2, fuse);
  }

  function sweep() {
    const k = Math.min(t.n, entry.k + Math.max(1, Math.round(t.n / FAST_FRAMES)));
    if (k === t.n) return jump(k);
    show(k, 'swept');
    after(PACES[pace], sweep);
  }

  function stop() {
    clearTimeout(timer);
    playing = false;
  }

  function pause() {
    jump(entry.k);
  }

  function toggle() {
    if (playing) pause();
    else start();
  }

  function jump(k) {
    if (t.n === 0) return;
    stop();
    show(Math.min(Math.max(k, 0), t.n));
    report(entry.k);
  }

  function stepForward() {
    if (entry.k >= t.n) return;
    stop();
    fuse();
    report(entry.k);
  }

  function drag() {
    stop();
    dragging = true;
    show(+scrubber.value);
  }

  function release() {
    if (!dragging) return;
    dragging = false;
    jump(+scrubber.value);
  }

  const isCut = () => playing && PACES[pace] < CUT_BELOW;

  // -- the frame

  function show(k, newBeat = 'rest') {
    entry.k = k;
    beat = newBeat;
    fusing.end();
    const pairs = beat === 'fused' ? fusing.pairsOf(t.replay, k) : [];
    draw();
    fusing.slide(pairs);
  }

  function draw() {
    const { k } = entry;
    pieces.draw(k); // first: it reads a scroll position, which is free only while nothing has been written
    Object.assign(root.dataset, { k, tokens: t.tokens[k], beat, motion: isCut() || dragging ? 'cut' : 'glide' });
    sentence.setAttribute('aria-live', isCut() || dragging ? 'off' : 'polite'); // a screen reader cannot keep up
    sentence.replaceChildren(...sentenceAt(t, k, beat));
    bars.draw(t, k);
    numbers.textContent = numbersAt(t, k);
    drawTransport(k);
    curve.draw(k);
    stage.draw(t.replay, k, {
      brackets: beat === 'rest' && k < t.n ? k + 1 : 0,
      fused: beat === 'fused' ? k : 0,
    });
  }

  function drawTransport(k) {
    const word = playing ? 'Pause' : 'Play';
    play.classList.toggle('playing', playing);
    play.ariaLabel = playWord.textContent = word;
    back.setAttribute('aria-disabled', k === 0); // not `disabled`: that would take the keyboard from a focused button
    forward.setAttribute('aria-disabled', k === t.n);
    scrubber.value = k;
    scrubber.style.setProperty('--done', t.n ? k / t.n : 0);
    counter.textContent = `${commas(k)} / ${commas(t.n)}`;
  }

  // -- what the page sends

  function adopt(data) {
    t = readTraining(data);
    scrubber.max = t.n;
    for (const control of [play, back, forward, scrubber, speed]) control.disabled = t.n === 0;
    bars.element.hidden = below.hidden = t.n === 0;
    counter.style.minWidth = `${2 * commas(t.n).length + 3}ch`;
    bars.clear();
    pieces.adopt(t);
    curve.adopt(t);
  }

  function update(data, reportK) {
    report = reportK;
    const isMount = t === null, isNew = t?.replay.sig !== data.sig;
    if (isNew) adopt(data);
    entry = lastSeen.get(data.sig);
    if (entry?.rev !== data.rev || (isNew && !isMount)) {
      stop();
      beat = 'rest';
      entry = { rev: data.rev, k: Math.min(Math.max(data.k, 0), t.n) };
      lastSeen.set(data.sig, entry);
    }
    setTheme(root);
    draw();
  }

  function destroy() {
    stop();
    stage.destroy();
    root.replaceChildren();
  }

  return { update, destroy };
}
