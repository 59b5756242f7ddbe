"""Merges, tokens and ids, and the merge at which each boundary inside a pre-token vanishes.

A vocabulary answers the one question that BPE asks: which merge joins these two neighbours? Trained
merges look a pair up by its two ids, OpenAI's rank tables by the bytes that the pair makes. This
file is the only place that knows the difference; both kinds have

    byte_ids      the id of each of the 256 base units
    merged_ids    the id of the token that merge k makes, at index k - 1
    tokens        the bytes of each id, special tokens left out
    merges        the pair of ids that merge k joins, at index k - 1
    boundaries    the merge at which each inner boundary of a pre-token vanishes
"""

from __future__ import annotations

import heapq
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TypeVar

Pair = tuple[int, int]

NEVER = 2**31 - 2
"""In `merged_at`: no merge joins these two neighbours. Above the number of any merge."""

WALL = 2**31 - 1
"""In `merged_at`: no merge may, for here one pre-token ends and the next one begins."""

Piece = TypeVar("Piece")

MAX_BYTES = 2**26
"""How many bytes the tokens of a vocabulary may have together.

A file with a few merges that double a token would fill any memory."""

MAX_CHECKED = 2**22
"""How many bytes the tokens of a file of others may have together.

Whether merges make each of them is checked, which takes a microsecond or two a byte."""

_SCAN = 48  # up to this many units, looking at all pairs again beats keeping track


class MergeTable:
    """A vocabulary given by its merges: pairs of ids, in the order in which they were learned.

    Args:
        merges: The pairs; merge k may only join base units and tokens of earlier merges.
        byte_ids: The id of each base unit, 0 to 255 unless told otherwise.
        merged_ids: The id that each merge makes, 256 and up unless told otherwise. Several merges
            may make one token, each from other parts, if no merge between them uses it.

    Raises:
        ValueError: A merge uses an id that does not exist yet, a pair comes twice, an id is taken.

    >>> MergeTable([(108, 111), (256, 119)]).tokens[257]
    b'low'
    """

    def __init__(
        self,
        merges: Iterable[Pair],
        byte_ids: Sequence[int] = range(256),
        merged_ids: Sequence[int] | None = None,
    ) -> None:
        self.merges: tuple[Pair, ...] = tuple(_pair(k, pair) for k, pair in enumerate(merges, 1))
        self.byte_ids = tuple(check_id(id_) for id_ in byte_ids)
        if len(set(self.byte_ids)) != 256:
            raise ValueError("A vocabulary needs 256 different byte ids.")
        first = max(self.byte_ids) + 1
        self.merged_ids = tuple(
            range(first, first + len(self.merges))
            if merged_ids is None
            else (check_id(id_) for id_ in merged_ids)
        )
        self.tokens: dict[int, bytes] = {id_: bytes([b]) for b, id_ in enumerate(self.byte_ids)}
        self._merge_of: dict[Pair, int] = {}
        if len(self.merged_ids) != len(self.merges):
            raise ValueError(
                f"There are {len(self.merged_ids):,} ids for {len(self.merges):,} merges."
            )
        total = 0
        used: set[int] = set()
        for k, (pair, made) in enumerate(zip(self.merges, self.merged_ids, strict=True), 1):
            for part in pair:
                if part not in self.tokens:
                    raise ValueError(
                        f"Merge {k} joins the ids {pair[0]} and {pair[1]}, but no base unit and "
                        f"no earlier merge has the id {part}."
                    )
            if pair in self._merge_of:
                raise ValueError(f"Merge {k} joins the same pair as merge {self._merge_of[pair]}.")
            left, right = (self.tokens[part] for part in pair)
            if self.tokens.get(made, left + right) != left + right:
                raise ValueError(f"Merge {k} makes the id {made}, which is taken.")
            if made in used:  # boundaries would no longer vanish in the order of the merges
                raise ValueError(
                    f"Merge {k} makes the id {made}, which an earlier merge has used already."
                )
            used.update(pair)
            total += len(left) + len(right)
            if total > MAX_BYTES:
                raise ValueError(
                    f"With merge {k} the tokens have {total:,} bytes together; "
                    f"up to {MAX_BYTES:,} can be held."
                )
            self._merge_of[pair] = k
            self.tokens[made] = left + right

    def boundaries(self, units: bytes) -> list[int]:
        """Give the merge at which each inner boundary of a pre-token vanishes, or NEVER.

        Shape: [len(units) - 1].
        """
        get = self._merge_of.get
        return _boundaries(
            [self.byte_ids[unit] for unit in units],
            lambda left, right: get((left, right), NEVER),
            lambda k, left, right: self.merged_ids[k - 1],
        )


class RankTable:
    """A vocabulary given as tokens with ranks, where the rank is the id and the priority.

    It must be proper: each longer token comes about by joining two tokens of lower rank. That holds
    for OpenAI's tables, and `merges` checks it.

    Args:
        ranks: The rank of each token; all 256 single bytes among them.
        encode: A faster way to cut a pre-token into ids, tiktoken's own.
    """

    def __init__(
        self, ranks: Mapping[bytes, int], encode: Callable[[bytes], list[int]] | None = None
    ) -> None:
        self.byte_ids = tuple(ranks[bytes([byte])] for byte in range(256))
        made = sorted((rank, token) for token, rank in ranks.items() if len(token) > 1)
        self.merged_ids = tuple(rank for rank, _ in made)
        self.tokens: dict[int, bytes] = {rank: token for token, rank in ranks.items()}
        self._merge_of: dict[bytes, int] = {token: k for k, (_, token) in enumerate(made, 1)}
        self._inner: dict[int, list[int]] = {}
        self._encode = encode

    @cached_property
    def merges(self) -> tuple[Pair, ...]:
        """Recover which pair each merge joins; takes seconds for a large table.

        Raises:
            ValueError: A token is not made of two tokens of lower rank; names it.
        """
        if self.improper is not None:
            token = self.tokens[self.improper]
            raise ValueError(
                f"The token {token!r:.60} of rank {self.improper} cannot be made by merges."
            )
        ids = {token: id_ for id_, token in self.tokens.items()}
        made = (self.tokens[id_] for id_ in self.merged_ids)
        return tuple(
            (ids[token[:cut]], ids[token[cut:]])
            for token, cut in zip(made, self._cuts, strict=True)
        )

    @property
    def improper(self) -> int | None:
        """The lowest rank of a token that no two tokens of lower rank make, or None."""
        proper = len(self._cuts)
        return self.merged_ids[proper] if proper < len(self.merged_ids) else None

    @cached_property
    def _cuts(self) -> list[int]:
        """Where the two parts of each merge meet, up to the first token that merges do not make."""
        cuts = []
        for k, id_ in enumerate(self.merged_ids, 1):
            inner = self._boundaries_inside(id_)
            if max(inner) != k:
                break
            cuts.append(inner.index(k) + 1)
        return cuts

    def boundaries(self, units: bytes) -> list[int]:
        """Give the merge at which each inner boundary of a pre-token vanishes, or NEVER.

        Shape: [len(units) - 1].
        """
        if self._encode is None:
            return self._replay(units)
        # What is inside a token does not depend on what stands around it.
        found: list[int] = []
        for id_ in self._encode(units):
            found += self._boundaries_inside(id_)
            found.append(NEVER)
        return found[:-1]

    def _boundaries_inside(self, id_: int) -> list[int]:
        inner = self._inner.get(id_)
        if inner is None:
            inner = self._inner[id_] = self._replay(self.tokens[id_])
        return inner

    def _replay(self, units: bytes) -> list[int]:
        get = self._merge_of.get
        return _boundaries(
            [units[i : i + 1] for i in range(len(units))],
            lambda left, right: get(left + right, NEVER),
            lambda k, left, right: left + right,
        )


Vocabulary = MergeTable | RankTable


def check_id(id_: object) -> int:
    """Give a token id back, if it can be one.

    Raises:
        ValueError: It is not a whole number from 0 to 2**31 - 1.
    """
    if isinstance(id_, bool) or not isinstance(id_, int) or not 0 <= id_ < 2**31:
        raise ValueError(
            f"{id_!r:.60} is no token id: that is a whole number from 0 to {2**31 - 1:,}."
        )
    return id_


def _pair(k: int, pair: Pair) -> Pair:
    try:
        left, right = map(operator.index, pair)
    except (TypeError, ValueError):
        raise ValueError(f"Merge {k} is {pair!r:.60}, which is not a pair of token ids.") from None
    return left, right


def _boundaries(
    pieces: list[Piece],
    merge_of: Callable[[Piece, Piece], int],
    join: Callable[[int, Piece, Piece], Piece],
) -> list[int]:
    """Apply the earliest merge that applies, leftmost first, until none does."""
    if len(pieces) > _SCAN:
        return _boundaries_by_number(pieces, merge_of, join)
    found = [NEVER] * (len(pieces) - 1)
    gaps = list(range(len(found)))  # the boundaries that are left
    numbers = [merge_of(left, right) for left, right in pairwise(pieces)]
    while numbers and (k := min(numbers)) != NEVER:
        i = numbers.index(k)
        found[gaps[i]] = k
        pieces[i : i + 2] = [join(k, pieces[i], pieces[i + 1])]
        del numbers[i], gaps[i]
        if i > 0:
            numbers[i - 1] = merge_of(pieces[i - 1], pieces[i])
        if i < len(numbers):
            numbers[i] = merge_of(pieces[i], pieces[i + 1])
    return found


def _boundaries_by_number(
    pieces: list[Piece],
    merge_of: Callable[[Piece, Piece], int],
    join: Callable[[int, Piece, Piece], Piece],
) -> list[int]:
    """Do the same in n log n: pieces are linked, and places wait under the number of their merge.

    A merge only makes room for later ones, so the numbers are gone through once, in order.
    """
    n = len(pieces)
    found = [NEVER] * (n - 1)
    following = list(range(1, n + 1))  # of the piece that starts at unit i, where the next starts
    before = list(range(-1, n - 1))
    current = [merge_of(left, right) for left, right in pairwise(pieces)] + [NEVER]
    waiting: dict[int, list[int]] = {}
    for i, k in enumerate(current):
        if k != NEVER:
            waiting.setdefault(k, []).append(i)
    numbers = list(waiting)
    heapq.heapify(numbers)
    while numbers:
        k = heapq.heappop(numbers)
        for i in sorted(waiting.pop(k)):
            if current[i] != k:
                continue  # one of the two has been joined to something else since
            middle = following[i]
            found[middle - 1] = k
            pieces[i] = join(k, pieces[i], pieces[middle])
            current[middle] = NEVER
            end = following[i] = following[middle]
            if end < n:
                before[end] = i
            for left, right in ((before[i], i), (i, end)):
                if left < 0:
                    continue
                current[left] = number = (
                    merge_of(pieces[left], pieces[right]) if right < n else NEVER
                )
                if number == NEVER:
                    continue
                if number in waiting:
                    waiting[number].append(left)
                else:
                    waiting[number] = [left]
                    heapq.heappush(numbers, number)
    return found
