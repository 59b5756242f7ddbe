"""The tokenizers that can be chosen: OpenAI's encodings, and the shelf of those trained here."""

from __future__ import annotations

import json

import streamlit as st

import bpe
from bpe import files, ranks
from bpe.corpus import well_formed
from bpe.pretokenize import PATTERNS, PreTokenizer
from pages.ui import patterns, words

MAX_SHELF = 8
"""How many tokenizers a visitor's shelf holds."""

MAX_NAME = 60

MAX_FILE = 32_000_000
"""The largest file of a tokenizer that is opened. Unit: bytes."""

MAX_REFUSAL = 1_000

PROBE = f"{'a' * 40} {'1' * 40}! one, two\n{'é' * 40}-" * 3
"""What the pattern of an opened file is tried on."""


def shelved() -> dict[str, bpe.Tokenizer]:
    """Give the tokenizers trained or opened here, by name, the newest last."""
    kept: dict[str, bpe.Tokenizer] = st.session_state.setdefault("shelf", {})
    return kept


def refused() -> str:
    """Say why the last file or name was refused, if it was."""
    why: str = st.session_state.get("refused_shelf", "")
    return why


def _refuse(why: str) -> None:
    st.session_state.refused_shelf = well_formed(why[:MAX_REFUSAL])  # it may quote the file


def put(name: str, machine: bpe.Tokenizer, *, chosen: bool = False) -> None:
    """Keep a tokenizer under a name; where there are too many, the oldest goes.

    Those that were opened or named by the visitor (`chosen`) go last.
    """
    kept, safe = shelved(), _chosen()
    kept.pop(name, None)
    kept[name] = machine
    if chosen:
        safe.add(name)
    while len(kept) > MAX_SHELF:
        going = next((old for old in kept if old not in safe), next(iter(kept)))
        del kept[going]
        safe.discard(going)


def _chosen() -> set[str]:
    names: set[str] = st.session_state.setdefault("shelf_chosen", set())
    return names


def _free_name(name: str) -> str:
    """Make a name of this one that is not taken, by a number behind it if need be."""
    name = well_formed(name).strip()[:MAX_NAME] or "tokenizer"
    taken = {*words.ENCODINGS, *shelved()}
    numbered = (f"{name[: MAX_NAME - 5]} ({n})" for n in range(2, 2 + len(taken)))
    return name if name not in taken else next(free for free in numbered if free not in taken)


def rename(old: str, new: str) -> None:
    """Give a tokenizer on the shelf another name; where that is refused, say why."""
    kept, new = shelved(), well_formed(new).strip()
    if not new or len(new) > MAX_NAME:
        _refuse(f"A name has 1 to {MAX_NAME} characters.")
    elif new in words.ENCODINGS or new in kept:
        _refuse(f"There is a tokenizer named {new!r} already.")
    else:
        _refuse("")
        st.session_state.shelf = {new if name == old else name: t for name, t in kept.items()}
        _chosen().add(new)


def open_file(name: str, data: bytes, pattern: str = "cl100k") -> None:
    """Open a tokenizer's file and keep it; where that is refused, say why.

    Our JSON, a Hugging Face tokenizer.json and a rank file (.tiktoken) are told apart by what they
    hold. `pattern` names the pre-tokenizer of a rank file, which does not say it.
    """
    try:
        machine = _opened(data, pattern)
    except ValueError as error:
        _refuse(str(error))
        return
    _refuse("")
    stem = name.removesuffix(".json").removesuffix(".tiktoken")
    put(_free_name(machine.name or stem), machine, chosen=True)


def _opened(data: bytes, pattern: str) -> bpe.Tokenizer:
    if len(data) > MAX_FILE:
        raise ValueError(f"This file has {len(data):,} bytes; up to {MAX_FILE:,} can be opened.")
    if ranks.looks_like_ranks(data):
        return ranks.from_tiktoken(data, pattern)
    return files.from_json(data, _tried)


def _tried(pattern: str | None, name: str | None) -> PreTokenizer:
    """Make a pre-tokenizer of a stranger's pattern, if it does no harm in a process of its own."""
    if pattern is None or pattern in PATTERNS.values():
        return PreTokenizer(pattern, name)
    if why := patterns.check(pattern, PROBE).error:
        raise ValueError(why)
    return PreTokenizer(pattern, name, timeout=patterns.SECONDS)


def saved(name: str, form: str = "ours") -> bytes:
    """Give the tokenizer of this name as a file in one of `words.FILES`; it remembers the name.

    The last file made is kept: a large one takes seconds, and the page asks each time it is drawn.

    Raises:
        ValueError: That format cannot say the same; says why.
    """
    machine = shelved()[name]
    last = st.session_state.get("saved_file")
    if last is None or last[0] is not machine or last[1:3] != (name, form):
        made = _for_huggingface(machine) if form == "huggingface" else _as_json(machine, name)
        last = st.session_state.saved_file = machine, name, form, made
    data: bytes = last[3]
    return data


def _as_json(machine: bpe.Tokenizer, name: str) -> bytes:
    named = bpe.Tokenizer(
        machine.vocabulary,
        pre_tokenizer=machine.pre_tokenizer,
        codec=machine.codec,
        special_tokens=machine.special_tokens,
        name=name,
        ties=machine.ties,
        counts=machine.counts,
    )
    return files.to_json(named).encode()


def _for_huggingface(machine: bpe.Tokenizer) -> bytes:
    return json.dumps(machine.to_huggingface()).encode()


def names() -> list[str]:
    """Name all tokenizers that can be chosen: the encodings, then the shelf, newest first."""
    return [*words.ENCODINGS, *reversed(shelved())]


def tokenizer(name: str) -> bpe.Tokenizer:
    """Give the tokenizer of this name.

    Raises:
        ValueError: It is not on the shelf; the encoding's file is missing or damaged.
    """
    if name in words.ENCODINGS:
        return _encoding(name)
    if name in shelved():
        return shelved()[name]
    raise ValueError(f"There is no tokenizer named {name!r:.80} on the shelf any more.")


@st.cache_resource(show_spinner="Loading the encoding")
def _encoding(name: str) -> bpe.Tokenizer:
    return bpe.pretrained(name)


def title(name: str) -> str:
    """Name a tokenizer for a reader."""
    return words.encoding_title(name) if name in words.ENCODINGS else f"Yours: {name}"
