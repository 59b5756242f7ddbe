// What a screen reader is told of a token: its name and id, and what is seen by stripes, rings and lines.

const MOST_SPOKEN = 120; // characters of a token
const MOST_SPOKEN_BYTES = 16;

// How a stage is called: "30 tokens as ids. …".
function stageLabel(count, { how = '', pick }) {
  return `${plural(count, 'token')}${how}. Left and right arrow keys go from token to token, Enter ${pick ? 'chooses one' : 'holds its card'}.`;
}

// What is said of the token to which one goes: "bytes e0 a4, part of न, id 1234". `options` are those of the stage; `told` is
// what the page adds.
function sayToken(r, k, start, { pick, picked, brackets, fused }, told = []) {
  const end = tokenEnd(r, k, start);
  const id = pick ? null : tokenId(r, start, end);
  const words = [
    nameAloud(r, start, end),
    partOf(r, start, end),
    isOutside(r, start) && outsideWords(r, start),
    id !== null && `id ${id}`,
    isSpecial(r, start, end) && 'special token',
    brackets && isInPair(r, start, end, brackets) && 'to be merged next',
    fused && youngest(r, start, end) === fused && 'just merged',
    picked === start && 'chosen',
  ];
  return [...words, ...told].filter(Boolean).join(', ');
}

// What is said when the card is pinned: where the token comes from, and that the card can be gone into.
function sayMore(r, k, start, { origin = null, told = [] }, card) {
  const end = tokenEnd(r, k, start);
  const way = card.querySelector('button') && 'Tab leads into the card';
  const words = [origin?.textContent ?? originOf(r, start, end), timesInText(r, k, tokenId(r, start, end)), ...told, way];
  return [...new Set(words)].filter(Boolean).join(', ');
}

// A token's name with blanks and bytes in words: a middle dot is passed over when it is read out.
function nameAloud(r, start, end) {
  const words = [];
  let [from, to] = [start, end]; // without the bytes of cut characters at both ends
  while (from < to && characterSize(r, from) === 0) from++;
  let last = to - 1;
  while (last > from && characterSize(r, last) === 0) last--;
  if (last >= from && last + characterSize(r, last) > end) to = last;
  if (start < from) words.push(bytesAloud(r, start, from));
  for (let stop, i = from; i < to; i = stop) {
    const blank = BLANK_NAMES.get(r.units[i]);
    stop = i + 1;
    while (stop < to && BLANK_NAMES.get(r.units[stop]) === blank) stop++;
    if (blank) words.push(stop - i === 1 ? blank : plural(stop - i, blank));
    else words.push(shorten(tokenLabel(r, i, stop), MOST_SPOKEN));
  }
  if (to < end) words.push(bytesAloud(r, to, end));
  return shorten(words.join(' '), MOST_SPOKEN);
}

function bytesAloud(r, start, end) {
  const most = Math.min(end, start + MOST_SPOKEN_BYTES);
  return `${end - start === 1 ? 'byte' : 'bytes'} ${hex(r.units.subarray(start, most))}${most < end ? ' …' : ''}`;
}

// Which characters, as one sees them, a token cuts: "part of न". Empty where it is whole.
function partOf(r, start, end) {
  const cut = new Set();
  for (const unit of [start, end]) {
    const c = clusterOf(r, unit);
    if (r.clusterUnit[c] !== unit) cut.add(shorten(r.text.slice(r.clusterChar[c], r.clusterChar[c + 1]), 24));
  }
  return cut.size ? `part of ${[...cut].join(' and ')}` : '';
}

// Whether merge m joins this token with a neighbour.
function isInPair(r, start, end, m) {
  return r.mergedAt[start - 1] === m || r.mergedAt[end - 1] === m;
}
