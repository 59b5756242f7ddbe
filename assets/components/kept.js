// The live text is kept with the tab, and nowhere else: a reload brings it back where the address does not hold it.

const KEPT = 'bpe-text';
const KEPT_SHOWN = 'bpe-text-shown'; // how much of it stood in an editor that shows its beginning alone

function keepText(text, shown = null) {
  try {
    if (shown === null && sessionStorage.getItem(KEPT) === text) return;
    sessionStorage.removeItem(KEPT); // an older text would be worse than none
    sessionStorage.removeItem(KEPT_SHOWN);
    sessionStorage.setItem(KEPT, text);
    if (shown !== null) sessionStorage.setItem(KEPT_SHOWN, shown);
  } catch {
    // There is no room, or none for this site: then a reload forgets it.
  }
}

function keptText() {
  try {
    return sessionStorage.getItem(KEPT) ?? undefined;
  } catch {
    return undefined;
  }
}

// The same as the beginning that is shown, of at most so many characters, and the rest.
function keptParts(most) {
  const text = keptText();
  if (text === undefined) return undefined;
  const shown = Number(sessionStorage.getItem(KEPT_SHOWN) ?? Infinity);
  const end = Math.min(shown, text.length <= most ? text.length : Array.from(text).slice(0, most).join('').length);
  return { text: text.slice(0, end), rest: text.slice(end) };
}
