"""Why two pieces are not one: the reasons, and the card of a piece that tells them."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

import bpe
from pages.ui import payload, samples
from tests.driving import chip, choose_sample, expect_chips, root, set_slider

pytestmark = pytest.mark.browser

COMPONENTS = Path(__file__).parents[1] / "assets" / "components"
BY_KEY = {sample.key: sample for sample in samples.SAMPLES}
CRUMB = samples.read(BY_KEY["crumb"])
PROSE = samples.read(BY_KEY["prose"])
CAT_SAT = samples.read(BY_KEY["cat_sat"])


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
    piece = card.locator(".card-text")
    expect(root(app)).to_have_attribute("data-k", "5")
    expect(piece).to_have_text("·cat")
    card.get_by_test_id("parents").get_by_role("button").nth(1).click()
    expect(root(app)).to_have_attribute("data-k", "4")
    expect(piece).to_have_text("·c")
    after.get_by_role("button", name="merge 5").click()
    card.get_by_test_id("parents").get_by_role("button").nth(2).click()
    expect(root(app)).to_have_attribute("data-k", "1")
    expect(piece).to_have_text("at")


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
