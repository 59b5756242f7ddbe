"""Training on a mixture of languages, and what that does to texts which were held out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

import bpe
from bpe.measures import bytes_per_token
from pages.ui import corpora, shelf, training, words
from pages.ui.languages import IN_ORDERS, MAX_NAME, article, orders

SPLIT = "o200k"
"""What the texts are split by before training: GPT-4o's pattern."""

HOLD_OUT = 3
"""Every so many-th order is kept from training, to be measured on."""


def trainable() -> list[str]:
    """Name the languages that can be trained on: those of the article, and of the orders."""
    return list(dict.fromkeys([*(text.name for text in article()), *IN_ORDERS]))


def trained_on(names: Sequence[str], merges: int) -> tuple[str, bpe.Tokenizer]:
    """Train on the article and the orders in some languages, the held-out orders left out.

    Returns the tokenizer with a name for it.

    Raises:
        ValueError: No language is chosen.
    """
    chosen = tuple(name for name in trainable() if name in names)
    if not chosen:
        raise ValueError("Choose at least one language to train on.")
    lines = [text.text for text in article() if text.name in chosen]
    machine = _learn("\n".join([*lines, *_training_orders(chosen)]), _within(merges))
    return f"{_joined(chosen)}, {words.plural(machine.n_merges, 'merge')}", machine


def _within(merges: int) -> int:
    return min(max(int(merges), 0), training.MAX_MERGES)


def _joined(names: Sequence[str]) -> str:
    """Join the names of languages, the last ones only counted where they would not fit."""
    for shown in range(len(names), 0, -1):
        rest = f" + {len(names) - shown} more" if shown < len(names) else ""
        if len(joined := " + ".join(names[:shown]) + rest) <= MAX_NAME:
            break
    return joined


def _training_orders(names: Sequence[str]) -> list[str]:
    """Give the orders that may be trained on, in these languages."""
    return [line for name in names for line in _lines(name, held_out=False)]


def _lines(name: str, *, held_out: bool) -> list[str]:
    if name not in IN_ORDERS:
        return []
    at = IN_ORDERS.index(name)
    return [
        said[at] for number, said in enumerate(orders(), 1) if (number % HOLD_OUT == 0) == held_out
    ]


@st.cache_resource(max_entries=32, show_spinner="Training")
def _learn(text: str, merges: int) -> bpe.Tokenizer:
    """Train on a short text: pairs that occur only once are merged too."""
    settings = training.Settings(merges, SPLIT, "", 1, "first", "utf-8")
    return training.learn(corpora.of_text("languages", text), settings).tokenizer


@dataclass(frozen=True)
class HeldOut:
    """What adding Hindi to English training orders does to orders that were held out."""

    merges: int
    english_only: tuple[float, float]
    """Bytes a token of Hindi and of English, trained on English after `merges` merges."""
    with_hindi: tuple[float, float]
    """The same, trained on English and Hindi after `merges` merges."""
    all_merges: int
    """The merges that English and Hindi allow, of those asked for."""
    with_all: tuple[float, float]
    """The same as `with_hindi`, after `all_merges`."""


def held_out(merges: int) -> HeldOut:
    """Train on English orders and on English and Hindi ones, and measure both on the held-out.

    Both are stopped at as many merges as English alone allows, of those asked for.
    """
    alone, mixed = (
        _learn("\n".join(_training_orders(names)), _within(merges))
        for names in (("English",), ("English", "Hindi"))
    )
    same = min(alone.n_merges, mixed.n_merges)
    return HeldOut(
        same,
        _measured(alone, same),
        _measured(mixed, same),
        mixed.n_merges,
        _measured(mixed, mixed.n_merges),
    )


def _measured(machine: bpe.Tokenizer, merges: int) -> tuple[float, float]:
    """Give the bytes a token of the held-out orders in Hindi and in English."""
    hindi, english = (
        bytes_per_token(len(text.encode()), machine.count(text, merges=merges)) or 0.0
        for text in map(held_out_text, ("Hindi", "English"))
    )
    return hindi, english


def held_out_text(name: str) -> str:
    """Give the orders that no training sees, in one language."""
    return "\n".join(_lines(name, held_out=True))


def held_out_numbers() -> list[int]:
    """Number the orders that no training sees."""
    return list(range(HOLD_OUT, len(orders()) + 1, HOLD_OUT))


def training_sentence(name: str, number: int | None) -> str:
    """Say whether a tokenizer trained here has seen what is compared, as Markdown.

    `number` is that of the order which is compared, 0 for all, None for the article.
    """
    stars = f"The stars are {words.literal(words.isolated(name))}, trained here. "
    if number in held_out_numbers():
        return f"{stars}This order was held out from its training."
    seen = "most of these texts" if number == 0 else "this very text"
    return (
        f"{stars}In the languages that were chosen it has seen {seen}, which flatters them; "
        "the held-out orders below do not."
    )


def held_out_sentence(found: HeldOut) -> str:
    """Answer by how much Hindi is compressed better where it is trained on, as Markdown."""
    before, after = found.english_only[0], found.with_hindi[0]
    gain = after / before
    return (
        f"After {words.plural(found.merges, 'merge')} each, a token of held-out Hindi holds "
        f"**{before:.2f} bytes** where only English was trained on, and **{after:.2f} bytes** with "
        f"Hindi in the mix: **{gain:.1f} times** as many. English goes from "
        f"{found.english_only[1]:.2f} to {found.with_hindi[1]:.2f}."
    )


def held_out_table(found: HeldOut) -> dict[str, list[str]]:
    """Give the held-out measurement as a table's columns, the encodings below for comparison."""
    rows = [
        ("English orders", found.merges, found.english_only),
        ("English and Hindi orders", found.merges, found.with_hindi),
    ]
    if found.all_merges != found.merges:
        rows.append(("English and Hindi, all its merges", found.all_merges, found.with_all))
    for name in words.USUAL:
        try:
            machine = shelf.tokenizer(name)
        except ValueError:  # the plot has said that it is left out
            continue
        title = words.literal(shelf.title(name))
        rows.append((title, machine.n_merges, _measured(machine, machine.n_merges)))
    return {
        "trained on": [row[0] for row in rows],
        "merges": [f"{row[1]:,}" for row in rows],
        "bytes a token, Hindi": [f"{row[2][0]:.2f}" for row in rows],
        "bytes a token, English": [f"{row[2][1]:.2f}" for row in rows],
    }
