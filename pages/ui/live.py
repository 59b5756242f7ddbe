"""The live text, the same on all pages, and how tokenizers cut it."""

from __future__ import annotations

import secrets
from datetime import timedelta

import streamlit as st

import bpe
from bpe.corpus import well_formed
from bpe.pretrained import agrees_with_tiktoken
from pages.ui import facts, shelf, words
from pages.ui.payload import Fields, fields_with_outside

MAX_TEXT = 1_000_000
"""The longest live text, in characters."""

VIEWS = {
    "show": ("text", "ids", "bytes", "both"),
    "colour": ("boundary", "length", "age"),
    "stops": ("changes", "all"),
}
"""How the live text may be shown, the first choice being the usual one."""

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
    text = well_formed(text)
    st.session_state.text = text[:MAX_TEXT]
    st.session_state.text_note = f"The first {MAX_TEXT:,} of {len(text):,} characters are used." * (
        len(text) > MAX_TEXT
    )
    st.session_state.seq = seq
    revs = st.session_state.setdefault("text_revs", {})
    for other in PAGES:
        revs[other] = revs.get(other, 0) + (other != page)


def rev(page: str) -> int:
    """Give a number that grows whenever the live text changes elsewhere than on this page."""
    found: int = st.session_state.get("text_revs", {}).get(page, 0)
    return found


def note() -> str:
    """Say of the live text that it was cut, if it was."""
    found: str = st.session_state.get("text_note", "")
    return found


def is_fresh() -> bool:
    """Say whether no live text of this visitor has been taken yet."""
    return "text_revs" not in st.session_state


def session() -> str:
    """Give what this session is known by: another name tells a browser that ours is a new one."""
    name: str = st.session_state.setdefault("session", secrets.token_hex(8))
    return name


@st.fragment(run_every=timedelta(days=1))
def stay_in_touch() -> None:
    """Make a browser that has lost the server ask for the whole page once it is there again.

    Streamlit's does so where a fragment is to run again by itself, however rarely; else a page at
    rest asks for nothing, and a server that has begun anew knows none of its fragments.
    """


def dial_fields(name: str) -> Fields:
    """Give the live text under a tokenizer as the dial reads it; a refusal is part of it."""
    text, refused = text_in_hand(), ""
    try:
        fields = cut(name)
    except ValueError as error:
        fields, refused = fields_with_outside(bpe.Tokenizer([]), ""), str(error)
    return fields | {
        "editor": text if refused else None,
        "refused": refused,
        "note": note(),
        "seq": st.session_state.get("seq", 0),
        "rev": rev("text"),
        "fresh": is_fresh(),
        "session": session(),
        "k": k_in_hand(fields["n_merges"]),
        "pretrained": name in words.ENCODINGS,
        "initial_view": view_in_hand(),
        "facts": st.session_state.get("facts"),
    }


def cut(name: str) -> Fields:
    """Replay the live text once, however often the page asks.

    Raises:
        ValueError: There is no such tokenizer any more, or it does not take the text.
    """
    machine, text, specials = shelf.tokenizer(name), text_in_hand(), specials_in_hand()
    asked = (machine, text, specials)
    known = st.session_state.get("live_cut")
    if known is None or known[0][0] is not machine or known[0][1:] != asked[1:]:
        fields = fields_with_outside(machine, text, specials=specials)
        known = asked, fields | _compared_with_tiktoken(name, fields, specials=specials)
        st.session_state.live_cut = known
    found: Fields = known[1]
    return found


def _compared_with_tiktoken(name: str, fields: Fields, *, specials: bool) -> Fields:
    """Say in `as_tiktoken` whether tiktoken gives the same ids, None where it does not say."""
    if name not in words.ENCODINGS:
        return {"as_tiktoken": None}
    replay = bpe.Replay(
        fields["text"].encode(),
        fields["merged_at"],
        shelf.tokenizer(name).vocabulary,
        specials=tuple(tuple(special) for special in fields["specials"]),
    )
    ids = replay.ids(replay.n_merges)
    same = agrees_with_tiktoken(name, fields["text"], ids, specials=specials)
    trouble = "These ids are not those of tiktoken." * (same is False)
    return {"as_tiktoken": same, "round_trip": fields["round_trip"] or trouble}


def specials_in_hand() -> bool:
    """Say whether special tokens in the live text are read as such."""
    return bool(st.session_state.get("specials", False))


def keep_k(k: object) -> None:
    """Keep the number of merges at which the slider came to rest; None stands for all."""
    st.session_state.text_k = max(k, 0) if type(k) is int else None


def chosen_k() -> int | None:
    """Give the number of merges that was chosen, or None while all are used."""
    k: int | None = st.session_state.get("text_k")
    return k


def k_in_hand(n_merges: int) -> int:
    """Give the number of merges to show of so many."""
    k = chosen_k()
    return n_merges if k is None else min(k, n_merges)


def keep_view(view: object) -> None:
    """Keep how the live text is shown; what a browser sends is checked."""
    if isinstance(view, dict):
        st.session_state.text_view = {
            name: view[name] if view.get(name) in choices else choices[0]
            for name, choices in VIEWS.items()
        }


def view_in_hand() -> dict[str, str]:
    """Give how the live text is shown: what, in which colours, with which stops."""
    view: dict[str, str] = st.session_state.setdefault(
        "text_view", {name: choices[0] for name, choices in VIEWS.items()}
    )
    return view


def ask(name: str, message: object) -> None:
    """Answer what the dial asks about a token; what it sends is checked."""
    wanted = ("start", "end", "from", "to", "k")
    if not isinstance(message, dict) or not all(type(message.get(key)) is int for key in wanted):
        return
    try:
        fields = cut(name)
    except ValueError:  # the page says why
        return
    start, end, first, last, k = (message[key] for key in wanted)
    units = fields["text"].encode(fields["codec"], "replace")
    if message.get("sig") != fields["sig"] or not 0 <= first <= start < end <= last <= len(units):
        return
    st.session_state.facts = {
        "sig": fields["sig"],
        "k": k,
        "start": start,
        **facts.of_token(
            name,
            units[start:end],
            bpe.Replay(
                units[first:last],
                fields["merged_at"][first : last - 1],
                shelf.tokenizer(name).vocabulary,
            ),
        ),
    }
