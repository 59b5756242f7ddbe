// The editor. Chromium needs seconds to break many thousand letters of some scripts into lines: such a text is folded, which
// means that the editor shows its beginning alone. It can be replaced as a whole, by selecting all and typing or pasting.

const MOST_UNFOLDED = 20000; // letters beyond Latin
const SEEN_OF_FOLDED = 1000; // characters
const MOST = 1500000; // characters: more than the server takes, which says so; beyond, each key would be slow

// Whether a text is too much for a box to edit it in.
function isHeavy(text) {
  if (text.length <= MOST_UNFOLDED) return false;
  let heavy = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x300 && ++heavy > MOST_UNFOLDED) return true;
  return false;
}

// `onText` is called with the whole text after each change by the visitor.
function createEditor(onText) {
  const box = el('textarea', {
    className: 'editor',
    spellcheck: false,
    dataset: { testid: 'editor' },
    ariaLabel: 'Your text',
    autocapitalize: 'off',
    autocomplete: 'off',
    dir: 'auto',
    rows: 2,
  });
  const words = el('span');
  const replace = el('button', { type: 'button', className: 'link', textContent: 'Replace it', dataset: { testid: 'replace' }, onclick: selectAll });
  const note = el('p', { className: 'note', hidden: true, dataset: { testid: 'folded' } }, words, replace);
  const full = el('p', { className: 'note', role: 'status', hidden: true, dataset: { testid: 'full' } });
  let folded = null; // the whole text, where the box shows its beginning
  let put = ''; // the text that was put into the box,
  let seen = ''; // and what it shows of it: a textarea has line breaks of its own kind
  let isInPart = false; // a composition is under way in a part of a folded text: it cannot be stopped, but taken back

  const isAll = () => box.selectionStart === 0 && box.selectionEnd === box.value.length;

  function selectAll() {
    box.focus();
    box.select();
  }

  function set(text) {
    folded = isHeavy(text) ? text : null;
    box.value = folded === null ? text : `${Array.from(text.slice(0, SEEN_OF_FOLDED)).slice(0, -1).join('')} …`;
    put = text;
    seen = box.value;
    note.hidden = folded === null;
    if (folded === null) return;
    const count = commas(Array.from(folded).length);
    words.textContent = `${count} characters: too many to edit here, so this is only how they begin. `;
    box.setSelectionRange(0, 0);
    box.scrollTop = 0;
  }

  function change(text) {
    set(text);
    onText(text);
  }

  // What of a text has room beside others; it is said where that is not all.
  function fitting(text, others = '') {
    const fits = text.length + others.length <= MOST ? text : beginningOf(text, Math.max(0, MOST - countOf(others)));
    full.hidden = fits === text;
    full.textContent = roomSentence(fits, text);
    return fits;
  }

  // Before the box lays out what is pasted, and in place of all that would change a folded text in part.
  box.addEventListener('beforeinput', (event) => {
    if (!event.cancelable) return;
    const data = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
    if (folded !== null) {
      event.preventDefault();
      const writes = event.inputType.startsWith('insert') || event.inputType.startsWith('delete');
      if (isAll() && writes) change(event.inputType === 'insertLineBreak' ? '\n' : fitting(data));
      return;
    }
    const [before, after] = [box.value.slice(0, box.selectionStart), box.value.slice(box.selectionEnd)];
    const fits = fitting(data, before + after);
    if (fits === data && (data.length <= 1 || !isHeavy(before + data + after))) return;
    event.preventDefault();
    if (fits) change(before + fits + after);
  });
  for (const name of ['copy', 'cut']) box.addEventListener(name, takeFolded);
  box.addEventListener('compositionstart', () => (isInPart = folded !== null && !isAll()));
  box.addEventListener('compositionend', takeComposed);
  box.oninput = (event) => event.isComposing || takeTyped();

  // Of a folded text that is selected as a whole, the whole goes to the clipboard.
  function takeFolded(event) {
    if (folded === null || !isAll()) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', folded);
    if (event.type === 'cut') change('');
  }

  // A composition that was cancelled leaves a folded text as it was.
  function takeComposed({ data }) {
    if (folded !== null && (isInPart || !data)) set(folded);
    isInPart = false;
    takeTyped();
  }

  function takeTyped() {
    if (folded !== null && box.value === seen) return;
    if (folded === null && !isHeavy(box.value)) return onText(box.value);
    change(box.value);
  }

  return { box, note, full, set, text: () => folded ?? (box.value === seen ? put : box.value) };
}
