// The page "Your text": an editor, the text as chips, and a slider over the merges that cut it.

const PLAY_MS = 6000; // from no merges to all, at most about this
const SHORTEST_TICK = 40;
const LONGEST_TICK = 400;
const AS_TIKTOKEN = 'decoding the ids gives the text back; the ids are tiktoken’s';

// Whether there is so little room that the pinned card is a sheet at the bottom; as in dial_card.css.
const isSheet = () => matchMedia('(width < 640px), (height <= 480px)').matches;

const dials = new WeakMap(); // parent element -> its dial
const kept = new Map(); // component name -> what its dial remembers; outlives the page, as the key, new at each mount, does not

export default function dial(component) {
  const { parentElement } = component;
  if (!dials.has(parentElement)) dials.set(parentElement, createDial(component));
  dials.get(parentElement).update(silentOnceLeft(component));
  return () => {
    dials.get(parentElement)?.destroy();
    dials.delete(parentElement);
  };
}

// What a dial remembers from one mount to the next. After a reload the tab has kept the first three.
function createMemory({ data }) {
  return {
    wanted: data.k >= data.n_merges ? Infinity : data.k, // the number of merges
    view: readView(data.initial_view),
    replaced: null, // the text that a sample took the place of
    rev: data.rev,
    session: data.session,
    draft: undefined, // the text that was not sent before the page was left
    held: null, // what had the keyboard then
  };
}

// Out of what the tab has kept, which may be anything.
function readState({ wanted, view, replaced }) {
  return {
    wanted: Number.isInteger(wanted) && wanted >= 0 ? wanted : Infinity,
    view: readView(view),
    replaced: typeof replaced === 'string' ? replaced : null,
  };
}

function createDial(first) {
  let component = first;
  let replay = null;
  let characters = 0;
  let rev = null;
  const path = location.pathname;
  const hasReturned = !kept.has(first.name) && isReturned();
  const memory = kept.get(first.name) ?? createMemory(first);
  if (hasReturned && keptState()) Object.assign(memory, readState(keptState()));
  kept.set(first.name, memory);

  const root = first.parentElement.querySelector('.bpe');
  const editor = createEditor(takeTyped);
  const note = el('p', { className: 'note', dataset: { testid: 'note' } });
  const samples = createSamples(trySample, undoSample);
  const stageHost = el('div');
  const details = createDetails({
    ask: (question) => component.setTriggerValue('token', question),
    close: unpin,
    onResize: () => pieces().settle(),
  });
  const card = { describe, onHover: (start) => start === null && details.hidden() };
  const stage = createStage(stageHost, { ...card, empty: 'Type something to see it cut into tokens.' });
  const list = createList(card);
  const transport = createTransport({ onPlay: togglePlay, onMove: moveTo, onRelease: settle });
  const sentence = el('p', { className: 'merge-sentence', dataset: { testid: 'merge-sentence' } });
  const legend = el('p', { className: 'legend', dataset: { testid: 'legend' } });
  const numbers = el('p', { className: 'numbers', dataset: { testid: 'numbers' } });
  const curve = createCurve((k) => {
    moveTo(k);
    settle();
  });
  const viewMenu = createViewMenu(chooseView);
  const spoken = el('div', { className: 'spoken', ariaLive: 'polite' });
  root.classList.add('dial');
  root.replaceChildren(
    editor.box,
    editor.note,
    editor.full,
    note,
    samples.element,
    stageHost,
    list.element,
    legend,
    transport.element,
    sentence,
    el('div', { className: 'result' }, numbers, curve.element, viewMenu.element),
    spoken,
  );

  const post = createPost(
    (message) => component.setTriggerValue('text', message),
    settle,
  );
  const clock = createClock(step, transport.showPlaying);
  const keep = () => {
    keepText(editor.text());
    keepState({ wanted: memory.wanted, view: memory.view, replaced: memory.replaced });
  };
  let speech = 0;
  transport.showPlaying(false);
  window.addEventListener('pagehide', keep);
  window.addEventListener('popstate', goBack);
  document.addEventListener('click', closeSheet);
  root.addEventListener('keydown', ({ key }) => key === 'Escape' && unpin());
  editor.box.addEventListener('blur', post.flush); // the visitor may be about to leave

  function update(next) {
    component = next;
    const { data } = next;
    setTheme(root);
    const opening = replay === null;
    if (replay?.sig !== data.sig) {
      replay = readReplay(data);
      characters = Array.from(replay.text).length;
    }
    const isReborn = data.session !== memory.session; // the server has begun anew, and what it was told is lost
    const lacking = opening ? newerText() : isReborn ? editor.text() : undefined;
    if (lacking !== undefined) tellAgain(lacking);
    else if (opening || data.rev !== rev) takeOver();
    else post.answered(data.seq);
    rev = memory.rev = data.rev;
    memory.session = data.session;
    if (opening) takeUp(root, memory.held);
    note.textContent = data.note ?? '';
    viewMenu.choose(memory.view);
    samples.show(data.samples ?? []);
    offerBack();
    draw();
    details.tell(data.facts);
    if (isReborn || (opening && isElsewhere())) settle();
  }

  // The text that the tab has and the server lacks, when the page opens.
  function newerText() {
    const { fresh, session } = component.data;
    const text = fresh || hasReturned ? keptText() : undefined;
    if (text !== undefined && text !== replay.text) return text;
    return fresh || (session === memory.session && component.data.rev === memory.rev) ? memory.draft : undefined;
  }

  function tellAgain(text) {
    if (text !== editor.text()) editor.set(text);
    post.reset(component.data.seq);
    post.send(editor.text());
  }

  function takeOver() {
    const { data } = component;
    editor.set(data.editor ?? replay.text); // a text that was refused stands in the editor all the same
    post.reset(data.seq);
    clock.stop();
    if (data.rev === memory.rev) return;
    want(data.k);
    memory.view = readView(data.initial_view);
  }

  // Whether the server does not know what is shown: the page was left while it played, or loaded again at once.
  function isElsewhere() {
    const { k, initial_view: view } = component.data;
    return k !== shownK() || Object.keys(memory.view).some((name) => memory.view[name] !== view[name]);
  }

  // The number of merges wanted is kept as it is: a tokenizer with fewer shows all it has, the next one shows it again.
  function want(k) {
    memory.wanted = k >= replay.nMerges ? Infinity : k;
  }

  const shownK = () => Math.min(memory.wanted, replay.nMerges);

  function moveTo(k) {
    clock.stop();
    show(k);
  }

  // With changes as stops the last one stands for all merges, so that nothing more is to come at the slider's end.
  function show(k) {
    const { events } = replay;
    want(memory.view.stops === 'changes' && k >= (events.at(-1) ?? 0) ? Infinity : k);
    draw();
  }

  function togglePlay() {
    if (clock.stop()) return settle();
    if (isAtEnd(shownK())) show(0);
    clock.start();
  }

  const isAtEnd = (k) => (memory.view.stops === 'all' ? k >= replay.nMerges : nextEvent(replay, k) === null);

  // One tick of playing: on to the next stop, or over several where there are many. Returns how long to wait then.
  function step() {
    const [k, stops] = memory.view.stops === 'all' ? nextOfAll() : nextOfChanges();
    if (isAtEnd(k)) {
      show(Infinity);
      clock.stop();
      settle();
      return 0;
    }
    show(k);
    return Math.max(SHORTEST_TICK, Math.min(LONGEST_TICK, PLAY_MS / stops));
  }

  // The next k to show, and how many stops there are.
  function nextOfChanges() {
    const { events } = replay;
    const place = eventsUpTo(replay, shownK()) + Math.max(1, Math.round((events.length * SHORTEST_TICK) / PLAY_MS));
    return [events[place - 1] ?? Infinity, events.length];
  }

  function nextOfAll() {
    const scale = scaleOf(replay.nMerges);
    const further = scale.at(Math.min(1, scale.place(shownK()) + SHORTEST_TICK / PLAY_MS));
    return [Math.max(shownK() + 1, further), replay.nMerges];
  }

  // Tells the page where the slider and the view came to rest; nothing stands for all merges.
  function settle() {
    ring('rest', { k: shownK() < replay.nMerges ? shownK() : null, view: memory.view });
  }

  const isSample = () => (component.data.samples ?? []).some(({ text }) => text === editor.text());

  const offerBack = () => samples.offerBack(Boolean(memory.replaced) && isSample());

  function takeTyped(text) {
    memory.replaced = null;
    offerBack();
    post.send(text);
  }

  function trySample(text) {
    if (!isSample()) memory.replaced = editor.text();
    editor.set(text);
    offerBack();
    moveTo(Infinity);
    settle();
    post.send(text);
  }

  // Back in the history, or forward, within this page: the server cannot tell that from an address that comes late.
  function goBack() {
    if (location.pathname === path) ring('back', { back: location.search });
  }

  function undoSample() {
    editor.set(memory.replaced);
    editor.box.focus();
    takeTyped(editor.text());
  }

  function chooseView(view) {
    memory.view = view;
    viewMenu.choose(view);
    unpin();
    draw();
    settle();
  }

  // A sheet closes when one taps elsewhere, but not on the transport: the card follows the slider.
  function closeSheet(event) {
    const parts = event.composedPath();
    if (isSheet() && ![stageHost, list.element, transport.element].some((part) => parts.includes(part))) unpin();
  }

  // What shows the tokens: the text as pieces, or the list.
  const pieces = () => (stageHost.hidden ? list : stage);

  function unpin() {
    pieces().hide();
  }

  // What the card of a token has to say here: all that is known, once it is pinned.
  function describe(r, k, start, pinned) {
    if (pinned && isSheet()) requestAnimationFrame(() => root.querySelector('.chip.cursor')?.scrollIntoView({ block: 'nearest' }));
    return pinned ? { body: details.body(r, k, start, Boolean(component.data.pretrained)) } : {};
  }

  function draw() {
    const { show, colour, stops } = memory.view;
    const k = shownK();
    const fill = fillIn(colour);
    const isText = show === 'text' || show === 'both';
    stageHost.hidden = !isText;
    list.element.hidden = isText;
    if (isText) stage.draw(replay, k, { fused: k < replay.nMerges ? k : 0, fill, above: show === 'both' ? IDS_ABOVE : null });
    else list.draw(replay, k, show, fill);
    showLegend(colour);
    transport.draw(replay, k, stops);
    sentence.replaceChildren(...mergeSentence(replay, k));
    curve.draw(replay, k);
    showNumbers();
    Object.assign(root.dataset, { sig: replay.sig, k, tokens: replay.counts()[k], show, colour, stops });
  }

  function showLegend(colour) {
    if (legend.dataset.for === `${colour} ${replay.nMerges}`) return;
    legend.dataset.for = `${colour} ${replay.nMerges}`;
    legend.replaceChildren(...legendOf(colour, replay.nMerges));
  }

  function showNumbers() {
    const trouble = component.data.refused || component.data.round_trip || '';
    const words = numberSentence(replay, shownK(), characters);
    const isChecked = replay.length > 0 && replay.outside.size === 0;
    const mark = roundTripMark(trouble, component.data.as_tiktoken ? AS_TIKTOKEN : undefined);
    numbers.replaceChildren(words, ...(isChecked || trouble ? [' ', mark] : []));
    clearTimeout(speech);
    speech = setTimeout(() => (spoken.textContent = words), 700);
  }

  return {
    update,
    destroy() {
      clearTimeout(speech);
      window.removeEventListener('pagehide', keep);
      window.removeEventListener('popstate', goBack);
      document.removeEventListener('click', closeSheet);
      keep();
      memory.draft = post.unsent();
      memory.held = whatIsHeld(root);
      post.reset(0);
      clock.stop();
      for (const part of [stage, list, details, transport, samples, viewMenu]) part.destroy();
    },
  };
}
