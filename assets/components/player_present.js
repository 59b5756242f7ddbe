// The quiet menu at the transport's end, and presenter mode: the player alone on the whole window.

// A button that opens a few items: {testid, words, hint, isOn, act}.
function createMenu(items) {
  const opener = el('button', {
    type: 'button', className: 'step', ariaLabel: 'More', ariaHasPopup: 'menu', ariaExpanded: 'false', title: 'More',
    dataset: { testid: 'more' }, onclick: () => toggle(),
  }, el('span', { className: 'dots', ariaHidden: 'true' }, '⋯'));
  const list = el('div', { className: 'menu', role: 'menu', hidden: true });
  const element = el('div', { className: 'more', onkeydown: onKey, onfocusout: onLeave }, opener, list);

  function toggle(open = list.hidden) {
    list.hidden = !open;
    opener.ariaExpanded = String(open);
    if (!open) return;
    list.replaceChildren(...items.map(createItem));
    list.firstChild.focus();
  }

  function createItem({ testid, words, hint = '', isOn, act }) {
    const choose = () => {
      toggle(false);
      opener.focus({ preventScroll: true });
      act();
    };
    return el('button', {
      type: 'button', role: 'menuitemcheckbox', ariaChecked: String(isOn()), dataset: { testid }, onclick: choose,
    }, el('span', {}, words), el('kbd', { ariaHidden: 'true' }, hint));
  }

  function onKey(event) {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (list.hidden || !(way || event.key === 'Escape')) return;
    event.preventDefault();
    if (event.key === 'Escape') {
      toggle(false);
      opener.focus();
      return;
    }
    const buttons = [...list.children];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    buttons[(at + way + buttons.length) % buttons.length].focus();
  }

  function onLeave(event) {
    if (!list.hidden && !element.contains(event.relatedTarget)) toggle(false);
  }

  return { element };
}

// Takes the whole window for the root. As a popover it is above everything else, whatever that stands in.
function createPresenting(root, onChange) {
  const hint = el('button', { type: 'button', className: 'leave', hidden: true, dataset: { testid: 'leave' }, onclick: toggle },
    'Esc', el('span', {}, ' leaves'));

  const isOn = () => root.classList.contains('presenting');

  function toggle() {
    if (isOn()) leave();
    else enter();
    onChange();
  }

  function enter() {
    root.classList.add('presenting');
    root.popover = 'manual';
    root.showPopover?.();
    hint.hidden = false;
    root.onfocusout = ({ relatedTarget }) => {
      if (relatedTarget && !root.contains(relatedTarget)) hint.focus(); // what is covered must not get the keyboard
    };
    root.focus({ preventScroll: true }); // from the menu's button, which Space would press again
  }

  function leave() {
    if (!isOn()) return;
    root.onfocusout = null;
    if (root.matches(':popover-open')) root.hidePopover();
    root.removeAttribute('popover');
    root.classList.remove('presenting');
    hint.hidden = true;
    root.focus({ preventScroll: true });
  }

  return { hint, isOn, toggle, leave };
}
