"""Train: watch byte-pair encoding find its pieces, merge by merge."""

from collections.abc import Callable

import streamlit as st

from pages.ui import components, samples, state, uploads, words

MAX_TYPED = 20_000


def take_sample() -> None:
    chosen = [sample for sample in samples.SAMPLES if sample.key == st.session_state.sample]
    if chosen:
        state.choose_sample(chosen[0])
        st.session_state.refused = ""


def take_typed() -> None:
    if text := st.session_state.typed:
        take("typed text", lambda: text)


def take_upload() -> None:
    if (file := st.session_state.upload) is not None:
        take(file.name, lambda: uploads.decode(file.getvalue()))


def take(title: str, read: Callable[[], str]) -> None:
    try:
        state.take_corpus(title, read())
        st.session_state.refused = ""
    except ValueError as error:
        st.session_state.refused = str(error)


def keep_k() -> None:
    st.session_state.k = st.session_state.player.get("k", 0)


st.title("Language models read pieces, not words. Watch the pieces being found.", anchor=False)

corpus, settings = state.corpus_in_hand(), state.settings_in_hand()
with st.container(horizontal=True, vertical_alignment="center", key="about"):
    characters = words.plural(len(corpus.text), "character")
    st.markdown(f"Text: {words.literal(corpus.title)}, {characters}", width="content")
    change = st.popover("Change", type="tertiary")
    st.markdown(f"· {words.plural(settings.merges, 'merge')}", width="content")
    tune = st.popover("Settings", type="tertiary")

with change:
    st.selectbox(
        "Sample",
        [sample.key for sample in samples.SAMPLES],
        format_func={sample.key: sample.title for sample in samples.SAMPLES}.get,
        index=None,
        placeholder="Choose a sample",
        key="sample",
        on_change=take_sample,
    )
    st.text_area(
        "Or type a text",
        key="typed",
        max_chars=MAX_TYPED,
        placeholder="Leave the box, or press Ctrl and Enter, to train on it.",
        on_change=take_typed,
    )
    st.file_uploader(
        "Or upload a text file", type=["txt", "md"], key="upload", on_change=take_upload
    )
    if st.session_state.get("refused"):
        st.error(words.literal(st.session_state.refused))

with tune:
    st.number_input("Number of merges", 0, state.MAX_MERGES, key="merges", persist_state="session")
    st.selectbox(
        "Split by",
        list(words.SPLITS),
        format_func=words.SPLITS.get,
        key="pre_tokenizer",
        persist_state="session",
        help="No merge crosses where the text is split.",
    )
    st.number_input(
        "Minimum count",
        1,
        key="min_count",
        persist_state="session",
        help="A pair that occurs less often is not merged.",
    )
    st.selectbox(
        "When pairs tie",
        list(words.TIES),
        format_func=words.TIES.get,
        key="ties",
        persist_state="session",
    )
    st.selectbox(
        "Base units",
        list(words.CODECS),
        format_func=words.CODECS.get,
        key="codec",
        persist_state="session",
    )

result, refused = state.trained()

problems = st.container()
if refused:
    problems.error(words.literal(refused))

components.player(result.fields, key="player", k=0, rev=0, on_k=keep_k)
if result.corpus.notice:
    st.caption(words.literal(result.corpus.notice))
