"""The page Languages: its texts, its counts and what it says of them, without a browser."""

import csv
import io
import json
import re
import unicodedata
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import bpe
from pages.ui import charts_languages, languages, words
from pages.ui.languages import ENCODINGS, Column, Text

FRAME = str(Path(__file__).parents[1] / "pages" / "frame.py")
ARTICLE = {text.name: text.text for text in languages.article()}
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


def add(app: AppTest, name: str, text: str) -> AppTest:
    app.session_state["own_language_draft"] = text
    app.text_input(key="own_language_name").set_value(name)
    app.button(key="add_language").click().run()
    return app


# The texts.


def test_there_are_39_languages_english_first():
    assert len(ARTICLE) == 39
    assert next(iter(ARTICLE)) == "English"
    assert all(text == text.strip() and text for text in ARTICLE.values())


def test_names_are_composed_and_different():
    for text in languages.article():
        assert unicodedata.is_normalized("NFC", text.own_name)
        assert text.own_name != text.name


def test_the_orders_come_in_blocks_of_four():
    assert len(languages.orders()) == 10
    assert {len(said) for said in languages.orders()} == {len(languages.IN_ORDERS)}
    first = {text.name: text.text for text in languages.order(1)}
    assert first["English"] == "One eggless mawa cake for Saturday, please."
    assert first["Hindi in Latin letters"].startswith("Shanivaar")
    assert all(len(text.text.split("\n")) == 10 for text in languages.order(0))


@pytest.mark.parametrize("name", ENCODINGS)
def test_counts_equal_tiktokens_for_every_language(name, encodings):
    texts = [*languages.article(), *languages.order(0)]
    (column,), left_out = languages.counted(texts, [name])
    assert left_out == []
    tiktokens = [len(encodings[name].encode(text.text, disallowed_special=())) for text in texts]
    assert list(column.tokens) == tiktokens


def test_the_premium_of_the_base_is_one():
    columns, _ = languages.counted(languages.article(), ENCODINGS)
    for column in columns:
        for base in range(len(column.tokens)):
            assert column.premiums(base)[base] == 1
        assert column.premiums(0)[1] == column.tokens[1] / column.tokens[0]


def test_a_ranking_begins_with_the_dearest():
    column = Column("o200k_base", (10, 30, 5, 30))
    assert languages.ranking(column, 0) == [1, 3, 0, 2]


def test_the_headline_names_most_and_least():
    texts = [Text("English", "a"), Text("*Loud*", "b"), Text("Terse", "c")]
    columns = [Column("r50k_base", (10, 90, 20)), Column("o200k_base", (10, 30, 5))]
    said = languages.headline(texts, columns, 0)
    assert said.startswith(
        f"**{words.literal('*Loud*')} with {words.literal('GPT-2')} pays most**, 9.0 times"
    )
    assert f"Terse with {words.literal('GPT-4o')} least, 0.50 times" in said
    assert said.endswith(f"the dearest is {words.literal('*Loud*')}, 3.0 times.")


def test_a_missing_encoding_is_left_out_with_a_sentence(monkeypatch):
    def tokenizer(name):
        if name == "cl100k_base":
            raise ValueError("Its file is missing.")
        return bpe.pretrained(name)

    monkeypatch.setattr(languages.shelf, "tokenizer", tokenizer)
    columns, left_out = languages.counted([Text("one", "never counted before")], ENCODINGS)
    assert [column.name for column in columns] == ["r50k_base", "o200k_base"]
    assert left_out == ["GPT-4 (cl100k_base) is left out. Its file is missing."]
    assert len(languages.held_out_table(languages.held_out(50))["merges"]) == 4


# A text of one's own.


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("", "hi", "name of 1 to 40"),
        (" \n", "hi", "name of 1 to 40"),
        ("x" * 41, "hi", "name of 1 to 40"),
        ("English", "hi", "named 'English' already"),
        ("Kashmiri", " \n ", "no text yet"),
        ("Kashmiri", "x" * 20_001, "up to 20,000 characters"),
    ],
)
def test_a_text_of_ones_own_is_refused_in_a_sentence(name, text, why):
    with pytest.raises(ValueError, match=why):
        languages.own_text(name, text, languages.article())


def test_there_may_be_eight_texts_of_ones_own():
    beside = [Text(str(i), "x", yours=True) for i in range(8)]
    with pytest.raises(ValueError, match="Remove one first"):
        languages.own_text("ninth", "x", beside)


def test_half_a_surrogate_pair_and_signs_without_a_picture_do_no_harm():
    text = languages.own_text("a\ud83e\u202eb\u200dc", "\ud83e!", [])
    assert (text.name, text.text) == ("a\ufffdb\u200dc", "\ufffd!")
    assert languages.typed("x" * 30_000) == "x" * 20_001


# Tables.


def test_the_csv_opens_in_a_spreadsheet_and_runs_nothing_there():
    texts = [Text(name, "naïve") for name in ("=1+1", "+1", "-1", "@x", "Français, oui")]
    columns, _ = languages.counted(texts, ENCODINGS)
    data = languages.to_csv(languages.table(texts, columns, range(5)))
    assert data.startswith(b"\xef\xbb\xbf")
    head, *rows = csv.reader(io.StringIO(data.decode("utf-8-sig")))
    assert head == [
        "language",
        "bytes",
        "characters",
        "tokens, GPT-2 (r50k_base)",
        "tokens, GPT-4 (cl100k_base)",
        "tokens, GPT-4o (o200k_base)",
    ]
    assert [row[0] for row in rows] == ["'=1+1", "'+1", "'-1", "'@x", "Français, oui"]
    assert rows[0][1:3] == ["6", "5"]


def test_normal_form_c_is_told_before_and_after(pretrained):
    loose = languages.not_composed(languages.article())
    assert [text.name for text in loose] == ["Bengali", "Punjabi", "Vietnamese"]
    cells = languages.before_and_after(loose, ["cl100k_base"])
    before = ARTICLE["Vietnamese"]
    after = unicodedata.normalize("NFC", before)
    counts = [pretrained["cl100k_base"].count(text) for text in (before, after)]
    assert cells[words.literal("GPT-4")][-1] == f"{counts[0]} → {counts[1]}"
    assert counts[1] < counts[0]


# Training.


def test_the_held_out_numbers_are_those_that_bpe_gives():
    said = languages.orders()
    train = [order for i, order in enumerate(said, 1) if i not in (3, 6, 9)]
    held = [order for i, order in enumerate(said, 1) if i in (3, 6, 9)]
    english = [order[0] for order in train]
    hindi = [order[1] for order in train]
    alone, mixed = (
        bpe.train("\n".join(lines), merges=500, pre_tokenizer="o200k", min_count=1).tokenizer
        for lines in (english, english + hindi)
    )
    same = min(alone.n_merges, mixed.n_merges)
    found = languages.held_out(500)
    assert (found.merges, found.all_merges) == (same, mixed.n_merges)
    for language, at in ((1, 0), (0, 1)):
        text = "\n".join(order[language] for order in held)
        size = len(text.encode())
        assert found.english_only[at] == size / alone.count(text, merges=same)
        assert found.with_hindi[at] == size / mixed.count(text, merges=same)
        assert found.with_all[at] == size / mixed.count(text)
    assert found.with_hindi[0] > 2 * found.english_only[0]
    assert f"{found.with_hindi[0]:.2f} bytes" in languages.held_out_sentence(found)


def test_both_are_stopped_at_the_merges_that_were_asked_for():
    found = languages.held_out(50)
    assert (found.merges, found.all_merges) == (50, 50)
    assert len(languages.held_out_table(found)["merges"]) == 5


def test_no_training_sees_a_held_out_order():
    for name in languages.IN_ORDERS:
        name_, machine = languages.trained_on([name], 10_000)
        whole = machine.decode(machine.encode(languages.held_out_text(name)))
        assert whole == languages.held_out_text(name)
        assert name_ == f"{name}, {machine.n_merges:,} merges"
        seen = languages._training_orders([name])
        assert not {*seen} & {*languages.held_out_text(name).split("\n")}
        assert len(seen) == 7


def test_a_tokenizer_of_many_languages_has_a_short_name():
    name, machine = languages.trained_on(list(ARTICLE), 500)
    assert name == "English + Spanish + French + 36 more, 500 merges"
    assert machine.n_merges == 500
    with pytest.raises(ValueError, match="at least one"):
        languages.trained_on(["<b>"], 500)


# The plot.


def test_labels_are_escaped_and_the_scale_doubles():
    plot = charts_languages.premium_dots(
        [("<b>x</b>" + "y" * 30, "<i>"), ("English", "")],
        [
            charts_languages.Dots("GPT-2", [8.0, 1.0], ["<u>", "1"], 0),
            charts_languages.Dots("<s>", [0.5, 1.0], ["", ""], 3),
        ],
        base="<b>",
    )
    drawn = plot.to_json()
    assert not re.search(r"<[bisu]>[xy\\]|<u>|<s>|<i>", drawn.replace("\\u003c", "<"))
    assert list(plot.layout.xaxis.ticktext) == ["1/2×", "1×", "2×", "4×", "8×"]


# The page.


def test_the_page_opens_with_39_languages_and_four_tokenizers(app, pretrained):
    assert_well(app)
    assert [title.value for title in app.title] == [
        "The same meaning, many languages: who pays more tokens for it?"
    ]
    drawn = dots(app)
    assert list(drawn) == [
        "GPT-2",
        "GPT-4",
        "GPT-4o",
        "Yours: a cake shop&#x27;s replies, 30 merges",
    ]
    assert {len(values) for values in drawn.values()} == {39}
    assert drawn["GPT-4o"] == sorted(drawn["GPT-4o"], reverse=True)
    o200k = pretrained["o200k_base"]
    assert drawn["GPT-4o"][0] == max(map(o200k.count, ARTICLE.values())) / o200k.count(
        ARTICLE["English"]
    )
    assert any("pays most" in element.value for element in app.markdown)


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
    assert next(reversed(app.session_state["shelf"])) == name
    assert f"Yours: {name}" in dots(app)
    machine = app.session_state["shelf"][name]
    expected = machine.count(ARTICLE["Hindi"]) / machine.count(ARTICLE["English"])
    at = next(i for i, label in enumerate(labels(app)) if label.startswith("Hindi"))
    assert dots(app)[f"Yours: {name}"][at] == expected
    assert any("flatters" in caption.value for caption in app.caption)
    app.multiselect(key="train_languages").set_value([]).run()
    app.button(key="train_on_languages").click().run()
    assert "at least one language" in app.error[0].value
    assert [e.value for e in app.exception] == []


def test_a_tokenizer_that_cannot_take_the_texts_is_left_out_with_a_sentence(app):
    app.session_state["shelf"]["<b> of 256"] = bpe.train(
        "the cat", merges=2, min_count=1, codec="latin-1"
    ).tokenizer
    app.run()
    assert_well(app)
    assert "is left out" in app.warning[0].value
    assert len(dots(app)) == 3


def test_without_any_encoding_there_is_still_a_tokenizer_of_ones_own(app, monkeypatch):
    tokenizer = languages.shelf.tokenizer

    def missing(name):
        if name in words.ENCODINGS:
            raise ValueError("Its file is missing.")
        return tokenizer(name)

    monkeypatch.setattr(languages.shelf, "tokenizer", missing)
    languages._encoding_tokens.clear()
    app.run()
    assert_well(app)
    assert len(app.warning) == 3
    assert len(dots(app)) == 1
    assert len(app.table[0].value) == 3
    app.session_state["shelf"]["of 256"] = bpe.train(
        "the cat", merges=2, min_count=1, codec="latin-1"
    ).tokenizer
    app.run()
    assert_well(app)
    assert len(app.warning) == 4
    assert "nothing to compare" in app.info[0].value
