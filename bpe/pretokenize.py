"""Cutting a text into pre-tokens, the pieces that no merge may cross."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import regex

PATTERNS: Mapping[str, str | None] = MappingProxyType(
    {
        "none": None,
        "whitespace": r" ?\S+|\s+",
        "words": r" ?\w+|[^\w\s]+|\s+",
        # The next three are tiktoken's own, to the letter; a test holds them together.
        "gpt2": r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s",
        "cl100k": r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
        r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
        "o200k": r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
        r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
        r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    }
)
"""The named patterns; "none" leaves a document whole. Source: tiktoken for gpt2, cl100k, o200k."""


@dataclass(frozen=True)
class PreTokenizer:
    r"""A rule that cuts a text into pre-tokens; what its pattern skips is kept as pre-tokens too.

    Args:
        pattern: A regular expression of the `regex` package, or None for no cut at all.
        name: A name to show; for the named patterns the name they have in `PATTERNS`.
        timeout: Seconds after which a split is given up with a ValueError; None for no limit.

    Raises:
        ValueError: The pattern is not a regular expression; says what is wrong and where.

    >>> PreTokenizer(r"\w+").split("a, b")
    ['a', ', ', 'b']
    """

    pattern: str | None
    name: str | None = None
    timeout: float | None = field(default=None, compare=False)
    _compiled: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_compiled", _compile(self.pattern))

    @classmethod
    def of(cls, which: str | PreTokenizer) -> PreTokenizer:
        """Give the pre-tokenizer of this name, or the one that was handed in.

        Raises:
            ValueError: There is no pre-tokenizer of this name.

        >>> PreTokenizer.of("none").split("no cut at all")
        ['no cut at all']
        """
        if isinstance(which, PreTokenizer):
            return which
        if isinstance(which, str) and which in PATTERNS:
            return cls(PATTERNS[which], which)
        raise ValueError(
            f"There is no pre-tokenizer {which!r:.60}. The named ones are {', '.join(PATTERNS)}; "
            "a pattern of your own goes in as PreTokenizer(pattern)."
        )

    def split(self, text: str) -> list[str]:
        """Cut the text; the pre-tokens join to the text.

        Raises:
            ValueError: The split took longer than `timeout` seconds.

        >>> PreTokenizer.of("gpt2").split("I'm unhappy")
        ['I', "'m", ' unhappy']
        """
        if self._compiled is None:
            return [text] if text else []
        if not self._compiled.groups and not self._unusual:
            # Most patterns match all of the text: then there is no gap to look for.
            with _limit(self.timeout):
                pieces: list[str] = self._compiled.findall(text, timeout=self.timeout)
            if sum(map(len, pieces)) == len(text):
                return [piece for piece in pieces if piece]
        return list(self.pieces(text))

    def matches(self, text: str) -> list[str]:
        """What the pattern itself matches, what it skips left out."""
        return [match.group() for match in self._found(text) if match.group()]

    def matches_nothing(self, text: str) -> bool:
        """Say whether the pattern matches the empty text somewhere in this one."""
        return any(match.start() == match.end() for match in self._found(text))

    def pieces(self, text: str) -> Iterator[str]:
        """Yield the pre-tokens one after the other, for callers that want to stop in between."""
        if self._compiled is None:
            yield from self.split(text)
            return
        end = 0
        for match in self._found(text):
            if match.start() > end:
                yield text[end : match.start()]
            if match.end() > match.start():
                yield match.group()
            end = match.end()
        if end < len(text):
            yield text[end:]

    def _found(self, text: str) -> Iterator[Any]:
        """The matches in the order of the text, also where the pattern searches backwards."""
        if self._compiled is None:
            return
        backwards = self._compiled.flags & regex.REVERSE
        with _limit(self.timeout):
            found = self._compiled.finditer(text, timeout=self.timeout)
            end, last = 0, (-1, -1)
            for match in reversed(list(found)) if backwards else found:
                if match.span() == last:
                    raise ValueError("The pattern matches the same place again and again.")
                last = match.span()
                if match.start() >= end:  # \K in a lookaround can make a match begin earlier
                    end = match.end()
                    yield match

    @property
    def _unusual(self) -> bool:
        """Whether matches may come in another order than that of the text, or overlap."""
        return bool(self._compiled.flags & regex.REVERSE) or r"\K" in (self.pattern or "")


@contextmanager
def _limit(seconds: float | None) -> Iterator[None]:
    """Turn the engine's errors into sentences."""
    try:
        yield
    except (RecursionError, MemoryError):
        raise ValueError("The pattern needs too much memory on this text.") from None
    except TimeoutError:
        raise ValueError(
            f"The pattern took more than {seconds:g} seconds on this text and was stopped. "
            "Nested repeats such as (a+)+ are the usual cause."
        ) from None


def _compile(pattern: str | None) -> Any:
    if pattern is None:
        return None
    if not isinstance(pattern, str):
        raise ValueError(
            f"A pattern is a text or None, not {type(pattern).__name__} {pattern!r:.60}."
        )
    try:
        return regex.compile(pattern)
    except regex.error as error:
        raise ValueError(f"The pattern is not a regular expression: {error}.") from None
    except (RecursionError, MemoryError, OverflowError):
        raise ValueError("The pattern is nested too deeply or repeats too much.") from None
    except KeyError:
        raise ValueError("The pattern sets flags that contradict each other.") from None
