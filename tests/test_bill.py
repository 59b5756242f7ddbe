"""The page Bill: counts, money, what it says and what it keeps, without a browser."""

import csv
import io
import json
import re
from decimal import Decimal
from statistics import median

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import bpe
from bpe.measures import price
from bpe.pretokenize import PATTERNS, PreTokenizer
from pages.ui import (
    bill,
    bill_captions,
    bill_languages,
    bill_prices,
    bill_shares,
    bill_tables,
    bill_words,
    inbox,
    inbox_words,
    words,
)
from pages.ui.export import to_csv
from pages.ui.messages import reading, sheet
from pages.ui.messages.detection import detect
from tests.strategies import ENCODINGS

ORDERS = reading.read(inbox.sample().data, inbox.sample().form)
TEXTS = [row[2] for row in ORDERS.rows]
LANGUAGES = [row[1] for row in ORDERS.rows]
NAMES = ("English", "Hindi", "Marathi", "Hindi in Latin letters")
COMPARED = words.USUAL


def quietly(done, wanted):
    """Take a report and do nothing."""


def counted(texts, names=COMPARED):
    return [bill.count(name, bpe.pretrained(name), texts, quietly) for name in names]


def assumptions(names=COMPARED, **changed):
    prices = dict.fromkeys(names, Decimal(1))
    return bill.Assumptions(
        **{"messages": 10_000, "fixed": 0, "reply": 0, "prices": prices, "reply_prices": prices}
        | changed
    )


FEW = counted(["日本語", "hi"])


def answer(texts, languages=None, names=COMPARED, **changed):
    """Return the first sentence of the page, without its Markdown escapes."""
    counts, assumed = counted(texts, names), assumptions(names, **changed)
    lines = bill.lines(bill_languages.by_language(languages, len(texts)), counts, assumed)
    return plain(bill_words.answer(lines, bill.total(counts, assumed), "$"))


def plain(markdown):
    return markdown.replace("\\", "").replace("\u2060", "")


# The sample.


def test_the_sample_says_fifty_things_in_four_languages():
    assert ORDERS.columns == ("id", "language", "message")
    assert [row[0] for row in ORDERS.rows] == [str(n) for n in range(1, 201)]
    assert tuple(LANGUAGES) == NAMES * 50
    assert len(set(TEXTS)) == 200
    assert detect(inbox.sample().data, "orders.csv") == inbox.sample().form
    for language, text in zip(LANGUAGES, TEXTS, strict=True):
        devanagari = any("\u0900" <= sign <= "\u097f" for sign in text)
        assert devanagari == (language in ("Hindi", "Marathi")), text


@pytest.mark.parametrize("name", ENCODINGS)
def test_counts_equal_tiktokens_for_every_order(name, encodings):
    (count,) = counted(TEXTS, [name])
    assert count.tokens.tolist() == [
        len(encodings[name].encode(text, disallowed_special=())) for text in TEXTS
    ]


def test_english_costs_the_same_in_all_encodings_and_devanagari_does_not():
    groups = bill_languages.by_language(LANGUAGES, 200)
    tokens = {
        group.name: [int(count.tokens[group.places].sum()) for count in counted(TEXTS)]
        for group in groups
    }
    spread = {name: max(each) / min(each) for name, each in tokens.items()}
    assert spread["English"] < 1.1
    assert spread["Hindi"] > 4
    assert spread["Marathi"] > 3.5
    assert 1.1 < spread["Hindi in Latin letters"] < 1.3


# Counting.


@pytest.mark.parametrize("limit", [1, 40, 10**6])
def test_batches_do_not_change_a_count(monkeypatch, limit):
    monkeypatch.setattr(bill, "BATCH", limit)
    texts = ["", *TEXTS[:60], "hi", "", "a\ud83e", "<|endoftext|>", "x" * 5000, *TEXTS[:60], ""]
    machine = bpe.pretrained("cl100k_base")
    found = bill.count("cl100k_base", machine, texts, quietly).tokens.tolist()
    assert found == [machine.count(text) for text in texts]


def test_equal_messages_are_counted_once(monkeypatch):
    asked = []
    batch = bpe.Tokenizer.count_batch
    monkeypatch.setattr(
        bpe.Tokenizer, "count_batch", lambda m, texts: asked.extend(texts) or batch(m, texts)
    )
    (count,) = counted(["hi", "hello, world", "hi", "hi"], ["o200k_base"])
    assert asked == ["hi", "hello, world"]
    assert count.tokens.tolist() == [1, 3, 1, 1]


def test_a_report_ends_with_all_messages(monkeypatch):
    monkeypatch.setattr(bill, "BATCH", 100)
    told = []
    bill.count("", bpe.Tokenizer([]), TEXTS * 2, lambda *report: told.append(report))
    assert told[-1] == (400, 400)
    assert told == sorted(set(told))
    assert len(told) > 20


def test_a_tokenizer_of_256_characters_refuses_others():
    machine = bpe.train("the cat", merges=2, min_count=1, codec="latin-1").tokenizer
    assert bill.count("", machine, ["thé", ""], quietly).tokens.tolist() == [2, 0]
    with pytest.raises(ValueError, match="'न'"):
        bill.count("", machine, ["the", "नमस्ते"], quietly)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("hi", (1, 1, 1)),
        ("hi ", (2, 2, 2)),
        ("hi\n", (2, 2, 2)),
        ("hi\r\n", (3, 2, 2)),
        (" hi", (1, 1, 1)),
        ("x\n\ny\n\nz", (7, 5, 5)),
        ("007", (1, 1, 1)),
        ("1e5", (3, 3, 3)),
        ("3.10", (3, 3, 3)),
        ("café", (3, 2, 2)),
        ("cafe\u0301", (4, 3, 3)),
        ("大阪", (4, 3, 1)),
        ("日本語", (6, 4, 2)),
        ("Cảm ơn bạn rất nhiều", (25, 12, 7)),
        (" " * 64, (64, 1, 1)),
        (json.dumps({"a": {"b": {"c": [{"d": 1, "e": 2}, {"d": 3, "e": 4}]}}}), (32, 34, 35)),
        (
            json.dumps({"a": {"b": {"c": [{"d": 1, "e": 2}, {"d": 3, "e": 4}]}}}, indent=8),
            (424, 59, 59),
        ),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_a_message_is_counted_as_it_stands(text, tokens):
    assert tuple(int(count.tokens[0]) for count in counted([text])) == tokens


def test_a_very_long_cell_is_one_message():
    data = b"message\n" + b"a" * 131_073 + b"\n"
    texts = [row[0] for row in reading.read(data, detect(data, "long.csv")).rows]
    assert [len(text) for text in texts] == [131_073]
    (count,) = counted(texts, ["cl100k_base"])
    assert count.tokens[0] == 16_385
    assert bill_tables.pieces(count.machine, texts[0], 16_385) == (
        "… 16,385 more, beginning with a stretch of 131,073 characters that is not cut here"
    )


# Languages.


def test_without_a_column_no_language_is_guessed():
    (group,) = bill_languages.by_language(None, 3)
    assert (group.name, group.places.tolist(), group.named) == ("all messages", [0, 1, 2], False)
    assert [len(group.places) for group in bill_languages.by_language([], 0)] == [0]


def test_empty_cells_name_no_language():
    groups = bill_languages.by_language(["hi", " ", "", "hi"], 4)
    assert [(group.name, group.named) for group in groups] == [
        ("hi", True),
        ("no language given", False),
    ]


def test_of_many_languages_the_rarest_are_put_together():
    cells = [f"language {i}" for i in range(15) for _ in range(20 - i)]
    groups = bill_languages.by_language(cells, len(cells))
    assert [group.name for group in groups][:12] == [f"language {i}" for i in range(12)]
    assert (groups[12].name, len(groups[12].places)) == ("3 others", 8 + 7 + 6)
    assert sum(len(group.places) for group in groups) == len(cells)


def test_names_of_languages_are_told_apart():
    long = "x" * 45
    cells = ["all messages", "no language given", "", "\u200b", "a\r\n b", "a b", long + "1", long]
    groups = bill_languages.by_language(cells, len(cells))
    found = [(group.name, group.named, group.places.tolist()) for group in groups]
    assert found == [
        ("“all messages”", True, [0]),
        ("“no language given”", True, [1]),
        ("no language given", False, [2, 3]),
        ("a b", True, [4, 5]),
        ("x" * 39 + "…", True, [6]),
        ("x" * 39 + "… (2)", True, [7]),
    ]
    table = bill_tables.costliest([7], counted(["hi"] * 8)[0], ["hi"] * 8, cells)
    assert plain(table["message"][0]) == "8, " + "x" * 39 + "… (2)"


def test_spellings_of_a_language_are_one_language():
    cells = ["En", "EN", "en", " eN ", "fran\u00e7ais", "Franc\u0327ais", "STRASSE", "straße"]
    groups = bill_languages.by_language(cells, len(cells))
    assert [(group.name, group.places.tolist()) for group in groups] == [
        ("En", [0, 1, 2, 3]),
        ("français", [4, 5]),
        ("STRASSE", [6, 7]),
    ]


def test_one_language_too_many_keeps_its_name():
    cells = [f"language {i}" for i in range(13)]
    assert [group.name for group in bill_languages.by_language(cells, 13)] == cells


def test_messages_without_a_language_are_never_put_together_with_others():
    cells = [f"language {i}" for i in range(1_100)] * 2 + [""]
    groups = bill_languages.by_language(cells, len(cells))
    assert [group.name for group in groups][-2:] == ["1,088 others", "no language given"]
    assert len(groups) == 14


def test_a_language_is_told_apart_from_the_rest_put_together():
    cells = [f"language {i}" for i in range(14)] + ["3 others"] * 2
    names = [group.name for group in bill_languages.by_language(cells, len(cells))]
    assert "“3 others”" in names
    assert "3 others" in names


def test_a_column_of_prose_makes_short_names():
    (group,) = bill_languages.by_language(["a" * 500], 1)
    assert group.name == "a" * 39 + "…"


def test_every_way_to_read_a_file_has_words():
    assert set(sheet.DELIMITERS) == set(inbox_words.DELIMITERS)
    assert inbox_words.FORM["encoding"][1] == sheet.ENCODINGS
    assert inbox_words.form(sheet.Format("lines", "cp1252")) == (
        "Read as one message a line: Windows-1252."
    )


def test_messages_of_json_are_said_to_be_counted_as_they_are_written():
    data = b'{"conversations": [{"from": "human", "value": "hi"}]}\n' * 3
    read = reading.read(data, detect(data, "x.jsonl"))
    texts = [row[0] for row in read.rows]
    (count,) = counted(texts, ["o200k_base"])
    assert inbox_words.about(read, texts, count.tokens, False) == [inbox_words.AS_JSON]
    assert inbox_words.about(read, [*texts, "hi"], count.tokens, False) == []


def test_of_the_lines_that_do_not_fit_the_first_are_named():
    faults = tuple((line, "Why.") for line in (2, 5, 7, 1234))
    assert inbox_words.malformed(sheet.Sheet(("a",), (), faults)) == (
        "4 lines do not fit. Line 2: Why. Line 5: Why. Line 7: Why. And 1 more."
    )


def test_every_line_that_does_not_fit_is_listed_by_its_number(monkeypatch):
    faults = [(n, "Cut.") for n in (*range(12, 41), 45, 1234)] + [(2_000, "Kept.")]
    read = sheet.Sheet(("a",), (), tuple(faults))
    assert inbox_words.faults(read) == ["Lines 12–40; 45; 1,234: Cut.", "Line 2,000: Kept."]
    monkeypatch.setattr(inbox_words, "MAX_RUNS", 2)
    assert inbox_words.faults(read) == [
        "Lines 12–40; 45: Cut.",
        "And 2 more lines: the file that can be downloaded lists each.",
    ]


# Money.


@pytest.mark.parametrize(
    ("tokens", "said"),
    [(1234, "$0.003085"), (1, "$0.0000025"), (10**9, "$2,500.00"), (0, "$0.00")],
)
def test_small_sums_are_not_rounded_away(tokens, said):
    assert bill_words.money(price(tokens, "2.50"), "$") == said


@pytest.mark.parametrize(
    ("amount", "said"),
    [("0.99999", "1.00"), ("1.005", "1.01"), ("0.5", "0.50"), ("123456.789", "123,456.79")],
)
def test_sums_are_rounded_half_up(amount, said):
    assert bill_words.money(Decimal(amount), "") == said


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        ("1e-100", "less than $0.000000000001"),
        ("5e-324", "less than $0.000000000001"),
        ("4.5e-12", "$0.000000000005"),
        ("0.000000123456", "$0.0000001235"),
        ("1e26", "$100,000,000,000,000,000,000,000,000.00"),
    ],
)
def test_a_sum_of_any_size_can_be_read(amount, said):
    assert bill_words.money(Decimal(amount), "$") == said


def test_beside_a_great_sum_a_tiny_one_has_no_more_decimals():
    counts = counted(["hi" * 14], ["cl100k_base", "o200k_base"])
    prices = {"cl100k_base": Decimal(1), "o200k_base": Decimal("1e-9")}
    assumed = assumptions(messages=10**12, prices=prices, reply_prices=prices)
    costs = bill_tables.table([bill.total(counts, assumed)], "$")["cost a month"]
    assert [plain(cost) for cost in costs] == ["$14,000,000.00 ▲ most", "$0.01 ✓ least"]
    assumed = assumptions(messages=10**10, prices=prices, reply_prices=prices)
    costs = bill_tables.table([bill.total(counts, assumed)], "$")["cost a month"]
    assert [plain(cost) for cost in costs] == ["$140,000.00 ▲ most", "less than $0.01 ✓ least"]


@given(
    st.lists(st.floats(0, bill_prices.MAX_PRICE), min_size=3, max_size=3),
    st.sampled_from([0, 1, 10_000, 10**12]),
    st.sampled_from([0, 1, 10**7]),
)
@example([1e-100, 1e6, 1.0], 10**12, 0)
@example([1e-80, 1e6, 1e6], 10**12, 10**7)
@example([5e-324, 0.0, 1e-9], 10**12, 0)
def test_any_price_makes_a_bill_that_says_one_sum_in_one_way(each, messages, reply):
    prices = {name: Decimal(str(price)) for name, price in zip(COMPARED, each, strict=True)}
    assumed = assumptions(
        messages=messages, fixed=reply, reply=reply, prices=prices, reply_prices=prices
    )
    lines = bill.lines(bill_languages.by_language(["a", "b"], 2), FEW, assumed)
    total = bill.total(FEW, assumed)
    table = bill_tables.table([*lines, total], "$")
    costs = [plain(cost) for cost in table["cost a month"]]
    for cost, line in zip(costs, [line for row in [*lines, total] for line in row], strict=True):
        figures = Decimal(re.sub("[^0-9.]", "", cost))
        assert (figures > 0) == (line.cost > 0)
        assert len(cost) < 60
    said = plain(bill_words.answer(lines, total, "$"))
    new = costs[-1].removesuffix(" ✓ least").removesuffix(" ▲ most")
    assert f"**{new} a month**" in said
    parts = bill_shares.shares(lines, total, "$")
    assert f"\n{costs[0].partition(' ✓')[0].partition(' ▲')[0]} a month" in parts[0].told[0]
    assert bill_captions.mix(lines, assumed, "$", [], FEW).startswith("The month’s messages")
    assert to_csv(bill_tables.BILL_HEADER, bill_tables.bill_rows(lines, assumed, "$"))


def test_prices_that_nobody_put_in_are_called_examples():
    counts = counted(["hi"])
    same = assumptions()
    some = assumptions(prices=dict(zip(COMPARED, map(Decimal, (1, 10, 1)), strict=True)))
    lines = [bill.total(counts, same)]
    said = plain(bill_captions.mix(lines, same, "$", list(COMPARED), counts))
    assert said.endswith("at $1.00 a million, an example.")
    said = bill_captions.mix(lines, some, "$", ["r50k_base", "o200k_base"], counts)
    assert said.endswith("at your prices (still an example for GPT-2, GPT-4o).")
    assert bill_captions.mix(lines, some, "$", [], counts).endswith("at your prices.")


def test_the_overhead_of_a_chat_is_said_in_tokens():
    counts, assumed = counted(["hi"]), assumptions(chat=True, fixed=20)
    lines = [bill.total(counts, assumed)]
    said = bill_captions.mix(lines, assumed, "$", [], counts)
    added = bill.chat([(1, 20), (1, 0)]) - 20
    assert said.endswith(f"format of 2023, adds {added} tokens a call.")
    plain_bytes = bill.count("mine", bpe.Tokenizer([]), ["hi"], quietly)
    prices = dict.fromkeys([*COMPARED, "mine"], Decimal(1))
    assumed = assumptions(chat=True, prices=prices, reply_prices=prices)
    said = bill_captions.mix(lines, assumed, "$", [], [*counts, plain_bytes])
    assert said.endswith("adds 7 to 10 tokens a call.")


def test_a_month_is_shared_as_the_data_are():
    counts = counted(["hi", "hi", "hello, world", ""], ["o200k_base"])
    groups = bill_languages.by_language(["a", "a", "b", "b"], 4)
    prices = {"o200k_base": Decimal("2.50")}
    assumed = assumptions(["o200k_base"], messages=1000, prices=prices)
    (a,), (b,) = bill.lines(groups, counts, assumed)
    assert (a.messages, a.tokens, a.mean, a.median) == (2, 2, 1.0, 1.0)
    assert (b.messages, b.tokens, b.mean, b.median) == (2, 3, 1.5, 1.5)
    assert a.cost == 500 * 1 * Decimal("2.50") / 1_000_000
    assert b.cost == 500 * Decimal("1.5") * Decimal("2.50") / 1_000_000
    (all_,) = bill.total(counts, assumed)
    assert all_.cost == a.cost + b.cost


def test_instructions_and_replies_are_paid_for_every_call():
    counts = counted(["hi"], ["o200k_base"])
    assumed = assumptions(
        ["o200k_base"], messages=10, fixed=99, reply=50, reply_prices={"o200k_base": Decimal(4)}
    )
    (line,) = bill.total(counts, assumed)
    assert line.cost == 10 * Decimal(100 * 1 + 50 * 4) / 1_000_000
    assert (line.tokens, line.mean) == (1, 1.0)


def test_the_chat_format_is_estimated_only_when_asked_for(encodings):
    assert len(encodings["cl100k_base"].encode("Hey there")) == 2
    (count,) = counted(["Hey there"], ["cl100k_base"])
    assert (count.user, count.system) == (1, 1)
    assert bill.around(count, assumptions()) == 0
    assert 2 + bill.around(count, assumptions(chat=True)) == bill.chat([(1, 2)]) == 9
    assert bill.chat([(1, 2), (1, 2)]) == 15
    with_instructions = bill.around(count, assumptions(chat=True, fixed=20))
    assert 2 + with_instructions == bill.chat([(1, 20), (1, 2)])


def test_mean_and_median_are_those_of_the_counts():
    for group in bill_languages.by_language(LANGUAGES, 200):
        for count in counted(TEXTS):
            tokens = count.tokens[group.places].tolist()
            line = bill.line(group, count, assumptions())
            assert (line.mean, line.median) == (sum(tokens) / 50, median(tokens))


def test_no_messages_cost_nothing_and_divide_by_nothing():
    counts, assumed = counted([]), assumptions()
    for line in bill.total(counts, assumed):
        assert (line.messages, line.tokens) == (0, 0)
        assert (line.mean, line.median, line.cost) == (None, None, None)
    table = bill_tables.table([bill.total(counts, assumed)], "$")
    assert table["mean"] == table["median"] == table["cost a month"] == ["–"] * 3
    assert "–" in bill_words.context(8192, COMPARED[0], [bill.total(counts, assumed)])


def test_a_context_holds_as_many_mean_messages_as_fit():
    assert bill.fit(8192, 3, 10) == 2457
    assert 2457 * 10 / 3 <= 8192 < 2458 * 10 / 3
    bills = bill.lines(bill_languages.by_language(LANGUAGES, 200), counted(TEXTS), assumptions())
    said = bill_words.context(8192, "r50k_base", bills)
    held = [8192 * 50 // row[0].tokens for row in bills]
    assert said.startswith(f"holds **{held[0]}** messages in English, **{held[1]}** in Hindi, ")
    alone = bill_words.context(8192, "r50k_base", [bill.total(counted(["hi", ""]), assumptions())])
    assert alone == "holds **16,384** messages."


# The answer.


def test_the_answer_names_the_language_with_the_largest_difference():
    said = answer(TEXTS, LANGUAGES)
    cl100k, o200k = (
        sum(count.tokens[i] for i, language in enumerate(LANGUAGES) if language == "Hindi")
        for count in counted(TEXTS, COMPARED[1:])
    )
    fewer = round(100 * (1 - o200k / cl100k))
    assert said.startswith(
        "For your **Hindi** messages GPT-4o’s tokenizer (o200k_base) needs "
        f"**{fewer} per cent fewer tokens** than GPT-4’s (cl100k_base)."
    )
    costs = [
        bill_words.money(price(int(count.tokens.sum()) * 50, 1), "$")
        for count in counted(TEXTS, COMPARED[1:])
    ]
    assert said.endswith(f"This mix costs **{costs[1]} a month** instead of {costs[0]}.")


@pytest.mark.parametrize(
    ("texts", "languages", "names", "said"),
    [
        ([], None, COMPARED, "There are no messages yet, so there is nothing to pay."),
        (
            ["hi", ""],
            None,
            COMPARED,
            "For your messages GPT-4o’s tokenizer (o200k_base) needs **as many tokens** as GPT-4’s "
            "(cl100k_base). They cost **$0.005 a month** with either.",
        ),
        (
            ["hi", ""],
            None,
            ["cl100k_base"],
            "Your 2 messages are **1 token** for GPT-4’s tokenizer (cl100k_base). "
            "They cost **$0.005 a month**.",
        ),
        (
            ["日本語"],
            None,
            COMPARED,
            "For your message GPT-4o’s tokenizer (o200k_base) needs **50 per cent fewer tokens** "
            "than GPT-4’s (cl100k_base). It costs **$0.02 a month** instead of $0.04.",
        ),
        (
            ["日本語", "hi"],
            ["Old Japanese", "English"],
            COMPARED,
            "For your message in **Old Japanese** GPT-4o’s tokenizer (o200k_base) needs **50 per "
            "cent fewer tokens** than GPT-4’s (cl100k_base). This mix costs **$0.015 a month** "
            "instead of $0.025.",
        ),
        (
            ["", ""],
            ["a", "b"],
            COMPARED,
            "For your messages GPT-4o’s tokenizer (o200k_base) needs **as many tokens** as GPT-4’s "
            "(cl100k_base). This mix costs **$0.00 a month** with either.",
        ),
        (
            ["日本語"],
            [""],
            ["o200k_base", "cl100k_base"],
            "For your message GPT-4’s tokenizer (cl100k_base) needs **100 per cent more tokens** "
            "than GPT-4o’s (o200k_base). It costs **$0.04 a month** instead of $0.02.",
        ),
    ],
    ids=["none", "equal", "one tokenizer", "no languages", "a longer name", "empty", "more"],
)
def test_the_answer_fits_what_there_is(texts, languages, names, said):
    assert answer(texts, languages, names) == said


def test_a_difference_below_one_per_cent_is_no_zero():
    texts = ["日本語", *["hi"] * 1000]
    assert "needs **less than 1 per cent fewer tokens** than" in answer(texts)


def test_where_only_messages_without_a_language_differ_they_are_named_so():
    said = answer(["日本語", "hi"], ["", "en"])
    assert said.startswith("For your message (no language given) GPT-4o’s tokenizer")
    assert "**50 per cent fewer tokens**" in said


def test_tokenizers_of_ones_own_are_named_as_text():
    machine = bpe.Tokenizer([(104, 105)])
    counts = [bill.count(name, machine, ["hi"], quietly) for name in ("*a*", "<b>")]
    assumed = assumptions(["*a*", "<b>"])
    said = bill_words.answer(
        bill.lines(bill_languages.by_language(None, 1), counts, assumed),
        bill.total(counts, assumed),
        "$",
    )
    assert words.literal("*a*") in said
    assert words.literal("<b>") in said


# Tables and files.


def test_the_table_marks_the_least_and_the_most_in_words():
    counts, assumed = counted(["日本語", "hi"]), assumptions()
    table = bill_tables.table(
        bill.lines(bill_languages.by_language(["ja", "en"], 2), counts, assumed), "$"
    )
    assert [plain(cell) for cell in table["cost a month"]] == [
        "$0.030 ▲ most",
        "$0.020",
        "$0.010 ✓ least",
        *["$0.005"] * 3,
    ]
    assert table["language (messages)"] == ["**ja** (1)", "", "", "**en** (1)", "", ""]
    assert [plain(title) for title in table["tokenizer"]] == 2 * [
        "GPT-2 (r50k_base)",
        "GPT-4 (cl100k_base)",
        "GPT-4o (o200k_base)",
    ]


def test_the_costliest_messages_come_once_each():
    (count,) = counted(["hi", "hello, world", "日本語", "hello, world"], ["r50k_base"])
    assert bill.costliest(count, ["hi", "hello, world", "日本語", "hello, world"], 3) == [2, 1, 0]
    table = bill_tables.costliest([2, 0], count, ["hi", "", "日本語"], ["", "", "ja"])
    assert table["message"] == ["3, ja", "1"]
    assert [plain(cell) for cell in table["pieces"]] == ["日×2 | 本×2 | 語×2", "hi"]


@pytest.mark.parametrize("text", ["", "hi", "naïve 中  x\n\n 😀" * 90, "x" * 500, " " * 300 + "y"])
@pytest.mark.parametrize("name", COMPARED)
def test_pieces_of_the_beginning_are_those_of_the_whole(name, text):
    (count,) = counted([text], [name])
    tokens = count.machine.encode(text)
    shown = bill_tables.pieces(count.machine, text, len(tokens))
    more = max(len(tokens) - bill_tables.SHOWN_PIECES, 0)
    cells = shown.split(" | ") if shown else []
    listed = [int(cell.partition("×")[2] or 1) for cell in cells if not cell.startswith("… ")]
    said = int(cells[-1].split()[1].replace(",", "")) if more else 0
    assert sum(listed) + said == len(tokens)
    if name == "o200k_base" and text.startswith("x"):
        assert cells[0] == count.machine.decode(tokens[:1])


def test_of_a_long_message_only_the_beginning_is_replayed(monkeypatch):
    (count,) = counted(["hello, world " * 500], ["o200k_base"])
    replayed = []
    replay = bpe.Tokenizer.replay
    monkeypatch.setattr(
        bpe.Tokenizer, "replay", lambda m, texts: replayed.extend(texts) or replay(m, texts)
    )
    shown = bill_tables.pieces(count.machine, "hello, world " * 500, int(count.tokens[0]))
    assert shown.startswith("hello | , | ·world | ·hello | ,")
    assert len("".join(replayed)) < 300


@pytest.mark.parametrize("split", ["none", "cl100k"])
@pytest.mark.parametrize("before", ["", "Hi, "])
def test_a_very_long_stretch_is_not_replayed_to_be_shown(monkeypatch, split, before):
    vocabulary = bpe.pretrained("cl100k_base").vocabulary
    machine = bpe.Tokenizer(vocabulary, pre_tokenizer=split)
    replayed = []
    replay = bpe.Tokenizer.replay
    monkeypatch.setattr(
        bpe.Tokenizer, "replay", lambda m, texts: replayed.extend(texts) or replay(m, texts)
    )
    shown = bill_tables.pieces(machine, before + "a" * 2_300_000, 287_501)
    assert sum(map(len, replayed)) <= bill_tables.MAX_CUT
    head, _, rest = shown.rpartition("… ")
    if before and split == "cl100k":
        assert (head, rest.split(", beginning")[0]) == ("Hi | , | ", "287,499 more")
        assert rest.endswith("a stretch of 2,300,001 characters that is not cut here")
    else:
        assert (head, rest.split(", beginning")[0]) == ("", "287,501 more")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\0", "‹NUL›"),
        ("a\0b", "a | ‹NUL› | b"),
        ("ی\u200cخ", "ی\u200c×5 | خ×2"),
        ("👩\u200d👧", "👩\u200d👧×11"),
        ("\u200d", "‹ZWJ›×3"),
        ("a\tb c\r\n", "a | → | b | · | c | ‹CR↵›×2"),
    ],
)
def test_characters_that_belong_together_are_shown_together(text, shown):
    machine = bpe.Tokenizer([])
    assert bill_tables.pieces(machine, text, machine.count(text)) == shown


def test_a_language_over_two_lines_is_named_in_one():
    (count,) = counted(["hi", "hi hi"], ["o200k_base"])
    table = bill_tables.costliest([0, 1], count, ["hi", "hi hi"], ["a\n\n# b", "\u200b"])
    assert [plain(cell) for cell in table["message"]] == ["1, a # b", "2"]


def test_files_name_the_encoding_beside_every_number():
    counts, assumed = counted(["naïve 中", "=1+1"]), assumptions(fixed=5)
    lines = bill.lines(bill_languages.by_language(["fr", "@x"], 2), counts, assumed)
    data = to_csv(bill_tables.BILL_HEADER, bill_tables.bill_rows(lines, assumed, "€"))
    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    assert [row["encoding"] for row in rows] == [*COMPARED, *COMPARED]
    assert rows[3]["language"] == "'@x"
    for row, line in zip(rows, [line for each in lines for line in each], strict=True):
        assert Decimal(row["cost a month"]) == line.cost
        assert int(row["tokens"]) == line.tokens
    data = to_csv(
        bill_tables.message_header(counts),
        bill_tables.message_rows(["naïve 中", "=1+1"], ["fr", ""], counts),
    )
    head, *rows = csv.reader(io.StringIO(data.decode("utf-8-sig")))
    assert head[3:] == [
        "tokens, GPT-2 (r50k_base)",
        "tokens, GPT-4 (cl100k_base)",
        "tokens, GPT-4o (o200k_base)",
    ]
    assert [row[2] for row in rows] == ["naïve 中", "'=1+1"]
    assert [int(cell) for cell in rows[0][3:]] == [int(count.tokens[0]) for count in counts]


# One message, names, and one long message.


def test_of_one_message_and_a_tokenizer_of_ones_own_it_speaks_as_people_do():
    said = answer(["hi"], names=["cl100k_base"])
    assert said.startswith("Your 1 message is **1 token** for GPT-4’s tokenizer (cl100k_base). It ")
    assert answer(["hi"]).startswith("For your message GPT-4o’s tokenizer (o200k_base) needs **as")
    machine = bpe.Tokenizer([(104, 105)])
    counts = [bill.count(name, machine, ["hi"], quietly) for name in ("a. b", "c")]
    total = bill.total(counts, assumptions(["a. b", "c"]))
    said = plain(bill_words.answer([total], total, "$"))
    assert said.startswith("For your message your tokenizer “c” needs **as many tokens** as your t")
    assert "as your tokenizer “a. b”. It costs" in said


HEBREW, URDU = "עברית", "اردو"


def held(name):
    """Return a name as it is kept from turning what stands around it."""
    return f"\u2068{name}\u2069"


def test_a_name_written_right_to_left_moves_no_number_beside_it():
    texts, languages = ["שלום לכולם", "ہیلو", "hi"], [HEBREW, URDU, "English"]
    counts, assumed = counted(texts), assumptions()
    bills, total = bill.lines(bill_languages.by_language(languages, 3), counts, assumed), None
    total = bill.total(counts, assumed)
    fits = bill_words.context(8192, "r50k_base", bills)
    assert f" messages in {held(HEBREW)}, **" in fits
    assert f"** in {held(URDU)}, **" in fits
    assert fits.endswith("** in English.")
    assert re.search(rf"\*\*({held(HEBREW)}|{held(URDU)})\*\* message ", answer(texts, languages))
    table = bill_tables.table(bills, "$")
    assert table["language (messages)"][::3] == [
        f"**{held(HEBREW)}** (1)",
        f"**{held(URDU)}** (1)",
        "**English** (1)",
    ]
    assert bill_shares.shares(bills, total, "$")[0].told[0].startswith(f"{held(HEBREW)}, GPT-2 (")
    listed = bill_tables.costliest([0, 2], counts[0], texts, languages)
    assert listed["message"] == [f"1, {held(HEBREW)}", "3, English"]
    many = [*(f"{HEBREW} {sign}" for sign in "abcdefg"), "English"]
    bills = bill.lines(bill_languages.by_language(many, 8), counted(["hi"] * 8), assumed)
    told = bill_shares.shares(bills, bill.total(counted(["hi"] * 8), assumed), "$")[-1].told[0]
    assert f"\n{held(f'{HEBREW} g')}: $0" in told
    rows = to_csv(bill_tables.BILL_HEADER, bill_tables.bill_rows(bills, assumed, "$")).decode()
    assert HEBREW in rows
    assert "\u2068" not in rows


def test_a_tokenizers_name_written_right_to_left_is_held_together_too():
    (count,) = (bill.count(HEBREW, bpe.Tokenizer([]), ["hi"], quietly),)
    total = bill.total([count], assumptions([HEBREW]))
    assert f"tokenizer “{held(HEBREW)}”. It costs" in plain(bill_words.answer([total], total, "$"))
    assert bill_words.two_lines(HEBREW) == ("Yours", held(HEBREW))
    assert bill_words.told(total[0], total[0], "$", 2).startswith(
        f"all messages, {held(f'Yours: {HEBREW}')}\n"
    )


@pytest.mark.parametrize("sign", ["\u2067", "\u2068", "\u2069"])
def test_no_sign_in_a_name_lets_it_out(sign):
    assert words.isolated(f"{URDU}{sign} 1") == held(f"{URDU} 1")
    assert words.isolated(f"plain{sign}") == "plain"
    assert words.isolated("\u202eplain") == held("\u202eplain")


@pytest.mark.parametrize("pieces", [1, 7, 10**6])
@pytest.mark.parametrize("split", [*COMPARED, "none", "words", r"\d+"])
def test_a_long_message_is_counted_piece_by_piece_as_in_one(monkeypatch, pieces, split):
    monkeypatch.setattr(bill, "BATCH", 10)
    monkeypatch.setattr(bill, "PIECES", pieces)
    text = " ".join(TEXTS[:30]) + "  a\ud83e \n\n  <|endoftext|> 12345 'll  "
    machine = bpe.pretrained(split if split in COMPARED else "cl100k_base")
    if split not in COMPARED:
        cut = split if split in PATTERNS else PreTokenizer(split, timeout=9)
        machine = bpe.Tokenizer(machine.vocabulary, pre_tokenizer=cut)
    told = []
    count = bill.count("", machine, [text, "hi", text], lambda *report: told.append(report))
    assert count.tokens.tolist() == [machine.count(text), 1, machine.count(text)]
    assert told[0] == (0, 3)
    assert told[-1] == (3, 3)
    assert (len(told) > 100) == (pieces == 1 and split not in ("none", r"\d+"))


def test_the_file_of_counts_has_the_groups_of_the_bill():
    cells, texts = ["DE", "de", "a\n b", ""], ["1", "2", "3", "4"]
    counts = counted(texts)
    rows = list(bill_tables.message_rows(texts, cells, counts))
    assert [row[1] for row in rows] == ["DE", "DE", "a b", ""]
    groups = bill_languages.by_language(cells, 4)
    for group in groups[:2]:
        assert [row[1] for row in rows].count(group.name) == len(group.places)
