"""What messages cost: their tokens under several tokenizers, by language, and money a month."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

import numpy as np
import numpy.typing as npt

import bpe
from bpe.corpus import well_formed
from bpe.measures import price
from pages.ui.messages.sheet import unique

Ints = npt.NDArray[np.int64]
Report = Callable[[int, int], None]

BATCH = 100_000
"""How many characters are counted between two reports."""

MAX_LANGUAGES = 12
"""Of more languages, those with the fewest messages are put together."""

MAX_NAME = 40
"""How much of a language's name is shown."""

ALL, NO_LANGUAGE = "all messages", "no language given"

# Tokens.


@dataclass(frozen=True, eq=False)
class Count:
    """The tokens that one tokenizer needs: for each message, and for the names of two roles.

    Attributes:
        name: The tokenizer's name; the encoding's, if it is one of OpenAI's.
        tokens: Shape: one number a message.
    """

    name: str
    machine: bpe.Tokenizer = field(repr=False)
    tokens: Ints
    user: int
    system: int


def count(name: str, machine: bpe.Tokenizer, texts: Sequence[str], report: Report) -> Count:
    """Count the tokens of each of the texts; equal ones only once.

    `report` is told again and again how many of the texts are done, of how many.

    Raises:
        ValueError: The tokenizer cannot take a text; says why.

    >>> count("", bpe.Tokenizer([(104, 105)]), ["hi", "", "hi hi", "hi"], print).tokens
    4 4
    array([1, 0, 3, 1])
    """
    times = Counter(texts)
    found: dict[str, int] = {}
    done = 0
    for batch in _batches(times):
        found |= zip(batch, machine.count_batch(batch), strict=True)
        done += sum(times[text] for text in batch)
        report(done, len(texts))
    tokens = np.fromiter((found[text] for text in texts), np.int64, len(texts))
    tokens.setflags(write=False)
    return Count(name, machine, tokens, machine.count("user"), machine.count("system"))


def _batches(texts: Mapping[str, int]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += len(text) + 1
        if size >= BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def chat(messages: Sequence[tuple[int, int]]) -> int:
    """Estimate the tokens of one call in OpenAI's chat format: frames, roles and contents.

    Each message is the tokens of its role and of its content. Three more begin a message, and
    three the reply.

    Source: OpenAI's cookbook, for the models of 2023; others differ by a few tokens.

    >>> chat([(1, 2)]), chat([(1, 2), (1, 2)])
    (9, 15)
    """
    return sum(3 + role + content for role, content in messages) + 3


# Languages.


@dataclass(frozen=True, eq=False)
class Group:
    """The messages in one language, by their places.

    Attributes:
        named: Whether it is one language, as the messages' own column names it.
    """

    name: str
    places: Ints
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


# Money.


@dataclass(frozen=True)
class Assumptions:
    """What is assumed of a month.

    Attributes:
        messages: How many messages come in a month, in the languages' shares of the data.
        fixed: Tokens that every call sends besides the message.
        reply: Tokens that every call gives back.
        prices: By tokenizer, what a million tokens sent cost.
        reply_prices: The same for a million tokens of the replies.
        chat: Whether the frames of a chat are estimated and added.
    """

    messages: int
    fixed: int
    reply: int
    prices: Mapping[str, Decimal]
    reply_prices: Mapping[str, Decimal]
    chat: bool = False


def around(count: Count, assumed: Assumptions) -> int:
    """Give the tokens that a call sends besides its message's own."""
    if not assumed.chat:
        return assumed.fixed
    fixed = [(count.system, assumed.fixed)] if assumed.fixed else []
    return chat([*fixed, (count.user, 0)])


@dataclass(frozen=True)
class Line:
    """The bill of one language under one tokenizer.

    Attributes:
        tokens: Those of the messages alone; so are the mean and the median.
        cost: Of a month; None where there are no messages at all.
    """

    language: str
    tokenizer: str
    messages: int
    tokens: int
    mean: float | None
    median: float | None
    cost: Decimal | None
    named: bool = True


def line(group: Group, count: Count, assumed: Assumptions) -> Line:
    """Make the bill of one language under one tokenizer.

    The languages share the month's messages as they do the data.
    """
    tokens = count.tokens[group.places]
    n, total = len(tokens), int(tokens.sum())
    sent = price(total + n * around(count, assumed), assumed.prices[count.name])
    given = price(n * assumed.reply, assumed.reply_prices[count.name])
    return Line(
        group.name,
        count.name,
        n,
        total,
        total / n if n else None,
        float(np.median(tokens)) if n else None,
        (sent + given) * assumed.messages / len(count.tokens) if len(count.tokens) else None,
        group.named,
    )


def lines(
    groups: Sequence[Group], counts: Sequence[Count], assumed: Assumptions
) -> list[list[Line]]:
    """Make the whole bill: for each language a line for each tokenizer."""
    return [[line(group, count, assumed) for count in counts] for group in groups]


def total(counts: Sequence[Count], assumed: Assumptions) -> list[Line]:
    """Make the bill of all messages together, a line for each tokenizer."""
    return [
        line(Group(ALL, np.arange(len(count.tokens)), named=False), count, assumed)
        for count in counts
    ]


def fit(context: int, messages: int, tokens: int) -> int | None:
    """Say how many messages of the mean length fit into a context; None if they have no tokens.

    >>> fit(8192, 50, 660), fit(8192, 0, 0)
    (620, None)
    """
    return context * messages // tokens if tokens else None


def costliest(count: Count, texts: Sequence[str], n: int) -> list[int]:
    """Give the places of the messages with the most tokens; of equal messages the first."""
    places: dict[str, int] = {}
    for i in np.argsort(-count.tokens, kind="stable").tolist():
        places.setdefault(texts[i], i)
        if len(places) == n:
            break
    return list(places.values())
