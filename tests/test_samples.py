"""The sample corpora are whole, credited, and show what their sentences say."""

import ast
from functools import cache

import pytest

import bpe
from pages.ui.samples import CORPORA, SAMPLES, Sample, corpus, read

BY_KEY = {sample.key: sample for sample in SAMPLES}
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"


def of_each_sample() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("sample", SAMPLES, ids=list(BY_KEY))


@cache
def trained(key: str) -> bpe.Training:
    """Train on a sample with the settings that it opens with."""
    sample = BY_KEY[key]
    return bpe.train(
        corpus(sample).documents,
        merges=sample.merges,
        pre_tokenizer=sample.pre_tokenizer,
        min_count=sample.min_count,
        ties=sample.ties,
        codec=sample.codec,
    )


def made_by(key: str, merge: int) -> bytes:
    """The token that a merge makes, merges counted from 1."""
    return bytes(trained(key).tokenizer.tokens[255 + merge])


def saved_by(key: str, merge: int) -> int:
    """The tokens that a merge takes from its own corpus."""
    return trained(key).gains[merge - 1]


def test_every_file_is_a_sample_and_every_sample_a_file() -> None:
    assert sorted(sample.file for sample in SAMPLES) == sorted(
        path.name for path in CORPORA.glob("*.txt")
    )
    assert len(BY_KEY) == len(SAMPLES)


def test_sources_name_every_file() -> None:
    sources = (CORPORA / "SOURCES.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1].strip() for line in sources.splitlines() if line.startswith("| `")]
    assert rows == [f"`{sample.file}`" for sample in SAMPLES]


@of_each_sample()
def test_a_file_is_its_text_to_the_byte(sample: Sample) -> None:
    raw = (CORPORA / sample.file).read_bytes()
    text = read(sample)
    assert raw.decode("utf-8") == text == text.strip()
    assert text
    assert "\r" not in text
    text.encode(sample.codec)


@of_each_sample()
def test_a_sample_is_described(sample: Sample) -> None:
    assert sample.notice.startswith("Notice that ")
    assert sample.notice.endswith(".")
    assert "\n" not in sample.notice
    assert sample.title
    assert not sample.title.endswith(".")


@of_each_sample()
def test_a_sample_has_all_the_merges_that_it_opens_with(sample: Sample) -> None:
    assert len(trained(sample.key).counts) == sample.merges


def test_the_short_samples_are_the_ones_that_they_are_known_by() -> None:
    assert len(read(BY_KEY["crumb"])) == 280
    assert read(BY_KEY["cat_sat"]) == "the cat sat the cat sat"
    assert read(BY_KEY["low_lowest"]) == "low low low lowest newest"
    assert read(BY_KEY["aaabdaaabac"]) == "aaabdaaabac"
    assert corpus(BY_KEY["low_lower"]).documents == {"low": 5, "lower": 2, "newest": 6, "widest": 3}
    assert corpus(BY_KEY["hug_pug"]).documents == {
        **{"hug": 10, "pug": 5, "pun": 12},
        **{"bun": 4, "hugs": 5},
    }


def test_the_long_samples_are_long_enough_and_the_code_is_code() -> None:
    assert len(read(BY_KEY["prose"])) >= 10_000
    assert len(read(BY_KEY["code"])) >= 3_000
    ast.parse(read(BY_KEY["code"]))


# What the sentences of the samples say, as they say it.
WHOLE_AT = [
    ("crumb", 18, "delivery"),
    ("cat_sat", 1, "at"),
    ("low_lowest", 4, "low low "),
    ("low_lower", 1, "es"),
    ("hug_pug", 1, "ug"),
    ("hug_pug", 2, "un"),
    ("hug_pug", 3, "hug"),
    ("aaabdaaabac", 1, "aa"),
    ("orders", 20, " cake"),
    ("orders", 25, " केक"),
    ("prose", 6, " the"),
    ("prose", 69, " letter"),
    ("prose", 279, " bread"),
    ("code", 1, " " * 2),
    ("code", 11, " " * 7),
    ("numbers", 3, "203"),
    ("emoji", 71, " " + FAMILY),
    ("chinese_japanese", 25, "面包"),
    ("chinese_japanese", 27, "パン"),
    ("arabic", 1, "\u0627"),
    ("arabic", 2, "\u0644"),
    ("arabic", 4, "\u0627\u0644"),
    ("thai", 57, "ขนมปัง"),
    ("thai", 73, "ร้านขนมปัง"),
]

COUNTED = [
    ("cat_sat", 1, 4),
    ("low_lowest", 4, 2),
    ("low_lower", 1, 9),
    ("hug_pug", 1, 20),
    ("hug_pug", 2, 16),
    ("hug_pug", 3, 15),
    ("aaabdaaabac", 1, 4),
    ("orders", 1, 427),
    ("emoji", 1, 119),
    ("arabic", 4, 59),
]


@pytest.mark.parametrize(("key", "merge", "token"), WHOLE_AT)
def test_a_piece_is_whole_at_the_merge_that_the_sentence_names(
    key: str, merge: int, token: str
) -> None:
    assert made_by(key, merge).decode("utf-8") == token
    earlier = [made_by(key, k) for k in range(1, merge)]
    assert token.encode() not in earlier


@pytest.mark.parametrize(("key", "merge", "count"), COUNTED)
def test_a_pair_is_counted_as_often_as_the_sentence_says(key: str, merge: int, count: int) -> None:
    assert trained(key).counts[merge - 1] == count


@pytest.mark.parametrize(("key", "merge"), [(key, merge) for key, merge, _ in WHOLE_AT + COUNTED])
def test_the_sentence_of_a_sample_names_what_is_tested(key: str, merge: int) -> None:
    named = {
        ("cat_sat", 1): "first",
        ("low_lower", 1): "first merge",
        ("hug_pug", 1): "first",
        ("hug_pug", 2): "then u + n",
        ("aaabdaaabac", 1): "a + a",
        ("arabic", 1): "merges 1 and 2",
        ("arabic", 2): "merges 1 and 2",
    }
    assert named.get((key, merge), f"merge {merge}") in BY_KEY[key].notice


def test_after_the_seventh_merge_of_the_cat_no_pair_occurs_twice() -> None:
    sample = BY_KEY["cat_sat"]
    longer = bpe.train(
        read(sample),
        merges=100,
        pre_tokenizer=sample.pre_tokenizer,
        min_count=2,
        codec=sample.codec,
    )
    assert len(longer.counts) == 7


def test_overlapping_pairs_save_less_than_they_count() -> None:
    assert saved_by("low_lowest", 4) == 1
    assert saved_by("aaabdaaabac", 1) == 2


def test_two_pairs_tie_at_the_first_merge_of_low_and_lower() -> None:
    assert trained("low_lower").ties[0] == 2


def test_the_first_merge_of_the_orders_is_the_start_of_a_devanagari_letter() -> None:
    assert made_by("orders", 1) == "क".encode()[:2]


def test_most_emoji_begin_with_the_bytes_that_are_merged_first() -> None:
    start = made_by("emoji", 1)
    emoji = [c for c in read(BY_KEY["emoji"]) if ord(c) >= 0x2600 and c != "\ufe0f"]
    assert len(FAMILY.encode()) == 25
    assert sum(c.encode().startswith(start) for c in emoji) == 119
    assert len(emoji) < 2 * 119


def test_no_piece_of_the_numbers_holds_more_than_three_figures() -> None:
    assert read(BY_KEY["numbers"]).count("2031") == 15
    tokens = [made_by("numbers", k) for k in range(1, 61)]
    assert max(sum(48 <= byte <= 57 for byte in token) for token in tokens) == 3


def test_the_first_merges_in_chinese_and_japanese_are_parts_of_characters() -> None:
    read_as = [made_by("chinese_japanese", k).decode("utf-8", "replace") for k in range(1, 6)]
    assert ["\ufffd" in text for text in read_as] == [True, True, True, True, False]


def test_bread_stands_in_the_first_sentence_of_the_essay() -> None:
    assert "bread" in read(BY_KEY["prose"]).split(".")[0]
