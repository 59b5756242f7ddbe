// The tokens as a list, each by its id or by its bytes.

const MOST_IN_LIST = 2000;
const SEEN_IN_LIST = 250;

// While k moves only those that are seen are drawn, the others when it rests. `callbacks` are those of the cursor.
function createList(callbacks) {
  const list = el('div');
  const note = el('p', { className: 'list-note' });
  const scroller = el('div', { className: 'ids stage', tabIndex: 0, role: 'application', dataset: { testid: 'list' } }, list);
  const view = { now: () => ({ replay, k, options: {} }), end: () => listed, under: tokenUnder, reach, light };
  const cursor = createCursor(scroller, view, callbacks);
  cursor.frame.append(note);
  let replay = null;
  let k = 0;
  let show = 'ids';
  let fillOf = null;
  let keys = [];
  let listed = 0; // the unit behind the last token in the list
  let marked = false; // some token is at the cursor
  let rest = 0; // timer

  function draw(newReplay, newK, newShow, newFill) {
    const moved = newReplay !== replay || newK !== k;
    if (newReplay !== replay) cursor.hide();
    [replay, k, show, fillOf] = [newReplay, newK, newShow, newFill];
    scroller.ariaLabel = stageLabel(replay.counts()[k] ?? 0, { how: ` as ${show}` });
    drawFirst(scroller.scrollTop > 0 || cursor.at() !== null ? MOST_IN_LIST : SEEN_IN_LIST);
    if (moved) cursor.follow();
    clearTimeout(rest);
    rest = setTimeout(() => drawFirst(MOST_IN_LIST), 200);
  }

  function drawFirst(most) {
    const tokens = [];
    listed = 0;
    for (let last = -1, start = 0; start < replay.length && tokens.length < most; start = listed) {
      listed = tokenEnd(replay, k, start);
      last = fillAfter(last, replay, start, listed);
      tokens.push({ start, end: listed, fill: fillOf ? fillOf(replay, start, listed) : last });
    }
    const words = tokens.map(wordsOf);
    const newKeys = tokens.map(({ start, fill }, i) => `${start} ${fill} ${words[i]}`);
    replaceMiddle(list, keys, newKeys, (i) => createItem(tokens[i], words[i]));
    keys = newKeys;
    const total = tokens.length < most ? tokens.length : replay.counts()[k];
    note.textContent = total > MOST_IN_LIST ? `The first ${commas(MOST_IN_LIST)} of ${commas(total)} are shown.` : '';
    light();
  }

  function wordsOf({ start, end }) {
    if (isOutside(replay, start)) return show === 'bytes' ? codePoint(replay.units[start]) : 'no id';
    if (show === 'bytes') return hex(replay.units.subarray(start, end));
    return String(tokenId(replay, start, end) ?? '?');
  }

  function createItem({ start, fill }, words) {
    const outside = isOutside(replay, start) ? ' outside' : '';
    return el('span', { className: `chip id fill-${fill}${outside}`, textContent: words, dataset: { start } });
  }

  function tokenUnder(event) {
    const chip = event.target.closest('.chip');
    return chip && Number(chip.dataset.start);
  }

  // Scrolls to the token that begins at `start`.
  function reach(start) {
    const [chip, room] = [list.querySelector(`[data-start="${start}"]`), scroller].map((part) => part.getBoundingClientRect());
    if (chip.top < room.top) scroller.scrollTop -= room.top - chip.top + chip.height;
    if (chip.bottom > room.bottom) scroller.scrollTop += chip.bottom - room.bottom + chip.height;
  }

  // Lights the tokens that equal the one at the cursor, and dims the others.
  function light() {
    const at = cursor.at();
    if (at === null && !marked) return;
    marked = at !== null;
    const idAt = (start) => tokenId(replay, start, tokenEnd(replay, k, start));
    const id = at === null ? null : idAt(at);
    markChips(list, id === null ? null : (start) => idAt(start) === id, at);
  }

  function destroy() {
    clearTimeout(rest);
    cursor.destroy();
  }

  scroller.onscroll = cursor.settle;
  const { frame, hide, settle } = cursor;
  return { element: frame, draw, hide, settle, destroy };
}
