"""Training: what it takes, what it tells, and where it stops."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bpe
from bpe.pretokenize import PreTokenizer
from tests import plainly
from tests.strategies import NAMES, TIES, corpora, documents_of, latin_texts


class CancelledError(Exception):
    """What a page raises to stop a training."""


def pairs_as_bytes(training) -> list[tuple[bytes, bytes]]:
    """Return the merges with tokens for ids."""
    tokens = training.tokenizer.tokens
    return [(tokens[left], tokens[right]) for left, right in training.tokenizer.merges]


# What a corpus may be.


def test_one_text_is_one_document():
    assert pairs_as_bytes(bpe.train("abab abab abab", merges=2)) == [(b"a", b"b"), (b"ab", b"ab")]
    of_list = bpe.train(["abab abab abab"], merges=2)
    assert pairs_as_bytes(of_list) == [(b"a", b"b"), (b"ab", b"ab")]


def test_documents_may_come_from_a_generator_and_no_merge_crosses_two():
    training = bpe.train((letter for letter in ["ab", "ab", "cd", "cd"]), merges=9)
    assert pairs_as_bytes(training) == [(b"a", b"b"), (b"c", b"d")]
    assert training.counts == (2, 2)


def test_a_mapping_says_how_often_each_document_occurs():
    training = bpe.train(Counter({"ab": 3, "cd": 5}), merges=9)
    assert pairs_as_bytes(training) == [(b"c", b"d"), (b"a", b"b")]
    assert training.counts == (5, 3)


def test_counts_beyond_32_bits_are_exact():
    training = bpe.train({"abab": 2**38 + 1}, merges=2)
    assert training.counts == (2 * (2**38 + 1), 2**38 + 1)
    assert training.tokenizer.replay({"abab": 2**38 + 1}).token_counts.tolist() == [
        4 * (2**38 + 1),
        2 * (2**38 + 1),
        2**38 + 1,
    ]


@pytest.mark.parametrize(
    "corpus", [None, 7, b"abab", ["ab", 7], ["ab", None], [b"ab"], {7: 2}, 1.5]
)
def test_a_corpus_that_is_no_text_is_refused(corpus):
    with pytest.raises(ValueError, match=r"(?i)str|text"):
        bpe.train(corpus, merges=1)


@pytest.mark.parametrize("count", [0, -1, 1.5, "2", None, True])
def test_a_count_that_is_no_whole_number_from_one_is_refused(count):
    with pytest.raises(ValueError, match=r"(?i)count"):
        bpe.train({"abab": count}, merges=1)


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"merges": -1}, "-1"),
        ({"merges": 1.5}, "1.5"),
        ({"merges": "3"}, "3"),
        ({"merges": True}, "True"),
        ({"merges": None}, "None"),
        ({"merges": 1, "min_count": 0}, "0"),
        ({"merges": 1, "min_count": True}, "True"),
        ({"merges": 1, "rivals": -1}, "-1"),
        ({"merges": 1, "ties": "last"}, "first.*lowest.*greatest"),
        ({"merges": 1, "codec": "ascii"}, "utf-8.*latin-1"),
        ({"merges": 1, "pre_tokenizer": "gpt9"}, "gpt9"),
        ({"merges": 1, "pre_tokenizer": 7}, "7"),
        ({"merges": 1, "pre_tokenizer": None}, "None"),
    ],
)
def test_a_bad_setting_is_refused_by_a_sentence_that_names_it(settings, named):
    with pytest.raises(ValueError, match=f"(?s){named}"):
        bpe.train("abab", **settings)


def test_with_latin_1_a_character_out_of_range_is_named_with_its_place():
    with pytest.raises(ValueError, match=r"(?s)€.*3|3.*€"):
        bpe.train("ab €é", merges=1, codec="latin-1")


def test_latin_1_has_the_256_characters_as_base_units():
    training = bpe.train("éaéa", merges=1, codec="latin-1")
    assert training.tokenizer.merges == ((0xE9, 0x61),)
    assert training.tokenizer.codec == "latin-1"
    assert training.tokenizer.encode("éa é") == [256, 0x20, 0xE9]


def test_halves_of_a_surrogate_pair_are_joined_before_training():
    training = bpe.train("\ud83e\udd8a\ud83e\udd8a", merges=3)
    assert training.tokenizer.tokens[258] == "🦊".encode()
    lone = bpe.train("\ud83e\ud83e", merges=2)
    assert lone.tokenizer.tokens[257] == "\ufffd".encode()


# What training tells.


@given(
    corpora(), st.integers(0, 8), st.sampled_from(NAMES), st.sampled_from(TIES), st.integers(1, 30)
)
def test_ties_and_rivals_are_those_of_a_full_recount(corpus, merges, name, ties, rivals):
    training = bpe.train(
        corpus, merges=merges, pre_tokenizer=name, ties=ties, min_count=1, rivals=rivals
    )
    cut = PreTokenizer.of(name).split
    pre_tokens = [piece.encode() for text in documents_of(corpus) for piece in cut(text)]
    _, counts, rankings = plainly.train(pre_tokens, merges, 1, ties)
    assert training.counts == tuple(counts)
    assert training.ties == tuple(
        sum(1 for _, count in ranking if count == ranking[0][1]) for ranking in rankings
    )
    assert training.rivals == tuple(tuple(ranking[:rivals]) for ranking in rankings)


def test_rivals_and_ties_at_a_glance():
    training = bpe.train("xyxyabab", merges=1, rivals=3)
    x, y, a, b = b"xyab"
    assert training.rivals == ((((x, y), 2), ((a, b), 2), ((y, x), 1)),)
    assert training.ties == (2,)


def test_without_asking_no_rivals_are_kept():
    training = bpe.train("abababab", merges=3)
    assert [rivals for rivals in training.rivals if rivals] == []
    assert len(training.counts) == len(training.ties) == len(training.tokenizer.merges) == 2


@given(corpora(latin_texts), st.integers(1, 9))
def test_the_first_merges_do_not_depend_on_how_many_are_wanted(corpus, merges):
    some = bpe.train(corpus, merges=merges, codec="latin-1")
    more = bpe.train(corpus, merges=merges + 3, codec="latin-1")
    assert more.tokenizer.merges[:merges] == some.tokenizer.merges
    assert more.counts[:merges] == some.counts


@pytest.mark.parametrize("corpus", ["", [], [""], {}, {"": 3}])
def test_an_empty_corpus_gives_no_merges_and_says_why(corpus):
    training = bpe.train(corpus, merges=5)
    assert training.tokenizer.merges == training.counts == training.ties == ()
    assert "empty" in training.stopped
    assert training.tokenizer.encode("ab") == [97, 98]


def test_training_that_runs_out_of_pairs_says_after_how_many_merges():
    training = bpe.train("abab", merges=44)
    assert training.tokenizer.merges == ((97, 98),)
    assert training.counts == (2,)
    assert "no pair occurs at least 2 times" in training.stopped.lower()
    assert "after 1 merge" in training.stopped


def test_training_that_learns_all_merges_says_so():
    finished = bpe.train("abababab", merges=2).stopped
    assert "no pair" not in finished
    assert "2" in finished
    assert finished.endswith(".")


def test_no_merges_wanted_is_a_tokenizer_of_bytes():
    training = bpe.train("abab", merges=0)
    assert training.tokenizer.merges == ()
    assert training.tokenizer.encode("é") == [0xC3, 0xA9]


def test_the_tokenizer_remembers_how_it_was_trained():
    training = bpe.train("abab", merges=1, pre_tokenizer="words", ties="lowest")
    assert training.tokenizer.pre_tokenizer == PreTokenizer.of("words")
    assert training.tokenizer.ties == "lowest"
    assert training.tokenizer.counts == training.counts == (2,)


# Progress.


def test_progress_starts_at_none_and_never_goes_back():
    calls: list[tuple[int, int]] = []
    bpe.train("abcabdabe" * 5, merges=3, progress=lambda done, wanted: calls.append((done, wanted)))
    assert calls[0] == (0, 3)
    assert calls[-1] == (3, 3)
    assert {wanted for _, wanted in calls} == {3}
    assert [done for done, _ in calls] == sorted(done for done, _ in calls)


@pytest.mark.parametrize("at", [0, 1])
def test_an_exception_raised_in_progress_ends_the_training(at):
    def progress(done, wanted):
        if done >= at:
            raise CancelledError

    with pytest.raises(CancelledError):
        bpe.train("abcabdabe" * 5, merges=3, progress=progress)


def test_a_generator_is_read_once():
    read: list[str] = []

    def documents():
        for text in ("abab", "cd"):
            read.append(text)
            yield text

    bpe.train(documents(), merges=2)
    assert read == ["abab", "cd"]
