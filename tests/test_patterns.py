"""A visitor's pattern is tried where it can do no harm, and refused in one sentence."""

import pytest

from pages.ui import patterns


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("(", "missing ) at position 1"),
        ("[a-", "unterminated character set at position 3"),
        ("*a", "nothing to repeat at position 0"),
        (r"\p{Foo}", "unknown property at position 7"),
        ("a{2,1}", "min repeat greater than max repeat at position 2"),
        ("(?P<x>a", "missing ) at position 7"),
        ("(" * 900 + "a" + ")" * 900, "nested too deeply"),
        ("a" * 3000, "3,000 characters"),
        ("((((a{200}){200}){200}){200})", "."),
    ],
    ids=lambda text: text[:12],
)
def test_a_pattern_that_cannot_be_used_is_refused_with_its_position(pattern, said):
    verdict = patterns.check(pattern, "some text")
    assert said in verdict.error
    assert verdict.n_skipped == 0


def test_a_slow_pattern_is_stopped():
    verdict = patterns.check(r"(?:(?:a|aa|a?)+)+$", "a" * 60 + "!b")
    assert "2 seconds" in verdict.error


@pytest.mark.parametrize(
    ("pattern", "text", "skipped"),
    [
        (r"\w+", "a, b\n", (", ", "\n")),
        (r"(a|b)+", "abab", ()),
        (r"(a|b)+", "abcab", ("c",)),
        (r"a|", "ab", ("b",)),
        (r"(?r)\w", "a b", (" ",)),
        (r" ?\w+|[^\w\s]+|\s+", "one, two", ()),
        ("", "ab", ("a", "b")),
    ],
)
def test_what_a_pattern_skips_is_shown(pattern, text, skipped):
    verdict = patterns.check(pattern, text)
    assert (verdict.error, verdict.skipped, verdict.n_skipped) == ("", skipped, len(skipped))


def test_only_the_first_skipped_pieces_are_named_and_all_are_counted():
    verdict = patterns.check(r"\w+", "a " * 50)
    assert (len(verdict.skipped), verdict.n_skipped) == (5, 50)
