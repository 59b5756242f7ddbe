"""Learning merges from a corpus, fast: count all pairs once, then only follow what changes.

Equal pre-tokens are kept once, with how often they occur. They lie one after the other in one flat
list of linked positions. A merge touches only the places where its pair stands, and changes only
the counts of the pairs around them.

The heap of pairs is lazy. The occurrences of a pair are all born in the step that makes the younger
of its two tokens, and from then on they only die: counts only fall, first positions only rise. So
an entry of the heap is never too pessimistic; it is corrected when it comes to the top.
"""

from __future__ import annotations

import heapq
import time
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise

import numpy as np

from bpe.corpus import Corpus, check_codec, documents, to_units
from bpe.pretokenize import PreTokenizer
from bpe.tokenizer import Tokenizer, check_ties
from bpe.vocabulary import Pair

Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Training:
    """What training learned, and what it saw when it chose each merge.

    Attributes:
        tokenizer: The tokenizer that was learned.
        counts: How often the pair of each merge occurred when it was chosen.
        ties: How many pairs occurred that often then, the winner included.
        gains: How many tokens each merge took away; less than its count where pairs overlap.
        rivals: For each merge the commonest pairs with their counts, winner first.
        stopped: Why training ended, in one sentence.
    """

    tokenizer: Tokenizer
    counts: tuple[int, ...]
    ties: tuple[int, ...]
    gains: tuple[int, ...]
    rivals: tuple[tuple[tuple[Pair, int], ...], ...]
    stopped: str


def train(
    corpus: Corpus,
    *,
    merges: int,
    pre_tokenizer: str | PreTokenizer = "none",
    min_count: int = 2,
    ties: str = "first",
    codec: str = "utf-8",
    rivals: int = 0,
    progress: Progress | None = None,
) -> Training:
    """Learn up to so many merges from a corpus; equals `bpe.reference.train`, merge by merge.

    Args:
        corpus: A text, several documents (no merge crosses two), or a mapping document -> count.
        merges: How many merges to learn at most.
        pre_tokenizer: What cuts the documents into pre-tokens: a name or a PreTokenizer.
        min_count: A pair that occurs less often is not merged.
        ties: Which of several equally common pairs wins; one of `bpe.tokenizer.TIE_RULES`.
        codec: "utf-8" for bytes, "latin-1" for the first 256 characters.
        rivals: How many of the commonest pairs to keep for each merge.
        progress: Called with (done, wanted) now and then; may raise to cancel.

    Raises:
        ValueError: An argument is out of its range; a character is out of the codec's.

    >>> training = train("low low low lowest newest", merges=5, min_count=1)
    >>> [training.tokenizer.tokens[256 + i] for i in range(5)]
    [b'lo', b'low', b'low ', b'low low ', b'es']
    >>> training.counts, training.stopped
    ((4, 4, 3, 2, 2), 'All 5 merges were learned.')
    """
    merges = _whole("merges", merges, 0)
    min_count = _whole("min_count", min_count, 1)
    rivals = _whole("rivals", rivals, 0)
    check_ties(ties)
    check_codec(codec)
    cutter = PreTokenizer.of(pre_tokenizer)
    tick = _Ticker(progress, merges)
    pre_tokens = _count_pre_tokens(corpus, cutter, codec, tick)
    state = _Pairs(pre_tokens, ties, 1 if rivals else min_count, tick)

    learned: list[Pair] = []
    counts: list[int] = []
    tied: list[int] = []
    gains: list[int] = []
    seen: list[tuple[tuple[Pair, int], ...]] = []
    while len(learned) < merges:
        best = state.best(max(1, rivals))
        if not best or best[0][1] < min_count:
            break
        pair, count = best[0]
        learned.append(pair)
        counts.append(count)
        tied.append(state.alike[count])
        if rivals:
            seen.append(best)
        gains.append(state.merge(pair, 255 + len(learned)))
        tick(len(learned))
    tokenizer = Tokenizer(
        learned, pre_tokenizer=cutter, codec=codec, ties=ties, counts=tuple(counts)
    )
    stopped = _why_stopped(merges, len(learned), min_count, bool(pre_tokens), bool(state.counts))
    return Training(tokenizer, tuple(counts), tuple(tied), tuple(gains), tuple(seen), stopped)


class _Ticker:
    """Reports progress at most twenty times a second; each call may raise to cancel."""

    def __init__(self, progress: Progress | None, wanted: int) -> None:
        self.progress = progress
        self.wanted = wanted
        self.due = 0.0

    def __call__(self, done: int) -> None:
        if self.progress is not None and (time.monotonic() >= self.due or done == self.wanted):
            self.progress(done, self.wanted)
            self.due = time.monotonic() + 0.05


def _count_pre_tokens(
    corpus: Corpus, cutter: PreTokenizer, codec: str, tick: _Ticker
) -> dict[bytes, int]:
    """Count equal pre-tokens, in the order in which they are first met."""
    counts: Counter[str] = Counter()
    for document, times in documents(corpus):
        if codec != "utf-8":
            to_units(document, codec)  # names the place in the document, not in the pre-token
        pieces = cutter.split(document) if tick.progress is None else cutter.pieces(document)
        for batch in _batches(iter(pieces), 4096):
            if times == 1:
                counts.update(batch)
            else:
                for piece in batch:
                    counts[piece] += times
            tick(0)
    encoded: dict[bytes, int] = {}
    for batch in _batches(iter(counts), 4096):
        encoded.update((to_units(piece, codec), counts[piece]) for piece in batch)
        tick(0)
    return encoded


def _batches(pieces: Iterator[str], size: int) -> Iterator[list[str]]:
    while batch := list(islice(pieces, size)):
        yield batch


class _Pairs:
    """The corpus as linked positions, and every pair of neighbours with its count and places.

    `ids[p]` is the token that starts at position p; -1 stands between two pre-tokens and -2 where a
    token has been swallowed by the one before it.
    """

    STRIDE = 1 << 15  # positions handled between two looks at the clock

    def __init__(self, pre_tokens: dict[bytes, int], ties: str, floor: int, tick: _Ticker) -> None:
        self.rule = ties
        self.floor = floor  # pairs that occur less often need no place in the heap
        self.tick = tick
        # Only the rule "greatest" asks for bytes, which may grow long.
        self.tokens = [bytes([byte]) for byte in range(256)]
        self.keys = [_descending(token) for token in self.tokens]
        self.ids = ids = array("i", [-1])
        self.weights = weights = [0]
        self.counts: dict[Pair, int] = defaultdict(int)
        self.places: dict[Pair, array[int]] = {}
        counts, places = self.counts, self.places
        for units, count in pre_tokens.items():
            for start in range(0, len(units), self.STRIDE):
                stretch = units[start : start + self.STRIDE + 1]
                for position, pair in enumerate(pairwise(stretch), len(ids)):
                    counts[pair] += count
                    if pair in places:
                        places[pair].append(position)
                    else:
                        places[pair] = array("i", [position])
                ids.extend(stretch[: self.STRIDE])
                tick(0)
            ids.append(-1)
            weights += [count] * (len(units) + 1)
        self.following = array("i", np.arange(1, len(ids) + 1, dtype=np.int32).tobytes())
        self.before = array("i", np.arange(-1, len(ids) - 1, dtype=np.int32).tobytes())
        self.alike = Counter(counts.values())
        self.first: dict[Pair, int] = {}  # how many of a pair's places are known to be dead
        self.heap = [self._entry(pair) for pair, count in counts.items() if count >= floor]
        heapq.heapify(self.heap)

    def best(self, n: int) -> tuple[tuple[Pair, int], ...]:
        """The n commonest pairs with their counts, in the order of the tie rule."""
        entries: list[tuple[int, object, Pair]] = []
        while len(entries) < n and self.heap:
            entry = self.heap[0]
            pair = entry[2]
            if self.counts.get(pair, 0) < self.floor:
                heapq.heappop(self.heap)
            elif entry == (exact := self._entry(pair)):
                entries.append(heapq.heappop(self.heap))
            else:
                heapq.heapreplace(self.heap, exact)
        for entry in entries:
            heapq.heappush(self.heap, entry)
        return tuple((pair, -negative) for negative, _, pair in entries)

    def merge(self, pair: Pair, made: int) -> int:
        """Join the pair wherever it stands, from left to right; say how many tokens that saves."""
        a, b = pair
        ids, following, before, weights = self.ids, self.following, self.before, self.weights
        places = self.places
        changed: dict[Pair, int] = defaultdict(int)
        if self.rule == "greatest":
            self.tokens.append(self.tokens[a] + self.tokens[b])
            self.keys.append(_descending(self.tokens[made]))
        where = places.pop(pair)
        gain = 0
        for start in range(0, len(where), self.STRIDE):
            for p in where[start : start + self.STRIDE]:
                q = following[p]
                if ids[p] != a or ids[q] != b:
                    continue  # this occurrence has died
                weight = weights[p]
                gain += weight
                left = before[p]
                right = following[q]
                x = ids[left]
                if x >= 0:
                    changed[x, a] -= weight
                    new = (x, made)
                    changed[new] += weight
                    if new in places:
                        places[new].append(left)
                    else:
                        places[new] = array("i", [left])
                y = ids[right]
                if y >= 0:
                    changed[b, y] -= weight
                    new = (made, y)
                    changed[new] += weight
                    if new in places:
                        places[new].append(p)
                    else:
                        places[new] = array("i", [p])
                ids[p] = made
                ids[q] = -2
                following[p] = right
                before[right] = p
            self.tick(made - 256)
        self.alike[self.counts.pop(pair)] -= 1
        changed.pop(pair, None)  # all of its places have just been dealt with
        self._apply(changed)
        return gain

    def _apply(self, changed: dict[Pair, int]) -> None:
        counts, alike = self.counts, self.alike
        for pair, difference in changed.items():
            if not difference:
                if pair not in counts:
                    del self.places[pair]  # born and dead within one merge
                continue
            old = counts.get(pair, 0)
            new = old + difference
            if old:
                alike[old] -= 1
            if new:
                alike[new] += 1
                counts[pair] = new
                if not old and new >= self.floor:
                    heapq.heappush(self.heap, self._entry(pair))
            else:
                del counts[pair], self.places[pair]
                self.first.pop(pair, None)

    def _entry(self, pair: Pair) -> tuple[int, object, Pair]:
        """The place of a pair in the heap: commonest first, then by the tie rule."""
        if self.rule == "first":
            return -self.counts[pair], self._first_place(pair), pair
        if self.rule == "lowest":
            return -self.counts[pair], pair, pair
        return -self.counts[pair], (self.keys[pair[0]], self.keys[pair[1]]), pair

    def _first_place(self, pair: Pair) -> int:
        """The first position at which the pair still stands; what is dead stays dead."""
        a, b = pair
        where = self.places[pair]
        i = self.first.get(pair, 0)
        while self.ids[where[i]] != a or self.ids[self.following[where[i]]] != b:
            i += 1
        if i:
            self.first[pair] = i
        return where[i]


def _descending(token: bytes) -> str:
    """A key that sorts byte strings from the greatest to the smallest."""
    return "".join(chr(255 - byte) for byte in token) + "\u0100"


def _whole(name: str, value: object, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ValueError(f"{name} is {value!r:.60}; it must be a whole number of at least {least}.")
    return int(value)


def _why_stopped(wanted: int, done: int, min_count: int, any_text: bool, any_pair: bool) -> str:
    merges = f"{done:,} merge{'' if done == 1 else 's'}"
    if done == wanted:
        return f"All {merges} were learned." if done else "No merges were asked for."
    if not any_text:
        return "The corpus is empty: there is nothing to merge."
    if not any_pair:
        return f"No pair is left after {merges}: every pre-token is one token."
    times = "once" if min_count == 1 else f"{min_count:,} times"
    return f"No pair occurs at least {times} after {merges}."
