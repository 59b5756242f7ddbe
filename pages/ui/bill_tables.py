"""The tables of the bill: by language, the costliest messages, and their CSV files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import bpe
from bpe.corpus import well_formed
from bpe.display import segments, visible
from pages.ui import shelf, words
from pages.ui.bill import Assumptions, Count, Line
from pages.ui.bill_languages import names
from pages.ui.bill_words import average, decimals, money

SHOWN_PIECES = 40
"""How many pieces of a long message are shown."""

MAX_CUT = 10_000
"""How many characters of a message are cut into pieces to be shown: more would take seconds."""


# By language.


def table(bill: Sequence[Sequence[Line]], currency: str) -> dict[str, list[str]]:
    """Give the bill as a table's columns, Markdown; a language's name stands in its first row."""
    rows = [(i, line, row) for row in bill for i, line in enumerate(row)]
    digits = decimals(bill)
    costs = [money(line.cost, currency, digits) for _, line, _ in rows]
    return {
        "language (messages)": [
            f"**{words.literal(words.isolated(line.language))}** ({line.messages:,})"
            if i == 0
            else ""
            for i, line, _ in rows
        ],
        "tokenizer": [words.literal(shelf.title(line.tokenizer)) for _, line, _ in rows],
        "cost a month": [
            f"{words.literal(cost)} {mark(line, row)}".rstrip()
            for cost, (_, line, row) in zip(costs, rows, strict=True)
        ],
        "tokens": [f"{line.tokens:,}" for _, line, _ in rows],
        "mean": [average(line.mean) for _, line, _ in rows],
        "median": [average(line.median) for _, line, _ in rows],
    }


def mark(line: Line, beside: Sequence[Line]) -> str:
    """Mark the lowest and the highest cost of one language, where there are two."""
    costs = [other.cost for other in beside if other.cost is not None]
    if line.cost is None or min(costs) == max(costs):
        return ""
    return "✓ least" if line.cost == min(costs) else "▲ most" if line.cost == max(costs) else ""


# The costliest messages.


def costliest(
    places: Sequence[int], count: Count, texts: Sequence[str], languages: Sequence[str]
) -> dict[str, list[str]]:
    """Give messages with their pieces as a table's columns, Markdown."""
    named = names(languages)
    return {
        "message": [
            f"{i + 1:,}" + (f", {words.literal(words.isolated(named[i]))}" if named[i] else "")
            for i in places
        ],
        f"tokens, {words.literal(words.isolated(shelf.title(count.name)))}": [
            f"{count.tokens[i]:,}" for i in places
        ],
        "pieces": [
            words.literal(pieces(count.machine, texts[i], int(count.tokens[i]))) for i in places
        ],
    }


def pieces(machine: bpe.Tokenizer, text: str, n_tokens: int) -> str:
    """Show how a text is cut, blanks as signs; a character of several tokens with their number.

    Of a long text only the pre-tokens that are shown are cut; of a very long one not even its
    beginning, as merges may depend on all of it.

    >>> pieces(bpe.Tokenizer([(104, 105)]), "hi hié", 5)
    'hi | · | hi | é×2'
    """
    first: list[str] = []
    uncut, left = 0, MAX_CUT
    for piece in islice(machine.pre_tokenizer.pieces(well_formed(text)), SHOWN_PIECES + 1):
        left -= len(piece)
        if left < 0:
            uncut = len(piece)
            break
        first.append(piece)
    # They are cut already: as documents they have walls between them.
    replay = bpe.Tokenizer(machine.vocabulary, codec=machine.codec).replay(first)
    starts = replay.starts(replay.n_merges)
    end = int(starts[SHOWN_PIECES]) if len(starts) > SHOWN_PIECES else len(replay.units)
    shown = replay.units[:end].decode(machine.codec, "ignore")
    kept = starts[starts < len(shown.encode(machine.codec))]
    cut = [
        visible(segment.text.encode(machine.codec), machine.codec)
        + (f"×{n}" if (n := segment.tokens[1] - segment.tokens[0]) > 1 else "")
        for segment in segments(shown, kept, machine.codec)
    ]
    if more := n_tokens - len(kept):
        stretch = f", beginning with a stretch of {uncut:,} characters that is not cut here"
        cut.append(f"… {more:,} more{stretch if uncut and len(starts) <= SHOWN_PIECES else ''}")
    return " | ".join(cut)


# CSV.

BILL_HEADER = (
    "language",
    "messages",
    "tokenizer",
    "encoding",
    "tokens",
    "mean tokens",
    "median tokens",
    "messages a month, all languages",
    "fixed tokens a call",
    "reply tokens a call",
    "chat overhead estimated",
    "price a million tokens sent",
    "price a million reply tokens",
    "currency",
    "cost a month",
)


def bill_rows(
    bill: Sequence[Sequence[Line]], assumed: Assumptions, currency: str
) -> Iterator[tuple[object, ...]]:
    """Give the bill row by row for a CSV, the assumptions in every row."""
    for line in (line for row in bill for line in row):
        known = words.ENCODINGS.get(line.tokenizer)
        yield (
            line.language,
            line.messages,
            known or shelf.short(line.tokenizer),
            line.tokenizer if known else "",
            line.tokens,
            "" if line.mean is None else line.mean,
            "" if line.median is None else line.median,
            assumed.messages,
            assumed.fixed,
            assumed.reply,
            "yes" if assumed.chat else "no",
            assumed.prices[line.tokenizer],
            assumed.reply_prices[line.tokenizer],
            currency,
            "" if line.cost is None else f"{line.cost.normalize():f}",
        )


def message_rows(
    texts: Sequence[str], languages: Sequence[str], counts: Sequence[Count]
) -> Iterator[tuple[object, ...]]:
    """Give each message with its language, named as in the bill, and its tokens."""
    tokens = [count.tokens.tolist() for count in counts]
    named = names(languages)
    for i, text in enumerate(texts):
        yield (i + 1, named[i], text, *(each[i] for each in tokens))


def message_header(counts: Sequence[Count]) -> list[str]:
    """Name the columns of `message_rows`."""
    return ["number", "language", "message", *(f"tokens, {shelf.title(c.name)}" for c in counts)]
