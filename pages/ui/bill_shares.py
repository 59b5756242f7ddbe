"""What the bars of the page Bill are made of: a share a language, the smallest put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from pages.ui import bill_words, words
from pages.ui.bill import Line
from pages.ui.charts_bill import FILLS, Share

OTHERS = "others"


def shares(bill: Sequence[Sequence[Line]], total: Sequence[Line], currency: str) -> list[Share]:
    """Give what each language adds to each tokenizer's bar.

    Of more languages than can be told apart the cheapest are one share, the last; a pointer on it
    is told which they are.
    """
    dearest = sorted(range(len(bill)), key=lambda i: _cost(bill[i]), reverse=True)
    apart = sorted(dearest if len(bill) <= len(FILLS) else dearest[: len(FILLS) - 1])
    digits = bill_words.decimals([*bill, total])
    parts = [_share(bill[i], total, currency, digits) for i in apart]
    others = [bill[i] for i in dearest[len(apart) :]]
    if others:
        columns = [list(column) for column in zip(*others, strict=True)]
        share = _share([_together(column) for column in columns], total, currency, digits)
        names = [
            [
                f"{words.isolated(line.language)}: {bill_words.money(line.cost, currency, digits)}"
                for line in column
            ]
            for column in columns
        ]
        told = ["\n".join([told, *each]) for told, each in zip(share.told, names, strict=True)]
        parts.append(replace(share, told=told))
    return parts


def _cost(row: Sequence[Line]) -> float:
    return float(sum(line.cost or 0 for line in row))


def _share(row: Sequence[Line], total: Sequence[Line], currency: str, digits: int) -> Share:
    return Share(
        row[0].language,
        [float(line.cost or 0) for line in row],
        [
            bill_words.told(line, whole, currency, digits)
            for line, whole in zip(row, total, strict=True)
        ],
    )


def _together(lines: Sequence[Line]) -> Line:
    """Make one line of those of several languages under one tokenizer."""
    messages, tokens = sum(line.messages for line in lines), sum(line.tokens for line in lines)
    return replace(
        lines[0],
        language=OTHERS,
        messages=messages,
        tokens=tokens,
        mean=tokens / messages if messages else None,
        median=None,
        cost=sum((line.cost for line in lines if line.cost), Decimal()),
        named=False,
    )
