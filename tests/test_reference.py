"""The reference, held against numbers worked out by hand and against BPE written a second time."""

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import reference
from tests import plainly
from tests.strategies import TIES, byte_strings

A, B, C, D = b"abcd"


def test_training_counts_every_place_of_a_pair_but_merges_from_the_left():
    merges, counts = reference.train([b"aaa"], 1, 1, "first")
    assert list(merges) == [(A, A)]
    assert list(counts) == [2]
    assert list(reference.encode(b"aaa", merges)) == [256, A]


def test_training_stops_when_no_pair_is_left():
    merges, counts = reference.train([b"abcd"], 9, 1, "first")
    assert list(merges) == [(A, B), (256, C), (257, D)]
    assert list(counts) == [1, 1, 1]


def test_training_stops_when_no_pair_is_common_enough():
    assert [list(part) for part in reference.train([b"abcd"], 9, 2, "first")] == [[], []]
    merges, counts = reference.train([b"abab", b"ab"], 9, 3, "first")
    assert [list(merges), list(counts)] == [[(A, B)], [3]]


@pytest.mark.parametrize("pre_tokens", [[], [b""], [b"a"], [b"a", b"", b"b"]])
def test_training_on_nothing_to_merge_gives_no_merges(pre_tokens):
    assert [list(part) for part in reference.train(pre_tokens, 5, 1, "first")] == [[], []]


def test_no_merge_crosses_two_pre_tokens():
    merges, _ = reference.train([b"ab", b"cd"], 9, 1, "first")
    assert list(merges) == [(A, B), (C, D)]


@pytest.mark.parametrize(
    ("ties", "winner"), [("first", (C, D)), ("lowest", (A, B)), ("greatest", (C, D))]
)
def test_the_tie_rule_decides_between_equal_counts(ties, winner):
    merges, counts = reference.train([b"cd", b"ab"], 1, 1, ties)
    assert [list(merges), list(counts)] == [[winner], [1]]


def test_the_first_pair_is_the_one_first_in_the_corpus_as_it_stands():
    # After (b, c) the corpus is  bc a | bc bc d e: the pair (bc, a) now stands first.
    merges, counts = reference.train([b"bca", b"bcbcde"], 2, 1, "first")
    assert list(merges) == [(B, C), (256, A)]
    assert list(counts) == [3, 1]


@pytest.mark.parametrize(
    ("ties", "second"), [("first", (256, C)), ("lowest", (C, D)), ("greatest", (C, D))]
)
def test_lowest_compares_ids_and_greatest_compares_bytes(ties, second):
    # At the second merge (ab, c) ties with (c, d): 256 > 99 as ids, b"ab" < b"c" as bytes.
    merges, _ = reference.train([b"ab", b"ab", b"abc", b"cd"], 2, 1, ties)
    assert list(merges) == [(A, B), second]


def test_encoding_applies_the_earliest_merge_and_not_the_leftmost():
    assert list(reference.encode(b"abc", [(B, C), (A, B)])) == [A, 256]


def test_decoding_joins_the_bytes_of_the_tokens():
    assert reference.decode([257, A, 256], [(A, B), (256, C)]) == b"abcaab"
    assert reference.decode([], []) == b""


@given(
    st.lists(byte_strings, max_size=4), st.integers(0, 10), st.integers(1, 3), st.sampled_from(TIES)
)
def test_training_equals_bpe_written_a_second_time(pre_tokens, merges, min_count, ties):
    learned, counts = reference.train(pre_tokens, merges, min_count, ties)
    wanted, wanted_counts, _ = plainly.train(pre_tokens, merges, min_count, ties)
    assert list(learned) == wanted
    assert list(counts) == wanted_counts


@given(st.lists(byte_strings, max_size=4), st.sampled_from(TIES), byte_strings)
def test_encoding_equals_the_merges_in_turn_and_decoding_undoes_it(pre_tokens, ties, piece):
    merges, _ = reference.train(pre_tokens, 8, 1, ties)
    ids = reference.encode(piece, merges)
    assert list(ids) == plainly.in_turn(piece, merges)
    assert reference.decode(ids, merges) == piece


def test_the_reference_needs_nothing_but_python():
    tree = ast.parse(Path(reference.__file__).read_text(encoding="utf-8"))
    imported = {
        name.name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for name in node.names
    } | {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported <= {"collections", "itertools", "__future__", "typing", "collections.abc"}
