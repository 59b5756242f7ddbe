"""How the tests in a real browser drive the app: where things are, and when it is at rest."""

import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, TimeoutError, expect

ROOT = Path(__file__).parents[1]


def healthy(url: str) -> bool:
    """Tell whether a server answers."""
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2) as answer:
            return answer.status == 200
    except OSError:
        return False


@contextmanager
def serving(log: Path, port: int = 0) -> Iterator[str]:
    """Run the app as its users do, what it prints going to a file; give its address.

    Without a port it is one that is free.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("localhost", port))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py"]
    options = [f"--server.port={port}", "--server.headless=true"]
    with log.open("w") as out:
        process = subprocess.Popen(
            [*command, *options], cwd=ROOT, stdout=out, stderr=subprocess.STDOUT
        )
    url = f"http://localhost:{port}"
    try:
        deadline = time.monotonic() + 60
        while not healthy(url):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.2)
        yield url
    finally:
        process.terminate()
        process.wait(10)


def is_trouble(message) -> bool:
    """Tell whether the browser complains of something that matters."""
    # Streamlit asks each page's address for its health once; there is none, and that is fine.
    return message.type == "error" and "404" not in message.text


def idle(page: Page) -> None:
    """Wait until the server has nothing more to say."""
    page.wait_for_timeout(100)  # what was just clicked is on its way to the server
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning")
    expect(app).to_have_attribute("data-test-connection-state", "CONNECTED")


def go_to(page: Page, name: str) -> None:
    """Open a page by its link."""
    page.get_by_role("link", name=name, exact=True).click()
    expect(page.get_by_role("link", name=name, exact=True)).to_have_attribute(
        "aria-current", "page"
    )
    idle(page)


def root(page: Page):
    """The root of the page's component; it says which k is shown and how many tokens there are."""
    return page.locator(".bpe[data-k]")


def expect_chips(page: Page, starts: list[int]) -> None:
    """Expect pieces that start at these base units, once no animation is under way."""
    deadline = time.monotonic() + 20
    while (seen := page.get_by_test_id("stage").evaluate(READ_TOKENS)) != starts:
        assert time.monotonic() < deadline, seen
        page.wait_for_timeout(50)


READ_TOKENS = """stage => [...stage.querySelectorAll('.chip[data-start]')]
    .map(chip => Number(chip.dataset.start))
    .filter((start, i, all) => i === 0 || start !== all[i - 1])"""


def choose(page: Page, box: str | re.Pattern, option: str | re.Pattern) -> None:
    """Choose an option of a select box, once the server is at rest.

    A list of options closes when the page moves under it, as when a chart above it is drawn late;
    then it is opened again, as its user would.
    """
    idle(page)
    wanted = page.get_by_role("option").filter(has_text=option).first
    deadline = time.monotonic() + 20
    while True:
        page.get_by_role("combobox", name=box).click()
        try:
            wanted.click(timeout=4_000)
            break
        except TimeoutError:
            assert time.monotonic() < deadline, f"{box} does not offer {option}"
    idle(page)


def choose_tokenizer(page: Page, name: str) -> None:
    """Choose a tokenizer on the page "Your text"."""
    choose(page, "Tokenizer", name)


def set_slider(page: Page, value: int, *, release: bool) -> None:
    """Move the merge slider as a drag does: input events, and one change event on release."""
    page.get_by_test_id("merges").evaluate(
        """(slider, [value, release]) => {
            slider.value = value;
            slider.dispatchEvent(new Event('input', {bubbles: true}));
            if (release) slider.dispatchEvent(new Event('change', {bubbles: true}));
        }""",
        [value, release],
    )


def drag_slider(page: Page, slider, share: float) -> None:
    """Drag a slider's thumb with the mouse from its end to a share of the way, and let go."""
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] - 8, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * share, middle, steps=5)
    page.mouse.up()


def choose_sample(page: Page, title: str) -> None:
    """Choose a sample corpus on the page "Train", and wait until the player shows it."""
    player = root(page)
    before = player.get_attribute("data-sig") or ""
    is_other = page.get_by_text(f"Text: {title}").count() == 0
    page.get_by_role("button", name="Change text").click()
    choose(page, "Sample", title)
    if is_other:
        expect(player).not_to_have_attribute("data-sig", before)
    page.keyboard.press("Escape")


def open_menu(page: Page, item: str) -> None:
    """Choose an item of the player's menu."""
    page.get_by_test_id("more").click()
    page.get_by_test_id(item).click()


def choose_view(page: Page, view: str) -> None:
    """Show the player's corpus in another view."""
    page.get_by_test_id("view").locator(f"label[data-view={view}]").click()
    expect(root(page)).to_have_attribute("data-view", view)


def chip(page: Page, start: int):
    """The piece on the stage that starts at a base unit."""
    return page.get_by_test_id("stage").locator(f".chip[data-start='{start}']")


def assert_nothing_is_cut_off(page: Page) -> None:
    """Find neither a page that is wider than the window nor text that juts out of its plot."""
    width = page.viewport_size["width"]
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    sides = page.locator(".js-plotly-plot").evaluate(
        """plot => {
            const box = plot.getBoundingClientRect();
            return [...plot.querySelectorAll('text')].map(text => text.getBoundingClientRect())
                .filter(text => text.width)
                .map(text => [text.left - box.left, box.right - text.right]);
        }"""
    )
    assert min(min(side) for side in sides) >= -1


def first_screen(page: Page) -> tuple[list[str], list[str]]:
    """Return the words and the controls that are seen before scrolling, pieces and plots apart."""
    words, controls = page.get_by_test_id("stMain").evaluate(READ_FIRST_SCREEN)
    return words, controls


READ_FIRST_SCREEN = """main => {
    const apart = 'style, [data-testid=stIconMaterial], .stage, .spoken, .js-plotly-plot';
    const fields = 'button, [role=combobox], textarea, input:not([role=combobox])';
    const words = [], controls = [];
    const isSeen = element => {
        const box = element.getBoundingClientRect();
        return box.width > 1 && box.top < innerHeight && element.checkVisibility();
    };
    const read = node => {
        if (node.nodeType === Node.TEXT_NODE && isSeen(node.parentElement))
            words.push(...node.data.split(/\\s+/).filter(word => /\\p{L}/u.test(word)));
        if (node.matches?.(apart)) return;
        if (node.matches?.(fields) && isSeen(node)) controls.push(node.outerHTML.slice(0, 90));
        for (const child of (node.shadowRoot ?? node).childNodes) read(child);
    };
    read(main);
    return [words, controls];
}"""
