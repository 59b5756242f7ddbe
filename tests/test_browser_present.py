"""Presenter mode in a real browser: the player alone on the whole window."""

import pytest
from playwright.sync_api import Page, expect

from tests.driving import chip, choose_sample, idle, open_menu, root, set_slider

pytestmark = pytest.mark.browser


LONG = "an essay on making things shorter"
SIZE = "element => parseFloat(getComputedStyle(element).fontSize)"


@pytest.fixture
def projector(app: Page):
    app.set_viewport_size({"width": 1280, "height": 720})
    return app


def test_presenter_mode_fits_a_projector(projector):
    projector.get_by_test_id("play").focus()
    projector.keyboard.press("p")
    box = root(projector).bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 1280, 720)
    expect(projector.get_by_test_id("leave")).to_be_visible()
    for k in (0, 18, 30):
        set_slider(projector, k, release=True)
        for part in ("sentence", "stage", "play", "merges"):
            place = projector.get_by_test_id(part).bounding_box()
            assert place["y"] >= 0
            assert place["y"] + place["height"] <= 720
        assert chip(projector, 0).evaluate(SIZE) >= 28
        assert projector.get_by_test_id("sentence").evaluate(SIZE) >= 24
    for part in ("bars", "pieces", "curve", "numbers"):
        expect(projector.get_by_test_id(part)).to_be_hidden()
    above = "([x, y]) => document.elementFromPoint(x, y)?.shadowRoot !== null"
    assert all(projector.evaluate(above, at) for at in ([20, 20], [1240, 30], [640, 700]))
    projector.keyboard.press("Escape")
    expect(projector.get_by_test_id("leave")).to_be_hidden()
    expect(projector.get_by_test_id("bars")).to_be_visible()


def test_a_long_text_is_large_as_well(projector):
    choose_sample(projector, LONG)
    assert chip(projector, 0).evaluate(SIZE) < 28
    root(projector).focus()
    projector.keyboard.press("p")
    expect(projector.get_by_test_id("leave")).to_be_visible()
    assert chip(projector, 0).evaluate(SIZE) >= 28


def test_presenter_mode_is_in_the_menu_and_keeps_its_keys(projector):
    open_menu(projector, "present")
    projector.keyboard.press("ArrowRight")
    expect(root(projector)).to_have_attribute("data-k", "1")
    projector.keyboard.press("End")
    expect(root(projector)).to_have_attribute("data-k", "30")
    projector.get_by_test_id("leave").click()
    expect(projector.get_by_test_id("bars")).to_be_visible()


def test_space_plays_after_the_menu_and_a_clicker_turns(projector):
    open_menu(projector, "present")
    projector.keyboard.press("PageDown")
    expect(root(projector)).to_have_attribute("data-k", "1")
    projector.keyboard.press("PageUp")
    expect(root(projector)).to_have_attribute("data-k", "0")
    projector.keyboard.press("Space")
    expect(projector.get_by_test_id("play")).to_have_attribute("aria-label", "Pause")
    expect(projector.get_by_role("menu")).to_be_hidden()


def test_a_short_text_fills_the_window(projector):
    choose_sample(projector, "low, lower, newest, widest")
    open_menu(projector, "present")
    expect(projector.get_by_test_id("leave")).to_be_visible()
    assert chip(projector, 0).evaluate(SIZE) >= 48


def test_an_address_opens_in_presenter_mode(page, server):
    page.goto(f"{server}/?present=1")
    idle(page)
    expect(page.get_by_test_id("leave")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(root(page)).to_have_attribute("data-k", "1")
    page.keyboard.press("p")
    expect(page.get_by_test_id("leave")).to_be_hidden()
    choose_sample(page, LONG)  # the address still asks for it, but was obeyed once
    expect(page.get_by_test_id("leave")).to_be_hidden()


@pytest.mark.parametrize("sample", ["a cake shop's replies", LONG], ids=["short", "long"])
def test_predicting_in_presenter_mode_shows_the_candidates(projector, sample):
    choose_sample(projector, sample)
    set_slider(projector, 1, release=True)
    projector.get_by_test_id("play").focus()
    projector.keyboard.press("p")
    open_menu(projector, "predict")
    expect(projector.get_by_test_id("candidate")).to_have_count(4)
    stage = projector.get_by_test_id("stage").bounding_box()
    for button in projector.get_by_test_id("candidate").all():
        place = button.bounding_box()
        assert stage["y"] + stage["height"] <= place["y"]
        assert place["y"] + place["height"] <= 720
    play = projector.get_by_test_id("next").bounding_box()
    assert play["y"] + play["height"] <= 720
