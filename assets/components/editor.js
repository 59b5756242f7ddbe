// A box for a text that may be large: it is sent when the box is left or after a pause, and not again with every click.

const BLUR_MS = 150; // a tap on a link leaves the box too, and must not be held up by a message

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
  let sent = '';
  let timer = 0;

  function send() {
    clearTimeout(timer);
    if (box.value === sent) return;
    sent = box.value;
    component.setTriggerValue('text', sent);
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

  return {
    update(next) {
      component = next;
      const { data } = next;
      box.ariaLabel = data.label;
      box.rows = data.rows;
      box.maxLength = data.max_chars;
      note.textContent = data.note;
      note.hidden = !data.note;
      if (data.rev === rev) return;
      const draft = rev === null ? drafts.get(data.label) : undefined;
      rev = data.rev;
      clearTimeout(timer);
      box.value = data.text;
      sent = box.value; // a textarea has line breaks of its own kind
      drafts.delete(data.label);
      if (draft?.rev !== rev) return;
      box.value = draft.text;
      timer = setTimeout(send, BLUR_MS);
    },
    destroy() {
      clearTimeout(timer);
      if (box.value !== sent) drafts.set(component.data.label, { rev, text: box.value });
    },
  };
}
