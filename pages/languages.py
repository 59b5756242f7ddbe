"""Languages: the same meaning in many languages, and who pays more tokens for it."""

import time

import streamlit as st

from pages.ui import (
    charts_languages,
    components,
    export,
    languages,
    live,
    mixtures,
    premiums,
    shelf,
    state,
    training,
    words,
)

ARTICLE, ORDER = "Human rights, article 1", "A cake order"
DEFAULT_MERGES = 500
ON_ITS_WAY = 1.0  # seconds in which a text comes that was in the box as the button was pressed


def take_draft() -> None:
    """Take what was typed; where the button was quicker than the text, add it now."""
    session = st.session_state
    text = components.sent("own_language_text", "text")
    if isinstance(text, str) and not session.get("own_language_pressed"):
        session.own_language_draft = languages.typed(text)
        if time.monotonic() < session.pop("own_language_wanted", 0.0):
            add()


def press_add() -> None:
    """Add what was typed: the text may come before the button's press, with it or after it."""
    session = st.session_state
    session.own_language_wanted = 0.0
    take_draft()
    session.own_language_pressed = True  # until the page is drawn: what came with it is taken
    if not draft().strip():
        session.own_language_wanted = time.monotonic() + ON_ITS_WAY
    add()


def add() -> None:
    """Add the text that was typed; where that is refused, say why and keep it."""
    session = st.session_state
    try:
        text = languages.own_text(session.own_language_name or "", draft(), texts_shown())
    except ValueError as error:
        session.own_language_refused = str(error)
        return
    own_texts().append(text)
    session.own_language_refused = ""
    session.own_language_name = ""
    session.own_language_draft = ""
    session.own_language_rev = rev() + 1


def remove(name: str) -> None:
    own_texts()[:] = [text for text in own_texts() if text.name != name]


def train() -> None:
    session = st.session_state
    try:
        name, machine = mixtures.trained_on(session.train_languages, session.train_merges or 0)
    except ValueError as error:
        session.languages_trained, session.languages_refused = "", str(error)
    else:
        session.languages_trained, session.languages_refused = shelf.put(name, machine), ""


def draft() -> str:
    return languages.typed(st.session_state.get("own_language_draft", ""))


def rev() -> int:
    """Give a number that grows whenever the box for a text of one's own is to be emptied."""
    number: int = st.session_state.get("own_language_rev", 0)
    return number


def chosen_order() -> int | None:
    """Give the number of the order that is compared, 0 for all, None for the article."""
    if st.session_state.get("meaning") != ORDER:
        return None
    return st.session_state.get("order", 1)


def own_texts() -> list[languages.Text]:
    """Give the visitor's own texts that say the same as what is compared."""
    return st.session_state.setdefault("own_languages", {}).setdefault(chosen_order(), [])


def texts_shown() -> list[languages.Text]:
    number = chosen_order()
    given = languages.article() if number is None else languages.order(number)
    return [*given, *own_texts()]


def own_tokenizer() -> list[str]:
    """Give the key of the newest tokenizer; none while only the opening sample's is there.

    That one has seen English alone, and hardly any: beside the encodings it would mislead.
    """
    kept = list(shelf.shelved())
    untouched = state.nothing_chosen() and len(kept) == 1 and not shelf.is_chosen(kept[0])
    return [] if untouched else kept[-1:]


st.session_state.own_language_pressed = False
st.title("The same meaning, many languages: who pays more tokens for it?", anchor=False)
with st.container(horizontal=True, vertical_alignment="center", gap="small"):
    st.segmented_control(
        "Text",
        [ARTICLE, ORDER],
        default=ARTICLE,
        required=True,
        key="meaning",
        label_visibility="collapsed",
        persist_state="session",
        width="content",
    )
    if chosen_order() is not None:
        st.selectbox(
            "Order",
            [*range(1, len(languages.orders()) + 1), 0],
            format_func=languages.order_title,
            key="order",
            label_visibility="collapsed",
            persist_state="session",
            width=330,
        )
    texts = texts_shown()
    names = [text.name for text in texts]
    if st.session_state.get("base_language") not in names:
        st.session_state.base_language = names[0]
    base_name = st.selectbox(
        "Compared with",
        names,
        format_func=lambda name: f"Compared with {name}",
        key="base_language",
        label_visibility="collapsed",
        persist_state="session",
        width=220,
    )
    sort_by = st.empty()
    adding = st.popover("Add a text", width="content")
    tune = st.popover("Train on these", width="content")

own = own_tokenizer()
compared = [*words.USUAL, *own]
columns, left_out = premiums.counted(texts, compared)

with adding:
    st.markdown("The same in a language of your own: its name, then the text.")
    st.text_input(
        "Language", key="own_language_name", max_chars=languages.MAX_NAME, placeholder="Kashmiri"
    )
    components.editor(
        draft(),
        label="Text of your own",
        note=f"Up to {languages.MAX_TEXT:,} characters. It stays in this session.",
        pause_ms=300,
        rows=4,
        max_chars=languages.MAX_TEXT,
        rev=rev(),
        session=live.session(),
        key="own_language_text",
        on_text=take_draft,
    )
    st.button("Add to the plot", on_click=press_add, key="add_language", type="primary")
    if refused := st.session_state.get("own_language_refused"):
        st.error(words.literal(refused))
    for i, text in enumerate(own_texts()):
        st.button(
            f"Remove {words.literal(text.name)}",
            on_click=remove,
            args=(text.name,),
            key=f"remove_language_{i}",
        )

with tune:
    st.multiselect(
        "Languages to train on",
        mixtures.trainable(),
        default=["English", "Hindi"],
        key="train_languages",
        persist_state="session",
    )
    st.number_input(
        "Number of merges",
        1,
        training.MAX_MERGES,
        DEFAULT_MERGES,
        key="train_merges",
        persist_state="session",
    )
    st.caption(
        "Each language brings the article and, where there are any, its cake orders. They are "
        "split by GPT-4o’s pattern; pairs that occur only once are merged too."
    )
    st.button("Train", on_click=train, key="train_on_languages", type="primary")
    if refused := st.session_state.get("languages_refused"):
        st.error(words.literal(refused))

for sentence in left_out:
    st.warning(words.literal(sentence))
if not columns:
    st.info("No tokenizer is to be had, so there is nothing to compare.")
    st.stop()

titles = {column.name: column.short for column in columns}
if st.session_state.get("sort_by") not in titles:
    real = [name for name in titles if name in words.ENCODINGS]
    st.session_state.sort_by = (real or list(titles))[-1]
sort_by.selectbox(
    "Sorted by",
    list(titles),
    format_func=lambda name: f"Sorted by {titles[name]}",
    key="sort_by",
    label_visibility="collapsed",
    persist_state="session",
    width=190,
)
base = names.index(base_name)
rows = premiums.ranking(
    next(column for column in columns if column.name == st.session_state.sort_by), base
)


def dots(column: premiums.Column) -> charts_languages.Dots:
    """Give what is drawn of one tokenizer, in the order of the rows."""
    times = column.premiums(base)
    return charts_languages.Dots(
        column.short,
        [times[i] for i in rows],
        [premiums.hover(texts[i], column.tokens[i], times[i], base_name) for i in rows],
        look=compared.index(column.name),
    )


st.markdown(premiums.headline(texts, columns, base))
if not own:
    st.caption("“Train on these” adds a tokenizer of your own to the plot.")
st.plotly_chart(
    charts_languages.premium_dots(
        [(texts[i].name, "yours" if texts[i].yours else texts[i].own_name) for i in rows],
        [dots(column) for column in columns],
        base=base_name,
    ),
    key="premiums",
    config={"displayModeBar": False},
    alt="A row a language, a dot a tokenizer: the tokens relative to the language compared with. "
    "The table below has the numbers.",
)
st.caption(premiums.base_sentence(texts, columns, base))
if own and st.session_state.get("languages_trained") == own[0]:
    st.caption(mixtures.training_sentence(shelf.short(own[0]), chosen_order()))
if chosen_order() is None:
    st.caption(
        "Article 1 of the Universal Declaration of Human Rights, in the translations that the "
        "United Nations publish. One short text: read the differences, not the last digit."
    )
else:
    st.caption(
        "The orders were written for this project, and native speakers have not checked them."
    )

st.subheader("How much does Hindi improve when it is trained on?", anchor=False)
found = mixtures.held_out(st.session_state.train_merges or 0)
held_out = ", ".join(map(str, mixtures.held_out_numbers()))
st.markdown(mixtures.held_out_sentence(found))
st.table(mixtures.held_out_table(found), border="horizontal", hide_index=True)
st.caption(
    f"Trained on the cake orders but every third: of {len(languages.orders())}, {held_out} are "
    "held out. Both stop at as many merges as English alone allows, at most those chosen under "
    "“Train on these”. What Hindi gains, English gives up while the number of merges is the same."
)

if loose := premiums.not_composed(texts):
    st.subheader("The same letters, composed otherwise", anchor=False)
    st.markdown(
        "These texts are not in Unicode’s normal form C, which joins a letter and its mark where "
        "it may and takes a few letters of Indian scripts apart. Their tokens as they are, and in "
        "that form:"
    )
    st.table(
        premiums.before_and_after(loose, [column.name for column in columns]),
        border="horizontal",
        hide_index=True,
    )

cells = premiums.table(texts, columns, rows)
with st.expander("The numbers behind the plot"):
    st.table(premiums.for_reading(cells, columns), border="horizontal", hide_index=True)
    st.caption(
        "Under the tokenizers’ names stand tokens. Characters are Unicode’s code points; a letter "
        "with its vowel sign may be two or more."
    )
st.download_button(
    "Download as CSV",
    export.to_csv(list(cells), zip(*cells.values(), strict=True)),
    "languages.csv",
    "text/csv",
    on_click="ignore",
)
