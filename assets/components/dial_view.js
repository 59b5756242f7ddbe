// How the text is shown: as what, in which colours, and where the slider stops. One quiet button opens the choices.

const CHOICES = {
  show: { text: 'Text', ids: 'Ids', bytes: 'Bytes', both: 'Text and ids' },
  colour: { boundary: 'Boundary', length: 'Length', age: 'Age' },
  stops: { changes: 'Changes of this text', all: 'All merges' },
};
const TITLES = { show: 'Show', colour: 'Colour', stops: 'Slider stops at' };
const LONGEST = 12; // characters; longer tokens are coloured like these
const AGES = 10; // steps of the ramp, as in dial_view.css

// A view out of whatever a page sends: what is missing or unknown is the first choice.
function readView(view) {
  return Object.fromEntries(Object.entries(CHOICES).map(([name, choices]) =>
    [name, Object.hasOwn(choices, view?.[name]) ? view[name] : Object.keys(choices)[0]]));
}

// The button and its three switches; `onChoose` gets the new view.
function createViewMenu(onChoose) {
  let view = readView();
  const switches = Object.entries(CHOICES).map(([name, choices]) => createSwitch(name, choices));
  const popover = createPopover('View', 'view', switches, 'choices');

  function createSwitch(name, choices) {
    const radios = Object.entries(choices).map(([value, words]) => el('label', { dataset: { value } },
      el('input', { type: 'radio', name, value, onchange: () => change(name, value) }), el('span', {}, words)));
    const title = el('span', { className: 'choice-name', ariaHidden: 'true' }, TITLES[name]);
    const labels = { role: 'radiogroup', ariaLabel: TITLES[name], dataset: { testid: name } };
    return el('div', { className: 'choice' }, title, el('div', { className: 'views', ...labels }, ...radios));
  }

  function change(name, value) {
    view = { ...view, [name]: value };
    onChoose(view);
  }

  function choose(wanted) {
    view = wanted;
    for (const radio of popover.panel.querySelectorAll('input')) radio.checked = view[radio.name] === radio.value;
  }

  return { element: popover.element, choose, destroy: popover.destroy };
}

// A function that names a token's fill in this colouring; null for the fills that only separate neighbours.
function fillIn(colour) {
  return { length: lengthFill, age: ageFill }[colour] ?? null;
}

function lengthFill(r, start, end) {
  return `long-${Math.min(LONGEST, charactersIn(r, start, end))}`;
}

// Characters that begin in a token; a token within one character counts as one.
function charactersIn(r, start, end) {
  if (r.codec === 'latin-1') return end - start;
  let count = 0;
  for (let i = start; i < end; i++) if ((r.units[i] & 0xc0) !== 0x80) count++;
  return Math.max(1, count);
}

// Early to late by the logarithm of the merge that made a token; what no merge has made has no fill.
function ageFill(r, start, end) {
  const m = youngest(r, start, end);
  if (m === 0) return -1;
  const share = r.nMerges > 1 ? Math.log(m) / Math.log(r.nMerges) : 1;
  return `age-${Math.min(AGES - 1, Math.floor(share * AGES))}`;
}

// What the colours mean, in one line; nothing for those that only separate neighbours.
function legendOf(colour, nMerges) {
  if (colour === 'length') return ['1 ', swatches('long', 1, LONGEST), ` ${LONGEST} characters and more`];
  if (colour === 'age') return ['merge 1 ', swatches('age', 0, AGES - 1), ` merge ${commas(nMerges)}`];
  return [];
}

function swatches(name, from, to) {
  const each = Array.from({ length: to - from + 1 }, (_, i) => el('i', { className: `swatch fill-${name}-${from + i}` }));
  return el('span', { className: 'swatches', ariaHidden: 'true' }, ...each);
}
