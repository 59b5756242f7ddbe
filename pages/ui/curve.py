"""How long the tokens of the live text grow, merge by merge: the numbers behind the curve."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st

from pages.ui import live, shelf, words
from pages.ui.charts import Curve
from pages.ui.training import Trained

LINEAR_UP_TO = 1000
"""How many merges stand on a linear axis; more are on a logarithmic one, as on the slider."""

POINTS = 400
"""How many points of a curve are drawn at most."""


def of_live_text(name: str) -> list[Curve]:
    """Give the curve of the live text and, where it is in hand, that of the training corpus.

    The number of merges in hand is one of the points. Nothing where there is no text or no merge,
    or where the tokenizer does not take the text.
    """
    try:
        fields = live.cut(name)
    except ValueError:
        return []
    merged_at, n_merges = fields["merged_at"], fields["n_merges"]
    units = len(merged_at) + 1 - len(fields["outside"])
    if not fields["text"] or not units or not n_merges:
        return []
    k = live.k_in_hand(n_merges)
    gains = np.bincount(merged_at[merged_at <= n_merges], minlength=n_merges + 1)
    curves = [_curve("this text", units, gains, fields["events"], k)]
    result: Trained | None = st.session_state.get("trained")
    if result is not None and result.training.tokenizer is shelf.tokenizer(name):
        gains = result.fields["gains"]
        every = np.arange(1, n_merges + 1)
        curves.append(_curve("training corpus", result.fields["n_units"], gains, every, k))
    return curves


def _curve(
    title: str, units: int, gains: npt.NDArray[Any], events: npt.NDArray[Any], k: int
) -> Curve:
    """Take the points at which a curve changes; of too many, those that can be told apart."""
    n_merges = len(gains) - 1
    counts = units - np.cumsum(gains)
    if len(events) > POINTS:
        places = np.log1p(events) if is_logarithmic(n_merges) else events
        columns = (POINTS * places / places[-1]).astype(int)
        events = events[np.flatnonzero(np.diff(columns, append=POINTS + 1))]
    merges = sorted({0, k, n_merges, *events.tolist()})
    return Curve(title, units, merges, [int(counts[m]) for m in merges])


def is_logarithmic(n_merges: int) -> bool:
    """Say on which kind of axis so many merges stand."""
    return n_merges > LINEAR_UP_TO


def in_words(curve: Curve, k: int, unit: str) -> str:
    """Tell the curve's beginning and end to those who do not see it."""
    each = [f"{value:.2f}" for value in curve.units_a_token]
    return (
        f"{unit.capitalize()} a token against merges: {each[0]} with none, {each[-1]} with all "
        f"{words.plural(curve.merges[-1], 'merge')}; the slider is at {k:,}."
    )
