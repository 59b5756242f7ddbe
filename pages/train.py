"""Train: watch byte-pair encoding find its pieces, merge by merge."""

from collections.abc import Callable

import streamlit as st

from pages.ui import (
    address,
    charts,
    components,
    corpora,
    curve,
    live,
    recipes,
    samples,
    shelf,
    state,
    trainer,
    training,
    words,
)
from pages.ui.corpora import Corpus

MAX_TYPED = 20_000
TITLES = {sample.key: sample.title for sample in samples.SAMPLES}


def take_sample() -> None:
    for sample in samples.SAMPLES:
        if sample.key == st.session_state.sample:
            state.choose_sample(sample)
    st.session_state.sample = None  # a menu: the same sample can be chosen again


def take_upload() -> None:
    if (file := st.session_state.upload) is not None:
        state.take_file(file.name, file.getvalue())
    else:
        state.forget_file()


def editor(
    text: str,
    *,
    make: Callable[[str, str, int], Corpus],
    title: str,
    label: str,
    note: str,
    key: str,
) -> None:
    """Show a box for a corpus, which is made of what is typed and taken when one pauses."""

    def take() -> None:
        if isinstance(typed := components.sent(key, "text"), str):
            state.take_corpus(lambda: make(title, typed, MAX_TYPED), typed=True)

    components.editor(
        text,
        label=label,
        note=note,
        max_chars=MAX_TYPED,
        rev=state.corpus_rev(),
        session=live.session(),
        key=key,
        on_text=take,
    )


def training_note() -> str:
    """Say when a typed text is trained on and, where that is so, that a reload loses it."""
    is_kept = recipes.said(state.recipe_in_hand()) is not None
    lost = "" if is_kept else " It is too long for the address, so a reload loses it."
    return f"It is trained on when you pause.{lost}"


def setting(label: str, titles: dict[str, str], *, key: str, help: str | None = None) -> None:
    """Show a menu for one of the settings that have names."""
    st.selectbox(
        label, list(titles), format_func=titles.get, key=key, persist_state="session", help=help
    )


def keep_k() -> None:
    trainer.keep_k(components.sent("player", "k"))


def predict() -> None:
    """Begin predicting where there are clear winners, unless the visitor chose what to look at."""
    if components.sent("player", "predict") == 0 and state.nothing_chosen():
        sample = next(s for s in samples.SAMPLES if s.key == "hug_pug")
        state.choose_sample(sample)
        st.toast(
            words.literal(
                f"The text is {sample.title} now, where most steps have one clear winner. "
                "“Change text” brings the other back."
            )
        )


def jump() -> None:
    """Go to the merge of the point that was clicked in the chart."""
    if points := st.session_state.curve.selection.points:
        trainer.keep_k(points[0].get("x"), jump=True)


def rename() -> None:
    shelf.rename(st.session_state.shelved, st.session_state.new_name)
    # The browser names an option by its label: it is told the new one, or the first is chosen.
    st.session_state.shelved = st.session_state.shelved
    if not shelf.refused("name"):
        st.session_state.new_name = ""


def open_file() -> None:
    if (file := st.session_state.opened) is not None:
        shelf.open_file(file.name, file.getvalue())
    else:
        shelf.forget_file()


corpus, settings = state.corpus_in_hand(), state.settings_in_hand()
presenting = st.query_params.get("present") == "1"

st.title("Language models read pieces, not words. Watch the pieces being found.", anchor=False)
with st.container(horizontal=True, vertical_alignment="center", gap="small"):
    about = st.empty()
    change = st.popover("Change text", width="content")
    extent = st.empty()
    tune = st.popover("Settings", width="content", on_change="rerun", key="tune")

with change:
    st.selectbox(
        "Sample",
        list(TITLES),
        format_func=TITLES.get,
        index=None,
        placeholder="Choose a sample",
        key="sample",
        on_change=take_sample,
    )
    text_tab, counts_tab, file_tab = st.tabs(["A text", "Words with counts", "A file"])
    with text_tab:
        editable = len(corpus.text) <= MAX_TYPED
        editor(
            corpus.text if editable else "",
            make=corpora.of_text,
            title=corpora.TYPED_TEXT,
            label="Text to train on",
            note=training_note()
            if editable
            else "The text in use is too long to be edited here. What you type replaces it.",
            key="typed",
        )
    with counts_tab:
        editor(
            "\n".join(f"{word} {times}" for word, times in corpus.counts),
            make=corpora.of_counts,
            title=corpora.TYPED_WORDS,
            label="Words with counts",
            note="One word and its count a line, such as: low 5",
            key="counted",
        )
    with file_tab:
        st.file_uploader(
            "Text as UTF-8 or UTF-16, up to 5 MB",
            type=["txt", "md", "csv", "json"],
            max_upload_size=5,
            key="upload",
            on_change=take_upload,
        )
    if refused := state.corpus_refused():
        st.error(words.literal(refused))
        if state.unread_file():
            with st.container(horizontal=True):
                st.button("Read it as Windows-1252", on_click=state.read_file, args=("cp1252",))
                st.button("Replace what cannot be read", on_click=state.read_file)

with tune:
    st.number_input(
        "Number of merges", 0, training.MAX_MERGES, key="merges", persist_state="session"
    )
    vocabulary = st.empty()
    setting("Split by", words.SPLITS, key="split", help="No merge crosses where the text is split.")
    if settings.split == training.CUSTOM:
        st.text_input(
            "Pattern, for Python's package regex", key="pattern", live=True, persist_state="session"
        )
        verdict = state.try_pattern()
        if verdict.error:
            st.error(words.literal(f"{verdict.error} The last good pattern stays in use."))
        elif verdict.n_skipped:
            st.caption(words.literal(words.skips(verdict.n_skipped, verdict.skipped)))
        settings = state.settings_in_hand()
    st.number_input(
        "Minimum count",
        1,
        key="min_count",
        persist_state="session",
        help="A pair that occurs less often is not merged.",
    )
    setting("When pairs tie, which wins", words.TIES, key="ties")
    rules = st.empty()
    setting("Base units", words.CODECS, key="codec")

result, refused = trainer.trained()
n_merges = result.training.tokenizer.n_merges
about.markdown(
    f"Text: {words.literal(result.corpus.title)}, {result.corpus.extent}", width="content"
)
extent.markdown(words.merges_of(n_merges, result.settings.merges), width="content")
vocabulary.caption(f"Vocabulary {256 + n_merges:,} = 256 + {n_merges:,}.")
if tune.open and not refused and corpus.size <= trainer.TRAINED_AT_ONCE:
    rules.caption(words.rules_differ(trainer.where_rules_differ(corpus, settings)))
problems = st.container()
if refused:
    why = words.refusal(refused, settings.codec)
    problems.error(words.literal(f"{why} What was trained last is still shown."))


polling = trainer.job_in_hand()


@st.fragment(run_every=0.25 if polling else None)
def watch_job() -> None:
    """Show how far a long training is, four times a second while one is under way."""
    job = trainer.job_under_way()
    if (job is not None) != polling:
        st.rerun()  # all of the page: a training has begun, or its result waits to be taken
    if job:
        done = words.progress(job.state, job.done, job.wanted)
        st.progress(min(job.done / max(job.wanted, 1), 1.0), text=done)
        st.button("Cancel", on_click=trainer.cancel_job, key="cancel")
    elif trainer.waits_for_a_button():
        st.info(
            words.literal(
                f"Training on {corpus.title}, {corpus.size:,} bytes, takes a while; "
                "until then the last training is shown."
            )
        )
        st.button("Train", on_click=trainer.start_job, type="primary", key="train")


with problems:
    watch_job()

components.player(
    result.fields | {"present": presenting, "address": address.of_training()},
    key="player",
    k=trainer.k_in_hand(),
    rev=trainer.k_rev(),
    on_k=keep_k,
    on_predict=predict,
)
notice = words.literal(result.corpus.notice)
st.caption(f"{notice} Colours only tell neighbours apart.".strip())

if n_merges:
    st.subheader("How far does it carry?", anchor=False)
    st.selectbox(
        "A text that it was not trained on",
        [live.LIVE, *TITLES],
        format_func=lambda key: words.held_out_title(key, TITLES),
        key="held_out",
        persist_state="session",
        width=420,
    )
    k, unit = trainer.k_in_hand(), words.UNITS[result.settings.codec]
    curves = curve.of_training(result, st.session_state.held_out, k)
    st.plotly_chart(
        charts.merge_curves(curves, k=k, unit=unit, clickable=True),
        key="curve",
        on_select=jump,
        selection_mode="points",
        config={"displayModeBar": False},
        alt=curve.in_words(curves, k, unit),
    )
    st.caption("Click a point to see that merge.")

keep = st.expander("Shelf: the tokenizers trained here", on_change="rerun", key="keep")
with keep:
    st.markdown(
        f"All pages offer them. There is room for {shelf.MAX_SHELF}; those that you neither "
        "opened nor named go first."
    )
    names = {key: shelf.short(key) for key in reversed(shelf.shelved())}
    st.selectbox("Tokenizer", list(names), format_func=names.__getitem__, key="shelved")
    chosen = st.session_state.shelved
    if keep.open and chosen in names:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.text_input(
                "Another name", key="new_name", max_chars=shelf.MAX_NAME, placeholder="A new name"
            )
            st.button("Rename", on_click=rename)
        form = st.selectbox("Save as", list(words.FILES), format_func=words.FILES.get, key="form")
        try:
            data = shelf.saved(chosen, form)
        except ValueError as error:
            st.info(words.literal(str(error)))
        else:
            st.download_button(
                words.DOWNLOADS[form],
                data,
                f"{words.file_name(names[chosen])}.json",
                "application/json",
                on_click="ignore",
            )
    st.file_uploader(
        "Open a tokenizer that was saved here, or a tokenizer.json",
        type=["json"],
        key="opened",
        on_change=open_file,
    )
    for refused in filter(None, map(shelf.refused, ("name", "file"))):
        st.error(words.literal(refused))
