// The page "Your text": an editor, the text as chips, and a slider over the merges at which this text changes.

const MOST_IDS = 2000;
const PLAY_MS = 6000;
const ANSWER_MS = 3000;
const TICK = '\u2713';

const dials = new WeakMap(); // parent element -> its dial
const kept = new Map(); // key -> {k, view, rev}, over leaving the page and coming back

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
  let rev = null;
  const memory = kept.get(first.key) ?? { k: Infinity, view: 'Text', rev: null };
  kept.set(first.key, memory);

  const root = first.parentElement.querySelector('.bpe');
  const editor = el('textarea', {
    className: 'editor',
    spellcheck: false,
    dataset: { testid: 'editor' },
    attributes: { 'aria-label': 'Your text', autocapitalize: 'off', autocomplete: 'off', rows: 2 },
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
  const slider = el('input', { type: 'range', min: 0, step: 1, dataset: { testid: 'merges' }, attributes: { 'aria-label': 'merges' } });
  const sentence = el('p', { className: 'merge-sentence', dataset: { testid: 'merge-sentence' } });
  const numbers = el('p', { className: 'numbers', dataset: { testid: 'numbers' } });
  const spoken = el('div', { className: 'spoken', attributes: { 'aria-live': 'polite' } });
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
  const clock = createClock(step, () => Math.max(40, Math.min(400, PLAY_MS / replay.events.length)), (playing) => {
    showPlaying(playing);
    if (!playing) commit();
  });
  let speech = 0;
  showPlaying(false);

  editor.oninput = (event) => event.isComposing || post.send(editor.value);
  editor.addEventListener('compositionend', () => post.send(editor.value));
  slider.oninput = () => {
    clock.stop();
    moveTo(Number(slider.value));
  };
  slider.onchange = () => commit();
  play.onclick = () => {
    if (clock.playing) return clock.stop();
    if (position() === replay.events.length) moveTo(0);
    clock.start();
  };

  function update(next) {
    component = next;
    const { data } = next;
    setTheme(root);
    const before = replay;
    if (replay?.sig !== data.sig) replay = readReplay(data);
    if (before === null || data.rev !== rev) {
      editor.value = replay.text;
      post.reset(data.seq ?? 0);
      if (data.rev !== memory.rev) memory.k = data.k ?? replay.nMerges;
      rev = memory.rev = data.rev;
      clock.stop();
    } else {
      post.answered(data.seq ?? 0);
      if (memory.k === before.nMerges) memory.k = replay.nMerges;
    }
    memory.k = Math.max(0, Math.min(memory.k, replay.nMerges));
    editor.maxLength = data.max_chars ?? -1;
    views.choose(memory.view);
    showSamples(data.samples ?? []);
    draw();
  }

  // The slider's position: how many of the text's changes have happened. The last one stands for all merges.
  function position() {
    return eventsUpTo(replay, memory.k);
  }

  function moveTo(place) {
    const { events, nMerges } = replay;
    memory.k = place === 0 ? 0 : place >= events.length ? nMerges : events[place - 1];
    draw();
  }

  function step() {
    const { events } = replay;
    const stride = Math.max(1, Math.round((events.length * 40) / PLAY_MS));
    moveTo(position() + stride);
    return position() < events.length;
  }

  function commit() {
    component.setStateValue('k', memory.k);
  }

  function draw() {
    const { k, view } = memory;
    slider.max = replay.events.length;
    slider.value = position();
    slider.disabled = play.disabled = replay.events.length === 0;
    slider.style.setProperty('--share', replay.events.length ? position() / replay.events.length : 1);
    slider.setAttribute('aria-valuetext', `${commas(k)} of ${commas(replay.nMerges)} merges`);
    stageHost.hidden = view !== 'Text';
    ids.element.hidden = view === 'Text';
    if (view === 'Text') stage.draw(replay, k, { fused: k < replay.nMerges ? k : 0 });
    else ids.draw(replay, k);
    sentence.replaceChildren(...mergeSentence(replay, k));
    showNumbers();
    Object.assign(root.dataset, { k, tokens: replay.counts()[k] });
  }

  function showNumbers() {
    const trouble = component.data.round_trip ?? '';
    const words = numberSentence(replay, memory.k);
    const explanation = 'decoding the ids gives the text back';
    const check = trouble
      ? el('span', { className: 'trouble' }, ` ${trouble}`)
      : el('span', { className: 'tick', title: explanation, attributes: { role: 'img', 'aria-label': explanation } }, TICK);
    numbers.replaceChildren(words, ...(replay.length || trouble ? [' ', check] : []));
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
      post.reset(0);
      clock.stop();
      stage.destroy();
    },
  };
}

// Sends texts one at a time: while an answer is outstanding only the newest is kept. An answer that does not come in time
// is asked for again.
function createPost(deliver) {
  let seq = 0;
  let outstanding = false;
  let newest = null;
  let timer = 0;

  function send(text) {
    newest = text;
    if (outstanding) return;
    outstanding = true;
    seq++;
    newest = null;
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

// What the merge at this stop does, as text and quoted labels.
function mergeSentence(r, k) {
  if (r.length === 0) return ['\u00a0'];
  if (r.events.length === 0) return ['No merge changes this text.'];
  if (k < r.events[0]) return [`${commas(k)} of ${commas(r.nMerges)} merges: each byte is a token of its own.`];
  const m = r.events[eventsUpTo(r, k) - 1];
  const b = r.mergedAt.indexOf(m);
  const start = tokenStart(r, m - 1, b);
  const end = tokenEnd(r, m - 1, b + 1);
  const quoted = (from, to) => el('q', {}, el('bdi', {}, tokenLabel(r, from, to)));
  const pair = [quoted(start, b + 1), ' + ', quoted(b + 1, end)];
  if (k === m) return [`${commas(k)} of ${commas(r.nMerges)} merges: `, ...pair, ' becomes ', quoted(start, end)];
  const count = k === r.nMerges ? `All ${commas(k)}` : `${commas(k)} of ${commas(r.nMerges)}`;
  return [`${count} merges. The last change was at ${commas(m)}: `, ...pair, ' became ', quoted(start, end)];
}

// "136 bytes became 58 tokens, 2.3 bytes a token."; with the characters where those that are seen are fewer.
function numberSentence(r, k) {
  if (r.length === 0) return '';
  const visible = r.clusterUnit.length - 1;
  const tokens = r.counts()[k];
  const seen = visible === r.characters ? ' ' : `, ${plural(r.characters, 'character')}, ${commas(visible)} visible, `;
  return `${plural(r.length, 'byte')}${seen}became ${plural(tokens, 'token')}, ${commas(r.length / tokens, 1)} bytes a token.`;
}

// Text | Ids, as radio buttons.
function createViewSwitch(onChoose) {
  const radios = ['Text', 'Ids'].map((value) =>
    el('input', { type: 'radio', name: 'view', value, onchange: () => onChoose(value) }),
  );
  const element = el(
    'div',
    { className: 'views', dataset: { testid: 'view' }, attributes: { role: 'radiogroup', 'aria-label': 'view' } },
    ...radios.map((radio) => el('label', {}, radio, el('span', {}, radio.value))),
  );
  return {
    element,
    choose: (view) => radios.forEach((radio) => (radio.checked = radio.value === view)),
  };
}

// The ids of the first tokens, in order.
function createIds() {
  const list = el('div');
  const note = el('p', { className: 'note' });
  const element = el('div', { className: 'ids stage', tabIndex: 0, attributes: { role: 'group', 'aria-label': 'token ids' } }, list, note);
  let keys = [];

  function draw(r, k) {
    const tokens = [];
    for (let start = 0, fill = -1; start < r.length && tokens.length < MOST_IDS; start = tokens.at(-1).end) {
      const end = tokenEnd(r, k, start);
      fill = fillAfter(fill, r, start, end);
      tokens.push({ start, end, fill });
    }
    const newKeys = tokens.map(({ start, end, fill }) => `${r.sig} ${start} ${end} ${fill}`);
    replaceMiddle(list, keys, newKeys, (i) => idChip(r, tokens[i]));
    keys = newKeys;
    const total = r.counts()[k];
    note.textContent = total > MOST_IDS ? `The first ${commas(MOST_IDS)} of ${commas(total)} are shown.` : '';
  }
  return { element, draw };
}

function idChip(r, { start, end, fill }) {
  return el('span', {
    className: fill < 0 ? 'chip id' : `chip id fill-${fill}`,
    textContent: tokenId(r, start, end) ?? '?',
    title: `"${tokenLabel(r, start, end)}"`,
    dataset: { start },
  });
}
