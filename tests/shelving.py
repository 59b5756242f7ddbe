"""What stands on a visitor's shelf in an app that is tested without a browser, by name."""

from dataclasses import replace

from streamlit.testing.v1 import AppTest

import bpe
from pages.ui.shelf import Kept


def machines(app: AppTest) -> dict[str, bpe.Tokenizer]:
    """The tokenizers by name, the newest last."""
    return {kept.name: kept.machine for kept in app.session_state["shelf"].values()}


def names(app: AppTest) -> list[str]:
    """The names, the newest last."""
    return [kept.name for kept in app.session_state["shelf"].values()]


def key_of(app: AppTest, name: str) -> str:
    """The key of a tokenizer."""
    return next(key for key, kept in app.session_state["shelf"].items() if kept.name == name)


def put(app: AppTest, name: str, machine: bpe.Tokenizer) -> None:
    """Put a tokenizer there as the newest, its name being its key too."""
    app.session_state["shelf"][name] = Kept(machine, name, name)


def rename(app: AppTest, old: str, new: str) -> None:
    """Call a tokenizer otherwise."""
    key = key_of(app, old)
    kept = app.session_state["shelf"][key]
    app.session_state["shelf"][key] = replace(kept, name=new, chosen=True)
