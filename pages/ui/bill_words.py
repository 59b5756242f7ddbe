"""How the bill is said: sums of money, the answer in one sentence, captions."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal, localcontext

from pages.ui import shelf, words
from pages.ui.bill import Assumptions, Line, fit

FIGURES = 100
"""With how many figures sums are rounded: more than the dearest and the cheapest lie apart."""

NOTHING = "–"
"""What stands where there is no number."""


# Numbers.


def money(amount: Decimal | None, currency: str, decimals: int | None = None) -> str:
    """Write a sum of money: with two decimals, but as many as a small one needs, or so many.

    >>> money(Decimal("0.003085"), "$"), money(Decimal("0.0000025"), "$")
    ('$0.003085', '$0.0000025')
    >>> money(Decimal(2500), "$"), money(Decimal("0.2"), "EUR"), money(Decimal(0), "")
    ('$2,500.00', 'EUR 0.20', '0.00')
    """
    if amount is None:
        return NOTHING
    kept = _decimals([amount], 4) if decimals is None else decimals
    with localcontext(prec=FIGURES):
        written = f"{amount.quantize(Decimal(1).scaleb(-kept), ROUND_HALF_UP):,f}"
    if decimals is None:
        whole, _, rest = written.partition(".")
        written = f"{whole}.{rest.rstrip('0').ljust(2, '0')}"
    return f"{currency}{' ' if currency[-1:].isalpha() else ''}{written}"


def monies(amounts: Sequence[Decimal | None], currency: str) -> list[str]:
    """Write a column of sums: all with as many decimals as the smallest needs for three figures.

    >>> monies([Decimal("0.0327"), Decimal("0.3"), None], "$")
    ['$0.0327', '$0.3000', '–']
    """
    decimals = _decimals([amount for amount in amounts if amount is not None], 3)
    return [money(amount, currency, decimals) for amount in amounts]


def _decimals(amounts: Sequence[Decimal], figures: int) -> int:
    """Give how many decimals the smallest of some sums needs for so many figures, at least two."""
    least = min((amount for amount in amounts if amount), default=Decimal(1))
    return 2 if least >= 1 else max(2, figures - 1 - least.adjusted())


def average(value: float | None) -> str:
    """Write a mean or a median.

    >>> average(13.2), average(7.0), average(None)
    ('13.2', '7', '–')
    """
    return NOTHING if value is None else f"{value:,.1f}".removesuffix(".0")


# The answer.


def answer(bill: Sequence[Sequence[Line]], total: Sequence[Line], currency: str) -> str:
    """Answer what the messages cost, in Markdown: where two tokenizers differ most, and by what."""
    if not total or not total[0].messages:
        return "There are no messages yet, so there is nothing to pay."
    older, newer = _pair([line.tokenizer for line in total])
    old, new = total[older], total[newer]
    cost = "This mix costs" if len(bill) > 1 else "They cost"
    if older == newer:
        are = "message is" if new.messages == 1 else "messages are"
        return (
            f"Your {new.messages:,} {are} **{words.plural(new.tokens, 'token')}** for "
            f"{_possessive(new)}. {cost} {_month(new, currency)}."
        )
    pairs = [(row[older], row[newer]) for row in bill]
    differing = [(a, b) for a, b in pairs if a.tokens != b.tokens]
    if not differing:
        return (
            f"For your messages {_possessive(new)} needs **as many tokens** as {_short(old)}. "
            f"{cost} {_month(new, currency)}{_instead(old, new, currency)}."
        )
    named = [(a, b) for a, b in differing if b.named] or differing
    a, b = max(named, key=lambda pair: abs(pair[1].tokens - pair[0].tokens) / pair[0].tokens)
    return (
        f"For your {_messages_in(b, len(bill))} {_possessive(new)} needs {_change(a, b)} than "
        f"{_short(old)}. {cost} {_month(new, currency)}{_instead(old, new, currency)}."
    )


def _pair(names: Sequence[str]) -> tuple[int, int]:
    """Choose the tokenizers that are told apart: GPT-4's and GPT-4o's where both are there."""
    known = [i for i, name in enumerate(names) if name in words.ENCODINGS]
    if len(known) > 1:
        return known[-2], known[-1]
    return 0, len(names) - 1


def _possessive(line: Line) -> str:
    name = line.tokenizer
    if name in words.ENCODINGS:
        return f"{words.literal(words.ENCODINGS[name])}’s tokenizer ({words.literal(name)})"
    return f"your tokenizer {words.literal(name)}"


def _short(line: Line) -> str:
    name = line.tokenizer
    if name in words.ENCODINGS:
        return f"{words.literal(words.ENCODINGS[name])}’s ({words.literal(name)})"
    return f"your tokenizer {words.literal(name)}"


def _messages_in(line: Line, n_languages: int) -> str:
    if n_languages == 1 or not line.named:
        return "messages" if n_languages == 1 else f"messages ({words.literal(line.language)})"
    name = words.literal(line.language)
    return f"**{name}** messages" if " " not in line.language else f"messages in **{name}**"


def _change(old: Line, new: Line) -> str:
    change = (new.tokens - old.tokens) / old.tokens
    by = round(100 * abs(change)) or "less than 1"
    return f"**{by} per cent {'more' if change > 0 else 'fewer'} tokens**"


def _month(line: Line, currency: str) -> str:
    return f"**{words.literal(money(line.cost, currency))} a month**"


def _instead(old: Line, new: Line, currency: str) -> str:
    before, after = money(old.cost, currency), money(new.cost, currency)
    return " with either" if before == after else f" instead of {words.literal(before)}"


def context(size: int, name: str, bill: Sequence[Sequence[Line]]) -> str:
    """Say how many messages of each language fit into a context, as Markdown."""
    held = [
        (line, fit(size, line.messages, line.tokens))
        for row in bill
        for line in row
        if line.tokenizer == name
    ]
    said = [
        f"**{NOTHING if n is None else f'{n:,}'}**"
        + (" messages" if i == 0 and n != 1 else " message" if i == 0 else "")
        + (f" in {words.literal(line.language)}" if line.named else "")
        + (f" ({words.literal(line.language)})" if len(held) > 1 and not line.named else "")
        for i, (line, n) in enumerate(held)
    ]
    return f"holds {', '.join(said)}."


def two_lines(name: str) -> tuple[str, str]:
    """Name a tokenizer in two short lines."""
    known = words.ENCODINGS.get(name)
    return (known, name) if known else ("Yours", name if len(name) <= 18 else f"{name[:17]}…")


def plain_title(name: str) -> str:
    """Name a tokenizer by a label: a screen reader reads escapes aloud, so no name of one's own."""
    return words.encoding_title(name) if name in words.ENCODINGS else "Your newest tokenizer"


def told(line: Line, total: Line, currency: str) -> str:
    """Say of one language and tokenizer what a pointer on its part of the bar asks."""
    share = float(line.cost / total.cost) if line.cost and total.cost else 0.0
    return (
        f"{line.language}, {shelf.title(line.tokenizer)}\n"
        f"{money(line.cost, currency)} a month, {share:.0%}\n"
        f"{average(line.mean)} tokens a message"
    )


def mix(bill: Sequence[Sequence[Line]], assumed: Assumptions, currency: str, example: bool) -> str:
    """Say how the cost of a month comes about, as Markdown."""
    shared = (
        "The month’s messages are shared between the languages as they are here. "
        if len(bill) > 1
        else ""
    )
    each = " and those sent with every call" if assumed.fixed or assumed.chat else ""
    least, most = min(assumed.prices.values()), max(assumed.prices.values())
    price = f"{words.literal(money(least, currency))} a million" if least == most else "your prices"
    replies = " The replies are added at a price of their own." if assumed.reply else ""
    chat = " The chat overhead is an estimate, by OpenAI’s format of 2023." if assumed.chat else ""
    return (
        f"{shared}A message costs its mean tokens{each} at {price}"
        f"{', an example' if example else ''}.{replies}{chat}"
    )


TABLE_CAPTION = (
    "Tokens, their mean and their median are those of the messages alone. Marked are the least "
    "and the most that a language costs a month."
)

PIECES_CAPTION = (
    "The messages with the most tokens, equal ones once, by their number among all. A dot is a "
    "space; where a cut runs through a letter, the pieces stand together with their number: ×2."
)
