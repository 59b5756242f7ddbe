// The card of a token: what it is, where it comes from, its bytes. Every stage shows it beside a chip.

const MOST_BYTES_ON_A_CARD = 36;
const HEADER = 56; // pixels of the page's own header
const LEAST_ROOM = 200;
const COUNTED_AT_ONCE = 20000; // units of a text in which equal tokens are counted while one points

// A small card about the token that begins at unit `start`: text, id, where it comes from, bytes. A page may tell the
// origin itself, and more: {origin, lines}, or all of it: {body}.
function tokenCard(r, k, start, { origin = null, lines = [], body = null } = {}) {
  if (body) return el('div', { className: 'card', dataset: { testid: 'card' } }, ...body);
  const end = tokenEnd(r, k, start);
  const id = tokenId(r, start, end);
  const facts = [id === null ? null : `id ${id}`, origin ? null : originOf(r, start, end), timesInText(r, k, id)];
  return el(
    'div',
    { className: 'card', dataset: { testid: 'card' } },
    el('bdi', { className: 'card-text' }, shorten(tokenLabel(r, start, end), 120)),
    el('div', {}, facts.filter(Boolean).join(' · ')),
    ...(isOutside(r, start) ? [] : [byteRuler(r, k, start, end)]),
    ...(origin ? [origin] : []),
    ...lines,
  );
}

// Puts a card below a chip, or above where there is no room; both are in the same frame. A pinned one, which can be large,
// goes where there is more room and scrolls within it.
function placeCard(card, chip) {
  const at = chip?.getClientRects()[0];
  if (!at) return;
  const box = card.parentElement.getBoundingClientRect();
  const below = window.innerHeight - at.bottom - 16;
  const above = at.top - HEADER - 16;
  Object.assign(card.style, { left: '0', maxHeight: '' }); // as wide and high as it likes, to be measured
  const fits = card.offsetHeight < below || (card.classList.contains('pinned') && card.offsetHeight > above && below >= above);
  if (card.classList.contains('pinned')) card.style.maxHeight = `${Math.max(LEAST_ROOM, fits ? below : above)}px`;
  card.style.left = `${Math.max(0, Math.min(at.left - box.left, box.width - card.offsetWidth))}px`;
  card.style.top = `${(fits ? at.bottom + 8 : at.top - card.offsetHeight - 8) - box.top}px`;
}

// A label of at most so many characters, its middle left out.
function shorten(label, most) {
  const characters = Array.from(label);
  if (characters.length <= most) return label;
  return [...characters.slice(0, most / 2), ' … ', ...characters.slice(-most / 2)].join('');
}

function originOf(r, start, end) {
  if (isOutside(r, start)) return outsideWords(r, start);
  if (isSpecial(r, start, end)) return 'special token';
  return end - start === 1 ? 'base unit' : `made by merge ${commas(youngest(r, start, end))}`;
}

function outsideWords(r, unit) {
  return `${codePoint(r.units[unit])}, not one of the 256 characters: no id`;
}

function timesInText(r, k, id) {
  if (r.length > COUNTED_AT_ONCE || id === null) return null;
  const times = tokensBetween(r, k, 0, r.length).filter((token) => tokenId(r, ...token) === id).length;
  return times === 1 ? 'once in this text' : `${commas(times)} times in this text`;
}

// The bytes of a token in bold, among those of the characters that it cuts, token by token.
function byteRuler(r, k, start, end) {
  const from = r.clusterUnit[clusterOf(r, start)];
  const to = r.clusterUnit[clusterOf(r, end - 1) + 1];
  const tokens = to - from > MOST_BYTES_ON_A_CARD ? [[start, end]] : tokensBetween(r, k, from, to);
  const bytes = tokens.map(([a, b]) => {
    const most = Math.min(b, a + MOST_BYTES_ON_A_CARD);
    return el(a === start ? 'b' : 'span', {}, hex(r.units.subarray(a, most)) + (most < b ? ' …' : ''));
  });
  return el('div', { className: 'card-bytes' }, ...bytes);
}
