"""How long the browser's main thread works for one step of the player and the slider, and how long
typing waits for its pieces.

python -m tests.benchmarks.browser
"""

import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, sync_playwright

from tests.benchmarks.corpus import english
from tests.browser import FLAGS, find_browser
from tests.driving import go_to, idle, serving

STEPS = 60

TYPED = 20_000
"""The largest text that is typed into."""

# The handler of one slider event, and the style and layout that it causes.
WORK = """async (slider, steps) => {
    const root = slider.getRootNode().querySelector('.bpe');
    const most = Number(slider.max);
    const times = [];
    for (let i = 0; i < steps; i++) {
        slider.value = Math.round((most * ((i * 7) % steps)) / steps);
        const begin = performance.now();
        slider.dispatchEvent(new Event('input', {bubbles: true}));
        root.getBoundingClientRect();
        times.push(performance.now() - begin);
        await new Promise(requestAnimationFrame);
    }
    return times;
}"""


KEYS = 60
KEY_PAUSE = 120
"""Milliseconds from one key to the next: about as fast as one types."""

# For each key the time until the pieces of a text with it stand there. A key adds one byte.
TYPING = """editor => {
    const root = editor.getRootNode().querySelector('.bpe');
    const numbers = root.querySelector('[data-testid=numbers]');
    const waiting = [];
    window.waits = [];
    editor.addEventListener('keydown', () => {
        waiting.push({size: editor.value.length + 1, begin: performance.now()});
    });
    new MutationObserver(() => {
        const shown = Number(numbers.textContent.match(/^[\\d,]+/)[0].replaceAll(',', ''));
        root.getBoundingClientRect();
        while (waiting[0]?.size <= shown) {
            window.waits.push(performance.now() - waiting.shift().begin);
        }
    }).observe(root, {attributeFilter: ['data-sig']});
}"""

CARET_IN_THE_MIDDLE = """editor => {
    editor.focus();
    editor.setSelectionRange(editor.value.length / 2, editor.value.length / 2);
}"""


def report_typing(page: Page, what: str) -> None:
    """Type into the middle of the text and print median and 95th percentile, in milliseconds."""
    editor = page.get_by_test_id("editor")
    editor.evaluate(TYPING)
    editor.evaluate(CARET_IN_THE_MIDDLE)
    for i in range(KEYS):
        page.keyboard.press("eggless cake "[i % 13])
        page.wait_for_timeout(KEY_PAUSE)
    while len(waits := page.evaluate("window.waits")) < KEYS:
        page.wait_for_timeout(100)
    median, high = np.percentile(waits, [50, 95])
    print(f"{what:42} {median:8.1f} {high:8.1f}", flush=True)


def report(page: Page, what: str) -> None:
    """Move the slider about and print median and 95th percentile, in milliseconds."""
    times = page.get_by_test_id("merges").evaluate(WORK, STEPS)
    median, high = np.percentile(times, [50, 95])
    print(f"{what:42} {median:8.1f} {high:8.1f}", flush=True)


def train_on(page: Page, text: str, merges: int) -> None:
    """Upload a corpus and train so many merges on it."""
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_role("spinbutton", name="Number of merges").fill(str(merges))
    page.keyboard.press("Enter")
    idle(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Change text").click()
    page.get_by_role("tab", name="A file").click()
    chooser = page.get_by_role("tabpanel").locator("input[type=file]")
    chooser.set_input_files(
        {"name": "english.txt", "mimeType": "text/plain", "buffer": text.encode()}
    )
    page.get_by_text("english.txt, ").wait_for()
    idle(page)
    page.keyboard.press("Escape")


def main() -> None:
    """Print the table."""
    text = english(1_100_000)
    ascii_text = text.encode("ascii", "ignore").decode()
    print(f"{'milliseconds a step':42} {'median':>8} {'95 %':>8}")
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "log") as url,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(url)
        idle(page)
        train_on(page, ascii_text[:199_000], 2_000)
        report(page, "player, 199 kB, 2,000 merges")
        go_to(page, "Your text")
        for size in (2_000, 20_000, 100_000, 1_000_000):
            page.get_by_test_id("editor").evaluate(
                """(editor, text) => {
                    editor.value = text;
                    editor.dispatchEvent(new Event('input', {bubbles: true}));
                }""",
                ascii_text[:size],
            )
            page.get_by_test_id("numbers").filter(has_text=f"{size:,} bytes").wait_for()
            idle(page)
            report(page, f"slider, {size:,} characters, GPT-4")
            if size <= TYPED:
                report_typing(page, f"typing, {size:,} characters, GPT-4")
        browser.close()


if __name__ == "__main__":
    main()
