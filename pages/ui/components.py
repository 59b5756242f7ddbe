"""The browser components, each behind one typed function."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from pages.ui.payload import Fields

FOLDER = Path(__file__).parents[2] / "assets" / "components"

SHARED = (
    "leaving.js",
    "core.js",
    "chips.js",
    "card.js",
    "spoken.js",
    "cursor.js",
    "stage.js",
    "slider.js",
)
"""What the scripts of all components with a stage begin with."""


def _register(name: str, *others: str) -> Any:
    """Join the shared code and a component: an inline module cannot import relatively."""
    return st.components.v2.component(
        f"bpe_{name}",
        html='<div class="bpe"></div>',
        css=_join(FOLDER / "core.css", *_files(name, "css")),
        js=_join(*(FOLDER / file for file in (*SHARED, *others)), *_files(name, "js")),
    )


def _files(name: str, kind: str) -> list[Path]:
    """Find a component's file, and those named after it that hold its parts."""
    return [FOLDER / f"{name}.{kind}", *sorted(FOLDER.glob(f"{name}_*.{kind}"))]


def _join(*files: Path) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


_PLAYER, _DIAL, _ROWS = (
    _register("player", "address.js"),
    _register("dial", "kept.js", "ring.js"),
    _register("rows"),
)

_EDITOR = st.components.v2.component(
    "bpe_editor",
    html='<div class="bpe"></div>',
    css=_join(FOLDER / "editor.css"),
    js=_join(*(FOLDER / file for file in ("leaving.js", "kept.js", "editor.js"))),
)

_BELL = st.components.v2.component(
    "bpe_bell", js=_join(*(FOLDER / file for file in ("leaving.js", "ring.js", "bell.js")))
)


def player(
    fields: Fields,
    *,
    key: str,
    k: int,
    rev: int,
    on_k: Callable[[], None],
    on_predict: Callable[[], None],
) -> None:
    """Show a training merge by merge.

    It answers with the state `k` when it comes to rest, and with the trigger `predict` when
    predicting begins.
    """
    _PLAYER(
        key=key,
        data={**fields, "k": k, "rev": rev},
        on_k_change=on_k,
        on_predict_change=on_predict,
    )


def editor(
    text: str,
    *,
    label: str,
    note: str = "",
    pause_ms: int = 900,
    rows: int = 7,
    max_chars: int,
    rev: int,
    key: str,
    on_text: Callable[[], None],
    rest: str = "",
    fresh: bool = False,
    session: str,
    on_kept: Callable[[], None] | None = None,
) -> None:
    """Show a box for a text that may be large.

    It answers with the trigger `text` when it is left or after a pause; a new `rev` replaces what
    stands in it. Where it holds the live text or, before a `rest`, its beginning, the tab keeps
    both: while the server has none yet (`fresh`), or when its `session` is another one, they come
    back by the trigger `kept`, and so do both where more is pasted than `max_chars`. Other boxes
    take more than that, and it is for the caller to say what of it is used; in another session
    what was said there is said again.

    Each message has a number, and comes again until that is sent back: it is taken once.
    """

    def once(take: Callable[[], None]) -> Callable[[], None]:
        def taken() -> None:
            seq = sent(key, "seq")
            if type(seq) is int and seq > st.session_state.get(f"{key}_seq", 0):
                st.session_state[f"{key}_seq"] = seq
                take()

        return taken

    data = {
        "text": text,
        "label": label,
        "note": note,
        "pause_ms": pause_ms,
        "rows": rows,
        "max_chars": max_chars,
        "rev": rev,
        "session": session,
        "seq": st.session_state.get(f"{key}_seq", 0),
    }
    on: dict[str, Any] = {"on_text_change": once(on_text), "on_seq_change": lambda: None}
    if on_kept is not None:
        data |= {"rest": rest, "fresh": fresh}
        on["on_kept_change"] = once(on_kept)
    _EDITOR(key=key, data=data, **on)


def sent(key: str, name: str) -> Any:
    """Give what a component sent under a name: anything, for browsers are strangers."""
    value = st.session_state.get(key)
    return value.get(name) if value is not None else None


def dial(
    fields: Fields, *, key: str, on_text: Callable[[], None], on_token: Callable[[], None]
) -> None:
    """Show a live text with an editor and the merge slider.

    It answers with the trigger `text` while one types and `token` when a token's card is pinned,
    and rings the `bell`: with `k` and `view` when typing pauses or they come to rest, or when
    another session asks, and with `back`, the address, when the visitor has gone back in the
    history or forward.
    """
    _DIAL(key=key, data=fields, on_text_change=on_text, on_token_change=on_token)


def bell(*, key: str, on_rung: Callable[[], None]) -> None:
    """Let a component in a fragment ask for the whole page, by the trigger `rung`.

    A callback that asks for it by `st.rerun` would win over the page that the visitor has meanwhile
    gone to.
    """
    _BELL(key=key, on_rung_change=on_rung)


def rows(fields: Fields, *, key: str, on_ks: Callable[[], None]) -> None:
    """Show one text as the pieces of several tokenizers, one row each.

    It answers with the state `ks`, the numbers of merges at which rows were stopped, by key.
    """
    _ROWS(key=key, data=fields, on_ks_change=on_ks)
