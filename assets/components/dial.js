// The page "Your text": an editor, the text as chips, and a slider over the merges at which this text changes.

const MOST_IDS = 2000;
const SEEN_IDS = 250;
const PLAY_MS = 6000; // from no merges to all, at most about this
const SHORTEST_TICK = 40;
const LONGEST_TICK = 400;
const ANSWER_MS = 3000;

const dials = new WeakMap(); // parent element -> its dial
const kept = new Map(); // component name -> {wanted, view, rev}; outlives the page, as the key, new at each mount, does not

export default function dial(component) {
  const { parentElement } = component;
  if (!dials.has(parentElement)) dials.set(parentElement, createDial(component));
  dials.get(parentElement).update(component);
  return () => {
    dials.get(parentElement)?.destroy();
    dials.delete(parentElement);
  };
}

function createDial(first) {
  let component = first;
  let replay = null;
  let characters = 0;
  let rev = null;
  const memory = kept.get(first.name) ?? { wanted: Infinity, view: 'Text', rev: null };
  kept.set(first.name, memory);

  const root = first.parentElement.querySelector('.bpe');
  const editor = el('textarea', {
    className: 'editor',
    spellcheck: false,
    dataset: { testid: 'editor' },
    ariaLabel: 'Your text',
    autocapitalize: 'off',
    autocomplete: 'off',
    rows: 2,
  });
  const samples = el('div', { className: 'samples' });
  const views = createViewSwitch((view) => {
    memory.view = view;
    draw();
  });
  const stageHost = el('div');
  const stage = createStage(stageHost, { empty: 'Type something to see it cut into tokens.' });
  const ids = createIds();
  const play = el('button', { className: 'play', type: 'button', dataset: { testid: 'play' } });
  const slider = el('input', { type: 'range', min: 0, step: 1, dataset: { testid: 'merges' }, ariaLabel: 'merges' });
  const sentence = el('p', { className: 'merge-sentence', dataset: { testid: 'merge-sentence' } });
  const numbers = el('p', { className: 'numbers', dataset: { testid: 'numbers' } });
  const spoken = el('div', { className: 'spoken', ariaLive: 'polite' });
  root.classList.add('dial');
  root.replaceChildren(
    editor,
    samples,
    stageHost,
    ids.element,
    el('div', { className: 'transport' }, play, slider),
    sentence,
    el('div', { className: 'result' }, numbers, views.element),
    spoken,
  );

  const post = createPost((message) => component.setTriggerValue('text', message));
  const clock = createClock(step, showPlaying);
  let speech = 0;
  showPlaying(false);

  editor.oninput = (event) => event.isComposing || post.send(editor.value);
  editor.addEventListener('compositionend', () => post.send(editor.value));
  slider.oninput = () => {
    clock.stop();
    moveTo(Number(slider.value));
  };
  slider.onchange = commit;
  play.onclick = () => {
    if (clock.stop()) return commit();
    if (position() === replay.events.length) moveTo(0);
    clock.start();
  };

  function update(next) {
    component = next;
    const { data } = next;
    setTheme(root);
    const opening = replay === null;
    if (replay?.sig !== data.sig) {
      replay = readReplay(data);
      characters = Array.from(replay.text).length;
    }
    if (opening && memory.draft !== undefined && data.rev === memory.rev) {
      // The page was left before this was sent.
      editor.value = memory.draft;
      rev = data.rev;
      post.reset(data.seq ?? 0);
      post.send(editor.value);
    } else if (opening || data.rev !== rev) {
      editor.value = data.editor ?? replay.text; // a text that was refused stands in the editor all the same
      post.reset(data.seq ?? 0);
      if (data.rev !== memory.rev) want(data.k ?? Infinity);
      rev = memory.rev = data.rev;
      clock.stop();
    } else post.answered(data.seq ?? 0);
    editor.maxLength = data.max_chars ?? -1;
    views.choose(memory.view);
    showSamples(data.samples ?? []);
    draw();
  }

  // The number of merges wanted is kept as it is: a tokenizer with fewer shows all it has, the next one shows it again.
  function want(k) {
    memory.wanted = k >= replay.nMerges ? Infinity : k;
  }

  const shownK = () => Math.min(memory.wanted, replay.nMerges);

  // The slider's position: how many of the text's changes have happened. The last one stands for all merges.
  function position() {
    return eventsUpTo(replay, shownK());
  }

  function moveTo(place) {
    const { events } = replay;
    want(place === 0 ? 0 : (events[place - 1] ?? Infinity));
    if (place >= events.length) want(Infinity);
    draw();
  }

  // One tick of playing: on to the next change, or over several where there are many. Returns how long to wait then.
  function step() {
    const count = replay.events.length;
    moveTo(position() + Math.max(1, Math.round((count * SHORTEST_TICK) / PLAY_MS)));
    if (position() < count) return Math.max(SHORTEST_TICK, Math.min(LONGEST_TICK, PLAY_MS / count));
    clock.stop();
    commit();
    return 0;
  }

  function commit() {
    component.setStateValue('k', shownK());
  }

  function draw() {
    const { view } = memory;
    const k = shownK();
    slider.max = replay.events.length;
    slider.value = position();
    slider.disabled = play.disabled = replay.events.length === 0;
    slider.ariaValueText = `${commas(k)} of ${commas(replay.nMerges)} merges`;
    stageHost.hidden = view !== 'Text';
    ids.element.hidden = view === 'Text';
    if (view === 'Text') stage.draw(replay, k, { fused: k < replay.nMerges ? k : 0 });
    else ids.draw(replay, k);
    sentence.replaceChildren(...mergeSentence(replay, k));
    showNumbers();
    Object.assign(root.dataset, { k, tokens: replay.counts()[k] });
  }

  function showNumbers() {
    const trouble = component.data.refused || component.data.round_trip || '';
    const words = numberSentence(replay, shownK(), characters);
    numbers.replaceChildren(words, ...(replay.length || trouble ? [' ', roundTripMark(trouble)] : []));
    clearTimeout(speech);
    speech = setTimeout(() => (spoken.textContent = words), 700);
  }

  function showSamples(list) {
    if (samples.dataset.for === JSON.stringify(list)) return;
    samples.dataset.for = JSON.stringify(list);
    const buttons = list.map(({ label, text, why }) =>
      el('button', {
        type: 'button',
        textContent: label,
        title: why ?? '',
        onclick() {
          editor.value = text;
          want(Infinity);
          post.send(text);
        },
      }),
    );
    samples.replaceChildren(...(buttons.length ? ['Try ', ...buttons] : []));
  }

  function showPlaying(playing) {
    play.textContent = playing ? 'Pause' : 'Play';
    play.classList.toggle('playing', playing);
  }

  return {
    update,
    destroy() {
      clearTimeout(speech);
      memory.draft = post.unsent();
      post.reset(0);
      clock.stop();
      stage.destroy();
      ids.destroy();
    },
  };
}

// Calls `step` again and again, each time after as many milliseconds as it asked for, until stopped.
function createClock(step, onChange) {
  let timer = null;
  const tick = () => {
    const wait = step();
    if (timer !== null) timer = setTimeout(tick, wait);
  };
  return {
    start() {
      timer = setTimeout(tick, 0);
      onChange(true);
    },
    // Returns whether it was going.
    stop() {
      const going = timer !== null;
      clearTimeout(timer);
      timer = null;
      if (going) onChange(false);
      return going;
    },
  };
}

// Sends texts one at a time: while an answer is outstanding only the newest is kept. An answer that does not come in time
// is asked for again.
function createPost(deliver) {
  let seq = 0;
  let outstanding = false;
  let newest = null;
  let delivered = null;
  let timer = 0;

  function send(text) {
    newest = text;
    if (outstanding) return;
    outstanding = true;
    seq++;
    newest = null;
    delivered = text;
    deliver({ text, seq });
    timer = setTimeout(() => {
      outstanding = false;
      send(newest ?? text);
    }, ANSWER_MS);
  }

  function settle() {
    clearTimeout(timer);
    outstanding = false;
  }

  return {
    send,
    unsent: () => newest ?? (outstanding ? delivered : undefined),
    answered(answer) {
      if (!outstanding || answer < seq) return;
      settle();
      if (newest !== null) send(newest);
    },
    reset(answer) {
      settle();
      newest = null;
      seq = Math.max(seq, answer);
    },
  };
}

// What the base units of a text are.
const unitName = (r) => (r.codec === 'latin-1' ? 'character' : 'byte');

// What the merge at this stop does, as text and quoted labels.
function mergeSentence(r, k) {
  if (r.length === 0) return [''];
  if (r.events.length === 0) return ['No merge changes this text.'];
  if (k < r.events[0]) return [`${commas(k)} of ${commas(r.nMerges)} merges: each ${unitName(r)} is a token of its own.`];
  const m = r.events[eventsUpTo(r, k) - 1];
  const b = r.mergedAt.indexOf(m);
  const start = tokenStart(r, m - 1, b);
  const end = tokenEnd(r, m - 1, b + 1);
  const quoted = (from, to) => el('q', {}, '"', el('bdi', {}, shorten(tokenLabel(r, from, to), 24)), '"');
  const pair = [quoted(start, b + 1), ' + ', quoted(b + 1, end)];
  if (k === m) return [`${commas(k)} of ${commas(r.nMerges)} merges: `, ...pair, ' becomes ', quoted(start, end)];
  const count = k === r.nMerges ? `All ${commas(k)}` : `${commas(k)} of ${commas(r.nMerges)}`;
  return [`${count} merges. The last change was at ${commas(m)}: `, ...pair, ' became ', quoted(start, end)];
}

// "136 bytes became 58 tokens, 2.3 bytes a token."; with the characters where those that are seen are fewer.
function numberSentence(r, k, characters) {
  if (r.length === 0) return '';
  const visible = r.clusterUnit.length - 1;
  const tokens = r.counts()[k];
  const seen = visible === characters ? ' ' : `, ${plural(characters, 'character')}, ${commas(visible)} visible, `;
  const each = `${commas(r.length / tokens, 1)} ${unitName(r)}s a token.`;
  return `${plural(r.length, unitName(r))}${seen}became ${plural(tokens, 'token')}, ${each}`;
}

// Text | Ids, as radio buttons.
function createViewSwitch(onChoose) {
  const radios = ['Text', 'Ids'].map((value) =>
    el('input', { type: 'radio', name: 'view', value, onchange: () => onChoose(value) }),
  );
  const element = el(
    'div',
    { className: 'views', role: 'radiogroup', ariaLabel: 'view', dataset: { testid: 'view' } },
    ...radios.map((radio) => el('label', {}, radio, el('span', {}, radio.value))),
  );
  return {
    element,
    choose: (view) => radios.forEach((radio) => (radio.checked = radio.value === view)),
  };
}

// The ids of the first tokens, in order. While k moves only those that are seen are drawn, the others when it rests.
function createIds() {
  const list = el('div');
  const note = el('p', { className: 'note' });
  const scroller = el('div', { className: 'ids stage', tabIndex: 0, role: 'group', ariaLabel: 'token ids' }, list, note);
  const element = el('div', { className: 'stage-frame' }, scroller);
  let replay = null;
  let k = 0;
  let keys = [];
  let card = null;
  let rest = 0; // timer

  function draw(newReplay, newK) {
    [replay, k] = [newReplay, newK];
    showCard(null);
    drawFirst(scroller.scrollTop > 0 ? MOST_IDS : SEEN_IDS);
    clearTimeout(rest);
    rest = setTimeout(() => drawFirst(MOST_IDS), 200);
  }

  function drawFirst(most) {
    const tokens = [];
    for (let end, fill = -1, start = 0; start < replay.length && tokens.length < most; start = end) {
      end = tokenEnd(replay, k, start);
      fill = fillAfter(fill, replay, start, end);
      tokens.push({ start, fill, id: tokenId(replay, start, end) });
    }
    const newKeys = tokens.map(({ start, fill, id }) => `${start} ${fill} ${id}`);
    replaceMiddle(list, keys, newKeys, (i) => idChip(tokens[i]));
    keys = newKeys;
    const total = replay.counts()[k];
    note.textContent = total > MOST_IDS ? `The first ${commas(MOST_IDS)} of ${commas(total)} are shown.` : '';
  }

  function showCard(chip) {
    card?.remove();
    card = chip && tokenCard(replay, k, Number(chip.dataset.start));
    if (!card) return;
    element.append(card);
    placeCard(card, chip);
  }

  list.onpointerover = (event) => showCard(event.target.closest('.chip'));
  list.onpointerleave = () => showCard(null);
  scroller.onscroll = () => showCard(null);
  return { element, draw, destroy: () => clearTimeout(rest) };
}

function idChip({ start, fill, id }) {
  return el('span', { className: `chip id fill-${fill}`, textContent: id ?? '?', dataset: { start } });
}
