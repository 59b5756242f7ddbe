"""Patterns that cross over between two engines: alike on any text, or refused."""

import warnings

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Regex, pre_tokenizers

import bpe
from bpe import onig
from bpe.corpus import well_formed
from bpe.pretokenize import PATTERNS
from tests.strategies import EVERY_CHARACTER, any_texts


def cut_there(pattern: str, text: str) -> list[str]:
    split = pre_tokenizers.Split(Regex(pattern), "isolated")
    return [text[start:end] for _, (start, end) in split.pre_tokenize_str(text)]


def cut_here(pattern: str, text: str) -> list[str]:
    return bpe.PreTokenizer(pattern).split(text)


@pytest.mark.parametrize("name", [name for name, pattern in PATTERNS.items() if pattern])
@settings(max_examples=max(500, settings().max_examples))
@given(text=any_texts.map(well_formed))
def test_a_named_pattern_cuts_alike_in_its_other_spelling(name, text):
    pattern = PATTERNS[name]
    there = onig.to_onig(pattern)
    assert cut_there(there, text) == cut_here(pattern, text)
    assert onig.from_onig(there) == pattern


@pytest.mark.parametrize("there", [*onig._GPT4_LIKE, onig.GPT2])
@settings(max_examples=max(500, settings().max_examples))
@given(text=any_texts.map(well_formed))
def test_known_patterns_cut_alike_and_leave_out_nothing(there, text):
    assert cut_there(there, text) == cut_here(onig.from_onig(there), text)
    assert onig.matches_all(there)
    split = pre_tokenizers.Split(Regex(there), "removed", invert=True)
    assert "".join(piece for piece, _ in split.pre_tokenize_str(text)) == text


ATOMS = (
    *("a", "b", "é", " ", "'", "1", "-", ",", "\n", ".", r"\s", r"\S", r"\d", r"\D", r"\n", r"\r"),
    *(r"\p{L}", r"\P{N}", r"\p{Lu}", r"\.", r"\-", r"\]", "[ab]", "[^ab]", r"[^\s\p{L}]", "[a-c]"),
    *(r"[\]\-\\]", "[a^]", r"[^\r\n\p{L}\p{N}]", "(?i:'s|'t|'re|'ve|'m|'ll|'d)"),
    *("(?i:[sdmt]|ll|ve|re)", r"\w", r"\b", "^", "$", "[a&&b]", "[[a]]", "(?i:a)", "(?<=a)"),
)
TIMES = (*("", "", "", "?", "*", "+", "??", "*?", "+?", "?+", "*+", "++", "{2}", "{1,2}"), "{2,}?")
UNSURE = ("{1,2}+", "{2}?", "**", "{,2}", "{1}{2}")
repeated = st.tuples(st.sampled_from(ATOMS), st.sampled_from((*TIMES, *TIMES, *UNSURE))).map(
    "".join
)
patterns = st.recursive(
    repeated,
    lambda inner: st.tuples(
        st.sampled_from(["", "(", "(?:", "(?>", "(?=", "(?!"]),
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, max_size=2).map("".join),
        st.sampled_from(TIMES),
    ).map(lambda p: f"{p[0]}{p[1]}{'|' + p[2] if p[2] else ''}" + (")" + p[3] if p[0] else "")),
    max_leaves=6,
)


@settings(max_examples=max(1000, settings().max_examples))
@given(patterns, st.lists(st.text("aabbcA1 \n\r'sSl.é-]", max_size=12), min_size=3, max_size=9))
def test_a_pattern_that_crosses_over_cuts_alike(pattern, texts):
    try:
        ours = onig.from_onig(pattern)
    except ValueError as refusal:
        assert str(refusal).endswith(".")  # noqa: PT017 - most are refused, and that is well
        return
    assert onig.to_onig(ours) == pattern
    for text in texts:
        assert cut_here(ours, text) == cut_there(pattern, text)


@pytest.mark.parametrize("name", onig.CLASSES)
def test_a_property_holds_the_same_characters(name):
    pattern = rf"\p{{{name}}}+"
    assert cut_there(pattern, EVERY_CHARACTER) == cut_here(pattern, EVERY_CHARACTER)


@pytest.mark.parametrize("escape", [r"\s", r"\S", r"\d", r"\D", "."])
def test_an_escape_holds_the_same_characters(escape):
    assert cut_there(f"{escape}+", EVERY_CHARACTER) == cut_here(f"{escape}+", EVERY_CHARACTER)


def test_an_escaped_sign_stands_for_itself():
    signs = [chr(code) for code in range(128) if not chr(code).isalnum() and code >= 32]
    text = "".join(map(chr, range(128)))
    for sign in (sign for sign in signs if sign != "\x7f"):
        for pattern in (rf"\{sign}", rf"[\{sign}]", rf"[^\{sign}]+"):
            assert onig.from_onig(pattern) == pattern
            assert cut_there(pattern, text) == cut_here(pattern, text)


@pytest.mark.parametrize("contraction", ["(?i:'s|'t|'re|'ve|'m|'ll|'d)", "(?i:[sdmt]|ll|ve|re)"])
def test_contractions_hold_the_same_characters(contraction):
    assert onig.from_onig(contraction) == contraction
    text = "".join(f"'{character}\n" for character in EVERY_CHARACTER)
    text += "".join(f"'{a}{b}\n" for a in "sStTrRlLvVeEſKßʼŉﬅﬆẞ" for b in "sStTlLeEſKßʼŉﬅﬆẞ")
    assert cut_there(contraction, text) == cut_here(contraction, text)


# What is refused, and a text that shows why.


@pytest.mark.parametrize(
    ("pattern", "text", "named"),
    [
        (r"\w+", "x²", r"\w"),
        ("a$", "a\na", "$"),
        ("^a", "a\na", "^"),
        (r"\p{N}{1,3}+", "1234567", "+"),
        (r"\h", "abc 1", r"\h"),
        ("[a&&b]", "a&b", "["),
        ("(?i:ss)b", "aßb", "(?i:"),
        ("|ab", "abc", "nothing at all"),
    ],
)
def test_what_the_engines_read_otherwise_is_refused_and_named(pattern, text, named):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `regex` announces that it will read && as there one day
        differs = cut_there(pattern, text) != cut_here(pattern, text)
    assert differs
    for crossing in (onig.to_onig, onig.from_onig):
        with pytest.raises(ValueError, match=regex.escape(named)):
            crossing(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        *("(a", "a)", "[a", "a]", "[^]", "[]a]", "a**", "a{", "a{,2}b", "{2}", "|+", "(?", "(*"),
        *("(?#x)a", r"(a)\1", r"\p{^L}", "\\", "(a?)+", "(?=a)+b", "(?<=a)b", "(?i)a", r"\x41"),
        *("[[:alpha:]]", "[b-]", "b*", "a|", "(?=a)", "", "a?b?|c", "(?:a|b*)"),
    ],
)
def test_what_is_not_surely_alike_is_refused(pattern):
    with pytest.raises(ValueError, match=r"\w+ \w+") as caught:
        onig.from_onig(pattern)
    assert type(caught.value) is ValueError
    assert str(caught.value).endswith(".")


def test_brackets_may_be_nested_deep():
    onig.from_onig("(?:" * 5000 + "a" + ")" * 5000)


def test_the_words_of_a_refusal_show_the_place():
    with pytest.raises(ValueError, match=r'"\\b" at position 3'):
        onig.from_onig(r"a+|\b")
