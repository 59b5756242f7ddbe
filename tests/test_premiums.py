"""What languages cost, and what is said and drawn of it."""

import re
import unicodedata

import pytest

import bpe
from pages.ui import charts_languages, languages, mixtures, premiums, shelf, words
from pages.ui.languages import Text
from pages.ui.premiums import Column

ARTICLE = {text.name: text.text for text in languages.article()}


@pytest.mark.parametrize("name", words.USUAL)
def test_counts_equal_tiktokens_for_every_language(name, encodings):
    texts = [*languages.article(), *languages.order(0)]
    (column,), left_out = premiums.counted(texts, [name])
    assert left_out == []
    tiktokens = [len(encodings[name].encode(text.text, disallowed_special=())) for text in texts]
    assert list(column.tokens) == tiktokens


def test_the_premium_of_the_base_is_one():
    columns, _ = premiums.counted(languages.article(), words.USUAL)
    for column in columns:
        for base in range(len(column.tokens)):
            assert column.premiums(base)[base] == 1
        assert column.premiums(0)[1] == column.tokens[1] / column.tokens[0]


def test_a_ranking_begins_with_the_dearest():
    column = Column("o200k_base", (10, 30, 5, 30))
    assert premiums.ranking(column, 0) == [1, 3, 0, 2]


def test_the_headline_names_most_and_least():
    texts = [Text("English", "a"), Text("*Loud*", "b"), Text("Terse", "c")]
    columns = [Column("r50k_base", (10, 90, 20)), Column("o200k_base", (10, 30, 5))]
    said = premiums.headline(texts, columns, 0)
    assert said.startswith(
        f"**{words.literal('*Loud*')} with {words.literal('GPT-2')} pays most**, 9.0 times"
    )
    assert f"Terse with {words.literal('GPT-4o')} least, 0.50 times" in said
    assert said.endswith(f"the dearest is {words.literal('*Loud*')}, 3.0 times.")
    own = Column("mine", (10, 950, 20))
    assert premiums.headline(texts, [*columns, own], 0) == f"Among OpenAI’s encodings, {said}"


def test_a_missing_encoding_is_left_out_with_a_sentence(monkeypatch):
    def tokenizer(name):
        if name == "cl100k_base":
            raise ValueError("Its file is missing.")
        return bpe.pretrained(name)

    monkeypatch.setattr(shelf, "tokenizer", tokenizer)
    columns, left_out = premiums.counted([Text("one", "never counted before")], words.USUAL)
    assert [column.name for column in columns] == ["r50k_base", "o200k_base"]
    assert left_out == ["GPT-4 (cl100k_base) is left out. Its file is missing."]
    assert len(mixtures.held_out_table(mixtures.held_out(50))["merges"]) == 4


# Tables.


def test_the_table_has_a_row_a_text_and_exact_numbers():
    texts = [Text("Français, oui", "naïve"), Text("English", "low low")]
    columns, _ = premiums.counted(texts, words.USUAL)
    cells = premiums.table(texts, columns, [1, 0])
    assert list(cells) == [
        "language",
        "bytes",
        "characters",
        "tokens, GPT-2 (r50k_base)",
        "tokens, GPT-4 (cl100k_base)",
        "tokens, GPT-4o (o200k_base)",
    ]
    assert cells["language"] == ["English", "Français, oui"]
    assert (cells["bytes"], cells["characters"]) == ([7, 6], [7, 5])
    for column in columns:
        assert cells[f"tokens, {column.title}"] == [column.tokens[1], column.tokens[0]]


def test_normal_form_c_is_told_before_and_after(pretrained):
    loose = premiums.not_composed(languages.article())
    assert [text.name for text in loose] == ["Bengali", "Punjabi", "Vietnamese"]
    cells = premiums.before_and_after(loose, ["cl100k_base"])
    before = ARTICLE["Vietnamese"]
    after = unicodedata.normalize("NFC", before)
    counts = [pretrained["cl100k_base"].count(text) for text in (before, after)]
    assert cells[words.literal("GPT-4")][-1] == f"{counts[0]} → {counts[1]}"
    assert counts[1] < counts[0]


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


# Names.


def test_a_name_written_right_to_left_moves_no_number_beside_it():
    urdu = "\u2068اردو\u2069"
    texts = [Text("English", "hi"), Text("اردو", "ہیلو")]
    columns = [Column("r50k_base", (1, 6)), Column("o200k_base", (1, 2))]
    said = premiums.headline(texts, columns, 0)
    assert said.startswith(f"**{urdu} with {words.literal('GPT-2')} pays most**, 6.0 times English")
    assert said.endswith(f"the dearest is {urdu}, 2.0 times.")
    assert premiums.base_sentence(texts, columns, 1).startswith(f"1× is {urdu} itself, in tokens: ")
    assert premiums.hover(texts[0], 1, 0.5, "اردو").startswith(f"0.50 times {urdu}’s tokens")
    assert mixtures.training_sentence("اردو", 0).startswith(f"The stars are {urdu}, trained here.")
