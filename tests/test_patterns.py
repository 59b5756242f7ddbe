"""A visitor's pattern is tried where it can do no harm, and refused in one sentence."""

import subprocess
import sys

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


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("os.kill(os.getpid(), signal.SIGXCPU)", "more than 2 seconds"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "too much memory"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "broke off"),
        ("sys.exit(1)", "broke off"),
    ],
)
def test_the_true_reason_is_said_where_the_process_ends_early(monkeypatch, end, said):
    run = subprocess.run
    child = [sys.executable, "-c", f"import os, signal, sys; {end}"]
    monkeypatch.setattr(patterns.subprocess, "run", lambda _, **how: run(child, **how))
    assert said in patterns.check("a", "text").error


def test_compiling_that_takes_long_is_a_matter_of_time(monkeypatch):
    code = (
        "from pages.ui import patterns; patterns._STARTUP = -1; patterns._limit_memory()\n"
        "while True: pass"
    )
    run = subprocess.run
    child = [sys.executable, "-c", code]
    monkeypatch.setattr(patterns.subprocess, "run", lambda _, **how: run(child, **how))
    assert "more than 2 seconds" in patterns.check("a", "text").error


def test_what_takes_too_much_memory_says_so(monkeypatch):
    class Greedy:
        def __init__(self, *_, **__):
            pass

        def split(self, text):
            raise MemoryError

    monkeypatch.setattr(patterns, "PreTokenizer", Greedy)
    assert "too much memory" in str(patterns._try("a", "text")["error"])
