"""The messages that a visitor has in hand: the sample, what was pasted, or a file.

What is refused or given up leaves the last good messages as they are. Many messages are counted
beside the script; for as long as those that were tried last may still be refused, what was counted
before goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import streamlit as st

from bpe.corpus import well_formed
from pages.ui import billed, inbox_words, jobs, words
from pages.ui.bill import Report
from pages.ui.inbox import PASTED_TITLE, Inbox, Source, counted, machines, sample
from pages.ui.messages.detection import as_table, detect
from pages.ui.messages.sheet import Format

AT_ONCE = 150_000
"""Up to this many bytes messages are counted here and now; above, beside the script."""

MAX_PASTED = 100_000
"""How much of a text that was pasted is counted, in characters."""

# What is in hand.


def in_hand() -> Inbox:
    """Give the messages that were taken last; at first the sample.

    Where they are few, or nothing holds that was counted, a tokenizer that is new in the bill
    joins them.
    """
    _collect()
    if "inbox" not in st.session_state:
        take_sample()
    is_wanted = len(_inbox().source.data) <= AT_ONCE or not billed.counts(_inbox())
    if not _attempts() and is_wanted and billed.lacking(_inbox()):
        count_again()
    return _inbox()


def _inbox() -> Inbox:
    inbox: Inbox = st.session_state.inbox
    return inbox


def refused() -> str:
    """Say why the last messages were refused, if they were."""
    why: str = st.session_state.get("inbox_refused", "")
    return why


def tried() -> Source:
    """Give the source that is being counted or was refused; else that of the messages in hand."""
    source: Source | None = st.session_state.get("inbox_tried")
    return source or _inbox().source


def rev() -> int:
    """Give a number that grows whenever messages are taken otherwise than by typing."""
    number: int = st.session_state.get("inbox_rev", 0)
    return number


def version() -> str:
    """Name how the messages in hand are read: what the controls for it are to begin with."""
    return f"{rev()}_{st.session_state.get('inbox_settled', 0)}"


# Taking messages.


def take_sample() -> None:
    """Take the sample."""
    _take(sample())


def take_pasted(text: str) -> None:
    """Take a text that was typed or pasted, a message a line; of a longer one the first lines."""
    text = well_formed(text)
    first, note = text, ""
    if len(text) > MAX_PASTED:
        end = text.rfind("\n", 0, MAX_PASTED + 1)
        first = text[: MAX_PASTED if end < 0 else end]
        note = inbox_words.cut_off(first, text, MAX_PASTED)
    _take(Source(PASTED_TITLE, first.encode(), None, note), typed=True)


def take_file(name: str, data: bytes) -> None:
    """Take a file, read as it seems to be meant."""
    forget_refused()
    try:
        form = detect(data, name)
    except ValueError as error:
        st.session_state.inbox_refused = str(error)
    else:
        _take(Source(words.file_title(name), data, form))


def forget_refused() -> None:
    """Take back what was said of a file that is no longer in hand."""
    st.session_state.inbox_refused = ""
    _settle()


def read_as(form: Format) -> None:
    """Read the file that was tried last in another way."""
    old = tried().form
    if form.kind == "table" and old and old.kind != "table":
        form = as_table(tried().data, form)
    _take(replace(tried(), form=form), chosen=_chosen(tried()))


def choose_columns(message: int, language: int | None) -> None:
    """Say which column holds the messages, and which other one their language if any does."""
    inbox = _inbox()
    language = None if language == message else language
    _chosen(inbox.source)[inbox.sheet.columns] = message, language
    if message == inbox.message:
        st.session_state.inbox = replace(inbox, language=language)
        if counting() and not counts_another():  # with what was chosen before
            count_again()
    else:
        _take(inbox.source, typed=True, sheet=inbox.sheet, columns=(message, language))


def _chosen(source: Source) -> dict[tuple[str, ...], tuple[int, int | None]]:
    """Give what was chosen of a file's columns, by the names of all: read otherwise it holds."""
    data, chosen = st.session_state.get("inbox_chosen", (None, {}))
    if data is not source.data:
        data, chosen = st.session_state.inbox_chosen = source.data, {}
    found: dict[tuple[str, ...], tuple[int, int | None]] = chosen
    return found


def choose_tokenizers(names: Sequence[str]) -> None:
    """Bill these tokenizers; what they have not counted yet they do, unless others are counted."""
    billed.pick(names)
    if billed.lacking(_inbox()) and not counts_another():
        count_again()


def count_again() -> None:
    """Count the messages in hand with the tokenizers of now; what is known is kept.

    So is what was said of a file that was refused.
    """
    inbox = _inbox()
    columns = (inbox.message, inbox.language)
    _count(inbox.source, sheet=inbox.sheet, columns=columns, known=inbox.counts)


def _take(source: Source, *, typed: bool = False, **given: Any) -> None:
    """Read and count messages: at once where they are few, else beside the script.

    `typed`: the page's editor or controls say so already. What is `given` is passed on to
    `counted`.
    """
    if not typed:
        st.session_state.inbox_rev = rev() + 1
    st.session_state.inbox_refused = ""
    st.session_state.inbox_tried = source
    _count(source, **given)


def _count(source: Source, **given: Any) -> None:
    found, missing = machines(billed.chosen())
    going_on = [attempt for attempt in _attempts() if attempt.job.hopeful][:1]

    def work(report: Report) -> Inbox:
        def told(done: int, wanted: int) -> None:
            if done:  # the source is read, so it is not refused any more
                _cancel(going_on)
            report(done, wanted)

        inbox = counted(source, found, told, **given)
        return replace(inbox, left_out=(*missing, *inbox.left_out))

    if len(source.data) > AT_ONCE:
        _cancel(attempt for attempt in _attempts() if attempt not in going_on)
        st.session_state.inbox_attempts = [*going_on, Attempt(source, jobs.Job(work).start())]
        return
    try:
        inbox = work(lambda done, wanted: None)
    except ValueError as error:  # a counting under way goes on
        st.session_state.inbox_refused = str(error)
    else:
        _give_up()
        _keep(inbox)


def _keep(inbox: Inbox) -> None:
    st.session_state.inbox = inbox
    _show_form_of(None if tried() is inbox.source else tried())


def _settle() -> None:
    """Show how the messages are read that are counted, else those in hand."""
    _show_form_of(counting())


def _show_form_of(source: Source | None) -> None:
    st.session_state.inbox_tried = source
    st.session_state.inbox_settled = st.session_state.get("inbox_settled", 0) + 1


# Counting beside the script.


class Attempt(NamedTuple):
    """Messages that are counted beside the script."""

    source: Source
    job: jobs.Job[Inbox]


def _attempts() -> list[Attempt]:
    """Give what is counted, the last one tried at the end.

    One before it goes on for as long as the last may still be refused.
    """
    found: list[Attempt] = st.session_state.setdefault("inbox_attempts", [])
    return found


def counting() -> Source | None:
    """Give the source that is being counted, or whose counts nobody has taken yet."""
    return _attempts()[-1].source if _attempts() else None


def counts_another() -> bool:
    """Whether other messages than those in hand are being counted."""
    return counting() is not None and counting() is not _inbox().source


def under_way() -> jobs.Job[Inbox] | None:
    """Give the counting that was begun last while it goes on; those asked know they are watched."""
    active = [attempt.job for attempt in _attempts() if jobs.attend(attempt.job)]
    return next((job for job in active if job is _attempts()[-1].job), None)


def cancel() -> None:
    """Give up what is counted; the messages in hand stay."""
    _give_up()
    _settle()


def _give_up() -> None:
    """Forget what is counted: what it still finds is not taken any more."""
    _cancel(_attempts())
    st.session_state.inbox_attempts = []


def _cancel(attempts: Iterable[Attempt]) -> None:
    for attempt in attempts:
        attempt.job.cancel()


def _collect() -> None:
    """Take the result of a counting that has ended, or say why there is none.

    Then the one before it, if it went on, is the last again.
    """
    refusals = []
    while _attempts() and not _attempts()[-1].job.active:
        job = _attempts().pop().job
        if job.result is not None and job.hopeful:
            _give_up()
            _keep(job.result)
        elif job.error:
            refusals.append(job.error)
            if job.state == "cancelled":  # nobody watched; it may be read as it was
                _settle()
    if refusals:
        st.session_state.inbox_refused = " ".join(dict.fromkeys(refusals))
