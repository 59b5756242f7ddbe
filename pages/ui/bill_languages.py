"""Messages by language, as a column of theirs names it."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bpe.corpus import well_formed
from pages.ui.messages.sheet import unique

MAX_LANGUAGES = 12
"""Of more languages, those with the fewest messages are put together."""

MAX_NAME = 40
"""How much of a language's name is shown."""

ALL, NO_LANGUAGE = "all messages", "no language given"


@dataclass(frozen=True, eq=False)
class Group:
    """The messages in one language, by their places.

    Attributes:
        named: Whether it is one language, as the messages' own column names it.
    """

    name: str
    places: npt.NDArray[np.int64]
    named: bool = True


def by_language(languages: Sequence[str] | None, n_messages: int) -> list[Group]:
    """Group messages by the cells of their language column, in the order first met.

    Without such a column all are one group.

    >>> [(group.name, group.places.tolist()) for group in by_language(["hi", "en", "Hi "], 3)]
    [('hi', [0, 2]), ('en', [1])]
    """
    if not languages:
        return [Group(ALL, np.arange(n_messages), named=False)]
    named = names(languages)
    times = Counter(name for name in named if name)
    # To put a single one together with others would only take its name away.
    n_apart = MAX_LANGUAGES if len(times) > MAX_LANGUAGES + 1 else len(times)
    apart = {name for name, _ in times.most_common(n_apart)}
    others = f"{len(times) - n_apart:,} others"
    places: dict[tuple[str, bool], list[int]] = {}
    for i, name in enumerate(named):
        key = (name or NO_LANGUAGE, bool(name)) if name in apart or not name else (others, False)
        places.setdefault(key, []).append(i)
    own = (ALL, NO_LANGUAGE, others)  # what this page itself calls messages
    return [
        Group(f"“{name}”" if is_named and name in own else name, np.array(found), named=is_named)
        for (name, is_named), found in places.items()
    ]


def names(cells: Sequence[str]) -> list[str]:
    r"""Name the language in each cell as it is shown: in one short line, each told apart.

    Spellings that differ in capitals alone, or look the same, are one language; it is called as it
    is spelt first. Where there is nothing to see, the name is empty.

    >>> names(["EN", "en", "caf\u00e9", "cafe\u0301", " "]) == ["EN", "EN", "café", "café", ""]
    True
    >>> [len(name) for name in names(["x" * 50, "x" * 50 + "y"])]
    [40, 44]
    """
    keys: dict[str, str] = {}
    spelt: dict[str, str] = {}
    for cell in dict.fromkeys(cells):
        name = _name_in(cell)
        keys[cell] = unicodedata.normalize("NFC", name).casefold()
        if name:
            spelt.setdefault(keys[cell], _shortened(name))
    shown = dict(zip(spelt, unique(list(spelt.values())), strict=True)) | {"": ""}
    return [shown[keys[cell]] for cell in cells]


def _name_in(cell: str) -> str:
    r"""Read a language's name in a cell: in one line, nothing where there is nothing to see.

    >>> _name_in("Old\n Norse "), _name_in("\u200b")
    ('Old Norse', '')
    """
    name = " ".join(well_formed(cell).split())
    return name if any(sign.isprintable() and not sign.isspace() for sign in name) else ""


def _shortened(name: str) -> str:
    return name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 1]}…"
