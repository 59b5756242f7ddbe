// What the dial says: what a merge does to the text, and how many tokens there are.

// What the base units of a text are.
const unitName = (r) => (r.codec === 'latin-1' ? 'character' : 'byte');

// "merge 9,634", with the rank where the merges have one.
function mergeName(r, m, pretrained) {
  const rank = pretrained ? rankOf(r, m) : null;
  return `merge ${commas(m)}${rank === null ? '' : `, rank ${commas(rank)}`}`;
}

// The rank of a merge that changes this text: the id that it makes.
function rankOf(r, m) {
  const at = eventsUpTo(r, m) - 1;
  return r.events[at] === m ? r.eventIds[at] : null;
}

// What the merge at this stop does, as text and quoted labels.
function mergeSentence(r, k) {
  if (r.length === 0) return [''];
  if (r.events.length === 0) return ['No merge changes this text.'];
  const counted = `${commas(k)} of ${commas(r.nMerges)} merges`;
  if (k < r.events[0]) return [`${counted}: each ${unitName(r)} is a token of its own.`];
  const m = r.events[eventsUpTo(r, k) - 1];
  const b = r.mergedAt.indexOf(m);
  const start = tokenStart(r, m - 1, b);
  const end = tokenEnd(r, m - 1, b + 1);
  const pair = [quoted(r, start, b + 1), ' + ', quoted(r, b + 1, end)];
  if (k === m) return [`${counted}: `, ...pair, ' becomes ', quoted(r, start, end)];
  const count = k === r.nMerges ? `All ${commas(k)} merges` : counted;
  return [`${count}. The last change was at ${commas(m)}: `, ...pair, ' became ', quoted(r, start, end)];
}

// A token's label between quotation marks.
function quoted(r, start, end) {
  return el('q', {}, '"', el('bdi', {}, shorten(tokenLabel(r, start, end), 24)), '"');
}

// "136 bytes became 58 tokens, 2.3 bytes a token."; with the characters where those that are seen are fewer.
function numberSentence(r, k, characters) {
  if (r.length === 0) return '';
  const units = r.length - r.outside.size;
  const visible = r.clusterUnit.length - 1;
  const tokens = r.counts()[k];
  const seen = visible === characters ? ' ' : `, ${plural(characters, 'character')}, ${commas(visible)} visible, `;
  const each = tokens ? `, ${commas(units / tokens, 1)} ${unitName(r)}s a token` : '';
  const without = r.outside.size ? `, and ${plural(r.outside.size, 'character')} that it does not have` : '';
  return `${plural(units, unitName(r))}${seen}became ${plural(tokens, 'token')}${each}${without}.`;
}
