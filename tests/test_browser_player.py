"""The player in a real browser: beats, the keyboard, little motion, small screens."""

import time

import pytest
from playwright.sync_api import expect

from pages.ui import samples
from tests.driving import choose_sample, choose_view, idle, open_menu, root, set_slider

pytestmark = pytest.mark.browser

BY_KEY = {sample.key: sample for sample in samples.SAMPLES}
BEATS = ("count", "choose", "fuse")

WATCH_BEATS = """root => {
    window.beats = [];
    new MutationObserver(() => {
        const beat = `${root.dataset.beat} ${root.dataset.k}`;
        if (window.beats.at(-1) !== beat) window.beats.push(beat);
    }).observe(root, {attributes: true});
}"""


def test_each_merge_is_played_in_three_beats(app):
    root(app).evaluate(WATCH_BEATS)
    app.get_by_test_id("speed").select_option("steady")
    app.get_by_test_id("play").click()
    expect(root(app)).to_have_attribute("data-k", "3")
    beats = app.evaluate("() => window.beats")
    whole = [f"{beat} {k + (beat == 'fuse')}" for k in range(3) for beat in BEATS]
    assert beats[: len(whole)] == whole


WATCH_SHOWN = """root => {
    window.shown = [];
    new MutationObserver(() => {
        const beat = `${root.dataset.beat} ${root.dataset.k}`;
        if (window.shown.at(-1)?.beat === beat) return;
        window.shown.push({
            beat,
            brackets: root.querySelectorAll('.chip.bracket').length,
            sentence: root.querySelector('[data-testid=sentence]').textContent,
            bar: root.querySelector('[data-testid=bar]').ariaLabel,
        });
    }).observe(root, {attributes: true});
}"""


def test_what_each_beat_shows(app):
    root(app).evaluate(WATCH_SHOWN)
    app.get_by_test_id("speed").select_option("steady")
    app.get_by_test_id("play").click()
    expect(root(app)).to_have_attribute("data-k", "2")
    count, choose, fuse, following = app.evaluate("() => window.shown")[:4]
    assert (count["beat"], count["brackets"]) == ("count 0", 0)
    assert (choose["beat"], choose["brackets"]) == ("choose 0", 18)
    assert choose["sentence"].startswith("Next, merge 1 of 30: o + u")
    assert (fuse["beat"], fuse["bar"]) == ("fuse 1", "o + u, 9 times")
    assert fuse["sentence"] == "Merge 1: ou, saved 9 tokens."
    assert (following["beat"], following["bar"]) == ("count 1", "r + space, 9 times")


def test_fast_playing_is_plain_cuts(app):
    root(app).evaluate(WATCH_BEATS)
    app.get_by_test_id("speed").select_option("fast")
    app.get_by_test_id("play").click()
    expect(root(app)).to_have_attribute("data-k", "30")
    beats = app.evaluate("() => window.beats")
    assert [beat.split()[0] for beat in beats] == ["swept"] * 29 + ["rest"]


def test_a_pair_that_is_out_of_sight_is_scrolled_to(app):
    choose_sample(app, BY_KEY["prose"].title)
    n = int(app.get_by_test_id("merges").get_attribute("max"))
    app.get_by_test_id("merges").focus()
    for k in range(n - 1, n - 12, -1):
        set_slider(app, k + 1, release=True)
        app.keyboard.press("ArrowLeft")
        expect(root(app)).to_have_attribute("data-k", str(k))
        seen = app.get_by_test_id("stage").evaluate(
            """stage => {
                const box = stage.getBoundingClientRect();
                return [...stage.querySelectorAll('.bracket')].some(chip => {
                    const {top, bottom} = chip.getBoundingClientRect();
                    return top >= box.top - 1 && bottom <= box.bottom + 1;
                });
            }"""
        )
        assert seen


def test_the_numbers_end_in_a_tick(app):
    tick = app.get_by_test_id("numbers").get_by_role("img", name="decoding the ids gives")
    expect(tick).to_have_text("✓")


# Keyboard, motion, small screens.


def test_everything_is_done_from_the_keyboard(app):
    focused = "() => document.activeElement?.shadowRoot?.activeElement?.dataset.testid ?? ''"
    app.get_by_test_id("stage").focus()
    set_slider(app, 18, release=True)
    app.keyboard.press("ArrowRight")
    app.keyboard.press("ArrowRight")
    expect(app.get_by_test_id("card")).to_be_visible()
    app.keyboard.press("Enter")
    app.keyboard.press("Tab")
    assert app.get_by_test_id("card").evaluate("card => card.matches(':focus-within')")
    app.keyboard.press("Escape")
    expect(app.get_by_test_id("card")).to_have_count(0)
    assert app.evaluate(focused) == "stage"

    app.get_by_test_id("merges").focus()
    app.get_by_test_id("speed").select_option("steady")
    app.get_by_test_id("merges").focus()
    app.keyboard.press("ArrowUp")
    expect(app.get_by_test_id("speed")).to_have_value("fast")
    app.keyboard.press("ArrowDown")
    app.keyboard.press("ArrowDown")
    expect(app.get_by_test_id("speed")).to_have_value("careful")
    assert root(app).get_attribute("data-k") == "18"
    app.keyboard.press("Space")
    expect(app.get_by_test_id("play")).to_have_text("Pause")
    app.keyboard.press("Space")
    expect(app.get_by_test_id("play")).to_have_text("Play")

    app.get_by_test_id("more").focus()
    app.keyboard.press("Enter")
    assert app.evaluate(focused) == "predict"
    app.keyboard.press("ArrowDown")
    assert app.evaluate(focused) == "present"
    app.keyboard.press("Escape")
    assert app.evaluate(focused) == "more"
    app.keyboard.press("Enter")
    app.keyboard.press("Enter")
    expect(app.get_by_test_id("sentence")).to_contain_text("which pair is merged next?")
    app.keyboard.press("1")
    expect(app.get_by_test_id("answer")).to_be_visible()
    k = int(root(app).get_attribute("data-k"))
    app.keyboard.press("Space")
    expect(root(app)).to_have_attribute("data-k", str(k + 1))


def test_less_motion_means_no_tween_anywhere(page, server):
    page.emulate_media(reduced_motion="reduce")
    page.goto(server)
    idle(page)
    moving = "root => root.getAnimations({subtree: true}).length"
    page.get_by_test_id("speed").select_option("steady")
    page.get_by_test_id("play").click()
    deadline = time.monotonic() + 4
    while int(root(page).get_attribute("data-k")) < 2:
        assert root(page).evaluate(moving) == 0
        assert time.monotonic() < deadline + 10
    choose_sample(page, BY_KEY["cat_sat"].title)
    choose_view(page, "history")
    page.get_by_test_id("forward").click()
    assert root(page).evaluate(moving) == 0


@pytest.mark.parametrize("width", [390, 320])
def test_a_telephone_needs_no_sideways_scrolling(app, width):
    app.set_viewport_size({"width": width, "height": 740})
    sideways = "() => document.scrollingElement.scrollWidth - window.innerWidth"
    inside = "(root) => root.scrollWidth - root.clientWidth"
    for sample, view in (("crumb", None), ("cat_sat", "history"), ("low_lower", None)):
        choose_sample(app, BY_KEY[sample].title)
        if view:
            choose_view(app, view)
        assert app.evaluate(sideways) <= 0
        assert root(app).evaluate(inside) <= 0
    for part in ("play", "merges", "more"):
        place = app.get_by_test_id(part).bounding_box()
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= width
        assert place["y"] + place["height"] <= 740
    open_menu(app, "predict")
    assert app.evaluate(sideways) <= 0
