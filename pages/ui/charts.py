"""Charts of token counts. Only the files named charts know plotly."""

from __future__ import annotations

import html

import plotly.graph_objects as go

ACCENT = "#6e6ade"
QUIET = "#8a8f9c"
CURVE_POINTS = 400


def token_bars(titles: list[str], tokens: list[int]) -> go.Figure:
    """Compare token counts, one bar a tokenizer, the number at its end."""
    names = [html.escape(title) for title in titles]  # plotly reads some HTML
    figure = go.Figure(
        go.Bar(
            x=tokens,
            y=names,
            orientation="h",
            text=[f"{n:,}" for n in tokens],
            textposition="outside",
            cliponaxis=False,
            marker_color=ACCENT,
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
