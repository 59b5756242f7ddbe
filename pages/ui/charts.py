"""The charts: the only place that knows plotly."""

from __future__ import annotations

import plotly.graph_objects as go


def token_bars(titles: list[str], tokens: list[int]) -> go.Figure:
    """Compare token counts, one bar a tokenizer, the number at its end."""
    figure = go.Figure(
        go.Bar(
            x=tokens,
            y=titles,
            orientation="h",
            text=[f"{n:,}" for n in tokens],
            textposition="outside",
            cliponaxis=False,
            marker_color="#5b5bd6",
            hovertemplate="%{y}: %{x:,} tokens<extra></extra>",
        )
    )
    figure.update_layout(
        height=60 + 44 * len(titles),
        margin={"l": 0, "r": 60, "t": 8, "b": 0},
        xaxis={"title": "tokens", "rangemode": "tozero", "showgrid": False},
        yaxis={"autorange": "reversed", "title": None},
        bargap=0.35,
    )
    return figure
