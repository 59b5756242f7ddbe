"""The chart of the page Languages: what languages pay, relative to one of them."""

from __future__ import annotations

import html
import math
from dataclasses import dataclass

import plotly.graph_objects as go

from pages.ui.charts_look import ACCENT, AMBER, QUIET, TEAL, dress, quiet, short


@dataclass(frozen=True)
class Dots:
    """One tokenizer in a plot of premiums: a dot a language, and what a pointer on it is told.

    Its look is a number: 0 to 2 for the encodings, 3 for a tokenizer of one's own.
    """

    title: str
    times: list[float]
    told: list[str]
    look: int


_LOOKS = (
    ("circle-open", 9, QUIET),
    ("square", 8, TEAL),
    ("diamond", 10, ACCENT),
    ("star", 11, AMBER),
)
"""A sign, its size and its colour for each of the tokenizers in a plot of premiums."""

_LEGEND_CHARACTERS = 40


def premium_dots(languages: list[tuple[str, str]], series: list[Dots], *, base: str) -> go.Figure:
    """Show what languages pay, relative to one of them: a row a language, a dot a tokenizer.

    A language is its English name and its own; the scale is logarithmic, each line doubles.
    """
    rows = list(range(len(languages)))
    figure = go.Figure()
    spans = [[dots.times[row] for dots in series] for row in rows]
    figure.add_trace(
        go.Scatter(
            x=[x for span in spans for x in (min(span), max(span), None)],
            y=[y for row in rows for y in (row, row, None)],
            mode="lines",
            line={"color": "rgba(138,143,156,0.45)", "width": 1},
            hoverinfo="skip",
            showlegend=False,
        )
    )
    for dots in series:
        symbol, size, colour = _LOOKS[dots.look]
        figure.add_trace(
            go.Scatter(
                x=dots.times,
                y=rows,
                mode="markers",
                cliponaxis=False,
                name=html.escape(short(dots.title, _LEGEND_CHARACTERS)),
                marker={
                    "symbol": symbol,
                    "size": size,
                    "color": colour,
                    "line": {"width": 1.5, "color": colour},
                },
                customdata=[
                    f"<b>{html.escape(name)}</b>, {html.escape(dots.title)}<br>"
                    + html.escape(told).replace("\n", "<br>")
                    for (name, _), told in zip(languages, dots.told, strict=True)
                ],
                hovertemplate="%{customdata}<extra></extra>",
            )
        )
    least = min((x for span in spans for x in span), default=1)
    most = max((x for span in spans for x in span), default=1)
    margin = max(most / least, 2) ** 0.04
    doublings = range(math.floor(math.log2(least)), math.ceil(math.log2(most)) + 1)
    figure.add_vline(x=1, line={"color": QUIET, "width": 1.5}, layer="below")
    figure.update_layout(
        margin={"l": 0, "r": 8, "t": 76, "b": 0},
        hovermode="closest",
        legend={
            "x": 0,
            "xref": "container",
            "xanchor": "left",
            "y": 1,
            "yref": "container",
            "yanchor": "top",
        },
        xaxis={
            "type": "log",
            "side": "top",
            "title": {"text": f"times {html.escape(short(base, 24))}’s tokens", "standoff": 6},
            "range": [math.log10(least / margin), math.log10(most * margin)],
            "tickvals": [2.0**d for d in doublings],
            "ticktext": [f"{2**d}×" if d >= 0 else f"1/{2**-d}×" for d in doublings],
            "zeroline": False,
        },
        yaxis={
            "range": [len(rows) - 0.4, -0.6],
            "tickvals": rows,
            "tickfont": {"size": 13},
            "ticktext": [_language(*language) for language in languages],
            "showgrid": False,
            "zeroline": False,
            "automargin": True,
            "title": None,
        },
    )
    return dress(figure, height=76 + (22 if len(rows) > 12 else 64) * len(rows))


def _language(name: str, own_name: str) -> str:
    """Label a row: a language's English name, its own name in a quieter colour."""
    label = html.escape(short(name, 22))
    if own_name:
        label += f" {quiet(own_name)}"
    return label
