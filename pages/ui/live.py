"""The live text, the same on all pages, and how tokenizers cut it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st

import bpe
from bpe.corpus import well_formed
from bpe.measures import bytes_per_token
from pages.ui import samples, shelf
from pages.ui.payload import Fields, replay_fields
from pages.ui.training import Trained

MAX_TEXT = 100_000
"""The longest live text, in characters."""

PAGES = ("text", "compare")
"""The pages on which the live text can be edited."""

OPENING_TEXT = (
    "One eggless mawa cake for Saturday, please.\nशनिवार के लिए एक एगलेस मावा केक चाहिए, प्लीज़।"
)

LIVE = "live"
"""The live text, where a sample's key might stand."""


def text_in_hand() -> str:
    """Give the live text, the same on all pages."""
    text: str = st.session_state.setdefault("text", OPENING_TEXT)
    return text


def take_text(text: str, *, page: str, seq: int = 0) -> None:
    """Take a live text from one page's editor, well formed and cut to `MAX_TEXT` characters.

    The editors of other pages take it over when they are seen next. `seq` is the number of the
    message that brought it.
    """
    st.session_state.text = well_formed(text)[:MAX_TEXT]
    st.session_state.seq = seq
    revs = st.session_state.setdefault("text_revs", {})
    for other in PAGES:
        revs[other] = revs.get(other, 0) + (other != page)


def rev(page: str) -> int:
    """Give a number that grows whenever the live text changes elsewhere than on this page."""
    found: int = st.session_state.get("text_revs", {}).get(page, 0)
    return found


def dial_fields(name: str) -> Fields:
    """Give the live text under a tokenizer as the dial reads it; a refusal is part of it."""
    text, refused = text_in_hand(), ""
    try:
        fields = replay_fields(shelf.tokenizer(name), text)
    except ValueError as error:
        fields, refused = replay_fields(bpe.Tokenizer([]), ""), str(error)
    return fields | {
        "editor": text if refused else None,
        "refused": refused,
        "seq": st.session_state.get("seq", 0),
        "rev": rev("text"),
        "k": fields["n_merges"],
        "tokenizer": shelf.title(name),
        "max_chars": MAX_TEXT,
    }


@dataclass(frozen=True)
class Row:
    """One tokenizer in a comparison: how it cuts the text, or why it cannot."""

    title: str
    fields: Fields
    tokens: int
    bytes: int
    refused: str = ""

    @property
    def bytes_per_token(self) -> str:
        """The compression, for a table."""
        ratio = bytes_per_token(self.bytes, self.tokens)
        return "-" if ratio is None else f"{ratio:.2f}"


def compared(names: list[str]) -> list[Row]:
    """Cut the live text with several tokenizers."""
    text = text_in_hand()
    rows = []
    for name in names:
        title, size = shelf.title(name), len(text.encode())
        try:
            fields = replay_fields(shelf.tokenizer(name), text)
        except ValueError as error:
            rows.append(Row(title, {}, 0, size, str(error)))
        else:
            rows.append(Row(title, fields, fields["n_tokens"], size))
    return rows


def curves(result: Trained, held_out: str) -> tuple[list[float], list[float]]:
    """Give bytes a token after each merge, for the corpus and for a text held out.

    The second is empty where the tokenizer cannot take that text.
    """
    fields = result.fields
    tokens = fields["n_units"] - np.cumsum(fields["gains"], dtype=np.float64)
    sample = next((sample for sample in samples.SAMPLES if sample.key == held_out), None)
    other = samples.corpus(sample).documents if sample else text_in_hand()
    corpus = (fields["n_units"] / np.maximum(tokens, 1)).tolist()
    try:
        counts = result.training.tokenizer.replay(other).token_counts
    except ValueError:
        return corpus, []
    return corpus, (counts[0] / np.maximum(counts, 1)).tolist() if counts[0] else []
