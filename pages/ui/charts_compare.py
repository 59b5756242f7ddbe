"""The chart of the page Compare: one text's tokens under vocabularies of every size."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from pages.ui.charts_look import ACCENT, AMBER, QUIET, TEAL, dress

POINTS = 300

MARKS = {
    32_000: "32,000",
    50_257: "50,257: GPT-2",
    100_256: "100,256: GPT-4",
    128_000: "128,000",
    199_998: "199,998: GPT-4o",
}
"""Sizes that vocabularies in use have, for a reader to find their way."""

LEFT_UP_TO = 100_256
"""Up to this size a mark's name stands left of it, beyond at the right: else two are one."""

HOVER = "%{fullData.name}<br>%{y:,} tokens with %{x:,}<extra></extra>"
"""Not in plotly's second box, whose letters have the line's colour."""

DASHES = ("solid", "dot", "dash", "dashdot", "longdash", "longdashdot")
COLOURS = (ACCENT, TEAL, AMBER, "#a5479b", "#5f8a2c")


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
        colour = COLOURS[i % len(COLOURS)]
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
                    "dash": DASHES[i % len(DASHES)],
                },
                name=html.escape(line.title),
                hovertemplate=HOVER,
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
                hovertemplate=HOVER,
            )
        )
    most = max((int(line.sizes[-1]) for line in lines), default=256)
    ticks = (256, 1000, 10_000, 100_000) if most > 1000 else (256, 300, 400, 500, 700)
    for size, label in MARKS.items():
        if size > most * 1.3:
            continue
        figure.add_vline(x=size, line={"color": QUIET, "width": 1, "dash": "dot"}, layer="below")
        beyond = size > LEFT_UP_TO
        figure.add_annotation(
            x=np.log10(size),
            y=1,
            yref="paper",
            text=label,
            textangle=-90,
            xanchor="left" if beyond else "right",
            yanchor="bottom",
            xshift=2 if beyond else -2,
            showarrow=False,
            font={"size": 11},
        )
    figure.update_layout(
        margin={"l": 0, "r": 18, "t": 96 if most >= min(MARKS) / 1.3 else 8, "b": 0},
        legend={"x": 0, "y": -0.22, "yanchor": "top"},
        xaxis={
            "type": "log",
            "title": "tokens in the vocabulary",
            "range": [np.log10(240), np.log10(most * 1.15)],
            "tickvals": ticks,
            "ticktext": [f"{tick:,}" for tick in ticks],
            "showgrid": False,
        },
        yaxis={"title": "tokens of this text", "rangemode": "tozero"},
    )
    return dress(figure, height=440)


def _where_it_changes(line: Line) -> npt.NDArray[np.int64]:
    """Choose the points to draw: both ends, and those where the count changes, if not too many."""
    changes = np.flatnonzero(np.diff(line.tokens)) + 1
    if len(changes) > POINTS:
        changes = changes[np.linspace(0, len(changes) - 1, POINTS).astype(np.int64)]
    return np.unique(np.concatenate([[0], changes, [len(line.tokens) - 1]]))
