"""The tokenizers that can be chosen: OpenAI's encodings, and the shelf of those trained here."""

from __future__ import annotations

import json

import streamlit as st

import bpe
from bpe import files, ranks
from bpe.corpus import well_formed
from bpe.pretokenize import PATTERNS, PreTokenizer
from bpe.pretrained import published_pattern
from pages.ui import patterns, words

MAX_SHELF = 8
"""How many tokenizers a visitor's shelf holds."""

MAX_NAME = 60

MAX_FILE = 32_000_000
"""The largest file of a tokenizer that is opened. Unit: bytes."""

MAX_REFUSAL = 1_000

RANK_FILE_SPLITS = ("cl100k", "gpt2", "o200k", "whitespace", "words", "none")
"""What a rank file may be split by, as it does not say; the first unless another is chosen."""

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


def put(title: str, machine: bpe.Tokenizer, *, chosen: bool = False) -> str:
    """Keep a tokenizer as the newest, under its title, and give the name that it has.

    Where another is called so, it gets a number; it is not kept twice, whatever it is called by
    now. Where there are too many, the oldest goes; those that were opened or named by the visitor
    (`chosen`) go last.
    """
    kept, safe, titles = shelved(), _chosen(), _titles()
    same = (
        name for name, other in kept.items() if titles.get(name, name) == title and other == machine
    )
    name = next(same, None) or _free_name(title)
    kept.pop(name, None)
    kept[name] = machine
    titles[name] = title
    if chosen:
        safe.add(name)
    while len(kept) > MAX_SHELF:
        others = [old for old in kept if old != name]
        going = next((old for old in others if old not in safe), others[0])
        del kept[going]
        safe.discard(going)
        titles.pop(going, None)
    return name


def discard(name: str) -> None:
    """Take a tokenizer from the shelf, unless the visitor opened or named it, or it is the last."""
    if name in shelved() and not is_chosen(name) and len(shelved()) > 1:
        del shelved()[name]
        _titles().pop(name, None)


def is_chosen(name: str) -> bool:
    """Say whether a tokenizer was opened or named by the visitor."""
    return name in _chosen()


def _chosen() -> set[str]:
    names: set[str] = st.session_state.setdefault("shelf_chosen", set())
    return names


def _titles() -> dict[str, str]:
    """Give the titles under which the tokenizers came, by name."""
    titles: dict[str, str] = st.session_state.setdefault("shelf_titles", {})
    return titles


def _free_name(title: str) -> str:
    """Make a name of a title that is not taken, by a number behind it if need be."""
    taken = {*words.ENCODINGS, *shelved()}
    numbered = (f"{title} ({n})" for n in range(2, 2 + len(taken)))
    return title if title not in taken else next(name for name in numbered if name not in taken)


def now(name: str) -> str:
    """Give the name that a tokenizer has by now, where it was called otherwise before."""
    moved = _moved()
    while name in moved and name not in shelved():
        name = moved[name]
    return name


def follow(old: str, new: str) -> None:
    """Remember that what was called `old` is `new` now: what names it elsewhere goes on with it."""
    if old != new:
        _moved()[old] = new
        _moved().pop(new, None)


def _moved() -> dict[str, str]:
    names: dict[str, str] = st.session_state.setdefault("shelf_moved", {})
    return names


def rename(old: str, new: str) -> str:
    """Give a tokenizer on the shelf another name; where that is refused, say why.

    Gives the name that it has then.
    """
    kept, new = shelved(), well_formed(new).strip()
    if not new or len(new) > MAX_NAME:
        _refuse(f"A name has 1 to {MAX_NAME} characters.")
    elif new in words.ENCODINGS or new in kept:
        _refuse(f"There is a tokenizer named {new!r} already.")
    else:
        _refuse("")
        st.session_state.shelf = {new if name == old else name: t for name, t in kept.items()}
        _titles()[new] = _titles().pop(old, old)
        _chosen().discard(old)
        _chosen().add(new)
        follow(old, new)
        return new
    return old


def open_file(name: str, data: bytes, pattern: str = RANK_FILE_SPLITS[0]) -> None:
    """Open a tokenizer's file and keep it; where that is refused, say why.

    Our JSON, a Hugging Face tokenizer.json and a rank file (.tiktoken) are told apart by what they
    hold. `pattern` names the pre-tokenizer of a rank file, which does not say it; its name does.
    A rank file of OpenAI's is known, and opened with its own.
    """
    is_ranks = is_rank_file(data)
    pattern = (published_pattern(data) if is_ranks else None) or pattern
    try:
        machine = _opened(data, pattern)
    except ValueError as error:
        _refuse(str(error))
        return
    _refuse("")
    end = f", {_split_by(pattern)}" if is_ranks else ""
    title = machine.name or (name if end else name.removesuffix(".json"))
    title = well_formed(title).strip() or "tokenizer"
    put(title[: MAX_NAME - len(end)] + end, machine, chosen=True)


def is_rank_file(data: bytes) -> bool:
    """Say whether a file is a rank file (.tiktoken), by what it holds."""
    return ranks.looks_like_ranks(data)


def _split_by(pattern: str) -> str:
    """Say in a name how a rank file was told to split."""
    return words.SHORT_SPLITS[pattern] or "not split"


def _opened(data: bytes, pattern: str) -> bpe.Tokenizer:
    if len(data) > MAX_FILE:
        raise ValueError(f"This file has {len(data):,} bytes; up to {MAX_FILE:,} can be opened.")
    if is_rank_file(data):
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
