"""Cutting a text into pre-tokens."""

import pytest

import bpe
from bpe.corpus import well_formed
from bpe.pretokenize import PATTERNS, PreTokenizer
from tests.strategies import NAMES

CONTRACTION = "I'm unhappy, 12345 times…\n\nOK  then"


def test_these_are_the_named_patterns():
    assert tuple(PATTERNS) == NAMES
    assert PATTERNS["none"] is None
    assert PATTERNS["whitespace"] == r" ?\S+|\s+"
    assert PATTERNS["words"] == r" ?\w+|[^\w\s]+|\s+"


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        ("none", [CONTRACTION]),
        ("whitespace", ["I'm", " unhappy,", " 12345", " times…", "\n\n", "OK", "  ", "then"]),
        (
            "words",
            ["I", "'", "m", " unhappy", ",", " 12345", " times", "…", "\n\n", "OK", "  ", "then"],
        ),
        (
            "gpt2",
            ["I", "'m", " unhappy", ",", " 12345", " times", "…", "\n", "\n", "OK", " ", " then"],
        ),
        (
            "cl100k",
            ["I", "'m", " unhappy", ",", " ", "123", "45", " times", "…\n\n", "OK", " ", " then"],
        ),
        (
            "o200k",
            ["I'm", " unhappy", ",", " ", "123", "45", " times", "…\n\n", "OK", " ", " then"],
        ),
    ],
)
def test_each_named_pattern_cuts_in_its_own_way(name, pieces):
    assert PreTokenizer.of(name).split(CONTRACTION) == pieces


def test_words_have_one_leading_space():
    assert PreTokenizer.of("whitespace").split("the cat  sat ") == ["the", " cat", "  ", "sat", " "]


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_text_has_no_pre_tokens(name):
    assert PreTokenizer.of(name).split("") == []


def test_what_a_pattern_skips_is_kept_as_a_pre_token():
    assert PreTokenizer(r"\w+").split("a, b\n") == ["a", ", ", "b", "\n"]
    assert PreTokenizer("z").split("no such letter") == ["no such letter"]


def test_groups_in_a_pattern_do_not_change_what_it_matches():
    assert PreTokenizer("(a|b)+").split("abab") == ["abab"]
    assert PreTokenizer("(a)(b)?").split("abac") == ["ab", "a", "c"]


def test_a_pattern_that_matches_nothing_cuts_nothing_away():
    assert "".join(PreTokenizer(r"x*").split("axb")) == "axb"
    assert PreTokenizer("").split("") == []


def test_a_name_and_a_pre_tokenizer_are_both_understood():
    mine = PreTokenizer(r"\w+", name="mine")
    assert PreTokenizer.of(mine) is mine
    assert (mine.pattern, mine.name) == (r"\w+", "mine")
    assert bpe.PreTokenizer is PreTokenizer
    training = bpe.train("ab, ab", merges=5, pre_tokenizer=mine)
    assert training.tokenizer.merges == ((97, 98),)


def test_an_unknown_name_is_answered_with_the_names_there_are():
    with pytest.raises(ValueError, match=r"gpt9") as caught:
        PreTokenizer.of("gpt9")
    assert all(name in str(caught.value) for name in NAMES)


@pytest.mark.parametrize("which", [None, 7, b"gpt2", ["gpt2"]])
def test_what_is_no_name_is_refused(which):
    with pytest.raises(ValueError, match=r"(?i)pre-tokenizer"):
        PreTokenizer.of(which)


@pytest.mark.parametrize(
    ("pattern", "place"),
    [("(", 1), ("[a-", 3), ("*a", 0), (r"\p{Foo}", 7), ("a{2,1}", 2), ("(?P<x>a", 7)],
)
def test_a_broken_pattern_is_refused_in_one_sentence_with_the_place(pattern, place):
    with pytest.raises(ValueError, match=rf"\b{place}\b") as caught:
        PreTokenizer(pattern)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("pattern", [7, b"a", ["a"], r"\L<words>", "(" * 3000 + ")" * 3000])
def test_a_pattern_of_another_kind_is_refused(pattern):
    with pytest.raises(ValueError, match=r"(?i)pattern"):
        PreTokenizer(pattern)


def test_patterns_that_only_the_regex_package_knows_are_understood():
    assert PreTokenizer(r"\p{L}+").split("éa1") == ["éa", "1"]
    assert PreTokenizer("(?<=a+)b").split("aab") == ["aa", "b"]


@pytest.mark.parametrize("way", ["split", "encode", "train"])
def test_a_pattern_over_its_time_is_given_up(way):
    slow = PreTokenizer(r"(?:a|aa|aaa)+$", timeout=0.05)
    text = "a" * 60 + "!"
    act = {
        "split": lambda: slow.split(text),
        "encode": lambda: bpe.Tokenizer([], pre_tokenizer=slow).encode(text),
        "train": lambda: bpe.train(text, merges=1, pre_tokenizer=slow),
    }[way]
    with pytest.raises((ValueError, TimeoutError), match=r"0\.05|(?i:time|seconds|slow)"):
        act()


def test_the_door_joins_halves_and_replaces_lone_ones():
    assert well_formed("\ud83e\udd8a") == "🦊"
    assert well_formed("a\ud83eb") == "a\ufffdb"
    assert well_formed("\udd8a\ud83e") == "\ufffd\ufffd"
    assert well_formed("plain é 🦊") == "plain é 🦊"


@pytest.mark.parametrize(
    ("name", "pieces"), [("gpt2", ["1234567"]), ("cl100k", ["123", "456", "7"])]
)
def test_digits_are_grouped_from_the_left(name, pieces):
    assert PreTokenizer.of(name).split("1234567") == pieces


@pytest.mark.parametrize("name", NAMES)
def test_a_long_run_is_cut_without_recursion(name):
    for letter in "a= \n":
        pieces = PreTokenizer.of(name).split(letter * 200_000)
        assert sum(map(len, pieces)) == 200_000


@pytest.mark.parametrize("pattern", [r"(?<=\Kab)b|a", r"b(?<=\Ka.)", r"a\Kb"])
@pytest.mark.parametrize("text", ["aababxbaab", "ab", "", "abab"])
def test_matches_that_begin_again_neither_lose_nor_double_text(pattern, text):
    rule = PreTokenizer(pattern, timeout=1)
    assert "".join(rule.split(text)) == text
    assert list(rule.pieces(text)) == rule.split(text)


def test_a_pattern_that_never_moves_on_is_stopped():
    with pytest.raises(ValueError, match="again and again"):
        PreTokenizer(r"(?=ab\K)").split("xaby")


@pytest.mark.parametrize("pattern", ["(?V0)(?V1)", "(?R)"])
def test_what_the_engine_stumbles_over_is_refused_in_a_sentence(pattern):
    with pytest.raises(ValueError, match="The pattern"):
        PreTokenizer(pattern).split("abc")
