// The commonest pairs: bars keyed by their pair, so that they glide when ranks change.

function createBars() {
  const ties = el('p', { className: 'ties', dataset: { testid: 'ties' } });
  const bracket = el('div', { className: 'tie-bracket', role: 'presentation' });
  const box = el('div', { className: 'bars', dataset: { testid: 'bars' }, role: 'list' }, bracket);
  const element = el('section', { className: 'rivals' }, el('h3', {}, 'Commonest pairs'), box, ties);
  const bars = new Map();

  function createBar(t, { left, right }) {
    const fill = el('span', { className: 'fill' });
    const count = el('span', { className: 'count' });
    const pair = el('span', { className: 'pair' }, mark(t, left), mark(t, right));
    const bar = el('div', { className: 'bar', dataset: { testid: 'bar' }, role: 'listitem' },
      pair, el('span', { className: 'track' }, fill), count);
    box.append(bar);
    return { bar, count };
  }

  function draw(t, k) {
    const rivals = rivalsAt(t, k);
    const kept = new Set(rivals.map(({ left, right }) => `${left},${right}`));
    for (const [pair, { bar }] of bars) {
      if (kept.has(pair)) continue;
      bars.delete(pair);
      bar.remove();
    }
    rivals.forEach((rival, rank) => {
      const pair = `${rival.left},${rival.right}`;
      if (!bars.has(pair)) bars.set(pair, createBar(t, rival));
      const { bar, count } = bars.get(pair);
      bar.style.setProperty('--rank', rank);
      bar.style.setProperty('--share', rival.count / rivals[0].count);
      bar.classList.toggle('winner', rank === 0);
      bar.setAttribute('aria-label', `${nameOf(t, rival.left)} + ${nameOf(t, rival.right)}, ${times(rival.count)}`);
      count.textContent = commas(rival.count);
    });
    const tied = k < t.n && t.ties[k] > 1 ? t.ties[k] : 0;
    bracket.style.setProperty('--tied', Math.min(tied, rivals.length));
    bracket.classList.toggle('tied', tied > 1);
    bracket.classList.toggle('open', tied > rivals.length); // more tie than are shown
    ties.textContent = tiesAt(t, k);
  }

  function clear() { // other labels under the same ids
    for (const { bar } of bars.values()) bar.remove();
    bars.clear();
  }

  return { element, draw, clear };
}
