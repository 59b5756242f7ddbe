"""Where special tokens stand in a text: leftmost first, and the longest of those that fit there.

A pattern of alternatives would say the same, but an engine may take hours to prepare one out of a
long repetitive token.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import regex

MAX_CHARACTERS = 50_000
"""How many characters the special tokens of one tokenizer may have together."""


def finder(specials: Iterable[str]) -> Callable[[str], Iterator[tuple[int, int]]]:
    """Make a function that gives the (start, end) of each special token in a text, in order.

    >>> list(finder(["<a>", "<a><a>"])("x<a><a><a>"))
    [(1, 7), (7, 10)]
    """
    known = frozenset(specials)
    lengths: dict[str, list[int]] = {}  # of those that begin with a character, the longest first
    for length, first in sorted({(len(each), each[0]) for each in known}, reverse=True):
        lengths.setdefault(first, []).append(length)
    begins = regex.compile(f"[{''.join(map(regex.escape, lengths))}]" if lengths else r"(?!)")

    def find(text: str) -> Iterator[tuple[int, int]]:
        end = 0
        for match in begins.finditer(text):
            start = match.start()
            if start < end:
                continue
            for length in lengths[text[start]]:
                if text[start : start + length] in known:
                    end = min(start + length, len(text))
                    yield start, end
                    break

    return find
