"""The whole story in a real browser, against a real server."""

import csv
import io
import os
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import expect

import bpe
from pages.ui import live, samples
from tests.browser import find_browser
from tests.driving import (
    choose,
    choose_tokenizer,
    drag_slider,
    expect_chips,
    go_to,
    idle,
    root,
    set_slider,
)

ROOT = Path(__file__).parents[1]
CRUMB = samples.read(samples.SAMPLES[0])

pytestmark = pytest.mark.browser


def train(merges: int = 30) -> bpe.Training:
    return bpe.train(CRUMB, merges=merges, min_count=1)


def test_the_story_from_a_sample_to_the_comparison(app):
    # Train opens on the first article's corpus, nothing merged yet, one press from playing.
    expect(root(app)).to_have_attribute("data-k", "0")
    expect(app.get_by_test_id("sentence")).to_contain_text("merge 1 of 30")
    expect(app.get_by_test_id("numbers")).to_contain_text("280 bytes, 280 tokens")

    # Three merges play.
    app.get_by_test_id("speed").select_option(index=1)
    app.get_by_test_id("play").click()
    expect(root(app)).to_have_attribute("data-k", "3")
    app.get_by_test_id("play").click()
    k = int(root(app).get_attribute("data-k"))
    counts = train().tokenizer.replay(CRUMB).token_counts
    expect(root(app)).to_have_attribute("data-tokens", str(counts[k]))

    # Another sample, then a corpus of one's own.
    app.get_by_role("button", name="Change text").click()
    choose(app, "Sample", "low, lower, newest, widest")
    expect(app.get_by_test_id("ties")).to_contain_text("2 pairs tie at 9")
    app.get_by_role("textbox", name="Text to train on").fill("banana bandana")
    expect(app.get_by_text("typed text, 14 characters")).to_be_visible()
    app.keyboard.press("Escape")
    expect(app.get_by_test_id("numbers")).to_contain_text("14 bytes")

    # The tokenizer just trained cuts a live text.
    go_to(app, "Your text")
    choose_tokenizer(app, "Yours: typed text")
    app.get_by_test_id("editor").fill("a banana")
    own = bpe.train("banana bandana", merges=100, pre_tokenizer="whitespace").tokenizer
    expect(root(app)).to_have_attribute("data-tokens", str(own.count("a banana")))

    # And stands beside the real encodings.
    go_to(app, "Compare")
    rows = app.get_by_test_id("row")
    expect(rows).to_have_count(4)
    expect(rows.nth(3)).to_contain_text("Yours: typed text")
    expect(rows.nth(3)).to_contain_text(f"{own.count('a banana')} tokens")
    with app.expect_download() as download:
        app.get_by_role("button", name="Download as CSV").click()
    data = Path(download.value.path()).read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    table = list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))
    assert table[0][:4] == ["tokenizer", "merges", "vocabulary", "tokens"]
    assert [row[3] for row in table[1:]] == [
        *(
            str(bpe.pretrained(name).count("a banana"))
            for name in ("r50k_base", "cl100k_base", "o200k_base")
        ),
        str(own.count("a banana")),
    ]


def test_stepping_and_scrubbing_show_the_pieces_that_training_made(app):
    replay = train().tokenizer.replay(CRUMB)
    for k in range(1, 5):
        app.get_by_test_id("forward").click()
        expect(root(app)).to_have_attribute("data-k", str(k))
        expect_chips(app, replay.starts(k).tolist())
    for k in (30, 7, 0, 18):
        set_slider(app, k, release=True)
        expect(root(app)).to_have_attribute("data-k", str(k))
        expect_chips(app, replay.starts(k).tolist())
    app.get_by_test_id("back").click()
    expect(root(app)).to_have_attribute("data-k", "17")
    expect(app.get_by_test_id("sentence")).to_contain_text("merge 18 of 30")
    expect(app.get_by_test_id("sentence")).to_contain_text("delive")


def test_where_the_player_came_to_rest_survives_another_page(app):
    set_slider(app, 12, release=True)
    idle(app)
    go_to(app, "Compare")
    go_to(app, "Train")
    expect(root(app)).to_have_attribute("data-k", "12")


@pytest.mark.parametrize("name", ["cl100k_base", "r50k_base", "o200k_base"])
def test_dragging_the_slider_repaints_without_a_word_to_the_server(app, messages, name):
    go_to(app, "Your text")
    choose_tokenizer(app, name)
    replay = bpe.pretrained(name).replay(live.OPENING_TEXT)
    stops = [0, *replay.events.tolist()]
    messages.clear()
    seen = set()
    for place in range(0, len(stops), 5):
        set_slider(app, place, release=False)
        k = int(root(app).get_attribute("data-k"))
        expected = replay.starts(k).tolist()
        assert root(app).get_attribute("data-tokens") == str(len(expected))
        seen.add(len(expected))
        assert k == (stops[place] if place < len(stops) - 1 else replay.n_merges)
    assert len(seen) > 5
    assert messages == []
    set_slider(app, 3, release=True)
    idle(app)
    assert len(messages) >= 1


def test_typing_is_cut_at_once_and_leaves_the_caret_alone(app):
    go_to(app, "Your text")
    editor = app.get_by_test_id("editor")
    editor.fill("The cake")
    editor.evaluate("e => e.setSelectionRange(3, 3)")
    app.keyboard.type(" chocolate", delay=30)
    text = "The chocolate cake"
    expect(editor).to_have_value(text)
    cl100k = bpe.pretrained("cl100k_base")
    expect(root(app)).to_have_attribute("data-tokens", str(cl100k.count(text)))
    assert editor.evaluate("e => e.selectionStart") == len("The chocolate")
    expect(app.get_by_test_id("numbers")).to_contain_text(f"{len(text)} bytes")


@pytest.mark.parametrize(
    "text",
    [
        "</span><script>document.title = 'owned'</script>",
        "<img src=x onerror=\"document.title='owned'\">",
        "$5 and $6 :dog: **b**",
        "tab\tand  two\nlines",
    ],
)
def test_hostile_text_is_shown_as_it_is(app, text):
    go_to(app, "Your text")
    title = app.title()
    app.get_by_test_id("editor").fill(text)
    expect(root(app)).to_have_attribute(
        "data-tokens", str(bpe.pretrained("cl100k_base").count(text))
    )
    shown = app.get_by_test_id("stage").evaluate(
        "stage => [...stage.querySelectorAll('.chip')].map(chip => chip.textContent).join('')"
    )
    assert "".join(shown.split()) == "".join(text.split())
    go_to(app, "Compare")
    expect(app.get_by_test_id("row").first).to_be_visible()
    assert app.title() == title
    assert app.locator("img[src=x]").count() == 0


def test_half_a_surrogate_pair_does_no_harm(app):
    go_to(app, "Your text")
    app.get_by_test_id("editor").evaluate(
        "e => { e.value = 'a\\ud83eb'; e.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    expect(root(app)).to_have_attribute("data-tokens", "3")


def test_a_file_is_uploaded_and_a_wrong_one_refused(app):
    app.get_by_role("button", name="Change text").click()
    app.get_by_role("tab", name="A file").click()
    chooser = app.get_by_role("tabpanel").locator("input[type=file]")
    chooser.set_input_files(
        {"name": "cakes.txt", "mimeType": "text/plain", "buffer": "\ufeffplum plum plum".encode()}
    )
    idle(app)
    expect(app.get_by_test_id("numbers")).to_contain_text("14 bytes")
    chooser.set_input_files(
        {"name": "bad.txt", "mimeType": "text/plain", "buffer": b"caf\xe9 plum"}
    )
    expect(app.get_by_test_id("stAlert")).to_contain_text("byte 0xE9 at offset 3")
    expect(app.get_by_test_id("numbers")).to_contain_text("14 bytes")


@pytest.mark.parametrize("address", ["", "text", "compare"])
def test_a_deep_link_opens_its_page_with_the_frame(page, server, address):
    page.goto(f"{server}/{address}")
    idle(page)
    expect(page.get_by_role("link", name="Compare", exact=True)).to_be_visible()
    expect(page.locator(".bpe").first).to_be_visible()
    expect(page.get_by_text("Page not found")).to_have_count(0)


def test_the_answers_carry_security_headers(server):
    with urllib.request.urlopen(server, timeout=5) as answer:
        policy = answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'self'" in policy
    assert "unsafe-eval" not in policy


def test_less_motion_means_no_tween(page, server):
    page.emulate_media(reduced_motion="reduce")
    page.goto(server)
    idle(page)
    page.get_by_test_id("forward").click()
    expect(page.locator(".bpe[data-k]")).to_have_attribute("data-k", "1")
    assert root(page).evaluate("root => root.getAnimations({subtree: true}).length") == 0


if os.environ.get("CI"):

    def test_there_is_a_browser_where_all_must_be_tested():
        assert find_browser() is not None


def test_what_was_typed_just_before_leaving_comparison_is_not_lost(app):
    go_to(app, "Compare")
    box = app.get_by_role("textbox", name="Text to compare on")
    box.fill("typed and left at once")
    go_to(app, "Languages")
    go_to(app, "Compare")
    expect(box).to_have_value("typed and left at once")
    count = bpe.pretrained("r50k_base").count("typed and left at once")
    expect(app.get_by_test_id("row").first).to_contain_text(f"{count} tokens")


@pytest.mark.parametrize("name", ["Train", "Your text", "Compare"])
def test_a_slider_follows_the_mouse(app, name):
    go_to(app, name)
    slider = app.get_by_test_id("merges").first
    expect(slider).to_be_enabled()
    most = int(slider.get_attribute("max"))
    drag_slider(app, slider, 0.5)
    place = int(slider.input_value())
    assert 0.4 * most < place < 0.6 * most
    drag_slider(app, slider, 0.0)
    shown = root(app) if name != "Compare" else app.get_by_test_id("row").first
    expect(shown).to_have_attribute("data-k", "0")
