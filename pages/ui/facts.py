"""What a token's card says beyond the text it stands in."""

from __future__ import annotations

import threading
from functools import cache

import streamlit as st

import bpe
from bpe.display import visible
from bpe.greedy import longest_match
from pages.ui import shelf, words
from pages.ui.payload import Fields
from pages.ui.training import Trained

MATCHED_IN = 500
"""Up to this many units of a pre-token, greedy longest match is tried."""

COUNTED_IN = 200_000
"""Up to this many bytes of a corpus, a token is counted in it."""


@cache
def load_ahead() -> None:
    """Begin to load all encodings, once in a process: the first card asks them for its token."""

    def load() -> None:
        for name in words.ENCODINGS:
            try:
                bpe.pretrained(name).id_of(b" ")
            except ValueError:
                continue  # whoever chooses it is told what is missing

    threading.Thread(target=load, daemon=True).start()


def of_token(name: str, token: bytes, pre_token: bpe.Replay) -> Fields:
    """Say of a token what the replay of its pre-token does not tell."""
    machine = shelf.tokenizer(name)
    twin = token[1:] if token.startswith(b" ") else b" " + token
    twin_id = machine.id_of(twin)
    short = len(pre_token.units) <= MATCHED_IN
    matched = longest_match(machine, pre_token.units) if short else []
    real = pre_token.ids(pre_token.n_merges).tolist() if short else []
    return {
        "ids": [
            {"title": shelf.title(other), "id": id_}
            for other in shelf.offered()
            if other != name and (id_ := _id_elsewhere(other, token)) is not None
        ],
        "twin": None if twin_id is None else {"label": visible(twin, machine.codec), "id": twin_id},
        "corpus_times": _times_in_corpus(machine, machine.id_of(token)),
        "longest": [visible(machine.tokens[id_], machine.codec) for id_ in matched],
        "longest_differs": matched != real,
    }


def _id_elsewhere(name: str, token: bytes) -> int | None:
    try:
        return shelf.tokenizer(name).id_of(token)
    except ValueError:  # an encoding whose file is missing has nothing to say
        return None


def _times_in_corpus(machine: bpe.Tokenizer, id_: int | None) -> int | None:
    """Count a token in the corpus that its tokenizer was trained on, if that is still in hand."""
    result: Trained | None = st.session_state.get("trained")
    if result is None or result.training.tokenizer != machine or id_ is None:
        return None
    if result.corpus.size > COUNTED_IN:
        return None
    replay = machine.replay(result.corpus.documents)
    found = replay.ids(replay.n_merges) == id_
    if replay.weights is None:
        return int(found.sum())
    return int(replay.weights[replay.starts(replay.n_merges)][found].sum())
