"""The player in a real browser: beats, views, why pieces stay apart, predicting, presenting."""

import time
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

import bpe
from bpe import reference
from pages.ui import payload, samples
from tests.driving import choose_sample, expect_chips, go_to, idle, root, set_slider

pytestmark = pytest.mark.browser

COMPONENTS = Path(__file__).parents[1] / "assets" / "components"
BY_KEY = {sample.key: sample for sample in samples.SAMPLES}
CRUMB = samples.read(BY_KEY["crumb"])
PROSE = samples.read(BY_KEY["prose"])
CAT_SAT = samples.read(BY_KEY["cat_sat"])
WORDS = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
PUGS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}

TEXTS = "box => [...box.querySelectorAll('.chip')].map(chip => chip.textContent)"
WATCH_BEATS = """root => {
    window.beats = [];
    new MutationObserver(() => {
        const beat = `${root.dataset.beat} ${root.dataset.k}`;
        if (window.beats.at(-1) !== beat) window.beats.push(beat);
    }).observe(root, {attributes: true});
}"""


def open_menu(page: Page, item: str) -> None:
    page.get_by_test_id("more").click()
    page.get_by_test_id(item).click()


def choose_view(page: Page, view: str) -> None:
    page.get_by_test_id("view").locator(f"label[data-view={view}]").click()
    expect(root(page)).to_have_attribute("data-view", view)


def chip(page: Page, start: int):
    return page.get_by_test_id("stage").locator(f".chip[data-start='{start}']")


# Playing.


def test_each_merge_is_played_in_three_beats(app):
    root(app).evaluate(WATCH_BEATS)
    app.get_by_test_id("speed").select_option("steady")
    app.get_by_test_id("play").click()
    expect(root(app)).to_have_attribute("data-k", "3", timeout=20_000)
    beats = app.evaluate("() => window.beats")
    whole = [f"{beat} {k + (beat == 'fuse')}" for k in range(3) for beat in BEATS]
    assert beats[: len(whole)] == whole


BEATS = ("count", "choose", "fuse")


WATCH_SHOWN = """root => {
    window.shown = [];
    new MutationObserver(() => {
        const beat = `${root.dataset.beat} ${root.dataset.k}`;
        if (window.shown.at(-1)?.beat === beat) return;
        window.shown.push({
            beat,
            brackets: root.querySelectorAll('.chip.bracket').length,
            sentence: root.querySelector('[data-testid=sentence]').textContent,
            bar: root.querySelector('[data-testid=bar]').ariaLabel,
        });
    }).observe(root, {attributes: true});
}"""


def test_what_each_beat_shows(app):
    root(app).evaluate(WATCH_SHOWN)
    app.get_by_test_id("speed").select_option("steady")
    app.get_by_test_id("play").click()
    expect(root(app)).to_have_attribute("data-k", "2", timeout=20_000)
    count, choose, fuse, following = app.evaluate("() => window.shown")[:4]
    assert (count["beat"], count["brackets"]) == ("count 0", 0)
    assert (choose["beat"], choose["brackets"]) == ("choose 0", 18)
    assert choose["sentence"].startswith("Next, merge 1 of 30: o + u")
    assert (fuse["beat"], fuse["bar"]) == ("fuse 1", "o + u, 9 times")
    assert fuse["sentence"] == "Merge 1: ou, saved 9 tokens."
    assert (following["beat"], following["bar"]) == ("count 1", "r + space, 9 times")


def test_fast_playing_is_plain_cuts(app):
    root(app).evaluate(WATCH_BEATS)
    app.get_by_test_id("speed").select_option("fast")
    app.get_by_test_id("play").click()
    expect(root(app)).to_have_attribute("data-k", "30", timeout=20_000)
    beats = app.evaluate("() => window.beats")
    assert [beat.split()[0] for beat in beats] == ["swept"] * 29 + ["rest"]


def test_a_pair_that_is_out_of_sight_is_scrolled_to(app):
    choose_sample(app, BY_KEY["prose"].title)
    n = int(app.get_by_test_id("merges").get_attribute("max"))
    app.get_by_test_id("merges").focus()
    for k in range(n - 1, n - 12, -1):
        set_slider(app, k + 1, release=True)
        app.keyboard.press("ArrowLeft")
        expect(root(app)).to_have_attribute("data-k", str(k))
        seen = app.get_by_test_id("stage").evaluate(
            """stage => {
                const box = stage.getBoundingClientRect();
                return [...stage.querySelectorAll('.bracket')].some(chip => {
                    const {top, bottom} = chip.getBoundingClientRect();
                    return top >= box.top - 1 && bottom <= box.bottom + 1;
                });
            }"""
        )
        assert seen


def test_the_numbers_end_in_a_tick(app):
    tick = app.get_by_test_id("numbers").get_by_role("img", name="decoding the ids gives")
    expect(tick).to_have_text("✓")


# Views.


def test_the_history_has_the_lines_of_the_article(app):
    choose_sample(app, BY_KEY["cat_sat"].title)
    choose_view(app, "history")
    pre_tokens = [text.encode() for text in bpe.PreTokenizer(r" ?\S+").split(CAT_SAT)]
    merges, _ = reference.train(pre_tokens, 7)
    lines = app.get_by_test_id("history-row")
    for k in (0, 7, 3):
        set_slider(app, k, release=True)
        expect(lines).to_have_count(k + 1)
        shown = lines.evaluate_all(f"lines => lines.map({TEXTS})")
        assert shown == [
            [
                reference.decode([i], merges).decode()
                for pre_token in pre_tokens
                for i in reference.encode(pre_token, merges[:line])
            ]
            for line in range(k + 1)
        ]
    fused = lines.nth(3).locator(".fused")
    assert fused.evaluate_all("chips => chips.map(chip => chip.textContent)") == ["the", "the"]


def test_the_history_grows_while_it_plays(app):
    choose_sample(app, BY_KEY["cat_sat"].title)
    choose_view(app, "history")
    set_slider(app, 0, release=True)
    app.get_by_test_id("speed").select_option("fast")
    place = app.get_by_test_id("play").bounding_box()
    app.get_by_test_id("play").click()
    expect(app.get_by_test_id("history-row")).to_have_count(8)
    expect(root(app)).to_have_attribute("data-beat", "rest")
    assert app.get_by_test_id("play").bounding_box()["y"] == place["y"]


def test_the_pieces_view_shows_each_word_once_with_its_count(app):
    choose_sample(app, BY_KEY["low_lower"].title)
    expect(root(app)).to_have_attribute("data-view", "pieces")
    expect(app.get_by_test_id("view")).to_be_hidden()
    training = bpe.train(WORDS, merges=10)
    set_slider(app, 5, release=True)
    rows = app.get_by_test_id("pieces-view").locator(".cell")
    expect(rows).to_have_count(4)
    for row, (word, count) in zip(
        rows.all(), sorted(WORDS.items(), key=lambda item: -item[1]), strict=True
    ):
        ids = training.tokenizer.encode(word, merges=5)
        assert row.evaluate(TEXTS) == [training.tokenizer.tokens[i].decode() for i in ids]
        expect(row).to_contain_text(f"× {count}")
    pair = training.tokenizer.merges[5]
    assert app.get_by_test_id("stage").locator(".bracket").evaluate_all(
        "chips => chips.map(chip => chip.textContent)"
    ) == [training.tokenizer.tokens[i].decode() for i in pair]


def test_thousands_of_pieces_stay_a_few_rows_in_the_page(app):
    choose_sample(app, BY_KEY["prose"].title)
    choose_view(app, "pieces")
    expect(app.get_by_test_id("note")).to_contain_text("the commonest 500 of")
    rows = app.get_by_test_id("pieces-view").locator(".row")
    assert 10 < rows.count() < 100
    stage = app.get_by_test_id("stage")
    stage.evaluate("stage => { stage.scrollTop = stage.scrollHeight; }")
    expect(stage.locator(".cell-note").last).to_have_text("× 1")
    assert rows.count() < 100
    choose_view(app, "text")
    expect(app.get_by_test_id("pieces-view")).to_have_count(0)


def test_a_view_is_kept_where_it_was_chosen(app):
    choose_sample(app, BY_KEY["cat_sat"].title)
    choose_view(app, "history")
    idle(app)
    go_to(app, "Compare")
    go_to(app, "Train")
    expect(root(app)).to_have_attribute("data-view", "history")


def test_a_view_that_was_chosen_stays_for_the_next_text_that_has_it(app):
    choose_sample(app, BY_KEY["cat_sat"].title)
    choose_view(app, "pieces")
    choose_sample(app, BY_KEY["crumb"].title)
    expect(root(app)).to_have_attribute("data-view", "text")
    choose_sample(app, BY_KEY["prose"].title)
    expect(root(app)).to_have_attribute("data-view", "pieces")


# Walls.


def test_walls_look_unlike_other_borders_and_take_no_room(app):
    choose_sample(app, BY_KEY["cat_sat"].title)
    set_slider(app, 0, release=True)
    stage = app.get_by_test_id("stage")
    walled = "chips => chips.map(chip => Number(chip.dataset.start))"
    assert stage.locator(".after-wall").evaluate_all(walled) == [3, 7, 11, 15, 19]
    look = "(chip) => getComputedStyle(chip, '::before').width"
    assert chip(app, 3).evaluate(look) == "1px"
    assert chip(app, 4).evaluate(look) == "auto"
    widths = stage.locator(".chip").evaluate_all(
        "chips => chips.map(chip => chip.getBoundingClientRect().width.toFixed(2))"
    )
    assert len(set(widths)) == 1
    go_to(app, "Your text")
    expect(app.get_by_test_id("stage").locator(".after-wall").first).to_be_visible()


# Why pieces stay apart.


@pytest.fixture
def pure(page: Page):
    """Load the pure functions of the scripts into an empty page."""
    files = ("core.js", "chips.js", "card.js", "player_words.js", "player_card.js")
    source = "\n".join((COMPONENTS / file).read_text(encoding="utf-8") for file in files)
    page.goto("about:blank")
    page.evaluate(
        """async source => {
            const url = URL.createObjectURL(new Blob([source], {type: 'text/javascript'}));
            window.pure = await import(url);
        }""",
        source,
    )
    return page


WHY = """([data, ks]) => {
    const {readReplay, whyApart} = window.pure;
    const replay = readReplay(data);
    const found = [];
    for (const k of ks)
        for (let b = 0; b < replay.length - 1; b++)
            if (replay.mergedAt[b] > k) found.push([k, b, whyApart(replay, data, k, b)]);
    return found;
}"""


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        (CRUMB, {"merges": 30, "min_count": 1}),
        (CAT_SAT, {"merges": 7, "pre_tokenizer": "whitespace"}),
        (PROSE[:1200], {"merges": 150, "pre_tokenizer": "gpt2"}),
        ("aaabdaaabac aaaa", {"merges": 6, "min_count": 1}),
        ("शनिवार के लिए एक केक, एक केक, ek cake", {"merges": 30, "min_count": 1}),
    ],
    ids=["crumb", "cat_sat", "prose", "runs", "hindi"],
)
def test_the_reason_why_two_pieces_stay_apart_is_true(pure, text, settings):
    training = bpe.train(text, **settings, rivals=6)
    fields = payload.training_fields(training, text)
    data = {
        name: value.tolist() if isinstance(value, np.ndarray) else value
        for name, value in fields.items()
    }
    merges, replay = training.tokenizer.merges, training.tokenizer.replay(text)
    n = len(merges)
    made = [dict(zip(replay.starts(k).tolist(), replay.ids(k), strict=True)) for k in range(n + 1)]

    def beside(k: int, b: int) -> tuple[int, int]:
        """Name the pieces on both sides of a boundary after k merges."""
        return made[k][max(start for start in made[k] if start <= b)], made[k][b + 1]

    kinds = set()
    for k, b, reason in pure.evaluate(WHY, [data, [0, n // 2, n]]):
        at = int(replay.merged_at[b])
        kinds.add(reason["why"])
        if reason["why"] == "wall":
            assert at == bpe.WALL
        elif reason["why"] == "later":
            assert reason["merge"] == at > k
        else:
            assert at == bpe.NEVER
            met = [beside(m, b) for m in range(n + 1)]
            lefts, rights = ({pair[side] for pair in met} for side in (0, 1))
            learned = [
                m + 1 for m, (left, right) in enumerate(merges) if left in lefts and right in rights
            ]
            if reason["why"] == "never":
                assert learned == []
                continue
            assert reason["merge"] == learned[0]
            assert (reason["left"], reason["right"]) == tuple(merges[learned[0] - 1])
            by = reason["by"]
            assert by <= reason["merge"]
            side = 0 if met[by - 1][0] != met[by][0] and reason["piece"] == met[by - 1][0] else 1
            assert (met[by - 1][side], met[by][side]) == (reason["piece"], reason["into"])
            assert reason["piece"] in (reason["left"], reason["right"])
    if text == PROSE[:1200]:
        assert kinds == {"wall", "later", "taken", "never"}


def test_a_card_tells_parents_and_why_not(app):
    choose_sample(app, BY_KEY["cat_sat"].title)
    set_slider(app, 4, release=True)
    expect_chips(app, starts_of_cat_sat(4))
    chip(app, 5).click()
    card = app.get_by_test_id("card")
    expect(card.get_by_test_id("parents")).to_contain_text("merge 1: a + t, seen 4 times")
    why = card.get_by_test_id("why")
    before, after = why.locator("[data-side=before]"), why.locator("[data-side=after]")
    expect(before).to_have_attribute("data-why", "later")
    expect(before).to_contain_text("learned later, at merge 5")
    expect(after).to_have_attribute("data-why", "wall")
    expect(after).to_contain_text("a wall: the text is split here")
    before.get_by_role("button", name="merge 5").click()
    expect(root(app)).to_have_attribute("data-k", "5")
    expect(card).to_contain_text("·cat")
    card.get_by_test_id("parents").get_by_role("button").nth(1).click()
    expect(root(app)).to_have_attribute("data-k", "4")
    expect(card).to_contain_text("·c")


def starts_of_cat_sat(k: int) -> list[int]:
    settings = {"pre_tokenizer": "whitespace", "codec": "latin-1"}
    tokenizer = bpe.train(CAT_SAT, merges=7, **settings).tokenizer
    return tokenizer.replay(CAT_SAT).starts(k).tolist()


def test_a_card_says_when_an_earlier_merge_took_a_letter(app):
    sample = BY_KEY["prose"]
    choose_sample(app, sample.title)
    training = bpe.train(PROSE, merges=sample.merges, pre_tokenizer=sample.pre_tokenizer)
    replay = training.tokenizer.replay(PROSE)
    singles = {pair: m + 1 for m, pair in enumerate(training.tokenizer.merges) if max(pair) < 256}
    b, m = next(
        (b, singles[pair])
        for b, pair in enumerate(pairwise(replay.units))
        if pair in singles and replay.merged_at[b] == bpe.NEVER
    )
    set_slider(app, sample.merges, release=True)
    chip(app, max(start for start in replay.starts(sample.merges).tolist() if start <= b)).click()
    line = app.get_by_test_id("why").locator("[data-side=after]")
    expect(line).to_have_attribute("data-why", "taken")
    expect(line).to_contain_text(f"is merge {m}, but merge")


# Predicting.


def candidates(page: Page) -> list[tuple[int, int]]:
    return [
        (int(button.get_attribute("data-left")), int(button.get_attribute("data-right")))
        for button in page.get_by_test_id("candidate").all()
    ]


def test_predicting_opens_with_clear_winners(app):
    open_menu(app, "predict")
    expect(app.get_by_text("hugs, pugs and buns")).to_be_visible()
    expect(app.get_by_test_id("candidate")).to_have_count(4)
    expect(app.get_by_test_id("sentence")).to_contain_text("which pair is merged next")
    app.get_by_test_id("candidate").filter(has_text="u").filter(has_text="g").first.click()
    expect(app.get_by_test_id("answer")).to_be_visible()


def test_predicting_stays_with_what_was_chosen(app):
    set_slider(app, 5, release=True)
    idle(app)
    open_menu(app, "predict")
    expect(app.get_by_test_id("sentence")).to_contain_text("Merge 6 of 30")
    idle(app)
    expect(app.get_by_text("a cake shop's replies")).to_be_visible()


def test_predicting_where_there_are_clear_winners(app):
    choose_sample(app, BY_KEY["hug_pug"].title)
    set_slider(app, 0, release=True)
    training = bpe.train(PUGS, merges=7, rivals=6)
    open_menu(app, "predict")
    sentence, answer = app.get_by_test_id("sentence"), app.get_by_test_id("answer")
    expect(sentence).to_have_text("Merge 1 of 7: which pair is merged next?")
    expect(app.get_by_test_id("bars")).to_be_hidden()
    expect(app.get_by_test_id("play")).to_be_hidden()
    expect(app.get_by_test_id("stage").locator(".bracket")).to_have_count(0)
    expect(app.get_by_test_id("piece-row")).to_have_count(0)

    pairs = candidates(app)
    counts = [dict(training.rivals[0])[pair] for pair in pairs]
    assert len(pairs) == len(set(counts)) == 4
    winner = training.tokenizer.merges[0]
    app.get_by_test_id("candidate").nth(pairs.index(winner)).click()
    expect(answer).to_have_text(f"Right: u + g, {training.counts[0]} times.")
    expect(app.get_by_test_id("score")).to_have_text("1 of 1")
    expect(app.get_by_test_id("stage").locator(".bracket")).not_to_have_count(0)

    app.keyboard.press("Enter")
    expect(root(app)).to_have_attribute("data-k", "1")
    expect(sentence).to_have_text("Merge 2 of 7: which pair is merged next?")
    pairs, winner = candidates(app), training.tokenizer.merges[1]
    wrong = next(i for i, pair in enumerate(pairs) if pair != winner)
    app.keyboard.press(str(wrong + 1))
    most, fewer = training.counts[1], dict(training.rivals[1])[pairs[wrong]]
    expect(answer).to_contain_text(f"occurs {fewer} times")
    expect(answer).to_contain_text("Not yet:")
    expect(answer).to_contain_text(f"{most} times.")
    expect(app.get_by_test_id("score")).to_have_text("1 of 2")
    app.get_by_test_id("next").press("Space")
    expect(root(app)).to_have_attribute("data-k", "2")

    app.get_by_test_id("stop").click()
    expect(app.get_by_test_id("bars")).to_be_visible()
    expect(app.get_by_test_id("play")).to_be_visible()


def test_a_tied_pair_chosen_in_the_text_is_right_and_the_tie_is_told(app):
    choose_sample(app, BY_KEY["low_lower"].title)
    set_slider(app, 0, release=True)
    open_menu(app, "predict")
    # "newest" stands first: its s and its t.
    chip(app, 4).click()
    expect(app.get_by_test_id("stage").locator(".picked")).to_have_text("s")
    expect(app.get_by_test_id("card")).to_have_count(0)
    chip(app, 5).click()
    expect(app.get_by_test_id("answer")).to_have_text(
        "Right: it ties with e + s at 9; the one met first wins."
    )
    expect(app.get_by_test_id("score")).to_have_text("1 of 1")


def test_a_rare_pair_chosen_in_the_text_is_counted(app):
    choose_sample(app, BY_KEY["low_lower"].title)
    set_slider(app, 0, release=True)
    open_menu(app, "predict")
    start = len("newest" + "low")
    chip(app, start).click()
    chip(app, start + 1).click()
    expect(app.get_by_test_id("answer")).to_have_text(
        "Not yet: w + i occurs 3 times, e + s 9 times."
    )


def test_the_same_question_has_the_same_order(app):
    set_slider(app, 1, release=True)
    open_menu(app, "predict")
    first = candidates(app)
    app.get_by_test_id("forward").click()
    expect(app.get_by_test_id("sentence")).to_contain_text("Merge 3 of 30: which", timeout=10_000)
    app.get_by_test_id("back").click()
    assert candidates(app) == first


# Presenting.


@pytest.fixture
def projector(app: Page):
    app.set_viewport_size({"width": 1280, "height": 720})
    return app


def test_presenter_mode_fits_a_projector(projector):
    projector.get_by_test_id("play").focus()
    projector.keyboard.press("p")
    box = root(projector).bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 1280, 720)
    expect(projector.get_by_test_id("leave")).to_be_visible()
    for k in (0, 18, 30):
        set_slider(projector, k, release=True)
        for part in ("sentence", "stage", "play", "merges"):
            place = projector.get_by_test_id(part).bounding_box()
            assert place["y"] >= 0
            assert place["y"] + place["height"] <= 720
        size = chip(projector, 0).evaluate("chip => parseFloat(getComputedStyle(chip).fontSize)")
        assert size >= 28
        words = projector.get_by_test_id("sentence")
        assert words.evaluate("p => parseFloat(getComputedStyle(p).fontSize)") >= 24
    for part in ("bars", "pieces", "curve", "numbers"):
        expect(projector.get_by_test_id(part)).to_be_hidden()
    above = "([x, y]) => document.elementFromPoint(x, y)?.shadowRoot !== null"
    assert all(projector.evaluate(above, at) for at in ([20, 20], [1240, 30], [640, 700]))
    projector.keyboard.press("Escape")
    expect(projector.get_by_test_id("leave")).to_be_hidden()
    expect(projector.get_by_test_id("bars")).to_be_visible()


def test_presenter_mode_is_in_the_menu_and_keeps_its_keys(projector):
    open_menu(projector, "present")
    projector.keyboard.press("ArrowRight")
    expect(root(projector)).to_have_attribute("data-k", "1")
    projector.keyboard.press("End")
    expect(root(projector)).to_have_attribute("data-k", "30")
    projector.get_by_test_id("leave").click()
    expect(projector.get_by_test_id("bars")).to_be_visible()


def test_an_address_opens_in_presenter_mode(page, server):
    page.goto(f"{server}/?present=1")
    idle(page)
    expect(page.get_by_test_id("leave")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(root(page)).to_have_attribute("data-k", "1")
    page.keyboard.press("p")
    expect(page.get_by_test_id("leave")).to_be_hidden()


def test_predicting_in_presenter_mode_shows_the_candidates(projector):
    set_slider(projector, 1, release=True)
    projector.get_by_test_id("play").focus()
    projector.keyboard.press("p")
    open_menu(projector, "predict")
    for button in projector.get_by_test_id("candidate").all():
        place = button.bounding_box()
        assert place["y"] + place["height"] <= 720
    play = projector.get_by_test_id("next").bounding_box()
    assert play["y"] + play["height"] <= 720


# Keyboard, motion, small screens.


def test_everything_is_done_from_the_keyboard(app):
    focused = "() => document.activeElement?.shadowRoot?.activeElement?.dataset.testid ?? ''"
    app.get_by_test_id("stage").focus()
    set_slider(app, 18, release=True)
    app.keyboard.press("ArrowRight")
    app.keyboard.press("ArrowRight")
    expect(app.get_by_test_id("card")).to_be_visible()
    app.keyboard.press("Enter")
    app.keyboard.press("Tab")
    assert app.get_by_test_id("card").evaluate("card => card.matches(':focus-within')")
    app.keyboard.press("Escape")
    expect(app.get_by_test_id("card")).to_have_count(0)
    assert app.evaluate(focused) == "stage"

    app.get_by_test_id("merges").focus()
    app.get_by_test_id("speed").select_option("steady")
    app.get_by_test_id("merges").focus()
    app.keyboard.press("ArrowUp")
    expect(app.get_by_test_id("speed")).to_have_value("fast")
    app.keyboard.press("ArrowDown")
    app.keyboard.press("ArrowDown")
    expect(app.get_by_test_id("speed")).to_have_value("careful")
    assert root(app).get_attribute("data-k") == "18"
    app.keyboard.press("Space")
    expect(app.get_by_test_id("play")).to_have_text("Pause")
    app.keyboard.press("Space")
    expect(app.get_by_test_id("play")).to_have_text("Play")

    app.get_by_test_id("more").focus()
    app.keyboard.press("Enter")
    assert app.evaluate(focused) == "predict"
    app.keyboard.press("ArrowDown")
    assert app.evaluate(focused) == "present"
    app.keyboard.press("Escape")
    assert app.evaluate(focused) == "more"
    app.keyboard.press("Enter")
    app.keyboard.press("Enter")
    expect(app.get_by_test_id("sentence")).to_contain_text("which pair is merged next?")
    app.keyboard.press("1")
    expect(app.get_by_test_id("answer")).to_be_visible()
    k = int(root(app).get_attribute("data-k"))
    app.keyboard.press("Space")
    expect(root(app)).to_have_attribute("data-k", str(k + 1))


def test_a_pair_is_chosen_in_the_text_from_the_keyboard(app):
    set_slider(app, 1, release=True)
    open_menu(app, "predict")
    app.get_by_test_id("stage").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "Enter", "ArrowRight", "Enter"):
        app.keyboard.press(key)
    expect(app.get_by_test_id("answer")).to_have_text(
        "Right: r + space ties with s + space at 9; the one met first wins."
    )
    app.keyboard.press("Enter")
    expect(root(app)).to_have_attribute("data-k", "2")


def test_less_motion_means_no_tween_anywhere(page, server):
    page.emulate_media(reduced_motion="reduce")
    page.goto(server)
    idle(page)
    moving = "root => root.getAnimations({subtree: true}).length"
    page.get_by_test_id("speed").select_option("steady")
    page.get_by_test_id("play").click()
    deadline = time.monotonic() + 4
    while int(root(page).get_attribute("data-k")) < 2:
        assert root(page).evaluate(moving) == 0
        assert time.monotonic() < deadline + 10
    choose_sample(page, BY_KEY["cat_sat"].title)
    choose_view(page, "history")
    page.get_by_test_id("forward").click()
    assert root(page).evaluate(moving) == 0


@pytest.mark.parametrize("width", [390, 320])
def test_a_telephone_needs_no_sideways_scrolling(app, width):
    app.set_viewport_size({"width": width, "height": 740})
    sideways = "() => document.scrollingElement.scrollWidth - window.innerWidth"
    inside = "(root) => root.scrollWidth - root.clientWidth"
    for sample, view in (("crumb", None), ("cat_sat", "history"), ("low_lower", None)):
        choose_sample(app, BY_KEY[sample].title)
        if view:
            choose_view(app, view)
        assert app.evaluate(sideways) <= 0
        assert root(app).evaluate(inside) <= 0
    for part in ("play", "merges", "more"):
        place = app.get_by_test_id(part).bounding_box()
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= width
        assert place["y"] + place["height"] <= 740
    open_menu(app, "predict")
    assert app.evaluate(sideways) <= 0
