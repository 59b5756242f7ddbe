"""What a file of messages is encoded in, and what a reader should know of it."""

from __future__ import annotations

from contextlib import suppress

from pages.ui import corpora, words
from pages.ui.messages.sheet import ENCODINGS

_SAMPLE = 2**20
_REPLACEMENT = "\ufffd"
_BEYOND_ASCII = bytes(range(0x80, 0x100))
_C1 = bytes(range(0x80, 0xA0))


def guess(data: bytes) -> str:
    r"""Guess the encoding: by its mark, by NULs, else UTF-8 if (nearly) so, else Windows-1252.

    >>> guess("hi".encode("utf-16-be")), guess(b"caf\xe9"), guess("café".encode())
    ('utf-16-be', 'cp1252', 'utf-8')
    """
    if encoding := corpora.marked(data) or _utf16(data):
        return encoding
    for encoding in ("utf-8", "cp1252"):
        with suppress(UnicodeDecodeError):
            data.decode(encoding)
            return encoding
        if encoding == "utf-8" and is_nearly_utf8(data):
            return encoding
    return "latin-1"


def _utf16(data: bytes) -> str:
    """Tell UTF-16 without a mark by its NULs, in every other byte; "" where it is none."""
    if len(data) % 2:
        return ""
    even, odd = (data[i:_SAMPLE:2].count(0) for i in (0, 1))
    most, least = max(even, odd), min(even, odd)
    if 40 * most < min(len(data), _SAMPLE) or 20 * least > most or not most:
        return ""
    encoding = "utf-16-le" if odd > even else "utf-16-be"
    with suppress(UnicodeDecodeError):
        data.decode(encoding)
        return encoding
    return ""


def is_nearly_utf8(data: bytes) -> bool:
    r"""Tell whether at most one in five characters beyond ASCII is not UTF-8, but some are.

    In a text of another encoding, hardly any happen to be.

    >>> is_nearly_utf8("é".encode() * 4 + b"\xe9"), is_nearly_utf8(b"caf\xe9 \x93q\x94")
    (True, False)
    """
    n_bad, text = _bad(data)
    n_ascii = len(data.translate(None, _BEYOND_ASCII))
    return n_bad > 0 and 5 * n_bad <= len(text) - n_ascii


def _bad(data: bytes) -> tuple[int, str]:
    """Count what is not UTF-8, and give the text with U+FFFD for it."""
    text = data.decode("utf-8-sig", "replace")
    return text.count(_REPLACEMENT) - data.count(_REPLACEMENT.encode()), text


def decode(data: bytes, encoding: str) -> tuple[str, list[str]]:
    """Read a file's bytes, and say what speaks for and against the encoding.

    Raises:
        ValueError: The bytes are of another encoding.
    """
    notes = []
    errors = "strict"
    if encoding in ("utf-8", "utf-8-sig"):
        try:
            data.decode()
        except UnicodeDecodeError as error:
            if is_nearly_utf8(data):
                errors, (n, _) = "replace", _bad(data)
                places = "1 place is" if n == 1 else f"{n:,} places are"
                notes.append(
                    f"{places} not UTF-8, the first at offset {error.start:,}; U+FFFD stands there."
                )
    elif encoding in ("cp1252", "latin-1"):
        notes = _byte_notes(data, encoding)
    text = corpora.decode(data, encoding, errors)
    if n := text.count("\0"):
        notes.append(
            f"There {'is' if n == 1 else 'are'} {words.plural(n, 'NUL character')}; the file may "
            "be no text, or in another encoding."
        )
    return text, notes


def unmarked(lines: list[str]) -> tuple[list[str], tuple[str, ...]]:
    r"""Leave out the marks at the beginnings of lines, where files were put together; say so.

    >>> unmarked(["\ufeffa\n", "b\ufeff\n"])
    (['a\n', 'b\ufeff\n'], ('1 line began with a byte order mark, U+FEFF, which was left out.',))
    """
    n = sum(line.startswith("\ufeff") for line in lines)
    if not n:
        return lines, ()
    said = f"{words.plural(n, 'line')} began with a byte order mark, U+FEFF, which was left out."
    return [line.lstrip("\ufeff") for line in lines], (said,)


def _byte_notes(data: bytes, encoding: str) -> list[str]:
    """Say what speaks for and against an encoding with a byte for each character."""
    name = ENCODINGS[encoding]
    try:
        data.decode()
        notes = [f"The file would be UTF-8, but was read as {name}."]
    except UnicodeDecodeError as error:
        byte, at = data[error.start], error.start
        notes = [
            f"Byte 0x{byte:02X} at offset {at:,} is not UTF-8, so the file was read as {name}."
        ]
    if encoding == "latin-1" and (n := len(data) - len(data.translate(None, _C1))):
        signs = "a control character" if n == 1 else f"{n:,} control characters"
        notes.append(f"Latin-1 gives {signs} where Windows-1252 has signs such as quotes.")
    return notes
