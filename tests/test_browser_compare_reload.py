"""A reload of the page "Compare" in a real browser: the tab brings its text back, whole."""

import pytest
from playwright.sync_api import Page, expect

import bpe
from pages.ui import live, rows
from tests.driving import go_to, idle, root
from tests.test_browser_compare import compare, enter, row, write

__all__ = ["compare"]

pytestmark = pytest.mark.browser

HINDI = "शनिवार के लिए एक एगलेस मावा केक चाहिए, प्लीज़। "


def box(page: Page):
    return page.get_by_role("textbox", name="Text to compare on")


def reload(page: Page) -> None:
    page.reload()
    idle(page)


def expect_compared(page: Page, text: str) -> None:
    """Expect a text in the editor and in the rows."""
    expect(box(page)).to_have_value(text)
    tokens = bpe.pretrained("cl100k_base").count(text)
    expect(row(page, "cl100k")).to_have_attribute("data-tokens", str(tokens))


def type_in(page: Page, text: str) -> None:
    """Type over what stands in the editor, without leaving it."""
    box(page).fill(text)


def test_a_reload_brings_the_text_back_here_and_on_your_text(compare):
    text = "नमस्ते & <b>welcome</b>"
    write(compare, text)
    for _ in range(2):
        reload(compare)
        expect_compared(compare, text)
    assert compare.url.endswith("/compare")
    go_to(compare, "Your text")
    expect(compare.get_by_test_id("editor")).to_have_value(text)
    expect(root(compare)).to_have_attribute(
        "data-tokens", str(bpe.pretrained("cl100k_base").count(text))
    )


def test_a_reload_at_once_keeps_the_newest_words(compare):
    write(compare, "older words")
    type_in(compare, "newest words")
    reload(compare)
    expect_compared(compare, "newest words")


def test_a_reload_keeps_that_there_is_no_text(compare):
    enter(compare, "")
    expect(compare.get_by_text("Type a text above")).to_be_visible()
    reload(compare)
    expect(compare.get_by_text("Type a text above")).to_be_visible()
    expect(box(compare)).to_have_value("")


def test_what_is_typed_while_the_text_comes_back_is_kept(compare):
    write(compare, "before")
    reload(compare)
    box(compare).press_sequentially(" and after")
    text = box(compare).input_value()
    assert "before" in text
    assert "and after" in text
    expect_compared(compare, text)


def test_a_reload_brings_back_a_million_characters_of_which_the_first_are_compared(compare):
    text = (HINDI * 22_000)[: live.MAX_TEXT]
    go_to(compare, "Your text")
    compare.get_by_test_id("editor").evaluate(
        """(editor, text) => {
            editor.value = text;
            editor.dispatchEvent(new Event('input', {bubbles: true}));
        }""",
        text,
    )
    count = bpe.pretrained("cl100k_base").count(text)
    expect(root(compare)).to_have_attribute("data-tokens", str(count), timeout=60_000)
    go_to(compare, "Compare")
    expect_compared(compare, text[: rows.MAX_COMPARED])
    reload(compare)
    expect_compared(compare, text[: rows.MAX_COMPARED])
    expect(compare.get_by_text("first 100,000 of 1,000,000 characters")).to_be_visible()

    # A new beginning is shown alone, and the rest follows it all the same.
    write(compare, "A new beginning. ")
    type_in(compare, "Another beginning. ")
    reload(compare)
    expect_compared(compare, "Another beginning. ")
    expect(compare.get_by_text("first 19 of 900,019 characters")).to_be_visible()
    go_to(compare, "Your text")
    text = "Another beginning. " + text[rows.MAX_COMPARED :]
    count = bpe.pretrained("cl100k_base").count(text)
    expect(root(compare)).to_have_attribute("data-tokens", str(count), timeout=60_000)


def test_a_reload_of_your_text_and_then_compare_have_the_same(compare):
    go_to(compare, "Your text")
    compare.get_by_test_id("editor").fill("typed there " * 60)
    expect(compare.get_by_test_id("numbers")).to_contain_text("720 bytes")
    go_to(compare, "Languages")
    reload(compare)
    go_to(compare, "Compare")
    expect_compared(compare, "typed there " * 60)


def test_half_a_character_does_no_harm(compare):
    box(compare).evaluate(
        """box => {
            box.value = 'a\\ud83eb\\udd8a 🦊';
            box.dispatchEvent(new Event('input', {bubbles: true}));
        }"""
    )
    expect(row(compare, "cl100k")).to_have_attribute(
        "data-tokens", str(bpe.pretrained("cl100k_base").count("a\ufffdb\ufffd 🦊"))
    )
    reload(compare)
    expect(row(compare, "cl100k")).to_have_attribute(
        "data-tokens", str(bpe.pretrained("cl100k_base").count("a\ufffdb\ufffd 🦊"))
    )


def test_line_breaks_of_other_systems_come_back_as_they_were(compare, server):
    compare.goto(f"{server}/text?text=one%0D%0Atwo")
    idle(compare)
    go_to(compare, "Compare")
    tokens = str(bpe.pretrained("cl100k_base").count("one\r\ntwo"))
    for _ in range(2):
        expect(row(compare, "cl100k")).to_have_attribute("data-tokens", tokens)
        stage = row(compare, "cl100k").get_by_test_id("stage")
        assert "".join(stage.locator(".chip").all_text_contents()) == "one\r\ntwo"
        reload(compare)


@pytest.mark.parametrize("how", ["setItem", "getItem"])
def test_no_room_in_the_tab_is_no_trouble(compare, how):
    refuse = f"""() => {{
        const plain = Storage.prototype.{how};
        Storage.prototype.{how} = function (key, ...value) {{
            if (key.startsWith('bpe')) throw new Error('full');
            return plain.call(this, key, ...value);
        }};
    }}"""
    compare.add_init_script(f"({refuse})()")
    compare.evaluate(refuse)
    write(compare, "cakes " * 20)
    reload(compare)
    expect_compared(compare, live.OPENING_TEXT)
    write(compare, "more cakes")


def test_a_text_that_fills_the_tab_is_no_trouble(compare):
    compare.evaluate("() => sessionStorage.setItem('other', 'x'.repeat(5 * 2 ** 20 - 100))")
    write(compare, "cakes " * 200)
    reload(compare)
    expect_compared(compare, live.OPENING_TEXT)


def test_a_new_tab_begins_afresh(compare, server):
    write(compare, "cakes")
    other = compare.context.new_page()
    other.goto(f"{server}/compare")
    idle(other)
    expect_compared(other, live.OPENING_TEXT)


def test_other_pages_editors_are_not_given_the_live_text(compare):
    write(compare, "cakes and more cakes")
    go_to(compare, "Train")
    reload(compare)
    compare.get_by_role("button", name="Change text").click()
    typed = compare.get_by_role("textbox", name="Text to train on")
    expect(typed).not_to_have_value("cakes and more cakes")
    typed.fill("what is trained on, what is trained on")
    expect(compare.get_by_text("typed text, 38 characters")).to_be_visible()
    compare.keyboard.press("Escape")
    go_to(compare, "Compare")
    expect_compared(compare, "cakes and more cakes")
    reload(compare)
    expect_compared(compare, "cakes and more cakes")
