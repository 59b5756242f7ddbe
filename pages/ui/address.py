"""What stands in a page's address, so that a link or a reload brings it back.

On "Your text" it is the live text, each an entry in the history; on "Train" the training.
"""

from __future__ import annotations

import contextlib

import streamlit as st

from pages.ui import live, recipes, shelf, state, words
from pages.ui.recipes import MAX_TEXT

TRAIN, TEXT = "", "text"
"""Each page's own part of the address."""

OF_TEXT = frozenset({"text", "tokenizer", "k", *live.VIEWS})
"""What the live text is told by in the address."""

OF_TRAINING = frozenset({*recipes.NAMES, "step"})
"""The same of a training."""

OWN = "own"
"""What a tokenizer trained here is called in an address that tells how."""


def leave_behind(page: str) -> None:
    """Take what belongs to these pages out of the address of another page.

    A browser that is on its way to that page takes an address which was sent a moment ago along.
    """
    if page != TEXT:
        st.session_state.pop("address_stays", None)
    came_from, st.session_state.address_page = st.session_state.get("address_page", page), page
    kept = {
        name: value for name, value in st.query_params.items() if name not in OF_TEXT | OF_TRAINING
    }
    if page in (TRAIN, TEXT) or (page == came_from and len(kept) == len(st.query_params)):
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
    said = _said()
    if st.session_state.pop("address_stays", False):
        return
    if not said or said == st.session_state.get("address_written"):
        return
    # Without a text an address stands for the last one that was too long for it, else for the
    # opening one; on a first visit the text in hand stays.
    went_back = "address_written" in st.session_state
    st.session_state.address_written = said  # taken over once, however this run ends
    without = st.session_state.get("address_long", live.OPENING_TEXT)
    if "text" in said or went_back:
        live.take_text(said["text"][:MAX_TEXT] if "text" in said else without, page="address")
    if said.get("tokenizer") in words.ENCODINGS:
        st.session_state.tokenizer = said["tokenizer"]
    elif said.get("tokenizer") == OWN:
        with contextlib.suppress(ValueError):  # an address that was changed by hand
            st.session_state.tokenizer = state.shelve(recipes.read(said))
    live.keep_k(recipes.number(said, "k"))
    live.keep_view({name: said.get(name) for name in live.VIEWS})


def _said() -> dict[str, str]:
    """Give what the address says of the live text: it may have been left by the page "Train"."""
    said = st.query_params.to_dict()
    own = OF_TEXT | (recipes.NAMES if said.get("tokenizer") == OWN else set())
    return {name: value for name, value in said.items() if name in own}


def write(tokenizer: str) -> None:
    """Put into the address what is shown, where that differs from what stands there."""
    text, view = live.text_in_hand(), live.view_in_hand()
    wanted = _tokenizer_said(tokenizer)
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


def _tokenizer_said(key: str) -> dict[str, str]:
    """Name an encoding, or tell how a tokenizer was trained; nothing where that is too long."""
    if key in words.ENCODINGS:
        return {"tokenizer": key}
    recipe = shelf.recipe(key)
    told = None if recipe is None else recipes.said(recipe)
    return {} if told is None else {"tokenizer": OWN, **told}


def of_training() -> dict[str, str | None]:
    """Tell the training in hand and its step, None for what is not to stand in the address.

    The browser writes it in place of what stood there, without an entry in the history.
    """
    told = recipes.said(state.recipe_in_hand())
    step = {"step": str(state.k_in_hand())} if told is not None and state.k_in_hand() else {}
    return dict.fromkeys(OF_TEXT | OF_TRAINING) | (told or {}) | step
