// The ids above the pieces, in a layer of their own: anything between two pieces would keep their letters from joining.

const DIGIT = 6.3; // pixels, in figures of 11 pixels
const SMALL_DIGIT = 5; // in figures of 9 pixels
const DOTS = 10; // pixels for three dots
const IDS_ABOVE = { height: 14, draw: drawIds };

// Puts ids above the rows whose pieces have changed. All places are read first, then the ids that are new are written.
function drawIds(r, rows) {
  const changed = rows.filter((row) => row.idsFor !== row.keys);
  const notes = changed.map((row) => idsOf(r, row.chips, [...row.element.querySelectorAll('.chip')].map(boxOf)));
  changed.forEach((row, i) => {
    if (!row.ids) row.element.append((row.ids = el('div', { className: 'notes-above', ariaHidden: 'true' })));
    const keys = notes[i].map(({ id, left, top, width }) => [id, left, top, width].join(' '));
    replaceMiddle(row.ids, row.idKeys ?? [], keys, (n) => createNote(notes[i][n]));
    Object.assign(row, { idKeys: keys, idsFor: row.keys });
  });
}

function boxOf(chip) {
  const { offsetLeft: left, offsetTop: top, offsetWidth: width } = chip;
  return { left, top, width, isRtl: chip.classList.contains('rtl') };
}

// An id stands where its token begins; at the beginning of a row also that of a token from the row before.
function idsOf(r, chips, boxes) {
  return chips.flatMap((chip, i) => {
    const [from, to] = [r.clusterUnit[chip.from], r.clusterUnit[chip.to]];
    const begins = chip.tokens.filter(({ start }) => start >= from || i === 0);
    return begins.map((token) => idAbove(r, token, from, to, boxes[i]));
  });
}

// The id of a token that has its share of the chip from unit `from` to `to`, and where it stands.
function idAbove(r, { start, end }, from, to, { left, top, width, isRtl }) {
  const share = (unit) => (Math.max(from, Math.min(unit, to)) - from) / (to - from);
  const [first, last] = isRtl ? [1 - share(end), 1 - share(start)] : [share(start), share(end)];
  const room = Math.max(0, Math.round((last - first) * width) - 1);
  const id = String(tokenId(r, start, end) ?? '–');
  return { start, id, left: Math.round(left + first * width) + 1, top: top - IDS_ABOVE.height + 1, width: room };
}

function createNote({ start, id, left, top, width }) {
  const note = el('i', { className: `above-note ${sizeOf(id, width)}`, textContent: id, dataset: { token: start } });
  note.style.cssText = `left: ${left}px; top: ${top}px; width: ${width}px`;
  return note;
}

function sizeOf(id, width) {
  if (id.length * DIGIT <= width) return '';
  if (id.length * SMALL_DIGIT <= width) return 'small';
  return width < DOTS ? 'hidden' : 'crowded';
}
