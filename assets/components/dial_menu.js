// Small panels that a button opens, and the samples: the first in a line, the others behind "more".

const SAMPLES_IN_LINE = 6;

// A button that opens a panel, and closes it again; Escape and going elsewhere close it as well.
function createPopover(words, testid, content, className = '') {
  const opener = el('button', {
    type: 'button', className: 'opener', textContent: words, ariaExpanded: 'false', dataset: { testid },
    onclick: () => toggle(),
  });
  const panel = el('div', { className: `panel ${className}`, hidden: true, tabIndex: -1 }, ...content);
  const element = el('div', { className: 'popover' }, opener, panel);

  function toggle(open = panel.hidden) {
    panel.hidden = !open;
    opener.ariaExpanded = String(open);
    if (open) place();
  }

  // Above the button where there is no room below it, and never over the edges.
  function place() {
    const at = opener.getBoundingClientRect();
    panel.classList.remove('above');
    panel.style.translate = '';
    const box = panel.getBoundingClientRect();
    panel.classList.toggle('above', box.bottom > window.innerHeight && at.top > box.height + 64);
    const room = element.closest('.bpe').getBoundingClientRect();
    const aside = Math.max(room.left - box.left, Math.min(0, room.right - box.right));
    if (aside) panel.style.translate = `${aside}px`;
  }

  element.onkeydown = (event) => {
    if (event.key !== 'Escape' || panel.hidden) return;
    event.stopPropagation();
    toggle(false);
    opener.focus();
  };
  element.onfocusout = ({ relatedTarget }) => {
    if (relatedTarget && !element.contains(relatedTarget)) toggle(false);
  };
  // A click on what cannot have the keyboard moves no focus. The path says where it was, also outside the shadow root.
  const onPointer = (event) => panel.hidden || event.composedPath().includes(element) || toggle(false);
  document.addEventListener('pointerdown', onPointer);

  return {
    element,
    panel,
    close: () => toggle(false),
    destroy: () => document.removeEventListener('pointerdown', onPointer),
  };
}

// The strings to try, as one line of links, and a way back to the text that one of them replaced.
function createSamples(onChoose, onBack) {
  const back = el('button', { type: 'button', textContent: 'Back to your text', hidden: true, dataset: { testid: 'back-to-text' }, onclick: onBack });
  const element = el('div', { className: 'samples' });
  let shown = '';
  let more = null;

  function show(list) {
    const wanted = JSON.stringify(list);
    if (wanted === shown) return;
    shown = wanted;
    more?.destroy();
    more = null;
    const links = list.slice(0, SAMPLES_IN_LINE).map(createLink);
    const others = list.slice(SAMPLES_IN_LINE).map(createItem);
    if (others.length) more = createPopover('more', 'more-samples', others, 'menu');
    element.replaceChildren(...(links.length ? ['Try ', ...links] : []), ...(more ? [more.element] : []), back);
  }

  function createLink({ label, text, why }) {
    const choose = () => {
      more?.close();
      onChoose(text);
    };
    return el('button', { type: 'button', textContent: label, title: why ?? '', onclick: choose });
  }

  function createItem(sample) {
    const item = createLink(sample);
    if (sample.why) item.append(el('span', {}, sample.why));
    return item;
  }

  return { element, show, offerBack: (offered) => (back.hidden = !offered), destroy: () => more?.destroy() };
}
