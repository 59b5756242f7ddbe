"""Which tokenizers are compared, each at which number of merges."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from bpe.pretrained import encoding_for_model
from pages.ui import shelf, state, words

MAX_ROWS = 8

BPE, NEWEST, WORDS, CHARACTERS = "bpe", "newest", "words", "characters"
"""What a row may be: a tokenizer by name, the one trained last, or what BPE replaced."""


@dataclass(frozen=True)
class Choice:
    """One row of a comparison as it is chosen; `size` cuts a vocabulary down to so many tokens."""

    kind: str
    key: str = ""
    size: int | None = None


SIZES = (32_000, 50_256, 100_256)
"""The vocabularies to which GPT-4o's is cut: round, GPT-2's, and GPT-4's."""

PRESETS = {
    "Encodings": (
        *(Choice(BPE, name) for name in words.USUAL),
        Choice(NEWEST),
    ),
    "Same size, other training text": (
        Choice(BPE, "cl100k_base"),
        *(Choice(BPE, "o200k_base", size) for size in reversed(SIZES)),
    ),
    "Words and characters": (
        Choice(WORDS),
        Choice(CHARACTERS),
        Choice(NEWEST),
        Choice(BPE, "cl100k_base"),
    ),
}
"""Comparisons that show something."""


def choices() -> list[Choice]:
    """Give all rows that can be chosen."""
    newest, *others = reversed(shelf.shelved())
    del newest  # stands there as the newest, whichever that is
    return [
        *(Choice(BPE, name) for name in words.ENCODINGS),
        Choice(NEWEST),
        *(Choice(BPE, name) for name in others),
        *(Choice(BPE, "o200k_base", size) for size in SIZES),
        Choice(WORDS),
        Choice(CHARACTERS),
    ]


def title(choice: Choice) -> str:
    """Name a choice for a reader."""
    return cut_to(plain(choice), choice.size)


def plain(choice: Choice) -> str:
    """Name a choice whatever its size."""
    if choice.kind == WORDS:
        return f"Words of {state.corpus_in_hand().title}"
    if choice.kind == CHARACTERS:
        return "Characters"
    return shelf.title(key_of(choice))


def cut_to(title: str, size: int | None) -> str:
    """Name a tokenizer whose vocabulary is cut to a size; None leaves it whole."""
    return title if size is None else f"{title}, cut to {size:,}"


def short(choice: Choice) -> str:
    """Name a row in a sentence."""
    names = {WORDS: "a list of words", CHARACTERS: "a list of characters", NEWEST: "yours"}
    return names.get(choice.kind) or shelf.short(choice.key)


def row_key(choice: Choice) -> str:
    """Give what the browser calls a row: by its tokenizer, also where that is the newest."""
    named = f"{BPE}:{key_of(choice)}" if choice.kind in (BPE, NEWEST) else choice.kind
    return named + ("" if choice.size is None else f"@{choice.size}")


def key_of(choice: Choice) -> str:
    """Give the key on the shelf of a row's tokenizer."""
    return next(reversed(shelf.shelved())) if choice.kind == NEWEST else choice.key


def encoding_of(model: str) -> str:
    """Give the name of the encoding that a model uses.

    Raises:
        ValueError: tiktoken does not know the model.
    """
    return encoding_for_model(model)


def ks() -> dict[str, int | None]:
    """Give the numbers of merges at which rows were stopped, by key; None for all."""
    found: dict[str, int | None] = st.session_state.setdefault("compared_ks", {})
    return found


def keep_ks(message: object) -> None:
    """Keep where the rows' sliders came to rest; what a browser sends is checked."""
    if isinstance(message, dict):
        known = {row_key(choice) for choice in choices()}
        st.session_state.compared_ks = ks() | {
            which: None if k is None else max(k, 0)
            for which, k in message.items()
            if which in known and (k is None or type(k) is int)
        }


def rev() -> int:
    """Give a number that grows whenever the rows are to begin at the merges given here."""
    number: int = st.session_state.get("compared_rev", 0)
    return number


def keep_to_the_shelf() -> list[str]:
    """Take rows away whose tokenizer has left the shelf; gives a sentence for each.

    One that was opened or named by the visitor keeps its row when another is trained; the newest
    stands beside it where there is room.
    """
    before = st.session_state.get("compared_newest", "")
    if Choice(NEWEST) in st.session_state.compared and shelf.is_chosen(before):
        add_newest(before)
    given = choices()
    newest = Choice(BPE, key_of(Choice(NEWEST)))
    st.session_state.compared_newest = newest.key
    chosen = [Choice(NEWEST) if row == newest else row for row in st.session_state.compared]
    st.session_state.compared = [row for row in dict.fromkeys(chosen) if row in given]
    keys = {row_key(row) for row in given}
    st.session_state.compared_ks = {key: k for key, k in ks().items() if key in keys}
    return [
        f"{shelf.short(row.key)} is no longer on the shelf, so its row is gone."
        for row in chosen
        if row not in given
    ]


def add_newest(before: str) -> str:
    """Show the newest tokenizer in a row; gives a sentence where there is no room for one more.

    It takes the row of the newest `before`, unless that was opened or named by the visitor too.
    """
    now = Choice(BPE, key_of(Choice(NEWEST)))
    st.session_state.compared_newest = now.key
    chosen: list[Choice] = [row for row in st.session_state.compared if row != now]
    if Choice(NEWEST) in chosen:
        if before == now.key or not shelf.is_chosen(before):
            return ""
        own = Choice(BPE, before)
        chosen = [own if row == Choice(NEWEST) else row for row in chosen]
        st.session_state.compared = chosen
    if len(chosen) >= MAX_ROWS:
        return f"There are {MAX_ROWS} rows. Remove one to see {shelf.short(now.key)} beside them."
    st.session_state.compared = [*chosen, Choice(NEWEST)]
    return ""


def take_preset(name: str) -> None:
    """Show one of the prepared comparisons, each row at its own number of merges."""
    st.session_state.compared = list(PRESETS[name])
    st.session_state.compared_ks = {}
    st.session_state.compared_rev = rev() + 1
