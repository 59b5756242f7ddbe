"""BPE once more, in the plainest words there are: the tests hold the package's reference to it.

Nothing here is imported from the package, and every pair is counted anew for every merge.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

Pair = tuple[int, int]


def count_pairs(sequences: Iterable[Sequence[int]]) -> dict[Pair, int]:
    """Return how often each neighbouring pair occurs, overlaps included, in the order first met."""
    counts: dict[Pair, int] = {}
    for ids in sequences:
        for pair in pairwise(ids):
            counts[pair] = counts.get(pair, 0) + 1
    return counts


def join(ids: Sequence[int], pair: Pair, new_id: int) -> list[int]:
    """Replace a pair from left to right, never using one place twice."""
    done: list[int] = []
    for token in ids:
        # A token just joined has the new id, which no part of the pair has.
        if done and (done[-1], token) == pair:
            done[-1] = new_id
        else:
            done.append(token)
    return done


def in_turn(pre_token: bytes, merges: Iterable[Pair]) -> list[int]:
    """Apply the merges one after the other, each to the whole pre-token."""
    ids = list(pre_token)
    for new_id, pair in enumerate(merges, start=256):
        ids = join(ids, tuple(pair), new_id)
    return ids


def table_of(merges: Iterable[Pair]) -> dict[int, bytes]:
    """Return the bytes of each id."""
    table = {byte: bytes([byte]) for byte in range(256)}
    for new_id, (left, right) in enumerate(merges, start=256):
        table[new_id] = table[left] + table[right]
    return table


def ranked(counts: dict[Pair, int], ties: str, table: dict[int, bytes]) -> list[tuple[Pair, int]]:
    """Return all pairs with their counts, the one to merge first, by a rule for equal counts."""
    pairs = list(counts.items())
    if ties == "lowest":
        pairs.sort(key=lambda item: item[0])
    elif ties == "greatest":
        pairs.sort(key=lambda item: (table[item[0][0]], table[item[0][1]]), reverse=True)
    pairs.sort(key=lambda item: -item[1])  # stable: equal counts stay in the rule's order
    return pairs


def train(
    pre_tokens: Iterable[bytes], merges: int, min_count: int, ties: str
) -> tuple[list[Pair], list[int], list[list[tuple[Pair, int]]]]:
    """Return the merges, the count of each, and the whole ranking that each was chosen from."""
    sequences = [list(pre_token) for pre_token in pre_tokens]
    learned: list[Pair] = []
    counts: list[int] = []
    rankings: list[list[tuple[Pair, int]]] = []
    while len(learned) < merges:
        ranking = ranked(count_pairs(sequences), ties, table_of(learned))
        if not ranking or ranking[0][1] < min_count:
            break
        pair, count = ranking[0]
        sequences = [join(ids, pair, 256 + len(learned)) for ids in sequences]
        learned.append(pair)
        counts.append(count)
        rankings.append(ranking)
    return learned, counts, rankings


def between_specials(text: str, specials: dict[str, int]) -> list[str | int]:
    """Cut a text at its special tokens: at each place the longest one wins; ids stand for them."""
    parts: list[str | int] = [""]
    place = 0
    while place < len(text):
        here = [name for name in specials if text.startswith(name, place)]
        if here:
            name = max(here, key=len)
            parts += [specials[name], ""]
            place += len(name)
        else:
            parts[-1] += text[place]
            place += 1
    return [part for part in parts if part != ""]
