"""The texts of the page Languages: the same meaning in many languages, and those one brings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bpe.corpus import well_formed
from pages.ui import samples

ARTICLE_FILE = Path(__file__).parents[2] / "assets" / "languages" / "udhr_article1.json"

MAX_TEXT = 20_000
"""The longest text of one's own, in characters."""

MAX_NAME = 40
"""The longest name of a text of one's own, in characters."""

MAX_OWN = 8
"""How many texts of their own a visitor can add to one comparison."""

IN_ORDERS = ("English", "Hindi", "Marathi", "Hindi in Latin letters")
"""The languages of the cake orders, in the order of their lines."""

_OWN_NAMES = ("", "हिन्दी", "मराठी", "")


@dataclass(frozen=True)
class Text:
    """One language's way to say the same; `yours` if the visitor brought it."""

    name: str
    text: str
    own_name: str = ""
    yours: bool = False

    @property
    def size(self) -> int:
        """How many bytes it has in UTF-8."""
        return len(self.text.encode())


@cache
def article() -> tuple[Text, ...]:
    """Read article 1 of the Universal Declaration of Human Rights, English first."""
    found = json.loads(ARTICLE_FILE.read_text(encoding="utf-8"))
    return tuple(Text(each["name"], each["text"], each["own_name"]) for each in found)


@cache
def orders() -> tuple[tuple[str, ...], ...]:
    """Read the cake orders, each in the languages of `IN_ORDERS`."""
    sample = next(sample for sample in samples.SAMPLES if sample.key == "orders")
    lines = samples.read(sample).splitlines()
    step = len(IN_ORDERS)
    return tuple(tuple(lines[i : i + step]) for i in range(0, len(lines), step))


def order(number: int) -> tuple[Text, ...]:
    """Give the order with a number from 1 in its languages; 0 stands for all, line by line."""
    chosen = orders() if number == 0 else orders()[number - 1 : number]
    return tuple(
        Text(name, "\n".join(said[i] for said in chosen), _OWN_NAMES[i])
        for i, name in enumerate(IN_ORDERS)
    )


def order_title(number: int) -> str:
    """Name an order for a reader."""
    return orders()[number - 1][0] if number else f"All {len(orders())} orders"


def typed(text: str) -> str:
    """Take what a browser sent as a text of one's own: well formed, and no more than can be used.

    One character too many is kept, so that a text which is too long is refused rather than cut.
    """
    return well_formed(text[: MAX_TEXT + 1])


def own_text(name: str, text: str, beside: Sequence[Text]) -> Text:
    r"""Make a text of a visitor's own, to stand beside others.

    Raises:
        ValueError: The name or the text is missing, too long or taken; says which.

    >>> own_text(" Kashmiri\t", "namaste", [])
    Text(name='Kashmiri', text='namaste', own_name='', yours=True)
    """
    joiners = "\u200c\u200d"  # Indic and Persian names need them
    name = " ".join(well_formed(name).split())
    name = "".join(sign for sign in name if sign.isprintable() or sign in joiners)
    text = well_formed(text).strip()
    if not name or len(name) > MAX_NAME:
        raise ValueError(f"Give the language a name of 1 to {MAX_NAME} characters.")
    if name in (other.name for other in beside):
        raise ValueError(f"There is a text named {name!r} already. Choose another name.")
    if not text:
        raise ValueError("There is no text yet. Say the same in your language, then add it.")
    if len(text) > MAX_TEXT:
        raise ValueError(f"A text has up to {MAX_TEXT:,} characters here. Shorten this one.")
    if sum(other.yours for other in beside) >= MAX_OWN:
        raise ValueError(f"{MAX_OWN} texts of your own stand here already. Remove one first.")
    return Text(name, text, yours=True)
