"""A file's bytes, or a pasted text, read into a sheet."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import replace

from bpe.corpus import well_formed
from pages.ui.messages import encodings, json_lines, tables
from pages.ui.messages.sheet import (
    MAX_BYTES,
    MAX_LINES,
    MAX_ROWS,
    Format,
    Report,
    Sheet,
    left_out,
    silent,
)

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")
_NOT_TEXT = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\x1f\x8b", b"%PDF")
_BETWEEN_REPORTS = 0.05  # seconds


def read(data: bytes, form: Format, report: Report = silent) -> Sheet:
    r"""Read a file.

    Rows with too few cells are filled up, the cells that are too many joined to the last; a quote
    that does not close is a character like others. All this is reported. Lines of nothing but
    blanks are left out.

    Raises:
        ValueError: The file is empty, too large, or not in this encoding.

    >>> read(b"id;message\n1;hello, world\n", Format("table", "utf-8", ";"))
    Sheet(columns=('id', 'message'), rows=(('1', 'hello, world'),), malformed=(), notes=())
    """
    if len(data) > MAX_BYTES:
        raise ValueError(
            f"This file has {len(data):,} bytes; up to {MAX_BYTES:,} can be read here. "
            "Split it, or leave out columns."
        )
    if data.startswith(_NOT_TEXT):
        raise ValueError("This is not a text file; save the table as CSV (UTF-8) and try again.")
    tick = _paced(report)
    tick(0, 1)
    text, notes = encodings.decode(data, form.encoding)
    lines, of_marks = encodings.unmarked(cut(text, tick))
    if not any(line.strip("\r\n") for line in lines):
        raise ValueError("The file is empty.")
    if form.kind == "table":
        sheet = tables.read(lines, form, tick)
    elif form.kind == "jsonl":
        sheet = json_lines.read(lines, tick)
    else:
        sheet = _a_message_a_line(lines)
    report(len(lines), len(lines))
    return replace(sheet, notes=(*notes, *of_marks, *sheet.notes))


def pasted(text: str) -> Sheet:
    r"""Take each line as a message; blank lines are left out.

    >>> pasted("hi, you\n\n 007\n").rows
    (('hi, you',), (' 007',))
    """
    return _a_message_a_line(cut(well_formed(text)))


def cut(text: str, tick: Report = silent) -> list[str]:
    r"""Cut after \n, \r and \r\n only: to `str.splitlines` ten other characters end a line.

    Raises:
        ValueError: There are too many lines.

    >>> cut("a\x0cb\r\n\rc")
    ['a\x0cb\r\n', '\r', 'c']
    """
    lines = []
    for match in _LINE.finditer(text):
        lines.append(match[0])
        tick(0, 1)
        if len(lines) > MAX_LINES:
            raise ValueError(f"There are more than {MAX_LINES:,} lines; split the file.")
    return lines


def _a_message_a_line(lines: Sequence[str]) -> Sheet:
    filled = [line for line in lines if line.strip()]
    rows = tuple((line.rstrip("\r\n"),) for line in filled[:MAX_ROWS])
    return Sheet(("message",), rows, (), left_out(len(lines) - len(filled), len(filled)))


def _paced(report: Report) -> Report:
    """Pass on some twenty reports a second."""
    last = 0.0

    def tick(done: int, wanted: int) -> None:
        nonlocal last
        if (now := time.monotonic()) - last >= _BETWEEN_REPORTS:
            last = now
            report(done, wanted)

    return tick
