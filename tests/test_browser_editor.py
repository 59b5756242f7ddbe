"""What is pasted into our editors, and what the connection loses, in a real browser."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import bpe
from pages.ui import live, rows
from tests.driving import go_to, idle, root

pytestmark = pytest.mark.browser

LINE = "one message here\n"

SLOW = 60_000  # milliseconds in which a busy machine has done what is asked


def open_box(page: Page, name: str) -> Locator:
    """Go to a page and show its editor."""
    go_to(page, name)
    if name == "Bill":
        page.get_by_role("button", name="Change messages").click()
    label = {
        "Bill": "Your messages, one a line",
        "Compare": "Text to compare on",
        "Your text": "Your text",
    }[name]
    return page.get_by_role("textbox", name=label)


def paste(box: Locator, text: str, keys: str = "Control+a") -> None:
    """Paste a text over what stands in a box, as the browser's own paste does."""
    page = box.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    box.focus()
    page.keyboard.press(keys)
    page.keyboard.press("Control+v")


def size(box: Locator) -> int:
    """Return how many characters stand in a box."""
    return box.evaluate("box => Array.from(box.value).length")


def expect_tokens(page: Page, count: int) -> None:
    """Expect that the page's component has cut the text into so many tokens by GPT-4's."""
    row = page.locator('[data-testid=row][data-name*="cl100k"]')
    shown = row if page.url.endswith("/compare") else root(page)
    expect(shown).to_have_attribute("data-tokens", str(count), timeout=SLOW)


def test_a_bill_says_what_of_a_paste_it_counts(app):
    box = open_box(app, "Bill")
    paste(box, LINE * 10_000)
    expect(app.get_by_text("5,882 messages: what you pasted")).to_be_visible(timeout=SLOW)
    expect(app.get_by_text("The first 5,882 of 10,000 lines are counted")).to_be_visible()
    assert size(box) == 170_000


def test_a_huge_paste_is_cut_with_a_word(app):
    box = open_box(app, "Bill")
    paste(box, LINE * 1_800_000)
    told = "Only the first 1,000,000 of these 30,600,000 characters have room here."
    expect(app.get_by_role("status").filter(has_text=told)).to_be_visible(timeout=SLOW)
    expect(app.get_by_text("5,882 messages: what you pasted")).to_be_visible(timeout=SLOW)
    assert size(box) == 1_000_000
    app.keyboard.type("x")
    expect(app.get_by_text("There is no room for more here.")).to_be_visible()
    assert size(box) == 1_000_000
    app.keyboard.press("Control+a")
    app.keyboard.type("short")
    expect(app.get_by_text("1 message: what you pasted")).to_be_visible(timeout=SLOW)
    expect(app.get_by_text("There is no room for more here.")).to_be_hidden()


def test_emoji_are_counted_as_characters(app, cl100k):
    box = open_box(app, "Compare")
    paste(box, "🎂" * 60_000)
    expect_tokens(app, cl100k.count("🎂" * 60_000))
    assert size(box) == 60_000


def test_what_is_pasted_beyond_what_is_compared_is_kept(app, cl100k):
    box = open_box(app, "Compare")
    text = "".join(f"cake {i} " for i in range(17_000))
    assert 150_000 < len(text) < 200_000
    compared = text[: rows.MAX_COMPARED]
    paste(box, text)
    expect_tokens(app, cl100k.count(compared))
    expect(app.get_by_text(f"first 100,000 of {len(text):,} characters")).to_be_visible()
    expect(box).to_have_value(compared)

    # There is no room for more, until something is taken away; then nothing is twice or lost.
    app.keyboard.press("Control+Home")
    app.keyboard.type("A")
    expect(app.get_by_text("There is no room for more here.")).to_be_visible()
    expect(box).to_have_value(compared)
    app.keyboard.press("Delete")
    app.keyboard.type("C")
    expect_tokens(app, cl100k.count("C" + compared[1:]))
    go_to(app, "Your text")
    expect_tokens(app, cl100k.count("C" + text[1:]))
    go_to(app, "Compare")
    expect(box).to_have_value("C" + compared[1:])


def test_of_a_live_text_that_is_too_long_it_is_said_how_much_is_used(app, cl100k):
    box = open_box(app, "Your text")
    text = "one cake, " * 120_000
    paste(box, text)
    expect_tokens(app, cl100k.count(text[: live.MAX_TEXT]))
    expect(app.get_by_test_id("note")).to_have_text(
        "The first 1,000,000 of 1,200,000 characters are used."
    )
    expect(app.get_by_test_id("full")).to_be_hidden()
    paste(box, "another " * 3_750_000)
    expect(app.get_by_test_id("full")).to_have_text(
        "Only the first 1,500,000 of these 30,000,000 characters have room here.", timeout=SLOW
    )
    expect(app.get_by_test_id("note")).to_have_text(
        "The first 1,000,000 of 1,500,000 characters are used.", timeout=SLOW
    )
    paste(box, "short")
    expect_tokens(app, 1)
    expect(app.get_by_test_id("full")).to_be_hidden()
    expect(app.get_by_test_id("note")).to_be_empty()


def test_of_a_folded_text_what_has_no_room_is_told_too(app, cl100k):
    box = open_box(app, "Your text")
    text = "नमस्ते " * 300_000
    for _ in range(2):  # over a text, and over a folded one
        paste(box, text)
        expect(app.get_by_test_id("full")).to_have_text(
            "Only the first 1,500,000 of these 2,100,000 characters have room here.", timeout=SLOW
        )
        expect(app.get_by_test_id("folded")).to_contain_text("1,500,000 characters")
        expect_tokens(app, cl100k.count(text[: live.MAX_TEXT]))


class Line:
    """The connection to the server, which can lose what the page sends."""

    def __init__(self, page: Page):
        self.is_down = False
        self.said: list[bytes] = []
        page.route_web_socket(re.compile("_stcore/stream"), self._connect)

    def _connect(self, page_side):
        server_side = page_side.connect_to_server()

        def pass_on(message):
            self.said.append(message if isinstance(message, bytes) else message.encode())
            if not self.is_down:
                server_side.send(message)

        page_side.on_message(pass_on)

    def times(self, text: str) -> int:
        """Return how often the page has said a text."""
        return sum(text.encode() in message for message in self.said)


@pytest.mark.parametrize("name", ["Bill", "Compare"])
def test_what_the_connection_loses_is_said_again_and_nothing_else_twice(page, server, name):
    line = Line(page)
    page.goto(server)
    idle(page)
    box = open_box(page, name)
    idle(page)
    box.fill("words that come through")
    if name == "Bill":
        expect(page.get_by_text("1 message: what you pasted")).to_be_visible()
    page.wait_for_timeout(7_000)
    assert line.times("words that come through") == 1

    line.is_down = True
    box.fill("words that are lost\nand said again")
    page.wait_for_timeout(2_000)
    line.is_down = False
    assert line.times("words that are lost") == 1
    if name == "Bill":
        expect(page.get_by_text("2 messages: what you pasted")).to_be_visible()
    else:
        count = bpe.pretrained("cl100k_base").count("words that are lost\nand said again")
        expect_tokens(page, count)
    page.wait_for_timeout(7_000)
    assert line.times("words that are lost") == 2


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("bpe-dial", "{broken"),
        ("bpe-dial", "7"),
        ("bpe-dial", '{"wanted": -5, "view": [], "replaced": 3}'),
        ("bpe-text-shown", "many"),
        ("bpe-text-shown", "-3"),
    ],
)
def test_what_the_tab_holds_may_be_anything(app, cl100k, name, value):
    box = open_box(app, "Your text")
    box.fill("the lowest price")
    expect(app).to_have_url(re.compile("text=the"))
    refuse = f"""() => {{
        const plain = Storage.prototype.getItem;
        Storage.prototype.getItem = function (key) {{
            return key === '{name}' ? {value!r} : plain.call(this, key);
        }};
    }}"""
    app.add_init_script(f"({refuse})()")
    app.reload()
    idle(app)
    expect(box).to_have_value("the lowest price")
    expect_tokens(app, cl100k.count("the lowest price"))
    go_to(app, "Compare")
    app.reload()
    idle(app)
    expect(app.get_by_role("textbox", name="Text to compare on")).to_have_value("the lowest price")
