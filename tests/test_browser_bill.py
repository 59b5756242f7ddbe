"""The page Bill in a real browser."""

import csv
import io
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import bpe
from pages.ui import words
from pages.ui.messages.sheet import MAX_ROWS
from tests.driving import assert_nothing_is_cut_off, choose, first_screen, go_to, idle

pytestmark = pytest.mark.browser

SLOW = 120_000
"""How long a counting may take on a slow machine, in milliseconds."""

SEMICOLONS = b"id;lang;message\n1;de;Hallo, Welt\n2;de;007\n3;en;hello, world\n"


@pytest.fixture
def bill(app):
    go_to(app, "Bill")
    expect(app.get_by_text("200 messages: the sample of cake orders")).to_be_visible()
    return app


def upload(page: Page, name: str, data: bytes) -> None:
    page.get_by_role("button", name="Change messages").click()
    page.get_by_role("tab", name="A file").click()
    page.locator("input[type=file]").set_input_files(
        {"name": name, "mimeType": "text/csv", "buffer": data}
    )


def close(page: Page) -> None:
    idle(page)
    page.keyboard.press("Escape")


def download(page: Page, button: str) -> list[dict[str, str]]:
    with page.expect_download(timeout=SLOW) as found:
        page.get_by_role("button", name=button).click()
    data = Path(found.value.path()).read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


def test_a_month_is_paid_for_by_language(bill):
    expect(bill.get_by_text("This mix costs")).to_contain_text("$0.1786 a month")
    expect(bill.locator(".js-plotly-plot .bars path").first).to_be_visible()
    expect(bill.locator(".js-plotly-plot .bars path")).to_have_count(4 * 4)
    bill.get_by_role("spinbutton", name="Messages a month").fill("20000")
    bill.keyboard.press("Enter")
    expect(bill.get_by_text("This mix costs")).to_contain_text("$0.3571 a month")
    bill.get_by_role("button", name="Tokenizers and prices").click()
    bill.get_by_role("textbox", name=re.compile("o200k_base")).fill("0.075")
    bill.keyboard.press("Enter")
    expect(bill.get_by_text("This mix costs")).to_contain_text("$0.02678 a month")
    expect(bill.get_by_role("textbox", name=re.compile("o200k_base"))).to_have_value("0.075")


def test_a_file_with_semicolons_becomes_a_bill(bill):
    upload(bill, "german.csv", SEMICOLONS)
    expect(bill.get_by_text("3 messages: german.csv")).to_be_visible()
    close(bill)
    bill.get_by_role("button", name="Format and columns").click()
    expect(bill.get_by_text("semicolons, the first row is the header, UTF-8")).to_be_visible()
    close(bill)
    rows = download(bill, "Download the counts as CSV")
    assert [row["message"] for row in rows] == ["Hallo, Welt", "007", "hello, world"]
    assert [row["language"] for row in rows] == ["de", "de", "en"]
    for name, title in zip(words.USUAL, ("GPT-2", "GPT-4", "GPT-4o"), strict=True):
        machine = bpe.pretrained(name)
        told = [int(row[f"tokens, {title} ({name})"]) for row in rows]
        assert told == [machine.count(row["message"]) for row in rows]
    rows = download(bill, "Download the bill as CSV")
    assert [row["language"] for row in rows[::4]] == ["de", "en", "all messages"]
    assert [row["encoding"] for row in rows[:3]] == list(words.USUAL)
    go_to(bill, "Languages")
    go_to(bill, "Bill")
    expect(bill.get_by_text("3 messages: german.csv")).to_be_visible()


def test_a_file_of_windows_can_be_read_in_another_way(bill):
    upload(bill, "windows.csv", "message\ncafé “q”\n".encode("cp1252"))
    expect(bill.get_by_text("1 message: windows.csv")).to_be_visible()
    expect(bill.get_by_text("Byte 0xE9 at offset 11 is not UTF-8")).to_be_visible()
    close(bill)
    bill.get_by_role("button", name="Format and columns").click()
    choose(bill, "Encoding", re.compile("^UTF-8$"))
    expect(bill.get_by_text("The messages before are still shown")).to_be_visible()
    expect(bill.get_by_text("1 message: windows.csv")).to_be_visible()
    choose(bill, "Encoding", "Latin-1")
    expect(bill.get_by_text("The messages before are still shown")).to_have_count(0)
    expect(bill.get_by_text("control characters where")).to_be_visible()


def test_pasted_messages_are_counted_as_they_are(bill):
    bill.get_by_role("button", name="Change messages").click()
    bill.get_by_role("textbox", name="Your messages, one a line").fill(
        "<img src=x onerror=\"document.title='owned'\">\n$5 and $6\n"
    )
    expect(bill.get_by_text("2 messages: what you pasted")).to_be_visible()
    close(bill)
    assert bill.title() != "owned"
    assert bill.locator("img[src=x]").count() == 0
    bill.get_by_role("button", name="Change messages").click()
    bill.get_by_role("button", name="Back to the sample").click()
    expect(bill.get_by_text("200 messages: the sample of cake orders")).to_be_visible()
    expect(bill.get_by_role("textbox", name="Your messages, one a line")).to_have_value("")


def large_file() -> tuple[bytes, list[str]]:
    """Return a file of as many rows as may be, no two messages equal."""
    texts = [f"order {i:,}: एक केक" for i in range(MAX_ROWS)]
    buffer = io.StringIO(newline="")
    csv.writer(buffer).writerows([["n", "message"], *enumerate(texts)])
    return buffer.getvalue().encode(), texts


def test_a_hundred_thousand_messages_show_progress_can_be_cancelled_and_are_counted(bill):
    data, texts = large_file()
    upload(bill, "large.csv", data)
    expect(bill.get_by_test_id("stProgress")).to_be_visible(timeout=SLOW)
    bill.keyboard.press("Escape")
    bill.get_by_role("button", name="Cancel").click()
    expect(bill.get_by_test_id("stProgress")).to_have_count(0, timeout=SLOW)
    expect(bill.get_by_text("200 messages: the sample of cake orders")).to_be_visible()
    upload(bill, "larger.csv", data)
    expect(bill.get_by_text(re.compile(r"Counting: [\d,]+ of 400,000"))).to_be_visible(timeout=SLOW)
    expect(bill.get_by_text("100,000 messages: larger.csv")).to_be_visible(timeout=SLOW)
    expect(bill.get_by_test_id("stProgress")).to_have_count(0)
    idle(bill)
    bill.keyboard.press("Escape")
    rows = download(bill, "Download the counts as CSV")
    assert len(rows) == 100_000
    machine = bpe.pretrained("o200k_base")
    for i in range(0, 100_000, 9_999):
        assert rows[i]["message"] == texts[i]
        assert int(rows[i]["tokens, GPT-4o (o200k_base)"]) == machine.count(texts[i])


def test_nothing_is_cut_off_on_a_telephone(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server}/bill")
    idle(page)
    expect(page.locator(".js-plotly-plot .bars path").first).to_be_visible()
    assert_nothing_is_cut_off(page)


def test_the_first_screen_has_few_words_and_controls(page, server):
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{server}/bill")
    idle(page)
    expect(page.locator(".js-plotly-plot .bars path").first).to_be_visible()
    shown, controls = first_screen(page)
    assert len(shown) <= 60, shown
    assert len(controls) <= 8, controls


def test_a_decimal_comma_is_no_thousand(bill):
    bill.get_by_role("button", name="Tokenizers and prices").click()
    price = bill.get_by_role("textbox", name=re.compile(r"^GPT-4o \(o200k_base\), price"))
    price.press_sequentially("2,50")
    bill.keyboard.press("Enter")
    expect(bill.get_by_text("Read as $2.50.")).to_be_visible()
    expect(bill.get_by_text("This mix costs")).to_contain_text("$0.4464 a month")
    price.fill("1,234")
    bill.keyboard.press("Enter")
    expect(bill.get_by_role("alert")).to_contain_text("could be 1234 or 1.234")
    expect(bill.get_by_text("This mix costs")).to_contain_text("$0.4464 a month")


def test_a_name_written_right_to_left_stands_with_its_number(bill):
    upload(bill, "rtl.csv", "message,language\nשלום,עברית\nہیلو,اردو\nhi,English\n".encode())
    expect(bill.get_by_text("3 messages: rtl.csv")).to_be_visible()
    close(bill)
    sentence = bill.get_by_text(re.compile("^holds"))
    expect(sentence).to_contain_text("English")
    lefts = sentence.evaluate(
        """element => {
            const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
            const found = [];
            for (let node; (node = walker.nextNode()); )
                for (const match of node.data.matchAll(/[\\p{L}\\p{N},]+/gu)) {
                    const range = document.createRange();
                    range.setStart(node, match.index);
                    range.setEnd(node, match.index + match[0].length);
                    found.push([range.getBoundingClientRect().left, match[0]]);
                }
            return found.map(([left]) => left);
        }"""
    )
    assert len(lefts) > 8
    assert lefts == sorted(lefts)
