"""The page "Train" around its player, in a browser: corpora, settings, long work, the shelf."""

import json
import re
from pathlib import Path

import pytest
import tokenizers
from playwright.sync_api import expect

import bpe
from pages.ui import samples
from tests.driving import choose, choose_sample, choose_tokenizer, go_to, idle, root, set_slider

pytestmark = pytest.mark.browser

CRUMB = samples.read(samples.SAMPLES[0])
MOST_WORDS, MOST_CONTROLS = 60, 8


def upload(page, name: str, data: bytes) -> None:
    """Choose a file in the popover "Change text", which it leaves open."""
    if not page.get_by_role("tab", name="A file").is_visible():
        page.get_by_role("button", name="Change text").click()
    page.get_by_role("tab", name="A file").click()
    hand_in(page, page.get_by_role("tabpanel").locator("input[type=file]"), name, data)


def hand_in(page, chooser, name: str, data: bytes) -> None:
    """Give a file to a chooser, and wait until the server has seen it."""
    chooser.set_input_files({"name": name, "mimeType": "text/plain", "buffer": data})
    expect(page.get_by_role("button", name=f"Remove {name}")).to_be_visible()
    page.wait_for_timeout(500)
    idle(page)


def settings(page) -> None:
    page.get_by_role("button", name="Settings", exact=True).click()
    idle(page)


@pytest.mark.parametrize("width", [1280, 390])
def test_the_first_screen_is_calm(app, width):
    """Count what a newcomer sees besides the navigation and the corpus itself."""
    app.set_viewport_size({"width": width, "height": 720})
    root(app).wait_for()
    words = app.evaluate(
        """() => {
            const seen = element => {
                const box = element.getBoundingClientRect();
                return box.top < innerHeight && box.bottom > 0 && box.width > 1 && box.height > 1;
            };
            const texts = [];
            const walk = node => {
                for (const child of node.childNodes) {
                    if (child.nodeType === Node.TEXT_NODE) {
                        const range = document.createRange();
                        range.selectNode(child);
                        if (child.textContent.trim() && seen(range)) texts.push(child.textContent);
                    } else if (child.nodeType === Node.ELEMENT_NODE) {
                        if (/^(style|script|option|svg)$/i.test(child.tagName)) continue;
                        if (child.dataset?.testid === 'stage') continue;
                        if (child.dataset?.testid === 'bar') continue;
                        if (child.dataset?.testid === 'stIconMaterial') continue;
                        if (getComputedStyle(child).visibility === 'hidden') continue;
                        walk(child.shadowRoot ?? child);
                    }
                }
            };
            walk(document.querySelector('[data-testid=stMain]'));
            return texts.join(' ').match(/\\p{L}+/gu);
        }"""
    )
    controls = [
        control
        for control in app.get_by_test_id("stMain").locator("button, input, select, textarea").all()
        if control.is_visible() and (box := control.bounding_box()) and box["y"] < 720
    ]
    names = [control.evaluate("e => e.ariaLabel || e.textContent") for control in controls]
    assert len(words) <= MOST_WORDS, words
    assert len(controls) <= MOST_CONTROLS, names


def test_a_large_corpus_is_trained_on_when_asked_and_can_be_cancelled(app):
    text = " ".join(f"{i % 977} {i % 13} word{i % 101}" for i in range(120_000))
    upload(app, "large.txt", text.encode())
    app.keyboard.press("Escape")
    settings(app)
    app.get_by_role("spinbutton", name="Number of merges").fill("3000")
    app.keyboard.press("Enter")
    idle(app)
    choose(app, "Split by", "Nothing")
    app.keyboard.press("Escape")

    train = app.get_by_role("button", name="Train", exact=True)
    cancel = app.get_by_role("button", name="Cancel")
    expect(app.get_by_text("takes a while; until then")).to_be_visible()
    expect(app.get_by_test_id("numbers")).to_contain_text("280 bytes")
    train.click()
    expect(cancel).to_be_visible()
    expect(app.get_by_role("progressbar")).to_be_visible()
    cancel.click()
    expect(train).to_be_visible()
    expect(app.get_by_test_id("numbers")).to_contain_text("280 bytes")

    settings(app)
    app.get_by_role("spinbutton", name="Number of merges").fill("20")
    app.keyboard.press("Enter")
    idle(app)
    app.keyboard.press("Escape")
    train.click()
    size = f"{len(text):,}"
    expect(app.get_by_test_id("numbers")).to_contain_text(f"{size} bytes", timeout=60_000)
    expect(app.get_by_text(f"First 200,000 of {size} bytes shown")).to_be_visible()
    expect(train).to_have_count(0)


def test_another_encoding_is_offered_for_bytes_that_are_no_utf_8(app):
    upload(app, "menu.txt", "café, café, café “crème”".encode("cp1252"))
    expect(app.get_by_test_id("stAlert")).to_contain_text("byte 0xE9 at offset 3")
    app.get_by_role("button", name="Read it as Windows-1252").click()
    expect(app.get_by_text("menu.txt, 24 characters")).to_be_visible()
    expect(app.get_by_test_id("stAlert")).to_have_count(0)


def test_a_pattern_is_checked_as_it_is_typed(app):
    settings(app)
    choose(app, "Split by", "A pattern of your own")
    box = app.get_by_role("textbox", name="Pattern")
    good = root(app).get_attribute("data-tokens")
    box.fill("(")
    expect(app.get_by_test_id("stAlert")).to_contain_text("missing ) at position 1")
    assert root(app).get_attribute("data-tokens") == good
    box.fill(r"\w+")
    expect(app.get_by_text("The pattern skips")).to_be_visible()
    expect(app.get_by_test_id("stAlert")).to_have_count(0)
    good = root(app).get_attribute("data-tokens")
    box.fill(r"(?:(?:[a-z ]|[a-z ][a-z ]|[a-z ]?)+)+$")
    expect(app.get_by_test_id("stAlert")).to_contain_text("was stopped")
    assert root(app).get_attribute("data-tokens") == good


def test_a_sentence_says_where_the_tie_rules_first_differ(app):
    choose_sample(app, "low, lower, newest, widest")
    settings(app)
    expect(app.get_by_text("Here the rules first differ at merge 1.")).to_be_visible()


def test_words_with_counts_are_trained_on_and_a_wrong_line_is_named(app):
    app.get_by_role("button", name="Change text").click()
    app.get_by_role("tab", name="Words with counts").click()
    box = app.get_by_role("textbox", name="Words with counts")
    box.fill("hug 10\npug five")
    expect(app.get_by_test_id("stAlert")).to_contain_text("Line 2 is 'pug five'")
    expect(app.get_by_test_id("numbers")).to_contain_text("280 bytes")
    box.fill("hug 10\npug 5")
    expect(app.get_by_test_id("numbers")).to_contain_text("45 bytes")
    expect(app.get_by_test_id("stAlert")).to_have_count(0)


def test_a_tokenizer_is_kept_renamed_downloaded_and_opened_again(app, tmp_path):
    app.get_by_text("Shelf: the tokenizers trained here").click()
    idle(app)
    app.get_by_role("textbox", name="Another name").fill("Crumb & <b>Co</b> *30*")
    app.keyboard.press("Enter")
    idle(app)
    app.get_by_role("button", name="Rename").click()
    kept = app.get_by_role("combobox", name="Tokenizer")
    expect(kept).to_have_value("Crumb & <b>Co</b> *30*")
    idle(app)
    with app.expect_download() as download:
        app.get_by_role("button", name="Download", exact=True).click()
    saved = Path(download.value.path()).read_bytes()
    assert download.value.suggested_filename == "Crumb_b_Co_b_30.json"
    path = tmp_path / "t.json"
    path.write_bytes(saved)
    own = bpe.train(CRUMB, merges=30, min_count=1).tokenizer
    assert bpe.Tokenizer.load(path).merges == own.merges
    assert bpe.Tokenizer.load(path).name == "Crumb & <b>Co</b> *30*"

    choose(app, "Save as", "Hugging Face")
    with app.expect_download() as download:
        app.get_by_role("button", name="Download for Hugging Face").click()
    theirs = tokenizers.Tokenizer.from_file(str(download.value.path()))
    assert theirs.encode(CRUMB).ids == own.encode(CRUMB)

    chooser = app.get_by_test_id("stFileUploader").last.locator("input[type=file]")
    data = json.loads(saved) | {"name": "from a file"}
    hand_in(app, chooser, "x.json", json.dumps(data).encode())
    hand_in(app, chooser, "y.json", b"{}")
    expect(app.get_by_test_id("stAlert")).to_contain_text("not a tokenizer file")
    go_to(app, "Your text")
    for name in ("from a file", "Crumb & <b>Co</b> *30*"):
        choose_tokenizer(app, name)
        app.get_by_test_id("editor").fill("Your cake is late.")
        expect(root(app)).to_have_attribute("data-tokens", "6")


def test_a_click_on_the_curve_goes_to_that_merge(app):
    chart = app.get_by_test_id("stPlotlyChart").last
    chart.scroll_into_view_if_needed()
    points = chart.locator(".scatterlayer .trace").first.locator(".points path")
    expect(points).to_have_count(31)
    points.nth(12).click(force=True)
    expect(root(app)).to_have_attribute("data-k", "12")
    set_slider(app, 20, release=True)
    idle(app)
    expect(root(app)).to_have_attribute("data-k", "20")


def test_the_held_out_text_can_be_chosen(app):
    chart = app.get_by_test_id("stPlotlyChart").last
    chart.scroll_into_view_if_needed()
    expect(chart.get_by_text("the other text").first).to_be_visible()
    other = chart.locator(".scatterlayer .trace").nth(1).locator(".js-line")
    before = other.get_attribute("d")
    choose(app, re.compile("not trained on"), "an essay")
    expect(other).not_to_have_attribute("d", before)
    expect(chart.get_by_text("the other text").first).to_be_visible()


def test_a_reload_brings_the_training_back_and_leaves_nothing_in_the_history(app):
    page = app
    idle(page)
    entries = page.evaluate("() => history.length")
    choose_sample(page, "hugs, pugs and buns")
    settings(page)
    page.get_by_label("Number of merges").fill("5")
    page.get_by_label("Number of merges").press("Enter")
    expect(page).to_have_url(re.compile(r"\?sample=hug_pug&merges=5$"))
    page.keyboard.press("Escape")
    page.get_by_test_id("forward").click()
    expect(page).to_have_url(re.compile("&step=1$"))
    idle(page)
    sig = root(page).get_attribute("data-sig")
    assert page.evaluate("() => history.length") == entries
    page.reload()
    idle(page)
    expect(root(page)).to_have_attribute("data-sig", sig)
    expect(root(page)).to_have_attribute("data-k", "1")


def test_a_tokenizer_of_ones_own_survives_a_reload_of_the_live_text(app, server):
    page = app
    page.goto(f"{server}/?corpus=low+lower+lowest+low&merges=3")
    idle(page)
    go_to(page, "Your text")
    choose_tokenizer(page, "typed text, 3 merges")
    page.get_by_test_id("editor").fill("the lowest")
    expect(page).to_have_url(re.compile("tokenizer=own.*corpus=low.*text=the"))
    idle(page)
    tokens = root(page).get_attribute("data-tokens")
    page.reload()
    idle(page)
    expect(page.get_by_test_id("editor")).to_have_value("the lowest")
    expect(root(page)).to_have_attribute("data-tokens", tokens)
    box = page.get_by_role("combobox", name="Tokenizer")
    expect(box).to_have_value(re.compile("^Yours: typed text, 3 merges"))
    choose_tokenizer(page, "GPT-4o")
    expect(page).to_have_url(re.compile("tokenizer=o200k_base"))
    page.go_back()
    expect(box).to_have_value(re.compile("^Yours: typed text, 3 merges"))
    expect(root(page)).to_have_attribute("data-tokens", tokens)
    # What one page tells in the address is not taken for what the other does.
    go_to(page, "Train")
    expect(page).to_have_url(re.compile(r"/\?corpus=low\+lower\+lowest\+low&merges=3$"))
    go_to(page, "Your text")
    expect(page.get_by_test_id("editor")).to_have_value("the lowest")
    expect(page).to_have_url(re.compile("tokenizer=own.*text=the"))


def test_of_a_text_that_a_reload_loses_it_is_said(app):
    app.get_by_role("button", name="Change text").click()
    box = app.get_by_role("textbox", name="Text to train on")
    lost = app.get_by_text("It is too long for the address, so a reload loses it.")
    box.fill("a short text, a short text")
    box.press("ControlOrMeta+Enter")
    expect(app).to_have_url(re.compile("corpus=a"))
    expect(lost).to_be_hidden()
    box.fill("banana " * 80)
    box.press("ControlOrMeta+Enter")
    expect(lost).to_be_visible()
