"""Predicting the next pair, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

import bpe
from pages.ui import samples
from tests.driving import chip, choose_sample, idle, open_menu, root, set_slider

pytestmark = pytest.mark.browser

BY_KEY = {sample.key: sample for sample in samples.SAMPLES}
PUGS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def candidates(page: Page) -> list[tuple[int, int]]:
    return [
        (int(button.get_attribute("data-left")), int(button.get_attribute("data-right")))
        for button in page.get_by_test_id("candidate").all()
    ]


def test_predicting_opens_with_clear_winners(app):
    open_menu(app, "predict")
    expect(app.get_by_text("Text: hugs, pugs and buns")).to_be_visible()
    expect(app.get_by_text("“Change text” brings the other back.")).to_be_visible()
    expect(app.get_by_test_id("candidate")).to_have_count(4)
    expect(app.get_by_test_id("sentence")).to_contain_text("which pair is merged next")
    app.get_by_test_id("candidate").filter(has_text="u").filter(has_text="g").first.click()
    expect(app.get_by_test_id("answer")).to_be_visible()


def test_predicting_stays_with_what_was_chosen(app):
    set_slider(app, 5, release=True)
    idle(app)
    open_menu(app, "predict")
    expect(app.get_by_test_id("sentence")).to_contain_text("Merge 6 of 30")
    idle(app)
    expect(app.get_by_text("a cake shop's replies")).to_be_visible()


def test_predicting_where_there_are_clear_winners(app):
    choose_sample(app, BY_KEY["hug_pug"].title)
    set_slider(app, 0, release=True)
    training = bpe.train(PUGS, merges=7, rivals=6)
    open_menu(app, "predict")
    sentence, answer = app.get_by_test_id("sentence"), app.get_by_test_id("answer")
    expect(sentence).to_have_text("Merge 1 of 7: which pair is merged next?")
    expect(app.get_by_test_id("bars")).to_be_hidden()
    expect(app.get_by_test_id("play")).to_be_hidden()
    expect(app.get_by_test_id("stage").locator(".bracket")).to_have_count(0)
    expect(app.get_by_test_id("piece-row")).to_have_count(0)

    pairs = candidates(app)
    counts = [dict(training.rivals[0])[pair] for pair in pairs]
    assert len(pairs) == len(set(counts)) == 4
    winner = training.tokenizer.merges[0]
    app.get_by_test_id("candidate").nth(pairs.index(winner)).click()
    expect(answer).to_have_text(f"Right: u + g, {training.counts[0]} times.")
    expect(app.get_by_test_id("score")).to_have_text("1 of 1")
    expect(app.get_by_test_id("stage").locator(".bracket")).not_to_have_count(0)

    app.keyboard.press("Enter")
    expect(root(app)).to_have_attribute("data-k", "1")
    expect(sentence).to_have_text("Merge 2 of 7: which pair is merged next?")
    pairs, winner = candidates(app), training.tokenizer.merges[1]
    wrong = next(i for i, pair in enumerate(pairs) if pair != winner)
    app.keyboard.press(str(wrong + 1))
    most, fewer = training.counts[1], dict(training.rivals[1])[pairs[wrong]]
    expect(answer).to_contain_text(f"occurs {fewer} times")
    expect(answer).to_contain_text("Not yet:")
    expect(answer).to_contain_text(f"{most} times.")
    expect(app.get_by_test_id("score")).to_have_text("1 of 2")
    app.get_by_test_id("next").press("Space")
    expect(root(app)).to_have_attribute("data-k", "2")

    app.get_by_test_id("stop").click()
    expect(app.get_by_test_id("bars")).to_be_visible()
    expect(app.get_by_test_id("play")).to_be_visible()


def test_a_tied_pair_chosen_in_the_text_is_right_and_the_tie_is_told(app):
    choose_sample(app, BY_KEY["low_lower"].title)
    set_slider(app, 0, release=True)
    open_menu(app, "predict")
    # "newest" stands first: its s and its t.
    chip(app, 4).click()
    expect(app.get_by_test_id("stage").locator(".picked")).to_have_text("s")
    expect(app.get_by_test_id("card")).to_have_count(0)
    chip(app, 5).click()
    expect(app.get_by_test_id("answer")).to_have_text(
        "Right: it ties with e + s at 9; the one met first wins."
    )
    expect(app.get_by_test_id("score")).to_have_text("1 of 1")


def test_a_rare_pair_chosen_in_the_text_is_counted(app):
    choose_sample(app, BY_KEY["low_lower"].title)
    set_slider(app, 0, release=True)
    open_menu(app, "predict")
    start = len("newest" + "low")
    chip(app, start).click()
    chip(app, start + 1).click()
    expect(app.get_by_test_id("answer")).to_have_text(
        "Not yet: w + i occurs 3 times, e + s 9 times."
    )


def test_the_same_question_has_the_same_order(app):
    set_slider(app, 1, release=True)
    open_menu(app, "predict")
    first = candidates(app)
    app.get_by_test_id("forward").click()
    expect(app.get_by_test_id("sentence")).to_contain_text("Merge 3 of 30: which")
    app.get_by_test_id("back").click()
    assert candidates(app) == first


def test_a_pair_is_chosen_in_the_text_from_the_keyboard(app):
    set_slider(app, 1, release=True)
    open_menu(app, "predict")
    app.get_by_test_id("stage").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "Enter", "ArrowRight", "Enter"):
        app.keyboard.press(key)
    expect(app.get_by_test_id("answer")).to_have_text(
        "Right: r + space ties with s + space at 9; the one met first wins."
    )
    app.keyboard.press("Enter")
    expect(root(app)).to_have_attribute("data-k", "2")
