// A box for a text that may be large: it is sent when the box is left or after a pause, and not again with every click.

const BLUR_MS = 150; // a tap on a link leaves the box too, and must not be held up by a message
const AGAIN_MS = 5000;
const AGAIN_MS_A_CHARACTER = 0.01;

const editors = new WeakMap(); // parent element -> its editor
const drafts = new Map(); // label -> { rev, text } that the page was left with before it was sent

export default function editor(component) {
  const { parentElement } = component;
  if (!editors.has(parentElement)) editors.set(parentElement, createEditor(parentElement.querySelector('.bpe')));
  editors.get(parentElement).update(component);
  return () => {
    editors.get(parentElement)?.destroy();
    editors.delete(parentElement);
  };
}

function createEditor(root) {
  const box = document.createElement('textarea');
  box.spellcheck = false;
  box.dataset.testid = 'corpus-editor';
  const note = document.createElement('p');
  root.replaceChildren(box, note);
  let component;
  let rev = null;
  let sent = ''; // what stood in the box when the server had the same
  let text = ''; // that as it is there: a textarea has line breaks of its own kind
  let rest = ''; // of the live text, what follows
  let session = null; // that of the server which has it
  let isOwed = false; // whether it lacks that of the tab
  let timer = 0;

  function send() {
    clearTimeout(timer);
    if (box.value === sent && !isOwed) return;
    text = beginning();
    sent = box.value;
    if (!isOwed) return component.setTriggerValue('text', text);
    component.setTriggerValue('kept', { text, rest });
    timer = setTimeout(send, AGAIN_MS + (text.length + rest.length) * AGAIN_MS_A_CHARACTER);
  }

  const beginning = () => (box.value === sent ? text : box.value);

  // Only the live text is kept with the tab.
  function keep() {
    if (component.data.fresh !== undefined) keepText(beginning() + rest, beginning().length);
  }

  function put(newText, newRest = '') {
    clearTimeout(timer);
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
    timer = setTimeout(send, BLUR_MS);
  }

  box.oninput = (event) => {
    clearTimeout(timer);
    if (!event.isComposing) timer = setTimeout(send, component.data.pause_ms);
  };
  box.addEventListener('compositionend', () => {
    timer = setTimeout(send, component.data.pause_ms);
  });
  box.onchange = () => {
    clearTimeout(timer);
    timer = setTimeout(send, BLUR_MS);
  };
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
      box.maxLength = data.max_chars;
      note.textContent = data.note;
      note.hidden = !data.note;
      const parts = ofTheTab(data);
      session = data.session;
      if (isOwed && !data.fresh) {
        isOwed = false;
        clearTimeout(timer);
        if (box.value !== sent) timer = setTimeout(send, data.pause_ms);
      }
      if (data.rev === rev && !parts) return;
      const draft = rev === null ? drafts.get(data.label) : undefined;
      rev = data.rev;
      drafts.delete(data.label);
      if (parts) return owe(parts);
      put(data.text, data.rest);
      if (draft?.rev !== rev) return;
      box.value = draft.text;
      timer = setTimeout(send, BLUR_MS);
    },
    destroy() {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
      keep();
      if (box.value !== sent) drafts.set(component.data.label, { rev, text: box.value });
    },
  };
}
