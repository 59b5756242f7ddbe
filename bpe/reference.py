"""Byte-pair encoding as slow and plain as possible: the oracle of the tests.

A text is first cut into pre-tokens, pieces of bytes that no merge may cross. Ids 0 to 255 are the
bytes; merge number k, counted from 1, makes the token 255 + k.
"""

from itertools import pairwise

Pair = tuple[int, int]


def train(
    pre_tokens: list[bytes], merges: int, min_count: int = 2, ties: str = "first"
) -> tuple[list[Pair], list[int]]:
    """Learn merges: count all pairs of neighbours, fuse the commonest one, and repeat.

    >>> train([b"low", b" low", b" lower"], merges=2)
    ([(108, 111), (256, 119)], [3, 3])
    """
    # Bytes are numbers: b"low" is 108 111 119.
    pieces = [list(pre_token) for pre_token in pre_tokens]
    tokens = {byte: bytes([byte]) for byte in range(256)}
    learned: list[Pair] = []
    counts_when_chosen: list[int] = []

    while len(learned) < merges:
        counts = count_pairs(pieces)
        if not counts or max(counts.values()) < min_count:
            break
        pair = choose(counts, ties, tokens)
        new_id = 256 + len(learned)
        pieces = [merge(piece, pair, new_id) for piece in pieces]
        tokens[new_id] = tokens[pair[0]] + tokens[pair[1]]
        learned.append(pair)
        counts_when_chosen.append(counts[pair])
    return learned, counts_when_chosen


def count_pairs(pieces: list[list[int]]) -> dict[Pair, int]:
    """Count how often each pair of neighbours occurs; in "aaa" the pair (a, a) occurs twice.

    A dictionary remembers the order in which its keys came, so the pair met first stands first.
    """
    counts: dict[Pair, int] = {}
    for piece in pieces:
        for pair in pairwise(piece):
            counts[pair] = counts.get(pair, 0) + 1
    return counts


def choose(counts: dict[Pair, int], ties: str, tokens: dict[int, bytes]) -> Pair:
    """Pick the commonest pair; where several are equally common, the tie rule decides."""
    best = max(counts.values())
    tied = [pair for pair in counts if counts[pair] == best]
    if ties == "first":
        return tied[0]
    if ties == "lowest":
        return min(tied)
    return max(tied, key=lambda pair: (tokens[pair[0]], tokens[pair[1]]))


def merge(piece: list[int], pair: Pair, new_id: int) -> list[int]:
    """Replace each occurrence of the pair, from left to right, by the new id.

    >>> merge([5, 6, 6, 7, 9, 1], (6, 7), 99)
    [5, 6, 99, 9, 1]
    """
    merged = []
    i = 0
    while i < len(piece):
        if tuple(piece[i : i + 2]) == pair:
            merged.append(new_id)
            i += 2
        else:
            merged.append(piece[i])
            i += 1
    return merged


def encode(pre_token: bytes, merges: list[Pair]) -> list[int]:
    """Turn one pre-token into ids: apply the merges in the order in which they were learned.

    >>> encode(b"lowest", [(108, 111), (256, 119)])
    [257, 101, 115, 116]
    """
    ids = list(pre_token)
    for number, pair in enumerate(merges):
        ids = merge(ids, pair, 256 + number)
    return ids


def decode(ids: list[int], merges: list[Pair]) -> bytes:
    """Turn ids back into bytes: join what the tokens stand for.

    >>> decode([257, 101, 115, 116], [(108, 111), (256, 119)])
    b'lowest'
    """
    tokens = {byte: bytes([byte]) for byte in range(256)}
    for number, (left, right) in enumerate(merges):
        tokens[256 + number] = tokens[left] + tokens[right]
    return b"".join(tokens[i] for i in ids)
