"""The charts as figures: what they are made of, and that their marks can be told apart."""

import json
import re
from decimal import Decimal
from itertools import combinations, product

import pytest

from pages.ui import (
    bill,
    bill_shares,
    charts,
    charts_bill,
    charts_compare,
    charts_look,
    curve,
    samples,
    training,
)
from pages.ui.corpora import of_text
from tests.test_palette import PAGE, SIGHTS, contrast, difference

LETTERS, MARKS = 4.5, 3.0
APART = 10  # CIEDE2000, beside the patterns


def trained(text: str, merges: int) -> training.Trained:
    settings = training.Settings(merges, "gpt2", "", 1, "lowest", "utf-8")
    return training.train(of_text("a text", text), settings)


def line(language: str, cost: str, tokenizer: str = "cl100k_base") -> bill.Line:
    return bill.Line(language, tokenizer, 2, 10, 5.0, 5.0, Decimal(cost))


def drawn(figure) -> list[dict]:
    return json.loads(figure.to_json())["data"]


@pytest.mark.parametrize("colour", [charts_look.QUIET, *charts_compare.COLOURS, *charts_bill.FILLS])
@pytest.mark.parametrize("theme", PAGE)
def test_marks_stand_out_from_the_page(theme, colour):
    assert contrast(colour, PAGE[theme]) >= MARKS


@pytest.mark.parametrize("fill", charts_bill.FILLS)
def test_white_letters_can_be_read_on_a_fill(fill):
    assert contrast(fill, "#ffffff") >= LETTERS


@pytest.mark.parametrize("sight", SIGHTS)
def test_any_two_segments_can_be_told_apart(sight):
    close = [
        pair for pair in combinations(charts_bill.FILLS, 2) if difference(*pair, sight) < APART
    ]
    assert not close
    assert len(set(charts_bill.PATTERNS)) == len(charts_bill.PATTERNS) == len(charts_bill.FILLS)


# The bill.


@pytest.mark.parametrize("n", [1, 6])
def test_as_many_languages_as_there_are_fills_each_have_a_share(n):
    rows = [[line(f"language {i}", "1")] for i in range(n)]
    shares = bill_shares.shares(rows, [line("all", str(n))], "$")
    assert [share.language for share in shares] == [f"language {i}" for i in range(n)]
    assert [share.costs for share in shares] == [[1.0]] * n


def test_of_many_languages_the_cheapest_are_one_share_and_no_money_is_lost():
    costs = {"a": "9", "b": "1", "c": "8", "d": "2", "e": "7", "f": "6", "g": "5", "h": "0"}
    rows = [[line(name, cost), line(name, "1", "o200k_base")] for name, cost in costs.items()]
    total = [line("all", "38"), line("all", "8", "o200k_base")]
    shares = bill_shares.shares(rows, total, "$")
    assert [share.language for share in shares] == [*"acefg", "others"]
    assert [sum(costs) for costs in zip(*(share.costs for share in shares), strict=True)] == [38, 8]
    told = shares[-1].told[0].split("\n")
    assert told == [
        "others, GPT-4 (cl100k_base)",
        "$3.00 a month, 8%",
        "5 tokens a message",
        "d: $2.00",
        "b: $1.00",
        "h: $0.00",
    ]


def test_hostile_names_are_escaped():
    share = charts_bill.Share("<b>x</b>", [1.0], ["<i>1</i>\n2"])
    figure = charts_bill.cost_bars([("<u>", "<s>")], [share, share], ["<sup>3"])
    data = figure.to_json().replace("\\u003c", "<").replace("\\u003e", ">")
    assert not [tag for tag in ("<b>x", "<i>", "<u>", "<s>", "<sup>") if tag in data]
    assert list(figure.data[0].customdata) == ["&lt;i&gt;1&lt;/i&gt;<br>2"]


# Bars.


def test_long_names_lose_their_middle_on_the_page_and_none_of_it_under_the_pointer():
    name = "<x>" + "a" * 60 + "zz"
    figure = charts.bars([name], [3.0], ["3"], unit="tokens")
    (label, _) = figure.layout.annotations
    assert re.fullmatch("&lt;x&gt;a+…a+zz", label.text)
    assert list(figure.data[0].customdata) == [name.replace("<x>", "&lt;x&gt;")]


# Curves.


@pytest.mark.parametrize("k", [0, 7, 15])
def test_the_curves_of_a_training_are_the_counts_of_its_replays(k):
    sample = samples.SAMPLES[0]
    result = trained("low low low lowest newest wider " * 3, 20)
    machine = result.training.tokenizer
    corpus, other = curve.of_training(result, sample.key, k)
    for line_, text in ((corpus, result.corpus.text), (other, samples.read(sample))):
        counts = machine.replay(text).token_counts
        assert line_.units == counts[0]
        assert line_.tokens == counts[line_.merges].tolist()
        assert {0, k, machine.n_merges} <= {*line_.merges}
    assert corpus.merges == list(range(machine.n_merges + 1))


def test_a_text_that_the_tokenizer_does_not_take_has_no_curve():
    settings = training.Settings(3, "gpt2", "", 1, "lowest", "latin-1")
    result = training.train(of_text("", "low low"), settings)
    hindi = next(s for s in samples.SAMPLES if max(samples.read(s)) > "ÿ")
    assert [line_.name for line_ in curve.of_training(result, hindi.key, 0)] == ["this corpus"]


@pytest.mark.parametrize(("logarithmic", "clickable"), product([False, True], repeat=2))
def test_only_where_a_click_leads_somewhere_points_have_marks(logarithmic, clickable):
    curves = [
        charts.Curve("one", 10, [0, 2, 3], [10, 9, 8]),
        charts.Curve("two", 4, [0, 3], [4, 2]),
    ]
    one, two, mark = drawn(
        charts.merge_curves(curves, k=2, unit="bytes", logarithmic=logarithmic, clickable=clickable)
    )
    shift = int(logarithmic)
    assert (one["x"], one["y"]) == ([shift, 2 + shift, 3 + shift], [1, 10 / 9, 10 / 8])
    assert {one["mode"], two["mode"]} == {"lines+markers" if clickable else "lines"}
    assert one["line"]["dash"] != two["line"]["dash"]
    assert (mark["x"], mark["y"]) == ([2 + shift], [10 / 9])
