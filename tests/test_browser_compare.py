"""The page "Compare" in a real browser: rows in line, rings where cuts differ, a k for each row."""

from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

import bpe
from pages.ui import live, samples
from tests.driving import choose_sample, first_screen, go_to, idle

pytestmark = pytest.mark.browser

TEXTS = {
    "english": "The lowest price of an eggless mawa cake, please: 1,234.50 rupees! Office => offer",
    "hindi": "शनिवार के लिए एक एगलेस मावा केक चाहिए, प्लीज़। नमस्ते क्षत्रिय",
    "arabic": "مرحبا بالعالم، خبز طازج كل صباح لا إله and English too ١٢٣",
    "thai": "เค้กไม่มีไข่สำหรับวันเสาร์นะคะ ขอบคุณค่ะ น้ำผึ้ง",
    "tamil": "வணக்கம் உலகம் கேக் வேண்டும்",
    "emoji": "👩‍👩‍👧‍👦 and 🤚🏾 with 🇮🇳 cakes 🎂🎂 cafe\u0301",
    "chinese": "面包和蛋糕，每天早上新鲜。パンもあります。",
}

CRUMB = samples.read(samples.SAMPLES[0])

ENCODINGS = ("r50k_base", "cl100k_base", "o200k_base")

LONG = "".join(
    f"Line {n} of a long text about bread and cakes, and no end to it.\n" for n in range(400)
)

# Where each chip's first character stands: its place in the text, then left, right, top.
READ_PLACES = """row => {
    const sheet = row.querySelector('.sheet').getBoundingClientRect();
    let at = 0;
    return [...row.querySelectorAll('.chip')].map(chip => {
        const node = [...chip.childNodes].find(child => child.textContent);
        const range = document.createRange();
        range.selectNode(node);
        if (node.nodeType === Node.TEXT_NODE) {
            range.setStart(node, 0);
            range.setEnd(node, String.fromCodePoint(node.data.codePointAt(0)).length);
        }
        const box = (node.nodeType === Node.TEXT_NODE ? range : node).getBoundingClientRect();
        const start = at;
        at += chip.textContent.length;
        return [start, box.left - sheet.left, box.right - sheet.left, box.top - sheet.top];
    });
}"""

# What all stages show in the very frame in which one of them is scrolled.
SCROLL = """async (stage, top) => {
    stage.scrollTop = top;
    await new Promise(requestAnimationFrame);
    return [...stage.getRootNode().querySelectorAll('.stage')].map(other => ({
        top: other.scrollTop,
        lines: [...other.querySelectorAll('.row')].map(line => line.textContent),
    }));
}"""

# The tokens of the chips with a class name, by the base unit at which they start.
READ_STARTS = """(row, name) => [...new Set([...row.querySelectorAll(`.chip${name}`)]
    .flatMap(chip => (chip.dataset.parts ?? chip.dataset.start).split(' ').map(Number)))]"""

# The tokens that are the only ones of a chip, where a ring can belong to no other.
READ_WHOLE = """(row, name) => [...new Set([...row.querySelectorAll(`.chip${name}:not(.cut)`)]
    .map(chip => Number(chip.dataset.start)))]"""


@pytest.fixture
def compare(app: Page) -> Page:
    """Open the page "Compare"."""
    go_to(app, "Compare")
    expect(rows(app)).to_have_count(4)
    return app


def rows(page: Page) -> Locator:
    return page.get_by_test_id("row")


def row(page: Page, name: str) -> Locator:
    """Return the row whose tokenizer has this in its name."""
    return page.locator(f'[data-testid=row][data-name*="{name}"]')


def enter(page: Page, text: str) -> None:
    """Put a text into the editor."""
    page.get_by_role("textbox", name="Text to compare on").fill(text)
    page.keyboard.press("Control+Enter")


def write(page: Page, text: str) -> None:
    """Put a text into the editor and wait until the rows show it."""
    enter(page, text)
    tokens = bpe.pretrained("cl100k_base").count(text)
    expect(row(page, "cl100k")).to_have_attribute("data-tokens", str(tokens))
    idle(page)


def choose_preset(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name).click()
    idle(page)


def slide(page: Page, name: str, place: int, *, release: bool = False) -> int:
    """Move a row's slider as a drag does; return the k at which it is then."""
    row(page, name).get_by_test_id("merges").evaluate(
        """(slider, [place, release]) => {
            slider.value = place;
            slider.dispatchEvent(new Event('input', {bubbles: true}));
            if (release) slider.dispatchEvent(new Event('change', {bubbles: true}));
        }""",
        [place, release],
    )
    return int(row(page, name).get_attribute("data-k"))


def expect_aligned(page: Page) -> None:
    """Expect the same character at the same place in every row in which a piece begins with it."""
    found = [one.evaluate(READ_PLACES) for one in rows(page).all()]
    each = [{start: place for start, *place in places} for places in found]
    met = 0
    for i, one in enumerate(each):
        for other in each[i + 1 :]:
            for start in one.keys() & other.keys():
                (left, right, top), (left_2, right_2, top_2) = one[start], other[start]
                # In a ligature only the side where the character begins is its own.
                assert min(abs(left - left_2), abs(right - right_2)) <= 1, (i, start)
                assert abs(top - top_2) <= 1, (i, start)
                met += 1
    assert met >= len(each)


def spans(tokenizer: bpe.Tokenizer, text: str, k: int) -> set[tuple[int, int]]:
    """Return a cut's tokens as spans of bytes of the text."""
    starts = [*tokenizer.replay(text).starts(k).tolist(), len(text.encode(tokenizer.codec))]
    if tokenizer.codec == "latin-1":
        starts = [len(text[:start].encode()) for start in starts]
    return set(pairwise(starts))


def expect_rings(page: Page, text: str, tokenizers: dict[str, bpe.Tokenizer]) -> int:
    """Expect rings around the tokens that not all rows have; return how many there are."""
    cuts = {
        name: spans(tokenizer, text, int(row(page, name).get_attribute("data-k")))
        for name, tokenizer in tokenizers.items()
    }
    shared = set.intersection(*cuts.values())
    for name, cut in cuts.items():
        starts = {start for start, _ in cut - shared}
        if tokenizers[name].codec == "latin-1":
            starts = {len(text.encode()[:start].decode()) for start in starts}
        whole = row(page, name).evaluate(READ_WHOLE, "")
        assert set(row(page, name).evaluate(READ_WHOLE, ".ringed")) == starts & set(whole), name
        assert starts <= set(row(page, name).evaluate(READ_STARTS, ".ringed")), name
    return sum(len(cut - shared) for cut in cuts.values())


@pytest.mark.parametrize("preset", ["", "Words and characters"])
def test_the_same_text_stands_at_the_same_place_in_every_row(compare, preset):
    if preset:
        choose_preset(compare, preset)
    for text in TEXTS.values():
        write(compare, text)
        expect_aligned(compare)
        slide(compare, "cl100k", 9)
        expect_aligned(compare)
        slide(compare, "cl100k", 1_000)


def test_long_lines_break_at_the_same_characters(compare):
    choose_preset(compare, "Words and characters")
    write(compare, " ".join(TEXTS.values()))
    texts = "row => [...row.querySelectorAll('.row')].map(line => line.textContent)"
    first, *others = [one.evaluate(texts) for one in rows(compare).all()]
    assert len(first) > 3
    assert others == [first] * 3
    expect_aligned(compare)


def test_rings_are_around_what_not_all_rows_share(compare):
    tokenizers = {name: bpe.pretrained(name) for name in ENCODINGS}
    tokenizers["30 merges"] = bpe.train(CRUMB, merges=30, min_count=1).tokenizer
    for text in TEXTS.values():
        for name in tokenizers:
            slide(compare, name, 1_000)
        write(compare, text)
        assert expect_rings(compare, text, tokenizers)
        for name, place in (("r50k", 12), ("o200k", 5), ("r50k", 0)):
            slide(compare, name, place)
            expect_rings(compare, text, tokenizers)
    for name in tokenizers:
        slide(compare, name, 0)
    assert expect_rings(compare, text, tokenizers) == 0  # all are bytes
    expect(compare.locator(".ringed")).to_have_count(0)
    expect(compare.get_by_test_id("ring-legend")).to_be_empty()


def test_a_tokenizer_of_characters_is_compared_by_bytes(app):
    text = "the café, naïve: ÀÉÎ cat sat"
    choose_sample(app, "the cat sat, twice")
    go_to(app, "Compare")
    write(app, text)
    own = bpe.train(
        "the cat sat the cat sat", merges=7, pre_tokenizer="whitespace", codec="latin-1"
    ).tokenizer
    tokenizers = {name: bpe.pretrained(name) for name in ENCODINGS}
    assert expect_rings(app, text, {**tokenizers, "7 merges": own})
    expect_aligned(app)
    # A character that it does not have is no token of it.
    text = "a e\u0301 cat ☕"
    write(app, text)
    assert row(app, "7 merges").evaluate(READ_STARTS, ".outside") == [2, 3, 9]
    assert row(app, "7 merges").evaluate(READ_WHOLE, ".outside.ringed") == []
    for name, tokenizer in tokenizers.items():
        cup = {a for a, b in spans(tokenizer, text, tokenizer.n_merges) if b > 10}
        assert cup <= set(row(app, name).evaluate(READ_STARTS, ".ringed"))
    expect_aligned(app)


def test_a_piece_lights_the_same_bytes_in_every_row(compare):
    text = TEXTS["hindi"]
    write(compare, text)
    four = bpe.pretrained("o200k_base")
    start, end = sorted(spans(four, text, four.n_merges))[3]
    row(compare, "o200k").locator(f'.chip[data-start="{start}"]').first.hover()
    card = compare.get_by_test_id("card")
    expect(card).to_have_count(1)
    expect(row(compare, "o200k").get_by_test_id("card")).to_be_visible()
    for name in ENCODINGS:
        tokenizer = bpe.pretrained(name)
        lit = {a for a, b in spans(tokenizer, text, tokenizer.n_merges) if a < end and b > start}
        assert lit <= set(row(compare, name).evaluate(READ_STARTS, ".equal"))
        assert set(row(compare, name).evaluate(READ_WHOLE, ".equal")) <= lit
    assert (
        compare.locator(".chip:not(.equal)").first.evaluate("e => getComputedStyle(e).opacity")
        == "0.25"
    )
    # By keyboard alike, and Escape ends it.
    compare.mouse.move(0, 0)
    expect(card).to_have_count(0)
    expect(compare.locator(".equal")).to_have_count(0)
    row(compare, "r50k").get_by_test_id("stage").focus()
    compare.keyboard.press("ArrowRight")
    compare.keyboard.press("ArrowRight")
    second = bpe.pretrained("r50k_base").replay(text).starts(50_000)[1]
    assert int(second) in row(compare, "r50k").evaluate(READ_STARTS, ".equal")
    for name in ENCODINGS:
        assert row(compare, name).locator(".equal").count() >= 1
    compare.keyboard.press("Escape")
    expect(compare.locator(".equal")).to_have_count(0)


def test_sliders_are_live_and_tell_the_server_on_release_alone(compare, messages):
    go_to(compare, "Compare")
    text = live.OPENING_TEXT
    replay = bpe.pretrained("o200k_base").replay(text)
    stops = [0, *replay.events.tolist()]
    messages.clear()
    for place in range(0, len(stops) - 1, 7):
        assert slide(compare, "o200k", place) == stops[place]
        assert (
            sorted(row(compare, "o200k").evaluate(READ_STARTS, ""))
            == replay.starts(stops[place]).tolist()
        )
        expect(row(compare, "o200k")).to_have_attribute(
            "data-tokens", str(replay.token_counts[stops[place]])
        )
    k = slide(compare, "o200k", 30)
    assert messages == []
    counts = {"GPT-4o": int(replay.token_counts[k])}
    for name, short in (("r50k_base", "GPT-2"), ("cl100k_base", "GPT-4")):
        counts[short] = bpe.pretrained(name).count(text)
    own = bpe.train(CRUMB, merges=30, min_count=1).tokenizer.count(text)
    least = min(counts, key=counts.get)
    assert max(counts.values()) < own
    expect(compare.get_by_test_id("spread")).to_contain_text(f"Yours needs {own} tokens, {least}")
    expect(compare.get_by_test_id("spread")).to_contain_text(
        f"{own / counts[least]:.1f} times as many."
    )
    size = row(compare, "o200k").get_by_test_id("size")
    expect(size).to_have_text(f"{k:,} of 199,742 merges, vocabulary {k + 256:,}")
    slide(compare, "o200k", 30, release=True)
    idle(compare)
    assert len(messages) >= 1
    compare.get_by_text("The numbers behind the charts").click()
    expect(compare.get_by_test_id("stTable").get_by_role("row").nth(3)).to_contain_text(f"{k:,}")


def test_arrow_keys_go_from_change_to_change(compare):
    stops = [0, *bpe.pretrained("cl100k_base").replay(live.OPENING_TEXT).events.tolist()]
    four = row(compare, "cl100k")
    slider = four.get_by_role("slider", name="merges, GPT-4 (cl100k_base)")
    slider.focus()
    compare.keyboard.press("ArrowLeft")
    expect(four).to_have_attribute("data-k", str(stops[-2]))
    expect(slider).to_have_attribute("aria-valuetext", f"{stops[-2]:,} of 100,000 merges")
    compare.keyboard.press("ArrowRight")
    expect(four).to_have_attribute("data-k", "100000")
    expect(slider).to_be_focused()


def test_a_row_keeps_its_k_until_a_preset_sets_it(compare):
    k = slide(compare, "cl100k", 8, release=True)
    idle(compare)
    text = "Another text, in the middle of it all: अगला"
    enter(compare, text)
    replay = bpe.pretrained("cl100k_base").replay(text)
    four = row(compare, "cl100k")
    expect(four).to_have_attribute("data-tokens", str(replay.token_counts[k]))
    expect(four).to_have_attribute("data-k", str(k))
    idle(compare)
    k = slide(compare, "cl100k", 5)  # while a slider is held a text may come in
    enter(compare, text + " and more")
    expect(four).not_to_have_attribute("data-tokens", str(replay.token_counts[k]))
    expect(four).to_have_attribute("data-k", str(k))
    k = slide(compare, "cl100k", 5, release=True)
    idle(compare)
    go_to(compare, "Languages")
    go_to(compare, "Compare")
    expect(four).to_have_attribute("data-k", str(k))
    choose_preset(compare, "Same size, other training text")
    expect(four).to_have_attribute("data-k", "100000")
    expect(row(compare, "o200k").last).to_have_attribute("data-k", str(32_000 - 256))


def test_words_show_what_they_lose(compare):
    choose_preset(compare, "Words and characters")
    write(compare, "Your cake, zebra!")
    words = row(compare, "Words of")
    assert words.evaluate(READ_STARTS, ".unknown") == [11]
    assert words.evaluate(READ_STARTS, ".lost") == [4, 9, 16]
    expect(words).to_have_attribute("data-tokens", "3")
    card = words.get_by_test_id("card")
    words.locator(".unknown").hover()
    expect(card).to_contain_text("unknown: the word is not in the training corpus")
    words.locator(".lost").nth(1).hover()
    expect(card).to_contain_text("lost: this tokenizer keeps words only")
    letters = row(compare, "Characters")
    assert letters.evaluate(READ_STARTS, "") == list(range(17))
    assert (
        compare.locator('[data-name="Characters"] .ringed, [data-name^="Words"] .ringed').count()
        == 0
    )


def test_rows_scroll_together_and_only_what_is_seen_is_there(compare):
    write(compare, LONG)
    for i, top in ((1, 5005), (3, 999), (0, 9_999)):
        first, *others = rows(compare).nth(i).get_by_test_id("stage").evaluate(SCROLL, top)
        assert first["top"] == top
        assert others == [first] * 3
        assert 3 < len(first["lines"]) < 15


@pytest.mark.parametrize(
    "text",
    [
        "</span><script>document.title='owned'</script>",
        "<img src=x onerror=\"document.title='owned'\">",
    ],
)
def test_hostile_text_is_text(compare, text):
    write(compare, text)
    stage = compare.get_by_test_id("stage").first
    assert "".join(stage.locator(".chip").all_text_contents()) == text
    assert compare.title() != "owned"


def test_a_phone_shows_heads_above_pieces_and_nothing_hangs_over(compare):
    compare.set_viewport_size({"width": 390, "height": 844})
    write(compare, TEXTS["english"])
    for one in rows(compare).all():
        head, stage = (
            one.locator(".one-row-head").bounding_box(),
            one.get_by_test_id("stage").bounding_box(),
        )
        assert head["y"] + head["height"] <= stage["y"]
        assert stage["x"] + stage["width"] <= 390
    assert compare.evaluate("document.documentElement.scrollWidth") <= 390
    expect_aligned(compare)


def test_the_first_screen_has_few_words_and_controls(compare):
    compare.set_viewport_size({"width": 1280, "height": 720})
    compare.wait_for_timeout(300)
    words, controls = first_screen(compare)
    assert 20 < len(words) <= 60, words
    assert len(controls) <= 8, controls
