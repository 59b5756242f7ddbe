// The stage of all components: a text as chips, only its visible rows in the document.

const SPARE_ROWS = 2;

// A stage in `host`: draw(replay, k, options) shows the text as chips. Options: `brackets`, the merge whose pairs get a
// bracket; `fused`, the merge whose tokens get an underline; `lit`, the id of the token to light; `sizes`, font sizes to
// choose from; `cells`, to show the text's parts in columns instead of rows: {starts, notes}, see placeCells; `pick`, a
// function that gets the token that was clicked or entered, in place of its card; `picked`, the start of one to mark;
// `fill`, a function that names the fill of a token; `mark`, one that gives a token a class name of the page's own; `above`,
// what stands above the pieces: {height, draw(r, rows)}; `layout`, a function that gives font size and rows, see chooseFont;
// `tokens`, how many there are, where not all pieces are.
// `callbacks` are those of the cursor, with what the page has to say about a token. Only visible rows are in the document,
// and a chip that did not change is not touched.
function createStage(host, { onScroll = nothing, empty = '', ...callbacks } = {}) {
  const sheet = el('div', { className: 'sheet' });
  const element = el('div', { className: 'stage', role: 'application', tabIndex: 0, dataset: { testid: 'stage', empty } }, sheet);
  const view = { now: () => ({ replay, k, options }), end: () => replay.length, under: tokenUnder, reach, light };
  const cursor = createCursor(element, view, callbacks);
  host.append(cursor.frame);

  let replay = null;
  let k = 0;
  let options = {};
  let laidOut = ''; // what the rows were laid out for
  let width = 0;
  let height = 0; // of a row
  let plan = { size: 0, starts: Int32Array.of(0), columns: 1, advance: 0 };
  const rows = new Map(); // number -> {element, keys, classes, chips} of the rows in the document
  let seen = null; // what was seen of the document already
  let span = null; // the units that are lit in place of equal tokens
  let followed = null; // how far it was scrolled by another stage
  let marked = false; // some chip is lit, picked or under the cursor

  function draw(newReplay, newK, newOptions = {}) {
    const isOther = newReplay !== replay;
    const moved = isOther || newK !== k;
    const before = seen ?? look();
    seen = null;
    [replay, k, options] = [newReplay, newK, newOptions];
    width ||= sheet.clientWidth;
    if (width === 0) return cursor.hide(); // not to be seen; the observer draws when it is
    if (isOther || (options.pick && cursor.hasCard())) cursor.hide();
    paint(layOut(before) ? element : before);
    if (moved) cursor.follow();
    light();
    element.ariaLabel = replay.length ? stageLabel(options.tokens ?? replay.counts()[k], { pick: options.pick }) : empty;
    element.classList.toggle('is-empty', replay.length === 0);
    element.classList.toggle('picking', Boolean(options.pick));
  }

  const chooseRows = (family, width, room) => chooseFont(replay, family, width, room, options.sizes);

  // What drawing has to know of the document; the browser lays it out for that, if anything has been written.
  function look() {
    const { fontFamily, maxHeight, paddingTop, paddingBottom } = getComputedStyle(element);
    const room = parseFloat(maxHeight) - parseFloat(paddingTop) - parseFloat(paddingBottom);
    return { fontFamily, room, scrollTop: element.scrollTop, clientHeight: element.clientHeight };
  }

  // Makes the plan of the rows; returns whether it is another one.
  function layOut({ fontFamily, room }) {
    const { sizes, cells, above = null, layout = chooseRows } = options;
    const wanted = [replay.sig, width, room, fontFamily, sizes, Boolean(cells), Boolean(above)].join();
    if (wanted === laidOut) return false;
    laidOut = wanted;
    plan = cells
      ? placeCells(replay, cells, fontFamily, width, room, sizes)
      : { columns: 1, advance: 0, ...layout(fontFamily, width, room) };
    height = rowHeight(plan.size) + (above?.height ?? 0);
    element.style.setProperty('--above', `${above?.height ?? 0}px`);
    element.style.setProperty('--size', `${plan.size}px`);
    element.style.setProperty('--row', `${height}px`);
    sheet.style.height = `${Math.ceil((plan.starts.length - 1) / plan.columns) * height}px`;
    sheet.replaceChildren();
    rows.clear();
    return true;
  }

  function paint({ scrollTop, clientHeight } = element) {
    const top = Math.floor(scrollTop / height);
    const lines = Math.ceil(clientHeight / height);
    const first = Math.max(0, top - SPARE_ROWS) * plan.columns;
    const end = Math.min(plan.starts.length - 1, (top + lines + SPARE_ROWS) * plan.columns);
    for (const [number, row] of rows) {
      if (number >= first && number < end) continue;
      row.element.remove();
      rows.delete(number);
    }
    for (let number = end - 1; number >= first; number--) paintRow(number);
    options.above?.draw(replay, [...rows.values()]);
  }

  function paintRow(number) {
    if (!rows.has(number)) {
      const element = createRow(number);
      sheet.insertBefore(element, rows.get(number + 1)?.element ?? null);
      rows.set(number, { element, keys: [], classes: [] });
    }
    const row = rows.get(number);
    const chips = rowChips(replay, k, plan.starts[number], plan.starts[number + 1], options.fill);
    const classes = chips.map((chip) => chipClasses(replay, chip, options));
    const keys = chips.map(({ from, tokens }) => [from, ...tokens.flatMap(Object.values)].join(' '));
    const make = (i) => chipElement(replay, chips[i], classes[i]);
    const keep = (i, old) => {
      if (classes[i] !== row.classes[old]) dressChip(row.element.children[i], replay, chips[i], classes[i]);
    };
    replaceMiddle(row.element, row.keys, keys, make, keep);
    Object.assign(row, { keys, classes, chips });
  }

  function createRow(number) {
    const { columns, advance, gap, fromRight, starts } = plan;
    const row = el('div', { className: 'row', dir: 'auto' });
    row.style.top = `${Math.floor(number / columns) * height}px`;
    if (!options.cells) return row;
    const { text, clusterChar: at } = replay;
    row.classList.add('cell');
    row.dir = directionOf(text.slice(at[starts[number]], at[starts[number + 1]])) || (fromRight ? 'rtl' : 'ltr');
    row.style[fromRight ? 'right' : 'left'] = `${(number % columns) * advance}px`;
    row.style.width = `${advance - gap}px`;
    row.append(el('bdi', { className: 'cell-note', dir: 'ltr' }, options.cells.notes[number]));
    return row;
  }

  // Lights the tokens that equal the one at the cursor, or those of a span, and dims the others.
  function light() {
    const idAt = (start) => tokenId(replay, start, tokenEnd(replay, k, start));
    const { pick, picked = null } = options;
    const at = cursor.at();
    const lit = pick || span ? null : at === null ? (options.lit ?? null) : idAt(at);
    const wasMarked = marked;
    marked = lit !== null || span !== null || at !== null || picked !== null;
    if (!marked && !wasMarked) return;
    const inSpan = span && ((start) => start < span[1] && tokenEnd(replay, k, start) > span[0]);
    markChips(sheet, inSpan ?? (lit === null ? null : (start) => idAt(start) === lit), at, picked);
    for (const note of sheet.querySelectorAll('.above-note')) note.classList.toggle('cursor', Number(note.dataset.token) === at);
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

  // The top of the row that holds a unit.
  function topOf(unit) {
    return Math.floor((countUpTo(plan.starts, clusterOf(replay, unit)) - 1) / plan.columns) * height;
  }

  // Scrolls to the token that begins at `start`.
  function reach(start) {
    const top = topOf(start);
    const lowest = top + 2 * height - element.clientHeight;
    element.scrollTop = Math.max(lowest, Math.min(element.scrollTop, top));
    paint();
  }

  // Scrolls to the first pair that merge m joins, if none is on the screen.
  function reveal(m) {
    if (width === 0 || element.scrollHeight <= element.clientHeight) return;
    const isSeen = (b) => {
      const top = topOf(b) - element.scrollTop;
      return top >= 0 && top + height <= element.clientHeight;
    };
    let first = null;
    for (let b = replay.mergedAt.indexOf(m); b >= 0; b = replay.mergedAt.indexOf(m, b + 1)) {
      if (isSeen(b)) return;
      first ??= b;
    }
    if (first === null) return;
    element.scrollTop = topOf(first) - height;
    paint();
  }

  element.onscroll = () => {
    if (width === 0) return;
    paint();
    light();
    cursor.settle();
    if (element.scrollTop === followed) return;
    followed = null;
    onScroll(element.scrollTop);
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
    // Looks at the document before it is drawn. Of many stages all look before the first is drawn: then it is laid out once.
    look() {
      seen = look();
    },
    draw,
    element,
    reveal,
    hold: cursor.hold,
    hide: cursor.hide,
    settle: cursor.settle,
    // Lights the tokens that overlap the units [from, to], in place of equal ones; null: no longer.
    light(units) {
      span = units;
      light();
    },
    // Scrolls along with another stage.
    scrollTo(top) {
      if (width === 0) return;
      element.scrollTop = top;
      followed = element.scrollTop;
      paint();
      light();
    },
    destroy() {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', measureAgain);
      cursor.destroy();
    },
  };
}
