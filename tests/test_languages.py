"""The texts of the page Languages, and those that visitors bring."""

import unicodedata

import pytest

from pages.ui import languages
from pages.ui.languages import Text

ARTICLE = {text.name: text.text for text in languages.article()}


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
