"""The page "Your text" under strain: long texts, reloads, hasty page switches, a phone."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

import bpe
from pages.ui import live
from tests.driving import (
    choose_sample,
    choose_tokenizer,
    go_to,
    idle,
    root,
    serving,
    set_slider,
)
from tests.test_browser_text import READ_STARTS, READ_TEXT, choose, expect_inside, pin

pytestmark = pytest.mark.browser

HINDI = "शनिवार के लिए एक एगलेस मावा केक चाहिए, प्लीज़। "

WATCH_FREEZES = """() => {
    let last = performance.now();
    window.freezes = [];
    setInterval(() => {
        const now = performance.now();
        window.freezes.push(now - last);
        last = now;
    }, 20);
}"""


def paste(page: Page, text: str) -> None:
    """Paste a text over what stands in the editor, as the browser's own paste does."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.get_by_test_id("editor").focus()
    page.keyboard.press("Control+a")
    page.keyboard.press("Control+v")


def expect_tokens(page: Page, count: int, timeout: int = 60_000) -> None:
    expect(root(page)).to_have_attribute("data-tokens", str(count), timeout=timeout)


def test_a_million_letters_of_hindi_do_not_freeze_the_page(text_page, cl100k):
    text = (HINDI * 22_000)[:1_000_000]
    text_page.evaluate(WATCH_FREEZES)
    paste(text_page, text)
    expect_tokens(text_page, cl100k.count(text))
    text_page.wait_for_timeout(1500)
    # Without folding it is minutes; a machine that tests other things as well may take seconds.
    assert text_page.evaluate("Math.max(...window.freezes)") < 10_000
    expect(text_page.get_by_test_id("folded")).to_contain_text("1,000,000 characters")
    expect(text_page.get_by_test_id("numbers")).to_contain_text("1,000,000 characters")
    assert len(text_page.get_by_test_id("editor").input_value()) < 1100


def test_a_folded_text_is_kept_until_it_is_replaced(text_page, cl100k):
    text = HINDI * 1_000
    editor = text_page.get_by_test_id("editor")
    paste(text_page, text)
    expect_tokens(text_page, cl100k.count(text))
    folded = editor.input_value()
    assert text.startswith(folded.removesuffix(" …"))

    # What would change a part of it does nothing.
    editor.evaluate("e => e.setSelectionRange(3, 3)")
    text_page.keyboard.type("abc")
    text_page.keyboard.press("Delete")
    text_page.keyboard.press("Control+v")
    text_page.wait_for_timeout(500)
    expect(editor).to_have_value(folded)
    expect_tokens(text_page, cl100k.count(text))

    # The whole of it goes to the clipboard.
    editor.press("Control+a")
    editor.press("Control+c")
    assert text_page.evaluate("() => navigator.clipboard.readText()") == text

    # It outlives another page.
    go_to(text_page, "Languages")
    go_to(text_page, "Your text")
    expect_tokens(text_page, cl100k.count(text))
    expect(editor).to_have_value(folded)

    text_page.get_by_test_id("replace").click()
    text_page.keyboard.type("cakes", delay=30)
    expect(editor).to_have_value("cakes")
    expect(text_page.get_by_test_id("folded")).to_be_hidden()
    expect_tokens(text_page, cl100k.count("cakes"))


def test_an_input_method_that_gives_up_leaves_a_folded_text(text_page, cl100k):
    text = HINDI * 1_000
    editor = text_page.get_by_test_id("editor")
    paste(text_page, text)
    expect_tokens(text_page, cl100k.count(text))
    folded = editor.input_value()
    browser = text_page.context.new_cdp_session(text_page)

    def compose(letters: str) -> None:
        at = {"selectionStart": len(letters), "selectionEnd": len(letters)}
        browser.send("Input.imeSetComposition", {"text": letters, **at})
        expect(editor).to_have_value(letters or folded)

    editor.press("Control+a")
    compose("न")
    compose("")
    text_page.wait_for_timeout(500)
    expect_tokens(text_page, cl100k.count(text))
    expect(text_page.get_by_test_id("folded")).to_be_visible()

    editor.press("Control+a")
    compose("न")
    browser.send("Input.insertText", {"text": "न"})
    expect(editor).to_have_value("न")
    expect_tokens(text_page, cl100k.count("न"))


def test_latin_letters_are_never_folded(text_page, cl100k):
    text = "abcdefghij" * 20_000
    paste(text_page, text)
    expect_tokens(text_page, cl100k.count(text))
    expect(text_page.get_by_test_id("folded")).to_be_hidden()
    expect(text_page.get_by_test_id("editor")).to_have_value(text)


def test_a_reload_brings_back_a_text_too_long_for_the_address(text_page):
    page = text_page
    choose_tokenizer(page, "GPT-4o")
    text = "The eggless mawa cake, नमस्ते! " * 165
    assert len(text) > 5_000
    o200k = bpe.pretrained("o200k_base")
    page.get_by_test_id("editor").fill(text)
    expect_tokens(page, o200k.count(text))
    set_slider(page, 20, release=True)
    k = int(root(page).get_attribute("data-k"))
    expect(page).to_have_url(re.compile(f"k={k}"))
    assert "text=" not in page.url
    page.reload()
    idle(page)
    expect(page.get_by_test_id("editor")).to_have_value(text)
    expect_tokens(page, o200k.count(text, merges=k))
    expect(root(page)).to_have_attribute("data-k", str(k))
    expect(page.get_by_role("combobox", name="Tokenizer")).to_have_value(re.compile("GPT-4o"))

    # The server has it now: it is there on other pages, and after another reload.
    go_to(page, "Compare")
    expect(page.get_by_role("textbox", name="Text to compare on")).to_have_value(text)
    go_to(page, "Your text")
    page.reload()
    idle(page)
    expect(page.get_by_test_id("editor")).to_have_value(text)


def test_the_address_goes_before_what_the_tab_has_kept(text_page, server):
    page = text_page
    page.get_by_test_id("editor").fill("a long text " * 100)
    expect(page.get_by_test_id("numbers")).to_contain_text("1,200 bytes")
    page.goto(f"{server}/text?text=from+a+link")
    idle(page)
    expect(page.get_by_test_id("editor")).to_have_value("from a link")
    expect(page.get_by_test_id("numbers")).to_contain_text("11 bytes")
    page.wait_for_timeout(1500)
    expect(page.get_by_test_id("editor")).to_have_value("from a link")


def test_a_new_tab_begins_afresh(text_page, server):
    text_page.get_by_test_id("editor").fill("a long text " * 100)
    expect(text_page.get_by_test_id("numbers")).to_contain_text("1,200 bytes")
    other = text_page.context.new_page()
    other.goto(f"{server}/text")
    idle(other)
    expect(other.get_by_test_id("editor")).to_have_value(live.OPENING_TEXT)


def test_no_room_in_the_tab_is_no_trouble(text_page):
    text_page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    text_page.get_by_test_id("editor").fill("cakes " * 200)
    expect(text_page.get_by_test_id("numbers")).to_contain_text("1,200 bytes")
    text_page.reload()
    idle(text_page)
    expect(text_page.get_by_test_id("editor")).to_have_value(live.OPENING_TEXT)


@pytest.mark.parametrize("unit", ["a", "abcdefghij", "é"])
def test_a_text_without_a_blank(text_page, cl100k, unit):
    size = 100_000 if unit != "abcdefghij" else 1_000_000
    text = unit * (size // len(unit))
    replay = cl100k.replay(text)
    paste(text_page, text)
    stage = text_page.get_by_test_id("stage")
    for place in (None, 0, 1):
        if place is not None:
            set_slider(text_page, place, release=False)
        k = [replay.n_merges, 0, int(replay.events[0])][(None, 0, 1).index(place)]
        expect_tokens(text_page, replay.token_counts[k])
        seen = stage.evaluate(READ_STARTS)
        assert len(seen) > 10
        assert seen == replay.starts(k)[: len(seen)].tolist()
    expect(text_page.get_by_test_id("numbers")).to_contain_text(f"{len(text.encode()):,} bytes")


def test_what_no_keyboard_has_is_cut_as_in_python(text_page, cl100k):
    title = text_page.title()
    hostile = "a\ud83eb\x00\u0085\x1b</span><script>document.title='owned'</script> $x^2$ :smile:"
    text_page.get_by_test_id("editor").evaluate(
        """(editor, codes) => {
            editor.value = String.fromCharCode(...codes);
            editor.dispatchEvent(new Event('input', {bubbles: true}));
        }""",
        [ord(character) for character in hostile],
    )
    text = hostile.replace("\ud83e", "\ufffd")
    replay = cl100k.replay(text)
    expect_tokens(text_page, cl100k.count(text))
    stage = text_page.get_by_test_id("stage")
    assert stage.evaluate(READ_TEXT) == text
    for place in (0, 5, 20):
        set_slider(text_page, place, release=False)
        k = int(root(text_page).get_attribute("data-k"))
        assert stage.evaluate(READ_STARTS) == replay.starts(k).tolist()
    assert text_page.title() == title


def test_with_all_merges_as_stops_play_goes_through_all_of_them(text_page, cl100k):
    text = "the lowest price"
    text_page.get_by_test_id("editor").fill(text)
    expect_tokens(text_page, cl100k.count(text))
    choose(text_page, stops="all")
    play = text_page.get_by_test_id("play")
    began = time.monotonic()
    play.click()
    seen = set()
    while play.inner_text() == "Pause":
        seen.add(int(root(text_page).get_attribute("data-k")))
        assert time.monotonic() - began < 30
    assert len(seen - {*cl100k.replay(text).events.tolist()}) > 20
    expect(root(text_page)).to_have_attribute("data-k", str(cl100k.n_merges))


def test_a_long_tokens_tree_is_drawn_or_it_is_said_why_not(app):
    app.get_by_role("button", name="Change text").click()
    app.get_by_role("textbox", name="Text to train on").fill("ab" * 1_000)
    expect(app.get_by_text("typed text, 2,000 characters")).to_be_visible()
    app.keyboard.press("Escape")
    go_to(app, "Your text")
    choose_tokenizer(app, "Yours: typed text")
    app.get_by_test_id("editor").fill("ab" * 512)
    expect_tokens(app, 1)
    pin(app, 0)
    expect(app.get_by_test_id("no-tree")).to_contain_text("1,024 leaves are too many")
    for _ in range(3):
        expect(app.get_by_test_id("card-tree")).to_have_count(0)
        app.get_by_test_id("parent").first.click()
    expect(app.get_by_test_id("card-tree").locator(".leaf")).to_have_count(128)
    # As wide as it needs to be: it scrolls within the card.
    expect(app.get_by_test_id("card-tree").locator("svg")).to_have_attribute("width", "3344")
    expect_inside(app, ".card", 1280)


def test_on_a_phone_the_pinned_card_is_a_sheet_below_the_transport(page, server):
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{server}/text")
    idle(page)
    card = page.locator(".card.pinned")
    pin(page, 3)
    box, slider = card.bounding_box(), page.get_by_test_id("merges").bounding_box()
    assert (box["x"], box["width"], box["y"] + box["height"]) == (0, 390, 800)
    assert slider["y"] + slider["height"] <= box["y"]
    expect(page.get_by_test_id("play")).to_be_in_viewport(ratio=1)
    expect(page.locator(".chip.cursor").first).to_be_in_viewport(ratio=1)
    assert page.locator(".chip.cursor").first.bounding_box()["y"] < slider["y"] - 40

    # The card follows the slider; it closes by its button, by Escape and by a tap elsewhere.
    page.get_by_test_id("back").click()
    page.get_by_test_id("play").click()
    page.get_by_test_id("play").click()
    expect(card).to_be_visible()
    page.get_by_test_id("card-close").click()
    expect(card).to_have_count(0)
    page.get_by_test_id("stage").locator(".chip").first.click()
    expect(card).to_be_visible()
    page.get_by_test_id("merges").focus()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    page.get_by_test_id("stage").locator(".chip").first.click()
    expect(card).to_be_visible()
    page.get_by_test_id("editor").click()
    expect(card).to_have_count(0)


def test_in_a_low_window_the_pinned_card_is_a_sheet_as_well(page, server):
    page.set_viewport_size({"width": 640, "height": 360})
    page.goto(f"{server}/text?text=the+lowest+price")
    idle(page)
    pin(page, 3)
    box = page.locator(".card.pinned").bounding_box()
    assert box["y"] + box["height"] == pytest.approx(360, abs=1)
    expect(page.get_by_test_id("play")).to_be_in_viewport(ratio=1)
    play = page.get_by_test_id("play").bounding_box()
    assert play["y"] + play["height"] <= box["y"]
    expect(page.locator(".chip.cursor").first).to_be_in_viewport(ratio=1)


def expect_told(page: Page, words: str) -> None:
    """Expect the curve below the dial to say this of itself."""
    chart = page.get_by_test_id("stPlotlyChart").last
    expect(chart).to_have_attribute("aria-label", re.compile(re.escape(words)))


def test_the_curve_follows_when_typing_pauses(text_page, cl100k):
    text = "the lowest price of a cake"
    text_page.get_by_test_id("editor").fill(text)
    each = len(text) / cl100k.count(text)
    expect_told(text_page, f"{each:.2f} with all 100,000 merges; the slider is at 100,000.")
    set_slider(text_page, 3, release=True)
    k = int(root(text_page).get_attribute("data-k"))
    expect_told(text_page, f"the slider is at {k:,}.")


def test_slider_and_curve_agree_after_leaving_while_it_plays(text_page):
    text_page.get_by_test_id("editor").fill("the lowest price of a cake")
    expect_told(text_page, "the slider is at 100,000.")
    text_page.get_by_test_id("play").click()
    expect(root(text_page)).to_have_attribute("data-k", re.compile(r"^[1-9]\d{0,4}$"))
    go_to(text_page, "Languages")
    go_to(text_page, "Your text")
    k = int(root(text_page).get_attribute("data-k"))
    expect_told(text_page, f"the slider is at {k:,}.")


@pytest.mark.parametrize("wait", [0, 400, 1_050])
def test_hasty_page_switches_keep_addresses_apart(app, wait):
    go_to(app, "Your text")
    idle(app)
    app.get_by_test_id("editor").fill("quick cakes")
    app.wait_for_timeout(wait)
    for name in ("Compare", "Languages"):
        app.get_by_role("link", name=name, exact=True).click()
    idle(app)
    app.wait_for_timeout(1500)
    expect(app).to_have_url(re.compile("/languages$"))
    app.go_back()
    expect(app).to_have_url(re.compile("/compare$"))
    idle(app)
    expect(app.get_by_role("textbox", name="Text to compare on")).to_have_value("quick cakes")
    app.go_back()
    expect(app.get_by_test_id("editor")).to_have_value("quick cakes")
    expect(app).to_have_url(re.compile("/text.*text=quick"))
    expect_tokens(app, bpe.pretrained("cl100k_base").count("quick cakes"))


def test_presenting_stays_in_the_address_of_its_page(page, server):
    page.goto(f"{server}/?present=1")
    idle(page)
    page.goto(f"{server}/text?text=one")
    idle(page)
    page.get_by_test_id("editor").fill("two")
    expect(page).to_have_url(re.compile("text=two"))
    page.go_back()
    idle(page)
    for _ in range(3):
        if "present=1" in page.url:
            break
        page.go_back()
        idle(page)
    expect(page).to_have_url(re.compile(r"/\?present=1$"))


def test_what_is_typed_while_the_server_is_away_is_kept(page, tmp_path, cl100k):
    linked, compared, training = (page.context.new_page() for _ in range(3))
    with serving(tmp_path / "first") as url:
        for each, address in (
            (page, "/text"),
            (linked, "/text?text=hello"),
            (compared, "/compare"),
            (training, "/"),
        ):
            each.goto(url + address)
            idle(each)
        choose_sample(training, "hugs, pugs and buns")
        learned = root(training).get_attribute("data-sig")
        page.get_by_test_id("editor").fill("before the outage")
        expect(page).to_have_url(re.compile("text=before"))
        box = compared.get_by_role("textbox", name="Text to compare on")
        box.fill("before the outage")
        row = compared.locator('[data-testid=row][data-key*="cl100k"]').first
        expect(row).to_have_attribute("data-tokens", "3")
    text = "typed during the outage"
    for each in (page, linked):
        each.get_by_test_id("editor").fill(text)
    set_slider(page, 3, release=True)
    k = root(page).get_attribute("data-k")
    box.fill(text)
    box.blur()
    page.wait_for_timeout(500)  # so long the messages to nobody take
    count = str(cl100k.count(text))
    with serving(tmp_path / "second", int(url.rpartition(":")[2])):
        for each in (page, linked):
            expect(each).to_have_url(re.compile("text=typed"), timeout=40_000)
            idle(each)
            expect(each.get_by_test_id("editor")).to_have_value(text)
        expect(root(page)).to_have_attribute("data-k", k)
        expect(page).to_have_url(re.compile(f"k={k}"))
        expect_tokens(linked, int(count))
        expect(row).to_have_attribute("data-tokens", count)
        expect(box).to_have_value(text)
        idle(training)
        expect(root(training)).to_have_attribute("data-sig", learned)
        expect(training.get_by_text("Text: hugs, pugs and buns")).to_be_visible()
    for log in ("first", "second"):
        assert "Traceback" not in (tmp_path / log).read_text()


def test_coming_back_from_another_site_brings_the_newest_words(text_page):
    page, editor = text_page, text_page.get_by_test_id("editor")
    for text in ("oldest words", "older words"):
        editor.fill(text)
        expect(page).to_have_url(re.compile(f"text={text.split()[0]}"))
        idle(page)
    editor.fill("newest words")
    page.goto("about:blank")
    page.go_back()
    idle(page)
    expect(editor).to_have_value("newest words")
    expect(page).to_have_url(re.compile("text=newest"))

    # An older address is another place: there the address goes before what the tab has kept.
    page.goto("about:blank")
    page.go_back()
    idle(page)
    page.goto("about:blank")
    page.evaluate("() => history.go(-2)")
    expect(page).to_have_url(re.compile("text=older"))
    idle(page)
    expect(editor).to_have_value("older words")


def test_an_address_that_changes_while_the_page_is_loaded_again_loses_nothing(text_page):
    """The page lives until the next one answers, and so may still get what the server wrote."""
    page, editor = text_page, text_page.get_by_test_id("editor")
    editor.fill("my own words")
    expect(page).to_have_url(re.compile("text=my"))
    idle(page)
    set_slider(page, 2, release=False)
    k = root(page).get_attribute("data-k")

    def answer_late(route):
        page.wait_for_timeout(600)
        route.continue_()

    page.route(re.compile(r"/text\?"), answer_late)
    page.evaluate(
        """() => {
            setTimeout(() => history.pushState({}, '', location.search + '&k=100'), 300);
            location.reload();
        }"""
    )
    page.wait_for_function("() => performance.getEntriesByType('navigation')[0].type === 'reload'")
    idle(page)
    expect(editor).to_have_value("my own words")
    expect(root(page)).to_have_attribute("data-k", k)
    expect(page).to_have_url(re.compile(f"k={k}"))


def test_going_back_over_pages_entered_by_links_keeps_the_text(text_page):
    page, editor = text_page, text_page.get_by_test_id("editor")
    editor.fill("my own precious text")
    expect(page).to_have_url(re.compile("text=my"))
    idle(page)
    for name in ("Train", "Your text", "Languages", "Your text"):
        go_to(page, name)
    expect(editor).to_have_value("my own precious text")
    seen = []
    while "languages" not in page.url and len(seen) < 4:
        page.go_back()
        page.wait_for_timeout(1_500)
        idle(page)
        seen.append(page.url)
        if "/text" in page.url:
            expect(editor).to_have_value("my own precious text")
    expect(page).to_have_url(re.compile("languages"))
    go_to(page, "Your text")
    expect(editor).to_have_value("my own precious text")


def test_line_breaks_of_other_systems_stay_as_a_link_has_them(page, server):
    page.goto(f"{server}/text?text=a%0D%0Ab%0Dc")
    for _ in range(2):
        idle(page)
        expect(page.get_by_test_id("numbers")).to_contain_text("6 bytes")
        page.wait_for_timeout(1_500)
        expect(page.get_by_test_id("numbers")).to_contain_text("6 bytes")
        page.reload()


def test_a_reload_at_once_keeps_slider_view_and_the_way_back_from_a_sample(text_page, cl100k):
    page = text_page
    page.get_by_test_id("editor").fill("my own words")
    expect_tokens(page, cl100k.count("my own words"))
    page.get_by_role("button", name="strawberry").click()
    expect(page.get_by_test_id("editor")).to_have_value("strawberry strawberry")
    expect(page).to_have_url(re.compile("text=strawberry"))
    idle(page)
    choose(page, colour="age", show="both")
    set_slider(page, 3, release=True)
    k = root(page).get_attribute("data-k")
    page.reload()
    idle(page)
    expect(root(page)).to_have_attribute("data-k", k)
    expect(root(page)).to_have_attribute("data-colour", "age")
    expect(page).to_have_url(re.compile(f"k={k}"))
    expect(page).to_have_url(re.compile("colour=age"))
    expect(page).to_have_url(re.compile("show=both"))
    page.get_by_role("button", name="Back to your text").click()
    expect(page.get_by_test_id("editor")).to_have_value("my own words")
