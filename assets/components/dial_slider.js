// The transport: play, a step back or forward to the next change, and the slider, over this text's changes or all merges.

const LINEAR_UP_TO = 1000; // merges; more of them stand on a logarithmic scale
const FINE = 10000; // places of the slider on a logarithmic scale
const TICKS = [10, 100, 1000, 10000, 100000];
const TICK_ROOM = 40; // pixels
const THUMB = 18;

// A scale over all merges: where k stands, 0 to 1, and which k stands there.
function scaleOf(nMerges) {
  if (nMerges <= LINEAR_UP_TO) return { place: (k) => (nMerges ? k / nMerges : 0), at: (x) => Math.round(x * nMerges) };
  const most = Math.log1p(nMerges);
  return { place: (k) => Math.log1p(k) / most, at: (x) => Math.round(Math.expm1(x * most)) };
}

// `onMove` gets the k to show, Infinity for all merges, `onRelease` nothing, once it has come to rest.
function createTransport({ onPlay, onMove, onRelease }) {
  const play = el('button', { className: 'play', type: 'button', dataset: { testid: 'play' }, onclick: onPlay });
  const back = createStep('back', 'Back to the change before', () => changeBefore());
  const forward = createStep('forward', 'On to the next change', () => nextEvent(replay, k) ?? Infinity);
  const slider = createSlider({
    onMove: (place) => onMove(kAt(place)),
    onRest: onRelease,
    dataset: { testid: 'merges' },
    ariaLabel: 'merges',
  });
  const ticks = el('div', { className: 'ticks', ariaHidden: 'true' });
  const element = el('div', { className: 'transport' }, play, back, forward, el('div', { className: 'slider' }, slider.element, ticks));
  let replay = null;
  let k = 0;
  let stops = 'changes';
  let scale = scaleOf(0);
  let ticked = '';

  function createStep(name, ariaLabel, target) {
    const go = ({ currentTarget }) => {
      if (currentTarget.ariaDisabled === 'true') return; // not disabled in earnest, so that it keeps the keyboard
      onMove(target());
      slider.restSoon();
    };
    const icon = el('span', { className: `icon ${name}`, ariaHidden: 'true' });
    const labels = { ariaLabel, title: ariaLabel, dataset: { testid: name } };
    return el('button', { type: 'button', className: 'step', onclick: go, ...labels }, icon);
  }

  // With changes as stops the last one stands for all merges: the change before is then the last but one.
  const changeBefore = () => (stops === 'changes' ? kAt(place(k) - 1) : previousEvent(replay, k));

  const isFine = () => stops === 'all' && replay.nMerges > LINEAR_UP_TO;

  // How many places the slider has, and at which of them k stands.
  function size() {
    if (stops === 'changes') return replay.events.length;
    return isFine() ? FINE : replay.nMerges;
  }

  function place(k) {
    if (stops === 'changes') return eventsUpTo(replay, k);
    return isFine() ? Math.round(scale.place(k) * FINE) : k;
  }

  function kAt(place) {
    if (place >= size()) return Infinity;
    if (stops === 'changes') return place <= 0 ? 0 : replay.events[place - 1];
    return isFine() ? scale.at(place / FINE) : place;
  }

  // On a logarithmic scale the places are not the merges: there the arrow keys go by one merge.
  slider.element.onkeydown = (event) => {
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!way || !isFine()) return;
    event.preventDefault();
    onMove(Math.max(0, Math.min(k + way, replay.nMerges)));
    slider.restSoon();
  };

  function draw(newReplay, newK, newStops) {
    [replay, k, stops] = [newReplay, newK, newStops];
    scale = scaleOf(replay.nMerges);
    const most = size();
    slider.draw(place(k), most, `${commas(k)} of ${commas(replay.nMerges)} merges`);
    play.disabled = replay.events.length === 0;
    back.ariaDisabled = String(k === 0);
    forward.ariaDisabled = String(k === replay.nMerges);
    drawTicks(most);
  }

  // Small figures where the slider comes to 10, 100, 1,000 merges and so on, as many as there is room for.
  function drawTicks(most) {
    const width = ticks.clientWidth - THUMB;
    const wanted = [replay.sig, stops, width].join();
    if (wanted === ticked) return;
    ticked = wanted;
    let last = 0;
    const marks = [];
    for (const tick of replay.nMerges > LINEAR_UP_TO && most ? TICKS : []) {
      const share = place(tick) / most;
      if (tick > replay.nMerges || (share - last) * width < TICK_ROOM) continue;
      last = share;
      const mark = el('span', {}, tick < 1000 ? String(tick) : `${tick / 1000}k`);
      mark.style.left = `calc(${THUMB / 2}px + (100% - ${THUMB}px) * ${share})`;
      marks.push(mark);
    }
    ticks.replaceChildren(...marks);
  }

  const observer = new ResizeObserver(() => replay && drawTicks(size()));
  observer.observe(ticks);

  function showPlaying(playing) {
    play.textContent = playing ? 'Pause' : 'Play';
    play.classList.toggle('playing', playing);
  }

  function destroy() {
    slider.destroy();
    observer.disconnect();
  }

  return { element, draw, showPlaying, destroy };
}
