"""Numbers about token counts: compression, fertility, premium, price."""

from __future__ import annotations

from decimal import Decimal


def bytes_per_token(n_bytes: int, n_tokens: int) -> float | None:
    """How many bytes a token stands for on average; None for an empty text.

    >>> bytes_per_token(38, 9)
    4.222222222222222
    """
    return n_bytes / n_tokens if n_tokens else None


def fertility(n_tokens: int, n_words: int) -> float | None:
    """How many tokens a word needs on average; None where there is no word.

    >>> fertility(9, 7)
    1.2857142857142858
    """
    return n_tokens / n_words if n_words else None


def premium(n_tokens: int, base_tokens: int) -> float | None:
    """How many times the tokens of the base text this text needs; None for an empty base.

    >>> premium(47, 11)
    4.2727272727272725
    """
    return n_tokens / base_tokens if base_tokens else None


def price(n_tokens: int, per_million: Decimal | str | int) -> Decimal:
    """What so many tokens cost, exactly. Unit: that of the price for a million tokens.

    >>> price(1234, "2.50")
    Decimal('0.003085')
    """
    return n_tokens * Decimal(per_million) / 1_000_000
