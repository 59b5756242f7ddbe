"""The live text in the page's address, so that a link or a reload brings it back."""

from __future__ import annotations

import streamlit as st

from pages.ui import live, words

PAGE = "text"
"""The page's own part of the address."""

MAX_TEXT = 500
"""Up to this many characters a text stands in the address."""


NAMES = frozenset({"text", "tokenizer", "k", *live.VIEWS})
"""What this page writes into the address."""


def leave_behind(page: str) -> None:
    """Take what belongs to the live text out of the address of another page.

    A browser that is on its way to that page takes an address which was sent a moment ago along.
    """
    came_from, st.session_state.address_page = st.session_state.get("address_page", page), page
    kept = {name: value for name, value in st.query_params.items() if name not in NAMES}
    if page == PAGE or (page == came_from and len(kept) == len(st.query_params)):
        return
    if kept:
        st.query_params.from_dict(kept)
    else:
        st.query_params.clear()  # said even where the server sees none: the browser may


def stay() -> None:
    """Let the next run pass over what the address says.

    A control was used: the visitor has not gone back, and the browser may have said an address
    before it got the one that was written last.
    """
    st.session_state.address_stays = True


def read() -> None:
    """Take over what the address says, if it is not what was written there.

    So it is on the first visit, and when the visitor goes back. What makes no sense is passed over.
    """
    said = st.query_params
    if st.session_state.pop("address_stays", False):
        return
    if not said or said.to_dict() == st.session_state.get("address_written"):
        return
    # Without a text an address stands for the last one that was too long for it, else for the
    # opening one; on a first visit the text in hand stays.
    went_back = "address_written" in st.session_state
    st.session_state.address_written = said.to_dict()  # taken over once, however this run ends
    without = st.session_state.get("address_long", live.OPENING_TEXT)
    if "text" in said or went_back:
        live.take_text(said["text"][:MAX_TEXT] if "text" in said else without, page="address")
    if said.get("tokenizer") in words.ENCODINGS:
        st.session_state.tokenizer = said["tokenizer"]
    is_number = said.get("k", "").isascii() and said.get("k", "").isdigit()
    live.keep_k(int(said["k"][:9]) if is_number else None)
    live.keep_view({name: said.get(name) for name in live.VIEWS})


def write(tokenizer: str) -> None:
    """Put into the address what is shown, where that differs from what stands there."""
    text, view = live.text_in_hand(), live.view_in_hand()
    wanted = {"tokenizer": tokenizer} if tokenizer in words.ENCODINGS else {}
    if len(text) > MAX_TEXT:
        st.session_state.address_long = text
    elif text != live.OPENING_TEXT:
        wanted["text"] = text
    if (k := live.chosen_k()) is not None:
        wanted["k"] = str(k)
    wanted |= {name: view[name] for name, choices in live.VIEWS.items() if view[name] != choices[0]}
    st.session_state.address_written = wanted
    if st.query_params.to_dict() != wanted:
        st.query_params.from_dict(wanted)
