"""What all charts share: colours that do in both themes, and how letters are set."""

from __future__ import annotations

import html

import plotly.graph_objects as go

READABLE = """<style>
.stPlotlyChart text:not(.bartext-inside) { fill: currentColor !important; }
</style>"""
"""Letters in the page's own colour, which follows when the theme is switched.

Plotly writes colours into each letter's style; Streamlit's for charts is a grey of 3.7 to 1 on a
light page, and the stand-ins that it replaces by other colours stay as they are at a switch.
"""

ACCENT = "#6e6ade"
"""For marks, 3 to 1 on either page; no one colour reaches the 4.5 that letters need on both."""

TEAL, AMBER = "#0b93a5", "#cc6a10"

QUIET = "#858a97"
"""For marks that stand back, and for lines that guide the eye."""


def dress(figure: go.Figure, *, height: int) -> go.Figure:
    """Give a chart its height and what all have: nothing that a drag moves, one kind of legend."""
    figure.update_xaxes(fixedrange=True)
    figure.update_yaxes(fixedrange=True)
    return figure.update_layout(
        height=height,
        dragmode=False,
        hoverlabel={"align": "left"},
        legend={"orientation": "h", "title": None},
    )


def quiet(text: str) -> str:
    """Set text paler than what stands beside it, as the HTML that plotly reads."""
    return f"<span style='fill-opacity:0.7'>{html.escape(text)}</span>"


def short(text: str, characters: int) -> str:
    """Leave out the middle of a text that is too long: names often differ at their ends.

    >>> short("abcdefgh", 5), short("abcde", 5)
    ('ab…gh', 'abcde')
    """
    if len(text) <= characters:
        return text
    end = (characters - 1) // 2
    return f"{text[: characters - 1 - end]}…{text[len(text) - end :]}"


def name_bar(figure: go.Figure, row: int, label: str, *, thick: float) -> None:
    """Write above a bar what it is, so that bars are as long on a telephone as they can be."""
    figure.add_annotation(
        x=0,
        y=row - thick / 2,
        text=label,
        xanchor="left",
        xshift=-2,
        yanchor="bottom",
        showarrow=False,
    )
