"""Compare: one text, cut by several tokenizers."""

import csv
import io

import streamlit as st

from bpe.measures import bytes_per_token
from pages.ui import charts, components, state, words

NAMES = ["r50k_base", "cl100k_base", "o200k_base", state.OWN]


def take_text() -> None:
    """Take the text for this page and for the live one."""
    state.take_text(st.session_state.compared)
    st.session_state.text_rev = st.session_state.get("text_rev", 0) + 1


st.title("The same text, cut by different tokenizers: where do the cuts differ?", anchor=False)
st.session_state.compared = state.text_in_hand()
st.text_area(
    "Text",
    key="compared",
    height=100,
    max_chars=state.MAX_TEXT,
    label_visibility="collapsed",
    placeholder="Type or paste a text.",
    on_change=take_text,
)
text = state.text_in_hand()

titles, replays, table = [], [], []
for name in NAMES:
    title = state.tokenizer_title(name)
    try:
        fields, trouble = state.replayed(name, text)
    except ValueError as error:
        st.warning(words.literal(f"{title} is left out. {error}"))
        continue
    if trouble:
        st.error(words.literal(f"{title}: {trouble}"))
    size = len(text.encode())
    tokens = state.tokenizer(name).count(text)
    titles.append(title)
    replays.append(fields)
    table.append((title, tokens, size, bytes_per_token(size, tokens)))

if not text:
    st.info("Type a text above to see it cut.")
    st.stop()

fewest, most = min(table, key=lambda row: row[1]), max(table, key=lambda row: row[1])
st.markdown(
    f"{words.literal(fewest[0])} needs the fewest tokens, {fewest[1]:,}; "
    f"{words.literal(most[0])} the most, {most[1]:,}."
)
components.rows(titles, replays, key="rows")

st.plotly_chart(
    charts.token_bars(titles, [row[1] for row in table]),
    key="bars",
    config={"displayModeBar": False},
    alt="Bar chart of the token counts in the table below.",
)

header = ["tokenizer", "tokens", "bytes", "bytes a token"]
rows = [(title, tokens, size, f"{ratio:.2f}") for title, tokens, size, ratio in table]
st.table(
    [
        dict(zip(header, (words.literal(title), f"{tokens:,}", f"{size:,}", ratio), strict=True))
        for title, tokens, size, ratio in rows
    ],
    border="horizontal",
    hide_index=True,
)

buffer = io.StringIO(newline="")
csv.writer(buffer).writerows([header, *rows])
st.download_button(
    "Download as CSV",
    buffer.getvalue().encode("utf-8-sig"),
    "token_counts.csv",
    "text/csv",
    on_click="ignore",
)
