// A slider that tells each movement, and when it has come to rest: let go, or some time after the last key.

const KEY_REST_MS = 300;

// `onMove` gets the place, `onRest` nothing. draw(place, most, valueText) puts it somewhere.
function createSlider({ onMove, onRest, ...properties }) {
  const element = el('input', { type: 'range', min: 0, step: 1, ...properties });
  let byKeys = false;
  let rest = 0; // timer

  function restSoon() {
    clearTimeout(rest);
    rest = setTimeout(restNow, KEY_REST_MS);
  }

  function restNow() {
    clearTimeout(rest);
    rest = 0;
    onRest();
  }

  // The visitor turns to something else, and may be about to leave.
  const turnAway = ({ target }) => rest && target !== (element.getRootNode().host ?? element) && restNow();
  window.addEventListener('pointerdown', turnAway, true);
  element.addEventListener('blur', () => rest && restNow());

  element.oninput = () => onMove(Number(element.value));
  element.addEventListener('pointerdown', () => (byKeys = false)); // on…= would take the false for a refusal
  element.onchange = () => (byKeys ? restSoon() : onRest());
  element.addEventListener('keydown', () => (byKeys = true));

  function draw(place, most, valueText) {
    element.max = most;
    element.value = place;
    element.style.setProperty('--done', most ? place / most : 0);
    element.ariaValueText = valueText;
    element.disabled = most === 0;
  }

  function destroy() {
    clearTimeout(rest);
    window.removeEventListener('pointerdown', turnAway, true);
  }

  return { element, draw, restSoon, destroy };
}
