// The pinned card of a token: all that is known of it, where it comes from, and how the text around it was cut.

const ASK_MS = 180; // a token must stay pinned so long before the page is asked about it

// `ask` sends what the card is about to the page; `close` unpins; `onResize` is called when the card changes its size.
function createDetails({ ask, close, onResize }) {
  const content = el('div', { className: 'details' });
  let about = null; // {r, k, start, end, pretrained}
  let path = []; // the tokens that one came from, by going to parents
  let isOpen = false; // the ladder
  let facts = null;
  let asked = '';
  let timer = 0;

  // The card's content for the token that begins at `start` after k merges.
  function body(r, k, start, pretrained) {
    const end = tokenEnd(r, k, start);
    const root = path[0] ?? about;
    const isSame = root && root.r === r && root.k === k && root.start === start && root.end === end;
    if (!isSame) {
      path = [];
      about = { r, k, start, end, pretrained };
      fill();
    }
    askSoon();
    return [content];
  }

  // A part of this token, as it was when its own merge had just made it.
  function goInto(start, end) {
    if (start === about.start && end === about.end) return;
    path.push(about);
    const k = youngest(about.r, start, end);
    about = { ...about, k, start, end };
    change();
  }

  function goBack() {
    about = path.pop();
    change();
  }

  function change() {
    fill();
    content.querySelector('button').focus({ preventScroll: true });
    askSoon();
    onResize();
  }

  // The facts that answer what the card is about, null until they have come.
  function factsHere() {
    const { r, k, start } = about;
    return facts && facts.sig === r.sig && facts.k === k && facts.start === start ? facts : null;
  }

  function askSoon() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { r, k, start, end } = about;
      const wanted = [r.sig, k, start].join();
      if (factsHere() || asked === wanted || isOutside(r, start)) return;
      asked = wanted;
      const [from, to] = preTokenOf(r, start);
      ask({ sig: r.sig, k, start, end, from, to });
    }, ASK_MS);
  }

  function fill() {
    const { r, start, end } = about;
    const tree = createTree(r, start, end, goInto);
    const known = isOutside(r, start) ? [el('div', {}, outsideWords(r, start))] : [
      idLine(about),
      byteRuler(r, about.k, start, end),
      ...parentsOf(about, goInto),
      ...howCut(),
      ...(tree ? [tree] : []),
      ...otherTools(r, start, end),
      ...tellFacts(factsHere(), about),
    ];
    content.replaceChildren(head(about, path.at(-1), goBack, close), el('div', { className: 'known' }, ...known), ...ladder());
  }

  function howCut() {
    const { r, start, end } = about;
    if (isSpecial(r, start, end)) return [];
    return [el('button', {
      type: 'button', className: 'link how-cut', ariaExpanded: String(isOpen), dataset: { testid: 'how-cut' }, onclick: toggle,
    }, 'How was this cut?')];
  }

  function ladder() {
    const { r, start, end, k, pretrained } = path[0] ?? about;
    if (!isOpen || isSpecial(r, start, end) || isOutside(r, start)) return [];
    return [createLadder(r, k, start, end, { pretrained, facts: factsHere() })];
  }

  function toggle() {
    isOpen = !isOpen;
    fill();
    content.querySelector('[data-testid=how-cut]').focus({ preventScroll: true });
    onResize();
  }

  return {
    body,
    // Takes the page's answer; a card that waits for it shows it.
    tell(answer) {
      if (!answer || answer === facts) return;
      facts = answer;
      if (!content.isConnected || !factsHere()) return;
      const focused = content.getRootNode().activeElement?.dataset.testid;
      const wasIn = content.matches(':focus-within');
      fill();
      const next = content.querySelector(`[data-testid="${focused}"]`) ?? content.querySelector('button');
      if (wasIn) next.focus({ preventScroll: true });
      onResize();
    },
    hidden() {
      clearTimeout(timer);
      [about, path, asked] = [null, [], ''];
    },
    destroy: () => clearTimeout(timer),
  };
}

function head({ r, start, end }, from, goBack, close) {
  const back = from ? [el('button', {
    type: 'button', className: 'link', dataset: { testid: 'card-back' }, onclick: goBack,
  }, '‹ ', el('bdi', {}, shorten(tokenLabel(from.r, from.start, from.end), 16)))] : [];
  const label = el('bdi', { className: 'card-text' }, shorten(tokenLabel(r, start, end), 120));
  const closer = el('button', {
    type: 'button', className: 'close', ariaLabel: 'Close', dataset: { testid: 'card-close' }, onclick: close,
  }, '×');
  return el('div', { className: 'card-head' }, ...back, label, closer);
}

// "id 9889, its rank · merge 9,634 · twice in this text".
function idLine({ r, k, start, end, pretrained }) {
  const id = tokenId(r, start, end);
  const m = youngest(r, start, end);
  const isRank = m > 0 && pretrained && rankOf(r, m) === id && !isSpecial(r, start, end);
  const origin = isSpecial(r, start, end) ? 'special token' : m ? mergeName(r, m, pretrained && !isRank) : 'base unit';
  const facts = [id === null ? null : `id ${id}${isRank ? ', its rank' : ''}`, origin, timesInText(r, k, id)];
  return el('div', { dataset: { testid: 'card-facts' } }, facts.filter(Boolean).join(' · '));
}

// The two pieces that were joined, each a button that leads to its own card.
function parentsOf({ r, start, end }, goInto) {
  const m = youngest(r, start, end);
  if (m === 0 || isSpecial(r, start, end)) return [];
  const middle = start + r.mergedAt.subarray(start, end - 1).indexOf(m) + 1;
  const parent = (from, to) => el('button', {
    type: 'button', className: 'piece link', dataset: { testid: 'parent' }, onclick: () => goInto(from, to),
  }, el('bdi', {}, shorten(tokenLabel(r, from, to), 40)));
  return [el('div', { className: 'card-parents', dataset: { testid: 'parents' } },
    'joined from ', parent(start, middle), ' + ', parent(middle, end))];
}

// How other tools print a token that begins with a space.
function otherTools(r, start, end) {
  if (r.units[start] !== 0x20 || end - start < 2 || isSpecial(r, start, end)) return [];
  const spaces = r.units.subarray(start, end).findIndex((unit) => unit !== 0x20);
  const count = spaces < 0 ? end - start : spaces;
  const rest = count < end - start ? tokenLabel(r, start + count, end) : '';
  return [el('div', { className: 'quiet', dataset: { testid: 'other-tools' } }, 'Other tools print the space as Ġ: ',
    el('bdi', { className: 'piece' }, shorten('Ġ'.repeat(count) + rest, 40)))];
}

// What the page knows: the same token elsewhere, its twin, and how often training met it.
function tellFacts(facts, { r, start }) {
  if (!facts) return [];
  const lines = [];
  const others = (facts.ids ?? []).map(({ title, id }) => `${title} ${id}`);
  if (others.length) lines.push([`Also a token in: ${others.join(' · ')}`]);
  const { twin } = facts;
  if (twin) {
    const way = r.units[start] === 0x20 ? 'Without the space: ' : 'With a space before it: ';
    lines.push([way, el('bdi', { className: 'piece' }, shorten(String(twin.label), 40)), ` is id ${twin.id}`]);
  }
  if (Number.isInteger(facts.corpus_times)) lines.push([`${times(facts.corpus_times)} in the training corpus`]);
  if (!lines.length) return [];
  return [el('div', { className: 'quiet', dataset: { testid: 'facts' } }, ...lines.map((line) => el('div', {}, ...line)))];
}

const times = (n) => (n === 1 ? 'Once' : `${commas(n)} times`);
