"""The page Languages without a browser."""

import html
import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import bpe
from pages.ui import languages, premiums, shelf, words
from tests.shelving import machines, names, put, rename

FRAME = str(Path(__file__).parents[1] / "pages" / "frame.py")
ARTICLE = {text.name: text.text for text in languages.article()}
OPENING = "a cake shop's replies, 30 merges"
HOSTILE = [
    "<b>hi</b><img src=x>",
    "$5 and $6",
    ":dog: :red[x]",
    "*a* _b_ `c` [d](http://example.com)",
    "=1+1",
    "नमस्ते مرحبا",
]


@pytest.fixture
def app():
    app = AppTest.from_file(FRAME, default_timeout=30).run()
    return app.switch_page("languages.py").run()


def assert_well(app: AppTest) -> None:
    assert [e.value for e in app.exception] == []
    assert [e.value for e in app.error] == []


def figure(app: AppTest) -> dict:
    return json.loads(app.get("plotly_chart")[0].proto.spec)


def dots(app: AppTest) -> dict[str, list[float]]:
    """Return each tokenizer's premiums, as they are drawn."""
    return {trace["name"]: trace["x"] for trace in figure(app)["data"] if "name" in trace}


def labels(app: AppTest) -> list[str]:
    return figure(app)["layout"]["yaxis"]["ticktext"]


def invites(app: AppTest) -> bool:
    """Tell whether the page asks for a tokenizer of one's own."""
    return any("adds a tokenizer of your own" in caption.value for caption in app.caption)


def add(app: AppTest, name: str, text: str) -> AppTest:
    app.session_state["own_language_draft"] = text
    app.text_input(key="own_language_name").set_value(name)
    app.button(key="add_language").click().run()
    return app


def test_the_page_opens_with_39_languages_and_three_encodings(app, pretrained):
    assert_well(app)
    assert [title.value for title in app.title] == [
        "The same meaning, many languages: who pays more tokens for it?"
    ]
    drawn = dots(app)
    assert list(drawn) == ["GPT-2", "GPT-4", "GPT-4o"]
    assert {len(values) for values in drawn.values()} == {39}
    assert drawn["GPT-4o"] == sorted(drawn["GPT-4o"], reverse=True)
    o200k = pretrained["o200k_base"]
    assert drawn["GPT-4o"][0] == max(map(o200k.count, ARTICLE.values())) / o200k.count(
        ARTICLE["English"]
    )
    assert any("pays most" in element.value for element in app.markdown)
    assert invites(app)


def choose_sample(app: AppTest, key: str) -> None:
    app.switch_page("train.py").run()
    app.selectbox(key="sample").select(key).run()


def ask_for_merges(app: AppTest) -> None:
    app.switch_page("train.py").run()
    app.number_input(key="merges").set_value(40).run()


def rename_it(app: AppTest) -> None:
    rename(app, OPENING, "mine")


def open_one(app: AppTest) -> None:
    put(app, "opened", bpe.train("low low", merges=2).tokenizer)


def train_on_these(app: AppTest) -> None:
    app.number_input(key="train_merges").set_value(20).run()
    app.button(key="train_on_languages").click().run()


@pytest.mark.parametrize(
    ("act", "name"),
    [
        (lambda app: choose_sample(app, "hug_pug"), "hugs, pugs and buns, 7 merges"),
        (lambda app: choose_sample(app, "crumb"), OPENING),
        (ask_for_merges, "a cake shop's replies, 40 merges"),
        (rename_it, "mine"),
        (open_one, "opened"),
        (train_on_these, "English + Hindi, 20 merges"),
    ],
    ids=[
        "another text",
        "the opening text chosen",
        "settings",
        "renamed",
        "opened",
        "trained here",
    ],
)
def test_a_star_is_drawn_once_there_is_a_tokenizer_of_ones_own(app, act, name):
    act(app)
    app.switch_page("languages.py").run()
    assert_well(app)
    assert list(dots(app)) == ["GPT-2", "GPT-4", "GPT-4o", html.escape(f"Yours: {name}")]
    assert not invites(app)


def test_looking_at_the_other_pages_is_not_choosing(app):
    for page in ("train.py", "text.py", "compare.py", "languages.py"):
        app.switch_page(page).run()
    assert_well(app)
    assert len(dots(app)) == 3
    assert invites(app)


def test_another_base_and_another_order_of_rows(app, pretrained):
    app.selectbox(key="base_language").select("Hindi").run()
    app.selectbox(key="sort_by").select("r50k_base").run()
    assert_well(app)
    drawn = dots(app)
    assert drawn["GPT-2"] == sorted(drawn["GPT-2"], reverse=True)
    at = next(i for i, label in enumerate(labels(app)) if label.startswith("Hindi"))
    assert {values[at] for values in drawn.values()} == {1}
    app.switch_page("compare.py").run()
    app.switch_page("languages.py").run()
    assert dots(app) == drawn


def test_a_cake_order(app, pretrained):
    app.selectbox(key="base_language").select("Burmese").run()
    app.segmented_control(key="meaning").set_value("A cake order").run()
    assert_well(app)
    assert len(labels(app)) == 4
    assert app.selectbox(key="base_language").value == "English"
    assert any("native speakers have not checked" in caption.value for caption in app.caption)
    for number in (3, 0):
        app.selectbox(key="order").select(number).run()
        assert_well(app)
        counts = [pretrained["cl100k_base"].count(text.text) for text in languages.order(number)]
        assert max(dots(app)["GPT-4"]) == max(counts) / counts[0]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_names_and_texts_of_ones_own_are_shown_as_they_are(app, hostile):
    add(app, hostile, hostile)
    assert_well(app)
    assert len(labels(app)) == 40
    label = next(label for label in labels(app) if "yours" in label)
    assert "<b>" not in label
    assert "<img" not in label
    app.selectbox(key="base_language").select(hostile).run()
    assert_well(app)
    for element in [*app.markdown, *app.caption]:
        assert hostile not in element.value or hostile == words.literal(hostile)
    table = app.table[-1].value
    assert words.literal(hostile) in table["language"].tolist()
    app.button(key="remove_language_0").click().run()
    assert_well(app)
    assert len(labels(app)) == 39
    assert app.selectbox(key="base_language").value == "English"


def test_what_cannot_be_added_is_said_and_kept(app):
    add(app, "Kashmiri", "")
    assert "no text yet" in app.error[0].value
    assert app.text_input(key="own_language_name").value == "Kashmiri"
    add(app, "Kashmiri", "half \ud83e")
    assert_well(app)
    assert len(labels(app)) == 40
    assert app.text_input(key="own_language_name").value == ""


def test_a_text_stands_only_beside_what_it_says(app):
    add(app, "Kashmiri", "namaste")
    app.segmented_control(key="meaning").set_value("A cake order").run()
    assert len(labels(app)) == 4
    app.segmented_control(key="meaning").set_value("Human rights, article 1").run()
    assert len(labels(app)) == 40


def test_a_training_joins_the_plot_and_the_shelf(app):
    app.number_input(key="train_merges").set_value(60).run()
    app.button(key="train_on_languages").click().run()
    assert_well(app)
    name = "English + Hindi, 60 merges"
    assert names(app)[-1] == name
    assert f"Yours: {name}" in dots(app)
    machine = machines(app)[name]
    expected = machine.count(ARTICLE["Hindi"]) / machine.count(ARTICLE["English"])
    at = next(i for i, label in enumerate(labels(app)) if label.startswith("Hindi"))
    assert dots(app)[f"Yours: {name}"][at] == expected
    assert any("flatters" in caption.value for caption in app.caption)
    app.multiselect(key="train_languages").set_value([]).run()
    app.button(key="train_on_languages").click().run()
    assert "at least one language" in app.error[0].value
    assert [e.value for e in app.exception] == []


def test_a_tokenizer_that_cannot_take_the_texts_is_left_out_with_a_sentence(app):
    put(app, "<b> of 256", bpe.train("the cat", merges=2, min_count=1, codec="latin-1").tokenizer)
    app.run()
    assert_well(app)
    assert "is left out" in app.warning[0].value
    assert len(dots(app)) == 3


def test_without_any_encoding_a_tokenizer_of_ones_own_is_compared(app, monkeypatch):
    tokenizer = shelf.tokenizer

    def missing(name):
        if name in words.ENCODINGS:
            raise ValueError("Its file is missing.")
        return tokenizer(name)

    monkeypatch.setattr(shelf, "tokenizer", missing)
    premiums._encoding_tokens.clear()
    app.run()
    assert_well(app)
    assert len(app.warning) == 3
    assert "nothing to compare" in app.info[0].value
    train_on_these(app)
    assert_well(app)
    assert len(app.warning) == 3
    assert list(dots(app)) == ["Yours: English + Hindi, 20 merges"]
    assert len(app.table[0].value) == 2
