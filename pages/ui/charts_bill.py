"""The chart of the page Bill: where the money goes, by language."""

from __future__ import annotations

import html
from dataclasses import dataclass

import plotly.graph_objects as go

from pages.ui.charts import QUIET

_FILLS = ("#4f4fc4", "#0b7285", "#b3541e", "#93366b", "#3b7325", "#5f6673")
"""Dark enough for white letters, light enough to stand out from a dark page."""

_INK = "#000037"
"""What Streamlit's theme replaces by the page's text colour, light or dark."""


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

    A tokenizer is its name and, in a quieter colour, what says more of it.
    """
    rows = list(range(len(tokenizers)))
    lengths = [sum(share.costs[row] for share in shares) for row in rows]
    several = len(shares) > 1
    top = 44 if several else 8  # the legend stands there
    figure = go.Figure()
    for i, share in enumerate(shares):
        figure.add_trace(
            go.Bar(
                x=share.costs,
                y=rows,
                orientation="h",
                name=html.escape(share.language),
                text=[html.escape(share.language) if several else ""] * len(rows),
                textposition="inside",
                insidetextanchor="middle",
                textangle=0,
                textfont={"color": "#ffffff"},
                marker={"color": _FILLS[i % len(_FILLS)], "line": {"width": 0}},
                customdata=[html.escape(told).replace("\n", "<br>") for told in share.told],
                hovertemplate="%{customdata}<extra></extra>",
            )
        )
    for row in rows:
        figure.add_annotation(
            x=0,
            y=row,
            text=f"<b>{html.escape(totals[row])}</b>",
            xanchor="left",
            yshift=32,
            showarrow=False,
            font={"color": _INK, "size": 13},
        )
    figure.update_layout(
        barmode="stack",
        bargap=0.48,
        height=top + 20 + 84 * len(rows),
        margin={"l": 0, "r": 8, "t": top, "b": 0},
        dragmode=False,
        legend={
            "orientation": "h",
            "x": 0,
            "xref": "container",
            "xanchor": "left",
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "title": None,
            "traceorder": "normal",
            "itemclick": False,
            "itemdoubleclick": False,
        },
        showlegend=several,
        hoverlabel={"align": "left"},
        uniformtext={"minsize": 12, "mode": "hide"},
        xaxis={
            "range": [0, max(lengths, default=0) or 1],
            "visible": False,
            "fixedrange": True,
        },
        yaxis={
            "range": [len(rows) - 0.7, -0.7],
            "tickvals": rows,
            "ticktext": [
                html.escape(name) + f'<br><span style="color:{QUIET}">{html.escape(more)}</span>'
                for name, more in tokenizers
            ],
            "tickfont": {"size": 13, "color": _INK},
            "showgrid": False,
            "fixedrange": True,
            "zeroline": False,
            "automargin": True,
            "title": None,
        },
    )
    return figure
