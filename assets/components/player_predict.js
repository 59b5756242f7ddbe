// Predict: the answer is covered, and one says which pair is merged next.

const MOST_CANDIDATES = 4;

// The pairs to choose from when merge k + 1 is asked for: one of each count, the winner among them, and where that is too
// few, others that tie with these. The order tells nothing, and is the same each time.
function candidatesAt(rivals, k) {
  const counts = new Set();
  const firsts = rivals.filter(({ count }) => !counts.has(count) && counts.add(count));
  const others = rivals.filter((rival) => !firsts.includes(rival));
  return shuffled([...firsts, ...others].slice(0, MOST_CANDIDATES), k);
}

function shuffled(list, seed) {
  const mixed = [...list];
  let state = Math.imul(seed + 1, 2654435761) >>> 0;
  for (let i = mixed.length - 1; i > 0; i -= 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j], mixed[i]];
  }
  return mixed;
}

// How often two ids are neighbours after k merges, where all pieces of the corpus are at hand; else null.
function countNeighbours(cells, k, left, right) {
  if (!cells || cells.counts.length < cells.total) return null;
  const { replay, starts, counts } = cells;
  let sum = 0;
  for (let i = 0; i < counts.length; i++) {
    const ids = tokensBetween(replay, k, starts[i], starts[i + 1]).map(([from, to]) => tokenId(replay, from, to));
    for (let j = 1; j < ids.length; j++) if (ids[j - 1] === left && ids[j] === right) sum += counts[i];
  }
  return sum;
}

// What is said to a guess: {isRight, words}; isRight is null where the payload cannot tell.
function judge(t, k, guess) {
  const rivals = rivalsAt(t, k);
  const [winner, second] = rivals;
  const isSame = (a, b) => a.left === b.left && a.right === b.right;
  const pair = ({ left, right }) => pairMarks(t, left, right);
  const most = times(winner.count);
  const known = rivals.find((rival) => isSame(rival, guess));
  const count = known?.count ?? countNeighbours(t.cells, k, guess.left, guess.right);
  const rule = lowerFirst(t.tieRule);
  const right = el('b', {}, 'Right: ');
  if (isSame(winner, guess)) {
    if (t.ties[k] === 1) return { isRight: true, words: [right, ...pair(winner), `, ${most}.`] };
    const others = t.ties[k] === 2 && second ? pair(second) : [plural(t.ties[k] - 1, 'other pair')];
    return { isRight: true, words: [right, ...pair(winner), ' ties with ', ...others, ` at ${commas(winner.count)}; ${rule}`] };
  }
  if (count === winner.count) {
    return { isRight: true, words: [right, 'it ties with ', ...pair(winner), ` at ${commas(count)}; ${rule}`] };
  }
  if (count === null && t.ties[k] > rivals.length) {
    return { isRight: null, words: [`${plural(t.ties[k], 'pair')} tie; `, ...pair(winner), `, ${most}, is merged.`] };
  }
  const seen = count === null ? 'occurs less often' : count === 0 ? 'does not occur' : `occurs ${times(count)}`;
  return { isRight: false, words: ['Not yet: ', ...pair(guess), ` ${seen}, `, ...pair(winner), ` ${most}.`] };
}

// Where the commonest pairs stand otherwise: the candidates and the score. `onGuess` gets a pair, `onStop` ends it.
function createQuiz(onGuess, onStop) {
  const list = el('div', { className: 'candidates', role: 'group', ariaLabel: 'candidates' });
  const hint = el('p', { className: 'quiz-hint' });
  const score = el('span', { className: 'score', dataset: { testid: 'score' } });
  const stop = el('button', { type: 'button', className: 'quiet', dataset: { testid: 'stop' }, onclick: onStop }, 'Stop predicting');
  const element = el('section', { className: 'quiz', hidden: true }, el('h3', {}, 'Your prediction'), list, hint,
    el('p', { className: 'quiz-foot' }, score, stop));
  let drawn = ''; // what the buttons were made for
  let candidates = [];

  function draw(t, k, { guess, asked, right, advice }, canPick) {
    if (drawn !== `${t.replay.sig} ${k}`) {
      drawn = `${t.replay.sig} ${k}`;
      candidates = candidatesAt(rivalsAt(t, k), k);
      list.replaceChildren(...candidates.map((candidate, i) => createButton(t, candidate, i)));
    }
    [...list.children].forEach((button, i) => reveal(button, candidates[i], t, k, guess));
    const how = canPick ? 'Press a number, or choose two neighbouring pieces in the text.' : 'Press a number.';
    hint.textContent = guess || k === t.n ? '' : advice || how;
    score.textContent = asked ? `${right} of ${asked}` : '';
  }

  function createButton(t, candidate, i) {
    return el('button', {
      type: 'button',
      className: 'candidate',
      dataset: { testid: 'candidate', left: candidate.left, right: candidate.right },
      onclick: () => onGuess(candidate),
    }, el('span', { className: 'digit' }, String(i + 1)),
      el('span', { className: 'pair' }, ...pairMarks(t, candidate.left, candidate.right)), el('span', { className: 'count' }));
  }

  // Counts come with the answer, and a candidate that was right or would have been is marked.
  function reveal(button, candidate, t, k, guess) {
    const isGuess = guess?.left === candidate.left && guess?.right === candidate.right;
    button.setAttribute('aria-disabled', Boolean(guess)); // not `disabled`: that would take the keyboard from it
    button.classList.toggle('guess', Boolean(isGuess));
    button.classList.toggle('right', Boolean(guess) && candidate.count === t.counts[k]);
    button.lastChild.textContent = guess ? commas(candidate.count) : '';
  }

  return { element, draw, at: (i) => candidates[i] ?? null };
}
