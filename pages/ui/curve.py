"""How long the tokens of a text grow, merge by merge: the numbers behind the curves."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st

import bpe
from pages.ui import live, samples, shelf, words
from pages.ui.charts import Curve
from pages.ui.training import Trained

LINEAR_UP_TO = 1000
"""How many merges stand on a linear axis; more are on a logarithmic one, as on the slider."""

Ints = npt.NDArray[Any]

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
    k, logarithmic = live.k_in_hand(n_merges), is_logarithmic(n_merges)
    counts = units - np.cumsum(
        np.bincount(merged_at[merged_at <= n_merges], minlength=n_merges + 1)
    )
    curves = [_curve("this text", counts, fields["events"], k, logarithmic)]
    result: Trained | None = st.session_state.get("trained")
    if result is not None and result.training.tokenizer == shelf.tokenizer(name):
        curves.append(_of_corpus("training corpus", result, k, logarithmic))
    return curves


def of_training(result: Trained, held_out: str, k: int) -> list[Curve]:
    """Give the curve of the corpus trained on and, where it has any, that of a text held out.

    That is a sample or, by the name `live.LIVE`, the live text; it has none where the tokenizer
    does not take it.
    """
    curves = [_of_corpus("this corpus", result, k, logarithmic=False)]
    sample = next((sample for sample in samples.SAMPLES if sample.key == held_out), None)
    other = samples.corpus(sample).documents if sample else live.text_in_hand()
    counts, events = _replayed(result.training.tokenizer, other)
    if counts[0]:
        curves.append(_curve("the other text", counts, events, k, False))
    return curves


def _replayed(machine: bpe.Tokenizer, text: str | dict[str, int]) -> tuple[Ints, Ints]:
    """Give the counts and the events of a text; no tokens where it is refused.

    The last ones are kept: a long text takes seconds, and the page asks each time it is drawn.
    """
    last = st.session_state.get("held_out_replayed")
    if last is None or last[0] is not machine or last[1] != text:
        try:
            replay = machine.replay(text)
            found = replay.token_counts, replay.events
        except ValueError:
            found = np.zeros(1, np.int64), np.zeros(0, np.int64)
        last = st.session_state.held_out_replayed = machine, text, found
    counts, events = last[2]
    return counts, events


def _of_corpus(title: str, result: Trained, k: int, logarithmic: bool) -> Curve:
    counts = result.fields["n_units"] - np.cumsum(result.fields["gains"])
    return _curve(title, counts, np.arange(1, len(counts)), k, logarithmic)


def _curve(
    title: str, counts: npt.NDArray[Any], events: npt.NDArray[Any], k: int, logarithmic: bool
) -> Curve:
    """Take the points at which a curve changes; of too many, those that can be told apart."""
    n_merges = len(counts) - 1
    if len(events) > POINTS:
        places = np.log1p(events) if logarithmic else events
        columns = (POINTS * places / places[-1]).astype(int)
        events = events[np.flatnonzero(np.diff(columns, append=POINTS + 1))]
    merges = sorted({0, k, n_merges, *events.tolist()})
    return Curve(title, int(counts[0]), merges, [int(counts[m]) for m in merges])


def is_logarithmic(n_merges: int) -> bool:
    """Say on which kind of axis so many merges stand where the text is cut by them."""
    return n_merges > LINEAR_UP_TO


def in_words(curves: list[Curve], k: int, unit: str) -> str:
    """Tell the curves' beginnings and ends to those who do not see them."""
    first, *others = curves
    each = [f"{value:.2f}" for value in first.units_a_token]
    said = (
        f"{unit.capitalize()} a token against merges: {each[0]} with none, {each[-1]} with all "
        f"{words.plural(first.merges[-1], 'merge')}; the slider is at {k:,}."
    )
    ends = [f" With all, {curve.name} has {curve.units_a_token[-1]:.2f}." for curve in others]
    return "".join([said, *ends])
