"""A table of text, the format of its file, and how large both may be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pages.ui import words

MAX_BYTES = 25_000_000
"""The largest file, in bytes."""

MAX_LINES = 2_000_000
"""The most lines of a file: rows, and line ends inside of quoted cells."""

MAX_ROWS = 100_000
"""The most rows that are read; of a longer file, these are the first."""

MAX_COLUMNS = 1_000
"""The most columns."""

MAX_CELLS = 10_000_000
"""The most cells: a long header must not make a huge table of a small file."""

ENCODINGS = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8 with a mark",
    "utf-16": "UTF-16",
    "utf-16-le": "UTF-16 LE",
    "utf-16-be": "UTF-16 BE",
    "utf-32": "UTF-32",
    "cp1252": "Windows-1252",
    "latin-1": "Latin-1",
}
"""What a file may be encoded in, and what people call it."""

DELIMITERS = ("\t", ";", ",", "|")
"""What may stand between cells; of two that fit equally well, the one that is rarer in text."""

Report = Callable[[int, int], None]
"""What is told (done, wanted) again and again; what it raises ends the reading."""


@dataclass(frozen=True)
class Format:
    """How a file is read.

    Attributes:
        kind: "table", "lines" (a message a line) or "jsonl" (an object or a string a line).
        encoding: One of `ENCODINGS`.
        delimiter: One of `DELIMITERS`; of a table.
        quote: What cells are quoted with, or "" for nothing; of a table.
        header: Whether the first row names the columns; of a table.
        above: How many of the file's lines stand above the first row, and are left out; of a table.
    """

    kind: str
    encoding: str
    delimiter: str = ","
    quote: str = '"'
    header: bool = True
    above: int = 0


@dataclass(frozen=True)
class Sheet:
    """A table of text: every cell as it stands in the file, every row as wide as the header.

    Attributes:
        columns: The columns' names, each once.
        rows: The cells.
        malformed: Lines of the file, from 1, where a row began that did not fit, and what was done.
        notes: What else a reader should know, in sentences.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    malformed: tuple[tuple[int, str], ...] = ()
    notes: tuple[str, ...] = ()


def silent(done: int, wanted: int) -> None:
    """Report to nobody."""


def check_size(n_rows: int, n_columns: int) -> None:
    """Refuse a table that would take too much memory.

    Raises:
        ValueError: It has too many columns or cells; says how many.
    """
    if n_columns > MAX_COLUMNS or n_rows * n_columns > MAX_CELLS:
        raise ValueError(
            f"The table has {words.plural(n_rows, 'row')} and {n_columns:,} columns; up to "
            f"{MAX_COLUMNS:,} columns and {MAX_CELLS:,} cells can be read here. Leave out columns, "
            "or choose another delimiter."
        )


def left_out(n_blank: int, n_rows: int) -> tuple[str, ...]:
    """Say which lines and rows of a file are not in its sheet.

    >>> left_out(1, 100_001)[0], left_out(0, 7)
    ('1 blank line was left out.', ())
    """
    blank = f"{words.plural(n_blank, 'blank line')} {'was' if n_blank == 1 else 'were'} left out."
    cut = f"There are {n_rows:,} rows; the first {MAX_ROWS:,} were read."
    return (*([blank] if n_blank else []), *([cut] if n_rows > MAX_ROWS else []))


def unique(names: Sequence[str]) -> tuple[str, ...]:
    """Name each column, each with another name.

    >>> unique(["text", "", "text", "text (2)"])
    ('text', 'column 2', 'text (2)', 'text (2) (2)')
    """
    taken: dict[str, None] = {}
    tried: dict[str, int] = {}  # the last number by name: of many equal ones each is tried once
    for number, name in enumerate(names, 1):
        free = first = name if name.strip() else f"column {number}"
        while free in taken:
            tried[first] = tried.get(first, 1) + 1
            free = f"{first} ({tried[first]})"
        taken[free] = None
    return tuple(taken)
