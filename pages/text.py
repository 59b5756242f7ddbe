"""Your text: a live text, and a slider over the number of merges that cut it."""

import streamlit as st

from pages.ui import components, live, shelf

SAMPLES = [
    {"label": "two orders", "text": live.OPENING_TEXT, "why": "The same order, twice the bytes"},
    {
        "label": "strawberry",
        "text": "strawberry strawberry",
        "why": "Is it the same with a space before it?",
    },
    {"label": "namaste", "text": "नमस्ते", "why": "A token may end inside a letter"},
    {
        "label": "family emoji",
        "text": "👩‍👩‍👧‍👦",
        "why": "One sign to see, seven characters, 25 bytes",
    },
    {"label": "1234567890", "text": "1234567890", "why": "How many figures make a piece?"},
    {
        "label": "code",
        "text": "def fibonacci(n):\n    return n if n <= 1 else fibonacci(n-1) + fibonacci(n-2)",
        "why": "What do four spaces of indentation cost?",
    },
]


def take_text() -> None:
    """Take what was typed; the browser's word is checked like any stranger's."""
    message = components.sent("dial", "text")
    if isinstance(message, dict) and isinstance(message.get("text"), str):
        seq = message.get("seq")
        live.take_text(message["text"], page="text", seq=seq if isinstance(seq, int) else 0)


@st.fragment
def draw(name: str) -> None:
    """Draw the dial; typing runs this alone again, not the page."""
    components.dial(live.dial_fields(name) | {"samples": SAMPLES}, key="dial", on_text=take_text)


st.title("Type anything. Slide to see how it is cut with fewer or more merges.", anchor=False)
names = shelf.names()
if st.session_state.get("tokenizer") not in names:
    st.session_state.tokenizer = "cl100k_base"
st.selectbox(
    "Tokenizer",
    names,
    format_func=shelf.title,
    key="tokenizer",
    label_visibility="collapsed",
    persist_state="session",
    width=420,
)
draw(st.session_state.tokenizer)
