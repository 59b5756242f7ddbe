"""Uploaded bytes as text."""

from __future__ import annotations

import codecs

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decode(data: bytes) -> str:
    r"""Read bytes as UTF-8 or, where they begin with its mark, as UTF-16; a mark is left out.

    Raises:
        ValueError: The bytes are something else; says which byte, where, and what to do.

    >>> decode(b"\xef\xbb\xbfhi"), decode("hi".encode("utf-16"))
    ('hi', 'hi')
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decode(data, encoding, len(mark))
    return _decode(data, "utf-8", 0)


def _decode(data: bytes, encoding: str, skipped: int) -> str:
    try:
        return data[skipped:].decode(encoding)
    except UnicodeDecodeError as error:
        at = skipped + error.start
        raise ValueError(
            f"The file is not {encoding.upper().removesuffix('-LE').removesuffix('-BE')} text: "
            f"byte 0x{data[at]:02X} at offset {at:,} does not belong there. "
            "Save it as UTF-8 and try again."
        ) from None
