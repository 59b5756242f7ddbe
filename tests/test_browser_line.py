"""A slow or broken line to the server: nothing typed is lost, and nobody is called back."""

import re

import pytest
from playwright.sync_api import Page, expect

import bpe
from tests.driving import go_to, idle, root

pytestmark = pytest.mark.browser

SLOW = """const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
    setTimeout(() => send.call(this, data), window.delay ?? 0);
};"""

WORDS = "one two three four five six seven"

BOXES = {"Your text": "Your text", "Compare": "Text to compare on"}


def slow_down(page: Page, milliseconds: int) -> None:
    """Have all that the browser says arrive so much later."""
    page.evaluate("delay => window.delay = delay", milliseconds)


def expect_page(page: Page, name: str) -> None:
    """Expect a page to come, and to stay when everything that is under way has arrived."""
    link = page.get_by_role("link", name=name, exact=True)
    expect(link).to_have_attribute("aria-current", "page")
    page.wait_for_timeout(2_500)
    idle(page)
    expect(link).to_have_attribute("aria-current", "page")
    assert page.get_by_test_id("stMain").inner_text().strip()


@pytest.fixture
def slow(page, server):
    page.add_init_script(SLOW)
    page.goto(server)
    idle(page)
    return page


@pytest.mark.parametrize("wait", [0, 200, 900])
@pytest.mark.parametrize(("here", "there"), [("Your text", "Compare"), ("Compare", "Your text")])
def test_what_was_typed_just_before_leaving_is_on_the_next_page(slow, here, there, wait):
    page = slow
    go_to(page, here)
    box = page.get_by_role("textbox", name=BOXES[here])
    box.press("ControlOrMeta+a")
    slow_down(page, 700)
    box.press_sequentially(WORDS, delay=20)
    page.wait_for_timeout(wait)
    page.get_by_role("link", name=there, exact=True).click()
    expect_page(page, there)
    expect(page.get_by_role("textbox", name=BOXES[there])).to_have_value(WORDS)
    slow_down(page, 0)
    go_to(page, here)
    expect(page.get_by_role("textbox", name=BOXES[here])).to_have_value(WORDS)


@pytest.mark.parametrize("wait", [0, 200, 900])
def test_a_slider_moved_just_before_leaving_calls_nobody_back(slow, wait):
    page = slow
    go_to(page, "Your text")
    slider = page.get_by_test_id("merges")
    slow_down(page, 400)
    slider.press("ArrowLeft")
    slider.press("ArrowLeft")
    k = root(page).get_attribute("data-k")
    page.wait_for_timeout(wait)
    page.get_by_role("link", name="Languages", exact=True).click()
    expect_page(page, "Languages")
    slow_down(page, 0)
    go_to(page, "Your text")
    expect(root(page)).to_have_attribute("data-k", k)
    expect(page).to_have_url(re.compile(f"k={k}"))


@pytest.mark.parametrize("how", ["click", "Enter"])
def test_a_row_stopped_just_before_leaving_calls_nobody_back(slow, how):
    page = slow
    go_to(page, "Compare")
    row = page.get_by_test_id("row").nth(1)
    slow_down(page, 400)
    row.get_by_test_id("merges").press("ArrowLeft")
    k = row.get_attribute("data-k")
    link = page.get_by_role("link", name="Bill", exact=True)
    if how == "click":
        link.click()
    else:
        link.press(how)
    expect_page(page, "Bill")
    slow_down(page, 0)
    go_to(page, "Compare")
    expect(row).to_have_attribute("data-k", k)
    page.get_by_text("The numbers behind the charts").click()
    tokens = int(row.get_attribute("data-tokens"))
    cells = page.get_by_test_id("stTable").get_by_role("cell", name=f"{tokens:,}", exact=True)
    expect(cells.first).to_be_visible()


def test_a_line_that_breaks_before_the_address_is_written_brings_no_older_text_back(page, server):
    lines, mute = [], []

    def connect(browser_side):
        server_side = browser_side.connect_to_server()
        lines.append(browser_side)
        server_side.on_message(lambda message: browser_side.send(message) if not mute else None)

    page.route_web_socket(re.compile("_stcore/stream"), connect)
    page.goto(f"{server}/text")
    idle(page)
    editor = page.get_by_test_id("editor")
    editor.fill("first words")
    expect(page).to_have_url(re.compile("text=first"))
    idle(page)
    editor.fill("second words, newer")
    expect(page.get_by_test_id("numbers")).to_contain_text("19 bytes")
    mute.append(True)
    page.wait_for_timeout(2_000)  # the server writes the address, and nobody hears it
    mute.clear()
    lines[-1].close()
    page.wait_for_timeout(3_000)
    idle(page)
    page.wait_for_timeout(1_000)
    expect(editor).to_have_value("second words, newer")
    count = bpe.pretrained("cl100k_base").count("second words, newer")
    expect(root(page)).to_have_attribute("data-tokens", str(count))


@pytest.mark.parametrize("how", ["Escape", "outside", "button"])
def test_closing_a_box_counts_what_was_typed_in_it(app, how):
    go_to(app, "Bill")
    change = app.get_by_role("button", name="Change messages")
    change.click()
    box = app.get_by_role("textbox", name="Your messages, one a line")
    box.press_sequentially("one\ntwo")
    if how == "Escape":
        box.press("Escape")
    elif how == "outside":
        app.mouse.click(1200, 790)
    else:
        change.click()
    expect(app.get_by_text("2 messages: what you pasted")).to_be_visible()
