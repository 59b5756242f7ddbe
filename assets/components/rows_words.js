// What the rows say.

// "GPT-2 needs 82 tokens, GPT-4o 30: 2.7 times as many." Where some rows keep the whole text, only these are compared.
// `summaries`: {short, tokens, stop, isWhole} of each row, `stop` the k at which it was stopped, null for all merges.
function spreadSentence(summaries) {
  const whole = summaries.filter((row) => row.isWhole);
  const rows = whole.length ? whole : summaries;
  const [fewest] = rows.toSorted((a, b) => a.tokens - b.tokens);
  const [most] = rows.toSorted((a, b) => b.tokens - a.tokens);
  const needs = plural(most.tokens, 'token');
  if (rows.length === 1) return capital(`${nameOf(most)} needs ${needs}.`);
  const which = rows.length < summaries.length ? 'All that keep the whole text' : 'All';
  if (most.tokens === fewest.tokens) return `${which} need ${needs}.`;
  const times = fewest.tokens ? `: ${commas(most.tokens / fewest.tokens, 1)} times as many` : '';
  return capital(`${nameOf(most)} needs ${needs}, ${nameOf(fewest)} ${commas(fewest.tokens)}${times}.`);
}

const nameOf = ({ short, stop }) => (stop === null ? short : `${short} at ${plural(stop, 'merge')}`);

const capital = (sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

// "vocabulary 100,261", "31,744 of 199,742 merges, vocabulary 32,000". Special tokens come once all merges are learned.
function sizeSentence({ vocabulary }, r, k) {
  if (k === r.nMerges) return `vocabulary ${commas(vocabulary)}`;
  return `${commas(k)} of ${commas(r.nMerges)} merges, vocabulary ${commas(r.byteIds.length + k)}`;
}

// Behind the count: the compression, or what of the text is lost.
function noteOf(r, bytes, tokens, { lost, unknown }) {
  if (lost.size + unknown.size) return unknown.size ? `${commas(unknown.size)} of them unknown` : '';
  if (r.outside.size) return `and ${plural(r.outside.size, 'character')} that it does not have`;
  return tokens ? `${commas(bytes / tokens, 1)} bytes a token` : '';
}

// What a row adds to the card of a piece, and to what is read out of it: its ring, or what is lost where no merge can be told of.
function tellPiece(kind, start, { lost, unknown }, isInRing) {
  if (kind === 'bpe') return { told: isInRing ? ['not in every row'] : [] };
  const trouble = lossOf(kind, start, lost, unknown);
  const known = `${kind === 'words' ? 'word' : 'character'} of its vocabulary`;
  return { origin: el('div', {}, trouble || known), told: [trouble] };
}

function lossOf(kind, start, lost, unknown) {
  const one = kind === 'words' ? 'word' : 'character';
  if (lost.has(start)) return `lost: this tokenizer keeps ${one}s only`;
  if (!unknown.has(start)) return '';
  const what = kind === 'words' ? 'its letters are' : 'it is';
  return `unknown: the ${one} is not in the training corpus, so ${what} lost`;
}
