"""The controls of the page Bill: which messages, how they are read, what a month is like."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from pages.ui import bill_prices, bill_state, billed, components, inbox_words, live, words
from pages.ui.bill import Assumptions, Count
from pages.ui.inbox import Inbox, Source
from pages.ui.messages.sheet import MAX_BYTES, MAX_ROWS

NO_COLUMN = -1

MAX_CURRENCY = 8

NUMBERS = {
    "bill_messages": ("Messages a month", 10**12, 10_000, "messages a month, each with"),
    "bill_fixed": ("Tokens of instructions a call", 10**7, 0, "tokens of instructions and"),
    "bill_reply": ("Tokens of reply a call", 10**7, 0, "of reply."),
}
"""The numbers in the sentence of assumptions: label, highest, first value, and what follows."""


# Which messages.


def change_messages(held: Inbox) -> None:
    """Show how to bring messages: paste them, upload a file, go back to the sample."""
    paste_tab, file_tab = st.tabs(["Paste", "A file"])
    with paste_tab:
        components.editor(
            held.source.data.decode() if held.source.form is None else "",
            label="Your messages, one a line",
            note="One message a line. They are counted when you pause, and stay in this session.",
            max_chars=bill_state.MAX_PASTED,
            rev=bill_state.rev(),
            session=live.session(),
            key="pasted",
            on_text=_take_pasted,
        )
    with file_tab:
        st.file_uploader(
            f"A table or text, up to {MAX_ROWS:,} messages and {MAX_BYTES // 10**6} MB",
            type=["csv", "tsv", "txt", "jsonl", "json"],
            max_upload_size=MAX_BYTES // 10**6,
            key="bill_file",
            on_change=_take_upload,
        )
    if refused := bill_state.refused():
        st.error(words.literal(refused))
    st.button("Back to the sample", on_click=bill_state.take_sample, key="bill_sample")


def _take_pasted() -> None:
    if isinstance(text := components.sent("pasted", "text"), str):
        bill_state.take_pasted(text)


def _take_upload() -> None:
    if (file := st.session_state.bill_file) is not None:
        bill_state.take_file(file.name, file.getvalue())
    else:
        bill_state.forget_refused()


# How they are read.


def format_and_columns(held: Inbox) -> None:
    """Show how a file is read and which columns of the messages shown count, to be changed."""
    source, version = bill_state.tried(), bill_state.version()
    if held.source.form and not bill_state.counts_another():  # pasted lines have one column
        if source is not held.source:
            st.markdown(f"Of the messages shown, {_title(held.source)}:")
        columns = dict(enumerate(held.sheet.columns))
        message = st.selectbox(
            "Column with the messages",
            list(columns),
            held.message,
            columns.__getitem__,
            key=f"message_column_{version}",
            on_change=_choose_columns,
            args=(version,),
        )
        languages = {NO_COLUMN: "none"} | {i: columns[i] for i in columns if i != message}
        language = NO_COLUMN if held.language is None else held.language
        st.selectbox(
            "Column with their language",
            list(languages),
            [*languages].index(language) if language in languages else 0,
            languages.__getitem__,
            key=f"language_column_{version}",
            on_change=_choose_columns,
            args=(version,),
        )
    if (form := source.form) is None:
        return
    if source is not held.source:
        done = "is being counted" if bill_state.counting() is source else "was refused"
        st.markdown(f"Of the file that {done}, {_title(source)}:")
    st.markdown(words.literal(inbox_words.form(form)))
    for field, (label, options) in inbox_words.FORM.items():
        if form.kind == "table" or field in inbox_words.OF_EVERY_KIND:
            st.selectbox(
                label,
                list(options),
                list(options).index(getattr(form, field)),
                options.__getitem__,
                key=f"form_{field}_{version}",
                on_change=_read_again,
                args=(version,),
            )


def _title(source: Source) -> str:
    return words.literal(words.isolated(source.title))


def _choose_columns(version: str) -> None:
    """Take the columns as the widgets say, unless they are those of messages that are gone.

    So it is where something else was changed at the same time.
    """
    if version != bill_state.version() or bill_state.counts_another():
        return
    state = st.session_state
    message, language = state[f"message_column_{version}"], state[f"language_column_{version}"]
    if message == language:  # it is not offered any more
        language = state[f"language_column_{version}"] = NO_COLUMN
    bill_state.choose_columns(message, None if language == NO_COLUMN else language)


def _read_again(version: str) -> None:
    """Read the file in hand as the widgets say, unless they are those of one that is gone."""
    state, form = st.session_state, bill_state.tried().form
    if form and version == bill_state.version():
        chosen = {
            field: state[f"form_{field}_{version}"]
            for field in inbox_words.FORM
            if f"form_{field}_{version}" in state
        }
        bill_state.read_as(replace(form, **chosen))


# What a month is assumed to be.


def assumptions(counts: tuple[Count, ...]) -> tuple[Assumptions, str, list[str], list[str]]:
    """Show the sentence of assumptions, its numbers and prices to be changed in place.

    Returns them, the currency, and the tokenizers that still have an example for a price of what is
    sent, and for one of the replies.
    """
    names = [count.name for count in counts]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for key, (label, most, first, after) in NUMBERS.items():
            st.number_input(
                label,
                0,
                most,
                first,
                key=key,
                label_visibility="collapsed",
                persist_state="session",
                width=96,
            )
            st.markdown(after, width="content")
        n_messages, fixed, reply = map(_number, NUMBERS)
        prices = st.popover("Tokenizers and prices", width="content")
    titles = billed.options()
    with prices:
        st.session_state.billed = billed.chosen()
        st.multiselect(
            "Tokenizers, at least one",
            list(titles),
            format_func=titles.__getitem__,
            max_selections=billed.MAX_BILLED,
            key="billed",
            on_change=_choose_tokenizers,
            persist_state="session",
        )
        currency = st.text_input(
            "Currency", "$", max_chars=MAX_CURRENCY, key="bill_currency", persist_state="session"
        )
        currency = currency[:MAX_CURRENCY].strip()
        st.caption(f"Put in your prices; where there is none, {bill_prices.EXAMPLE} is an example.")
        kinds = {"price": "sent"} | ({"reply_price": "of the reply"} if reply else {})
        for kind, label in kinds.items():
            bill_prices.ask(kind, label, names, currency)
        chat = st.toggle("Add chat overhead, an estimate", key="bill_chat", persist_state="session")
    assumed = Assumptions(
        n_messages,
        fixed,
        reply,
        bill_prices.prices("price", names),
        bill_prices.prices("reply_price", names),
        chat,
    )
    examples, of_replies = (bill_prices.examples(kind, names) for kind in ("price", "reply_price"))
    return assumed, currency, examples, of_replies


def _choose_tokenizers() -> None:
    bill_state.choose_tokenizers(st.session_state.billed)


def _number(key: str) -> int:
    """Give a whole number as its widget has it, within its range; 0 where it is empty."""
    return min(max(int(st.session_state.get(key) or 0), 0), NUMBERS[key][1])
