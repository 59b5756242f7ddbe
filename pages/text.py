"""Your text: a live text, and a slider over the number of merges that cut it."""

import streamlit as st

from pages.ui import address, charts, components, curve, facts, live, shelf, words

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
    {
        "label": "indivisible",
        "text": "indivisible indivisible helloworld",
        "why": "The longest match is not what BPE takes",
    },
    {"label": "Egg", "text": "Egg. I have an Egg. egg. EGG.", "why": "Case and place matter"},
    {"label": "don't", "text": "don't DON'T", "why": "The patterns treat it differently"},
    {
        "label": "glitch",
        "text": " SolidGoldMagikarp",
        "why": "One token in GPT-2: the vocabulary comes from its corpus",
    },
    {"label": "sums", "text": "1275 + 6773 = 8041", "why": "A newer encoding may need more"},
    {"label": "café twice", "text": "café cafe\u0301", "why": "They look alike and are not"},
    {"label": "안녕하세요", "text": "안녕하세요", "why": "Korean, before and after GPT-4"},
    {"label": "special", "text": "one<|endoftext|>two", "why": "A special token, or its letters"},
]


def take_text() -> None:
    """Take what was typed; the browser's word is checked like any stranger's."""
    message = components.sent("dial", "text")
    if isinstance(message, dict) and isinstance(message.get("text"), str):
        seq = message.get("seq")
        live.take_text(message["text"], page="text", seq=seq if isinstance(seq, int) else 0)


def settle() -> None:
    """Keep where the dial came to rest, or show what the visitor has gone back to."""
    match components.sent("bell", "rung"):
        case {"k": k, "view": view}:
            live.keep_k(k)
            live.keep_view(view)
        case {"back": str(query)}:
            address.go_back(query)


def answer() -> None:
    live.ask(st.session_state.tokenizer, components.sent("dial", "token"))


@st.fragment
def draw(name: str) -> None:
    """Draw the dial; typing runs this alone again, not the page."""
    components.dial(
        live.dial_fields(name) | {"samples": SAMPLES},
        key="dial",
        on_text=take_text,
        on_token=answer,
    )


def draw_rest(name: str) -> None:
    """Draw what follows once typing pauses or the slider comes to rest: address and curve.

    Not at every key: each address is an entry in the history.
    """
    address.write(name)
    curves = curve.of_live_text(name)
    if not curves:
        return
    n_merges = curves[0].merges[-1]
    k, unit = live.k_in_hand(n_merges), words.UNITS[shelf.tokenizer(name).codec]
    st.subheader("What does each merge bring?", anchor=False)
    st.plotly_chart(
        charts.merge_curves(curves, k=k, unit=unit, logarithmic=curve.is_logarithmic(n_merges)),
        key="curve",
        config={"displayModeBar": False},
        alt=curve.in_words(curves, k, unit),
    )


address.read()
st.title("Type anything. Slide to see how it is cut with fewer or more merges.", anchor=False)
titles = shelf.offered()
if st.session_state.get("tokenizer") not in titles:
    st.session_state.tokenizer = "cl100k_base"
with st.container(horizontal=True, vertical_alignment="center", gap="small"):
    st.selectbox(
        "Tokenizer",
        list(titles),
        format_func=titles.__getitem__,
        key="tokenizer",
        label_visibility="collapsed",
        persist_state="session",
        width=560,
    )
    with st.popover("Settings", width="content"):
        st.toggle(
            "Read special tokens as such",
            key="specials",
            persist_state="session",
            help="Else <|endoftext|> in your text is cut like any other text.",
        )
draw(st.session_state.tokenizer)
draw_rest(st.session_state.tokenizer)
components.bell(key="bell", on_rung=settle)
facts.load_ahead()
