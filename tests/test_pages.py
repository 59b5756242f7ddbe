"""The pages in Python: what they say and what their components are sent, without a browser."""

import json
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import bpe
from pages.ui import corpora, live, samples
from pages.ui.corpora import Corpus
from tests.shelving import key_of, machines

FRAME = str(Path(__file__).parents[1] / "pages" / "frame.py")
OWN = "a cake shop's replies, 30 merges"
TWICE = "the cat sat, twice, 7 merges, split by spaces"
PAGES = ["train.py", "text.py", "compare.py", "languages.py", "bill.py"]
HOSTILE = [
    "",
    " ",
    "<b>hi</b> & \"q\" 'r'",
    "$5 and $6",
    ":dog: :blue[sky] :material/home:",
    "![x](http://example.com/x.png) [a](javascript:alert(1)) # *b* `c`",
    "a\x00b",
    "👩‍👩‍👧‍👦 नमस्ते مرحبا",
    "a" * 20_000,
]


@pytest.fixture
def app():
    return AppTest.from_file(FRAME, default_timeout=30).run()


def payload(app: AppTest) -> dict:
    """Return what the page's component is sent, arrays left out."""
    elements = app.get("bidi_component")
    element = next(e for e in elements if e.proto.component_name != "bpe_editor")
    return json.loads(element.proto.mixed.json or element.proto.json)


def take(app: AppTest, corpus: Corpus) -> AppTest:
    """Hand the page a corpus as its editor does."""
    app.session_state["corpus"] = corpus
    return app.run()


def sample_text(sample: samples.Sample) -> str:
    """Return what is drawn of a sample."""
    corpus = samples.corpus(sample)
    return corpus.text or "".join(word for word, _ in corpus.counts)


def go_to(app: AppTest, page: str) -> AppTest:
    return app.switch_page(page).run()


def assert_well(app: AppTest) -> None:
    assert [e.value for e in app.exception] == []
    assert [e.value for e in app.error] == []


@pytest.mark.parametrize("script", PAGES)
def test_a_page_opens_with_something_to_see(app, script):
    go_to(app, script)
    assert_well(app)
    assert len(app.title) == 1
    assert app.get("bidi_component")


@pytest.mark.parametrize("script", PAGES)
def test_a_page_runs_again_and_after_other_pages(app, script):
    for other in [*PAGES, script, script]:
        go_to(app, other)
        assert_well(app)


def test_the_first_page_opens_on_the_first_articles_corpus(app):
    sent = payload(app)
    assert sent["text"] == samples.read(samples.SAMPLES[0])
    assert (sent["n_merges"], sent["n_units"], sent["k"]) == (30, 280, 0)
    assert sent["labels"][256 + 17] == "delivery"


@pytest.mark.parametrize("sample", samples.SAMPLES, ids=lambda sample: sample.key)
def test_every_sample_trains_with_its_own_settings(app, sample):
    app.selectbox(key="sample").select(sample.key).run()
    assert_well(app)
    sent = payload(app)
    assert sent["text"] == (sample_text(sample))
    assert 0 < sent["n_merges"] <= sample.merges
    assert sent["codec"] == sample.codec
    assert any("Notice that" in caption.value for caption in app.caption)


@pytest.mark.parametrize(
    "text", [text for text in HOSTILE if text], ids=lambda text: repr(text)[:20]
)
def test_a_typed_corpus_is_trained_on_as_it_is(app, text):
    take(app, corpora.of_text("typed text", text))
    assert_well(app)
    sent = payload(app)
    assert sent["text"] == text
    trained = bpe.train(sent["text"], merges=30, min_count=1)
    assert sent["n_merges"] == trained.tokenizer.n_merges


def test_settings_retrain(app):
    app.number_input(key="merges").set_value(5).run()
    assert payload(app)["n_merges"] == 5
    app.selectbox(key="split").select("words").run()
    app.number_input(key="merges").set_value(38).run()
    assert (
        payload(app)["labels"][256 + 37] == "·out"[1:] or "out" in payload(app)["labels"][256 + 37]
    )
    app.number_input(key="min_count").set_value(1000).run()
    assert_well(app)
    assert payload(app)["n_merges"] == 0
    assert "1,000 times" in payload(app)["stopped"]


def test_zero_merges_are_a_training_too(app):
    app.number_input(key="merges").set_value(0).run()
    assert_well(app)
    assert payload(app)["n_merges"] == 0


def test_a_corpus_out_of_the_codecs_range_is_refused_and_the_last_one_kept(app):
    app.selectbox(key="codec").select("latin-1").run()
    assert_well(app)
    take(app, corpora.of_text("typed text", "naïve 中文"))
    assert [error.value for error in app.exception] == []
    assert len(app.error) == 1
    assert "中" in app.error[0].value
    assert "number 7 of the text" in app.error[0].value
    assert payload(app)["text"] == samples.read(samples.SAMPLES[0])


def test_settings_and_corpus_survive_other_pages(app):
    take(app, corpora.of_text("typed text", "banana bandana"))
    app.number_input(key="merges").set_value(4).run()
    before = payload(app)
    for page in ["text.py", "compare.py", "train.py"]:
        go_to(app, page)
    assert payload(app)["sig"] == before["sig"]


@pytest.mark.parametrize("name", ["r50k_base", "p50k_base", "cl100k_base", "o200k_base", OWN])
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text)[:20])
def test_any_text_is_cut_by_any_tokenizer(app, name, text):
    app.session_state["text"] = text
    app.session_state["tokenizer"] = key_of(app, name) if name == OWN else name
    go_to(app, "text.py")
    assert_well(app)
    sent = payload(app)
    assert sent["text"] == text
    assert sent["round_trip"] == ""


def test_a_tokenizer_of_256_characters_shows_what_it_lacks(app):
    app.selectbox(key="sample").select("cat_sat").run()
    app.session_state["text"] = "the cat 🐈"
    app.session_state["tokenizer"] = key_of(app, TWICE)
    go_to(app, "text.py")
    assert_well(app)
    sent = payload(app)
    assert (sent["text"], sent["refused"], sent["round_trip"]) == ("the cat 🐈", "", "")
    go_to(app, "compare.py")
    assert "1 character of this text \\(🐈\\)" in app.warning[0].value
    own = machines(app)[TWICE]
    assert app.table[0].value["tokens"].tolist()[-1] == str(own.count("the cat "))


def test_compare_counts_as_the_tokenizers_do(app, pretrained):
    compared = ["r50k_base", "cl100k_base", "o200k_base"]
    go_to(app, "compare.py")
    counts = [pretrained[name].count(live.OPENING_TEXT) for name in compared]
    assert app.table[0].value["tokens"].tolist() == [*map(str, counts), "149"]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text)[:20])
def test_compare_takes_any_text(app, text):
    app.session_state["text"] = text
    go_to(app, "compare.py")
    assert_well(app)
    assert len(app.table) == bool(text)


def test_an_empty_text_is_invited_to_be_typed(app):
    app.session_state["text"] = ""
    go_to(app, "compare.py")
    assert_well(app)
    assert "Type a text" in app.info[0].value


def test_the_address_brings_a_text_back():
    app = AppTest.from_file(FRAME, default_timeout=30)
    app.query_params["text"] = "<b>namaste</b> नमस्ते"
    app.query_params["tokenizer"] = "o200k_base"
    app.query_params["k"] = "500"
    app.query_params["colour"] = "age"
    app.switch_page("text.py").run()
    assert_well(app)
    sent = payload(app)
    assert sent["text"] == "<b>namaste</b> नमस्ते"
    assert (sent["n_merges"], sent["k"]) == (199_742, 500)
    assert sent["initial_view"] == {"show": "text", "colour": "age", "stops": "changes"}


def test_an_address_that_comes_late_brings_no_older_text_back():
    app = AppTest.from_file(FRAME, default_timeout=30)
    app.query_params["text"] = "older words"
    app.switch_page("text.py").run()
    older = dict(app.query_params)
    app.session_state["text"] = "newest words"
    app.session_state["text_k"] = 9
    app.run()
    assert app.query_params["text"] == "newest words"
    app.query_params = dict(older)  # the browser has not got the newer one, as after a lost line
    app.selectbox(key="tokenizer").select("o200k_base").run()
    assert_well(app)
    assert (payload(app)["text"], payload(app)["k"]) == ("newest words", 9)
    assert app.query_params["text"] == "newest words"


def test_the_address_is_left_alone_where_nothing_has_changed():
    """The visitor may have just gone back: what the browser tells next must find that address."""
    app = AppTest.from_file(FRAME, default_timeout=30)
    app.query_params["text"] = "newer words"
    app.switch_page("text.py").run()
    app.query_params = {"text": "older words", "tokenizer": "cl100k_base"}
    app.run()
    assert payload(app)["text"] == "newer words"
    assert app.query_params["text"] == "older words"


def test_special_tokens_are_read_as_the_address_says():
    app = AppTest.from_file(FRAME, default_timeout=30)
    app.query_params["text"] = "a<|endoftext|>"
    app.query_params["specials"] = "1"
    app.switch_page("text.py").run()
    assert_well(app)
    assert len(payload(app)["specials"]) == 1
    assert app.toggle(key="specials").value is True
    assert app.query_params["specials"] == "1"
    app.toggle(key="specials").set_value(False).run()
    assert "specials" not in app.query_params


@pytest.mark.parametrize(
    "said",
    [
        {"k": "-3"},
        {"k": "9" * 400},
        {"k": "²"},
        {"tokenizer": "gpt-9"},
        {"colour": "<b>"},
        {"text": "x" * 9000},
    ],
    ids=str,
)
def test_an_address_that_makes_no_sense_does_no_harm(said):
    app = AppTest.from_file(FRAME, default_timeout=30)
    for name, value in said.items():
        app.query_params[name] = value
    app.switch_page("text.py").run()
    assert_well(app)
    assert payload(app)["n_merges"] == 100_000


def curves(app: AppTest) -> dict[str, dict]:
    """Return the lines of the curve on the page "Your text", by their names."""
    (chart,) = app.get("plotly_chart")
    return {trace["name"]: trace for trace in json.loads(chart.proto.spec)["data"]}


@pytest.mark.parametrize(
    "text", ["the lowest price", "नमस्ते 👩‍👩‍👧‍👦", "a", "low " * 5_000], ids=len
)
@pytest.mark.parametrize("k", [None, 0, 700])
def test_the_curve_is_the_replays_token_counts(app, pretrained, text, k):
    app.session_state["text"] = text
    app.session_state["text_k"] = k
    go_to(app, "text.py")
    assert_well(app)
    replay = pretrained["cl100k_base"].replay(text)
    here = replay.n_merges if k is None else k
    line = curves(app)["this text"]
    merges = [m for m, _ in line["customdata"]]
    assert [tokens for _, tokens in line["customdata"]] == replay.token_counts[merges].tolist()
    assert {*merges} == {0, here, *replay.events.tolist(), replay.n_merges}
    assert line["x"] == [m + 1 for m in merges]
    (mark,) = zip(curves(app)["k"]["x"], curves(app)["k"]["y"], strict=True)
    assert mark == (here + 1, len(text.encode()) / replay.token_counts[here])


def test_beside_it_stands_the_corpus_that_the_tokenizer_was_trained_on(app):
    app.session_state["text"] = "an eggless cake"
    app.session_state["tokenizer"] = key_of(app, OWN)
    go_to(app, "text.py")
    corpus = samples.read(samples.SAMPLES[0])
    own = bpe.train(corpus, merges=30, min_count=1).tokenizer
    for name, text in (("this text", "an eggless cake"), ("training corpus", corpus)):
        line = curves(app)[name]
        counts = own.replay(text).token_counts
        assert line["customdata"] == [[k, counts[k]] for k in line["x"]]
    assert curves(app)["training corpus"]["x"] == list(range(31))


def test_of_many_changes_the_curve_has_some_hundreds(app):
    text = "".join(path.read_text("utf-8") for path in Path(bpe.__file__).parent.glob("*.py"))
    app.session_state["text"] = text
    go_to(app, "text.py")
    replay = bpe.pretrained("cl100k_base").replay(text)
    points = curves(app)["this text"]["customdata"]
    assert len(replay.events) > 1000
    assert 100 < len(points) < 450
    assert all(tokens == replay.token_counts[m] for m, tokens in points)


def test_no_text_has_no_curve(app):
    app.session_state["text"] = ""
    go_to(app, "text.py")
    assert_well(app)
    assert not app.get("plotly_chart")


@pytest.mark.parametrize("specials", [False, True])
@pytest.mark.parametrize("name", ["r50k_base", "p50k_base", "cl100k_base", "o200k_base"])
def test_the_ids_are_checked_against_tiktokens_own(app, name, specials, monkeypatch):
    app.session_state["text"] = "one<|endoftext|>two नमस्ते"
    app.session_state["specials"] = specials
    app.session_state["tokenizer"] = key_of(app, name) if name == OWN else name
    go_to(app, "text.py")
    assert_well(app)
    assert (payload(app)["as_tiktoken"], payload(app)["round_trip"]) == (True, "")
    monkeypatch.setattr(bpe.Replay, "ids", lambda replay, k: np.zeros(1, np.int32))
    app.session_state["text"] = "one"
    app.run()
    assert payload(app)["as_tiktoken"] is False
    assert payload(app)["round_trip"] == "Decoding the ids does not give the text back."


def test_ids_that_tiktoken_does_not_give_are_called_wrong(app, monkeypatch):
    monkeypatch.setattr(live, "agrees_with_tiktoken", lambda *_, **__: False)
    go_to(app, "text.py")
    assert payload(app)["round_trip"] == "These ids are not those of tiktoken."


def test_a_tokenizer_trained_here_is_not_compared_with_tiktoken(app):
    app.session_state["tokenizer"] = key_of(app, OWN)
    go_to(app, "text.py")
    assert payload(app)["as_tiktoken"] is None


@pytest.mark.parametrize("script", ["compare.py", "languages.py", "bill.py"])
def test_what_the_live_text_writes_into_the_address_stays_on_its_page(app, script):
    go_to(app, "text.py")
    app.query_params["text"] = "left behind"
    app.query_params["k"] = "7"
    app.query_params["present"] = "0"
    go_to(app, script)
    assert_well(app)
    assert {*app.query_params} == {"present"}
