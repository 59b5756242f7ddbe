"""How the bill is said: sums of money, and the answer in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal, localcontext

from pages.ui import shelf, words
from pages.ui.bill import Line, fit

FIGURES = 100
"""With how many figures sums are rounded: more than any has before and behind its point."""

MAX_DECIMALS = 12
"""A sum with more decimals is said to be less than the smallest that these can write."""

MAX_FIGURES = 7
"""Of several sums the dearest has at most so many figures, or two decimals."""

NOTHING = "–"
"""What stands where there is no number."""


# Numbers.


def money(amount: Decimal | None, currency: str, decimals: int | None = None) -> str:
    """Write a sum of money: with two decimals, but as many as a small one needs, or so many.

    What would be rounded to nothing is said to be less than the smallest sum.

    >>> money(Decimal("0.003085"), "$"), money(Decimal("0.0000025"), "$")
    ('$0.003085', '$0.0000025')
    >>> money(Decimal(2500), "$"), money(Decimal("0.2"), "EUR"), money(Decimal(0), "")
    ('$2,500.00', 'EUR 0.20', '0.00')
    >>> money(Decimal("1e-100"), "$"), money(Decimal("0.004"), "$", 2)
    ('less than $0.000000000001', 'less than $0.01')
    """
    if amount is None:
        return NOTHING
    kept = _needed([amount], 4) if decimals is None else decimals
    least = Decimal(1).scaleb(-kept)
    rounded = _rounded(amount, kept)
    unit = f"{currency}{' ' if currency[-1:].isalpha() else ''}"
    if amount and not rounded:
        return f"less than {unit}{least:f}"
    return f"{unit}{rounded:,f}"


def price(amount: Decimal, currency: str) -> str:
    """Write a price with two decimals, or with all that it has.

    >>> price(Decimal("2.5"), "$"), price(Decimal("1234.5678"), "EUR")
    ('$2.50', 'EUR 1,234.5678')
    """
    return money(amount, currency, max(2, len(f"{amount:f}".partition(".")[2])))


def decimals(bill: Sequence[Sequence[Line]]) -> int:
    """Give with how many decimals the sums of a bill are written, everywhere on the page.

    The smallest sum has three figures if the dearest needs no more than `MAX_FIGURES` then.
    """
    return _needed([line.cost for row in bill for line in row if line.cost], 3)


def _needed(amounts: Sequence[Decimal], figures: int) -> int:
    """Give how many decimals, two or more, the smallest sum needs for so many figures.

    Zeros at the end of all are none.

    >>> _needed([Decimal("0.0327"), Decimal("0.3")], 3), _needed([Decimal("0.5")], 3)
    (4, 2)
    >>> _needed([Decimal("1e-9"), Decimal(70_000_000)], 3), _needed([Decimal("1e-100")], 3)
    (2, 12)
    """
    amounts = [amount for amount in amounts if amount]
    if not amounts or min(amounts) >= 1:
        return 2
    small, large = figures - 1 - min(amounts).adjusted(), MAX_FIGURES - 1 - max(amounts).adjusted()
    most = max(2, min(small, large, MAX_DECIMALS))
    shown = [_rounded(amount, most) for amount in amounts]
    if not all(shown):  # one is said to be less than what so many decimals can write
        return most
    return next(n for n in range(2, most + 1) if all(_rounded(each, n) == each for each in shown))


def _rounded(amount: Decimal, decimals: int) -> Decimal:
    with localcontext(prec=FIGURES):
        return amount.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)


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
    month, instead = _costs(old, new, currency, decimals([*bill, total]))
    alone = new.messages == 1
    cost = "This mix costs" if len(bill) > 1 else "It costs" if alone else "They cost"
    if older == newer:
        return (
            f"Your {words.plural(new.messages, 'message')} {'is' if alone else 'are'} "
            f"**{words.plural(new.tokens, 'token')}** for {_possessive(new)}. {cost} {month}."
        )
    pairs = [(row[older], row[newer]) for row in bill]
    differing = [(a, b) for a, b in pairs if a.tokens != b.tokens]
    if not differing:
        return (
            f"For your {_noun(new)} {_possessive(new)} needs **as many tokens** as {_short(old)}. "
            f"{cost} {month}{instead}."
        )
    named = [(a, b) for a, b in differing if b.named] or differing
    a, b = max(named, key=lambda pair: abs(pair[1].tokens - pair[0].tokens) / pair[0].tokens)
    return (
        f"For your {_messages_in(b, len(bill))} {_possessive(new)} needs {_change(a, b)} than "
        f"{_short(old)}. {cost} {month}{instead}."
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
    return f"your tokenizer {quoted(name)}"


def _short(line: Line) -> str:
    name = line.tokenizer
    if name in words.ENCODINGS:
        return f"{words.literal(words.ENCODINGS[name])}’s ({words.literal(name)})"
    return f"your tokenizer {quoted(name)}"


def quoted(key: str) -> str:
    """Name a tokenizer of one's own in a sentence, as Markdown."""
    return f"“{_name(shelf.short(key))}”"


def _name(name: str) -> str:
    """Write a name that stands in a sentence."""
    return words.literal(words.isolated(name))


def _noun(line: Line) -> str:
    return "message" if line.messages == 1 else "messages"


def _messages_in(line: Line, n_languages: int) -> str:
    noun, name = _noun(line), _name(line.language)
    if n_languages == 1 or not line.named:
        return noun if n_languages == 1 else f"{noun} ({name})"
    return f"**{name}** {noun}" if " " not in line.language else f"{noun} in **{name}**"


def _change(old: Line, new: Line) -> str:
    change = (new.tokens - old.tokens) / old.tokens
    by = round(100 * abs(change)) or "less than 1"
    return f"**{by} per cent {'more' if change > 0 else 'fewer'} tokens**"


def _costs(old: Line, new: Line, currency: str, decimals: int) -> tuple[str, str]:
    """Say what a month costs, and instead of what."""
    before, after = (words.literal(money(line.cost, currency, decimals)) for line in (old, new))
    instead = " with either" if before == after else f" instead of {before}"
    return f"**{after} a month**", instead


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
        + (f" in {_name(line.language)}" if line.named else "")
        + (f" ({_name(line.language)})" if len(held) > 1 and not line.named else "")
        for i, (line, n) in enumerate(held)
    ]
    return f"holds {', '.join(said)}."


def two_lines(name: str) -> tuple[str, str]:
    """Name a tokenizer in two short lines."""
    known, own = words.ENCODINGS.get(name), shelf.short(name)
    short = words.isolated(own if len(own) <= 18 else f"{own[:17]}…")
    return (known, name) if known else ("Yours", short)


def told(line: Line, total: Line, currency: str, decimals: int) -> str:
    """Say of one language and tokenizer what a pointer on its part of the bar asks."""
    share = float(line.cost / total.cost) if line.cost and total.cost else 0.0
    return (
        f"{words.isolated(line.language)}, {words.isolated(shelf.title(line.tokenizer))}\n"
        f"{money(line.cost, currency, decimals)} a month, {share:.0%}\n"
        f"{average(line.mean)} tokens a message"
    )
