"""What a visitor has in hand: driven through the page's own functions, without a browser."""

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import bpe
from bpe import files
from pages.ui import corpora, samples, shelf, words
from pages.ui.corpora import Corpus

FRAME = str(Path(__file__).parents[1] / "pages" / "frame.py")
CRUMB = samples.SAMPLES[0]


def script(body: str) -> AppTest:
    """Make a page that runs a few lines with the state's functions, and nothing else."""
    head = "import streamlit as st\nfrom pages.ui import corpora, live, samples, shelf, state\n"
    return AppTest.from_string(f"{head}state.begin()\n{body}", default_timeout=30)


def run(body: str) -> AppTest:
    app = script(body).run()
    assert [e.value for e in app.exception] == []
    return app


def test_a_file_is_taken_and_a_wrong_one_leaves_everything_as_it_was():
    app = run("""
state.take_file("good.txt", b"banana bandana")
state.take_file("bad.txt", b"caf\\xe9")
""")
    assert app.session_state["corpus"] == Corpus("good.txt", "banana bandana")
    assert "0xE9 at offset 3" in app.session_state["refused_corpus"]
    assert app.session_state["unread"] == ("bad.txt", b"caf\xe9")


def test_the_offer_to_read_a_file_otherwise_is_about_the_last_file():
    app = run("""
state.take_file("bad.txt", b"caf\\xe9")
state.take_file("empty.txt", b"")
""")
    assert "empty.txt" in app.session_state["refused_corpus"]
    assert app.session_state["unread"] is None


def test_a_file_that_cp1252_cannot_read_may_still_be_read_with_replacements():
    app = run("""
state.take_file("bad.txt", b"a\\x81b")
state.read_file("cp1252")
st.session_state.kept = state.unread_file()
state.read_file()
""")
    assert app.session_state["kept"] == ("bad.txt", b"a\x81b")
    assert app.session_state["corpus"].text == "a�b"


def test_a_text_of_ones_own_brings_its_own_settings_unless_they_were_chosen():
    app = run("""
state.choose_sample(samples.SAMPLES[1])
state.take_corpus(lambda: corpora.of_text("own", "नमस्ते दुनिया"))
""")
    assert (app.session_state["codec"], app.session_state["merges"]) == ("utf-8", 100)
    app = run("""
state.choose_sample(samples.SAMPLES[0])
st.session_state.merges = 7
state.take_corpus(lambda: corpora.of_text("own", "banana"))
""")
    assert (app.session_state["split"], app.session_state["merges"]) == ("none", 7)


def test_another_corpus_begins_at_its_beginning_and_settings_leave_the_player_alone():
    app = run("""
state.trained()
state.keep_k(8)
st.session_state.merges = 40
state.trained()
st.session_state.after_settings = state.k_in_hand()
state.choose_sample(samples.SAMPLES[2])
state.trained()
st.session_state.after_corpus = state.k_in_hand()
""")
    assert (app.session_state["after_settings"], app.session_state["after_corpus"]) == (8, 0)


def test_a_refused_setting_does_not_take_the_page_away():
    app = AppTest.from_file(FRAME, default_timeout=30).run()
    app.selectbox(key="sample").select("orders").run()
    app.session_state["tune"] = True
    app.selectbox(key="codec").select("latin-1").run()
    assert [e.value for e in app.exception] == []
    assert {box.key for box in app.selectbox} >= {"sample", "split", "ties", "codec"}
    assert "position 44" in app.error[0].value
    assert "base units in Settings" in app.error[0].value
    app.selectbox(key="codec").select("utf-8").run()
    assert [e.value for e in app.error] == []


def test_a_sample_can_be_chosen_again():
    app = AppTest.from_file(FRAME, default_timeout=30).run()
    for _ in range(2):
        app.session_state["corpus"] = Corpus("typed", "banana")
        app.selectbox(key="sample").select("hug_pug").run()
        assert app.session_state["corpus"].title == "hugs, pugs and buns"


def test_a_training_that_ends_late_does_not_move_the_player():
    app = run("""
import threading
from pages.ui import jobs, training
from pages.ui.training import Settings

state.take_corpus(lambda: corpora.of_text("large", "banana bandana " * 10))
state.start_job()
job = st.session_state.job
while job.active:
    threading.Event().wait(0.01)
state.choose_sample(samples.SAMPLES[0])
st.session_state.job = None
state.trained()
state.keep_k(8)
st.session_state.job = job
state.trained()
st.session_state.k_after = state.k_in_hand()
st.session_state.names = list(shelf.shelved())
""")
    assert app.session_state["k_after"] == 8
    assert any(name.startswith("large") for name in app.session_state["names"])


def saved(**changes) -> bytes:
    data = json.loads(files.to_json(bpe.Tokenizer([(97, 98)], name="mine")))
    return json.dumps(data | changes).encode()


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("mine", "mine"),
        ("cl100k_base", "cl100k_base (2)"),
        ("", "file"),
        ("\ud83e", "�"),
        ("x" * 500, "x" * shelf.MAX_NAME),
    ],
)
def test_an_opened_tokenizer_gets_a_name_of_its_own(name, kept):
    app = run(f"shelf.open_file('file.json', {saved(name=name)!r})")
    assert list(app.session_state["shelf"])[-1] == kept
    assert kept not in words.ENCODINGS


def test_an_opened_tokenizer_does_not_replace_another_of_its_name():
    app = run(f"for _ in range(2): shelf.open_file('file.json', {saved()!r})")
    assert list(app.session_state["shelf"])[-2:] == ["mine", "mine (2)"]


@pytest.mark.parametrize("pattern", ["(((a{200}){200}){200})", "(?:(?:a|aa|a?)+)+$", "("])
def test_a_file_with_a_pattern_that_does_harm_is_refused(pattern):
    data = saved(pre_tokenizer={"name": "mine", "pattern": pattern})
    app = run(f"shelf.open_file('file.json', {data!r})")
    assert app.session_state["refused_shelf"]
    assert "mine" not in app.session_state["shelf"]


def test_what_was_opened_outlives_what_was_merely_tried():
    app = run(f"""
shelf.open_file("file.json", {saved()!r})
for merges in range(1, 12):
    st.session_state.merges = merges
    state.trained()
""")
    assert "mine" in app.session_state["shelf"]
    assert len(app.session_state["shelf"]) == shelf.MAX_SHELF


def test_trainings_that_differ_in_the_split_stand_side_by_side():
    app = run("""
for split in ("none", "gpt2"):
    st.session_state.split = split
    state.trained()
""")
    assert list(app.session_state["shelf"])[-2:] == [
        "a cake shop's replies, 30 merges",
        "a cake shop's replies, 30 merges, split as GPT-2",
    ]


@pytest.mark.parametrize("new", ["", " ", "x" * 61, "cl100k_base"])
def test_a_name_that_cannot_be_is_refused_in_a_sentence(new):
    app = run(f'shelf.rename("a cake shop\'s replies, 30 merges", {new!r})')
    assert app.session_state["refused_shelf"].endswith(".")
    assert list(app.session_state["shelf"]) == ["a cake shop's replies, 30 merges"]


def test_a_question_about_a_token_is_answered_from_what_is_shown():
    app = run("""
live.take_text("the lowest", page="text")
fields = live.dial_fields("cl100k_base")
message = {"sig": fields["sig"], "k": 100000, "start": 3, "end": 10, "from": 3, "to": 10}
live.ask("cl100k_base", message)
""")
    facts = app.session_state["facts"]
    assert facts["twin"]["label"] == "lowest"
    assert facts["twin"]["id"] == 90998
    assert {row["title"] for row in facts["ids"]} >= {"GPT-4o (o200k_base)", "GPT-2 (r50k_base)"}


@pytest.mark.parametrize(
    "message",
    [
        None,
        "text",
        {},
        {"sig": "x", "k": 1, "start": 0, "end": 1, "from": 0, "to": 1},
        {"sig": "SIG", "k": 1, "start": 5, "end": 2, "from": 0, "to": 9},
        {"sig": "SIG", "k": 1, "start": -1, "end": 2, "from": -5, "to": 9},
        {"sig": "SIG", "k": 1, "start": 0, "end": 10**9, "from": 0, "to": 10**9},
        {"sig": "SIG", "k": True, "start": 0, "end": 1, "from": 0, "to": 1},
    ],
    ids=str,
)
def test_a_question_that_makes_no_sense_is_passed_over(message):
    app = run(f"""
message = {message!r}
if isinstance(message, dict) and message.get("sig") == "SIG":
    message["sig"] = live.dial_fields("cl100k_base")["sig"]
live.ask("cl100k_base", message)
""")
    assert "facts" not in app.session_state


def test_a_long_pre_token_is_not_matched_greedily():
    corpus = corpora.of_text("long", "abcdefghij " * 400)
    trained = bpe.train(corpus.text, merges=60)
    assert max(map(len, trained.tokenizer.tokens.values())) > 500
    app = run("""
state.take_corpus(lambda: corpora.of_text("long", "abcdefghij " * 400))
st.session_state.merges, st.session_state.split = 60, "none"
state.trained()
live.take_text("abcdefghij " * 2000, page="text")
name = next(reversed(shelf.shelved()))
fields = live.dial_fields(name)
live.ask(name, {"sig": fields["sig"], "k": 60, "start": 0, "end": 11, "from": 0, "to": 22000})
""")
    assert app.session_state["facts"]["longest"] == []
