"""Which tokenizers are billed: the usual ones and the newest, unless a visitor picks others."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pages.ui import shelf, words
from pages.ui.bill import Count
from pages.ui.inbox import Inbox

MAX_BILLED = 8


def options() -> dict[str, str]:
    """Give the titles of all that can be billed, by key: the encodings, then the newest last."""
    return {key: shelf.title(key) for key in (*words.ENCODINGS, *shelf.shelved())}


def chosen() -> list[str]:
    """Give the keys of the tokenizers that are billed."""
    picked: list[str] = st.session_state.get("billed_picked", [])
    return [key for key in options() if key in picked] or [*words.USUAL, [*options()][-1]]


def pick(keys: Sequence[str]) -> None:
    """Bill these tokenizers; of none, those before stay."""
    if kept := [key for key in options() if key in keys][:MAX_BILLED]:
        st.session_state.billed_picked = kept


def lacking(inbox: Inbox) -> list[str]:
    """Give the keys of those that are billed and have not tried to count some messages."""
    own = shelf.shelved()
    tried = {key for key, machine in inbox.machines if own.get(key, machine) is machine}
    tried |= {key for key, _ in inbox.left_out if key not in own}
    return [key for key in chosen() if key not in tried]


def counts(inbox: Inbox) -> tuple[Count, ...]:
    """Give the counts of the tokenizers that are billed.

    Those of a draft hold no more once another has taken its place.
    """
    own = shelf.shelved()
    found = {
        count.name: count
        for count in inbox.counts
        if own.get(count.name, count.machine) is count.machine
    }
    return tuple(found[key] for key in chosen() if key in found)


def left_out(inbox: Inbox) -> list[str]:
    """Say of each tokenizer that was to be billed and could not count the messages why not."""
    asked = chosen()
    return [
        f"{words.isolated(shelf.title(name))} is left out. {why}"
        for name, why in inbox.left_out
        if name in asked
    ]
