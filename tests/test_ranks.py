"""Rank files: the same ids as tiktoken on any text, or refused by the line."""

import base64

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

import bpe
from bpe import ranks
from bpe.corpus import well_formed
from bpe.pretokenize import PATTERNS
from bpe.vocabulary import MAX_CHECKED
from tests.strategies import NAMES, any_texts, corpora, long_texts, tables

BYTES = {bytes([byte]): byte for byte in range(256)}
PATTERN = {name: pattern or r"(?s:.+)" for name, pattern in PATTERNS.items()}
texts = st.lists(st.one_of(any_texts, long_texts), max_size=4).map("".join).map(well_formed)


def file_of(table: dict[bytes, int]) -> bytes:
    """Return a rank file as tiktoken writes it."""
    return b"".join(base64.b64encode(token) + b" %d\n" % rank for token, rank in table.items())


def opened(data: bytes) -> dict[bytes, int]:
    """Return what tiktoken's own reader makes of a file."""
    lines = (line.split() for line in data.splitlines() if line)
    return {base64.b64decode(token): int(rank) for token, rank in lines}


def peer(table: dict[bytes, int], name: str, **specials: int) -> tiktoken.Encoding:
    return tiktoken.Encoding(
        "peer", pat_str=PATTERN[name], mergeable_ranks=table, special_tokens=specials
    )


def alike(tokenizer: bpe.Tokenizer, encoding: tiktoken.Encoding, text: str) -> None:
    """Check that both give the same ids, and that these stand for the text."""
    ids = tokenizer.encode(text, allowed_special="all")
    assert ids == encoding.encode(text, allowed_special="all")
    assert tokenizer.decode(ids) == text


@given(corpora(any_texts), st.sampled_from(NAMES), texts)
def test_a_trained_tokenizer_comes_back_from_its_ranks(corpus, name, text):
    trained = bpe.train(corpus, merges=12, min_count=1, pre_tokenizer=name).tokenizer
    encoding = bpe.Tokenizer(
        trained.merges, pre_tokenizer=name, special_tokens={"<e>": 900}
    ).to_tiktoken()
    data = file_of(encoding._mergeable_ranks)
    tokenizer = ranks.from_tiktoken(data, name, {"<e>": 900}, "mine")
    assert opened(data) == encoding._mergeable_ranks
    assert (tokenizer.name, tokenizer.merges) == ("mine", trained.merges)
    assert tokenizer.pre_tokenizer == trained.pre_tokenizer
    alike(tokenizer, encoding, f"{text}<e>{text}")


@pytest.mark.parametrize("size", [256, 257, 3000, 20_000])
def test_a_shipped_file_cut_at_a_rank_gives_the_same_ids(pretrained, size):
    vocabulary = pretrained["cl100k_base"].vocabulary
    table = {vocabulary.tokens[rank]: rank for rank in sorted(vocabulary.tokens)[:size]}
    tokenizer = ranks.from_tiktoken(file_of(table), "cl100k")
    encoding = peer(table, "cl100k")
    assert tokenizer.n_merges == size - 256

    @settings(max_examples=max(200, settings().max_examples))
    @given(texts)
    def check(text: str) -> None:
        alike(tokenizer, encoding, text)

    check()


@given(tables(b"ab", 9), st.randoms(use_true_random=False), st.lists(texts, max_size=5))
def test_ranks_with_holes_in_any_order_give_the_same_ids_or_are_refused(merges, shuffle, some):
    tokens = bpe.Tokenizer(merges).tokens
    longer = list(dict.fromkeys(token for token in tokens.values() if len(token) > 1))
    numbers = shuffle.sample(range(1000), 256 + len(longer))
    numbers[256:] = sorted(numbers[256:], reverse=shuffle.random() < 0.2)
    table = dict(zip([*BYTES, *longer], numbers, strict=True))
    lines = list(table.items())
    shuffle.shuffle(lines)
    try:
        tokenizer = ranks.from_tiktoken(file_of(dict(lines)), "none")
    except ValueError as refusal:
        why = str(refusal)
    else:
        encoding = peer(table, "none")
        for text in [*some, "abab", "aabbab" * 9]:
            alike(tokenizer, encoding, text)
            alike(tokenizer, encoding, "".join(c for c in text if c in "ab"))
        return
    assert "which no pair of lower tokens makes" in why


def test_a_token_that_no_merges_make_is_refused_for_tiktoken_gives_it_only_whole():
    table = {**BYTES, b"ab": 256, b"xyz": 300}
    assert peer(table, "whitespace").encode("xyz xyz") == [300, 32, 120, 121, 122]
    with pytest.raises(ValueError, match=r"Line 258 .* b'xyz', which no pair"):
        ranks.from_tiktoken(file_of(table), "whitespace")
    hidden = {**BYTES, b"bc": 256, b"ab": 257, b"abcd": 300, b"cd": 301}
    with pytest.raises(ValueError, match=r"Line 259 .* b'abcd'"):
        ranks.from_tiktoken(file_of(hidden), "none")


def test_a_token_made_of_a_higher_one_is_refused():
    table = {**BYTES, b"abc": 256, b"ab": 257}
    assert peer(table, "none").encode("abc") == [256]
    with pytest.raises(ValueError, match=r"Line 257 .* b'abc'"):
        ranks.from_tiktoken(file_of(table), "none")


@pytest.mark.parametrize("ends", [b"\r\n", b"\r", b"\n\n", b"  \n"])
def test_lines_may_end_in_any_way(ends):
    data = file_of({**BYTES, b"lo": 300}).replace(b"\n", ends)
    assert ranks.from_tiktoken(data, "none").encode("lot") == [300, 116]
    assert ranks.looks_like_ranks(data)


def test_a_pattern_of_ones_own_goes_with_a_file():
    mine = bpe.PreTokenizer(r"\d|\D+")
    tokenizer = ranks.from_tiktoken(file_of({**BYTES, b"12": 256, b"ab": 257}), mine)
    assert tokenizer.encode("ab12") == [257, 49, 50]
    assert tokenizer.pre_tokenizer is mine


GOOD = file_of({**BYTES, b"lo": 256, b"low": 257})
LINES = GOOD.splitlines()


@pytest.mark.parametrize(
    ("data", "named"),
    [
        (b"", "byte 0x00 and 255 others"),
        (b"\n\n", "byte 0x00 and 255 others"),
        (file_of({key: rank for key, rank in BYTES.items() if rank != 7}), "byte 0x07, so"),
        (GOOD + b"YQ=== 400\n", "Line 259"),
        (GOOD + b"Y 400\n", "Line 259"),
        (GOOD + b"Y*Q= 400\n", "Line 259"),
        (GOOD + b"YWI=\n", "Line 259 of this rank file is 'YWI='"),
        (GOOD + b"YWI= x\n", "Line 259"),
        (GOOD + b"YWI= -1\n", "Line 259"),
        (GOOD + b"YWI= 1.5\n", "Line 259"),
        (GOOD + b"YWI= 1_0\n", "Line 259"),
        (GOOD + b"YWI= 2147483648\n", "Line 259"),
        (GOOD + b"YWI= 99999999999999999999\n", "Line 259"),
        (GOOD + b"YWI= 400 401\n", "Line 259"),
        (GOOD + b" 400\n", "Line 259"),
        (GOOD + b"\xff\xfe 400\n", "Line 259"),
        (GOOD + b"YWI= 257\n", "Line 259 of this rank file has the rank 257 of line 258"),
        (
            GOOD + b"bG8= 400\n",
            "Line 259 of this rank file holds b'lo' again; it stands in line 257",
        ),
        (GOOD + b"eHl6 400\n", "Line 259 of this rank file holds b'xyz'"),
        (file_of({**BYTES, b"z" * MAX_CHECKED: 400}), "can be checked"),
        (b'{"model": {}}', "Line 1"),
        (b"not a rank file", "Line 1"),
    ],
)
def test_what_is_no_rank_file_is_refused_by_its_line(data, named):
    with pytest.raises(ValueError, match=named) as caught:
        ranks.from_tiktoken(data, "none")
    assert type(caught.value) is ValueError
    assert str(caught.value).endswith(".")


def test_a_file_without_any_one_of_its_lines_is_refused_or_smaller():
    for gone in (0, 100, 255, 256, 257):
        data = b"\n".join(line for i, line in enumerate(LINES) if i != gone)
        if gone == 257:
            assert ranks.from_tiktoken(data, "none").encode("low") == [256, 119]
        elif gone == 256:
            with pytest.raises(ValueError, match="b'low'"):
                ranks.from_tiktoken(data, "none")
        else:
            with pytest.raises(ValueError, match=f"0x{gone:02X}"):
                ranks.from_tiktoken(data, "none")


@pytest.mark.parametrize(
    ("pattern", "specials", "why"),
    [("words2", {}, "words2"), ("none", {"<e>": 256}, "taken"), ("none", {"": 900}, "at least")],
)
def test_a_wrong_pattern_or_special_token_is_refused(pattern, specials, why):
    with pytest.raises(ValueError, match=why):
        ranks.from_tiktoken(GOOD, pattern, specials)


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff", b"IQ==\n", b"IQ== x\n", b"a b c\n", b"\n"])
def test_what_does_not_look_like_ranks(data):
    assert not ranks.looks_like_ranks(data)


def test_what_was_opened_is_saved_and_handed_over_again(tmp_path):
    tokenizer = ranks.from_tiktoken(GOOD, "gpt2", {"<e>": 900})
    tokenizer.save(tmp_path / "t.json")
    for again in (
        bpe.Tokenizer.load(tmp_path / "t.json"),
        ranks.from_tiktoken(file_of(tokenizer.to_tiktoken()._mergeable_ranks), "gpt2"),
    ):
        assert (
            again.encode("low lower") == tokenizer.encode("low lower") == [257, 32, 257, 101, 114]
        )
        assert again.merges == tokenizer.merges
