// A box for a text that may be large: it is sent when the box is left or after a pause, and not again with every click.
// What the server does not use of it, it says; here nothing is cut without a word.

const SOON_MS = 150; // once a page has opened
const AGAIN_MS = 5000;
const AGAIN_MS_A_CHARACTER = 0.01;
const AS_MUCH = 10; // times what the server takes may stand here, and it says what it takes of it; more would only be slow

const editors = new WeakMap(); // parent element -> its editor
const drafts = new Map(); // label -> { rev, text, rest, isOwed } that the page was left with before the server had it

export default function editor(component) {
  const { parentElement } = component;
  if (!editors.has(parentElement)) editors.set(parentElement, createEditor(parentElement.querySelector('.bpe')));
  editors.get(parentElement).update(silentOnceLeft(component));
  return () => {
    editors.get(parentElement)?.destroy();
    editors.delete(parentElement);
  };
}

function createEditor(root) {
  const box = document.createElement('textarea');
  box.spellcheck = false;
  box.dir = 'auto';
  box.dataset.testid = 'corpus-editor';
  const full = document.createElement('p');
  full.role = 'status';
  full.hidden = true;
  const note = document.createElement('p');
  root.replaceChildren(box, full, note);
  let component;
  let rev = null;
  let sent = ''; // what stood in the box when the server had the same
  let text = ''; // that as it is there: a textarea has line breaks of its own kind
  let rest = ''; // of the live text, what follows
  let session = null; // that of the server which has it
  let isOwed = false; // whether it lacks the rest too
  let timer = 0;
  let hasSaid = false; // whether what stands in the box was said, and not put there by the server
  let seq = 0; // the number of the last message
  let isOutstanding = false; // whether its answer is
  let again = 0;

  function send() {
    clearTimeout(timer);
    if (isLive() && box.value.length > component.data.max_chars) shorten(box.value, box.selectionStart);
    if (box.value === sent && !isOwed) return;
    text = beginning();
    sent = box.value;
    hasSaid = true;
    seq++;
    deliver();
  }

  // What is said while the connection is away is lost: it is said again until it is answered. Both are one message.
  function deliver() {
    settle();
    isOutstanding = true;
    if (isOwed) component.setTriggerValue('kept', { text, rest });
    else component.setTriggerValue('text', text);
    component.setTriggerValue('seq', seq);
    again = setTimeout(deliver, AGAIN_MS + (text.length + rest.length) * AGAIN_MS_A_CHARACTER);
  }

  function settle() {
    isOutstanding = false;
    clearTimeout(again);
  }

  function sendSoon(ms) {
    clearTimeout(timer);
    timer = setTimeout(send, ms);
  }

  const beginning = () => (box.value === sent ? text : box.value);

  // Whether it holds the live text: that alone is kept with the tab.
  const isLive = () => component.data.fresh !== undefined;

  function keep() {
    if (isLive()) keepText(beginning() + rest, beginning().length);
  }

  function put(newText, newRest = '') {
    clearTimeout(timer);
    settle();
    isOwed = hasSaid = false;
    full.hidden = true;
    text = newText;
    rest = newRest;
    box.value = text;
    sent = box.value;
  }

  // The text of the tab, where the server lacks it: after a reload, or when it has begun anew and what it was told is lost.
  function ofTheTab(data) {
    if (rev !== null) return data.session === session ? undefined : { text: beginning(), rest };
    const parts = data.fresh ? keptParts(data.max_chars) : undefined;
    return parts && parts.text + parts.rest !== data.text ? parts : undefined;
  }

  function owe(parts) {
    put(parts.text, parts.rest);
    isOwed = true;
    sendSoon(SOON_MS);
  }

  // To a server that has begun anew, what was said to the one before; what was not said yet will be.
  function sayAgain(data) {
    rev = data.rev;
    if (box.value !== sent) return;
    if (!hasSaid) return put(data.text);
    seq++;
    deliver();
  }

  // No more than is compared stands in the live text's box: what goes beyond it is put before the rest.
  function shorten(value, caret) {
    const shown = beginningOf(value, component.data.max_chars);
    if (shown === value) return;
    rest = value.slice(shown.length) + rest;
    box.value = shown;
    box.setSelectionRange(caret, caret);
    settle(); // of what is outstanding nothing is needed any more
    isOwed = true;
  }

  // Takes what is about to be put in, as far as there is room for it: before the box lays it out, which may take minutes.
  box.addEventListener('beforeinput', (event) => {
    const added = event.inputType === 'insertLineBreak' ? '\n' : event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
    const { value, selectionStart: start, selectionEnd: end } = box;
    const { max_chars: usual, pause_ms: pause } = component.data;
    const most = isLive() ? usual : usual * AS_MUCH;
    const others = value.slice(0, start) + value.slice(end);
    if (!added || !event.cancelable || others.length + added.length <= most) return;
    const room = Math.max(0, most - countOf(others));
    if (countOf(added) <= room) return;
    event.preventDefault();
    const fits = beginningOf(added, isLive() && room ? usual * AS_MUCH : room);
    full.hidden = fits === added;
    full.textContent = roomSentence(fits, added);
    if (!fits) return;
    if (isLive()) shorten(value.slice(0, start) + fits + value.slice(end), start + fits.length);
    else box.setRangeText(fits, start, end, 'end');
    sendSoon(pause);
  });

  box.oninput = (event) => {
    full.hidden = true;
    clearTimeout(timer);
    if (!event.isComposing) sendSoon(component.data.pause_ms);
  };
  box.addEventListener('compositionend', () => sendSoon(component.data.pause_ms));
  box.onchange = send; // at once: what the box stands in may close, or the page be left
  box.onkeydown = (event) => {
    if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) send();
  };

  window.addEventListener('pagehide', keep);

  return {
    update(next) {
      component = next;
      const { data } = next;
      box.ariaLabel = data.label;
      box.rows = data.rows;
      note.textContent = data.note;
      note.hidden = !data.note;
      const isReborn = rev !== null && data.session !== session; // the server has begun anew
      const parts = isLive() ? ofTheTab(data) : undefined;
      session = data.session;
      if (isOutstanding && data.seq >= seq) {
        settle();
        isOwed = false;
      }
      seq = Math.max(seq, data.seq);
      if (isReborn && !isLive()) return sayAgain(data);
      if (data.rev === rev && !parts) return;
      const draft = rev === null ? drafts.get(data.label) : undefined;
      rev = data.rev;
      drafts.delete(data.label);
      if (parts) return owe(parts);
      put(data.text, data.rest);
      if (draft?.rev !== rev || draft.text + draft.rest === text + rest) return;
      box.value = draft.text;
      rest = draft.rest;
      isOwed = draft.isOwed;
      sendSoon(SOON_MS);
    },
    destroy() {
      const isUnknown = isOutstanding || box.value !== sent;
      clearTimeout(timer);
      settle();
      window.removeEventListener('pagehide', keep);
      keep();
      if (isUnknown) drafts.set(component.data.label, { rev, text: beginning(), rest, isOwed });
    },
  };
}
