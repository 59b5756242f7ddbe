// Tokens against merges for this text: one quiet line, with a dot that follows k.

const CURVE_POINTS = 400;

function createCurve(onPick) {
  const path = svg('path', { class: 'line' });
  const chart = svg('svg', { viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, path);
  const dot = el('span', { className: 'dot' });
  const plot = el('div', { className: 'plot', onclick: pick }, chart, dot);
  const from = el('span');
  const to = el('span');
  const caption = el('div', { className: 'axis' }, from, to);
  const element = el('div', { className: 'curve', title: 'Tokens against merges', dataset: { testid: 'curve' } }, plot, caption);
  let r = null;
  let scale = scaleOf(0);

  function pick({ clientX }) {
    const { left, width } = plot.getBoundingClientRect();
    onPick(scale.at(Math.min(Math.max((clientX - left) / width, 0), 1)));
  }

  // Tokens are 0 at the bottom; the most there are, at the top.
  const placeOf = (k) => [100 * scale.place(k), 100 * (1 - r.counts()[k] / (r.counts()[0] || 1))];

  function adopt(replay) {
    r = replay;
    scale = scaleOf(r.nMerges);
    const stride = Math.max(1, Math.ceil(r.events.length / CURVE_POINTS));
    let line = 'M0,0';
    for (let i = 0; i < r.events.length; i += stride) {
      const [x, y] = placeOf(r.events[i]);
      line += `H${x.toFixed(2)}V${y.toFixed(2)}`;
    }
    path.setAttribute('d', `${line}V${placeOf(r.nMerges)[1].toFixed(2)}H100`);
    element.hidden = r.events.length === 0;
    from.textContent = `${commas(r.counts()[0])} at 0`;
    to.textContent = `${commas(r.counts()[r.nMerges])} at ${commas(r.nMerges)}`;
  }

  function draw(replay, k) {
    if (replay !== r) adopt(replay);
    const [x, y] = placeOf(k);
    dot.style.left = `${x}%`;
    dot.style.top = `${y}%`;
  }

  return { element, draw };
}
