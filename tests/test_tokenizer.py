"""Tokenizers: ids out, text back, special tokens, and sentences for what cannot be."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bpe
from tests.strategies import NAMES, any_texts, latin_texts, long_texts, tables

A, B, C = b"abc"
ABC = bpe.Tokenizer([(A, B), (256, C)], special_tokens={"<|e|>": 300, "<|e|><|e|>": 301})


# Making one.


@pytest.mark.parametrize(
    ("merges", "named"),
    [
        ([(A, 256)], "256"),
        ([(A, B), (257, C)], "257"),
        ([(A, -1)], "-1"),
        ([(A, B), (A, B)], "(?i)merge 2|twice|same pair"),
        ([(A, B, C)], r"(?i)\bpair|merge 1"),
        ([A], r"(?i)\bpair|merge 1"),
        ([("a", "b")], r"(?i)\bpair|\bid\b|merge 1"),
        ([(A, 1.5)], "1.5"),
        (["ab"], r"(?i)\bpair|\bid\b|merge 1"),
    ],
)
def test_a_merge_of_what_is_not_there_yet_is_refused(merges, named):
    with pytest.raises(ValueError, match=named):
        bpe.Tokenizer(merges)


@pytest.mark.parametrize(
    ("specials", "named"),
    [
        ({"<|q|>": 97}, "97"),
        ({"<|q|>": 256}, "256"),
        ({"<|q|>": 500, "<|r|>": 500}, "500"),
        ({"<|q|>": -1}, "-1"),
        ({"<|q|>": True}, "True"),
        ({"<|q|>": "500"}, "500"),
        ({"": 500}, "''|(?i:empty)"),
        ({7: 500}, "7"),
    ],
)
def test_a_special_token_whose_id_or_text_cannot_be_is_refused(specials, named):
    with pytest.raises(ValueError, match=named):
        bpe.Tokenizer([(A, B)], special_tokens=specials)


@pytest.mark.parametrize("settings", [{"codec": "utf-16"}, {"pre_tokenizer": "gpt9"}])
def test_an_unknown_codec_or_pre_tokenizer_is_refused(settings):
    with pytest.raises(ValueError, match=r"utf-16|gpt9"):
        bpe.Tokenizer([], **settings)


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"special_tokens": {"€": 300}, "codec": "latin-1"}, "€"),
        ({"name": 7}, "7"),
        ({"counts": [1.5]}, r"1\.5"),
        ({"counts": [3, 2]}, "2"),
        ({"ties": "last"}, "last"),
    ],
)
def test_what_could_not_be_used_or_loaded_again_is_refused_at_once(settings, named):
    with pytest.raises(ValueError, match=named):
        bpe.Tokenizer([(A, B)], **settings)


def test_a_tokenizer_says_what_it_is_made_of():
    assert ABC.merges == ((A, B), (256, C))
    assert ABC.codec == "utf-8"
    assert ABC.name == ""
    assert dict(ABC.special_tokens) == {"<|e|>": 300, "<|e|><|e|>": 301}
    assert ABC.pre_tokenizer.split("a b") == ["a b"]
    assert (ABC.ties, ABC.counts) == ("", None)


def test_the_vocabulary_maps_ids_to_bytes_specials_and_holes_included():
    tokens = ABC.tokens
    assert isinstance(tokens, Mapping)
    assert sorted(tokens) == [*range(258), 300, 301]
    assert (tokens[97], tokens[256], tokens[257]) == (b"a", b"ab", b"abc")
    assert tokens[301] == b"<|e|><|e|>"


@pytest.mark.parametrize("part", ["merges", "codec", "special_tokens", "name", "ties", "counts"])
def test_a_tokenizer_cannot_be_changed(part):
    tokenizer = bpe.Tokenizer([(A, B)])
    with pytest.raises(AttributeError):
        setattr(tokenizer, part, None)


def test_neither_tokens_nor_special_tokens_can_be_added():
    tokenizer = bpe.Tokenizer([(A, B)], special_tokens={"<|e|>": 300})
    for mapping, key in ((tokenizer.tokens, 400), (tokenizer.special_tokens, "<|f|>")):
        with pytest.raises(TypeError):
            mapping[key] = 400


def test_the_special_tokens_handed_in_are_not_shared():
    specials = {"<|q|>": 500}
    tokenizer = bpe.Tokenizer([], special_tokens=specials)
    specials["<|r|>"] = 501
    assert dict(tokenizer.special_tokens) == {"<|q|>": 500}


# Encoding.


def test_encoding_takes_the_earliest_merge_first():
    assert ABC.encode("abcab") == [257, 256]
    assert bpe.Tokenizer([(B, C), (A, B)]).encode("abc") == [A, 256]


def test_ids_are_plain_integers():
    assert {type(id_) for id_ in ABC.encode("abcé<|e|>", allowed_special="all")} == {int}
    assert type(ABC.count("abc")) is int


def test_fewer_merges_are_a_smaller_vocabulary():
    assert ABC.encode("abc", merges=0) == [A, B, C]
    assert ABC.encode("abc", merges=1) == [256, C]
    assert ABC.encode("abc", merges=2) == ABC.encode("abc", merges=None) == [257]
    assert [ABC.count("abc", merges=k) for k in (0, 1, 2)] == [3, 2, 1]


@pytest.mark.parametrize("k", [-1, 3, True, False, 1.0, "1"])
@pytest.mark.parametrize("method", ["encode", "count"])
def test_merges_outside_the_range_are_refused(method, k):
    with pytest.raises(ValueError, match=str(k)):
        getattr(ABC, method)("abc", merges=k)


@pytest.mark.parametrize("text", [None, 7, b"abc", ["abc"]])
@pytest.mark.parametrize("method", ["encode", "count"])
def test_only_text_can_be_encoded(method, text):
    with pytest.raises(ValueError, match=r"(?i)str|text"):
        getattr(ABC, method)(text)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_and_single_characters(name):
    tokenizer = bpe.Tokenizer([], pre_tokenizer=name, special_tokens={"<|e|>": 300})
    for allowed in ((), "all", {"<|e|>"}):
        assert tokenizer.encode("", allowed_special=allowed) == []
        assert tokenizer.encode("x", allowed_special=allowed) == [120]
        assert tokenizer.encode(" ", allowed_special=allowed) == [32]
        assert tokenizer.count("", allowed_special=allowed) == 0
    assert tokenizer.decode([]) == ""
    assert tokenizer.decode_bytes([]) == b""


def test_latin_1_names_the_first_character_out_of_range_and_its_place():
    tokenizer = bpe.Tokenizer([], codec="latin-1")
    assert tokenizer.encode("aéÿ") == [97, 233, 255]
    for refuse in (tokenizer.encode, tokenizer.count, tokenizer.replay):
        with pytest.raises(ValueError, match=r"(?s)€.*2|2.*€"):
            refuse("aé€ 🎂")


def test_latin_1_lists_all_characters_out_of_range_for_display():
    tokenizer = bpe.Tokenizer([], codec="latin-1")
    found = tokenizer.out_of_range("aé€ 🎂")
    assert len(found) == 2
    assert all(place in str(found) for place in ("2", "4"))
    assert len(tokenizer.out_of_range("aéÿ")) == 0
    assert len(ABC.out_of_range("aé€ 🎂")) == 0


# Counting many texts.


@given(tables(), st.sampled_from(NAMES), st.data())
def test_many_texts_are_counted_as_each_of_them_is(merges, name, data):
    tokenizer = bpe.Tokenizer(merges, pre_tokenizer=name)
    texts = data.draw(st.lists(st.one_of(any_texts, long_texts, st.just("")), max_size=6))
    k = data.draw(st.one_of(st.none(), st.integers(0, len(merges))))
    found = tokenizer.count_batch(texts, merges=k)
    assert found == [tokenizer.count(text, merges=k) for text in texts]
    assert {type(count) for count in found} <= {int}


@given(tables(b"a\xe9"), st.lists(latin_texts, max_size=6))
def test_many_texts_of_256_characters_are_counted_as_each_of_them_is(merges, texts):
    tokenizer = bpe.Tokenizer(merges, codec="latin-1")
    assert tokenizer.count_batch(texts) == [tokenizer.count(text) for text in texts]


def test_special_tokens_in_many_texts_are_text():
    assert ABC.count_batch(["<|e|>", "", "abc<|e|>"]) == [5, 0, 6]


def test_texts_may_come_one_after_another():
    assert ABC.count_batch(iter(["ab", "abc ab"])) == [1, 3]
    assert ABC.count_batch([]) == []


@pytest.mark.parametrize("k", [-1, 3, True, 1.0])
@pytest.mark.parametrize("texts", [[], [""], ["abc"]])
def test_many_texts_are_not_counted_after_merges_outside_the_range(texts, k):
    with pytest.raises(ValueError, match=str(k)):
        ABC.count_batch(texts, merges=k)


@pytest.mark.parametrize("texts", ["abc", "", b"abc", None, 7, ["abc", 7], [["abc"]]])
def test_only_texts_can_be_counted(texts):
    with pytest.raises(ValueError, match=r"(?i)text"):
        ABC.count_batch(texts)


def test_one_text_of_many_out_of_range_is_named():
    with pytest.raises(ValueError, match="€"):
        bpe.Tokenizer([], codec="latin-1").count_batch(["a", "b€"])


# Special tokens.


def test_special_tokens_are_text_unless_they_are_allowed():
    assert ABC.encode("<|e|>") == list(b"<|e|>")
    assert ABC.encode("a<|e|>b", allowed_special={"<|e|>"}) == [A, 300, B]
    assert ABC.encode("a<|e|>b", allowed_special="all") == [A, 300, B]


@pytest.mark.parametrize("allowed", [None, 5, [["<|e|>"]]])
def test_allowed_special_is_a_set_or_all(allowed):
    with pytest.raises(ValueError, match=r"allowed_special|special token"):
        ABC.encode("a", allowed_special=allowed)


@pytest.mark.parametrize("allowed", [{"<|x|>"}, "every", ["<|e|>", "<|x|>"]])
def test_a_special_token_that_is_not_there_cannot_be_allowed(allowed):
    with pytest.raises(ValueError, match=r"<\|x\|>|every"):
        ABC.encode("a", allowed_special=allowed)


def test_no_merge_crosses_a_special_token():
    tokenizer = bpe.Tokenizer([(A, B)], special_tokens={"|": 300})
    assert tokenizer.encode("a|b", allowed_special="all") == [A, 300, B]


def test_the_longest_special_token_wins_among_those_allowed():
    text = "x<|e|><|e|><|e|>"
    assert ABC.encode(text, allowed_special="all") == [120, 301, 300]
    assert ABC.encode(text, allowed_special={"<|e|>"}) == [120, 300, 300, 300]
    assert ABC.decode([120, 301, 300]) == text


def test_special_tokens_do_not_depend_on_k():
    assert ABC.encode("ab<|e|>ab", merges=0, allowed_special="all") == [A, B, 300, A, B]


# Decoding.


def test_decoding_joins_bytes_before_it_makes_characters_of_them():
    fox = list("🦊".encode())
    assert ABC.decode(fox) == "🦊"
    assert [ABC.decode([byte]) for byte in fox] == ["\ufffd"] * 4
    assert ABC.decode_bytes(fox[:2]) == b"\xf0\x9f"


def test_decoding_takes_the_error_rules_of_python():
    assert ABC.decode([97, 255]) == "a\ufffd"
    assert ABC.decode([97, 255], errors="ignore") == "a"
    with pytest.raises(UnicodeDecodeError):
        ABC.decode([97, 255], errors="strict")


@pytest.mark.parametrize("ids", [[97, 258], [299], [-1], [97, 5_000_000_000]])
@pytest.mark.parametrize("method", ["decode", "decode_bytes"])
def test_an_unknown_id_is_named(method, ids):
    with pytest.raises(ValueError, match=str(ids[-1])):
        getattr(ABC, method)(ids)


@pytest.mark.parametrize("id_", [97.0, True, "a", None, [97]])
def test_what_is_no_id_is_not_taken_for_one(id_):
    with pytest.raises(ValueError, match=r"\bid\b"):
        ABC.decode([id_])


def test_decoding_takes_the_ids_of_a_replay():
    replay = ABC.replay("abcab")
    assert ABC.decode(replay.ids(2)) == "abcab"
    assert ABC.decode(iter([257, 300])) == "abc<|e|>"


# Handing over.


def test_tiktoken_is_handed_the_name_the_pattern_and_the_special_tokens():
    tokenizer = bpe.Tokenizer(
        [(A, B)], pre_tokenizer="cl100k", special_tokens={"<|e|>": 300}, name="tiny"
    )
    encoding = tokenizer.to_tiktoken()
    assert encoding.name == "tiny"
    assert encoding.encode("ab ab<|e|>", allowed_special="all") == [256, 32, 256, 300]


def test_tiktoken_gets_what_a_pattern_skips_too():
    tokenizer = bpe.Tokenizer([(A, B), (44, 32)], pre_tokenizer=bpe.PreTokenizer(r"\w+"))
    text = "ab, ab\n,  b!"
    assert tokenizer.to_tiktoken().encode(text) == tokenizer.encode(text)
    assert tokenizer.encode(text)[:2] == [256, 257]


def test_special_tokens_of_which_one_starts_another_are_not_handed_to_tiktoken():
    # tiktoken takes whichever of the two its hash map has first: its answer is not sure.
    with pytest.raises(ValueError, match=r"<\|e\|>"):
        ABC.to_tiktoken()


def test_single_byte_characters_are_not_handed_to_tiktoken():
    with pytest.raises(ValueError, match=r"latin-1"):
        bpe.Tokenizer([], codec="latin-1").to_tiktoken()


@pytest.mark.parametrize("pattern", [r"a*", r"x?|b*", r"(?=a)", r""])
def test_a_pattern_that_can_match_nothing_is_not_handed_to_tiktoken(pattern):
    with pytest.raises(ValueError, match=r"(?i)pattern"):
        bpe.Tokenizer([], pre_tokenizer=bpe.PreTokenizer(pattern)).to_tiktoken()


def test_a_table_that_tiktoken_would_read_in_another_way_is_not_handed_to_it():
    # By ids (a, bc) is out of reach here, for ab comes first; by bytes ab + c makes abc as well.
    tokenizer = bpe.Tokenizer([(A, B), (B, C), (A, 257)])
    assert tokenizer.encode("abc") == [256, C]
    with pytest.raises(ValueError, match=r"tiktoken"):
        tokenizer.to_tiktoken()


def test_a_table_with_the_same_bytes_twice_is_not_handed_to_tiktoken():
    tokenizer = bpe.Tokenizer([(A, B), (B, C), (256, C), (A, 257)])
    assert tokenizer.tokens[258] == tokenizer.tokens[259] == b"abc"
    assert tokenizer.encode("abc") == [258]
    assert tokenizer.decode([259]) == "abc"
    with pytest.raises(ValueError, match=r"258|259|abc"):
        tokenizer.to_tiktoken()
