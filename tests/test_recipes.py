"""How a tokenizer was trained, told in an address, and what a visitor finds who opens it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from pages.ui import corpora, recipes, samples, trainer, words
from pages.ui.corpora import Corpus
from pages.ui.training import CUSTOM, MAX_MERGES, Recipe, Settings, usual
from tests.shelving import machines, names
from tests.test_pages import FRAME, PAGES, assert_well, payload

ANY_TEXT = st.text(alphabet="abT1_ ,.×5%&+\u0928\u0940\n\U0001f680é")
TEXTS = ANY_TEXT.filter(bool).map(lambda text: corpora.of_text("mine.txt", text))
LINES = st.dictionaries(ANY_TEXT, st.integers(1, 10**6), min_size=1).map(
    lambda counts: Corpus("mine", counts=tuple(counts.items()))
)
CORPORA = st.one_of(TEXTS, LINES, st.sampled_from(samples.SAMPLES).map(samples.corpus))


@st.composite
def recipe(draw) -> Recipe:
    split = draw(st.sampled_from([*words.SPLITS]))
    settings = Settings(
        draw(st.integers(0, MAX_MERGES)),
        split,
        draw(ANY_TEXT.filter(bool)) if split == CUSTOM else "",
        draw(st.integers(1, 100)),
        draw(st.sampled_from([*words.TIES])),
        draw(st.sampled_from([*words.CODECS])),
    )
    return Recipe(draw(CORPORA), settings)


@given(recipe())
def test_what_an_address_tells_is_the_recipe_or_nothing(given):
    told = recipes.said(given)
    if told is None:
        return
    assert set(told) <= recipes.NAMES
    again = recipes.read(told)
    assert again.corpus.documents == given.corpus.documents
    assert again.settings == given.settings
    assert recipes.said(again) == told


@given(st.dictionaries(st.sampled_from([*recipes.NAMES]), st.text(max_size=20)))
def test_whatever_an_address_says_is_a_recipe(told):
    found = recipes.read(told)
    assert 0 <= found.settings.merges <= MAX_MERGES
    assert found.settings.min_count >= 1
    assert found.corpus.size > 0


def test_short_texts_are_told_and_long_ones_are_not():
    fits, too_long = (corpora.of_text("t", "x" * (recipes.MAX_TEXT + more)) for more in (0, 1))
    assert recipes.said(Recipe(fits, usual(fits))) == {"corpus": fits.text}
    assert recipes.said(Recipe(too_long, usual(too_long))) is None
    pattern = replace(usual(fits), split=CUSTOM, pattern="x" * (recipes.MAX_TEXT + 1))
    assert recipes.said(Recipe(fits, pattern)) is None


def visit(page: str = "train.py", **said: str) -> AppTest:
    app = arrive(page, **said)
    assert_well(app)
    return app


def arrive(page: str, **said: str) -> AppTest:
    app = AppTest.from_file(FRAME, default_timeout=30)
    for name, value in said.items():
        app.query_params[name] = value
    return app.switch_page(page).run()


def test_an_address_trains_what_it_tells():
    app = visit(counts="low 5\nlower 2\nnewest 6", merges="4", ties="lowest", step="3")
    assert app.session_state["corpus"].counts == (("low", 5), ("lower", 2), ("newest", 6))
    assert app.number_input(key="merges").value == 4
    assert app.selectbox(key="ties").value == "lowest"
    assert payload(app)["k"] == 3
    (machine,) = machines(app).values()
    assert machine.n_merges == 4
    told = payload(app)["address"]
    assert {name: value for name, value in told.items() if value is not None} == {
        "counts": "low 5\nlower 2\nnewest 6",
        "merges": "4",
        "ties": "lowest",
        "step": "3",
    }
    assert {*told} >= {"text", "tokenizer", "k"}  # what another page may have left there goes


def test_the_opening_page_has_nothing_to_tell():
    assert not any(payload(visit())["address"].values())


def test_a_corpus_that_is_too_long_is_not_told_at_all():
    app = visit(corpus="banana bandana", step="1")
    app.session_state["corpus"] = corpora.of_text("long", "banana " * 200)
    app.run()
    assert not any(payload(app)["address"].values())


def test_a_training_that_is_refused_is_still_in_hand_after_a_reload():
    app = arrive("train.py", corpus="नमस्ते", codec="latin-1", step="1")
    assert [error.value for error in app.exception] == []
    assert app.session_state["corpus"].text == "नमस्ते"
    assert "What was trained last is still shown" in app.error[0].value
    assert names(app) == ["a cake shop's replies, 30 merges"]
    told = payload(app)["address"]
    assert {name: value for name, value in told.items() if value} == {
        "corpus": "नमस्ते",
        "codec": "latin-1",
    }


def test_the_step_of_the_last_training_is_not_told_of_one_that_is_refused():
    app = visit(step="5")
    assert payload(app)["address"]["step"] == "5"
    app.selectbox(key="codec").select("latin-1").run()
    assert payload(app)["address"]["step"] == "5"
    app.session_state["corpus"] = corpora.of_text(corpora.TYPED_TEXT, "नमस्ते")
    app.run()
    assert app.error
    assert payload(app)["k"] == 5
    assert payload(app)["address"]["step"] is None


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    "said",
    [
        {"corpus": "aab", "merges": "5"},
        {"merges": "0"},
        {"corpus": "ab", "min_count": "9"},
        {"corpus": "नमस्ते", "codec": "latin-1"},
    ],
    ids=str,
)
def test_a_training_without_a_merge_leaves_a_tokenizer_for_all_pages(page, said):
    app = arrive(page, **said)
    assert [error.value for error in app.exception] == []
    assert names(app) == ["a cake shop's replies, 30 merges"]


@pytest.mark.parametrize(
    "said",
    [
        {"corpus": ""},
        {"counts": "low"},
        {"sample": "<b>"},
        {"merges": "-1", "min_count": "0", "ties": "?", "split": "?", "codec": "?", "step": "x"},
        {"step": "9" * 400},
        {"split": "custom"},
    ],
    ids=str,
)
def test_an_address_that_makes_no_sense_opens_the_page_as_usual(said):
    app = visit(**said)
    assert names(app) == ["a cake shop's replies, 30 merges"]
    assert payload(app)["k"] == 0


HARMFUL = ["(?:(?:a|aa|a?)+)+$", "(", "(((a{200}){200}){200})"]


@pytest.mark.parametrize("pattern", HARMFUL)
def test_a_pattern_that_does_harm_is_left_out_of_an_address(pattern):
    app = visit(corpus="a" * 400 + "b", split="custom", pattern=pattern)
    assert app.selectbox(key="split").value == "whitespace"
    assert app.session_state["pattern"] == words.FIRST_PATTERN


@pytest.mark.parametrize("pattern", HARMFUL)
def test_a_pattern_that_does_harm_is_not_compiled_for_a_live_text(pattern, monkeypatch):
    compiled = []
    train = trainer.train
    monkeypatch.setattr(
        trainer, "train", lambda *given: compiled.append(given[1].pattern) or train(*given)
    )
    app = visit("text.py", tokenizer="own", corpus="a" * 400 + "b", split="custom", pattern=pattern)
    assert pattern not in compiled
    assert app.session_state["tokenizer"] == "cl100k_base"


def test_a_pattern_that_does_none_is_taken():
    app = visit(corpus="low lower", split="custom", pattern=r"\w+|\s")
    assert app.selectbox(key="split").value == CUSTOM
    (machine,) = machines(app).values()
    assert machine.pre_tokenizer.pattern == r"\w+|\s"


def test_a_link_to_a_text_brings_the_tokenizer_trained_here_along():
    first = visit(corpus="low lower lowest low", merges="3")
    first.session_state["text"] = "the lowest"
    first.session_state["tokenizer"] = [*first.session_state["shelf"]][-1]
    first.switch_page("text.py").run()
    assert_well(first)
    said = dict(first.query_params)
    assert said == {
        "tokenizer": "own",
        "corpus": "low lower lowest low",
        "merges": "3",
        "text": "the lowest",
    }
    second = visit("text.py", **said)
    assert payload(second)["text"] == "the lowest"
    assert payload(second)["sig"] == payload(first)["sig"]
    assert len(second.get("plotly_chart")) == 1
    assert names(second) == names(first)
    assert dict(second.query_params) == said


def test_what_is_told_of_a_training_is_not_taken_for_a_live_text():
    app = visit("text.py", text="my words")
    app.switch_page("train.py").run()
    app.query_params = {"sample": "hug_pug", "step": "2"}
    app.switch_page("text.py").run()
    assert payload(app)["text"] == "my words"
    assert app.query_params["text"] == "my words"
    assert "sample" not in app.query_params
