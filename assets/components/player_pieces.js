// Below the stage: the list of pieces learned, and the curve of tokens left.

const LIST_ROW = 30; // pixels, as in player.css
const LIST_ROWS = 9;
const CURVE_POINTS = 400;

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
  let most = 0; // later merges are not shown

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
    if (to < 1 || to > most) return;
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
    const from = Math.max(1, first - 4), to = Math.min(most, first + LIST_ROWS + 4);
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

  function draw(k, mostShown) {
    [now, most] = [k, mostShown];
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
