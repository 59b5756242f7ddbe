"""Bill: what one's own messages cost, under each tokenizer and in each language."""

import streamlit as st

from pages.ui import (
    bill,
    bill_captions,
    bill_controls,
    bill_shares,
    bill_state,
    bill_tables,
    bill_words,
    billed,
    charts_bill,
    inbox,
    inbox_words,
    shelf,
    words,
)
from pages.ui.export import to_csv

COSTLIEST = 10
CONTEXT = 8192

held = bill_state.in_hand()
counts = billed.counts(held)
polling = bill_state.counting() is not None

st.title("What do your messages cost, and in which language?", anchor=False)
with st.container(horizontal=True, vertical_alignment="center", gap="small"):
    n_messages = len(held.sheet.rows)
    st.markdown(
        f"{words.plural(n_messages, 'message')}: "
        f"{words.literal(words.isolated(held.source.title))}",
        width="content",
    )
    change = st.popover("Change messages", width="content")
    reading = st.popover(
        "Format and columns",
        width="content",
        disabled=held.source.form is None and bill_state.tried().form is None,
    )

with change:
    bill_controls.change_messages(held)
with reading:
    bill_controls.format_and_columns(held)

problems = st.container()
if refused := bill_state.refused():
    problems.error(words.literal(f"{refused} The messages before are still shown."))


@st.fragment(run_every=0.25 if polling else None)
def watch_job() -> None:
    """Show how far a long counting is, four times a second while one is under way."""
    job = bill_state.under_way()
    if bool(job) != polling:
        st.rerun()  # all of the page: a counting has begun, or its result waits to be taken
    if job:
        done = inbox_words.progress(job.state, job.done, job.wanted)
        st.progress(min(job.done / job.wanted, 1.0), text=done)
        st.button("Cancel", on_click=bill_state.cancel, key="bill_cancel")


with problems:
    watch_job()

for sentence in billed.left_out(held):
    problems.warning(words.literal(sentence))
if not counts:
    if not polling:
        st.info("No tokenizer is to be had, so there is nothing to count.")
    st.stop()

said = st.empty()
assumed, currency, examples, of_replies = bill_controls.assumptions(counts)
texts, groups = held.texts, held.groups
lines, total = bill.lines(groups, counts, assumed), bill.total(counts, assumed)
whole = [*lines, total] if len(lines) > 1 else lines
said.markdown(bill_words.answer(lines, total, currency))

if any(line.cost for line in total):
    st.plotly_chart(
        charts_bill.cost_bars(
            [bill_words.two_lines(count.name) for count in counts],
            bill_shares.shares(lines, total, currency),
            [
                f"{bill_words.money(line.cost, currency, bill_words.decimals(whole))} a month"
                for line in total
            ],
        ),
        key="bill_bars",
        config={"displayModeBar": False},
        alt="A bar a tokenizer, a segment a language: the cost a month. Of many languages the "
        "cheapest are one segment. The table has the numbers.",
    )
st.caption(
    bill_captions.mix(lines, assumed, currency, examples, counts, examples_of_replies=of_replies)
)
for sentence in inbox_words.about(
    held.sheet, texts, counts[0].tokens, held.source.data is inbox.sample().data
):
    st.caption(words.literal(sentence))
if len(held.sheet.malformed) > inbox_words.SHOWN_ROWS:
    with st.expander(f"The {len(held.sheet.malformed):,} lines that do not fit"):
        with st.container(height=inbox_words.FAULTS_HEIGHT):
            st.markdown("\n\n".join(map(words.literal, inbox_words.faults(held.sheet))))
        st.download_button(
            "Download these lines as CSV",
            lambda: to_csv(inbox_words.FAULTS_HEADER, held.sheet.malformed),
            "lines.csv",
            "text/csv",
            on_click="ignore",
        )
if (late := billed.lacking(held)) and not polling:
    titles = ", ".join(words.literal(words.isolated(shelf.title(name))) for name in late)
    st.button(
        f"Count with {titles} too",
        on_click=bill_state.count_again,
        key="count_again",
    )

st.subheader("By language and tokenizer", anchor=False)
st.table(
    bill_tables.table(whole, currency),
    border="horizontal",
    hide_index=True,
)
st.caption(bill_captions.TABLE_CAPTION)
with st.container(horizontal=True, gap="small"):
    st.download_button(
        "Download the bill as CSV",
        lambda: to_csv(bill_tables.BILL_HEADER, bill_tables.bill_rows(whole, assumed, currency)),
        "bill.csv",
        "text/csv",
        on_click="ignore",
    )
    st.download_button(
        "Download the counts as CSV",
        lambda: to_csv(
            bill_tables.message_header(counts),
            bill_tables.message_rows(texts, held.languages, counts),
        ),
        "counts.csv",
        "text/csv",
        on_click="ignore",
    )

st.subheader("Long and costly", anchor=False)
titles = {count.name: shelf.title(count.name) for count in counts}
names = list(titles)
if st.session_state.get("bill_tokenizer") not in names:
    real = [name for name in names if name in words.ENCODINGS]
    st.session_state.bill_tokenizer = (real or names)[-1]
with st.container(horizontal=True, vertical_alignment="center", gap="small"):
    name = st.selectbox(
        "Tokenizer",
        names,
        format_func=lambda name: f"With {words.isolated(titles[name])}",
        key="bill_tokenizer",
        label_visibility="collapsed",
        persist_state="session",
        width=280,
    )
    st.markdown("a context of", width="content")
    context = st.number_input(
        "Context, in tokens",
        1,
        10**8,
        CONTEXT,
        key="bill_context",
        label_visibility="collapsed",
        persist_state="session",
        width=96,
    )
    st.markdown("tokens", width="content")
    st.markdown(bill_words.context(int(context or 0), name, lines), width="content")
st.caption("Computed with the mean message of each language, and nothing else in the context.")
last = st.session_state.get("bill_costliest")
if last is None or last[0] is not held or last[1] != name:  # to cut long messages takes seconds
    count = counts[names.index(name)]
    places = bill.costliest(count, texts, COSTLIEST)
    listed = bill_tables.costliest(places, count, texts, held.languages)
    last = st.session_state.bill_costliest = held, name, listed
if last[2]["message"]:
    st.table(last[2], border="horizontal", hide_index=True)
    st.caption(bill_captions.PIECES_CAPTION)
