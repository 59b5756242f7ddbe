// The live text, and how it was looked at, are kept with the tab, and nowhere else: a reload brings them back, and so does
// coming back to the site, where the address does not hold them.

const KEPT = 'bpe-text';
const KEPT_SHOWN = 'bpe-text-shown'; // how much of it stood in an editor that shows its beginning alone
const KEPT_AT = 'bpe-text-at'; // the address at which it was kept
const KEPT_LEAVING = 'bpe-text-leaving'; // the one at which the page began to be left
const KEPT_STATE = 'bpe-dial';

// A page lives on while the next is on its way, and its address may change meanwhile: a reload brings the one it had before.
let leaving = '';
window.addEventListener('beforeunload', () => (leaving = location.href));

function keepText(text, shown = null) {
  try {
    if (shown !== null || sessionStorage.getItem(KEPT) !== text) {
      sessionStorage.removeItem(KEPT); // an older text would be worse than none
      sessionStorage.removeItem(KEPT_SHOWN);
      sessionStorage.setItem(KEPT, text);
      if (shown !== null) sessionStorage.setItem(KEPT_SHOWN, shown);
    }
    sessionStorage.setItem(KEPT_AT, location.href);
    sessionStorage.setItem(KEPT_LEAVING, leaving);
  } catch {
    // There is no room, or none for this site: then a reload forgets it.
  }
}

function read(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

const keptText = () => read(KEPT) ?? undefined;

// How many characters a text has, and its beginning of at most so many, as Python counts them: a pair of halves is one.
const countOf = (text) => text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);

function beginningOf(text, most) {
  if (text.length <= most) return text;
  let end = 0;
  for (let n = 0; n < most && end < text.length; n++) end += text.codePointAt(end) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

// Says how much of what is put into an editor it takes.
function roomSentence(taken, text) {
  const [first, all] = [taken, text].map((each) => countOf(each).toLocaleString('en'));
  return taken ? `Only the first ${first} of these ${all} characters have room here.` : 'There is no room for more here.';
}

// The same as the beginning that is shown, of at most so many characters, and the rest.
function keptParts(most) {
  const text = keptText();
  if (text === undefined) return undefined;
  const shown = Number(read(KEPT_SHOWN) ?? Infinity);
  const end = Math.min(shown >= 0 ? shown : Infinity, beginningOf(text, most).length);
  return { text: text.slice(0, end), rest: text.slice(end) };
}

// Beside the text, and only where there is room for both.
function keepState(state) {
  try {
    sessionStorage.removeItem(KEPT_STATE);
    sessionStorage.setItem(KEPT_STATE, JSON.stringify(state));
  } catch {
    // As above.
  }
}

function keptState() {
  try {
    return JSON.parse(read(KEPT_STATE));
  } catch {
    return null; // what a tab holds under this name may be anything
  }
}

// Whether this page was loaded again, or the visitor came back to it from another site: then what the tab keeps is newer than
// the address, which waits for a pause.
function isReturned() {
  const [loaded] = performance.getEntriesByType('navigation');
  if (!loaded || new URL(loaded.name).pathname !== location.pathname) return false;
  if (loaded.type === 'reload' && read(KEPT_LEAVING) === loaded.name) return true;
  return ['reload', 'back_forward'].includes(loaded.type) && read(KEPT_AT) === loaded.name;
}
