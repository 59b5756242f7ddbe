"""Compare: one text, cut by several tokenizers."""

import csv
import io

import streamlit as st

from pages.ui import charts, components, live, shelf, words

HEADER = ["tokenizer", "tokens", "bytes", "bytes a token"]


def take_text() -> None:
    text = components.sent("compared", "text")
    if isinstance(text, str):
        live.take_text(text, page="compare")


st.title("The same text, cut by different tokenizers: where do the cuts differ?", anchor=False)
components.editor(
    live.text_in_hand()[: live.MAX_COMPARED],
    label="Text to compare on",
    pause_ms=300,
    rows=3,
    max_chars=live.MAX_COMPARED,
    rev=live.rev("compare"),
    key="compared",
    on_text=take_text,
)
if not live.text_in_hand():
    st.info("Type a text above to see it cut.")
    st.stop()

if len(live.text_in_hand()) > live.MAX_COMPARED:
    st.caption(
        f"The first {live.MAX_COMPARED:,} of {len(live.text_in_hand()):,} characters are compared."
    )
newest = next(reversed(shelf.shelved()))
rows = live.compared(["r50k_base", "cl100k_base", "o200k_base", newest])
for row in rows:
    if row.refused:
        st.warning(words.literal(f"{row.title} is left out. {row.refused}"))
    elif row.fields["round_trip"]:
        st.error(words.literal(f"{row.title}: {row.fields['round_trip']}"))
rows = [row for row in rows if not row.refused]
if not rows:
    st.stop()

fewest, most = min(rows, key=lambda row: row.tokens), max(rows, key=lambda row: row.tokens)
if fewest.tokens == most.tokens:
    st.markdown(f"All need {words.plural(most.tokens, 'token')}.")
else:
    st.markdown(
        f"Fewest tokens: {words.literal(fewest.title)}, {fewest.tokens:,}. "
        f"Most: {words.literal(most.title)}, {most.tokens:,}."
    )
if not any(row.fields["round_trip"] for row in rows):
    st.caption("✓ Decoding the ids of each row gives the text back.")
components.rows([row.title for row in rows], [row.fields for row in rows], key="rows")

st.plotly_chart(
    charts.token_bars([row.title for row in rows], [row.tokens for row in rows]),
    key="bars",
    config={"displayModeBar": False},
    alt="Bar chart of the token counts in the table below.",
)
st.table(
    {
        "tokenizer": [words.literal(row.title) for row in rows],
        "tokens": [f"{row.tokens:,}" for row in rows],
        "bytes": [f"{row.bytes:,}" for row in rows],
        "bytes a token": [row.bytes_per_token for row in rows],
    },
    border="horizontal",
    hide_index=True,
)

buffer = io.StringIO(newline="")
csv.writer(buffer).writerows(
    [HEADER, *([row.title, row.tokens, row.bytes, row.bytes_per_token] for row in rows)]
)
st.download_button(
    "Download as CSV",
    buffer.getvalue().encode("utf-8-sig"),
    "token_counts.csv",
    "text/csv",
    on_click="ignore",
)
