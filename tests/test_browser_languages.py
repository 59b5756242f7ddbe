"""The page Languages in a real browser."""

import csv
import io
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import bpe
from pages.ui import languages, mixtures, words
from tests.driving import assert_nothing_is_cut_off, first_screen, go_to, idle

pytestmark = pytest.mark.browser

HOSTILE = "<b>K</b> $5 :dog:"


@pytest.fixture
def plot(app):
    go_to(app, "Languages")
    return app


def rows(page: Page) -> list[str]:
    """Wait for the plot and return the labels of its rows."""
    expect(page.locator(".js-plotly-plot .ytick").first).to_be_visible()
    return page.locator(".js-plotly-plot .ytick").all_text_contents()


def add(page: Page, name: str, text: str) -> None:
    page.get_by_role("button", name="Add a text").click()
    page.get_by_role("textbox", name="Language").fill(name)
    page.get_by_role("textbox", name="Text of your own").fill(text)
    page.get_by_role("button", name="Add to the plot").click()


def test_the_plot_draws_a_row_a_language_and_a_dot_a_tokenizer(plot):
    assert len(rows(plot)) == 39
    expect(plot.locator(".js-plotly-plot .points path.point")).to_have_count(3 * 39)
    expect(plot.locator(".js-plotly-plot .legendtext")).to_have_count(3)
    expect(plot.get_by_text("adds a tokenizer of your own")).to_be_visible()
    expect(plot.get_by_text("pays most")).to_be_visible()


def test_a_text_joins_the_plot_as_it_is_and_leaves_it_again(plot):
    rows(plot)
    add(plot, HOSTILE, "<img src=x onerror=\"document.title='owned'\"> " * 40)
    expect(plot.locator(".js-plotly-plot .ytick").filter(has_text=HOSTILE)).to_have_count(1)
    expect(plot.get_by_role("textbox", name="Text of your own")).to_have_value("")
    assert plot.title() != "owned"
    assert plot.locator("img[src=x]").count() == 0
    plot.get_by_role("button", name=re.compile("^Remove ")).click()
    expect(plot.locator(".js-plotly-plot .ytick")).to_have_count(39)


def test_a_training_joins_the_plot_and_the_other_pages(plot):
    rows(plot)
    plot.get_by_role("button", name="Train on these").click()
    plot.get_by_role("button", name="Train", exact=True).click()
    name, _ = mixtures.trained_on(["English", "Hindi"], 500)
    legend = plot.locator(".js-plotly-plot .legendtext").filter(has_text=f"Yours: {name}")
    expect(legend).to_have_count(1)
    expect(plot.locator(".js-plotly-plot .points path.point")).to_have_count(4 * 39)
    expect(plot.get_by_text("adds a tokenizer of your own")).to_have_count(0)
    idle(plot)
    plot.keyboard.press("Escape")
    go_to(plot, "Compare")
    expect(plot.get_by_test_id("row").nth(3)).to_contain_text(name)


def test_a_pointer_on_a_dot_is_told_its_numbers(plot):
    first = rows(plot)[0]
    plot.locator(".js-plotly-plot .points").nth(3).locator("path").first.hover(force=True)
    told = plot.locator(".js-plotly-plot .hoverlayer")
    text = next(text for text in languages.article() if first.startswith(text.name))
    tokens = bpe.pretrained("o200k_base").count(text.text)
    expect(told).to_contain_text(f"{tokens:,} tokens, {text.size:,} bytes")


def test_the_numbers_can_be_taken_away(plot):
    rows(plot)
    add(plot, "=1+1", "as it is")
    expect(plot.locator(".js-plotly-plot .ytick")).to_have_count(40)
    idle(plot)
    plot.keyboard.press("Escape")
    with plot.expect_download() as download:
        plot.get_by_role("button", name="Download as CSV").click()
    data = Path(download.value.path()).read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    table = list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))
    assert len(table) == 41
    own = next(row for row in table if "=1+1" in row[0])
    assert own[:3] == ["'=1+1", "8", "8"]  # no formula
    hindi = next(row for row in table if row[0] == "Hindi")
    text = next(text for text in languages.article() if text.name == "Hindi").text
    counts = [bpe.pretrained(name).count(text) for name in words.USUAL]
    assert [int(cell) for cell in hindi[1:6]] == [len(text.encode()), len(text), *counts]


def test_nothing_is_cut_off_on_a_telephone(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server}/languages")
    idle(page)
    rows(page)
    page.get_by_text("The numbers behind the plot").click()
    assert_nothing_is_cut_off(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_labels_can_be_read_in_both_themes(page, server, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{server}/languages")
    idle(page)
    rows(page)
    fill = page.locator(".js-plotly-plot .ytick text").first.evaluate(
        "text => getComputedStyle(text).fill"
    )
    bright = sum(map(int, re.findall(r"\d+", fill)[:3])) / 3
    assert bright > 200 if scheme == "dark" else bright < 80


def test_the_first_screen_has_few_words_and_controls(page, server):
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{server}/languages")
    idle(page)
    rows(page)
    words, controls = first_screen(page)
    assert len(words) <= 60, words
    assert len(controls) <= 8, controls
