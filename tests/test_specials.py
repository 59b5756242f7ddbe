"""Special tokens are found leftmost first and longest first, whatever they are made of."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bpe
from bpe import files
from bpe.specials import MAX_CHARACTERS, finder
from tests.strategies import texts


def one_by_one(specials: set[str], text: str) -> list[tuple[int, int]]:
    """Look at each place for the longest special token, as plainly as possible."""
    found, at = [], 0
    while at < len(text):
        longest = max((s for s in specials if text.startswith(s, at)), key=len, default="")
        if longest:
            found.append((at, at + len(longest)))
        at += len(longest) or 1
    return found


@given(
    st.sets(st.text("ab]^-[\\\\|&.", min_size=1, max_size=4), max_size=6),
    texts("ab]^-[\\\\|&.", 30),
)
def test_the_longest_at_the_leftmost_place(specials, text):
    assert list(finder(specials)(text)) == one_by_one(specials, text)


def test_long_repetitive_tokens_are_found():
    # An engine that is given a pattern of them does not come back for minutes.
    specials = {"a" * 3000: 300, "b" * 3000: 301}
    tokenizer = bpe.Tokenizer([], special_tokens=specials)
    ids = tokenizer.encode("b" * 9000 + "c" + "a" * 2999, allowed_special="all")
    assert ids == [301] * 3 + [99] + [97] * 2999


@pytest.mark.parametrize(
    ("specials", "text", "n"),
    [
        (["a" * k + "b" for k in range(1, 315)], "a" * 200_000, 0),
        (["a", "a" * 49_000 + "b"], "a" * 200_000, 200_000),
        (["ba", "ab" * 24_000], "ba" * 100_000, 100_000),
        (list(map(chr, range(0x3400, 0xD000))), "a" * 199_999 + "\u4e00", 1),
    ],
    ids=["a ladder", "one hides a long one", "two that overlap", "many first characters"],
)
def test_tokens_that_overlap_in_many_ways_are_found(specials, text, n):
    """A search for each token at each place would take minutes for these."""
    assert sum(1 for _ in finder(specials)(text)) == n


def test_a_file_with_two_long_added_tokens_is_opened():
    plain = bpe.Tokenizer([(97, 98)]).to_huggingface()
    n = len(plain["model"]["vocab"])
    rows = [("a" * 3000, False), ("b" * 3000, True)]
    plain["added_tokens"] = [
        {"id": n + i, "content": text, "normalized": normalized, "special": False}
        for i, (text, normalized) in enumerate(rows)
    ]
    opened = files.from_json(json.dumps(plain))
    assert opened.special_tokens == {"a" * 3000: n, "b" * 3000: n + 1}


def test_there_is_a_limit():
    half = MAX_CHARACTERS // 2
    bpe.Tokenizer([], special_tokens={"a" * half: 300, "b" * half: 301})
    with pytest.raises(ValueError, match="characters together"):
        bpe.Tokenizer([], special_tokens={"a" * half: 300, "b" * half: 301, "c": 302})


@pytest.mark.parametrize(
    "data",
    [
        {"format": "bpe-playground", "version": "A*" * 100_000},
        {"format": "bpe-playground", "version": 1, "merges": "A*" * 100_000},
        {"model": {"type": "A*" * 100_000}},
        {"model": {"type": "BPE", "vocab": {"a": "A*" * 100_000}, "merges": []}},
    ],
    ids=range(4),
)
def test_a_refusal_quotes_no_more_than_a_reader_reads(data):
    with pytest.raises(ValueError, match=r"tokenizer|merges") as refusal:
        files.from_json(json.dumps(data))
    assert len(str(refusal.value)) < 500


@pytest.mark.parametrize(
    "call",
    [
        lambda met: bpe.Tokenizer([]).encode("a", allowed_special=met),
        lambda met: bpe.Tokenizer([]).encode("a", allowed_special=[met]),
        lambda met: bpe.Tokenizer([], special_tokens={met[:40_000]: 300}).encode(
            "a", allowed_special=["b"]
        ),
        lambda met: bpe.Tokenizer([]).encode(met.encode()),
        lambda met: bpe.Tokenizer([]).encode("a", merges=met),
        lambda met: bpe.Tokenizer([], codec=met),
        lambda met: bpe.Tokenizer([], ties=met),
        lambda met: bpe.Tokenizer([], name=met.encode()),
        lambda met: bpe.Tokenizer([], special_tokens={"a": met}),
        lambda met: bpe.train("a", merges=met),
        lambda met: bpe.train([met.encode()], merges=1),
        lambda met: bpe.train({"a": met}, merges=1),
        bpe.pretrained,
    ],
    ids=range(13),
)
def test_a_refused_argument_is_not_quoted_whole(call):
    with pytest.raises(ValueError, match=r"\w+ \w+") as refusal:
        call("A*" * 100_000)
    assert len(str(refusal.value)) < 500
