"""What is told without colours, without a mouse, and without much room."""

import re

import pytest
from playwright.sync_api import Page, expect

import bpe
from tests.driving import choose_sample, choose_tokenizer, go_to, idle, open_menu, root

pytestmark = pytest.mark.browser

COMPONENTS = ("", "text", "compare")
PAGES = (*COMPONENTS, "languages", "bill")

READ_CONTROLS = """box => [...box.querySelectorAll(
    'button, input, select, textarea, [tabindex="0"]')].filter(e => e.checkVisibility()).map(e => {
    e.focus();
    const ringed = e.type === 'radio' ? e.nextElementSibling : e;
    const {outlineStyle, outlineWidth, outlineColor} = getComputedStyle(ringed);
    const name = e.ariaLabel || e.labels?.[0]?.textContent || e.textContent || '';
    return {name: name.trim(), ring: [outlineStyle, parseFloat(outlineWidth) > 0, outlineColor]};
})"""


def walk(page: Page, stage, steps: int) -> list[str]:
    """Go from token to token by keyboard; return what is said of each."""
    spoken = stage.locator("xpath=..").get_by_test_id("spoken")
    stage.focus()
    said = []
    for _ in range(steps):
        page.keyboard.press("ArrowRight")
        said.append(spoken.text_content())
    page.keyboard.press("Enter")
    said.append(spoken.text_content())
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("card")).to_have_count(0)
    return said


def compare(page: Page, text: str) -> None:
    """Put a text into the editor of the page "Compare" and wait until the rows show it."""
    page.get_by_role("textbox", name="Text to compare on").fill(text)
    page.keyboard.press("Control+Enter")
    tokens = bpe.pretrained("cl100k_base").count(text)
    row = page.locator("[data-testid=row][data-name*=cl100k]")
    expect(row).to_have_attribute("data-tokens", str(tokens))
    idle(page)


def test_rings_and_losses_are_said(app):
    go_to(app, "Compare")
    app.get_by_role("radio", name="Words and characters").click()
    idle(app)
    compare(app, "Your cake, zebra")
    words, _, own, four = app.get_by_test_id("stage").all()
    lost = "lost: this tokenizer keeps words only"
    unknown = "unknown: the word is not in the training corpus, so its letters are lost"
    assert walk(app, words, 5) == [
        "Your",
        f"space, {lost}",
        "cake",
        f", space, {lost}",
        f"zebra, {unknown}",
        unknown,
    ]
    assert walk(app, words, 1)[1] == "word of its vocabulary"
    assert walk(app, four, 3) == [
        "Your, id 7927, not in every row",
        "space cake, id 19692, not in every row",
        ",, id 11",
        "base unit, once in this text",
    ]
    # As the sliders change the rings, so they change what is said of them.
    for row in app.get_by_test_id("row").all()[2:]:
        row.get_by_test_id("merges").press("Home")
    assert walk(app, own, 1)[0] == "Y, id 89"


def test_bytes_blanks_and_what_is_outside_are_said(app):
    choose_sample(app, "the cat sat, twice")
    go_to(app, "Your text")
    app.get_by_test_id("editor").fill("a  \n\nनमस्ते")
    expect(app.get_by_test_id("numbers")).to_contain_text("23 bytes")
    stage = app.get_by_test_id("stage")
    tokens = bpe.pretrained("cl100k_base").count("a  \n\nनमस्ते")
    said = walk(app, stage, tokens)
    assert said[:2] == ["a, id 64", "2 spaces 2 newlines, id 19124"]
    assert "byte a4, part of स्ते, id 97" in said
    assert said[-1].endswith("once in this text, Tab leads into the card")

    choose_tokenizer(app, "Yours: the cat sat")
    app.get_by_test_id("editor").fill("t😀")
    expect(app.get_by_test_id("numbers")).to_contain_text("1 character that it does not have")
    outside = "U+1F600, not one of the 256 characters: no id"
    assert walk(app, stage, 2)[1] == f"😀, {outside}"


def test_the_marks_of_training_are_said(app):
    stage = app.get_by_test_id("stage")
    assert walk(app, stage, 3)[:3] == [
        "Y, id 89",
        "o, id 111, to be merged next",
        "u, id 117, to be merged next",
    ]
    open_menu(app, "predict")
    expect(root(app)).to_have_attribute("data-quiz", "ask")
    idle(app)  # another corpus may come, better to guess on
    stage.focus()
    app.keyboard.press("ArrowRight")
    app.keyboard.press("Enter")
    expect(app.get_by_test_id("spoken")).to_have_text(re.compile("^., chosen$"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_control_has_a_name_and_shows_that_it_has_the_keyboard(page, server, scheme):
    page.emulate_media(color_scheme=scheme)
    for path in COMPONENTS:
        page.goto(f"{server}/{path}")
        idle(page)
        expect(page.get_by_test_id("stage").first).to_be_visible()
        if path == "text":
            page.get_by_test_id("view").click()
        page.keyboard.press("Tab")
        component = page.locator(".bpe[data-theme]")
        background = component.evaluate("e => getComputedStyle(e).backgroundColor")
        controls = component.evaluate(READ_CONTROLS)
        assert len(controls) >= 7
        for control in controls:
            assert control["name"], control
            style, is_wide, colour = control["ring"]
            assert (style, is_wide) == ("solid", True), control
            assert colour != background


def test_forced_colours_leave_pieces_and_slider_to_be_seen(page, server):
    page.emulate_media(forced_colors="active")
    for path in COMPONENTS:
        page.goto(f"{server}/{path}")
        idle(page)
        chips = page.get_by_test_id("stage").first.locator(".chip")
        expect(chips.nth(9)).to_be_visible()
        shadows = chips.evaluate_all("all => all.map(chip => getComputedStyle(chip).boxShadow)")
        assert "none" not in shadows
        slider = page.get_by_test_id("merges").first
        assert slider.evaluate("e => getComputedStyle(e).forcedColorAdjust") == "none"
    # A ring is drawn all round, twice as thick as a border.
    ringed = page.locator(".chip.ringed.starts.ends").first
    assert ringed.evaluate("e => getComputedStyle(e).boxShadow").count("2px") == 4
    page.get_by_test_id("stage").first.focus()
    page.keyboard.press("ArrowRight")
    lit = page.locator(".chip.equal:not(.cut)").first
    other = page.locator(".chip:not(.equal)").first
    ground = "e => getComputedStyle(e).backgroundColor"
    assert lit.evaluate(ground) != other.evaluate(ground)


def test_no_page_is_wider_than_a_phone(page, server):
    for path in PAGES:
        page.goto(f"{server}/{path}")
        idle(page)
        if path in COMPONENTS:
            expect(page.get_by_test_id("stage").first).to_be_visible()
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 844})
            page.wait_for_timeout(300)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.get_by_test_id("stMain").evaluate("e => e.scrollWidth <= e.clientWidth")
            for choice in page.get_by_test_id("stMain").get_by_role("radio").all():
                if path != "bill" and choice.is_visible():
                    box = choice.bounding_box()
                    assert box["x"] >= 0
                    assert box["x"] + box["width"] <= width


def test_a_tap_elsewhere_unpins_but_not_one_on_the_slider(new_context, server):
    page = new_context(has_touch=True).new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server}/compare")
    idle(page)
    card, slider = page.get_by_test_id("card"), page.get_by_test_id("merges").first
    page.get_by_test_id("stage").first.locator(".chip").nth(1).tap()
    expect(card).to_be_visible()
    slider.tap()
    expect(page.get_by_test_id("row").first).not_to_have_attribute("data-k", "50000")
    expect(card).to_be_visible()
    page.get_by_test_id("spread").tap()
    expect(card).to_have_count(0)


def test_the_keyboard_brings_a_token_out_from_under_the_header(app):
    app.set_viewport_size({"width": 640, "height": 360})  # as at a zoom of 200 %
    stage = app.get_by_test_id("stage")
    stage.evaluate("""e => {
        e.focus();
        document.querySelector('[data-testid=stMain]').scrollTop += e.getBoundingClientRect().top;
    }""")
    header = app.get_by_test_id("stHeader").bounding_box()
    assert stage.locator(".chip").first.bounding_box()["y"] < header["height"]
    app.keyboard.press("ArrowRight")
    assert stage.locator(".chip.cursor").bounding_box()["y"] >= header["height"]
