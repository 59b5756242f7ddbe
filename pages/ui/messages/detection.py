"""How a file is to be read, guessed from its first bytes and rows and from its name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePath

from pages.ui import corpora
from pages.ui.messages import json_lines, tables
from pages.ui.messages.columns import is_name
from pages.ui.messages.reading import cut
from pages.ui.messages.sheet import DELIMITERS, Format

SAMPLE = 2**20
"""How many bytes, at the beginning of a file, its format is detected by."""

SAMPLE_ROWS = 200
"""How many rows."""

_NUMBER = re.compile(r"[-+$€£¥₹]?\d[\d.,:/%TZ +-]*")


@dataclass(frozen=True)
class Trial:
    """The first rows, parsed in one way.

    Attributes:
        delimiter: What cells were cut at.
        quote: What they were taken to be quoted with.
        rows: The cells.
        n_stray: In how many rows quotes do not pair.
        fit: The share of rows that are as wide as the first, or 0 where that is no table.
    """

    delimiter: str
    quote: str
    rows: list[list[str]]
    n_stray: int
    fit: float


def detect(data: bytes, name: str) -> Format:
    r"""Guess how a file is to be read.

    >>> detect(b"id;message\n1;hello, world\n2;bye\n", "export.csv")
    Format(kind='table', encoding='utf-8', delimiter=';', quote='"', header=True)
    """
    encoding, ending = _encoding(data), PurePath(name).suffix.lower()
    lines = cut(corpora.decode(data[:SAMPLE], encoding, "replace"))
    if len(data) > SAMPLE and len(lines) > 1:
        del lines[-1]  # half a line counts for no row
    table = ending in (".csv", ".tsv", ".tab")
    if ending in (".jsonl", ".ndjson", ".json") or (not table and _is_object(lines)):
        return Format("jsonl", encoding, header=False)
    if ending in (".txt", ".text", ".md", ".log") or not lines:
        return Format("table" if table else "lines", encoding, header=False)
    delimiters: Sequence[str] = DELIMITERS
    if hint := tables.EXCEL_HINT.fullmatch(lines[0]):
        delimiters, lines = [d for d in DELIMITERS if d == hint[1]] or DELIMITERS, lines[1:]
    elif ending in (".tsv", ".tab") and any("\t" in line for line in lines):
        delimiters = ["\t"]
    best = _best(lines, delimiters)
    header = _has_header(best.rows)
    if not (table or header or best.fit):
        return Format("lines", encoding, header=False)
    return Format("table", encoding, best.delimiter, best.quote, header)


def _encoding(data: bytes) -> str:
    """Guess the encoding: by its mark, else UTF-8 where that is possible, else Windows-1252."""
    if encoding := corpora.marked(data):
        return encoding
    for encoding in ("utf-8", "cp1252"):
        with suppress(UnicodeDecodeError):
            data.decode(encoding)
            return encoding
    return "latin-1"


def _is_object(lines: Sequence[str]) -> bool:
    """Tell whether the first line with something in it is a JSON object."""
    first = next((line for line in lines if line.strip()), "")
    if not first.startswith("{"):
        return False
    try:
        json_lines.values(first)
    except (ValueError, RecursionError):
        return False
    return True


def _best(lines: Sequence[str], delimiters: Sequence[str]) -> Trial:
    """Parse with every delimiter, and take the one that cuts rows most evenly.

    `csv.Sniffer` counts characters up to Python 3.15, those in quoted cells and in prose too, and
    gives any letter for a file of one column. From 3.16 on it parses, as is done here.
    """
    text = "".join(lines)
    trials = [_with_quote(lines, text, delimiter) for delimiter in delimiters]
    best = max(trials, key=lambda trial: trial.fit)
    if best.fit:
        return best
    # One column: the usual delimiter of those that cut the fewest rows.
    return min(
        trials, key=lambda t: (sum(len(row) > 1 for row in t.rows), ",\t|;".index(t.delimiter))
    )


def _with_quote(lines: Sequence[str], text: str, delimiter: str) -> Trial:
    """Parse with double quotes, or with single ones where these are in use."""
    double = _trial(lines, text, delimiter, '"')
    n_single = _n_quoted(text, delimiter, "'")
    if n_single <= _n_quoted(text, delimiter, '"'):
        return double
    single = _trial(lines, text, delimiter, "'")
    often = 2 * n_single >= max(len(single.rows), len(double.rows))
    return single if not single.n_stray and (single.fit > double.fit or often) else double


def _n_quoted(text: str, delimiter: str, quote: str) -> int:
    """Count the cells that a quote opens, or that one closes if these are fewer."""
    edge = f"[{re.escape(delimiter)}\r\n]"
    opened = re.findall(rf"(?:\A|{edge}){quote}", text)
    closed = re.findall(rf"{quote}(?:{edge}|\Z)", text)
    return min(len(opened), len(closed))


def _trial(lines: Sequence[str], text: str, delimiter: str, quote: str) -> Trial:
    """Parse the first rows."""
    rows, n_stray = [], 0
    with suppress(ValueError):  # so many stray quotes that reading gives up: these rows do
        for _, cells, remark in islice(tables.records(lines, delimiter, quote), SAMPLE_ROWS):
            n_stray += remark == tables.STRAY
            if cells:
                rows.append(cells)
    n_quoted = text.count(f"{delimiter}{quote} ")
    return Trial(delimiter, quote, rows, n_stray, _fit(rows, delimiter, n_quoted))


def _fit(rows: Sequence[Sequence[str]], delimiter: str, n_quoted: int) -> float:
    """Give the share of rows that are as wide as the first, or 0 where that is no table.

    Prose has a blank after its commas; in `n_quoted` cells a blank stands inside of quotes.
    """
    if not rows or len(rows[0]) < 2:
        return 0
    share = sum(len(row) == len(rows[0]) for row in rows) / len(rows)
    if any(is_name(cell) for cell in rows[0]):
        return share
    later = [cell for row in rows for cell in row[1:]]
    n_blank = sum(cell.startswith(" ") for cell in later) - n_quoted
    prose = delimiter in ",;" and 2 * n_blank > len(later)
    return 0 if prose or share < 0.5 else share


def _has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether the first row has a well-known name in it, or words above numbers."""
    if not rows:
        return False
    first, *rest = rows
    for i, cell in enumerate(first):
        column = [row[i] for row in rest if len(row) > i]
        if is_name(cell, alone=len(first) == 1) and cell not in column:
            return True
        numbers = column and all(_NUMBER.fullmatch(value) for value in column)
        if numbers and len(first) > 1 and cell.strip() and not re.search(r"\d", cell):
            return True
    return False
