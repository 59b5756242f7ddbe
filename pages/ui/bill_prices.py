"""What a million tokens cost, tokenizer by tokenizer: prices as people write them, and examples."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import regex
import streamlit as st

from pages.ui import bill_words, shelf, words

EXAMPLE = Decimal("1.00")
"""What a million tokens cost until the visitor says otherwise."""

MAX_PRICE = 1_000_000

MAX_CHARACTERS = 32

_UNIT = r"(?:\p{L}{1,8}\.?)?\p{Sc}?"
_PRICE = regex.compile(rf"{_UNIT}\s*([-−]?)\s*{_UNIT}\s*([\d.,'’\s]*\d[.,]?)\s*{_UNIT}")
_INDIAN = r"\d{1,2}(?:,\d{2})+,\d{3}"
_WHOLE = regex.compile(rf"\d*|\d{{1,3}}([.,'’\s])\d{{3}}(?:\1\d{{3}})*|{_INDIAN}")
_ARABIC = str.maketrans({"\u066b": ".", "\u066c": "’"})  # the signs of decimals and thousands
_EITHER = regex.compile(r"[1-9]\d{0,2}[.,]\d{3}")


# Prices as they are written.


def read(text: str) -> Decimal:
    """Read a price as people write it: with a decimal point or comma, with the sign of a currency.

    A point alone is a decimal point, as everywhere on these pages.

    Raises:
        ValueError: It is no price, or could be two; says why.

    >>> [str(read(text)) for text in ("2.50", "2,50", "$1,234.56", "1.234,56 €", "0,075")]
    ['2.50', '2.50', '1234.56', '1234.56', '0.075']
    """
    found = _PRICE.fullmatch(text.strip().translate(_ARABIC))
    number = found and _number(found[2])
    if not found or number is None:
        raise ValueError(f"“{text}” is no price; write one such as 2.50 or 2,50.")
    if found[1] and number:
        raise ValueError(f"“{text}” is below 0, which no price is.")
    if number > MAX_PRICE:
        raise ValueError(f"“{text}” is above {MAX_PRICE:,}, the highest price that is taken.")
    return number


def _number(digits: str) -> Decimal | None:
    """Read digits with signs between them; None where these stand in no known way.

    Raises:
        ValueError: The number could be two.
    """
    if "," in digits and _EITHER.fullmatch(digits):
        whole, decimal = digits.replace(",", ""), digits.replace(",", ".")
        raise ValueError(f"“{digits}” could be {whole} or {decimal}; write one of these.")
    last = max(digits.rfind("."), digits.rfind(","))
    is_point = last >= 0 and digits.count(digits[last]) == 1
    whole, decimals = (digits[:last], digits[last + 1 :]) if is_point else (digits, "")
    if not regex.fullmatch(r"\d*", decimals) or not _WHOLE.fullmatch(whole):
        return None
    return Decimal(f"{''.join(filter(str.isdecimal, whole))}.{decimals}")


def told(text: str, price: Decimal, currency: str) -> str:
    """Say what was read where the text is not written as on these pages, or could be meant so.

    >>> told("2,50", Decimal("2.50"), "$"), told("2.50", Decimal("2.50"), "$")
    ('Read as $2.50.', '')
    """
    if text.strip() == f"{price:f}" and not _EITHER.fullmatch(text.strip()):
        return ""
    return f"Read as {bill_words.price(price, currency)}."


# Prices that are asked for.


def ask(kind: str, label: str, keys: Sequence[str], currency: str) -> None:
    """Show a field for the price of each tokenizer; what is refused leaves the one before."""
    known = _known()
    st.markdown(f"**For a million tokens {label}**")
    for key in keys:
        place = f"{kind}_{key}"
        title = shelf.title(key)
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(words.literal(words.isolated(title)), width="stretch")
            text = st.text_input(
                words.spoken(f"{title}, price of a million tokens {label}"),
                max_chars=MAX_CHARACTERS,
                key=place,
                label_visibility="collapsed",
                placeholder=f"{EXAMPLE}",
                persist_state="session",
                width=112,
            )
        try:
            if text.strip():
                known[place] = read(text)
                if said := told(text, known[place], currency):
                    st.caption(words.literal(said))
            elif place in known:
                raise ValueError("There is no price in the field.")
        except ValueError as error:
            kept = bill_words.price(known.get(place, EXAMPLE), currency)
            st.error(words.literal(f"{error} {kept} stays in use."))


def prices(kind: str, keys: Sequence[str]) -> dict[str, Decimal]:
    """Give the prices by tokenizer; one that the visitor has not set is the example."""
    return {key: _known().get(f"{kind}_{key}", EXAMPLE) for key in keys}


def examples(kind: str, keys: Sequence[str]) -> list[str]:
    """Give the tokenizers for which the visitor has not set a price."""
    return [key for key in keys if f"{kind}_{key}" not in _known()]


def _known() -> dict[str, Decimal]:
    """Give the prices that the visitor has set."""
    known: dict[str, Decimal] = st.session_state.setdefault("bill_prices", {})
    return known
