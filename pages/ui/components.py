"""The browser components, each behind one typed function."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from pages.ui.payload import Fields

FOLDER = Path(__file__).parents[2] / "assets" / "components"


def _register(name: str) -> Any:
    """Join the shared code and a component: an inline module cannot import relatively."""
    return st.components.v2.component(
        f"bpe_{name}",
        html='<div class="bpe"></div>',
        css=_join("core.css", f"{name}.css"),
        js=_join("core.js", "stage.js", f"{name}.js"),
    )


def _join(*files: str) -> str:
    return "\n".join((FOLDER / file).read_text(encoding="utf-8") for file in files)


_PLAYER, _DIAL, _ROWS = (_register(name) for name in ("player", "dial", "rows"))


def player(fields: Fields, *, key: str, k: int, rev: int, on_k: Callable[[], None]) -> None:
    """Show a training merge by merge; it answers with the state `k` when it comes to rest."""
    _PLAYER(key=key, data={**fields, "k": k, "rev": rev}, on_k_change=on_k)


def dial(
    fields: Fields,
    *,
    key: str,
    on_text: Callable[[], None],
    on_k: Callable[[], None],
) -> None:
    """Show a live text with an editor and the merge slider.

    It answers with the trigger `text` while one types and with the state `k` on release.
    """
    _DIAL(key=key, data=fields, on_text_change=on_text, on_k_change=on_k)


def rows(names: list[str], replays: list[Fields], *, key: str) -> None:
    """Show one text as the pieces of several tokenizers, one row each."""
    data: Fields = {"names": names}
    for i, fields in enumerate(replays):
        data |= {f"row_{i}_{name}": value for name, value in fields.items()}
    _ROWS(key=key, data=data)
