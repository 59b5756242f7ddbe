"""Training on languages, and measuring on what was held out."""

import pytest

import bpe
from pages.ui import languages, mixtures


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
    found = mixtures.held_out(500)
    assert (found.merges, found.all_merges) == (same, mixed.n_merges)
    for language, at in ((1, 0), (0, 1)):
        text = "\n".join(order[language] for order in held)
        size = len(text.encode())
        assert found.english_only[at] == size / alone.count(text, merges=same)
        assert found.with_hindi[at] == size / mixed.count(text, merges=same)
        assert found.with_all[at] == size / mixed.count(text)
    assert found.with_hindi[0] > 2 * found.english_only[0]
    assert f"{found.with_hindi[0]:.2f} bytes" in mixtures.held_out_sentence(found)


def test_both_are_stopped_at_the_merges_that_were_asked_for():
    found = mixtures.held_out(50)
    assert (found.merges, found.all_merges) == (50, 50)
    assert len(mixtures.held_out_table(found)["merges"]) == 5


def test_no_training_sees_a_held_out_order():
    for name in languages.IN_ORDERS:
        name_, machine = mixtures.trained_on([name], 10_000)
        whole = machine.decode(machine.encode(mixtures.held_out_text(name)))
        assert whole == mixtures.held_out_text(name)
        assert name_ == f"{name}, {machine.n_merges:,} merges"
        seen = mixtures._training_orders([name])
        assert not {*seen} & {*mixtures.held_out_text(name).split("\n")}
        assert len(seen) == 7


def test_a_tokenizer_of_many_languages_has_a_short_name():
    name, machine = mixtures.trained_on([text.name for text in languages.article()], 500)
    assert name == "English + Spanish + French + 36 more, 500 merges"
    assert machine.n_merges == 500
    with pytest.raises(ValueError, match="at least one"):
        mixtures.trained_on(["<b>"], 500)
