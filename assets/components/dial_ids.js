// The ids above the pieces, in a layer of their own: anything between two pieces would keep their letters from joining.

const IDS_ABOVE = { height: 14, draw: drawIds };

// Puts ids above the rows whose pieces have changed. All places are read first, then all ids are written.
function drawIds(r, rows) {
  const changed = rows.filter((row) => row.idsFor !== row.keys);
  const boxes = changed.map(({ element }) => [...element.querySelectorAll('.chip')].map(boxOf));
  changed.forEach((row, i) => {
    row.ids?.remove();
    row.ids = el('div', { className: 'notes-above', ariaHidden: 'true' }, ...idsOf(r, row.chips, boxes[i]));
    row.element.append(row.ids);
    row.idsFor = row.keys;
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

// The id of a token that has its share of the chip from unit `from` to `to`.
function idAbove(r, { start, end }, from, to, { left, top, width, isRtl }) {
  const share = (unit) => (Math.max(from, Math.min(unit, to)) - from) / (to - from);
  const [first, last] = isRtl ? [1 - share(end), 1 - share(start)] : [share(start), share(end)];
  const note = el('i', { className: 'above-note', textContent: tokenId(r, start, end) ?? '–', dataset: { token: start } });
  const place = { left: left + first * width + 1, top: top - IDS_ABOVE.height + 1, width: (last - first) * width - 1 };
  for (const [name, value] of Object.entries(place)) note.style[name] = `${value}px`;
  return note;
}
