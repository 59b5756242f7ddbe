// The page "Compare": one text under several tokenizers, one under the other, each at a number of merges of its own.

const SPEAK_AFTER_MS = 700;

const boards = new WeakMap(); // parent element -> its board
const kept = new Map(); // component name -> {moved, rev}; outlives the page

export default function rows(component) {
  const { parentElement } = component;
  if (!boards.has(parentElement)) boards.set(parentElement, createBoard(component));
  boards.get(parentElement).update(silentOnceLeft(component));
  return () => {
    boards.get(parentElement)?.destroy();
    boards.delete(parentElement);
  };
}

function createBoard(first) {
  let component = first;
  let rows = [];
  let layout = null;
  let pointing = null; // the row at which a token was pointed last
  let speech = 0; // timer
  // `moved`: key -> k of the rows whose slider was moved since Python set them, Infinity for all merges.
  const memory = kept.get(first.name) ?? { moved: new Map(), rev: null };
  kept.set(first.name, memory);

  const root = first.parentElement.querySelector('.bpe');
  const spread = el('p', { className: 'spread', dataset: { testid: 'spread' } });
  const legend = el('p', { className: 'ring-legend', dataset: { testid: 'ring-legend' } });
  const list = el('div');
  const spoken = el('div', { className: 'spoken', ariaLive: 'polite' });
  root.replaceChildren(el('div', { className: 'rows-head' }, spread, legend), list, spoken);
  root.addEventListener('keydown', ({ key }) => key === 'Escape' && rows.forEach((row) => row.unpin()));

  // What happens in one row and concerns the others.
  const on = {
    move(row, k) {
      memory.moved.set(row.key, k);
      row.moveTo(k);
      draw();
    },
    rest() {
      const ks = Array.from(memory.moved, ([key, k]) => [key, Number.isFinite(k) ? k : null]);
      component.setStateValue('ks', Object.fromEntries(ks));
    },
    point(row) {
      if (row.pointed()) pointing = row;
      light();
    },
    pin(row) {
      rows.forEach((other) => other === row || other.unpin());
    },
    scroll(row, top) {
      rows.forEach((other) => other === row || other.scrollTo(top));
    },
  };

  // Lights the bytes of the token that has the card, in every row.
  function light() {
    const lit = [pointing, ...rows].map((row) => row?.pointed()).find(Boolean) ?? null;
    rows.forEach((row) => row.light(lit));
  }

  function update(next) {
    component = next;
    const { data } = next;
    setTheme(root);
    if (data.rev !== memory.rev) memory.moved.clear();
    memory.rev = data.rev;
    const old = new Map(rows.map((row) => [row.key, row]));
    const before = rows;
    const replays = readRows(data, (key) => old.get(key)?.cut().replay);
    rows = data.rows.map((facts, i) => {
      const row = old.get(facts.key) ?? createRow(facts.key, on);
      const pairs = { lost: columnOf(data[`row_${i}_lost`]), unknown: columnOf(data[`row_${i}_unknown`]) };
      row.take(facts, replays[i], pairs, memory.moved.get(facts.key) ?? facts.k ?? Infinity);
      return row;
    });
    layout = createLayout(replays);
    for (const row of before) if (!rows.includes(row)) row.destroy();
    if (rows.length !== before.length || rows.some((row, i) => row !== before[i])) {
      list.replaceChildren(...rows.map((row) => row.element));
    }
    draw();
    const top = rows.find((row) => before.includes(row))?.scrollTop() ?? 0;
    for (const row of rows) if (!before.includes(row)) row.scrollTo(top);
  }

  function draw() {
    const shared = rows.filter((row) => row.isBpe()).map((row) => row.cut());
    const most = Math.max(...rows.map((row) => row.tokens()));
    for (const row of rows) row.look();
    for (const row of rows) row.draw({ most, layout, cuts: shared });
    light();
    legend.textContent = differ(shared) ? 'Ringed: not in every row.' : '';
    spread.textContent = spreadSentence(rows.map((row) => row.summary()));
    clearTimeout(speech);
    speech = setTimeout(() => (spoken.textContent = spread.textContent), SPEAK_AFTER_MS);
  }

  return {
    update,
    destroy() {
      clearTimeout(speech);
      for (const row of rows) row.destroy();
    },
  };
}
