"""Where special tokens stand in a text: leftmost first, and the longest of those that fit there.

A pattern of alternatives would say the same, but an engine may take hours to prepare one out of a
long repetitive token. Here the text is gone through once, from its end to its beginning, by the
automaton of Aho and Corasick: at each place it knows the longest special token that begins there,
so the time grows with the text alone, whatever the tokens are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

MAX_CHARACTERS = 50_000
"""How many characters the special tokens of one tokenizer may have together."""


def finder(specials: Iterable[str]) -> Callable[[str], Iterator[tuple[int, int]]]:
    """Make a function that gives the (start, end) of each special token in a text, in order.

    Source: A. V. Aho and M. J. Corasick, Efficient string matching, CACM 18 (6), 1975.

    >>> list(finder(["<a>", "<a><a>"])("x<a><a><a>"))
    [(1, 7), (7, 10)]
    """
    following, shorter, longest = _automaton(specials)

    def find(text: str) -> Iterator[tuple[int, int]]:
        begin: dict[int, int] = {}  # where a special token begins -> the length of the longest
        state = 0
        if following[0].keys().isdisjoint(text):  # no character that a special token ends with
            return
        for place in range(len(text) - 1, -1, -1):
            character = text[place]
            while state and character not in following[state]:
                state = shorter[state]
            state = following[state].get(character, 0)
            if longest[state]:
                begin[place] = longest[state]
        end = 0
        for start in reversed(begin):
            if start >= end:
                end = start + begin[start]
                yield start, end

    return find


def _automaton(specials: Iterable[str]) -> tuple[list[dict[str, int]], list[int], list[int]]:
    """Give, for each state, the states that follow, the next shorter one and the longest token.

    A state stands for an ending of a special token, read backwards; 0 for the empty one. The next
    shorter one is the longest of its own beginnings, in the order of the text, that is a state.
    """
    following: list[dict[str, int]] = [{}]
    longest = [0]
    for special in specials:
        state = 0
        for character in reversed(special):
            if character not in following[state]:
                following[state][character] = len(following)
                following.append({})
                longest.append(0)
            state = following[state][character]
        longest[state] = len(special)
    shorter = [0] * len(following)
    waiting = list(following[0].values())
    for state in waiting:  # grows while it is gone through: shorter endings come first
        for character, longer in following[state].items():
            rest = shorter[state]
            while rest and character not in following[rest]:
                rest = shorter[rest]
            shorter[longer] = following[rest].get(character, 0)
            longest[longer] = longest[longer] or longest[shorter[longer]]
            waiting.append(longer)
    return following, shorter, longest
