"""What BPE replaced: a tokenizer of whole words, and one of single characters.

Their cuts are given as a component reads them, so that they stand beside BPE's: no merges, a wall
between two tokens, nothing inside one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache

import numpy as np
import regex

from bpe import NEVER
from bpe.display import SIGNS, clusters
from pages.ui.payload import Fields, digest

_WORD = regex.compile(r"[\p{L}\p{N}_][\p{L}\p{M}\p{N}_\u200c\u200d]*")
"""A word: letters with their marks and joiners, and figures. All else is lost between words."""


def word_list(documents: Iterable[str]) -> frozenset[str]:
    """Give the words of a corpus in small letters: what a word-level tokenizer knows.

    >>> sorted(word_list(["The cat sat.", "the CAT"]))
    ['cat', 'sat', 'the']
    """
    return frozenset(word.lower() for text in documents for word in _WORD.findall(text))


def words(text: str, known: frozenset[str]) -> Fields:
    """Cut a text into words in small letters; those not known become <|unk|>.

    Blanks and punctuation between them are lost.

    >>> fields = words("The dog!", frozenset({"the"}))
    >>> fields["n_tokens"], fields["unknown"].tolist(), fields["lost"].tolist()
    (2, [4, 7], [3, 4, 7, 8])
    """
    cuts, unknown, lost = [0], [], []
    units = at = 0
    for match in _WORD.finditer(text):
        gap = len(text[at : match.start()].encode())
        if gap:
            lost += [units, units + gap]
            cuts.append(units + gap)
        start = units + gap
        units = start + len(match[0].encode())
        cuts.append(units)
        if match[0].lower() not in known:
            unknown += [start, units]
        at = match.end()
    size = len(text.encode())
    if units < size:
        lost += [units, size]
    n_tokens = len({*cuts, size}) - 1 - len(lost) // 2
    return _fields(text, cuts, n_tokens, unknown, lost)


def characters(text: str) -> Fields:
    """Cut a text into its characters, that is Unicode's code points.

    >>> characters("né")["n_tokens"]
    2
    """
    ends = np.cumsum([len(character.encode()) for character in text], dtype=np.int64)
    return _fields(text, [0, *ends.tolist()], len(text), [], [])


@cache
def n_characters() -> int:
    """How many characters Unicode has, so far as this Python knows: those that are assigned."""
    unassigned = ("Cn", "Co", "Cs")
    return sum(unicodedata.category(chr(c)) not in unassigned for c in range(0x110000))


def _fields(
    text: str, cuts: list[int], n_tokens: int, unknown: list[int], lost: list[int]
) -> Fields:
    """Give cuts, the starts of tokens in bytes, as a component reads a replay."""
    size = len(text.encode())
    lengths = clusters(text)
    merged_at = np.zeros(max(size - 1, 0), np.int32)
    inner = np.array([cut for cut in cuts if 0 < cut < size], np.int64)
    merged_at[inner - 1] = NEVER
    fields: Fields = {
        "text": text,
        "round_trip": "",
        "codec": "utf-8",
        "n_tokens": n_tokens,
        "merged_at": merged_at,
        "clusters": lengths[:0] if (lengths == 1).all() else lengths,
        "n_merges": 0,
        "events": np.zeros(0, np.int32),
        "event_ids": np.zeros(0, np.int32),
        "byte_ids": [],
        "specials": [],
        "signs": dict(SIGNS),
        "unknown": np.array(unknown, np.int32),
        "lost": np.array(lost, np.int32),
    }
    return fields | {"sig": digest(fields)}
