"""Charts of token counts. Only the files named charts know plotly."""

from __future__ import annotations

import html
import math
from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from pages.ui.charts_look import ACCENT, QUIET, dress, name_bar, short

NAME_CHARACTERS = 44
"""How much of a bar's name is shown: what a telephone has room for."""

LETTER = 6.6
"""How wide a letter is on average, in pixels."""

THICK = 0.44
"""How much of a row its bar takes."""


def bars(titles: list[str], values: list[float], told: list[str], *, unit: str) -> go.Figure:
    """Compare numbers, one bar each: its name above it, what is told of it at its end."""
    rows = list(range(len(titles)))  # titles may be equal
    figure = go.Figure(
        go.Bar(
            x=values,
            y=rows,
            orientation="h",
            width=THICK,
            text=told,
            textposition="outside",
            textangle=0,
            cliponaxis=False,
            marker_color=ACCENT,
            customdata=[html.escape(title) for title in titles],
            hovertemplate=f"%{{customdata}}<br>%{{text}} {unit}<extra></extra>",
        )
    )
    for row, title in enumerate(titles):
        name_bar(figure, row, html.escape(short(title, NAME_CHARACTERS)), thick=THICK)
    figure.add_annotation(
        x=0,
        y=1,
        yref="paper",
        text=f"<b>{unit}</b>",
        xanchor="left",
        xshift=-2,
        yanchor="bottom",
        showarrow=False,
    )
    figure.update_layout(
        margin={"l": 2, "r": 12 + LETTER * max(map(len, told)), "t": 24, "b": 0},
        xaxis={"range": [0, max(values) or 1], "visible": False},
        yaxis={"range": [len(rows) - 0.6, -0.75], "visible": False},
    )
    return dress(figure, height=24 + 48 * len(rows) + 8)


@dataclass(frozen=True)
class Curve:
    """Token counts of one text after some numbers of merges, for `merge_curves`.

    Units are what the text consists of, bytes or characters.
    """

    name: str
    units: int
    merges: list[int]
    tokens: list[int]

    @property
    def units_a_token(self) -> list[float]:
        """How long a token is on average after each of the numbers of merges."""
        return [self.units / tokens for tokens in self.tokens]


def merge_curves(
    curves: list[Curve], *, k: int, unit: str, logarithmic: bool = False, clickable: bool = False
) -> go.Figure:
    """Show units a token against merges, a line a text, with k marked on the first of them.

    On a logarithmic axis k stands at k + 1, so that 0 has a place. Where a click shall lead
    somewhere each point has a mark: plotly gives none for a line.
    """
    shift = int(logarithmic)
    n_merges = curves[0].merges[-1]
    figure = go.Figure()
    looks = ((ACCENT, "solid"), (QUIET, "dot"))
    for curve, (colour, dash) in zip(curves, looks, strict=False):
        figure.add_trace(
            go.Scatter(
                x=[m + shift for m in curve.merges],
                y=curve.units_a_token,
                mode="lines+markers" if clickable else "lines",
                line={"color": colour, "width": 2, "shape": "hv", "dash": dash},
                marker={"size": 5, "color": colour, "opacity": 1},
                unselected={"marker": {"opacity": 1}},
                cliponaxis=False,
                customdata=list(zip(curve.merges, curve.tokens, strict=True)),
                hovertemplate=(
                    "%{customdata[0]:,} merges: %{customdata[1]:,} tokens, "
                    f"%{{y:.2f}} {unit} a token<extra></extra>"
                ),
                name=curve.name,
            )
        )
    here = bisect_right(curves[0].merges, k) - 1
    figure.add_trace(
        go.Scatter(
            x=[k + shift],
            y=[curves[0].units_a_token[here]],
            mode="markers",
            cliponaxis=False,
            marker={"size": 11, "color": ACCENT, "opacity": 1},
            unselected={"marker": {"opacity": 1}},
            hoverinfo="skip",
            name="k",
        )
    )
    figure.add_vline(x=k + shift, line={"color": QUIET, "width": 1, "dash": "dot"}, layer="below")
    ends = [curve.units_a_token[-1] for curve in curves]
    highest = max(max(curve.units_a_token) for curve in curves)
    crowded = len(ends) == 2 and abs(ends[0] - ends[1]) < 0.08 * highest
    for i, (curve, end) in enumerate(zip(curves, ends, strict=True)):
        upper = i == ends.index(max(ends))
        figure.add_annotation(
            x=math.log10(n_merges + 1) if logarithmic else n_merges,
            y=end,
            text=curve.name,
            xanchor="left",
            xshift=10,
            yshift=(9 if upper else -9) * crowded,
            showarrow=False,
        )
    figure.update_layout(
        margin={
            "l": 0,
            "r": 14 + LETTER * max(len(curve.name) for curve in curves),
            "t": 8,
            "b": 0,
        },
        showlegend=False,
        xaxis={
            "title": "merges",
            "showgrid": False,
            "zeroline": False,
            **(_logarithmic if logarithmic else _linear)(n_merges),
        },
        yaxis={"title": f"{unit} a token", "range": [0, 1.06 * highest], "zeroline": False},
    )
    return dress(figure, height=280)


def _linear(n_merges: int) -> dict[str, Any]:
    return {
        "range": [-0.01 * n_merges, 1.01 * n_merges],
        "tickformat": ",d",
        "nticks": min(n_merges, 10) + 1,
    }


def _logarithmic(n_merges: int) -> dict[str, Any]:
    end = math.log10(n_merges + 1)
    ticks = [0, *(10**d for d in range(1, 7) if 10**d <= n_merges)]
    return {
        "type": "log",
        "range": [-0.01 * end, 1.01 * end],
        "tickvals": [tick + 1 for tick in ticks],
        "ticktext": [f"{tick // 1000}k" if tick >= 1000 else str(tick) for tick in ticks],
    }
