// The page "Compare": one text under several tokenizers, one under the other, at all of their merges.

const lists = new WeakMap(); // parent element -> its list of rows

export default function rows({ data, parentElement }) {
  const names = data.names ?? [];
  const root = parentElement.querySelector('.bpe');
  setTheme(root);
  if (lists.get(parentElement)?.length !== names.length) {
    lists.get(parentElement)?.forEach((row) => row.destroy());
    const made = names.map(createRow);
    root.replaceChildren(...made.map((row) => row.element));
    lists.set(parentElement, made);
  }
  const list = lists.get(parentElement);
  list.forEach((row, i) => row.read(data, `row_${i}_`));
  const most = Math.max(...list.map((row) => row.tokens()));
  list.forEach((row, i) => row.draw(names[i], most));
  return () => {
    list.forEach((row) => row.destroy());
    lists.delete(parentElement);
  };
}

function createRow() {
  const name = el('h3');
  const count = el('span', { className: 'count' });
  const bar = el('div', { className: 'bar', ariaHidden: 'true' });
  const ratio = el('span', { className: 'ratio' });
  const head = el('div', { className: 'one-row-head' }, name, count, el('div', { className: 'track' }, bar), ratio);
  const element = el('section', { className: 'one-row', dataset: { testid: 'row' } }, head);
  const stage = createStage(element, { empty: 'No text yet.' });
  let replay = null;
  const tokens = () => replay.counts()[replay.nMerges];

  return {
    element,
    tokens,
    destroy: stage.destroy,
    read(data, prefix) {
      if (replay?.sig !== data[`${prefix}sig`]) replay = readReplay(data, prefix);
    },
    draw(label, most) {
      const n = tokens();
      name.textContent = label;
      count.textContent = plural(n, 'token');
      bar.style.inlineSize = `${most ? (n / most) * 100 : 0}%`;
      ratio.textContent = n ? `${commas(new TextEncoder().encode(replay.text).length / n, 1)} bytes a token` : '';
      Object.assign(element.dataset, { tokens: n, name: label });
      stage.draw(replay, replay.nMerges, { sizes: [22, 18] });
    },
  };
}
