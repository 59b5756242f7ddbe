// Time and messages: playing step by step, sending what is typed one text at a time, and what neither a sudden remount nor a
// reload may lose.

const ANSWER_MS = 3000;
const ANSWER_MS_A_CHARACTER = 0.01;
const REST_MS = 1000; // after such a pause the text is one that stays
const REMOUNT_MS = 500; // longer ago, the page was left

// Calls `step` again and again, each time after as many milliseconds as it asked for, until stopped.
function createClock(step, onChange) {
  let timer = null;
  const tick = () => {
    const wait = step();
    if (timer !== null) timer = setTimeout(tick, wait);
  };
  return {
    start() {
      timer = setTimeout(tick, 0);
      onChange(true);
    },
    // Returns whether it was going.
    stop() {
      const going = timer !== null;
      clearTimeout(timer);
      timer = null;
      if (going) onChange(false);
      return going;
    },
  };
}

// Sends texts one at a time: while an answer is outstanding only the newest is kept. An answer that does not come in time
// is asked for again. `rest` is called after a pause: now the text is worth an entry in the history.
function createPost(deliver, rest) {
  let seq = 0;
  let outstanding = false;
  let newest = null;
  let delivered = null;
  let timer = 0;
  let pause = 0;

  function send(text) {
    clearTimeout(pause);
    pause = 0;
    newest = text;
    if (outstanding) return;
    outstanding = true;
    seq++;
    newest = null;
    delivered = text;
    deliver({ text, seq });
    timer = setTimeout(() => {
      outstanding = false;
      send(newest ?? text);
    }, ANSWER_MS + text.length * ANSWER_MS_A_CHARACTER);
  }

  function settle() {
    clearTimeout(timer);
    clearTimeout(pause);
    pause = 0;
    outstanding = false;
  }

  function restNow() {
    pause = 0;
    rest();
  }

  return {
    send,
    unsent: () => newest ?? (outstanding ? delivered : undefined),
    answered(answer) {
      if (!outstanding || answer < seq) return;
      settle();
      if (newest !== null) send(newest);
      else pause = setTimeout(restNow, REST_MS);
    },
    // What waits for an answer or a pause is said at once.
    flush() {
      const [text, isResting] = [newest, pause !== 0];
      if (text === null && !isResting) return;
      settle();
      if (text !== null) send(text);
      else restNow();
    },
    reset(answer) {
      settle();
      newest = null;
      seq = Math.max(seq, answer);
    },
  };
}

// What has the keyboard. Under a burst of reruns a component may be taken down and put up again at once.
function whatIsHeld(root) {
  const held = root.getRootNode().activeElement;
  const { testid } = held?.dataset ?? {};
  if (!testid || !root.contains(held)) return null;
  const { value, selectionStart = null, selectionEnd = null } = held;
  return { testid, value, selection: [selectionStart, selectionEnd], at: Date.now() };
}

// Gives the keyboard back to what had it a moment ago; the editor with its caret.
function takeUp(root, held) {
  if (!held || Date.now() - held.at > REMOUNT_MS) return;
  const element = root.querySelector(`[data-testid="${held.testid}"]`);
  if (!element) return;
  element.focus({ preventScroll: true });
  if (element.tagName !== 'TEXTAREA') return;
  element.value = held.value;
  element.setSelectionRange(...held.selection);
}
