"""A corpus as visitors bring it: bytes in several encodings, words with counts, limits."""

import codecs

import pytest

from pages.ui import corpora
from pages.ui.corpora import NotUtf8, decode, of_counts, of_text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"hi", "hi"),
        (codecs.BOM_UTF8 + b"hi", "hi"),
        (b"a\xef\xbb\xbfb", "a\ufeffb"),
        ("ab\n".encode("utf-16-le"), "a\x00b\x00\n\x00"),
        (codecs.BOM_UTF16_LE + "ab\n".encode("utf-16-le"), "ab\n"),
        (codecs.BOM_UTF16_BE + "ab\n".encode("utf-16-be"), "ab\n"),
        ("hi".encode("utf-32"), "hi"),
        (codecs.BOM_UTF32_BE + "hi".encode("utf-32-be"), "hi"),
        (b"a\x00b\x1b", "a\x00b\x1b"),
        ("मावा 🎂".encode(), "मावा 🎂"),
        (b"x\r\ny", "x\r\ny"),
    ],
)
def test_text_is_read_as_it_is(data, text):
    assert decode(data) == text


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"message\ncaf\xe9 \x93q\x94\n", "byte 0xE9 at offset 11"),
        (b"\xff", "byte 0xFF at offset 0"),
        (codecs.BOM_UTF8 + b"ab\x80", "byte 0x80 at offset 5"),
        (codecs.BOM_UTF16_LE + b"a\x00b", "UTF-16"),
        (b"abc\xf0\x9f", "byte 0xF0 at offset 3"),
    ],
)
def test_other_bytes_are_refused_with_the_byte_and_its_place(data, said):
    with pytest.raises(NotUtf8, match=said):
        decode(data)


def test_other_bytes_can_be_read_when_it_is_said_how():
    data = b"caf\xe9 \x93q\x94"
    assert decode(data, "cp1252") == "café “q”"
    assert decode(data, errors="replace") == "caf� �q�"
    with pytest.raises(NotUtf8, match="byte 0x81 at offset 1"):
        decode(b"a\x81", "cp1252")


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        (codecs.BOM_UTF8 + b"hi", "utf-8", "hi"),
        (codecs.BOM_UTF8 + b"hi", "utf-8-sig", "hi"),
        (b"hi", "utf-8-sig", "hi"),
        (codecs.BOM_UTF16_LE + b"h\x00", "utf-16", "h"),
        (codecs.BOM_UTF16_BE + b"\x00h", "utf-16", "h"),
        (codecs.BOM_UTF16_LE * 2 + b"h\x00", "utf-16", "\ufeffh"),
        ("नम".encode("utf-16-le"), "utf-16", "नम"),
        (codecs.BOM_UTF32_BE + "न".encode("utf-32-be"), "utf-32", "न"),
        (codecs.BOM_UTF8 + b"hi", "cp1252", "ï»¿hi"),
        (codecs.BOM_UTF16_LE + b"hi", "latin-1", "ÿþhi"),
        (codecs.BOM_UTF8 + b"h", "utf-16", "\ubbef\u68bf"),
    ],
)
def test_only_the_mark_of_the_encoding_asked_for_is_left_out(data, encoding, text):
    assert decode(data, encoding) == text


@pytest.mark.parametrize(
    ("data", "encoding", "said"),
    [
        (codecs.BOM_UTF16_LE + b"h\x00", "utf-8", "not UTF-8 text .byte 0xFF at offset 0"),
        (codecs.BOM_UTF16_BE + b"\x00h", "utf-8-sig", "not UTF-8 text .byte 0xFE at offset 0"),
        (codecs.BOM_UTF32_BE + b"\x00\x00\x00h", "utf-8", "byte 0xFE at offset 2"),
        (codecs.BOM_UTF8 + b"ab\x80", "utf-8", "not UTF-8 text .byte 0x80 at offset 5"),
        (codecs.BOM_UTF16_BE + b"\x00a\xd8\x00", "utf-16", "UTF-16 text .byte 0xD8 at offset 4"),
        (codecs.BOM_UTF16_LE + b"a\x00", "utf-32", "not UTF-32 text"),
    ],
)
def test_bytes_with_the_mark_of_another_encoding_are_not_of_the_one_asked_for(data, encoding, said):
    with pytest.raises(NotUtf8, match=said):
        decode(data, encoding)


@pytest.mark.parametrize(
    ("lines", "counts"),
    [
        ("low 5", {"low": 5}),
        (
            "low × 5\nlower,2\nnewest;6\n\nwidest\t3",
            {"low": 5, "lower": 2, "newest": 6, "widest": 3},
        ),
        ("two words 7", {"two words": 7}),
        ("low 5\nlow 2", {"low": 7}),
        ("मावा 3", {"मावा": 3}),
        ("7 7", {"7": 7}),
        ("$5 :dog: 2", {"$5 :dog:": 2}),
    ],
)
def test_words_with_counts_are_read(lines, counts):
    assert of_counts("words", lines).documents == counts


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("low", "Line 1 is 'low'"),
        ("low 5\nlower x", "Line 2"),
        ("low 0", "Line 1"),
        ("low -3", "Line 1"),
        ("low 1.5", "Line 1"),
        ("low 1000001", "1 to 1,000,000"),
        ("5", "Line 1"),
        ("", "0 words"),
        ("\n \n", "0 words"),
        ("\n".join(f"w{i} 1" for i in range(6000)), "6,000 words"),
    ],
    ids=lambda text: text[:12],
)
def test_a_line_of_another_form_is_named(lines, said):
    with pytest.raises(ValueError, match=said):
        of_counts("words", lines)


def test_a_text_over_the_limit_is_refused_with_its_size():
    assert of_text("large", "é" * (corpora.MAX_BYTES // 2)).size == corpora.MAX_BYTES
    with pytest.raises(ValueError, match="5,242,881 bytes"):
        of_text("too large", "a" * (corpora.MAX_BYTES + 1))


def test_half_a_surrogate_pair_is_let_in_well_formed():
    assert of_text("half", "a\ud83eb").text == "a�b"
