"""The messages that a visitor has in hand: the sample, what was pasted, or a file.

What is refused or given up leaves the last good messages as they are.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from bpe.corpus import well_formed
from pages.ui import jobs, shelf
from pages.ui.bill import Report
from pages.ui.inbox import PASTED_TITLE, Inbox, Source, counted, machines, sample
from pages.ui.messages.detection import as_table, detect
from pages.ui.messages.sheet import Format

AT_ONCE = 150_000
"""Up to this many bytes messages are counted here and now; above, beside the script."""

MAX_PASTED = 100_000
"""The longest text that can be pasted, in characters."""

MAX_TITLE = 40
"""How much of a file's name is shown."""

# What is in hand.


def in_hand() -> Inbox:
    """Give the messages that were taken last; at first the sample.

    Where they are few, a tokenizer that is new on the shelf joins them.
    """
    _collect()
    if "inbox" not in st.session_state:
        take_sample()
    _rename()
    if job() is None and lacking() and len(_inbox().source.data) <= AT_ONCE:
        count_again()
    return _inbox()


def _rename() -> None:
    """Call tokenizers that have another name on the shelf by now as they are called there."""
    inbox = _inbox()
    names = {id(machine): name for name, machine in shelf.shelved().items()}
    now = tuple((names.get(id(machine), name), machine) for name, machine in inbox.machines)
    if [name for name, _ in now] != [name for name, _ in inbox.machines]:
        counts = tuple(
            replace(count, name=names.get(id(count.machine), count.name)) for count in inbox.counts
        )
        st.session_state.inbox = replace(inbox, machines=now, counts=counts)


def _inbox() -> Inbox:
    inbox: Inbox = st.session_state.inbox
    return inbox


def lacking() -> str:
    """Name the newest tokenizer on the shelf if the messages are not counted with it."""
    name, machine = next(reversed(shelf.shelved().items()))
    return "" if any(machine is other for _, other in _inbox().machines) else name


def refused() -> str:
    """Say why the last messages were refused, if they were."""
    why: str = st.session_state.get("inbox_refused", "")
    return why


def tried() -> Source:
    """Give the source that was refused last, so that it can be read otherwise; else that in use."""
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
    """Take a text that was typed or pasted, a message a line."""
    text = well_formed(text[:MAX_PASTED])
    _take(Source(PASTED_TITLE, text.encode(), None), typed=True)


def take_file(name: str, data: bytes) -> None:
    """Take a file, read as it seems to be meant."""
    forget_refused()
    try:
        form = detect(data, name)
    except ValueError as error:
        st.session_state.inbox_refused = str(error)
    else:
        _take(Source(name[:MAX_TITLE], data, form))


def forget_refused() -> None:
    """Take back what was said of a file that is no longer in hand."""
    st.session_state.inbox_refused = ""
    if job() is None:
        _settle()


def read_as(form: Format) -> None:
    """Read the file that was tried last in another way."""
    old = tried().form
    if form.kind == "table" and old and old.kind != "table":
        form = as_table(tried().data, form)
    _take(replace(tried(), form=form))


def choose_columns(message: int, language: int | None) -> None:
    """Say which column holds the messages, and which one their language if any does."""
    inbox = _inbox()
    if message == inbox.message:
        st.session_state.inbox = replace(inbox, language=language)
        if job():  # it counts what was chosen before
            count_again()
    else:
        _take(inbox.source, typed=True, sheet=inbox.sheet, columns=(message, language))


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
    found, left_out = machines()
    earlier = job()

    def work(report: Report) -> Inbox:
        def told(done: int, wanted: int) -> None:
            if done and earlier:  # the source is read, so it is not refused any more
                earlier.cancel()
            report(done, wanted)

        inbox = counted(source, found, told, **given)
        return replace(inbox, left_out=(*left_out, *inbox.left_out))

    if len(source.data) > AT_ONCE:
        if before := _earlier():
            before.cancel()
        st.session_state.inbox_earlier = earlier
        st.session_state.inbox_job = jobs.Job(work).start()
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
    if not refused():
        _settle()


def _settle() -> None:
    """Show how the messages in hand were read: nothing else is being tried."""
    st.session_state.inbox_tried = None
    st.session_state.inbox_settled = st.session_state.get("inbox_settled", 0) + 1


# Counting beside the script.


def job() -> jobs.Job[Inbox] | None:
    """Give the counting that is under way, or whose result nobody has taken yet."""
    found: jobs.Job[Inbox] | None = st.session_state.get("inbox_job")
    return found


def _earlier() -> jobs.Job[Inbox] | None:
    """Give the counting that goes on for as long as the next one may still be refused."""
    found: jobs.Job[Inbox] | None = st.session_state.get("inbox_earlier")
    return found


def cancel() -> None:
    """Give up the counting under way; the messages in hand stay."""
    _give_up()
    _settle()


def _give_up() -> None:
    """Forget the counting under way: what it still finds is not taken any more."""
    for running in (job(), _earlier()):
        if running:
            running.cancel()
    st.session_state.inbox_job = st.session_state.inbox_earlier = None


def _collect() -> None:
    """Take the result of a counting that has ended, or say why there is none."""
    ended = job()
    if ended is None or ended.active:
        return
    earlier = _earlier()
    if ended.result is not None:
        _give_up()
        _keep(ended.result)
        return
    st.session_state.inbox_refused = ended.error or (
        "The counting was given up, as nobody looked at this page for a while. Take the "
        "messages once more."
    )
    st.session_state.inbox_job = st.session_state.inbox_earlier = None
    if not ended.error:
        _settle()
    if earlier and (earlier.active or earlier.result):
        st.session_state.inbox_job = earlier
        _collect()
