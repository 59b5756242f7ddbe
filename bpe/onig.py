r"""Patterns between two engines: Hugging Face's (Oniguruma) and ours (the package `regex`).

They differ in details that give other pre-tokens: there `$` is the end of a line, `{1,3}+` repeats
a repeat, `\w` has other characters. So a pattern crosses over only if it consists of what both
read alike; the named ones that do not have a second spelling here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import regex

from bpe.pretokenize import PATTERNS

_WORD = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\x{200C}\x{200D}"  # what `\w` is here
_CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"

GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
"""How GPT-2's pattern is spelled there, where `ByteLevel` does not stand for it."""

SPELLINGS: Mapping[str, str] = MappingProxyType(
    {
        str(PATTERNS["gpt2"]): GPT2,
        str(PATTERNS["words"]): rf" ?[{_WORD}]+|[^{_WORD}\s]+|\s+",
        str(PATTERNS["cl100k"]): r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}"
        r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++\z|\s*[\r\n]|\s+(?!\S)|\s",
    }
)
"""Our spelling -> theirs, where one is read otherwise by the other engine."""

_OURS = {theirs: ours for ours, theirs in SPELLINGS.items()}

# GPT-4's pattern as it was first published, with as many digits as Llama 3, Qwen 2 and others cut.
_GPT4_LIKE = tuple(
    rf"{_CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|{digits}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
    for digits in (r"\p{N}{1,3}", r"\p{N}{1,2}", r"\p{N}")
)
_COVERING = {*_OURS, *_GPT4_LIKE, PATTERNS["o200k"], PATTERNS["whitespace"]}

CLASSES = (
    *("L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No"),
    *("P", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "S", "Sm", "Sc", "Sk", "So"),
    *("Z", "Zs", "Zl", "Zp", "Alphabetic", "Han", "Hiragana", "Katakana", "Hangul"),
    *("Latin", "Greek", "Cyrillic", "Arabic", "Hebrew", "Thai", "Devanagari"),
)
"""The properties that hold the same characters in both engines; a test compares them all."""

_ESCAPE = rf"\\(?:[sSdDrnt]|[pP]\{{(?:{'|'.join(CLASSES)})\}}|[!-/:-@\[-`{{-~]|\ )"
_MEMBER = rf"(?:{_ESCAPE}|(?!&&|\|\||~~)[^\[\]\\\-](?:-[^\[\]\\\-])?)"
_ITEM = regex.compile(
    rf"""
    (?P<open>\((?:\?(?P<look>[=!])|\?[:>]|(?!\?)))
    | (?P<bar>\|)
    | (?:
        (?P<close>\))
        | {regex.escape(_CONTRACTIONS)} | \(\?i:\[sdmt\]\|ll\|ve\|re\)
        | \[\^?+(?!\]){_MEMBER}+\] | {_ESCAPE} | \. | [^\\\[\](){{}}?*+.^$|]
      )
      (?P<times>[?*+][?+]?|\{{(?P<least>[0-9]{{1,4}})(?:\}}|,[0-9]{{0,4}}\}}\??))?
    """,
    regex.VERBOSE | regex.VERSION0,
)
_STRANGER = regex.compile(r"\(\?\w*[:<=!>]*|\\[pPxu]\{[^}]*\}|\\.|\[|\{[^}]*\}.?|.", regex.DOTALL)


@dataclass
class _Group:
    """What is known of a group while it is read: can it match the empty text?"""

    look: bool
    some_empty: bool = False
    empty: bool = True


def to_onig(pattern: str) -> str:
    r"""Spell a pattern of ours so that Hugging Face's engine cuts any text alike.

    Raises:
        ValueError: It has something that the engines do not, or not surely, read alike.

    >>> to_onig(r"\p{L}+|\s")
    '\\p{L}+|\\s'
    """
    if pattern not in SPELLINGS:
        _check(pattern)
    return SPELLINGS.get(pattern, pattern)


def from_onig(pattern: str) -> str:
    r"""Spell a pattern of Hugging Face's engine so that ours cuts any text alike.

    Raises:
        ValueError: It has something that the engines do not, or not surely, read alike.

    >>> from_onig(r"\w+")
    Traceback (most recent call last):
    ValueError: The pattern has "\w" at position 0, which this engine and ...
    """
    if pattern not in _OURS:
        _check(pattern)
    return _OURS.get(pattern, pattern)


def matches_all(pattern: str) -> bool:
    """Say whether this pattern of Hugging Face's engine is known to leave out nothing."""
    return pattern in _COVERING


def in_one_line(text: str) -> str:
    r"""Write what cannot be printed as escapes, and all else as it is.

    >>> print(in_one_line("\\w and \n"))
    \w and \n
    """
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def _check(pattern: str) -> None:
    """Go through a pattern; every group and repeat in it is looked at for empty matches."""
    groups = [_Group(look=False)]
    at = 0
    while at < len(pattern):
        item = _ITEM.match(pattern, at)
        if item is None or (item["close"] and len(groups) == 1):
            raise ValueError(_unlike(pattern, at))
        at = item.end()
        group = groups[-1]
        if item["open"]:
            groups.append(_Group(look=bool(item["look"])))
            continue
        if item["bar"]:
            group.some_empty |= group.empty
            group.empty = True
            continue
        empty = False
        if item["close"]:
            inner = groups.pop()
            empty = inner.look or inner.empty or inner.some_empty
            if empty and item["times"]:  # where such a repeat ends differs from engine to engine
                raise ValueError(_unlike(pattern, item.start("times")))
        least = item["least"]
        zero = item["times"] and (item["times"][0] in "?*" or (least and int(least) == 0))
        groups[-1].empty &= bool(empty or zero)
    if len(groups) > 1:
        raise ValueError("The pattern is not a regular expression: a bracket is not closed.")
    if groups[0].empty or groups[0].some_empty:
        raise ValueError(
            "The pattern can match nothing at all between two characters; this engine and that of "
            "Hugging Face go on from there in different ways."
        )


def _unlike(pattern: str, at: int) -> str:
    found = _STRANGER.match(pattern, at)
    shown = found.group() if found else pattern[at : at + 1]
    return (
        f'The pattern has "{in_one_line(shown[:40])}" at position {at}, which this engine and that '
        "of Hugging Face do not, or not surely, read alike."
    )
