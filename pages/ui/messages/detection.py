"""How a file is to be read, guessed from its first bytes and rows and from its name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import PurePath

from pages.ui import corpora
from pages.ui.messages import encodings, json_lines, tables
from pages.ui.messages.columns import is_name
from pages.ui.messages.reading import cut
from pages.ui.messages.sheet import DELIMITERS, MAX_COLUMNS, Format

SAMPLE = 2**18
"""How many bytes, at the beginning of a file, its format is detected by."""

SAMPLE_ROWS = 200
"""How many rows."""

MIN_ROWS = 3
"""Of so many rows a table is, where it has to be told from text."""

MAX_ABOVE = 20
"""Below at most so many rows a header is looked for."""

_NUMBER = re.compile(r"[-+$€£¥₹]?\d[\d.,:/%TZ +-]*")


@dataclass(frozen=True)
class Trial:
    """The first rows, parsed in one way.

    Attributes:
        delimiter: What cells were cut at.
        quote: What they were taken to be quoted with.
        rows: The cells.
        starts: On which line, from 1, each row begins.
        n_stray: In how many rows quotes do not pair.
        fit: The share of rows that are as wide as the first, or 0 where that is no table.
    """

    delimiter: str
    quote: str
    rows: list[list[str]]
    starts: list[int]
    n_stray: int
    fit: float


def detect(data: bytes, name: str) -> Format:
    r"""Guess how a file is to be read.

    >>> detect(b"id;message\n1;hello, world\n2;bye\n", "export.csv")
    Format(kind='table', encoding='utf-8', delimiter=';', quote='"', header=True, above=0)
    """
    encoding, ending = encodings.guess(data), PurePath(name).suffix.lower()
    lines = _first(data, encoding)
    table = ending in (".csv", ".tsv", ".tab")
    if ending in (".jsonl", ".ndjson", ".json") or (not table and _is_object(lines)):
        return Format("jsonl", encoding, header=False)
    if not lines:
        return Format("table" if table else "lines", encoding, header=False)
    if ending in (".txt", ".text", ".md", ".log"):
        if _is_cut_at_tabs(lines, encoding):
            return _table(lines, encoding, ["\t"])[0]
        return Format("lines", encoding, header=False)
    tabs = ending in (".tsv", ".tab") and any("\t" in line for line in lines)
    form, is_sure = _table(lines, encoding, ["\t"] if tabs else DELIMITERS)
    return form if table or is_sure else Format("lines", encoding, header=False)


def as_table(data: bytes, form: Format) -> Format:
    r"""Give how a file is read as a table, in the encoding of a form, whatever its name.

    >>> form = as_table(b"id;message\n1;hi, you\n", Format("lines", "utf-8", header=False))
    >>> form.kind, form.delimiter, form.header
    ('table', ';', True)
    """
    lines = _first(data, form.encoding)
    return _table(lines, form.encoding, DELIMITERS)[0] if lines else replace(form, kind="table")


def _first(data: bytes, encoding: str) -> list[str]:
    """Give the first lines."""
    lines, _ = encodings.unmarked(cut(corpora.decode(data[:SAMPLE], encoding, "replace")))
    if len(data) > SAMPLE and len(lines) > 1:
        del lines[-1]  # half a line counts for no row
    return lines


def _table(lines: list[str], encoding: str, delimiters: Sequence[str]) -> tuple[Format, bool]:
    """Guess how a table is read, and whether it is one."""
    n_hint = 0
    if hint := tables.EXCEL_HINT.fullmatch(lines[0]):
        n_hint, delimiters = 1, [d for d in DELIMITERS if d == hint[1]] or DELIMITERS
    best = _best(lines[n_hint:], delimiters)
    header = _has_header(best.rows)
    above = 0
    alone = len(best.rows[0]) == 1 if best.rows else True
    if (alone or not header) and (below := _below_titles(lines[n_hint:], delimiters)):
        above, best = below
        above, header = above + n_hint, True
    form = Format("table", encoding, best.delimiter, best.quote, header, above)
    return form, header or best.fit > 0


def _is_cut_at_tabs(lines: Sequence[str], encoding: str) -> bool:
    """Tell whether tabs cut every row into as many cells, two or more, and there are some rows.

    In UTF-16, what Excel calls Unicode text, a header or a row will do, and one column below one.
    """
    trial = _trial(lines, "".join(lines), "\t", '"')
    is_excel, header = encoding.startswith("utf-16"), _has_header(trial.rows)
    if trial.fit == 1:
        return is_excel or header or len(trial.rows) >= MIN_ROWS
    return is_excel and header and all(len(row) == 1 for row in trial.rows)


def _below_titles(lines: Sequence[str], delimiters: Sequence[str]) -> tuple[int, Trial] | None:
    """Find a table below lines that are no part of it, and how many these are.

    Its header is the first row that is as wide as most and has a well-known name in it; the file's
    first row has fewer cells, or empty ones.
    """
    found = []
    for delimiter in delimiters:
        trial = _trial(lines, "".join(lines), delimiter, '"')
        if not trial.rows or _is_header_alone(trial.rows[0]):
            continue
        width = tables.common_width(trial.rows)
        upper = trial.rows[: MAX_ABOVE + 1]
        first = next((i for i, row in enumerate(upper) if _are_names(row, width)), 0)
        if width < 2 or not first or sum(bool(cell.strip()) for cell in upper[0]) >= width:
            continue
        above = trial.starts[first] - 1
        rest = lines[above:]
        trial = _with_quote(rest, "".join(rest), delimiter)
        if trial.fit >= 0.5:
            found.append((above, trial))
    return max(found, key=lambda pair: pair[1].fit, default=None)


def _is_header_alone(row: Sequence[str]) -> bool:
    """Tell whether a row is the header of messages alone; in words it could be a title as well."""
    return len(row) == 1 and is_name(row[0], alone=True) and len(row[0].split()) == 1


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


def _are_names(row: Sequence[str], width: int) -> bool:
    """Tell whether a row of this width has a well-known name in it, and no number or empty cell."""
    filled = all(cell.strip() and not _NUMBER.fullmatch(cell.strip()) for cell in row)
    return len(row) == width and filled and any(map(is_name, row))


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
    rows, starts, n_stray = [], [], 0
    with suppress(ValueError):  # so many stray quotes that reading gives up: these rows do
        for start, cells, remark in islice(tables.records(lines, delimiter, quote), SAMPLE_ROWS):
            n_stray += remark in (tables.STRAY, tables.SWALLOWING)
            if cells:
                rows.append(cells[: MAX_COLUMNS + 1])  # of more, the file is refused
                starts.append(start)
    n_quoted = text.count(f"{delimiter}{quote} ")
    return Trial(delimiter, quote, rows, starts, n_stray, _fit(rows, delimiter, n_quoted))


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
    if len(first) > 1:
        rest = [row for row in rest if row != first]  # the header again, of another file
    for i, cell in enumerate(first):
        column = [row[i] for row in rest if len(row) > i]
        if is_name(cell, alone=len(first) == 1) and cell not in column:
            return True
        numbers = column and all(_NUMBER.fullmatch(value) for value in column)
        if numbers and len(first) > 1 and cell.strip() and not re.search(r"\d", cell):
            return True
    return False
