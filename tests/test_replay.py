"""A replay: one number for each boundary, and what follows from it."""

from itertools import pairwise

import numpy as np
import pytest

import bpe

LOWER = bpe.Tokenizer([(108, 111), (256, 119), (101, 114), (119, 101), (257, 258)])
DOUBLES = bpe.Tokenizer([(97, 97), (256, 256), (257, 257)])


def pieces(replay, k: int) -> list[bytes]:
    """Return the tokens at k as bytes."""
    starts = [*replay.starts(k), len(replay.units)]
    return [replay.units[start:end] for start, end in pairwise(starts)]


def test_each_boundary_has_the_number_of_the_merge_at_which_it_vanishes():
    replay = LOWER.replay("lower")
    assert replay.units == b"lower"
    assert replay.merged_at.tolist() == [1, 2, 5, 3]
    assert pieces(replay, 0) == [b"l", b"o", b"w", b"e", b"r"]
    assert pieces(replay, 2) == [b"low", b"e", b"r"]
    assert pieces(replay, 3) == pieces(replay, 4) == [b"low", b"er"]
    assert pieces(replay, 5) == [b"lower"]


def test_the_views_of_one_word():
    replay = LOWER.replay("lower")
    assert replay.n_merges == 5
    assert list(replay.ids(3)) == [257, 258]
    assert list(replay.ids(5)) == [260]
    assert list(replay.token_counts) == [5, 4, 3, 2, 2, 1]
    assert list(replay.gains) == [0, 1, 1, 1, 0, 1]
    assert list(replay.events) == [1, 2, 3, 5]
    assert replay.tree(0, 5) == ((1, 0, 1, 2), (2, 0, 2, 3), (3, 3, 4, 5), (5, 0, 3, 5))


def test_a_token_at_any_k_has_its_tree():
    replay = LOWER.replay("lower")
    assert replay.tree(2, 3) == ()
    assert replay.tree(0, 3) == ((1, 0, 1, 2), (2, 0, 2, 3))
    assert replay.tree(3, 5) == ((3, 3, 4, 5),)


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2), (0, 6), (1, 3)])
def test_a_stretch_that_is_never_a_token_has_no_tree(start, end):
    with pytest.raises(ValueError, match=rf"{start}|{end}"):
        LOWER.replay("lower").tree(start, end)


def test_the_arrays_have_the_types_that_the_browser_is_sent():
    replay = LOWER.replay({"lower": 3, "low": 1})
    assert replay.merged_at.dtype == np.int32
    assert replay.weights.dtype == np.int64
    assert replay.weights.tolist() == [3] * 5 + [1] * 3
    assert LOWER.replay("lower").weights is None


def test_the_sentinels_stand_above_every_k():
    assert bpe.NEVER != bpe.WALL
    assert min(bpe.NEVER, bpe.WALL) > 2_000_000_000
    assert max(bpe.NEVER, bpe.WALL) <= np.iinfo(np.int32).max


def test_never_and_wall_are_told_apart():
    words = bpe.Tokenizer(LOWER.merges, pre_tokenizer="whitespace")
    assert words.replay("lo lo").merged_at.tolist() == [1, bpe.WALL, bpe.NEVER, 1]


def test_a_run_is_merged_from_the_left():
    replay = DOUBLES.replay("aaaaaaa")
    assert replay.merged_at.tolist() == [1, 2, 1, bpe.NEVER, 1, bpe.NEVER]
    assert list(replay.gains) == [0, 3, 1, 0]
    assert list(replay.ids(3)) == [257, 256, 97]


def test_a_merge_inside_a_tree_comes_in_merge_order_and_from_the_left():
    tree = DOUBLES.replay("aaaaaaaa").tree(0, 8)
    assert tree == (
        *((1, 0, 1, 2), (1, 2, 3, 4), (1, 4, 5, 6), (1, 6, 7, 8)),
        *((2, 0, 2, 4), (2, 4, 6, 8)),
        (3, 0, 4, 8),
    )


def test_what_a_merge_saved_is_not_what_its_pair_counted():
    training = bpe.train("aaa", merges=1)
    assert training.counts == (2,)
    assert training.tokenizer.replay("aaa").gains.tolist() == [0, 1]


@pytest.mark.parametrize("corpus", ["", [], [""], {}, {"": 4}])
def test_nothing_to_replay_is_an_empty_replay(corpus):
    replay = LOWER.replay(corpus)
    assert replay.units == b""
    assert len(replay.merged_at) == len(replay.starts(5)) == len(replay.ids(5)) == 0
    assert list(replay.token_counts) == [0] * 6
    assert list(replay.gains) == [0] * 6
    assert list(replay.events) == []


def test_one_unit_has_no_boundary():
    replay = LOWER.replay("e")
    assert len(replay.merged_at) == 0
    assert list(replay.ids(0)) == list(replay.ids(5)) == [101]
    assert list(replay.token_counts) == [1] * 6


def test_a_tokenizer_without_merges_replays_to_bytes():
    replay = bpe.Tokenizer([]).replay("é!")
    assert replay.n_merges == 0
    assert list(replay.ids(0)) == [0xC3, 0xA9, 0x21]
    assert list(replay.token_counts) == [3]
    assert replay.merged_at.tolist() == [bpe.NEVER, bpe.NEVER]


def test_empty_documents_leave_no_wall_of_their_own():
    replay = LOWER.replay(["", "lo", "", "", "lo", ""])
    assert replay.merged_at.tolist() == [1, bpe.WALL, 1]


def test_a_special_token_is_joined_from_the_start():
    tokenizer = bpe.Tokenizer(LOWER.merges, special_tokens={"low": 300})
    replay = tokenizer.replay("lowlower", allowed_special={"low"})
    assert replay.specials == ((0, 3, 300), (3, 6, 300))
    assert replay.merged_at.tolist() == [0, 0, bpe.WALL, 0, 0, bpe.WALL, 3]
    assert list(replay.ids(0)) == [300, 300, 101, 114]
    assert list(replay.ids(5)) == [300, 300, 258]
    assert list(replay.gains) == [4, 0, 0, 1, 0, 0]
    assert list(replay.events) == [3]
    assert replay.tree(0, 3) == ()
    assert tokenizer.replay("low").specials == ()


def test_a_special_token_of_one_unit_keeps_its_id():
    tokenizer = bpe.Tokenizer([], special_tokens={"!": 300})
    replay = tokenizer.replay("a!a", allowed_special="all")
    assert list(replay.ids(0)) == [97, 300, 97]
    assert list(replay.gains) == [0]


@pytest.mark.parametrize("k", [-1, 6, True, 1.5, "3", None])
@pytest.mark.parametrize("view", ["starts", "ids"])
def test_a_k_outside_its_range_is_refused(view, k):
    with pytest.raises(ValueError, match=str(k)):
        getattr(LOWER.replay("lower"), view)(k)


def test_a_replay_cannot_be_changed():
    replay = LOWER.replay("lower")
    with pytest.raises(ValueError, match=r"read-only"):
        replay.merged_at[0] = 7
    with pytest.raises(AttributeError):
        replay.units = b""


def test_a_tree_thousands_deep_is_flat():
    depth = 5000
    merges = [(97, 98), *((256 + i, 98) for i in range(depth - 1))]
    replay = bpe.Tokenizer(merges).replay("a" + "b" * depth)
    assert list(replay.ids(depth)) == [255 + depth]
    assert replay.tree(0, depth + 1) == tuple((k, 0, k, k + 1) for k in range(1, depth + 1))


def test_special_tokens_are_joined_in_each_document_and_weigh_what_it_weighs():
    tokenizer = bpe.Tokenizer([], special_tokens={"<>": 300})
    replay = tokenizer.replay({"a<>": 3, "<>": 2}, allowed_special="all")
    assert replay.units == b"a<><>"
    assert replay.weights.tolist() == [3, 3, 3, 2, 2]
    assert replay.merged_at.tolist() == [bpe.WALL, 0, bpe.WALL, 0]
    assert replay.specials == ((1, 3, 300), (3, 5, 300))
    assert replay.gains.tolist() == [5]
    assert replay.token_counts.tolist() == [8]
