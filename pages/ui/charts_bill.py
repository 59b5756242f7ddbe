"""The chart of the page Bill: where the money goes, by language."""

from __future__ import annotations

import html
from dataclasses import dataclass

import plotly.graph_objects as go

from pages.ui.charts_look import dress, name_bar, quiet

FILLS = ("#5454cc", "#a83c78", "#6c7800", "#247890", "#486c3c", "#846c6c")
"""White letters can be read on each, and each stands out from a white and from a dark page."""

PATTERNS = ("", "/", ".", "-", "\\", "|")
"""What tells the fills apart where colours do not."""

THICK = 0.5
"""How much of a row its bar takes."""


@dataclass(frozen=True)
class Share:
    """One language's part of each bar: how long it is, and what a pointer on it is told."""

    language: str
    costs: list[float]
    told: list[str]


def cost_bars(
    tokenizers: list[tuple[str, str]], shares: list[Share], totals: list[str]
) -> go.Figure:
    """Show the cost a month, a bar a tokenizer, a segment a language, the sum above it.

    A tokenizer is its name and, in a quieter colour, what says more of it. There are at most as
    many shares as `FILLS`.
    """
    rows = list(range(len(tokenizers)))
    lengths = [sum(share.costs[row] for share in shares) for row in rows]
    several = len(shares) > 1
    figure = go.Figure()
    for share, fill, pattern in zip(shares, FILLS, PATTERNS, strict=False):
        figure.add_trace(
            go.Bar(
                x=share.costs,
                y=rows,
                orientation="h",
                width=THICK,
                name=html.escape(share.language),
                text=[html.escape(share.language) if several else ""] * len(rows),
                textposition="inside",
                insidetextanchor="middle",
                textangle=0,
                textfont={"color": "#ffffff"},
                marker={
                    "color": fill,
                    "line": {"width": 0},
                    "pattern": {
                        "shape": pattern,
                        "fgcolor": "#000000",
                        "fgopacity": 0.3,
                        "size": 7,
                        "solidity": 0.2,
                        "fillmode": "overlay",
                    },
                },
                customdata=[html.escape(told).replace("\n", "<br>") for told in share.told],
                hovertemplate="%{customdata}<extra></extra>",
            )
        )
    for row, ((name, more), total) in enumerate(zip(tokenizers, totals, strict=True)):
        label = f"{html.escape(name)} {quiet(more)}  <b>{html.escape(total)}</b>"
        name_bar(figure, row, label, thick=THICK)
    figure.update_layout(
        barmode="stack",
        margin={"l": 2, "r": 2, "t": 4, "b": 0},
        legend={
            "x": 0,
            "xanchor": "left",
            "y": 1,
            "yanchor": "bottom",
            "traceorder": "normal",
            "itemclick": False,
            "itemdoubleclick": False,
        },
        showlegend=several,
        uniformtext={"minsize": 12, "mode": "hide"},
        xaxis={"range": [0, max(lengths, default=0) or 1], "visible": False},
        yaxis={"range": [len(rows) - 0.7, -0.65], "visible": False},
    )
    return dress(figure, height=64 + 84 * len(rows))
