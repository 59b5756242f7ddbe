"""The chart of the page Compare: one text's tokens under vocabularies of every size."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from pages.ui.charts import ACCENT, PALE_INK, QUIET

POINTS = 300

MARKS = {
    32_000: "32,000",
    50_257: "50,257: GPT-2",
    100_256: "100,256: GPT-4",
    128_000: "128,000",
    199_998: "199,998: GPT-4o",
}
"""Sizes that vocabularies in use have, for a reader to find their way."""

_DASHES = ("solid", "dot", "dash", "dashdot", "longdash", "longdashdot")
_COLOURS = (ACCENT, "#0b93a5", "#cc6a10", "#a5479b", "#5f8a2c")


@dataclass(frozen=True)
class Line:
    """One tokenizer at every size: `sizes` ascending, `tokens` at each; `marked` are in force."""

    title: str
    sizes: npt.NDArray[np.int64]
    tokens: npt.NDArray[np.int64]
    marked: Sequence[int]


def size_curves(lines: Sequence[Line]) -> go.Figure:
    """Show tokens against the size of the vocabulary, a line a tokenizer; dots where rows stop."""
    figure = go.Figure()
    for i, line in enumerate(lines):
        shown = _where_it_changes(line)
        colour = _COLOURS[i % len(_COLOURS)]
        at = np.searchsorted(line.sizes, line.marked)
        figure.add_trace(
            go.Scatter(
                x=line.sizes[shown].tolist(),
                y=line.tokens[shown].tolist(),
                mode="lines",
                line={
                    "color": colour,
                    "width": 2,
                    "shape": "hv",
                    "dash": _DASHES[i % len(_DASHES)],
                },
                name=html.escape(line.title),
                hovertemplate="%{y:,} tokens with %{x:,}<extra>%{fullData.name}</extra>",
            )
        )
        figure.add_trace(
            go.Scatter(
                x=list(line.marked),
                y=line.tokens[at].tolist(),
                mode="markers",
                marker={"size": 10, "color": colour},
                showlegend=False,
                name=html.escape(line.title),
                hovertemplate="%{y:,} tokens with %{x:,}<extra>%{fullData.name}</extra>",
            )
        )
    most = max((int(line.sizes[-1]) for line in lines), default=256)
    for size, label in MARKS.items():
        if size > most * 1.3:
            continue
        figure.add_vline(x=size, line={"color": QUIET, "width": 1, "dash": "dot"}, layer="below")
        figure.add_annotation(
            x=np.log10(size),
            y=1,
            yref="paper",
            text=label,
            textangle=-90,
            xanchor="left" if size == 128_000 else "right",  # else it stands on its neighbour
            yanchor="top",
            xshift=2 if size == 128_000 else -2,
            showarrow=False,
            font={"color": PALE_INK, "size": 11},
        )
    figure.update_layout(
        height=380,
        margin={"l": 0, "r": 8, "t": 8, "b": 0},
        dragmode=False,
        legend={"orientation": "h", "x": 0, "y": -0.22, "yanchor": "top", "title": None},
        xaxis={
            "type": "log",
            "title": "tokens in the vocabulary",
            "range": [np.log10(240), np.log10(most * 1.15)],
            "tickvals": [256, 1000, 10_000, 100_000],
            "ticktext": ["256", "1,000", "10,000", "100,000"],
            "showgrid": False,
            "fixedrange": True,
        },
        yaxis={"title": "tokens of this text", "rangemode": "tozero", "fixedrange": True},
    )
    return figure


def _where_it_changes(line: Line) -> npt.NDArray[np.int64]:
    """Choose the points to draw: both ends, and those where the count changes, if not too many."""
    changes = np.flatnonzero(np.diff(line.tokens)) + 1
    if len(changes) > POINTS:
        changes = changes[np.linspace(0, len(changes) - 1, POINTS).astype(np.int64)]
    return np.unique(np.concatenate([[0], changes, [len(line.tokens) - 1]]))
