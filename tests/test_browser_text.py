"""The page "Your text" in a real browser: what is shown is what Python computed, in every view."""

import re

import pytest
from playwright.sync_api import Page, expect

import bpe
from tests.driving import choose_sample, choose_tokenizer, go_to, idle, root, set_slider
from tests.test_palette import contrast

pytestmark = pytest.mark.browser

SCRIPTS = {
    "english": "The lowest price of an eggless mawa cake, please: 1,234.50 rupees!",
    "hindi": "शनिवार के लिए एक एगलेस मावा केक चाहिए, प्लीज़। नमस्ते",
    "arabic": "مرحبا بالعالم، خبز طازج كل صباح",
    "emoji": "👩‍👩‍👧‍👦 and 🤚🏾 with 🇮🇳 cakes 🎂🎂",
    "chinese": "面包和蛋糕，每天早上新鲜。パンもあります。",
}

HOSTILE = (
    "</span><script>document.title='owned'</script>",
    "<img src=x onerror=\"document.title='owned'\">",
    "<svg/onload=document.title='owned'> </text></svg>",
    "\x00\x1b[31m \u202eabc\u202c \ufeff\u200b ___ $x^2$ :cake: **b**",
)

READ_STARTS = """stage => [...stage.querySelectorAll('.chip[data-start]')]
    .flatMap(chip => (chip.dataset.parts ?? chip.dataset.start).split(' ').map(Number))
    .filter((start, i, all) => i === 0 || start !== all[i - 1])"""

READ_TEXT = "stage => [...stage.querySelectorAll('.chip')].map(chip => chip.textContent).join('')"

READ_IDS = "stage => [...stage.querySelectorAll('.above-note')].map(note => +note.textContent)"

READ_ROWS = """stage => [...stage.querySelectorAll('.row')].map(row => {
    const chips = row.querySelectorAll('.chip');
    return [chips[0].dataset.start, chips[chips.length - 1].getBoundingClientRect().right];
})"""


def write(page: Page, text: str, tokens: int) -> None:
    """Put a text into the editor and wait until it is cut into so many tokens."""
    before = root(page).get_attribute("data-sig")
    page.get_by_test_id("editor").fill(text)
    if before is not None:
        expect(root(page)).not_to_have_attribute("data-sig", before)
    expect(root(page)).to_have_attribute("data-tokens", str(tokens))


def choose(page: Page, **view: str) -> None:
    """Choose how the text is shown: show, colour, stops."""
    page.get_by_test_id("view").click()
    for name, value in view.items():
        page.get_by_test_id(name).locator(f"label[data-value={value}]").click()
        expect(root(page)).to_have_attribute(f"data-{name}", value)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("show")).to_be_hidden()


def pin(page: Page, start: int) -> None:
    """Pin the card of the token whose chip begins at this base unit."""
    page.get_by_test_id("stage").locator(f'.chip[data-start="{start}"]').first.click()
    expect(page.locator(".card.pinned")).to_be_visible()


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_pieces_are_pythons_at_every_k(text_page, cl100k, script):
    text = SCRIPTS[script]
    write(text_page, text, cl100k.count(text))
    replay = cl100k.replay(text)
    stage = text_page.get_by_test_id("stage")
    stops = [0, *replay.events.tolist()]
    places = sorted({round(i * (len(stops) - 1) / 24) for i in range(25)})
    for place in places:
        set_slider(text_page, place, release=False)
        k = int(root(text_page).get_attribute("data-k"))
        assert k == (stops[place] if place < len(stops) - 1 else replay.n_merges)
        assert stage.evaluate(READ_STARTS) == replay.starts(k).tolist()
        assert stage.evaluate(READ_TEXT) == text


def test_with_all_merges_as_stops_the_arrow_keys_reach_each(text_page, cl100k):
    text = SCRIPTS["english"]
    write(text_page, text, cl100k.count(text))
    choose(text_page, stops="all")
    replay = cl100k.replay(text)
    stage, slider = text_page.get_by_test_id("stage"), text_page.get_by_test_id("merges")
    slider.focus()
    text_page.keyboard.press("Home")
    for k in range(26):
        expect(root(text_page)).to_have_attribute("data-k", str(k))
        assert stage.evaluate(READ_STARTS) == replay.starts(k).tolist()
        text_page.keyboard.press("ArrowRight")
    text_page.keyboard.press("End")
    expect(root(text_page)).to_have_attribute("data-k", str(replay.n_merges))
    text_page.keyboard.press("ArrowLeft")
    expect(root(text_page)).to_have_attribute("data-k", str(replay.n_merges - 1))
    set_slider(text_page, 5_000, release=False)  # the middle of a logarithmic scale
    k = int(root(text_page).get_attribute("data-k"))
    assert abs(k - replay.n_merges**0.5) < 10
    assert stage.evaluate(READ_STARTS) == replay.starts(k).tolist()
    expect(text_page.locator(".ticks span")).to_have_text(["10", "100", "1k", "10k", "100k"])


def test_steps_go_from_change_to_change(text_page, cl100k):
    write(text_page, "the lowest", 2)
    events = cl100k.replay("the lowest").events.tolist()
    back, forward = text_page.get_by_test_id("back"), text_page.get_by_test_id("forward")
    expect(forward).to_have_attribute("aria-disabled", "true")
    for k in [*reversed(events[:-1]), 0]:
        back.click()
        expect(root(text_page)).to_have_attribute("data-k", str(k))
    expect(back).to_have_attribute("aria-disabled", "true")
    for k in [*events[:-1], cl100k.n_merges]:
        forward.click()
        expect(root(text_page)).to_have_attribute("data-k", str(k))
    idle(text_page)
    go_to(text_page, "Compare")
    go_to(text_page, "Your text")
    expect(root(text_page)).to_have_attribute("data-k", str(cl100k.n_merges))


@pytest.mark.parametrize("script", ["english", "hindi", "emoji"])
def test_ids_and_bytes_are_pythons(text_page, cl100k, script):
    text = SCRIPTS[script]
    ids = cl100k.encode(text)
    write(text_page, text, len(ids))
    stage = text_page.get_by_test_id("stage")
    rows = stage.evaluate(READ_ROWS)

    choose(text_page, show="ids")
    chips = text_page.get_by_test_id("list").locator(".chip")
    expect(chips).to_have_text([str(id_) for id_ in ids])
    choose(text_page, show="bytes")
    expect(chips).to_have_text([cl100k.tokens[id_].hex(" ") for id_ in ids])

    choose(text_page, show="both")
    assert stage.evaluate(READ_IDS) == ids
    assert stage.evaluate(READ_TEXT) == text
    assert stage.evaluate(READ_ROWS) == rows


def test_length_and_age_colour_the_pieces_by_what_they_say(text_page, cl100k):
    text = "internationalisation of a cake"
    write(text_page, text, cl100k.count(text))
    stage = text_page.get_by_test_id("stage")
    choose(text_page, colour="length")
    tokens = [cl100k.tokens[id_].decode() for id_ in cl100k.encode(text)]
    fills = stage.evaluate(
        """stage => [...stage.querySelectorAll('.chip')]
            .map(chip => chip.className.match(/fill-long-(\\d+)/)[1])"""
    )
    assert [int(fill) for fill in fills] == [min(12, len(token)) for token in tokens]
    expect(text_page.get_by_test_id("legend")).to_contain_text("12 characters and more")

    choose(text_page, colour="age")
    set_slider(text_page, 0, release=False)
    assert stage.locator("[class*=fill-]").count() == 0
    set_slider(text_page, 1, release=False)
    first = stage.locator("[class*=fill-age]").first.get_attribute("class")
    assert int(re.search(r"fill-age-(\d)", first)[1]) < 5
    expect(text_page.get_by_test_id("legend")).to_contain_text("merge 100,000")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_on_the_ramps_is_readable(page, server, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{server}/text")
    idle(page)
    expect(page.locator(".bpe")).to_have_attribute("data-theme", scheme)
    for colour, steps in (("length", 12), ("age", 10)):
        choose(page, colour=colour)
        swatches = page.locator(".swatch")
        expect(swatches).to_have_count(steps)
        ink = page.get_by_test_id("stage").evaluate("e => getComputedStyle(e).color")
        for i in range(steps):
            fill = swatches.nth(i).evaluate("e => getComputedStyle(e).backgroundColor")
            assert contrast(as_hex(ink), as_hex(fill)) > 5


def as_hex(colour: str) -> str:
    """Write rgb(1, 2, 3) as #010203."""
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", colour)[:3])


def test_a_view_stays_when_the_page_is_left_and_found_again(text_page):
    choose(text_page, show="both", colour="age", stops="all")
    idle(text_page)
    go_to(text_page, "Compare")
    go_to(text_page, "Your text")
    for name, value in {"show": "both", "colour": "age", "stops": "all"}.items():
        expect(root(text_page)).to_have_attribute(f"data-{name}", value)
        checked = text_page.get_by_test_id(name).locator("input:checked")
        expect(checked).to_have_attribute("value", value)


def test_the_ladder_of_lowest(text_page):
    write(text_page, "lowest", 1)
    pin(text_page, 0)
    text_page.get_by_test_id("how-cut").click()
    rows = text_page.get_by_test_id("ladder-row")
    expect(rows).to_have_count(5)
    expected = [
        (12, 267, "st", ["l", "o", "w", "e", "st"]),
        (108, 363, "ow", ["l", "ow", "e", "st"]),
        (223, 478, "est", ["l", "ow", "est"]),
        (10_261, 10_516, "low", ["low", "est"]),
        (90_743, 90_998, "lowest", ["lowest"]),
    ]
    for i, (merge, rank, made, pieces) in enumerate(expected):
        row = rows.nth(i)
        expect(row).to_contain_text(f"merge {merge:,}, rank {rank:,}")
        # Neighbours that no merge has touched yet are chips of their own all the same.
        assert row.locator(".chip").all_text_contents() == pieces
        expect(row.locator(".fused")).to_have_text([made])
    expect(text_page.get_by_test_id("card-facts")).to_contain_text("id 90998")
    expect(text_page.get_by_test_id("facts")).to_contain_text(
        "With a space before it: ·lowest is id 15821"
    )


def test_the_card_of_a_token(text_page, pretrained):
    write(text_page, "the lowest of the low", 5)
    pin(text_page, 3)
    card = text_page.get_by_test_id("card")
    expect(text_page.get_by_test_id("card-facts")).to_have_text(
        "id 15821, its rank · merge 15,566 · once in this text"
    )
    tree = text_page.get_by_test_id("card-tree")
    expect(tree.locator(".leaf")).to_have_text(["·", "l", "o", "w", "e", "s", "t"])
    merges = tree.locator(".knot").evaluate_all("all => all.map(knot => +knot.dataset.merge)")
    replay = pretrained["cl100k_base"].replay(" lowest")
    assert sorted(merges) == sorted(replay.merged_at.tolist())
    heights = tree.locator("circle").evaluate_all("all => all.map(dot => -dot.getAttribute('cy'))")
    assert sorted(zip(heights, merges, strict=True)) == [
        (height, merge) for height, merge in zip(sorted(heights), sorted(merges), strict=True)
    ]
    expect(text_page.get_by_test_id("other-tools")).to_contain_text("Ġlowest")
    facts = text_page.get_by_test_id("facts")
    for name in ("r50k_base", "o200k_base"):
        (id_,) = pretrained[name].encode(" lowest")
        expect(facts).to_contain_text(str(id_))
    expect(facts).to_contain_text("Without the space: lowest is id 90998")

    # Parents lead on by keyboard, and back again.
    expect(text_page.get_by_test_id("parent")).to_have_text(["·low", "est"])
    text_page.get_by_test_id("parent").first.focus()
    text_page.keyboard.press("Enter")
    expect(card.locator(".card-text")).to_have_text("·low")
    expect(text_page.get_by_test_id("card-facts")).to_contain_text(
        "id 3428, its rank · merge 3,173"
    )
    expect(text_page.get_by_test_id("parent")).to_have_text(["·l", "ow"])
    text_page.get_by_test_id("card-back").click()
    expect(card.locator(".card-text")).to_have_text("·lowest")

    text_page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    # A pointer shows the small card, the keyboard pins the large one.
    text_page.get_by_test_id("stage").locator(".chip").first.hover()
    expect(card).to_contain_text("made by merge")
    expect(text_page.get_by_test_id("card-tree")).to_have_count(0)
    text_page.mouse.move(5, 5)
    expect(card).to_have_count(0)
    text_page.get_by_test_id("stage").focus()
    text_page.keyboard.press("ArrowRight")
    text_page.keyboard.press("Enter")
    expect(text_page.get_by_test_id("card-tree")).to_be_visible()
    text_page.get_by_test_id("card-close").click()
    expect(card).to_have_count(0)


@pytest.mark.parametrize("show", ["text", "ids", "bytes", "both"])
def test_the_keyboard_goes_from_token_to_token_in_every_view(text_page, show):
    write(text_page, "the lowest of the low", 5)
    if show != "text":
        choose(text_page, show=show)
    where = text_page.get_by_test_id("list" if show in ("ids", "bytes") else "stage")
    spoken = where.locator("xpath=..").get_by_test_id("spoken")
    card, pinned = text_page.get_by_test_id("card"), text_page.locator(".card.pinned")
    expect(where).to_have_attribute("aria-label", re.compile("^5 tokens.* arrow keys"))
    where.focus()
    for said in ("the, id 1820", "space lowest, id 15821", "space of, id 315"):
        text_page.keyboard.press("ArrowRight")
        expect(spoken).to_have_text(said)
    text_page.keyboard.press("ArrowLeft")
    expect(where.locator(".chip.cursor")).to_have_attribute("data-start", "3")
    expect(card).to_contain_text("id 15821")
    expect(pinned).to_have_count(0)
    text_page.keyboard.press("Enter")
    expect(pinned.get_by_test_id("card-tree")).to_be_visible()
    expect(spoken).to_contain_text("made by merge 15,566")

    # It stays pinned from token to token and as k moves, and the keyboard goes into it and back.
    text_page.keyboard.press("ArrowLeft")
    expect(pinned.locator(".card-text")).to_have_text("the")
    set_slider(text_page, 0, release=False)
    expect(pinned.get_by_test_id("card-facts")).to_contain_text("base unit")
    text_page.keyboard.press("Tab")
    expect(text_page.get_by_test_id("card-close")).to_be_focused()
    text_page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(where).to_be_focused()

    # A click pins as well, and unpins.
    where.locator(".chip").nth(2).click()
    expect(pinned).to_be_visible()
    where.locator(".chip").nth(2).click()
    expect(card).to_have_count(0)


def test_where_longest_match_cuts_otherwise_the_ladder_says_so(text_page):
    write(text_page, "indivisible", 3)
    pin(text_page, 0)
    text_page.get_by_test_id("how-cut").click()
    expect(text_page.get_by_test_id("longest")).to_have_text(
        "Greedy longest match would cut it differently: indi | visible."
    )


def test_a_pinned_card_follows_the_slider(text_page, cl100k):
    write(text_page, "lowest", 1)
    pin(text_page, 0)
    set_slider(text_page, 4, release=False)
    expect(text_page.locator(".card-text")).to_have_text("low")
    set_slider(text_page, 0, release=False)
    expect(text_page.get_by_test_id("card-facts")).to_contain_text("base unit")
    assert text_page.get_by_test_id("card-tree").count() == 0


def test_a_long_ladder_shows_its_beginning_and_its_end(text_page, cl100k):
    text = "antidisestablishmentarianismflocci" + "naucinihilipilificationpneumonoultramicroscopic"
    write(text_page, text, cl100k.count(text))
    pin(text_page, 0)
    text_page.get_by_test_id("how-cut").click()
    events = cl100k.replay(text).events.tolist()
    assert len(events) > 31
    rows = text_page.get_by_test_id("ladder-row")
    shown = rows.evaluate_all("all => all.map(row => Number(row.dataset.merge))")
    assert shown == [*events[:30], events[-1]]
    expect(text_page.get_by_test_id("ladder")).to_contain_text(
        f"{len(events) - 31} merge{'s' * (len(events) > 32)} between these left out."
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_text_everywhere(text_page, cl100k, text):
    title = text_page.title()
    write(text_page, text, cl100k.count(text))
    pin(text_page, 0)
    text_page.get_by_test_id("how-cut").click()
    idle(text_page)
    for show in ("ids", "bytes", "both", "text"):
        text_page.keyboard.press("Escape")
        choose(text_page, show=show)
    set_slider(text_page, 2, release=True)
    idle(text_page)
    assert text_page.title() == title
    assert text_page.locator(".bpe script, .bpe img, [onload], [onerror]").count() == 0


def test_the_caret_stays_while_everything_else_moves(text_page, cl100k):
    choose(text_page, show="both", colour="age")
    editor = text_page.get_by_test_id("editor")
    write(text_page, "The cake", 2)
    editor.evaluate("e => e.setSelectionRange(3, 3)")
    text_page.keyboard.type(" chocolate", delay=25)
    expect(editor).to_have_value("The chocolate cake")
    tokens = cl100k.count("The chocolate cake")
    expect(root(text_page)).to_have_attribute("data-tokens", str(tokens))
    assert editor.evaluate("e => e.selectionStart") == len("The chocolate")
    set_slider(text_page, 1, release=True)
    idle(text_page)
    assert editor.evaluate("e => [e.selectionStart, e === e.getRootNode().activeElement]") == [
        len("The chocolate"),
        True,
    ]


def test_characters_outside_the_codec_are_shown_and_not_counted(app):
    choose_sample(app, "the cat sat, twice")
    go_to(app, "Your text")
    choose_tokenizer(app, "Yours: the cat sat")
    text = "the cat 😀 sat ñ日 the cat"
    app.get_by_test_id("editor").fill(text)
    expect(app.get_by_test_id("numbers")).to_contain_text("and 2 characters that it does not have")
    stage = app.get_by_test_id("stage")
    assert stage.evaluate(READ_TEXT) == text
    outside = stage.locator(".chip.outside")
    expect(outside).to_have_text(["😀", "日"])
    assert outside.first.evaluate("e => getComputedStyle(e).outlineStyle") == "dashed"
    starts = stage.evaluate(READ_STARTS)
    assert root(app).get_attribute("data-tokens") == str(len(starts) - 2)
    outside.first.click()
    expect(app.get_by_test_id("card")).to_contain_text(
        "U+1F600, not one of the 256 characters: no id"
    )
    app.keyboard.press("Escape")
    pin(app, 0)
    expect(app.get_by_test_id("facts")).to_contain_text("2 times in the training corpus")
    app.keyboard.press("Escape")
    choose(app, show="ids")
    expect(app.get_by_test_id("list").locator(".outside")).to_have_text(["no id", "no id"])
    set_slider(app, 0, release=False)
    assert root(app).get_attribute("data-tokens") == str(len(text) - 2)


def test_a_sample_brings_all_merges_back(text_page, cl100k):
    set_slider(text_page, 3, release=True)
    expect(root(text_page)).not_to_have_attribute("data-k", str(cl100k.n_merges))
    text_page.get_by_test_id("more-samples").click()
    text_page.get_by_role("button", name="Egg").click()
    text = "Egg. I have an Egg. egg. EGG."
    expect(text_page.get_by_test_id("editor")).to_have_value(text)
    expect(root(text_page)).to_have_attribute("data-tokens", str(cl100k.count(text)))
    expect(root(text_page)).to_have_attribute("data-k", str(cl100k.n_merges))


def test_a_sample_leaves_a_way_back_to_what_was_typed(text_page, cl100k):
    editor, back = text_page.get_by_test_id("editor"), text_page.get_by_test_id("back-to-text")
    expect(back).to_be_hidden()
    typed = "typed with care"
    write(text_page, typed, cl100k.count(typed))
    for sample in ("strawberry", "code"):  # one sample after the other: what was typed is kept
        text_page.get_by_role("button", name=sample).click()
        expect(editor).not_to_have_value(typed)
    back.click()
    expect(editor).to_have_value(typed)
    expect(editor).to_be_focused()
    expect(root(text_page)).to_have_attribute("data-tokens", str(cl100k.count(typed)))
    expect(back).to_be_hidden()

    # Typing over a sample is a choice: then there is no way back.
    text_page.get_by_role("button", name="strawberry").click()
    expect(back).to_be_visible()
    editor.press("End")
    editor.press("s")
    expect(back).to_be_hidden()


def test_the_curve_follows_and_leads(text_page, cl100k):
    write(text_page, "the lowest price", 3)
    curve = text_page.get_by_test_id("curve")
    dot = curve.locator(".dot")
    assert dot.evaluate("e => e.style.left") == "100%"
    set_slider(text_page, 0, release=False)
    assert dot.evaluate("e => [e.style.left, e.style.top]") == ["0%", "0%"]
    box = curve.locator(".plot").bounding_box()
    text_page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    k = int(root(text_page).get_attribute("data-k"))
    assert abs(k - cl100k.n_merges**0.5) < 20
    tokens = len(cl100k.replay("the lowest price").starts(k))
    expect(root(text_page)).to_have_attribute("data-tokens", str(tokens))


def test_a_text_that_was_cut_has_a_note(text_page):
    text_page.get_by_test_id("editor").evaluate(
        """e => {
            e.value = 'cake '.repeat(200001);
            e.dispatchEvent(new Event('input', {bubbles: true}));
        }"""
    )
    expect(text_page.get_by_test_id("note")).to_contain_text(
        "1,000,000 of 1,000,005", timeout=30_000
    )


@pytest.mark.parametrize("width", [390, 320])
def test_nothing_overflows_on_a_phone(page, server, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{server}/text")
    idle(page)
    expect(root(page)).to_be_visible()
    page.get_by_test_id("stage").scroll_into_view_if_needed()
    expect(page.get_by_test_id("merges")).to_be_in_viewport()
    expect(page.get_by_test_id("play")).to_be_in_viewport()
    page.get_by_test_id("view").click()
    expect_inside(page, ".panel:not([hidden])", width)
    page.keyboard.press("Escape")
    page.get_by_test_id("more-samples").click()
    expect_inside(page, ".panel:not([hidden])", width)
    page.keyboard.press("Escape")
    pin(page, 0)
    page.get_by_test_id("how-cut").click()
    expect_inside(page, ".card", width)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    assert page.get_by_test_id("stMain").evaluate("e => e.scrollWidth <= e.clientWidth")


def expect_inside(page: Page, selector: str, width: int) -> None:
    """Expect an element between the page's left and right edge."""
    box = page.locator(selector).first.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width


def test_a_reload_brings_back_what_was_typed(app):
    go_to(app, "Your text")
    choose_tokenizer(app, "GPT-2")
    app.get_by_test_id("editor").fill("नमस्ते & <b>welcome</b>")
    expect(app).to_have_url(re.compile("text=.*welcome"))
    app.reload()
    idle(app)
    expect(app.get_by_test_id("editor")).to_have_value("नमस्ते & <b>welcome</b>")
    count = bpe.pretrained("r50k_base").count("नमस्ते & <b>welcome</b>")
    expect(root(app)).to_have_attribute("data-tokens", str(count))


def test_a_reload_at_once_keeps_the_newest_words(app):
    go_to(app, "Your text")
    editor = app.get_by_test_id("editor")
    editor.fill("older words")
    expect(app).to_have_url(re.compile("text=older"))
    idle(app)
    editor.fill("newest words")
    app.reload()
    assert "newest" not in app.url
    idle(app)
    expect(editor).to_have_value("newest words")
    expect(app).to_have_url(re.compile("text=newest"))
    idle(app)

    # That was one reload; another page's text is not undone by what the tab has kept.
    go_to(app, "Compare")
    app.get_by_role("textbox", name="Text to compare on").fill("compared words")
    app.keyboard.press("Control+Enter")
    idle(app)
    go_to(app, "Your text")
    expect(editor).to_have_value("compared words")


def test_typing_makes_no_history(app):
    go_to(app, "Your text")
    before = app.evaluate("() => history.length")
    app.get_by_test_id("editor").fill("")
    app.get_by_test_id("editor").press_sequentially("twenty letters, more", delay=60)
    expect(app).to_have_url(re.compile("text=twenty"))
    assert app.evaluate("() => history.length") - before <= 2


def test_going_back_brings_back_the_text_before(app):
    go_to(app, "Your text")
    editor = app.get_by_test_id("editor")
    for text in ("first", "second"):
        editor.fill(f"{text} text")
        expect(app).to_have_url(re.compile(f"text={text}"))
        idle(app)
    app.go_back()
    expect(editor).to_have_value("first text")
    app.go_forward()
    expect(editor).to_have_value("second text")


def test_going_back_moves_the_slider_and_a_long_text_comes_back(app):
    go_to(app, "Your text")
    editor, long = app.get_by_test_id("editor"), "a long text " * 60
    editor.fill("first text")
    expect(app).to_have_url(re.compile("text=first"))
    idle(app)
    set_slider(app, 3, release=True)
    expect(app).to_have_url(re.compile("k="))
    idle(app)
    k = root(app).get_attribute("data-k")
    editor.fill(long)
    expect(app).not_to_have_url(re.compile("text="))
    idle(app)
    app.go_back()
    expect(editor).to_have_value("first text")
    expect(root(app)).to_have_attribute("data-k", k)
    app.go_back()
    expect(root(app)).to_have_attribute("data-k", "100000")
    expect(editor).to_have_value("first text")
    app.go_forward()
    expect(root(app)).to_have_attribute("data-k", k)
    app.go_forward()
    expect(editor).to_have_value(long)
