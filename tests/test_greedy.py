"""Greedy longest match, beside BPE."""

import pytest
from hypothesis import given

import bpe
from bpe.greedy import longest_match
from tests.strategies import small_texts


@given(small_texts, small_texts)
def test_it_always_takes_the_longest_token_that_fits(corpus, text):
    tokenizer = bpe.train(corpus, merges=8, min_count=1).tokenizer
    units = text.encode()
    ids = longest_match(tokenizer, units)
    assert tokenizer.decode_bytes(ids) == units
    tokens = set(tokenizer.tokens.values())
    start = 0
    for id_ in ids:
        end = start + len(tokenizer.tokens[id_])
        assert not any(units[start:longer] in tokens for longer in range(end + 1, len(units) + 1))
        start = end


@pytest.mark.parametrize(
    ("word", "greedy", "real"),
    [
        ("indivisible", ["indi", "visible"], ["ind", "iv", "isible"]),
        ("helloworld", ["hello", "world"], ["h", "elloworld"]),
        (" strawberry", [" strawberry"], [" strawberry"]),
    ],
)
def test_where_it_differs_from_a_real_encoding(pretrained, word, greedy, real):
    cl100k = pretrained["cl100k_base"]
    tokens = [cl100k.tokens[id_].decode() for id_ in longest_match(cl100k, word.encode())]
    assert tokens == greedy
    assert [cl100k.tokens[id_].decode() for id_ in cl100k.encode(word)] == real
