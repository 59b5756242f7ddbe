// The derivation of a token as a tree: leaves are its base units, and the later a merge, the higher it stands.

const MOST_LEAVES = 240;
const TREE_STEP = [9, 24]; // pixels from one merge to the next, at least and at most
const TREE_HEIGHT = 132; // the steps together, where they are many
const LEAF_WIDTH = 26;
const TREE_MARGIN = 8;
const NUMBERED_STEP = 14; // from here on there is room for a merge's number

// {start, end, merge, left, right} of a token, by the numbers inside it alone; leaves have no merge.
function derivationOf(r, start, end) {
  if (end - start === 1) return { start, end, merge: 0 };
  const merge = youngest(r, start, end);
  const middle = start + r.mergedAt.subarray(start, end - 1).indexOf(merge) + 1;
  return { start, end, merge, left: derivationOf(r, start, middle), right: derivationOf(r, middle, end) };
}

// The tree as a picture, or a sentence where it would be too large; null where there is none. `onPick` gets the start and end
// of a part.
function createTree(r, start, end, onPick) {
  if (end - start < 2 || isSpecial(r, start, end)) return null;
  if (end - start > MOST_LEAVES) {
    const words = `Its tree is not drawn: ${commas(end - start)} leaves are too many. Go to its parts for theirs.`;
    return el('div', { className: 'quiet', dataset: { testid: 'no-tree' } }, words);
  }
  const tree = derivationOf(r, start, end);
  const merges = [...new Set(r.mergedAt.subarray(start, end - 1))].sort((a, b) => a - b);
  const step = Math.max(TREE_STEP[0], Math.min(TREE_STEP[1], TREE_HEIGHT / merges.length));
  const numbered = step >= NUMBERED_STEP;
  const top = numbered ? 16 : 6;
  const floor = top + step * merges.length;
  const heightOf = (merge) => floor - step * (merge ? merges.indexOf(merge) + 1 : 0);
  const picture = svg('svg', { class: 'tree', role: 'img', 'aria-label': `derivation in ${plural(merges.length, 'merge')}` });
  const lines = svg('path', { class: 'line' });
  picture.append(lines);
  const place = (unit) => (unit - start) * LEAF_WIDTH + LEAF_WIDTH / 2 + TREE_MARGIN;

  let path = '';
  function draw(node) {
    const y = heightOf(node.merge);
    if (node.merge === 0) {
      picture.append(svg('text', { class: 'leaf', x: place(node.start), y: floor + 15 }, leafLabel(r, node.start)));
      return [place(node.start), y];
    }
    const [x1, y1] = draw(node.left);
    const [x2, y2] = draw(node.right);
    const x = (x1 + x2) / 2;
    path += `M${x1},${y1}V${y}H${x2}V${y2}`;
    picture.append(knot(r, node, x, y, numbered, onPick));
    return [x, y];
  }

  draw(tree);
  lines.setAttribute('d', path);
  const named = drawCharacters(r, start, end, place, floor, picture);
  const width = (end - start) * LEAF_WIDTH + 2 * TREE_MARGIN;
  const height = floor + (named ? 42 : 22);
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  for (const [name, value] of Object.entries(size)) picture.setAttribute(name, value);
  const isWide = width > 400; // may scroll, and then by keyboard as well
  return el('div', { className: 'card-tree', dir: 'ltr', tabIndex: isWide ? 0 : -1, dataset: { testid: 'card-tree' } }, picture);
}

// Where two parts join: a dot, with the merge's number above it where there is room.
function knot(r, { start, end, merge, left }, x, y, numbered, onPick) {
  const pair = `${tokenLabel(r, start, left.end)} + ${tokenLabel(r, left.end, end)}`;
  const dot = svg('circle', { cx: x, cy: y, r: 3.5 });
  const number = numbered ? [svg('text', { class: 'number', x, y: y - 5 }, commas(merge))] : [];
  const title = svg('title', {}, `merge ${commas(merge)}: ${pair}`);
  const made = svg('g', { class: 'knot', 'data-merge': merge }, title, dot, ...number);
  made.onclick = () => onPick(start, end);
  return made;
}

// A base unit: its letter or sign, or its number where it is a part of a character.
function leafLabel(r, unit) {
  return isPart(r, unit) ? hex([r.units[unit]]) : tokenLabel(r, unit, unit + 1);
}

const isPart = (r, unit) => r.codec !== 'latin-1' && r.units[unit] >= 0x80;

// Under the bytes of a character that has several, the character. Returns whether there was one.
function drawCharacters(r, start, end, place, floor, picture) {
  let any = false;
  for (let size, i = start; i < end; i += size) {
    size = characterSize(r, i) || 1;
    if (size === 1 || i + size > end) continue;
    any = true;
    const [left, right] = [place(i) - 8, place(i + size - 1) + 8];
    picture.append(
      svg('path', { class: 'brace', d: `M${left},${floor + 20}v3H${right}v-3` }),
      svg('text', { class: 'character', x: (left + right) / 2, y: floor + 38 }, tokenLabel(r, i, i + size)),
    );
  }
  return any;
}
