"""The page Bill as a visitor finds it: what it shows, keeps and refuses, without a browser."""

import csv
import io
import json
import re
import threading
import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import bpe
from pages.ui import bill, bill_state, bill_tables, inbox, inbox_words, jobs, words
from pages.ui.shelf import Kept
from tests.shelving import key_of, names, put, rename

FRAME = str(Path(__file__).parents[1] / "pages" / "frame.py")
SEMICOLONS = b"id;lang;message\n1;de;Hallo, Welt\n2;de;007\n3;en;hello, world\n"
HOSTILE = ["<b>hi</b>", "$5 and $6", ":dog: :red[x]", "*a* [d](http://example.com)", "=1+1"]


@pytest.fixture
def app():
    app = AppTest.from_file(FRAME, default_timeout=60).run()
    return app.switch_page("bill.py").run()


def assert_well(app: AppTest) -> None:
    assert [e.value for e in app.exception] == []
    assert [e.value for e in app.error] == []


def said(app: AppTest) -> list[str]:
    """Return what the page says, without Markdown's escapes."""
    elements = [*app.markdown, *app.caption]
    return [element.value.replace("\\", "").replace("\u2060", "") for element in elements]


def answer(app: AppTest) -> str:
    costs = "This mix costs|They cost|It costs|no messages yet"
    return next(text for text in said(app) if re.search(costs, text))


def title(app: AppTest) -> str:
    return app.markdown[0].value.replace("\\", "")


def upload(app: AppTest, name: str, data: bytes) -> AppTest:
    """Hand the page a file."""
    app.file_uploader(key="bill_file").upload(name, data, "text/csv").run()
    return app


def paste(app: AppTest, text: str) -> AppTest:
    """Hand the page what its editor sends."""
    app.session_state["inbox"] = _taken(app, text)
    return app.run()


def _taken(app: AppTest, text: str) -> inbox.Inbox:
    machines = app.session_state["inbox"].machines
    source = inbox.Source(inbox.PASTED_TITLE, text.encode(), None)
    return inbox.counted(source, machines, lambda done, wanted: None)


def counts(app: AppTest) -> dict[str, list[int]]:
    return {count.name: count.tokens.tolist() for count in app.session_state["inbox"].counts}


def job(app: AppTest) -> jobs.Job[inbox.Inbox] | None:
    """Return the counting beside the script that was begun last, if one goes on."""
    attempts = app.session_state["inbox_attempts"]
    return attempts[-1].job if attempts else None


def finish(app: AppTest) -> AppTest:
    """Wait for the counting beside the script, and draw the page with its result."""
    if waited := job(app):
        until(lambda: not waited.active)
    return app.run()


def until(condition):
    """Wait for a condition, failing if it never comes."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_it_opens_with_the_sample_counted_by_four_tokenizers(app):
    assert_well(app)
    assert title(app) == "200 messages: the sample of cake orders"
    assert list(counts(app)) == [*words.USUAL, *app.session_state["shelf"]]
    assert names(app) == ["a cake shop's replies, 30 merges"]
    assert "**Hindi**" in answer(app)
    assert any("native speakers have not checked" in text for text in said(app))
    assert len(app.table[0].value) == 4 * 5
    assert len(app.table[1].value) == 10
    bars = json.loads(app.get("plotly_chart")[0].proto.spec)["data"]
    assert [bar["name"] for bar in bars] == [
        "English",
        "Hindi",
        "Marathi",
        "Hindi in Latin letters",
    ]
    assert sum(bar["x"][1] for bar in bars) == pytest.approx(
        sum(counts(app)["cl100k_base"]) * 50 / 1_000_000
    )


def test_an_assumption_changes_the_cost_and_counts_nothing_again(app, monkeypatch):
    def never(*args):
        raise AssertionError("counted again")

    before = answer(app)
    monkeypatch.setattr(bill, "count", never)
    app.number_input(key="bill_messages").set_value(20_000).run()
    assert_well(app)
    assert answer(app) != before
    total = sum(counts(app)["o200k_base"])
    assert f"**${total * 100 / 1_000_000:.4f} a month**" in answer(app)
    app.text_input(key="price_o200k_base").set_value("2.5").run()
    assert f"**${total * 250 / 1_000_000:.4f} a month**" in answer(app)
    assert any("your prices" in text for text in said(app))
    app.number_input(key="bill_fixed").set_value(1000).run()
    app.number_input(key="bill_reply").set_value(100).run()
    app.text_input(key="reply_price_o200k_base").set_value("10").run()
    each = (total / 200 + 1000) * 2.5 + 100 * 10
    assert f"**${20_000 * each / 1_000_000:.2f} a month**" in answer(app)
    app.toggle(key="bill_chat").set_value(True).run()
    assert_well(app)
    each += (3 + 1 + 3 + 1 + 3) * 2.5
    assert f"**${20_000 * each / 1_000_000:.2f} a month**" in answer(app)
    assert any("The chat overhead, an estimate" in text for text in said(app))
    app.text_input(key="bill_currency").set_value("*Rs*").run()
    assert "*Rs*" in answer(app)
    app.number_input(key="bill_messages").set_value(0).run()
    assert_well(app)
    assert "**0.00 a month**" in answer(app).replace("*Rs*", "")


def test_assumptions_and_messages_survive_other_pages(app):
    upload(app, "german.csv", SEMICOLONS)
    app.number_input(key="bill_messages").set_value(77).run()
    for page in ("train.py", "languages.py", "bill.py"):
        app.switch_page(page).run()
    assert_well(app)
    assert title(app) == "3 messages: german.csv"
    assert app.number_input(key="bill_messages").value == 77


def test_a_file_with_semicolons_is_read_as_it_is_meant(app, pretrained):
    upload(app, "german.csv", SEMICOLONS)
    assert_well(app)
    assert "Read as a table: semicolons, the first row is the header, UTF-8." in said(app)
    texts = ["Hallo, Welt", "007", "hello, world"]
    assert app.session_state["inbox"].texts == texts
    for name in words.USUAL:
        assert counts(app)[name] == [pretrained[name].count(text) for text in texts]
    assert "**de** (2)" in app.table[0].value["language (messages)"].tolist()


def test_how_a_file_is_read_and_its_columns_can_be_changed(app):
    upload(app, "german.csv", SEMICOLONS)

    def box(label):
        return next(box for box in app.selectbox if box.label == label)

    box("Between cells").select(",").run()
    assert app.session_state["inbox"].source.form.delimiter == ","
    assert app.session_state["inbox"].sheet.columns[0] == "id;lang;message"
    assert any("lines do not fit" in text for text in said(app))
    box("Between cells").select(";").run()
    box("Column with their language").select(-1).run()
    assert_well(app)
    assert app.table[0].value["language (messages)"].tolist()[0] == "**all messages** (3)"
    box("Column with the messages").select(0).run()
    assert app.session_state["inbox"].texts == ["1", "2", "3"]
    box("First row").select(False).run()
    assert_well(app)
    assert title(app) == "4 messages: german.csv"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("empty.csv", b""),
        ("blank.csv", b"\n"),
        ("table.csv", b"PK\x03\x04 something"),
        ("bad.jsonl", b"{bad\n"),
    ],
)
def test_a_refused_file_leaves_what_was_there(app, name, data):
    upload(app, "german.csv", SEMICOLONS)
    before = answer(app)
    upload(app, name, data)
    assert [e.value for e in app.exception] == []
    assert app.error
    assert any("still shown" in error.value for error in app.error)
    assert title(app) == "3 messages: german.csv"
    assert answer(app) == before
    upload(app, "good.csv", b"message\nhi\n")
    assert_well(app)
    assert title(app) == "1 message: good.csv"


def test_a_file_that_was_refused_can_be_read_otherwise(app):
    data = "message\ncafé “q”\n".encode("cp1252")
    upload(app, "windows.csv", data)
    assert_well(app)
    assert app.session_state["inbox"].texts == ["café “q”"]
    assert any("Byte 0xE9 at offset 11 is not UTF-8" in text for text in said(app))

    def encoding():
        return next(box for box in app.selectbox if box.label == "Encoding")

    encoding().select("utf-8").run()
    assert app.error
    assert app.session_state["inbox"].texts == ["café “q”"]
    encoding().select("latin-1").run()
    assert_well(app)
    assert app.session_state["inbox"].texts == ["café \x93q\x94"]
    assert [counts(app)[name][0] for name in words.USUAL] == [8, 7, 6]


@pytest.mark.parametrize(
    ("data", "n"), [(b"message\n", 0), (b"message\n\n\n\n", 0), (b"message,x\n,1\nhi,2\n", 2)]
)
def test_nothing_to_count_is_said_and_divides_nothing(app, data, n):
    upload(app, "few.csv", data)
    assert_well(app)
    assert title(app).startswith(f"{n} messages")
    if n:
        assert "1 message is empty and counts as 0 tokens." in said(app)
        assert [sum(tokens) for tokens in counts(app).values()] == [1, 1, 1, 2]
    else:
        assert "nothing to pay" in answer(app)
    text = " ".join(said(app)) + app.table[0].value.to_string() if app.table else ""
    assert "nan" not in text


@pytest.mark.parametrize("hostile", HOSTILE)
def test_messages_languages_and_names_are_shown_as_they_are(app, hostile):
    rows = [["message", "language", hostile], [hostile, hostile, "x"], ["नमस्ते", "hi", "y"]]
    buffer = io.StringIO(newline="")
    csv.writer(buffer).writerows(rows)
    upload(app, f"{hostile.replace('/', '')}.csv", buffer.getvalue().encode())
    assert_well(app)
    for element in [*app.markdown, *app.caption]:
        assert hostile not in element.value or words.literal(hostile) == hostile
    cells = app.table[0].value["language (messages)"].tolist()
    assert f"**{words.literal(hostile)}** (1)" in cells


def test_pasted_lines_are_counted(app, pretrained):
    paste(app, "hi\n\nनमस्ते\nhello, world")
    assert_well(app)
    assert title(app) == "3 messages: what you pasted"
    texts = ["hi", "नमस्ते", "hello, world"]
    assert counts(app)["o200k_base"] == [pretrained["o200k_base"].count(text) for text in texts]
    paste(app, "")
    assert_well(app)
    assert "nothing to pay" in answer(app)
    app.button(key="bill_sample").click().run()
    assert title(app).startswith("200 messages")


def test_a_large_file_is_counted_beside_the_script(app):
    lines = [f"message {i}, please" for i in range(20_000)]
    data = "\n".join(["message", *lines]).encode()
    assert len(data) > bill_state.AT_ONCE
    upload(app, "large.csv", data)
    assert [e.value for e in app.exception] == []
    finish(app)
    assert_well(app)
    assert title(app) == "20,000 messages: large.csv"
    machine = bpe.pretrained("cl100k_base")
    assert counts(app)["cl100k_base"][::1000] == [machine.count(text) for text in lines[::1000]]


@pytest.fixture
def endless(app, monkeypatch):
    """Let counting go on until it is cancelled, once the sample is counted."""

    def forever(name, machine, texts, report):
        while True:
            report(1, 2)
            time.sleep(0.01)

    monkeypatch.setattr(bill, "count", forever)


@pytest.mark.usefixtures("endless")
def test_a_counting_that_is_cancelled_leaves_what_was_there(app):
    upload(app, "large.csv", b"message\n" + b"one more message\n" * 10_000)
    assert title(app).startswith("200 messages")
    counting = job(app)
    app.button(key="bill_cancel").click().run()
    assert_well(app)
    assert not counting.active
    assert title(app).startswith("200 messages")
    assert job(app) is None


def test_a_large_file_that_is_refused_leaves_what_was_there(app):
    upload(app, "large.csv", b"PK\x03\x04" + b"x" * bill_state.AT_ONCE)
    finish(app)
    assert app.error
    assert title(app).startswith("200 messages")


LARGE = b"id,alt,message,lang\n" + b"".join(
    b"%d,other %d,a message of some length and number %d,en\n" % (i, i, i) for i in range(4_000)
)


def test_what_is_taken_next_is_not_overwritten_by_what_was_counted_before(app):
    upload(app, "large.csv", LARGE)
    counting = job(app)
    until(lambda: not counting.active)
    assert counting.result is not None
    upload(app, "small.csv", SEMICOLONS)
    app.run()
    assert_well(app)
    assert title(app) == "3 messages: small.csv"


def test_a_refusal_is_told_while_something_is_counted_and_does_not_end_it(app):
    upload(app, "large.csv", LARGE)
    upload(app, "empty.csv", b"")
    assert any("empty" in error.value for error in app.error)
    finish(app)
    assert title(app) == "4,000 messages: large.csv"


def test_a_large_file_that_is_refused_does_not_end_the_counting_before(app):
    upload(app, "large.csv", LARGE)
    upload(app, "table.csv", b"PK\x03\x04" + b"x" * bill_state.AT_ONCE)
    finish(app)
    assert any("not a text file" in error.value for error in app.error)
    finish(app)
    assert title(app) == "4,000 messages: large.csv"
    assert any("not a text file" in error.value for error in app.error)


BAD = b"PK\x03\x04" + b"x" * bill_state.AT_ONCE


@pytest.fixture
def slowly_read(monkeypatch):
    """Let a file that is no text be refused only when it is told to be."""
    go_on = threading.Event()
    read = inbox._read

    def slow(source, report):
        while source.data.startswith(b"PK") and not go_on.is_set():
            report(0, 1)
            time.sleep(0.01)
        return read(source, report)

    monkeypatch.setattr(inbox, "_read", slow)
    yield go_on
    go_on.set()


def upload_another(app):
    upload(app, "again.csv", BAD + b"y")


def choose_encoding(app):
    next(box for box in app.selectbox if box.label == "Encoding").select("latin-1").run()


@pytest.mark.usefixtures("endless")
def test_a_file_that_is_read_ends_the_counting_before_and_outlives_a_refusal(app):
    upload(app, "large.csv", LARGE)
    first = job(app)
    upload(app, "larger.csv", LARGE + b"9,9,one more,en\n")
    second = job(app)
    until(lambda: first.state == "cancelled")
    assert second.active
    upload(app, "table.csv", BAD)
    until(lambda: job(app.run()) is second)
    assert any("not a text file" in error.value for error in app.error)
    assert second.active
    app.button(key="bill_cancel").click().run()
    assert not second.active


@pytest.mark.parametrize("then", [upload_another, choose_encoding])
def test_two_refusals_do_not_end_the_counting_before(app, unhurried, slowly_read, then):
    upload(app, "large.csv", LARGE)
    upload(app, "table.csv", BAD)
    second = job(app)
    then(app)
    assert not second.active
    slowly_read.set()
    finish(app)
    assert any("not a text file" in error.value for error in app.error)
    assert job(app).active
    unhurried.set()
    finish(app)
    assert title(app) == "4,000 messages: large.csv"
    assert any("not a text file" in error.value for error in app.error)


def test_what_is_counted_is_watched_while_something_else_is_tried(
    app, unhurried, slowly_read, monkeypatch
):
    upload(app, "large.csv", LARGE)
    upload(app, "table.csv", BAD)
    monkeypatch.setattr(jobs, "ABANDONED", 2.0)
    deadline = time.monotonic() + 3
    while time.monotonic() < deadline:
        app.run()
    slowly_read.set()
    finish(app)
    unhurried.set()
    finish(app)
    assert title(app) == "4,000 messages: large.csv"


def test_what_was_counted_before_a_refusal_says_that_it_was_given_up(
    app, unhurried, slowly_read, monkeypatch
):
    upload(app, "large.csv", LARGE)
    first = job(app)
    upload(app, "table.csv", BAD)
    slowly_read.set()
    until(lambda: job(app).state == "refused")
    monkeypatch.setattr(jobs, "ABANDONED", 0.0)
    until(lambda: first.state == "cancelled")
    app.run()
    assert "not a text file" in app.error[0].value
    assert "given up" in app.error[0].value
    assert job(app) is None


def test_of_two_large_files_the_last_is_kept(app):
    upload(app, "large.csv", LARGE)
    first = job(app)
    upload(app, "larger.csv", LARGE + b"9,9,one more,en\n")
    finish(app)
    app.run()
    assert_well(app)
    assert title(app) == "4,001 messages: larger.csv"
    assert not first.active
    assert job(app) is None


@pytest.fixture
def unhurried(monkeypatch):
    """Let counting beside the script wait until it is told to go on."""
    go_on = threading.Event()
    count = bill.count

    def slow(name, machine, texts, report):
        while len(texts) > 1_000 and not go_on.is_set():
            report(0, len(texts))
            time.sleep(0.01)
        return count(name, machine, texts, report)

    monkeypatch.setattr(bill, "count", slow)
    yield go_on
    go_on.set()


def test_columns_changed_while_they_are_counted_are_the_last_ones(app, unhurried):
    unhurried.set()
    finish(upload(app, "large.csv", LARGE))
    unhurried.clear()
    app.selectbox[0].set_value(1).run()
    assert job(app).active
    app.selectbox[1].set_value(-1).run()
    assert [app.selectbox[i].value for i in range(2)] == [1, -1]
    unhurried.set()
    finish(app)
    held = app.session_state["inbox"]
    assert (held.message, held.language) == (1, None)
    unhurried.clear()
    app.selectbox[0].set_value(2).run()
    app.selectbox[0].set_value(1).run()
    unhurried.set()
    finish(app)
    assert app.session_state["inbox"].message == 1


def test_a_language_chosen_while_another_tokenizer_counts_is_kept(app, unhurried):
    unhurried.set()
    finish(upload(app, "large.csv", LARGE))
    put(app, "new", bpe.train("hello hello", merges=3, min_count=1).tokenizer)
    app.run()
    unhurried.clear()
    app.button(key="count_again").click().run()
    app.selectbox[1].set_value(-1).run()
    unhurried.set()
    finish(app)
    assert list(counts(app)) == [*words.USUAL, "new"]
    assert app.session_state["inbox"].language is None


def test_a_tokenizer_that_is_new_does_not_end_the_counting_of_other_messages(app, unhurried):
    unhurried.set()
    finish(upload(app, "other.csv", LARGE[:-1]))
    put(app, "new", bpe.train("hello hello", merges=3, min_count=1).tokenizer)
    app.run()
    assert [button.key for button in app.button if button.key == "count_again"]
    unhurried.clear()
    upload(app, "large.csv", LARGE + b"9,9,one more,en\n")
    assert job(app).active
    assert not [button.key for button in app.button if button.key == "count_again"]
    put(app, "newer", bpe.train("a a a", merges=1, min_count=1).tokenizer)
    app.run()
    app.multiselect(key="billed").set_value(["p50k_base", "newer"]).run()
    unhurried.set()
    finish(app)
    assert title(app) == "4,001 messages: large.csv"
    finish(app)  # nothing that was counted is billed, so the others count without being asked
    assert list(counts(app)) == ["p50k_base", "newer"]
    assert_well(app)


def test_the_tokenizers_of_the_bill_can_be_chosen(app):
    put(app, "new", bpe.train("hello hello", merges=3, min_count=1).tokenizer)
    app.run()
    picked = app.multiselect(key="billed")
    usual = [*words.USUAL, "new"]
    assert picked.value == usual
    assert picked.options == [
        *map(words.encoding_title, words.ENCODINGS),
        "Yours: a cake shop's replies, 30 merges",
        "Yours: new",
    ]

    def billed():
        table = app.table[0].value["tokenizer"].tolist()
        return list(dict.fromkeys(name.replace("\\", "") for name in table))

    picked.set_value(list(words.USUAL)).run()
    assert billed() == [words.encoding_title(name) for name in words.USUAL]
    bars = json.loads(app.get("plotly_chart")[0].proto.spec)
    assert len(bars["data"][0]["x"]) == 3
    put(app, "newer", bpe.train("a a a", merges=1, min_count=1).tokenizer)
    app.run()
    assert len(billed()) == 3
    mine = next(iter(app.session_state["shelf"]))
    own = names(app)[0]
    app.multiselect(key="billed").set_value([mine, "p50k_base"]).run()
    assert_well(app)
    assert billed() == ["Codex (p50k_base)", f"Yours: {own}"]
    machine = bpe.pretrained("p50k_base")
    texts = app.session_state["inbox"].texts
    assert counts(app)["p50k_base"] == [machine.count(text) for text in texts]
    app.multiselect(key="billed").set_value([]).run()
    assert app.multiselect(key="billed").value == ["p50k_base", mine]
    rename(app, own, "renamed")
    for page in ("train.py", "bill.py"):
        app.switch_page(page).run()
    assert_well(app)
    assert billed() == ["Codex (p50k_base)", "Yours: renamed"]
    del app.session_state["shelf"][mine]
    app.run()
    assert billed() == ["Codex (p50k_base)"]


def test_long_messages_are_cut_once_and_not_at_each_change(app, monkeypatch):
    cut = []
    pieces = bill_tables.pieces
    monkeypatch.setattr(
        bill_tables, "pieces", lambda *given: cut.append(given[1]) or pieces(*given)
    )
    upload(app, "long.csv", b"message\n" + b"a" * 3_000 + b"\n")
    app.number_input(key="bill_messages").set_value(20_000).run()
    assert cut == ["a" * 3_000]
    app.selectbox(key="bill_tokenizer").select("r50k_base").run()
    assert len(cut) == 2
    upload(app, "other.csv", b"message\nhi\n")
    assert cut[2:] == ["hi"]
    assert app.table[1].value["pieces"].tolist() == ["hi"]


@pytest.mark.parametrize("data", [SEMICOLONS, LARGE], ids=["small", "large"])
def test_a_renamed_tokenizer_is_called_so(app, data):
    upload(app, "file.csv", data)
    finish(app)
    (name,) = names(app)
    rename(app, name, "*renamed*")
    app.run()
    assert_well(app)
    called = app.table[0].value["tokenizer"].to_string()
    assert words.literal("*renamed*") in called
    assert words.literal(name) not in called


def test_a_renamed_tokenizer_stays_chosen_and_left_out_by_its_name(app):
    (name,) = names(app)
    app.selectbox(key="bill_tokenizer").select(key_of(app, name)).run()
    app.switch_page("train.py").run()
    rename(app, name, "renamed")
    app.switch_page("bill.py").run()
    assert app.selectbox(key="bill_tokenizer").value == key_of(app, "renamed")
    put(app, "of 256", bpe.train("the cat", merges=2, min_count=1, codec="latin-1").tokenizer)
    app.run()
    assert "of 256 is left out" in app.warning[0].value
    rename(app, "of 256", "otherwise")
    app.run()
    assert "otherwise is left out" in app.warning[0].value


@pytest.mark.parametrize("data", [SEMICOLONS, LARGE], ids=["small", "large"])
def test_what_took_the_place_of_a_draft_is_not_billed_by_its_counts(app, data):
    upload(app, "file.csv", data)
    finish(app)
    key = key_of(app, names(app)[0])
    machine = bpe.train("hello hello", merges=3, min_count=1).tokenizer
    app.session_state["shelf"][key] = Kept(machine, "typed on", "typed on")
    app.run()
    assert_well(app)
    if data is LARGE:
        assert "typed on" not in app.table[0].value["tokenizer"].to_string()
        app.button(key="count_again").click().run()
        finish(app)
    texts = app.session_state["inbox"].texts
    assert counts(app)[key] == [machine.count(text) for text in texts]


def test_the_columns_shown_can_be_changed_after_a_refusal(app):
    upload(app, "german.csv", SEMICOLONS)
    upload(app, "bad.jsonl", b"{bad\n")
    assert app.error
    assert "Of the messages shown, german.csv:" in said(app)
    assert "Of the file that was refused, bad.jsonl:" in said(app)
    next(box for box in app.selectbox if box.label == "Column with their language").select(-1).run()
    assert app.error
    assert app.session_state["inbox"].language is None
    next(box for box in app.selectbox if box.label == "Column with the messages").select(0).run()
    assert_well(app)
    assert app.session_state["inbox"].texts == ["1", "2", "3"]
    assert not any("that was refused" in text for text in said(app))


def test_the_columns_shown_wait_while_other_messages_are_counted(app, unhurried):
    upload(app, "german.csv", SEMICOLONS)
    upload(app, "large.csv", LARGE)
    assert "Of the file that is being counted, large.csv:" in said(app)
    assert not [box for box in app.selectbox if box.label.startswith("Column")]
    app.button(key="bill_cancel").click().run()
    assert [box.value for box in app.selectbox if box.label.startswith("Column")] == [2, 1]


def test_another_tokenizer_does_not_hide_a_refusal(app):
    upload(app, "table.csv", b"PK\x03\x04 something")
    put(app, "new", bpe.train("hello hello", merges=3, min_count=1).tokenizer)
    app.run()
    assert "new" in counts(app)
    assert any("not a text file" in error.value for error in app.error)


def test_all_lines_that_do_not_fit_are_listed(app):
    rows = b"".join(b"1,2,3\n" if i % 3 else b"1,2\n" for i in range(20))
    upload(app, "torn.csv", b"message,x\n" + rows)
    assert_well(app)
    numbers = "Lines 3–4; 6–7; 9–10; 12–13; 15–16; 18–19; 21:"
    assert [box.label for box in app.expander] == ["The 13 lines that do not fit"]
    assert any(text.startswith(numbers) for text in said(app))


def test_a_counting_that_nobody_watched_says_that_it_was_given_up(app, unhurried, monkeypatch):
    upload(app, "large.csv", LARGE)
    monkeypatch.setattr(jobs, "ABANDONED", 0.0)
    until(lambda: job(app).state == "cancelled")
    app.run()
    assert "given up" in app.error[0].value
    assert title(app).startswith("200 messages")


def test_columns_of_a_large_file_are_shown_as_they_are_counted(app):
    finish(upload(app, "large.csv", LARGE))

    def columns():
        return [app.selectbox[i].value for i in range(2)]

    assert columns() == [2, 3]
    app.selectbox[0].set_value(1).run()
    finish(app)
    assert columns() == [1, 3] == [app.session_state["inbox"].message, 3]
    app.selectbox[1].set_value(-1).run()
    assert columns() == [1, -1]
    assert app.session_state["inbox"].message == 1


def test_a_cancelled_file_leaves_the_format_of_the_one_in_hand(app):
    upload(app, "large.tsv", LARGE.replace(b",", b"\t"))
    app.button(key="bill_cancel").click().run()
    assert_well(app)
    form = app.session_state["inbox"].source.form
    assert form.delimiter == ","
    boxes = [box for box in app.selectbox if "form_delimiter" in (box.key or "")]
    assert [box.value for box in boxes] == [","]


def test_the_smallest_and_the_greatest_price_stand_side_by_side(app):
    for name, price in (("o200k_base", f"0.{'0' * 19}1"), ("cl100k_base", "1000000")):
        app.text_input(key=f"price_{name}").set_value(price).run()
    assert_well(app)


@pytest.mark.parametrize("currency", ["   ", "  EUR", "$"])
def test_blanks_around_a_currency_do_no_harm(app, currency):
    app.text_input(key="bill_currency").set_value(currency).run()
    assert_well(app)
    assert not re.search(r"\*\* |\*\*$", answer(app).split("costs ")[1].split(" a month")[0])


def test_the_newest_tokenizer_joins_the_bill(app):
    new = bpe.train("hello hello", merges=3, min_count=1).tokenizer
    put(app, "*new*", new)
    app.run()
    assert_well(app)
    assert list(counts(app)) == [*words.USUAL, "*new*"]
    put(app, "of 256", bpe.train("the cat", merges=2, min_count=1, codec="latin-1").tokenizer)
    app.run()
    assert_well(app)
    assert list(counts(app)) == list(words.USUAL)
    assert "of 256 is left out" in app.warning[0].value.replace("\\", "")


def test_many_messages_wait_to_be_asked_before_another_tokenizer_counts_them(app):
    upload(app, "large.csv", b"message\n" + b"hello, once more\n" * 10_000)
    finish(app)
    put(app, "new", bpe.train("hello hello", merges=3, min_count=1).tokenizer)
    app.run()
    assert_well(app)
    assert "new" not in counts(app)
    app.button(key="count_again").click().run()
    finish(app)
    assert list(counts(app)) == [*words.USUAL, "new"]


def test_without_any_tokenizer_it_says_so(app, monkeypatch):
    def missing(name):
        raise ValueError("Its file is missing.")

    monkeypatch.setattr(inbox.shelf, "tokenizer", missing)
    app.button(key="bill_sample").click().run()
    assert_well(app)
    assert "nothing to count" in app.info[0].value
    assert len(app.warning) == 4


def box(app, label):
    return next(box for box in app.selectbox if box.label == label)


def columns_in_hand(app):
    return app.session_state["inbox"].message, app.session_state["inbox"].language


def test_columns_that_were_chosen_stay_however_the_file_is_read(app):
    upload(app, "german.csv", SEMICOLONS)
    assert columns_in_hand(app) == (2, 1)
    box(app, "Column with the messages").select(0).run()
    box(app, "Column with their language").select(2).run()
    box(app, "Encoding").select("cp1252").run()
    assert columns_in_hand(app) == (0, 2)
    box(app, "Quotes around cells").select("").run()
    assert columns_in_hand(app) == (0, 2)
    box(app, "First row").select(False).run()
    assert columns_in_hand(app) != (0, 2)
    box(app, "First row").select(True).run()
    assert columns_in_hand(app) == (0, 2)
    assert_well(app)
    assert box(app, "Column with their language").value == 2
    upload(app, "other.csv", SEMICOLONS + b"4;en;one more\n")
    assert columns_in_hand(app) == (2, 1)


@pytest.mark.parametrize("data", [SEMICOLONS, LARGE.replace(b",", b";")], ids=["small", "large"])
def test_one_column_is_not_both_the_messages_and_their_language(app, data):
    finish(upload(app, "file.csv", data))
    message, language = columns_in_hand(app)
    names = app.session_state["inbox"].sheet.columns

    def offered():
        return box(app, "Column with their language").options

    assert names[message] not in offered()
    box(app, "Column with the messages").select(language).run()
    assert names[language] not in offered()
    finish(app)
    assert_well(app)
    assert columns_in_hand(app) == (language, None)
    assert offered() == ["none", *(name for name in names if name != names[language])]
    assert box(app, "Column with their language").value == -1


def test_a_long_name_of_a_file_keeps_its_ending(app):
    upload(app, f"{'orders of the year ' * 5}.csv", SEMICOLONS)
    assert title(app) == "3 messages: orders of the year orders of the ye….csv"


def test_one_huge_message_is_said_to_be_counted_and_can_be_cancelled(app, monkeypatch):
    told = []
    batch = bpe.Tokenizer.count_batch

    def slow(machine, texts):
        told.append(len(texts))
        until(lambda: job(app) is None or not job(app).active or len(told) == 1)
        return batch(machine, texts)

    monkeypatch.setattr(bill, "PIECES", 1_000)
    monkeypatch.setattr(bpe.Tokenizer, "count_batch", slow)
    upload(app, "huge.csv", b"message\n" + b"one more order, please " * 20_000)
    counting = job(app)
    until(lambda: len(told) > 1)
    assert (counting.done, counting.wanted) == (0, 4)
    assert inbox_words.progress(counting.state, 0, 4).startswith("Counting: 0 of 4")
    app.button(key="bill_cancel").click().run()
    until(lambda: counting.state == "cancelled")
    assert len(told) == 2
    assert title(app).startswith("200 messages")
