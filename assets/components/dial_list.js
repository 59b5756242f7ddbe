// The tokens as a list, each by its id or by its bytes.

const MOST_IN_LIST = 2000;
const SEEN_IN_LIST = 250;

// While k moves only those that are seen are drawn, the others when it rests.
function createList(describe) {
  const list = el('div');
  const note = el('p', { className: 'list-note' });
  const scroller = el('div', { className: 'ids stage', tabIndex: 0, role: 'group', dataset: { testid: 'list' } }, list, note);
  const element = el('div', { className: 'stage-frame' }, scroller);
  let replay = null;
  let k = 0;
  let show = 'ids';
  let fillOf = null;
  let keys = [];
  let card = null;
  let rest = 0; // timer

  function draw(newReplay, newK, newShow, newFill) {
    [replay, k, show, fillOf] = [newReplay, newK, newShow, newFill];
    scroller.ariaLabel = show === 'ids' ? 'token ids' : 'bytes of the tokens';
    showCard(null);
    drawFirst(scroller.scrollTop > 0 ? MOST_IN_LIST : SEEN_IN_LIST);
    clearTimeout(rest);
    rest = setTimeout(() => drawFirst(MOST_IN_LIST), 200);
  }

  function drawFirst(most) {
    const tokens = [];
    for (let end, last = -1, start = 0; start < replay.length && tokens.length < most; start = end) {
      end = tokenEnd(replay, k, start);
      last = fillAfter(last, replay, start, end);
      tokens.push({ start, end, fill: fillOf ? fillOf(replay, start, end) : last });
    }
    const words = tokens.map(wordsOf);
    const newKeys = tokens.map(({ start, fill }, i) => `${start} ${fill} ${words[i]}`);
    replaceMiddle(list, keys, newKeys, (i) => createItem(tokens[i], words[i]));
    keys = newKeys;
    const total = tokens.length < most ? tokens.length : replay.counts()[k];
    note.textContent = total > MOST_IN_LIST ? `The first ${commas(MOST_IN_LIST)} of ${commas(total)} are shown.` : '';
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

  function showCard(chip) {
    card?.remove();
    const start = chip && Number(chip.dataset.start);
    card = chip && tokenCard(replay, k, start, describe(replay, k, start, false));
    if (!card) return;
    element.append(card);
    placeCard(card, chip);
  }

  list.onpointerover = (event) => showCard(event.target.closest('.chip'));
  list.onpointerleave = () => showCard(null);
  scroller.onscroll = () => showCard(null);
  return { element, draw, destroy: () => clearTimeout(rest) };
}
