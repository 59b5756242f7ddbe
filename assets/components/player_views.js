// The views of a corpus beside its text: a switch, and the history, one line a merge.

const VIEW_NAMES = { text: 'text', pieces: 'pieces × count', history: 'history' };
const HISTORY_SIZES = [36, 28, 22, 18];
const HISTORY_LINE = 1.7;
const HISTORY_MARGIN = 56; // pixels for the number of a line, as in player_views.css
const HISTORY_NOTE = 260; // and for what is said behind it, where there is room

// A small segmented switch, as radio buttons: one stop for the keyboard.
function createViewSwitch(onChoose) {
  const element = el('div', { className: 'views', role: 'radiogroup', ariaLabel: 'view', dataset: { testid: 'view' } });

  function offer(views) {
    element.hidden = views.length < 2;
    element.replaceChildren(...views.map((value) => {
      const radio = el('input', { type: 'radio', name: 'view', value, onchange: () => onChoose(value) });
      return el('label', { dataset: { view: value } }, radio, el('span', {}, VIEW_NAMES[value]));
    }));
  }

  function choose(view) {
    for (const radio of element.querySelectorAll('input')) radio.checked = radio.value === view;
  }

  return { element, offer, choose };
}

// One line a merge, from the plain text to now; what each merge made is underlined. For texts of a few words.
function createHistory(onPick) {
  const box = el('div', { className: 'history stage', tabIndex: 0, role: 'list', ariaLabel: 'history', dataset: { testid: 'history' } });
  const element = el('div', { className: 'stage-frame' }, box);
  let t = null;
  let now = 0;
  let sizes = HISTORY_SIZES;
  let laidOut = '';
  let plan = null;
  let card = null;

  function draw(training, k, chosenSizes = HISTORY_SIZES) {
    [t, now, sizes] = [training, k, chosenSizes];
    showCard(null);
    if (box.clientWidth === 0) return; // not to be seen; the observer draws when it is
    layout();
    const before = box.children.length;
    while (box.children.length > k + 1) box.lastChild.remove();
    while (box.children.length <= k) box.append(createLine(box.children.length));
    [...box.children].forEach((line, i) => line.classList.toggle('now', i === k));
    if (box.children.length !== before) box.scrollTop = box.scrollHeight;
  }

  function layout() {
    const { fontFamily, maxHeight, paddingLeft, paddingRight } = getComputedStyle(box);
    const width = box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - HISTORY_MARGIN;
    const wanted = [t.replay.sig, width, maxHeight, fontFamily, sizes].join();
    if (wanted === laidOut) return;
    laidOut = wanted;
    const rows = (size, room) => layoutRows(t.replay, measurer(fontFamily, size), room);
    for (const size of sizes) {
      plan = { size, starts: rows(size, width - HISTORY_NOTE), notes: true };
      const isOneRow = plan.starts.length === 2;
      if (isOneRow && (t.n + 1) * Math.round(size * HISTORY_LINE) <= parseFloat(maxHeight) - 24) break;
    }
    if (plan.starts.length > 2) plan = { size: plan.size, starts: rows(plan.size, width), notes: false };
    box.style.setProperty('--size', `${plan.size}px`);
    box.style.setProperty('--row', `${Math.round(plan.size * HISTORY_LINE)}px`);
    box.style.setProperty('--rows', (t.n + 1) * (plan.starts.length - 1));
    box.replaceChildren();
  }

  function createLine(k) {
    const r = t.replay;
    const rows = Array.from(plan.starts.subarray(1), (to, i) =>
      el('div', { className: 'history-text', dir: 'auto' }, ...rowChips(r, k, plan.starts[i], to).map((chip) =>
        chipElement(r, chip, chipClasses(r, chip, { brackets: 0, fused: k })))));
    const pieces = tokensBetween(r, k, 0, r.length).map(([start, end]) => tokenLabel(r, start, end)).join(', ');
    const number = el('button', {
      type: 'button', className: 'history-k', tabIndex: -1, ariaLabel: k ? `merge ${k}` : 'before any merge',
      onclick: (event) => onPick(k, event),
    }, commas(k));
    const made = k === 0 ? ['nothing merged yet'] : [...pairMarks(t, t.left[k - 1], t.right[k - 1]), `, ${times(t.counts[k - 1])}`];
    const note = plan.notes ? [el('div', { className: 'history-note' }, ...made)] : [];
    return el('div', { className: 'history-row', role: 'listitem', dataset: { testid: 'history-row', k } },
      number, el('div', { ariaLabel: pieces, role: 'img' }, ...rows), ...note);
  }

  function showCard(chip) {
    card?.remove();
    card = null;
    if (!chip) return;
    card = tokenCard(t.replay, Number(chip.closest('.history-row').dataset.k), Number(chip.dataset.start));
    element.append(card);
    placeCard(card, chip);
  }

  box.onpointerover = (event) => showCard(event.target.closest('.chip'));
  box.onpointerleave = () => showCard(null);
  box.onscroll = () => showCard(null);
  const observer = new ResizeObserver(() => t && draw(t, now, sizes));
  observer.observe(box);
  return { element, draw, destroy: () => observer.disconnect() };
}
