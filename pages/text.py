"""Your text: a live text, and a slider over the number of merges that cut it."""

import streamlit as st

from pages.ui import components, state, words

SAMPLES = [
    {"label": "two orders", "text": state.OPENING_TEXT, "why": "The same order, twice the bytes"},
    {
        "label": "strawberry",
        "text": "strawberry strawberry",
        "why": "With a space before it, it is one token",
    },
    {"label": "namaste", "text": "नमस्ते", "why": "A token may end inside a letter"},
    {
        "label": "family emoji",
        "text": "👩‍👩‍👧‍👦",
        "why": "One sign to see, seven characters, 25 bytes",
    },
    {"label": "1234567890", "text": "1234567890", "why": "Figures are cut in threes"},
    {
        "label": "code",
        "text": "def fibonacci(n):\n    return n if n <= 1 else fibonacci(n-1) + fibonacci(n-2)",
        "why": "Indentation costs what the encoding makes of spaces",
    },
]


def take_text() -> None:
    """Take what was typed; the browser's word is checked like any stranger's."""
    message = st.session_state.dial.get("text")
    if isinstance(message, dict) and isinstance(message.get("text"), str):
        state.take_text(message["text"])
        seq = message.get("seq")
        st.session_state.seq = seq if isinstance(seq, int) else 0


def keep_k() -> None:
    """Keep the number of merges at which the slider came to rest."""
    k = st.session_state.dial.get("k")
    st.session_state.text_k = k if isinstance(k, int) else None


@st.fragment
def live(name: str) -> None:
    """Draw the dial; typing runs this alone again, not the page."""
    text = state.text_in_hand()
    try:
        fields, trouble = state.replayed(name, text)
    except ValueError as error:
        st.error(words.literal(str(error)))
        return
    components.dial(
        fields
        | {
            "seq": st.session_state.get("seq", 0),
            "rev": st.session_state.get("text_rev", 0),
            "k": fields["n_merges"],
            "tokenizer": state.tokenizer_title(name),
            "round_trip": trouble,
            "samples": SAMPLES,
            "max_chars": state.MAX_TEXT,
        },
        key="dial",
        on_text=take_text,
        on_k=keep_k,
    )


st.title("Type anything. Slide to see how it is cut with fewer or more merges.", anchor=False)
st.pills(
    "Tokenizer",
    [*words.ENCODINGS, state.OWN],
    format_func=state.tokenizer_title,
    default="cl100k_base",
    required=True,
    key="tokenizer",
    label_visibility="collapsed",
    persist_state="session",
)
live(st.session_state.tokenizer or "cl100k_base")
