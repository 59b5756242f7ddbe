"""What stands in a page's address, so that a link or a reload brings it back.

On "Your text" it is the live text, each an entry in the history; on "Train" the training.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Mapping
from urllib.parse import parse_qsl

import streamlit as st

from pages.ui import live, recipes, shelf, state, trainer
from pages.ui.recipes import MAX_TEXT

TRAIN, TEXT = "", "text"
"""Each page's own part of the address."""

OF_TEXT = frozenset({"text", "long", "tokenizer", "specials", "k", *live.VIEWS})
"""What the live text is told by in the address."""

OF_TRAINING = frozenset({*recipes.NAMES, "step"})
"""The same of a training."""

OWN = "own"
"""What a tokenizer trained here is called in an address that tells how."""

MAX_LONG = 4
"""How many texts that are too long for an address are kept, to go back to."""


def enter(page: str) -> None:
    """Note that a page is entered; take what belongs to other pages out of its address.

    A browser that is on its way to that page takes an address which was sent a moment ago along.
    """
    came_from = st.session_state.get("address_page")
    st.session_state.address_page = page
    # Until it is written: a run may end before.
    st.session_state.address_entered = page != came_from or st.session_state.get("address_entered")
    kept = {name: v for name, v in st.query_params.items() if name not in OF_TEXT | OF_TRAINING}
    stays = came_from in (None, page) and len(kept) == len(st.query_params)
    if page in (TRAIN, TEXT) or stays:
        return
    if kept:
        st.query_params.from_dict(kept)
    else:
        st.query_params.clear()  # said even where the server sees none: the browser may


def read() -> None:
    """Take over what the address says when the page is entered; what makes no sense is passed over.

    Later it is not asked: a browser says an address before it has got the one written last, after
    a lost connection too.
    """
    said = _of_text(st.query_params)
    if st.session_state.address_entered and said not in ({}, st.session_state.get("address_said")):
        _take(said)


def go_back(query: str) -> None:
    """Take over the address that the visitor has gone back to, or forward; it stays as it is.

    One that says nothing was there before anything was written: what is in hand stays.
    """
    if said := _of_text(dict(parse_qsl(query.removeprefix("?"), keep_blank_values=True))):
        _take(said)
    st.session_state.address_said = _wanted(st.session_state.tokenizer)


def _of_text(said: Mapping[str, str]) -> dict[str, str]:
    """Give what an address says of the live text: it may have been left by the page "Train"."""
    own = OF_TEXT | (recipes.NAMES if said.get("tokenizer") == OWN else set())
    return {name: value for name, value in said.items() if name in own}


def _take(said: dict[str, str]) -> None:
    """Show what an address says. On a first visit one without a text leaves that in hand."""
    is_first = "address_said" not in st.session_state
    st.session_state.address_said = said
    long: dict[str, str] = st.session_state.get("address_long", {})
    if "text" in said:
        live.take_text(said["text"][:MAX_TEXT], page="address")
    elif not is_first:
        live.take_text(long.get(said.get("long", ""), live.OPENING_TEXT), page="address")
    if said.get("tokenizer") == OWN:
        with contextlib.suppress(ValueError):  # an address that was changed by hand
            st.session_state.tokenizer = trainer.shelve(recipes.read(said))
    elif said.get("tokenizer") in shelf.offered():
        st.session_state.tokenizer = said["tokenizer"]
    st.session_state.specials = said.get("specials") == "1"
    live.keep_k(recipes.number(said, "k"))
    live.keep_view({name: said.get(name) for name in live.VIEWS})


def write(tokenizer: str) -> None:
    """Put into the address what is shown, once it is another than was put there last.

    Else it is there, or on its way, or the visitor has just gone back, which is told next.
    """
    wanted = _wanted(tokenizer)
    is_other = st.session_state.address_entered or wanted != st.session_state.get("address_said")
    st.session_state.address_said, st.session_state.address_entered = wanted, False
    if is_other and st.query_params.to_dict() != wanted:
        st.query_params.from_dict(wanted)


def _wanted(tokenizer: str) -> dict[str, str]:
    """Tell what is shown, and keep a text for which there is no room."""
    text, view = live.text_in_hand(), live.view_in_hand()
    wanted = _tokenizer_said(tokenizer)
    if len(text) > MAX_TEXT:
        wanted["long"] = _keep_long(text)
    elif text != live.OPENING_TEXT:
        wanted["text"] = text
    if live.specials_in_hand():
        wanted["specials"] = "1"
    if (k := live.chosen_k()) is not None:
        wanted["k"] = str(k)
    return wanted | {
        name: view[name] for name, choices in live.VIEWS.items() if view[name] != choices[0]
    }


def _keep_long(text: str) -> str:
    """Keep a text that is too long for the address, and give what stands there for it."""
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    kept = st.session_state.get("address_long", {})
    kept = {name: other for name, other in kept.items() if name != digest} | {digest: text}
    st.session_state.address_long = dict([*kept.items()][-MAX_LONG:])
    return digest


def _tokenizer_said(key: str) -> dict[str, str]:
    """Name an encoding, or tell how a tokenizer was trained; of others the key, to go back to."""
    recipe = shelf.recipe(key)
    told = None if recipe is None else recipes.said(recipe)
    return {"tokenizer": key} if told is None else {"tokenizer": OWN, **told}


def of_training() -> dict[str, str | None]:
    """Tell the training in hand and its step, None for what is not to stand in the address.

    The browser writes it in place of what stood there, without an entry in the history.
    """
    recipe, step = state.recipe_in_hand(), trainer.k_in_hand()
    told = recipes.said(recipe)
    here = told or {}
    if step and told is not None and st.session_state.trained.recipe == recipe:
        here["step"] = str(step)
    return dict.fromkeys(sorted((OF_TEXT | OF_TRAINING) - {*here})) | here
