"""What is shown of a token and of a text: whole characters, visible blanks, bytes of a cut one."""

import unicodedata

import numpy as np
import pytest
import regex
from hypothesis import given

import bpe
from bpe.corpus import well_formed
from bpe.display import clusters, segments, visible
from tests.strategies import SNIPPETS, any_texts, latin_texts

FAMILY = "👨‍👩‍👧"
BLANKS = [
    character
    for character in map(chr, [*range(0xD800), *range(0xE000, 0x110000)])
    if character.isspace() or unicodedata.category(character) in {"Cc", "Zs", "Zl", "Zp"}
]
# A tokenizer that knows odd pieces of characters, so that tokens and characters cross.
CROSSING = bpe.train(
    ["né né", "éa€a", "🎂🎂🎂", "नमस्ते" * 2, FAMILY * 2], merges=20, min_count=1
).tokenizer


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        (b"cake", "cake"),
        (b" the", "·the"),
        (b"  ", "··"),
        ("é€".encode(), "é€"),
        (b"\n", "↵"),
        (b"\t", "→"),
        ("नमस्ते".encode(), "नमस्ते"),
        (FAMILY.encode(), FAMILY),
    ],
)
def test_a_token_of_whole_characters_shows_them(token, shown):
    assert visible(token) == shown


@pytest.mark.parametrize(
    ("token", "digits"),
    [
        (b"\xc3", ["c3"]),
        (b"\x9f\xa6", ["9f", "a6"]),
        (b"a\xe0\xa4", ["a", "e0", "a4"]),
        (b"\xa9b", ["a9", "b"]),
        (b"\xc3\xa9\xc3", ["é", "c3"]),
        (b"\xed\xa0\x90", ["ed", "a0", "90"]),
    ],
)
def test_bytes_of_a_cut_character_are_shown_as_bytes(token, digits):
    shown = visible(token)
    assert "\ufffd" not in shown
    rest = shown.lower()
    for part in digits:  # in this order
        assert part in rest
        rest = rest[rest.index(part) + len(part) :]


def test_every_byte_has_a_sign_of_its_own():
    signs = {visible(bytes([byte])) for byte in range(256)}
    assert len(signs) == 256
    # The sign of a blank is a middle dot, which Latin-1 has as a character too.
    assert visible(b" ", "latin-1") == visible(b"\xb7", "latin-1") == "·"
    assert len({visible(bytes([byte]), "latin-1") for byte in range(256)}) == 255
    # Never the letters that GPT-2's files write for bytes, such as Ġ for a blank.
    assert not {chr(code) for code in range(0x100, 0x144)} & set("".join(signs))


@pytest.mark.parametrize("character", BLANKS, ids=lambda character: f"U+{ord(character):04X}")
def test_a_blank_or_a_control_character_can_be_seen(character):
    shown = visible(character.encode())
    assert character not in shown
    assert shown.isprintable()
    assert shown.strip() == shown != ""


def test_blanks_are_told_apart():
    assert len({visible(character.encode()) for character in BLANKS}) == len(BLANKS)
    invisible = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\u202e"
    shown = {visible(character.encode()) for character in invisible}
    assert len(shown) == len(invisible)
    assert not set(invisible) & set("".join(shown))


def test_a_blank_that_carries_something_is_still_seen():
    assert visible(" \u200d".encode()) == "·‹ZWJ›"
    assert visible("a \u0301".encode()) == "a·\u0301"


@given(any_texts)
def test_a_token_is_shown_in_one_line_without_the_replacement_sign(text):
    units = well_formed(text).replace("\ufffd", "").encode()
    for start in range(0, len(units), 3):
        shown = visible(units[start : start + 7])
        assert "\ufffd" not in shown
        shown = regex.sub(r"‹[0-9a-f ]+›", "‹›", shown)  # bytes stand with a blank between
        assert not set(shown) & set("\n\r\t\x0b\x0c\x85\u2028\u2029 ")
        assert shown != ""


def test_a_latin_1_token_is_characters():
    assert visible(b"\xe9 \xff", "latin-1") == "é·ÿ"


# Characters as a reader sees them.


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        ("", []),
        ("abc", [1, 1, 1]),
        ("aé€🎂", [1, 2, 3, 4]),
        ("\r\n", [2]),
        ("e\u0301x", [3, 1]),
        (FAMILY, [18]),
        ("🇮🇳", [8]),
    ],
)
def test_a_character_is_what_a_reader_sees(text, lengths):
    assert clusters(text).tolist() == lengths
    assert clusters(text).dtype == np.int32


@given(any_texts)
def test_the_lengths_of_the_characters_add_up(text):
    text = well_formed(text)
    assert sum(clusters(text).tolist()) == len(text.encode())
    assert 0 not in clusters(text).tolist()


@given(latin_texts)
def test_in_latin_1_a_character_is_one_unit(text):
    assert sum(clusters(text, "latin-1").tolist()) == len(text)


# Law 11.


@pytest.mark.parametrize("text", ["", *SNIPPETS, "".join(SNIPPETS)])
def test_segments_of_hard_texts_join_to_the_text(text):
    check_segments(CROSSING, text)


@given(any_texts)
def test_segments_join_to_the_text_and_their_tokens_to_the_ids(text):
    check_segments(CROSSING, text)


@given(any_texts)
def test_segments_of_a_real_encoding_join_to_the_text_and_the_ids(pretrained, text):
    check_segments(pretrained["cl100k_base"], text)


def check_segments(tokenizer, text: str) -> None:
    """Check the law of segments at the ends and in the middle of k."""
    text = well_formed(text)
    replay = tokenizer.replay(text)
    for k in (0, replay.n_merges // 2, replay.n_merges):
        ids = replay.ids(k).tolist()
        cut = segments(text, replay.starts(k))
        assert "".join(segment.text for segment in cut) == text
        held: list[int] = []
        for segment in cut:
            first, last = segment.tokens
            assert first < last
            held += ids[first:last]
            token_bytes = b"".join(tokenizer.tokens[id_] for id_ in ids[first:last])
            assert token_bytes == segment.text.encode() == replay.units[segment.start : segment.end]
        assert held == ids


def test_a_segment_is_as_short_as_it_can_be():
    cut = segments("né€", [0, 1, 2, 3, 5])
    assert [segment.text for segment in cut] == ["n", "é", "€"]
    assert [segment.tokens for segment in cut] == [(0, 1), (1, 3), (3, 5)]
    assert [(segment.start, segment.end) for segment in cut] == [(0, 1), (1, 3), (3, 6)]


def test_segments_of_latin_1_are_characters():
    cut = segments("éa", [0, 1], "latin-1")
    assert [segment.text for segment in cut] == ["é", "a"]
