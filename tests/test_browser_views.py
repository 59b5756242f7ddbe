"""The views of a corpus in a real browser: its pieces, its history, its walls."""

import re

import pytest
from playwright.sync_api import expect

import bpe
from bpe import reference
from pages.ui import samples
from tests.driving import chip, choose_sample, choose_view, go_to, idle, root, set_slider

pytestmark = pytest.mark.browser

BY_KEY = {sample.key: sample for sample in samples.SAMPLES}
CAT_SAT = samples.read(BY_KEY["cat_sat"])
WORDS = {"low": 5, "lower": 2, "newest": 6, "widest": 3}

TEXTS = "box => [...box.querySelectorAll('.chip')].map(chip => chip.textContent)"


def test_the_history_has_the_lines_of_the_article(app):
    choose_sample(app, BY_KEY["cat_sat"].title)
    choose_view(app, "history")
    pre_tokens = [text.encode() for text in bpe.PreTokenizer(r" ?\S+").split(CAT_SAT)]
    merges, _ = reference.train(pre_tokens, 7)
    lines = app.get_by_test_id("history-row")
    for k in (0, 7, 3):
        set_slider(app, k, release=True)
        expect(lines).to_have_count(k + 1)
        shown = lines.evaluate_all(f"lines => lines.map({TEXTS})")
        assert shown == [
            [
                reference.decode([i], merges).decode()
                for pre_token in pre_tokens
                for i in reference.encode(pre_token, merges[:line])
            ]
            for line in range(k + 1)
        ]
    fused = lines.nth(3).locator(".fused")
    assert fused.evaluate_all("chips => chips.map(chip => chip.textContent)") == ["the", "the"]


def test_the_history_grows_while_it_plays(app):
    choose_sample(app, BY_KEY["cat_sat"].title)
    choose_view(app, "history")
    set_slider(app, 0, release=True)
    app.get_by_test_id("speed").select_option("fast")
    place = app.get_by_test_id("play").bounding_box()
    app.get_by_test_id("play").click()
    expect(app.get_by_test_id("history-row")).to_have_count(8)
    expect(root(app)).to_have_attribute("data-beat", "rest")
    assert app.get_by_test_id("play").bounding_box()["y"] == place["y"]


def test_the_pieces_view_shows_each_word_once_with_its_count(app):
    choose_sample(app, BY_KEY["low_lower"].title)
    expect(root(app)).to_have_attribute("data-view", "pieces")
    expect(app.get_by_test_id("view")).to_be_hidden()
    training = bpe.train(WORDS, merges=10)
    set_slider(app, 5, release=True)
    rows = app.get_by_test_id("pieces-view").locator(".cell")
    expect(rows).to_have_count(4)
    for row, (word, count) in zip(
        rows.all(), sorted(WORDS.items(), key=lambda item: -item[1]), strict=True
    ):
        ids = training.tokenizer.encode(word, merges=5)
        assert row.evaluate(TEXTS) == [training.tokenizer.tokens[i].decode() for i in ids]
        expect(row).to_contain_text(f"× {count}")
    pair = training.tokenizer.merges[5]
    assert app.get_by_test_id("stage").locator(".bracket").evaluate_all(
        "chips => chips.map(chip => chip.textContent)"
    ) == [training.tokenizer.tokens[i].decode() for i in pair]


def test_thousands_of_pieces_stay_a_few_rows_in_the_page(app):
    choose_sample(app, BY_KEY["prose"].title)
    choose_view(app, "pieces")
    expect(app.get_by_test_id("note")).to_contain_text("the commonest 500 of")
    rows = app.get_by_test_id("pieces-view").locator(".row")
    assert 10 < rows.count() < 100
    stage = app.get_by_test_id("stage")
    stage.evaluate("stage => { stage.scrollTop = stage.scrollHeight; }")
    expect(stage.locator(".cell-note").last).to_have_text("× 1")
    assert rows.count() < 100
    choose_view(app, "text")
    expect(app.get_by_test_id("pieces-view")).to_have_count(0)


def test_a_view_is_kept_where_it_was_chosen(app):
    choose_sample(app, BY_KEY["cat_sat"].title)
    choose_view(app, "history")
    choose_sample(app, BY_KEY["prose"].title)
    choose_view(app, "pieces")
    choose_sample(app, BY_KEY["cat_sat"].title)
    expect(root(app)).to_have_attribute("data-view", "history")
    idle(app)
    go_to(app, "Compare")
    go_to(app, "Train")
    expect(root(app)).to_have_attribute("data-view", "history")


def test_a_view_that_was_chosen_stays_for_the_next_text_that_has_it(app):
    choose_sample(app, BY_KEY["cat_sat"].title)
    choose_view(app, "pieces")
    choose_sample(app, BY_KEY["crumb"].title)
    expect(root(app)).to_have_attribute("data-view", "text")
    choose_sample(app, BY_KEY["prose"].title)
    expect(root(app)).to_have_attribute("data-view", "pieces")


# Walls.


def test_walls_look_unlike_other_borders_and_take_no_room(app):
    choose_sample(app, BY_KEY["cat_sat"].title)
    set_slider(app, 0, release=True)
    stage = app.get_by_test_id("stage")
    walled = "chips => chips.map(chip => Number(chip.dataset.start))"
    assert stage.locator(".after-wall").evaluate_all(walled) == [3, 7, 11, 15, 19]
    shadow = "chip => getComputedStyle(chip).boxShadow"
    (_, *wall), (_, *other) = (
        re.findall(r"(rgba?\(.*?\)) -?([12])px", chip(app, start).evaluate(shadow))
        for start in (3, 4)
    )
    assert other == []  # a hairline alone
    (line, line_width), (gap, gap_width) = wall
    assert (line_width, gap_width) == ("1", "2")
    assert line != gap
    widths = stage.locator(".chip").evaluate_all(
        "chips => chips.map(chip => chip.getBoundingClientRect().width.toFixed(2))"
    )
    assert len(set(widths)) == 1
    go_to(app, "Your text")
    expect(app.get_by_test_id("stage").locator(".after-wall").first).to_be_visible()
