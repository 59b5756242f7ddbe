// What all rows share: the characters of the text, where its lines break, and its bytes, by which cuts are compared.

const ROW_SIZES = [22, 18];

// The replays of the rows, all with the same clusters. A codec that lacks some characters cannot tell which of them make one
// cluster, so those of a UTF-8 row hold for all, where there is one. `known` gives the replay that a key has already.
function readRows(data, known) {
  const read = (i, fields) => {
    const old = known(data.rows[i].key);
    return old && old.sig === fields[`row_${i}_sig`] ? old : readReplay(fields, `row_${i}_`);
  };
  const replays = data.rows.map((_, i) => (data[`row_${i}_codec`] === 'latin-1' ? null : read(i, data)));
  const whole = replays.find(Boolean);
  const lengths = whole && charactersOfClusters(whole);
  return replays.map((replay, i) => {
    if (replay) return replay;
    const own = data[`row_${i}_sig`];
    return read(i, whole ? { ...data, [`row_${i}_clusters`]: lengths, [`row_${i}_sig`]: `${own} whole` } : data);
  });
}

// How many characters each cluster of a UTF-8 replay has.
function charactersOfClusters({ units, clusterUnit }) {
  const lengths = new Int32Array(clusterUnit.length - 1);
  for (let c = 0, i = 0; c < lengths.length; c++) for (; i < clusterUnit[c + 1]; i++) lengths[c] += (units[i] & 0xc0) !== 0x80;
  return lengths;
}

// The layout of all rows, remembered: layout(family, width, height) gives font size and lines. They depend on the text alone.
function createLayout(replays) {
  const r = replays.find((replay) => replay.codec === 'utf-8') ?? replays[0];
  let plan = null;
  let made = [];
  return (family, width, height) => {
    const wanted = [family, width, height, measurer(family, ROW_SIZES[0])]; // a new one when fonts have come
    if (wanted.some((value, i) => value !== made[i])) plan = chooseFont(r, family, width, height, ROW_SIZES, mayBreakText);
    made = wanted;
    return plan;
  };
}

// Lines break before the blank of a word and before a Chinese, Japanese or Korean character.
function mayBreakText({ units }, u) {
  return isBlank(units[u]) ? !isBlank(units[u + 1]) : isWide(units[u]);
}

// Where the units of a replay stand among the bytes of the text, and the unit that holds a byte.
function bytesOf(r) {
  if (r.codec === 'utf-8') return { byteAt: (unit) => unit, unitAt: (byte) => byte };
  const places = new Int32Array(r.length + 1);
  const size = (unit) => (unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit < 0x10000 ? 3 : 4);
  for (let i = 0; i < r.length; i++) places[i + 1] = places[i] + size(r.units[i]);
  return { byteAt: (unit) => places[unit], unitAt: (byte) => countUpTo(places, byte) - 1 };
}

// ---- cuts: {replay, bytes, k} ----

const stands = ({ replay: r, k }, unit) => unit === 0 || unit === r.length || r.mergedAt[unit - 1] > k;

// Whether a cut has the bytes `from` to `to` as one token.
function hasToken(cut, from, to) {
  const { replay, bytes, k } = cut;
  const [start, end] = [bytes.unitAt(from), bytes.unitAt(to)];
  if (bytes.byteAt(start) !== from || bytes.byteAt(end) !== to) return false;
  if (!stands(cut, start) || !stands(cut, end)) return false; // at once: a token of another cut may be as long as the text
  return tokenEnd(replay, k, start) === end && !isOutside(replay, start);
}

// Whether one of the cuts does not have this token of another.
function isRinged({ replay, bytes }, cuts, start, end) {
  if (cuts.length < 2 || isOutside(replay, start)) return false;
  const [from, to] = [bytes.byteAt(start), bytes.byteAt(end)];
  return !cuts.every((cut) => hasToken(cut, from, to));
}

// Whether the cuts differ anywhere: they do not where all have the tokens of the first, and no more.
function differ(cuts) {
  if (cuts.length < 2) return false;
  const [one] = cuts;
  if (cuts.some(({ replay }) => replay.outside.size !== one.replay.outside.size)) return true;
  for (let end, start = 0; start < one.replay.length; start = end) {
    end = tokenEnd(one.replay, one.k, start);
    if (isRinged(one, cuts, start, end)) return true;
  }
  return false;
}
