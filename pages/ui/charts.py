"""Charts of token counts. Only the files named charts know plotly."""

from __future__ import annotations

import html
import math
from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

ACCENT = "#6e6ade"
QUIET = "#8a8f9c"

PALE_INK = "#000036"
"""What Streamlit's theme replaces by a grey that can be read on the page, light or dark."""

CURVE_POINTS = 400


def bars(titles: list[str], values: list[float], told: list[str], *, unit: str) -> go.Figure:
    """Compare numbers, one bar each, what is told of it at its end."""
    figure = go.Figure(
        go.Bar(
            x=values,
            y=list(range(len(titles))),  # titles may be equal
            orientation="h",
            text=told,
            textposition="outside",
            cliponaxis=False,
            marker_color=ACCENT,
            hovertemplate="%{text}<extra></extra>",
        )
    )
    figure.update_layout(
        height=60 + 36 * len(titles),
        margin={"l": 0, "r": 90, "t": 8, "b": 0},
        dragmode=False,
        xaxis={"title": unit, "rangemode": "tozero", "showgrid": False, "fixedrange": True},
        yaxis={
            "autorange": "reversed",
            "tickvals": list(range(len(titles))),
            "ticktext": [html.escape(title) for title in titles],  # plotly reads some HTML
            "title": None,
            "fixedrange": True,
        },
        bargap=0.35,
    )
    return figure


def compression_curve(corpus: list[float], other: list[float], *, k: int, unit: str) -> go.Figure:
    """Show base units a token against the number of merges; each line has its name at its end."""
    figure = go.Figure()
    k_max = len(corpus) - 1
    shown = sorted({*range(0, len(corpus), -(-len(corpus) // CURVE_POINTS)), k_max, k})
    for values, name, colour in ((corpus, "this corpus", ACCENT), (other, "the other text", QUIET)):
        if not values:
            continue
        figure.add_trace(
            go.Scatter(
                x=shown,
                y=[values[i] for i in shown],
                mode="lines+markers",
                marker={"size": [11 if i == k else 4 for i in shown]},
                line={"color": colour, "width": 2},
                hovertemplate=f"%{{x}} merges: %{{y:.2f}} {unit} a token<extra></extra>",
                name=name,
            )
        )
        figure.add_annotation(
            x=shown[-1],
            y=values[-1],
            text=name,
            xanchor="left",
            xshift=10,
            showarrow=False,
            font={"color": colour},
        )
    figure.update_layout(
        height=300,
        margin={"l": 0, "r": 110, "t": 8, "b": 0},
        showlegend=False,
        xaxis={"title": "merges", "showgrid": False, "tickformat": ",d", "nticks": min(k_max, 10)},
        yaxis={"title": f"{unit} a token", "rangemode": "tozero"},
    )
    return figure


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
    curves: list[Curve], *, k: int, n_merges: int, unit: str, logarithmic: bool
) -> go.Figure:
    """Show units a token against merges, a line a text, with k marked on the first of them.

    On a logarithmic axis k stands at k + 1, so that 0 has a place.
    """
    shift = int(logarithmic)
    figure = go.Figure()
    highest = max(max(curve.units_a_token) for curve in curves)
    for curve, colour in zip(curves, (ACCENT, QUIET), strict=False):
        figure.add_trace(
            go.Scatter(
                x=[m + shift for m in curve.merges],
                y=curve.units_a_token,
                mode="lines",
                line={"color": colour, "width": 2, "shape": "hv"},
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
            marker={"size": 11, "color": ACCENT},
            hoverinfo="skip",
            name="k",
        )
    )
    figure.add_vline(x=k + shift, line={"color": QUIET, "width": 1, "dash": "dot"}, layer="below")
    ends = [curve.units_a_token[-1] for curve in curves]
    crowded = len(ends) == 2 and abs(ends[0] - ends[1]) < 0.08 * highest
    for curve, end, colour in zip(curves, ends, (ACCENT, QUIET), strict=False):
        figure.add_annotation(
            x=math.log10(n_merges + 1) if logarithmic else n_merges,
            y=end,
            text=curve.name,
            xanchor="left",
            xshift=10,
            yshift=(9 if end == max(ends) else -9) * crowded,
            showarrow=False,
            font={"color": colour},
        )
    ticks = [0, *(10**d for d in range(1, 7) if 10**d <= n_merges)]
    axis: dict[str, Any]
    if logarithmic:
        end = math.log10(n_merges + 1)
        axis = {
            "type": "log",
            "range": [-0.01 * end, 1.01 * end],
            "tickvals": [tick + 1 for tick in ticks],
            "ticktext": [f"{tick // 1000}k" if tick >= 1000 else str(tick) for tick in ticks],
        }
    else:
        axis = {
            "range": [-0.01 * n_merges, 1.01 * n_merges],
            "tickformat": ",d",
            "nticks": min(n_merges, 10) + 1,
        }
    figure.update_layout(
        height=280,
        margin={"l": 0, "r": 100, "t": 8, "b": 0},
        showlegend=False,
        dragmode=False,
        xaxis={
            "title": "merges",
            "showgrid": False,
            "zeroline": False,
            "fixedrange": True,
            **axis,
        },
        yaxis={"title": f"{unit} a token", "rangemode": "tozero", "fixedrange": True},
    )
    return figure
