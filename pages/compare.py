"""Compare: one text, cut by several tokenizers."""

import streamlit as st

from pages.ui import (
    charts,
    charts_compare,
    compared,
    components,
    costs,
    export,
    live,
    rows,
    shelf,
    words,
)

DIMENSION = 768
MAX_DIMENSION = 100_000


def take_text() -> None:
    text = components.sent("compared_text", "text")
    if isinstance(text, str):
        rows.take_beginning(text)


def take_kept() -> None:
    """Take the live text that the tab has kept over a reload."""
    match components.sent("compared_text", "kept"):
        case {"text": str(text), "rest": str(rest)}:
            rows.take_beginning(text, rest)


def take_preset() -> None:
    st.session_state.no_room = ""
    if (name := st.session_state.preset) is not None:
        compared.take_preset(name)


def forget_preset() -> None:
    st.session_state.preset, st.session_state.no_room = None, ""


def keep_ks() -> None:
    compared.keep_ks(components.sent("rows", "ks"))


def open_file() -> None:
    """Open a tokenizer's file; the newest on the shelf joins the rows."""
    state = st.session_state
    if (file := state.opened_to_compare) is None:
        shelf.forget_file()
        return
    before = compared.key_of(compared.Choice(compared.NEWEST))
    shelf.open_file(file.name, file.getvalue(), state.rank_file_split)
    if not shelf.refused("file"):
        state.no_room = compared.add_newest(before)
        state.preset = None


def open_ranks_again() -> None:
    """Open the rank file that was opened last with another pattern."""
    file = st.session_state.opened_to_compare
    if file is not None and shelf.is_rank_file(file.getvalue()):
        open_file()


def which_encoding(model: str) -> None:
    """Say which encoding a model uses, or that nobody here knows."""
    try:
        name = compared.encoding_of(model.strip())
    except ValueError as error:
        st.warning(words.literal(str(error)))
    else:
        st.markdown(
            f"{words.literal(model.strip())} uses {words.literal(name)}, the encoding of "
            f"{words.ENCODINGS[name]}."
        )


st.title("Where do tokenizers cut the same text?", anchor=False)
if "compared" not in st.session_state:
    st.session_state.preset = next(iter(compared.PRESETS))
    compared.take_preset(st.session_state.preset)
options = {choice: compared.title(choice) for choice in compared.choices()}
gone = compared.keep_to_the_shelf()
with st.container(horizontal=True, vertical_alignment="center", gap="small"):
    st.segmented_control(
        "Comparison",
        list(compared.PRESETS),
        key="preset",
        on_change=take_preset,
        label_visibility="collapsed",
        persist_state="session",
        width="content",
        wrap=True,
    )
    with st.popover("Tokenizers", width="content"):
        chosen = st.multiselect(
            "Rows",
            list(options),
            format_func=lambda choice: options.get(choice, choice.key),
            max_selections=compared.MAX_ROWS,
            key="compared",
            on_change=forget_preset,
            persist_state="session",
        )
        model = st.text_input(
            "Which encoding does a model use?", key="model", placeholder="gpt-4", max_chars=60
        )
        if model.strip():
            which_encoding(model)
        st.selectbox(
            "The pattern of a .tiktoken file, which does not name it",
            shelf.RANK_FILE_SPLITS,
            format_func=words.SPLITS.get,
            key="rank_file_split",
            persist_state="session",
            on_change=open_ranks_again,
        )
        st.file_uploader(
            "Open a tokenizer: a tokenizer.json, a .tiktoken file, or one saved here",
            type=["json", "tiktoken"],
            key="opened_to_compare",
            on_change=open_file,
        )
        if refused := shelf.refused("file"):
            st.error(words.literal(refused))
        elif no_room := st.session_state.get("no_room"):
            st.warning(words.literal(no_room))
components.editor(
    rows.text_compared(),
    label="Text to compare on",
    pause_ms=300,
    rows=2,
    max_chars=rows.MAX_COMPARED,
    rev=live.rev("compare"),
    key="compared_text",
    on_text=take_text,
    rest=rows.text_beyond(),
    fresh=live.is_fresh(),
    session=live.session(),
    on_kept=take_kept,
)
if not rows.text_compared():
    st.info("Type a text above to see it cut.")
    st.stop()
if len(live.text_in_hand()) > len(rows.text_compared()):
    st.caption(
        f"The first {len(rows.text_compared()):,} of {len(live.text_in_hand()):,} characters are "
        "compared; the rest of your text is kept."
    )

found, refused = rows.cut(chosen)
for sentence in [*gone, *refused]:
    st.warning(words.literal(sentence))
for row in found:
    if row.fields["round_trip"]:
        st.error(words.literal(f"{row.title}: {row.fields['round_trip']}"))
    if row.n_outside:
        st.warning(words.literal(rows.outside_sentence(row)))
if not found:
    st.info("Choose a tokenizer under Tokenizers.")
    st.stop()
components.rows(rows.payload(found), key="rows", on_ks=keep_ks)
for sentence in rows.insights(found):
    st.markdown(sentence)
if not any(row.fields["round_trip"] for row in found):
    st.caption("✓ Decoding the ids of each tokenizer gives the text back.")

titles = [row.title for row in found]
st.plotly_chart(
    charts.bars(
        titles, [row.tokens for row in found], [f"{row.tokens:,}" for row in found], unit="tokens"
    ),
    key="bars",
    config={"displayModeBar": False},
    alt="Bar chart of the token counts in the table below.",
)

if lines := costs.lines(found):
    st.subheader("Would a larger vocabulary help this text?", anchor=False)
    st.plotly_chart(
        charts_compare.size_curves(lines),
        key="sizes",
        config={"displayModeBar": False},
        alt="Tokens of this text against the size of the vocabulary, one line a tokenizer.",
    )
    st.caption("A dot is where a row stops. A whole vocabulary has its special tokens too.")

st.subheader("What does a larger vocabulary cost?", anchor=False)
st.markdown(
    "Each token of the vocabulary is a row of numbers in the model; each token of the text is "
    "compared with each. A larger vocabulary makes the first dearer and the second "
    "cheaper."
)
dimension = (
    st.number_input(
        "The model’s dimension: numbers a row",
        1,
        MAX_DIMENSION,
        DIMENSION,
        key="dimension",
        persist_state="session",
        width=260,
    )
    or DIMENSION
)
each = [costs.of_row(row, dimension) for row in found]
left, right = st.columns(2)
for column, unit, values, key in (
    (left, "embedding parameters", [cost.parameters for cost in each], "parameters"),
    (right, "pairs of tokens compared", [cost.pairs for cost in each], "pairs"),
):
    column.plotly_chart(
        charts.bars(titles, values, [words.rounded(value) for value in values], unit=unit),
        key=key,
        config={"displayModeBar": False},
        alt=f"Bar chart of the {unit} in the table below.",
    )
st.caption(costs.sentence(found[0], dimension))

header, cells = costs.table(found, dimension)
with st.expander("The numbers behind the charts"):
    st.table(
        {
            name: [words.cell(cell) for cell in column]
            for name, column in zip(header, zip(*cells, strict=True), strict=True)
        },
        border="horizontal",
        hide_index=True,
    )
st.download_button(
    "Download as CSV",
    export.to_csv(header, cells),
    "token_counts.csv",
    "text/csv",
    on_click="ignore",
)
