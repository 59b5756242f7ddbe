// Time and messages: playing step by step, and sending what is typed one text at a time.

const ANSWER_MS = 3000;

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
// is asked for again.
function createPost(deliver) {
  let seq = 0;
  let outstanding = false;
  let newest = null;
  let delivered = null;
  let timer = 0;

  function send(text) {
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
    }, ANSWER_MS);
  }

  function settle() {
    clearTimeout(timer);
    outstanding = false;
  }

  return {
    send,
    unsent: () => newest ?? (outstanding ? delivered : undefined),
    answered(answer) {
      if (!outstanding || answer < seq) return;
      settle();
      if (newest !== null) send(newest);
    },
    reset(answer) {
      settle();
      newest = null;
      seq = Math.max(seq, answer);
    },
  };
}
