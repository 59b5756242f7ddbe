"""Letters in the charts can be read, in both themes and when the theme is switched."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.driving import idle
from tests.test_palette import contrast

pytestmark = pytest.mark.browser

PAGES = {"Train": "/", "Your text": "/text", "Compare": "/compare", "Languages": "/languages"}
PAGES["Bill"] = "/bill"
CHARTS = {"Compare": 4}  # elsewhere one
READABLE = 4.5

READ = """() => {
    const page = getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor;
    const found = [];
    for (const plot of document.querySelectorAll('.js-plotly-plot'))
        for (const part of plot.querySelectorAll('text, tspan')) {
            const own = [...part.childNodes].some(node => node.nodeType === 3 && node.data.trim());
            if (!own || !part.getBoundingClientRect().width) continue;
            let opacity = Number(getComputedStyle(part).fillOpacity);
            for (let at = part; at !== plot; at = at.parentElement)
                opacity *= Number(getComputedStyle(at).opacity);
            const bar = part.closest('.bartext-inside')?.closest('.point');
            const trace = bar?.closest('.trace').__data__?.[0].trace;
            const box = part.closest('.hovertext')?.querySelector('path');
            const behind = trace ? trace.marker.color : box ? getComputedStyle(box).fill : page;
            found.push([part.textContent, getComputedStyle(part).fill, opacity, behind]);
        }
    return found;
}"""


def channels(colour: str) -> list[float]:
    if colour.startswith("#"):
        return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    red, green, blue, *alpha = map(float, re.findall(r"[\d.]+", colour))
    assert alpha in ([], [1.0]), colour
    return [red, green, blue]


def written(colour: list[float]) -> str:
    return "#" + "".join(f"{round(channel):02x}" for channel in colour)


def ratio(fill: str, opacity: float, behind: str) -> float:
    """Give the contrast of a letter with what it stands on, through which it may let that shine."""
    below = channels(behind)
    mixed = [opacity * a + (1 - opacity) * b for a, b in zip(channels(fill), below, strict=True)]
    return contrast(written(mixed), written(below))


def pale(page: Page) -> list[tuple[str, float]]:
    """List the texts that cannot be read well, having seen that there are texts."""
    texts = page.evaluate(READ)
    assert len(texts) >= 5
    ratios = [(text, round(ratio(*rest), 2)) for text, *rest in texts]
    return [(text, found) for text, found in ratios if found < READABLE]


def open_page(page: Page, server: str, name: str) -> None:
    page.goto(server + PAGES[name])
    idle(page)
    charts = page.locator(".js-plotly-plot")
    expect(charts).to_have_count(CHARTS.get(name, 1))
    for chart in charts.all():
        expect(chart.locator("text").first).to_be_attached()


@pytest.mark.parametrize("name", PAGES)
def test_letters_can_be_read_in_both_themes(page, server, name):
    page.emulate_media(color_scheme="light")
    open_page(page, server, name)
    for chart in page.get_by_test_id("stPlotlyChart").all():
        expect(chart).to_have_attribute("aria-label", re.compile(r"\w+ \w+ \w+"))
    chart = page.locator(".js-plotly-plot").first
    chart.locator(".bars path, .points path").first.hover(force=True)
    expect(chart.locator(".hoverlayer text").first).to_be_attached()
    assert pale(page) == []
    page.emulate_media(color_scheme="dark")
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", "rgb(14, 17, 23)")
    page.wait_for_timeout(500)  # the plot is drawn again
    assert pale(page) == []
    open_page(page, server, name)
    assert pale(page) == []
