// One row: a tokenizer's name and numbers, a slider over what its merges change in this text, and the pieces.

function createRow(key, on) {
  const name = el('h3');
  const count = el('b');
  const noun = el('span');
  const note = el('span', { className: 'row-note' });
  const bar = el('div', { className: 'bar' });
  const slider = createSlider({
    onMove: (place) => on.move(row, stopAt(place)),
    onRest: on.rest,
    dataset: { testid: 'merges' },
  });
  const transport = el('div', { className: 'transport' }, slider.element);
  const size = el('p', { className: 'row-size', dataset: { testid: 'size' } });
  const head = el(
    'div',
    { className: 'one-row-head' },
    name,
    el('p', { className: 'row-count' }, count, ' ', noun, ' ', note),
    el('div', { className: 'track', ariaHidden: 'true' }, bar),
    transport,
    size,
  );
  const pieces = el('div', { className: 'one-row-pieces' });
  const element = el('section', { className: 'one-row', dataset: { testid: 'row', key } }, head, pieces);
  const stage = createStage(pieces, {
    describe: (r, k, start) => tellPiece(facts.kind, start, marks, isRinged(cut(), shared, start, tokenEnd(r, k, start))),
    onHover(start) {
      pointed = start;
      on.point(row);
    },
    onPin: () => on.pin(row),
    onScroll: (top) => on.scroll(row, top),
  });
  let facts = null;
  let replay = null;
  let bytes = null;
  let wanted = Infinity;
  let marks = { lost: new Set(), unknown: new Set() };
  let shared = []; // the cuts of all rows that are compared for rings
  let pointed = null; // the start of the token that has the card

  const shownK = () => Math.min(wanted, replay.nMerges);
  // The last change stands for all merges, so that nothing more is to come at the slider's end.
  const stopAt = (place) => (place < replay.events.length ? (replay.events[place - 1] ?? 0) : Infinity);
  const tokens = () => replay.counts()[shownK()] - marks.lost.size;
  const cut = () => ({ replay, bytes, k: shownK() });
  const bytesFrom = (start) => [bytes.byteAt(start), bytes.byteAt(tokenEnd(replay, shownK(), start))];

  function take(newFacts, newReplay, pairs, k) {
    if (newReplay !== replay) {
      stage.hide();
      replay = newReplay;
      bytes = bytesOf(replay);
      marks = { lost: startsOfPairs(pairs.lost), unknown: startsOfPairs(pairs.unknown) };
    }
    facts = newFacts;
    wanted = k;
  }

  // `most`: the tokens of the longest row, to whose scale the bar is drawn; `cuts`: those that share pieces or do not.
  function draw({ most, layout, cuts }) {
    shared = cuts;
    const n = tokens();
    const k = shownK();
    const { nMerges, events } = replay;
    name.textContent = element.ariaLabel = facts.title;
    count.textContent = commas(n);
    noun.textContent = n === 1 ? 'token' : 'tokens';
    note.textContent = noteOf(replay, bytes.byteAt(replay.length), n, marks);
    bar.style.inlineSize = `${most ? (n / most) * 100 : 0}%`;
    transport.hidden = !facts.slider;
    slider.draw(eventsUpTo(replay, k), events.length, `${commas(k)} of ${commas(nMerges)} merges`);
    slider.element.ariaLabel = `merges, ${facts.title}`;
    size.textContent = sizeSentence(facts, replay, k);
    Object.assign(element.dataset, { name: facts.title, tokens: n, k });
    stage.draw(replay, k, { layout, mark: markOf(), tokens: n });
  }

  // The function that names what marks a token: ringed, unknown or lost.
  function markOf() {
    if (facts.kind === 'bpe') {
      const own = cut();
      return (start, end) => (isRinged(own, shared, start, end) ? 'ringed' : '');
    }
    return (start) => (marks.lost.has(start) ? 'lost' : marks.unknown.has(start) ? 'unknown' : '');
  }

  const row = {
    key,
    element,
    take,
    look: stage.look,
    draw,
    tokens,
    cut,
    isBpe: () => facts.kind === 'bpe',
    moveTo: (k) => (wanted = k),
    summary: () => ({
      short: facts.short,
      tokens: tokens(),
      stop: shownK() < replay.nMerges ? shownK() : null,
      isWhole: replay.outside.size + marks.lost.size + marks.unknown.size === 0,
    }),
    pointed: () => (pointed === null ? null : bytesFrom(pointed)),
    unpin: stage.hide,
    light: (lit) => stage.light(lit && [bytes.unitAt(lit[0]), bytes.unitAt(lit[1] - 1) + 1]),
    scrollTop: () => stage.element.scrollTop,
    scrollTo: stage.scrollTo,
    destroy() {
      stage.hide();
      slider.destroy();
      stage.destroy();
    },
  };
  return row;
}

const startsOfPairs = (pairs) => new Set(pairs.filter((_, i) => i % 2 === 0));
