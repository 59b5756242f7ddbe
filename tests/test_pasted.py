"""What is pasted is never cut without a word: what of it is used is said, or it is refused."""

import time

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from pages.ui import bill_state, components, corpora, live, rows
from tests.test_bill_page import FRAME, assert_well, said, title

LINE = "one message here\n"


@pytest.fixture
def box(monkeypatch):
    """Put plain boxes in place of our editors, so that a test can type there."""

    def editor(text, *, key, on_text, **_):
        st.text_area("box", key=f"box_{key}", on_change=on_text)

    def sent(key, name):
        return st.session_state.get(f"box_{key}") if name == "text" else None

    monkeypatch.setattr(components, "editor", editor)
    monkeypatch.setattr(components, "sent", sent)


def open_page(name: str) -> AppTest:
    return AppTest.from_file(FRAME, default_timeout=60).run().switch_page(name).run()


def paste(app: AppTest, text: str) -> AppTest:
    (only,) = app.text_area
    return only.set_value(text).run()


@pytest.mark.parametrize(
    ("text", "texts", "told"),
    [
        (
            LINE * 10_000,
            [LINE.strip()] * 5_882,
            "The first 5,882 of 10,000 lines are counted; up to 100,000 ",
        ),
        (
            "a" * 49_999 + "\n" + "b" * 50_000 + "\nc",
            ["a" * 49_999, "b" * 50_000],
            "The first 2 of 3 lines are counted; ",
        ),
        ("é" * 150_000, ["é" * 100_000], "The first 100,000 of 150,000 characters are counted; "),
        ("a\n" + "b" * 100_000, ["a"], "The first 1 of 2 lines are counted; "),
        ("🎂" * 99_999 + "\n", ["🎂" * 99_999], ""),
    ],
    ids=["lines", "to the brim", "one line", "a long line", "emoji"],
)
def test_a_bill_counts_whole_lines_and_says_how_many(box, text, texts, told):
    app = paste(open_page("bill.py"), text)
    while app.session_state["inbox_attempts"]:  # many bytes are counted beside the script
        app.run()
    assert_well(app)
    plural = "" if len(texts) == 1 else "s"
    assert title(app) == f"{len(texts):,} message{plural}: what you pasted"
    assert app.session_state["inbox"].texts == texts
    found = [sentence for sentence in said(app) if sentence.startswith("The first")]
    assert len(found) == bool(told)
    assert all(sentence.startswith(told) for sentence in found)
    paste(app, "short")
    assert_well(app)
    assert not [sentence for sentence in said(app) if sentence.startswith("The first")]


def test_no_message_of_a_bill_is_cut(box):
    app = paste(open_page("bill.py"), LINE * 10_000)
    assert set(app.session_state["inbox"].texts) == {LINE.strip()}
    assert len(app.session_state["inbox"].source.data) <= bill_state.MAX_PASTED


@pytest.mark.parametrize("make", [corpora.of_text, corpora.of_counts])
def test_a_corpus_that_is_too_long_to_be_typed_is_refused(make):
    assert make("typed", "low 5\n" * 10, 60).size
    with pytest.raises(ValueError, match="There are 60 characters here; up to 59 can be typed"):
        make("typed", "low 5\n" * 10, 59)


def test_a_text_of_ones_own_is_refused_whole(box):
    app = open_page("languages.py")
    app.text_input(key="own_language_name").set_value("Kashmiri")
    paste(app, "a" * 20_001)
    app.button(key="add_language").click().run()
    assert [error.value[:16] for error in app.error] == ["A text has up to"]
    assert app.text_input(key="own_language_name").value == "Kashmiri"


def test_it_is_said_of_a_live_text_how_much_of_it_is_used():
    def script():
        import streamlit

        from pages.ui import live, rows

        rows.take_beginning("a" * rows.MAX_COMPARED, "b" * live.MAX_TEXT)
        streamlit.session_state.seen = rows.cut([])[1], live.note(), len(live.text_in_hand())
        rows.take_beginning("a", "b")
        streamlit.session_state.then = rows.cut([])[1], live.note()

    app = AppTest.from_function(script).run()
    assert not app.exception
    told = f"The first {live.MAX_TEXT:,} of {live.MAX_TEXT + rows.MAX_COMPARED:,} characters"
    assert app.session_state["seen"] == ([f"{told} are used."], f"{told} are used.", live.MAX_TEXT)
    assert app.session_state["then"] == ([], "")


# Messages of the editor.


def test_a_message_that_comes_twice_is_taken_once(monkeypatch):
    def script():
        import streamlit

        from pages.ui import components

        state = streamlit.session_state
        state.setdefault("taken", [])
        components.editor(
            "",
            label="box",
            max_chars=10,
            rev=0,
            session="one",
            key="box",
            on_text=lambda: state.taken.append(components.sent("box", "text")),
        )

    def mount(*, key, data, on_text_change, **_):
        st.session_state.answered = data["seq"]
        st.button("come", on_click=on_text_change)

    monkeypatch.setattr(components, "_EDITOR", mount)
    now = {}
    monkeypatch.setattr(components, "sent", lambda key, name: now.get(name))
    app = AppTest.from_function(script).run()
    for text, seq, taken in (
        ("one", 1, ["one"]),
        ("one", 1, ["one"]),
        ("two", 3, ["one", "two"]),
        ("late", 2, ["one", "two"]),
        ("odd", "4", ["one", "two"]),
        ("odd", None, ["one", "two"]),
    ):
        now.update(text=text, seq=seq)
        app.button[0].click().run()
        assert not app.exception
        assert app.session_state["taken"] == taken
    assert app.session_state["answered"] == 3


# A text that is on its way as the button is pressed.


def labels(app: AppTest) -> list[str]:
    return [button.label for button in app.button if button.label.startswith("Remove")]


def press_add(app: AppTest) -> AppTest:
    return app.button(key="add_language").click().run()


def test_a_text_that_comes_a_moment_after_the_press_is_added(box):
    app = open_page("languages.py")
    app.text_input(key="own_language_name").set_value("Kashmiri")
    press_add(app)
    assert ["There is no text yet" in error.value for error in app.error] == [True]
    app.session_state["own_language_wanted"] += 60  # a slow machine is no slow line
    paste(app, "as it is said there")
    assert_well(app)
    assert labels(app) == ["Remove Kashmiri"]


def test_a_text_that_is_typed_later_is_not_added_half(box):
    app = open_page("languages.py")
    app.text_input(key="own_language_name").set_value("Kashmiri")
    press_add(app)
    time.sleep(1.1)
    paste(app, "as it is s")
    assert labels(app) == []
    paste(app, "as it is said there")
    assert labels(app) == []
    press_add(app)
    assert_well(app)
    assert labels(app) == ["Remove Kashmiri"]
    assert app.session_state["own_languages"][None][0].text == "as it is said there"


# Several changes of a bill at once.

CSV = b"id,lang,message\n1,de,Hallo\n2,en,hello\n"


def open_bill(app: AppTest) -> AppTest:
    app.file_uploader(key="bill_file").upload("two.csv", CSV, "text/csv").run()
    assert_well(app)
    return app


def menu(app: AppTest, name: str):
    return next(each for each in app.selectbox if str(each.key).startswith(name))


def test_both_columns_can_be_chosen_at_once():
    app = open_bill(open_page("bill.py"))
    menu(app, "message_column").select(1)
    menu(app, "language_column").select(0)
    app.run()
    assert_well(app)
    held = app.session_state["inbox"]
    assert (held.texts, held.languages) == (["de", "en"], ["1", "2"])


def test_how_a_file_is_read_can_be_changed_in_two_ways_at_once():
    app = open_bill(open_page("bill.py"))
    menu(app, "form_header").select(False)
    menu(app, "form_encoding").select("latin-1")
    app.run()
    assert_well(app)
    held = app.session_state["inbox"]
    assert (held.source.form.header, held.source.form.encoding) == (False, "latin-1")
    assert len(held.texts) == 3


@pytest.mark.parametrize("name", ["message_column", "language_column", "form_header"])
def test_what_was_pasted_goes_before_the_menus_of_the_file_before_it(box, name):
    app = open_bill(open_page("bill.py"))
    app.text_area[0].set_value("one\ntwo\nthree")
    menu(app, name).select_index(0)
    app.run()
    assert_well(app)
    assert app.session_state["inbox"].texts == ["one", "two", "three"]
    assert title(app) == "3 messages: what you pasted"
