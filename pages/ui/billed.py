"""Which tokenizers are billed: the usual ones and the newest, unless a visitor picks others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

import bpe
from pages.ui import shelf, words
from pages.ui.bill import Count
from pages.ui.inbox import Inbox

MAX_BILLED = 8


def options() -> list[str]:
    """Name all tokenizers that can be billed: the encodings, then the shelf, newest last."""
    return [*words.ENCODINGS, *shelf.shelved()]


def chosen() -> list[str]:
    """Name the tokenizers that are billed."""
    names = {id(machine): name for name, machine in shelf.shelved().items()}
    picked: dict[str, bpe.Tokenizer | None] = st.session_state.get("billed_picked", {})
    kept = {name if machine is None else names.get(id(machine)) for name, machine in picked.items()}
    return [name for name in options() if name in kept] or [*words.USUAL, options()[-1]]


def pick(names: Sequence[str]) -> None:
    """Bill these tokenizers, whatever they will be called; of none, those before stay."""
    if kept := [name for name in options() if name in names][:MAX_BILLED]:
        st.session_state.billed_picked = {name: shelf.shelved().get(name) for name in kept}


def lacking(inbox: Inbox) -> list[str]:
    """Name the tokenizers that are billed and have not tried to count some messages."""
    names = {name for name, _ in (*inbox.machines, *inbox.left_out)}
    machines = {id(machine) for _, machine in inbox.machines}
    own = shelf.shelved()
    return [
        name
        for name in chosen()
        if (id(own[name]) not in machines if name in own else name not in names)
    ]


def counts(inbox: Inbox) -> tuple[Count, ...]:
    """Give the counts of the tokenizers that are billed; where there are none, all there are."""
    found = {count.name: count for count in inbox.counts}
    return tuple(found[name] for name in chosen() if name in found) or inbox.counts


def left_out(inbox: Inbox) -> list[str]:
    """Say of each tokenizer that was to be billed and could not count the messages why not."""
    asked = chosen()
    return [
        f"{shelf.title(name)} is left out. {why}" for name, why in inbox.left_out if name in asked
    ]


def renamed(inbox: Inbox) -> dict[str, str]:
    """Give what tokenizers that counted messages are called by now, where that has changed."""
    names = {id(machine): name for name, machine in shelf.shelved().items()}
    now = {name: names.get(id(machine), name) for name, machine in inbox.machines}
    return {old: new for old, new in now.items() if old != new}


def rename(inbox: Inbox, names: dict[str, str]) -> Inbox:
    """Call tokenizers otherwise."""
    return replace(
        inbox,
        machines=tuple((names.get(name, name), machine) for name, machine in inbox.machines),
        counts=tuple(
            replace(count, name=names.get(count.name, count.name)) for count in inbox.counts
        ),
        left_out=tuple((names.get(name, name), why) for name, why in inbox.left_out),
    )
