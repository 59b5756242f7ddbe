"""A text with all its merges: one number a boundary, from which everything else follows."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from bpe.vocabulary import NEVER, WALL, Vocabulary

__all__ = ["NEVER", "WALL", "Replay"]

Ints = npt.NDArray[np.int32]
Counts = npt.NDArray[np.int64]
Array = TypeVar("Array", Ints, Counts)


@dataclass(frozen=True, eq=False)
class Replay:
    """A text under a tokenizer after any number of merges.

    Merges only ever remove boundaries between neighbouring base units, and always in the order in
    which they were learned. So each boundary has one number, `merged_at`: after k merges it is
    there exactly when `merged_at > k`.

    Attributes:
        units: The base units of the text. Shape: [n].
        merged_at: The merge, from 1, at which each inner boundary vanishes; 0 where it never was
            (inside a special token), NEVER where no merge joins, WALL where none may.
            Shape: [n - 1].
        vocabulary: The merges and ids.
        weights: How often the document of each unit occurs, or None where all occur once.
            Shape: [n].
        specials: Special tokens as (start, end, id), in order.

    >>> import bpe
    >>> replay = bpe.Tokenizer([(108, 111), (256, 119)]).replay("lower")
    >>> replay.merged_at[:2], replay.starts(1), replay.ids(2)
    (array([1, 2], dtype=int32), array([0, 2, 3, 4], dtype=int32), array([257, 101, 114]...
    """

    units: bytes
    merged_at: Ints
    vocabulary: Vocabulary = field(repr=False)
    weights: Counts | None = field(default=None, repr=False)
    specials: tuple[tuple[int, int, int], ...] = ()

    @property
    def n_merges(self) -> int:
        """How many merges the tokenizer has: k runs from 0 to this."""
        return len(self.vocabulary.merged_ids)

    def starts(self, k: int) -> Ints:
        """Where the tokens start after k merges. Unit: base units.

        Raises:
            ValueError: k is not between 0 and `n_merges`.
        """
        check_k(k, self.n_merges)
        if not self.units:
            return np.zeros(0, np.int32)
        inner = np.flatnonzero(self.merged_at > k).astype(np.int32) + np.int32(1)
        return np.concatenate([np.zeros(1, np.int32), inner])

    def ids(self, k: int) -> Ints:
        """The token ids after k merges: a token is that of its youngest merge.

        Raises:
            ValueError: k is not between 0 and `n_merges`.
        """
        starts = self.starts(k)
        if not len(starts):
            return starts
        joined = np.zeros(len(self.units), np.int32)
        joined[1:] = np.where(self.merged_at <= k, self.merged_at, 0)
        youngest = np.maximum.reduceat(joined, starts)
        units = np.frombuffer(self.units, np.uint8)
        byte_ids, merged_ids = _id_tables(self.vocabulary)
        ids = np.where(youngest > 0, merged_ids[youngest], byte_ids[units[starts]])
        for start, _, id_ in self.specials:
            ids[np.searchsorted(starts, start)] = id_
        return ids

    @cached_property
    def gains(self) -> Counts:
        """How many tokens each merge takes away here; at 0, units joined from the start.

        This is not the pair count: in "aaa" the pair (a, a) counts 2 and merges once.
        Shape: [n_merges + 1]. Unit: tokens, weighted.
        """
        real = self.merged_at <= self.n_merges
        if self.weights is None:
            return _frozen(np.bincount(self.merged_at[real], minlength=self.n_merges + 1))
        gains = np.zeros(self.n_merges + 1, np.int64)
        np.add.at(gains, self.merged_at[real], self.weights[1:][real])
        return _frozen(gains)

    @cached_property
    def token_counts(self) -> Counts:
        """How many tokens there are after each number of merges.

        Shape: [n_merges + 1]. Unit: tokens, weighted.
        """
        total = len(self.units) if self.weights is None else int(self.weights.sum())
        return _frozen(total - np.cumsum(self.gains))

    @cached_property
    def events(self) -> Ints:
        """The merges that change this text, in order. Unit: k."""
        found = np.unique(self.merged_at)
        return _frozen(found[(found >= 1) & (found <= self.n_merges)])

    def tree(self, start: int, end: int) -> tuple[tuple[int, int, int, int], ...]:
        """The merges between two units, in order, each as (k, start, middle, end).

        Merge k joined the tokens of the units `start` to `middle` and `middle` to `end`. For a
        token this is how it came about, for a pre-token how it is encoded, row by row. Flat, for
        trees can be thousands deep.

        Raises:
            ValueError: `start` and `end` are not units of this text in that order, or a merge
                joins something inside to something outside before all is done inside.

        >>> import bpe
        >>> bpe.Tokenizer([(108, 111), (256, 119)]).replay("a low").tree(2, 5)
        ((1, 2, 3, 4), (2, 2, 4, 5))
        """
        n = len(self.units)
        if not 0 <= start <= end <= n:
            raise ValueError(f"There is no stretch {start} to {end} in a text of {n} units.")
        numbers = self.merged_at[start : max(start, end - 1)]
        order = np.argsort(numbers, kind="stable")
        last = numbers[numbers <= self.n_merges].max(initial=0)
        for edge in (start, end):
            if 0 < edge < n and self.merged_at[edge - 1] < last:
                raise ValueError(
                    f"Merge {self.merged_at[edge - 1]:,} joins the units before and after {edge}, "
                    f"ahead of merge {last:,} between {start} and {end}."
                )
        # A token is known by its ends: where the one that starts here ends, and the other way.
        ends = list(range(start + 1, end + 1))
        begins = list(range(start, end))
        steps = []
        for i in order[numbers[order] <= self.n_merges].tolist():
            left, right = begins[i], ends[i + 1]
            ends[left - start] = right
            begins[right - start - 1] = left
            if numbers[i] > 0:
                steps.append((int(numbers[i]), left, start + i + 1, right))
        return tuple(steps)


@lru_cache(maxsize=32)
def _id_tables(vocabulary: Vocabulary) -> tuple[Ints, Ints]:
    byte_ids = np.array(vocabulary.byte_ids, np.int32)
    merged_ids = np.array([-1, *vocabulary.merged_ids], np.int32)  # there is no merge 0
    return byte_ids, merged_ids


def _frozen(array: Array) -> Array:
    array.setflags(write=False)
    return array


def check_k(k: object, n_merges: int) -> None:
    """Refuse a number of merges that this tokenizer does not have.

    Raises:
        ValueError: k is not a whole number between 0 and `n_merges`.
    """
    whole = isinstance(k, int | np.integer) and not isinstance(k, bool)
    if not whole or not 0 <= k <= n_merges:  # type: ignore[operator]
        raise ValueError(f"merges is {k!r:.60}; this tokenizer has 0 to {n_merges:,}.")
