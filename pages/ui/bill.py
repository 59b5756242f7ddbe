"""What messages cost: their tokens under several tokenizers, by language, and money a month."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from itertools import islice
from operator import mul

import numpy as np
import numpy.typing as npt

import bpe
from bpe.corpus import well_formed
from bpe.measures import price
from pages.ui.bill_languages import ALL, Group

Ints = npt.NDArray[np.int64]
Report = Callable[[int, int], None]

BATCH = 100_000
"""How many characters are counted between two reports at most."""

FIRST_BATCH = 200
"""So many at first: a slow pattern may take seconds for each message."""

QUICK = 0.2
"""After a batch that takes no longer comes a larger one, else a smaller one. Unit: seconds."""

PIECES = 50_000
"""How many pre-tokens of one long text."""


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
    0 4
    4 4
    array([1, 0, 3, 1])
    """
    times = Counter(texts)
    found: dict[str, int] = {}
    done = 0
    report(done, len(texts))
    for batch in _batches(times):
        if len(batch[0]) > BATCH:
            found[batch[0]] = _count_long(machine, batch[0], partial(report, done, len(texts)))
        else:
            found |= zip(batch, machine.count_batch(batch), strict=True)
        done += sum(times[text] for text in batch)
        report(done, len(texts))
    tokens = np.fromiter((found[text] for text in texts), np.int64, len(texts))
    tokens.setflags(write=False)
    return Count(name, machine, tokens, machine.count("user"), machine.count("system"))


def _count_long(machine: bpe.Tokenizer, text: str, tick: Callable[[], None]) -> int:
    """Count the tokens of a long text, some pre-tokens at a time: no merge crosses two of them."""
    cut, text = machine.pre_tokenizer, well_formed(text)
    # Where the time to cut is limited, that of counting must not count.
    pieces = iter(cut.pieces(text) if cut.timeout is None else cut.split(text))
    uncut = bpe.Tokenizer(machine.vocabulary, codec=machine.codec)
    total = 0
    while times := Counter(islice(pieces, PIECES)):
        if total:
            tick()
        counts = uncut.count_batch(list(times))
        total += sum(map(mul, counts, times.values()))
    return total


def _batches(texts: Mapping[str, int]) -> Iterator[list[str]]:
    """Put texts together that are counted at once; a long one stands alone."""
    batch: list[str] = []
    size, most = 0, FIRST_BATCH
    for text in texts:
        if len(text) > BATCH:
            yield [text]
            continue
        batch.append(text)
        size += len(text) + 1
        if size >= most:
            begun = time.monotonic()
            yield batch  # and come back once it is counted
            is_quick = time.monotonic() - begun < QUICK
            most = min(2 * most, BATCH) if is_quick else max(most // 4, 1)
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
