"""The tokenizers that can be chosen: OpenAI's encodings, and the shelf of those trained here."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, replace

import streamlit as st

import bpe
from bpe import files, ranks
from bpe.corpus import well_formed
from bpe.pretokenize import PATTERNS, PreTokenizer
from bpe.pretrained import published_pattern
from pages.ui import patterns, words
from pages.ui.training import Recipe

MAX_SHELF = 8
"""How many tokenizers a visitor's shelf holds."""

MAX_GONE = 64
"""How many names are remembered of what has left it."""

MAX_NAME = 60

MAX_FILE = 32_000_000
"""The largest file of a tokenizer that is opened. Unit: bytes."""

MAX_REFUSAL = 1_000

RANK_FILE_SPLITS = ("cl100k", "gpt2", "o200k", "whitespace", "words", "none")
"""What a rank file may be split by, as it does not say; the first unless another is chosen."""

PROBE = f"{'a' * 40} {'1' * 40}! one, two\n{'é' * 40}-" * 3
"""What the pattern of an opened file is tried on."""


@dataclass(frozen=True)
class Kept:
    """A tokenizer on the shelf.

    Attributes:
        machine: The tokenizer.
        name: What it is called by now.
        title: What it was called when it came.
        chosen: Whether the visitor opened or named it.
        recipe: How it was trained, where that was on the page "Train".
    """

    machine: bpe.Tokenizer
    name: str
    title: str
    chosen: bool = False
    recipe: Recipe | None = None


def _shelf() -> dict[str, Kept]:
    """Give what is kept, by key, the newest last.

    A key is for us alone, and stays when its tokenizer is renamed or, while a text is typed,
    replaced by the next.
    """
    kept: dict[str, Kept] = st.session_state.setdefault("shelf", {})
    return kept


def _gone() -> dict[str, str]:
    """Give the names of what has left the shelf: what it counted may still be shown."""
    names: dict[str, str] = st.session_state.setdefault("shelf_gone", {})
    return names


def shelved() -> dict[str, bpe.Tokenizer]:
    """Give the tokenizers trained or opened here, by key, the newest last."""
    return {key: kept.machine for key, kept in _shelf().items()}


def refused(what: str) -> str:
    """Say why the last `file` or `name` was refused, if it was."""
    why: str = st.session_state.get(f"refused_{what}", "")
    return why


def _refuse(what: str, why: str) -> None:
    st.session_state[f"refused_{what}"] = well_formed(why[:MAX_REFUSAL])  # it may quote the file


def forget_file() -> None:
    """Take back what was said of a file that is no longer in hand."""
    _refuse("file", "")


def put(
    title: str,
    machine: bpe.Tokenizer,
    *,
    chosen: bool = False,
    recipe: Recipe | None = None,
    instead_of: str = "",
) -> str:
    """Keep a tokenizer as the newest, named by its title, and give its key.

    Where another is called so, it gets a number; it is not kept twice, whatever it is called by
    now. It takes the place of `instead_of`, unless that was `chosen`: opened or named by the
    visitor. Where there are too many, the oldest goes; those that were chosen go last. Of two
    recipes for the same the last is kept.
    """
    shelf = _shelf()
    same = (key for key, kept in shelf.items() if kept.title == title and kept.machine == machine)
    key = next(same, None)
    if instead_of in shelf and instead_of != key and not shelf[instead_of].chosen:
        _forget(instead_of)
        key = key or instead_of
    if key in shelf:
        kept = shelf.pop(key)
        chosen, recipe = kept.chosen or chosen, recipe or kept.recipe
        shelf[key] = replace(kept, chosen=chosen, recipe=recipe)
        return key
    key = key or f"own {secrets.token_hex(4)}"  # in an address it means this session's alone
    shelf[key] = Kept(machine, _free_name(title), title, chosen, recipe)
    while len(shelf) > MAX_SHELF:
        others = [old for old in shelf if old != key]
        _forget(next((old for old in others if not shelf[old].chosen), others[0]))
    return key


def _forget(key: str) -> None:
    names = _gone() | {key: _shelf().pop(key).name}
    st.session_state.shelf_gone = dict([*names.items()][-MAX_GONE:])


def is_chosen(key: str) -> bool:
    """Say whether a tokenizer was opened or named by the visitor."""
    return key in _shelf() and _shelf()[key].chosen


def recipe(key: str) -> Recipe | None:
    """Give how a tokenizer was trained, where that was on the page "Train"."""
    return _shelf()[key].recipe if key in _shelf() else None


def _taken() -> set[str]:
    return {*words.ENCODINGS, *words.ENCODINGS.values(), *map(short, _shelf())}


def _free_name(title: str) -> str:
    """Make a name of a title that is not taken, by a number behind it if need be."""
    taken = _taken()
    numbered = (f"{title} ({n})" for n in range(2, 2 + len(taken)))
    return title if title not in taken else next(name for name in numbered if name not in taken)


def rename(key: str, name: str) -> None:
    """Give a tokenizer on the shelf another name; where that is refused, say why."""
    shelf, name = _shelf(), well_formed(name).strip()
    if not name or len(name) > MAX_NAME:
        _refuse("name", f"A name has 1 to {MAX_NAME} characters.")
    elif name in _taken():
        _refuse("name", f"There is a tokenizer named {name!r} already.")
    elif key not in shelf:
        _refuse("name", "This tokenizer is not on the shelf any more.")
    else:
        _refuse("name", "")
        shelf[key] = replace(shelf[key], name=name, chosen=True)


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
        _refuse("file", str(error))
        return
    forget_file()
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


def saved(key: str, form: str = "ours") -> bytes:
    """Give a tokenizer as a file in one of `words.FILES`; it remembers the name.

    The last file made is kept: a large one takes seconds, and the page asks each time it is drawn.

    Raises:
        ValueError: That format cannot say the same; says why.
    """
    machine, name = _shelf()[key].machine, short(key)
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


def offered() -> dict[str, str]:
    """Give the titles of all that can be chosen: the encodings by name, the shelf by key.

    Of the shelf the newest is first.
    """
    return {key: title(key) for key in (*words.ENCODINGS, *reversed(_shelf()))}


def tokenizer(key: str) -> bpe.Tokenizer:
    """Give a tokenizer.

    Raises:
        ValueError: It is not on the shelf; the encoding's file is missing or damaged.
    """
    if key in words.ENCODINGS:
        return _encoding(key)
    if key in _shelf():
        return _shelf()[key].machine
    raise ValueError(f"There is no tokenizer named {short(key)!r:.80} on the shelf any more.")


@st.cache_resource(show_spinner="Loading the encoding")
def _encoding(name: str) -> bpe.Tokenizer:
    return bpe.pretrained(name)


def title(key: str) -> str:
    """Name a tokenizer for a reader."""
    return words.encoding_title(key) if key in words.ENCODINGS else f"Yours: {short(key)}"


def short(key: str) -> str:
    """Name a tokenizer as people do, or as its visitor does."""
    if key in words.ENCODINGS:
        return words.ENCODINGS[key]
    return _shelf()[key].name if key in _shelf() else _gone().get(key, key)
