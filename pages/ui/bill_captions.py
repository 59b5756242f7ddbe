"""The captions of the page Bill: how the cost comes about, and what its tables hold."""

from __future__ import annotations

from collections.abc import Sequence

from pages.ui import words
from pages.ui.bill import Assumptions, Count, Line, around
from pages.ui.bill_words import price, quoted


def mix(
    bill: Sequence[Sequence[Line]],
    assumed: Assumptions,
    currency: str,
    examples: Sequence[str],
    counts: Sequence[Count],
    *,
    examples_of_replies: Sequence[str] = (),
) -> str:
    """Say how the cost of a month comes about, as Markdown.

    Args:
        bill: For each language a line for each tokenizer.
        assumed: What the month is like.
        currency: What prices are in.
        examples: The tokenizers that still have an example for a price.
        counts: The tokens under each tokenizer.
        examples_of_replies: Those that have one for the price of a reply.
    """
    shared = (
        "The month’s messages are shared between the languages as they are here. "
        if len(bill) > 1
        else ""
    )
    each = " and those sent with every call" if assumed.fixed or assumed.chat else ""
    least, most = min(assumed.prices.values()), max(assumed.prices.values())
    paid = f"{words.literal(price(least, currency))} a million" if least == most else "your prices"
    all_ = len(assumed.prices)
    of_sent, of_replies = _examples(examples, all_), _examples(examples_of_replies, all_)
    own = f" The replies are added at a price of their own{of_replies}." if assumed.reply else ""
    chat = f" {_overhead(assumed, counts)}" if assumed.chat else ""
    return f"{shared}A message costs its mean tokens{each} at {paid}{of_sent}.{own}{chat}"


def _examples(keys: Sequence[str], all_: int) -> str:
    """Say which tokenizers have an example for a price, if any has."""
    if len(keys) == all_:
        return ", an example"
    whose = ", ".join(words.ENCODINGS.get(key) or quoted(key) for key in keys)
    return f" (still an example for {whose})" if keys else ""


def _overhead(assumed: Assumptions, counts: Sequence[Count]) -> str:
    """Say how many tokens the frames of a chat add to a call, as the tokenizers differ."""
    added = [around(count, assumed) - assumed.fixed for count in counts]
    least, most = min(added), max(added)
    tokens = words.plural(most, "token") if least == most else f"{least:,} to {most:,} tokens"
    return f"The chat overhead, an estimate by OpenAI’s format of 2023, adds {tokens} a call."


TABLE_CAPTION = (
    "Tokens, their mean and their median are those of the messages alone. Marked are the least "
    "and the most that a language costs a month."
)

PIECES_CAPTION = (
    "The messages with the most tokens, equal ones once, by their number among all. A dot is a "
    "space; where a cut runs through a letter, the pieces stand together with their number: ×2."
)
