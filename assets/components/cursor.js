// The cursor: the one token that is looked at, by pointer or by keyboard, with its card beside it. Stage and list have one each.

const nothing = () => {};

// A cursor on the tokens that `element` shows. What shows them is `view`: {now() gives {replay, k, options}, see createStage;
// end() gives the unit behind the last token to go to; under(event) gives the start of the token there, null for none;
// reach(start) scrolls to a token; light() marks the one at the cursor}. `describe` gives what a page has to say about a
// token: what tokenCard takes, and `told`, words for a screen reader.
function createCursor(element, view, { onHover = nothing, onPin = nothing, describe = () => ({}) }) {
  const spoken = el('div', { className: 'spoken', ariaLive: 'polite', dataset: { testid: 'spoken' } });
  const frame = el('div', { className: 'stage-frame' }, element, spoken);
  let shown = null; // the start of the token that has the card
  let pinned = false;
  let card = null;
  let pointing = 0; // timer

  function show(start) {
    const { replay, k, options } = view.now();
    const moved = start !== shown;
    const held = card?.matches(':focus-within');
    shown = start;
    card?.remove();
    card = null;
    if (!options.pick) {
      card = tokenCard(replay, k, start, describe(replay, k, start, pinned));
      card.classList.toggle('pinned', pinned);
      frame.append(card);
    }
    view.light();
    settle();
    if (held) (card?.querySelector('button') ?? element).focus({ preventScroll: true });
    if (moved) onHover(start);
  }

  function hide() {
    clearTimeout(pointing);
    if (shown === null) return;
    if (card?.matches(':focus-within')) element.focus({ preventScroll: true });
    card?.remove();
    [card, shown, pinned] = [null, null, false];
    view.light();
    onHover(null);
  }

  function pin(start) {
    const { options } = view.now();
    if (options.pick) return options.pick(start);
    pinned = true;
    show(start);
    onPin(start);
  }

  // Puts the card beside its token.
  function settle() {
    if (card) placeCard(card, element.querySelector('.chip.cursor'));
  }

  // Shows the token that begins at `start`, scrolls to it and says it.
  function go(start) {
    view.reach(start);
    show(start);
    element.querySelector('.chip.cursor')?.scrollIntoView({ block: 'nearest' }); // the page's own header may be over it
    settle();
    say();
  }

  function say() {
    const { replay, k, options } = view.now();
    const { told } = options.pick ? {} : describe(replay, k, shown, false);
    const words = sayToken(replay, k, shown, options, told);
    spoken.textContent = words === spoken.textContent ? `${words}\u00a0` : words; // said again for an equal neighbour
  }

  function sayPinned() {
    const { replay, k } = view.now();
    spoken.textContent = sayMore(replay, k, shown, describe(replay, k, shown, false), card);
  }

  const keys = {
    ArrowRight() {
      const { replay, k } = view.now();
      const next = shown === null ? 0 : tokenEnd(replay, k, shown);
      if (next < view.end()) go(next);
    },
    ArrowLeft() {
      const { replay, k } = view.now();
      if (replay.length) go(tokenStart(replay, k, Math.max(0, (shown ?? 0) - 1)));
    },
    Enter() {
      pin(shown);
      if (pinned) sayPinned();
      else if (shown !== null) say();
    },
  };

  element.onkeydown = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
    if (event.key === 'Enter' && shown === null) return;
    keys[event.key]();
    event.preventDefault();
  };
  frame.onkeydown = (event) => {
    if (event.key !== 'Escape' || shown === null) return;
    hide();
    event.preventDefault();
  };
  element.onblur = () => pinned || hide();
  element.onpointermove = (event) => {
    const start = view.under(event);
    if (pinned || event.buttons || start === shown) return;
    clearTimeout(pointing);
    const wait = shown === null && !view.now().options.pick ? 120 : 30;
    pointing = setTimeout(() => (start === null || start >= view.end() ? hide() : show(start)), wait);
  };
  element.onpointerleave = () => {
    clearTimeout(pointing);
    if (!pinned) hide();
  };
  element.onclick = (event) => {
    clearTimeout(pointing);
    const start = view.under(event);
    if (start === null || (pinned && start === shown)) hide();
    else pin(start);
  };

  // There is no Escape on a touch screen: a tap elsewhere unpins, but not one on the slider, which the card follows.
  function tapElsewhere(event) {
    if (!pinned || event.pointerType !== 'touch') return;
    if (!event.composedPath().some((part) => part === frame || part.classList?.contains('transport'))) hide();
  }
  document.addEventListener('click', tapElsewhere);

  return {
    frame,
    at: () => shown,
    hasCard: () => card !== null,
    hide,
    settle,
    // After k has moved: a pinned card stays with its place in the text, any other goes.
    follow() {
      const { replay, k } = view.now();
      if (pinned && shown < view.end()) show(tokenStart(replay, k, shown));
      else hide();
    },
    // Pins the card of the token that holds unit i.
    hold(i) {
      const { replay, k } = view.now();
      pinned = true;
      go(tokenStart(replay, k, i));
    },
    destroy() {
      clearTimeout(pointing);
      document.removeEventListener('click', tapElsewhere);
      frame.remove();
    },
  };
}
