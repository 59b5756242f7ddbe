"""What the components are sent: every figure that a page shows, against the plain reference."""

import json
import re
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bpe
from bpe.display import visible
from pages.ui.corpora import Corpus
from pages.ui.payload import (
    RIVALS,
    SHOWN_BYTES,
    SHOWN_PIECES,
    fields_with_outside,
    replay_fields,
    training_fields,
    whole_numbers,
)
from pages.ui.training import Settings, first_difference, train
from tests.strategies import TIES


def sent(text: str = "aaabdaaabac", **options) -> tuple[bpe.Training, dict]:
    training = bpe.train(text, **{"merges": 20, "min_count": 1, "rivals": RIVALS} | options)
    return training, training_fields(training, text)


@given(
    st.text("ab c", max_size=30),
    st.sampled_from(["none", "whitespace", "words"]),
    st.sampled_from(TIES),
)
def test_every_figure_of_the_player_is_that_of_the_reference(text, name, ties):
    _, fields = sent(text, pre_tokenizer=name, ties=ties)
    pieces = [piece.encode() for piece in bpe.PreTokenizer.of(name).split(text)]
    merges, counts = bpe.reference.train(pieces, 20, 1, ties)
    assert list(zip(fields["left"].tolist(), fields["right"].tolist(), strict=True)) == merges
    assert fields["counts"].tolist() == counts
    assert fields["n_units"] == len(text.encode())

    left = [list(piece) for piece in pieces]
    tokens = sum(map(len, left))
    for k, pair in enumerate(merges):
        pairs = Counter(pair for piece in left for pair in pairwise(piece))
        assert fields["ties"][k] == sum(count == counts[k] for count in pairs.values())
        shown = fields["rivals"].reshape(-1, RIVALS, 3)[k].tolist()
        assert shown[0] == [*pair, counts[k]]
        assert [row[2] for row in shown if row[2] >= 0] == sorted(pairs.values())[::-1][:RIVALS]
        assert all(
            pairs[left_id, right_id] == count for left_id, right_id, count in shown if count >= 0
        )
        left = [bpe.reference.merge(piece, pair, 256 + k) for piece in left]
        assert fields["gains"][k + 1] == tokens - sum(map(len, left))
        tokens = sum(map(len, left))


def test_what_is_no_array_is_json():
    _, fields = sent()
    plain = {name: value for name, value in fields.items() if not isinstance(value, np.ndarray)}
    assert json.loads(json.dumps(plain))["labels"][256] == "aa"
    assert {value.dtype for value in fields.values() if isinstance(value, np.ndarray)} <= {
        np.dtype(np.int32),
        np.dtype(np.float64),
    }


def test_the_name_of_a_content_changes_with_it():
    one, two = replay_fields(bpe.Tokenizer([]), "ab"), replay_fields(bpe.Tokenizer([]), "ba")
    assert one["sig"] != two["sig"]
    assert one["sig"] == replay_fields(bpe.Tokenizer([]), "ab")["sig"]
    other = replay_fields(bpe.Tokenizer([(97, 98)]), "ba")
    assert other["sig"] != two["sig"]


def test_labels_name_the_tokens_and_long_ones_are_cut_short():
    training, fields = sent("ab" * 400, merges=12)
    for id_, label in enumerate(fields["labels"]):
        token = training.tokenizer.tokens[id_]
        assert label == (visible(token) if len(token) <= 60 else visible(token[:60]) + "…")


def test_words_with_counts_are_sent_as_pieces():
    counts = {"low": 5, "lower": 2}
    training = bpe.train(counts, merges=4, rivals=RIVALS)
    fields = training_fields(training, counts)
    assert fields["views"] == ["pieces"]
    assert fields["pieces_text"] == fields["text"] == "lowlower"
    assert fields["pieces_lengths"].tolist() == [3, 5]
    assert fields["pieces_counts"].tolist() == [5, 2]
    assert fields["n_units"] == 5 * 3 + 2 * 5
    assert fields["gains"].tolist() == [0, *training.gains]
    assert fields["pieces_merged_at"].tolist() == [1, 2, bpe.WALL, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("text", "name", "views"),
    [
        ("the cat sat", "whitespace", ["text", "pieces", "history"]),
        ("the cat sat", "none", ["text", "history"]),
        ("the cat sat " * 20, "whitespace", ["text", "pieces"]),
        ("", "none", ["text"]),
    ],
)
def test_a_corpus_is_offered_in_the_views_that_fit_it(text, name, views):
    assert sent(text, pre_tokenizer=name)[1]["views"] == views


def test_of_a_large_corpus_the_beginning_is_shown_and_said():
    text = "the cat sat. " * 20_000
    training, fields = sent(text, merges=10, pre_tokenizer="words", min_count=2)
    assert len(fields["text"]) == SHOWN_BYTES
    assert "200,000 of 260,000 bytes" in fields["shown"]
    assert fields["n_units"] == 260_000
    assert fields["gains"].tolist() == [0, *training.gains]


def test_a_cut_beginning_ends_with_a_whole_character():
    fields = sent("€" * 70_000, merges=2)[1]
    assert fields["text"] == "€" * (SHOWN_BYTES // 3)


def test_of_many_pieces_the_commonest_are_sent():
    text = " ".join(f"w{i}" for i in range(900)) + " twice twice"
    fields = sent(text, merges=5, pre_tokenizer="whitespace")[1]
    assert fields["n_pieces"] == 901
    assert len(fields["pieces_counts"]) == SHOWN_PIECES
    assert fields["pieces_counts"][0] == 2


@given(st.text(st.sampled_from("ab é€🐈"), max_size=12))
def test_a_character_that_the_codec_lacks_stands_alone_between_walls(text):
    tokenizer = bpe.train("ab é ab é ab", merges=5, codec="latin-1").tokenizer
    fields = fields_with_outside(tokenizer, text)
    missing = [place for place, _ in tokenizer.out_of_range(text)]
    assert fields["outside"].tolist() == missing
    assert (fields["text"], fields["round_trip"]) == (text, "")
    stretches = re.split("[€🐈]", text)
    assert fields["n_tokens"] == sum(map(tokenizer.count, stretches))
    boundaries = fields["merged_at"].tolist()
    assert len(boundaries) == max(len(text) - 1, 0)
    for place in missing:
        assert all(boundaries[b] == bpe.WALL for b in (place - 1, place) if 0 <= b < len(text) - 1)


def test_special_tokens_are_read_as_such_when_asked():
    tokenizer = bpe.Tokenizer([], special_tokens={"<|e|>": 300})
    assert replay_fields(tokenizer, "a<|e|>")["specials"] == []
    assert replay_fields(tokenizer, "a<|e|>", specials=True)["specials"] == [[1, 6, 300]]


def test_numbers_that_are_too_large_for_32_bits_are_sent_as_doubles():
    assert whole_numbers([1, 2**31 - 1]).dtype == np.int32
    assert whole_numbers([1, 2**31]).tolist() == [1, 2**31]


def test_the_first_difference_of_two_tokenizers():
    settings = Settings(20, "none", "", 1, "first", "utf-8")
    first = train(Corpus("x", "zyzyxyxy"), settings).training.tokenizer
    lowest = bpe.train("zyzyxyxy", merges=20, min_count=1, ties="lowest").tokenizer
    assert first_difference(first, lowest) == 1
    assert first_difference(first, first) is None
    shorter = bpe.train("zyzyxyxy", merges=2, min_count=1).tokenizer
    assert first_difference(first, shorter) == 3
