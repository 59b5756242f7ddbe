// The player of a training: one number, k, and everything on the page follows it.
//
// A frame is a function of the payload, k and the beat. Playing has three beats a merge: "count", the pairs are counted
// and the bars settle; "choose", every place of the commonest one is bracketed; "fuse", the merge is done and the sentence
// says what it saved. At "rest" the next pair is bracketed; "ask" is rest with the answer covered; "swept" is a frame of
// fast playing, too quick for beats. Nothing else is kept but whether it plays, how fast, and what is on the stage.

const PACES = { careful: 2400, steady: 1000, fast: 150 }; // milliseconds a merge
const SHARES = { count: 0.25, choose: 0.4, fuse: 0.35 }; // of a merge's time
const CUT_BELOW = 250; // at more than four merges a second nothing glides
const SAVED_FOR = 1400; // how long a step says what it saved
const FAST_FRAMES = 400; // fast playing shows at most so many frames of a run, however long it is
const LARGE = [64, 56, 48, 42, 36, 32, 28]; // sizes of the text in presenter mode

const players = new WeakMap(); // parentElement -> player
const lastSeen = new Map(); // sig -> { rev, k, view }: outlives a page switch, as the module does; a mount's `key` does not
let pace = 'steady';
let chosenView = ''; // a view that was chosen stays for the next corpus that has it

export default function (component) {
  const { data, parentElement, setStateValue, setTriggerValue } = silentOnceLeft(component);
  const root = parentElement.querySelector('.bpe');
  if (!players.has(parentElement)) players.set(parentElement, createPlayer(root));
  const player = players.get(parentElement);
  sayAddress(player.path, data.address);
  player.update(data, (k) => setStateValue('k', k), (k) => setTriggerValue('predict', k));
  return () => {
    players.delete(parentElement);
    player.destroy();
  };
}

function createPlayer(root) {
  let t = null, entry = null, report = () => {}, tell = () => {};
  let beat = 'rest', playing = false, dragging = false, timer = 0;
  let wasPresent = false; // whether the page asked for presenter mode
  let quiz = null; // { asked, right, guess, picked, words, advice } while one predicts

  const icon = (name) => el('span', { className: `icon ${name}`, ariaHidden: 'true' });
  const button = (className, testid, ariaLabel, act, content) => el('button', {
    type: 'button', className, dataset: { testid }, ariaLabel, onclick: (event) => { act(); handOver(event); },
  }, content);

  const sentence = el('p', { className: 'sentence', dataset: { testid: 'sentence' }, role: 'status' });
  const stageHost = el('div', { className: 'stage-host' });
  const playWord = el('span', {}, 'Play');
  const play = button('play', 'play', 'Play', toggle, playWord);
  const next = el('button', { type: 'button', className: 'play next', hidden: true, dataset: { testid: 'next' }, onclick: goOn }, 'Next');
  const back = button('step', 'back', 'Step back', () => jump(entry.k - 1), icon('back'));
  const forward = button('step', 'forward', 'Step forward', stepForward, icon('forward'));
  const scrubber = el('input', {
    type: 'range', min: 0, step: 1, ariaLabel: 'merges done', dataset: { testid: 'merges' },
    oninput: drag, onchange: release, onpointerup: release, // no change event where a drag ends at its start
  });
  const counter = el('output', { className: 'counter' });
  const speed = el('select', {
    ariaLabel: 'speed', dataset: { testid: 'speed' }, onchange: () => setPace(speed.value),
  }, ...Object.keys(PACES).map((name) => el('option', {}, name)));
  const more = createMenu([
    { testid: 'predict', words: 'Predict the next pair', isOn: () => quiz !== null, act: () => (quiz ? endQuiz() : startQuiz()) },
    { testid: 'present', words: 'Present', hint: 'P', isOn: () => present.isOn(), act: () => present.toggle() },
  ]);
  const transport = el('div', { className: 'transport' }, play, next, back, forward, scrubber, counter, speed, more.element);
  const numbers = el('p', { className: 'numbers', dataset: { testid: 'numbers' } });
  const bars = createBars();
  const quizPanel = createQuiz(answer, endQuiz);
  const views = createViewSwitch(chooseView);
  const note = el('p', { className: 'stage-note', dataset: { testid: 'note' } });
  const pieces = createPieces(pick, () => scrubber.focus({ preventScroll: true }));
  const curve = createCurve(pick);
  const present = createPresenting(root, () => draw());

  speed.value = pace;
  root.tabIndex = -1; // a click anywhere on the player gives it the keyboard
  root.onkeydown = onKey;
  const below = el('div', { className: 'below' }, pieces.element, curve.element);
  root.replaceChildren(el('div', { className: 'player' }, present.hint, sentence, views.element, stageHost, transport, numbers,
    el('div', { className: 'rivals-host' }, bars.element, quizPanel.element), below));
  const stage = createStage(stageHost, {
    empty: 'There is no text.',
    describe: (r, k, start) => tellToken(t, r, k, start, (m, unit) => { jump(m); stage.hold(unit); }),
  });
  const history = createHistory(pick);
  stageHost.append(history.element, note);
  const fusing = createFusing(stage.element);

  // A mouse leaves the keyboard with the scrubber: Space then plays and pauses whatever was clicked last.
  function handOver(event) {
    if (event.detail > 0) scrubber.focus({ preventScroll: true });
  }

  function pick(k, event) {
    jump(k);
    handOver(event);
  }

  // -- the keyboard

  function onKey(event) {
    if (event.repeat && [' ', 'p', 'P', 'Escape'].includes(event.key)) return; // held down, these would turn and turn back
    if (event.target === speed || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = actionOf(event);
    if (!act || t.n === 0) return;
    event.preventDefault();
    act();
  }

  function actionOf({ key, target, shiftKey }) {
    const onButton = target.closest('button:not(.candidate)'); // Space presses a button that has the keyboard
    const scrolls = target.closest('.stage') && target.scrollHeight > target.clientHeight; // Up and Down scroll it
    if (quiz && /^[1-9]$/.test(key)) return () => answer(quizPanel.at(key - 1));
    if (quiz && (key === ' ' || key === 'Enter')) return onButton || (!quiz.guess && target.closest('.candidate')) ? null : goOn;
    return {
      ' ': onButton ? null : toggle,
      ArrowLeft: () => jump(entry.k - 1),
      ArrowRight: stepForward,
      ArrowUp: scrolls ? null : () => setPace(neighbour(pace, 1)),
      ArrowDown: scrolls ? null : () => setPace(neighbour(pace, -1)),
      Home: () => jump(0),
      End: () => jump(t.n),
      PageUp: present.isOn() ? () => jump(entry.k - 1) : null, // as the clicker of a speaker says
      PageDown: present.isOn() ? stepForward : null,
      p: shiftKey ? null : present.toggle,
      P: present.toggle,
      Escape: present.isOn() ? present.toggle : null,
    }[key];
  }

  function neighbour(name, way) {
    const names = Object.keys(PACES);
    return names[names.indexOf(name) + way] ?? name;
  }

  function setPace(name) {
    if (name === pace && speed.value === name) return;
    pace = speed.value = name;
    if (playing) start();
  }

  // -- time: one timer, and each beat names the next

  function after(milliseconds, then) {
    clearTimeout(timer);
    timer = setTimeout(then, milliseconds);
  }

  function start() {
    if (t.n === 0) return;
    if (entry.k === t.n) entry.k = 0;
    playing = true;
    if (isCut()) sweep();
    else count();
  }

  function count() {
    show(entry.k, 'count');
    after(PACES[pace] * SHARES.count, choose);
  }

  function choose() {
    show(entry.k, 'choose');
    stage.reveal(entry.k + 1);
    after(PACES[pace] * SHARES.choose, fuse);
  }

  function fuse() {
    stage.reveal(entry.k + 1);
    show(entry.k + 1, 'fuse');
    if (!playing) after(SAVED_FOR, () => show(entry.k));
    else after(PACES[pace] * SHARES.fuse, entry.k === t.n ? pause : count);
  }

  function sweep() {
    const k = Math.min(t.n, entry.k + Math.max(1, Math.round(t.n / FAST_FRAMES)));
    if (k === t.n) return jump(k);
    show(k, 'swept');
    after(PACES[pace], sweep);
  }

  function stop() {
    clearTimeout(timer);
    playing = false;
  }

  function pause() {
    jump(entry.k);
  }

  function toggle() {
    if (playing) pause();
    else start();
  }

  function jump(k) {
    if (t.n === 0) return;
    stop();
    const isStep = Math.abs(k - entry.k) === 1;
    show(Math.min(Math.max(k, 0), t.n));
    if (isStep && beat === 'rest') stage.reveal(entry.k + 1);
    report(entry.k);
  }

  function stepForward() {
    if (entry.k >= t.n) return;
    stop();
    fuse();
    report(entry.k);
  }

  function drag() {
    stop();
    dragging = true;
    show(+scrubber.value);
  }

  function release() {
    if (!dragging) return;
    dragging = false;
    jump(+scrubber.value);
  }

  const isCut = () => playing && PACES[pace] < CUT_BELOW;

  // -- predicting: Next takes the place of Play

  function startQuiz() {
    if (t.n === 0) return;
    stop();
    quiz = { asked: 0, right: 0 };
    tell(entry.k); // where nothing was chosen yet, another corpus may come that is better to guess on
    show(entry.k);
    next.focus({ preventScroll: true });
  }

  function endQuiz() {
    quiz = null;
    show(entry.k);
    scrubber.focus({ preventScroll: true });
  }

  function answer(guess) {
    if (beat !== 'ask' || !guess) return;
    const { isRight, words } = judge(t, entry.k, guess);
    if (isRight !== null) quiz.asked += 1;
    if (isRight) quiz.right += 1;
    Object.assign(quiz, { guess, words, picked: null, isRight });
    const fromStage = stage.element.matches(':focus');
    stop();
    show(entry.k, 'rest');
    stage.hide();
    stage.reveal(entry.k + 1);
    if (!fromStage && root.matches(':focus-within')) next.focus({ preventScroll: true });
  }

  function goOn() {
    if (quiz?.guess && beat === 'rest') stepForward();
  }

  // Two neighbouring pieces chosen on the stage are a guess as well.
  function pickPiece(start) {
    const { replay: r } = onStage();
    const { k } = entry;
    const first = quiz.picked ?? null;
    const [left, right] = first < start ? [first, start] : [start, first];
    quiz.advice = '';
    quiz.picked = first === start ? null : start;
    if (first !== null && first !== start && tokenEnd(r, k, left) === right) {
      const idAt = (unit) => tokenId(r, unit, tokenEnd(r, k, unit));
      if (r.mergedAt[right - 1] !== WALL) return answer({ left: idAt(left), right: idAt(right) });
      quiz.advice = 'There is a wall between these two: the text is split there.';
    }
    draw();
  }

  // -- the frame

  function show(k, newBeat) {
    const moved = k !== entry.k;
    entry.k = k;
    if (quiz && moved) Object.assign(quiz, { guess: null, picked: null, advice: '' });
    beat = newBeat ?? (quiz && !quiz.guess && k < t.n ? 'ask' : 'rest');
    fusing.end();
    const pairs = beat === 'fuse' ? fusing.pairsOf(onStage().replay, k) : [];
    draw();
    fusing.slide(pairs);
  }

  const onStage = () => (entry.view === 'pieces' ? t.cells : t);

  function draw() {
    const { k, view } = entry;
    pieces.draw(k, quiz ? k : t.n); // first: it reads a scroll position, which is free only while nothing has been written
    const motion = isCut() || dragging ? 'cut' : 'glide';
    Object.assign(root.dataset, { k, tokens: t.tokens[k], beat, motion, view });
    const answered = quiz?.guess && beat === 'rest';
    root.dataset.quiz = quiz ? (answered ? String(quiz.isRight) : beat) : 'off';
    sentence.setAttribute('aria-live', motion === 'cut' ? 'off' : 'polite'); // a screen reader cannot keep up
    sentence.replaceChildren(...(quiz ? quizSentence(k, answered) : sentenceAt(t, k, beat)));
    // While it plays the bars wait for the next count; a single step moves them at once.
    bars.draw(t, playing && beat === 'fuse' ? k - 1 : k);
    bars.element.hidden = quiz !== null || t.n === 0;
    quizPanel.element.hidden = quiz === null;
    if (quiz && beat !== 'fuse') quizPanel.draw(t, k, quiz, view !== 'history');
    numbers.replaceChildren(numbersAt(t, k), ...(t.roundTrip === null || t.units === 0 ? [] : [' ', roundTripMark(t.roundTrip)]));
    drawTransport(k);
    curve.draw(k);
    note.textContent = noteAt(t, view);
    drawStage(k, view);
  }

  function quizSentence(k, answered) {
    if (answered) return [el('span', { dataset: { testid: 'answer' } }, ...quiz.words)];
    return beat === 'ask' ? [`Merge ${commas(k + 1)} of ${commas(t.n)}: which pair is merged next?`] : sentenceAt(t, k, beat);
  }

  function drawStage(k, view) {
    const sizes = present.isOn() ? LARGE : undefined;
    stageHost.dataset.testid = `${view}-view`;
    stage.element.parentElement.hidden = view === 'history';
    history.element.hidden = view !== 'history';
    if (view === 'history') return history.draw(t, k, sizes);
    stage.draw(onStage().replay, k, {
      sizes,
      cells: view === 'pieces' ? t.cells : undefined,
      brackets: (beat === 'rest' || beat === 'choose') && k < t.n ? k + 1 : 0,
      fused: beat === 'fuse' ? k : 0,
      pick: beat === 'ask' ? pickPiece : undefined,
      picked: beat === 'ask' ? quiz.picked : null,
    });
  }

  function drawTransport(k) {
    const word = playing ? 'Pause' : 'Play';
    play.classList.toggle('playing', playing);
    play.ariaLabel = playWord.textContent = word;
    play.hidden = quiz !== null;
    next.hidden = quiz === null;
    next.setAttribute('aria-disabled', !(quiz?.guess && beat === 'rest'));
    back.setAttribute('aria-disabled', k === 0); // not `disabled`: that would take the keyboard from a focused button
    forward.setAttribute('aria-disabled', k === t.n);
    scrubber.value = k;
    scrubber.style.setProperty('--done', t.n ? k / t.n : 0);
    counter.textContent = `${commas(k)} / ${commas(t.n)}`;
  }

  function chooseView(view) {
    entry.view = chosenView = view;
    if (quiz) quiz.picked = null;
    fusing.end();
    draw();
  }

  // -- what the page sends

  function adopt(data) {
    t = readTraining(data);
    root.dataset.sig = data.sig;
    scrubber.max = t.n;
    for (const control of [play, back, forward, scrubber, speed]) control.disabled = t.n === 0;
    more.element.hidden = t.n === 0;
    below.hidden = t.n === 0;
    counter.style.minWidth = `${2 * commas(t.n).length + 3}ch`;
    views.offer(t.views);
    bars.clear();
    pieces.adopt(t);
    curve.adopt(t);
    // A question at the beginning that nobody has answered yet is asked of the new corpus.
    quiz = quiz?.asked === 0 && entry.k === 0 && t.n > 0 ? { asked: 0, right: 0 } : null;
  }

  function update(data, reportK, tellQuiz) {
    report = reportK;
    tell = tellQuiz;
    const isMount = t === null, isNew = t?.replay.sig !== data.sig;
    if (isNew) adopt(data);
    entry = lastSeen.get(data.sig);
    if (entry?.rev !== data.rev || (isNew && !isMount)) {
      stop();
      beat = 'rest';
      const view = entry?.view ?? t.views.find((name) => name === chosenView) ?? t.views[0];
      entry = { rev: data.rev, k: Math.min(Math.max(data.k, 0), t.n), view };
      lastSeen.set(data.sig, entry);
      if (quiz && entry.k < t.n) beat = 'ask';
    }
    views.choose(entry.view);
    setTheme(root);
    if (data.present && !wasPresent && !present.isOn()) present.toggle();
    wasPresent = Boolean(data.present);
    draw();
  }

  function destroy() {
    stop();
    present.leave();
    stage.destroy();
    history.destroy();
    root.replaceChildren();
  }

  return { update, destroy, path: location.pathname };
}
