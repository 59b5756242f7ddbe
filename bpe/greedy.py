"""Greedy longest match: what BPE is often taken for, shown beside it where the two differ."""

from __future__ import annotations

from bpe.tokenizer import Tokenizer


def longest_match(tokenizer: Tokenizer, units: bytes) -> list[int]:
    """Cut base units by always taking the longest token that fits; gives its ids.

    BPE does not do this: it applies merges in the order in which they were learned.

    >>> tokenizer = Tokenizer([(98, 99), (97, 98), (256, 100)])  # bc, ab, bcd
    >>> longest_match(tokenizer, b"abcd"), tokenizer.encode("abcd")
    ([257, 99, 100], [97, 258])
    """
    longest = tokenizer.longest_token
    ids = []
    start = 0
    while start < len(units):
        for end in range(min(len(units), start + longest), start, -1):
            id_ = tokenizer.id_of(units[start:end])
            if id_ is not None:
                ids.append(id_)
                start = end
                break
    return ids
