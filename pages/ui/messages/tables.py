"""Tables with a delimiter: CSV and its kin, rows that do not fit and stray quotes included."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from pages.ui import words
from pages.ui.messages import stray
from pages.ui.messages.columns import is_name
from pages.ui.messages.sheet import (
    MAX_BYTES,
    MAX_ROWS,
    Format,
    Report,
    Sheet,
    check_size,
    left_out,
    silent,
    unique,
)

EXCEL_HINT = re.compile(r'"?sep=(.)"?[\r\n]*', re.IGNORECASE)
"""A first line that tells Excel the delimiter, and is no row."""

STRAY = "A quote is not closed, or text follows its end, so the line was read as it stands."
"""What is said of a row in which quotes do not pair."""

SWALLOWING = "The quoted cell that begins here takes in rows, so the line was read as it stands."
"""What is said of a row whose quote pairs with one of a much later row."""

NO_HEADER = "There is no header: the first row is counted as a message."

LONG = 100
"""From how many lines on a quoted cell is reported: a stray quote may have swallowed them."""


def read(lines: Sequence[str], form: Format, tick: Report) -> Sheet:
    """Parse rows of cells, and make each as wide as the header, or as most rows are.

    Raises:
        ValueError: There is no row, quotes never pair, or there are too many columns or cells.
    """
    found: list[tuple[int, list[str]]] = []
    malformed: dict[int, str] = {}
    n_rows, n_blank, n_again = -form.header, 0, 0
    hint = int(EXCEL_HINT.fullmatch(lines[0]) is not None)
    start = max(hint, min(form.above, len(lines)))
    for number, cells, remark in records(lines, form.delimiter, form.quote, tick, start):
        if not cells:
            n_blank += 1
            continue
        if form.header and found and _is_again(cells, found[0][1]):
            n_again += 1
            continue
        n_rows += 1
        if n_rows <= MAX_ROWS:
            found.append((number, cells))
            if remark:
                malformed[number] = remark
    if not found:
        raise ValueError("The file is empty.")
    if form.header:
        (_, names), *found = found
    else:
        names = [""] * common_width([cells for _, cells in found])
    check_size(len(found), len(names))
    rows = []
    for number, cells in found:
        if len(cells) != len(names):
            fitted, remark = _fitted(cells, len(names), form.delimiter)
            malformed[number] = f"{malformed.get(number, '')} {remark}".strip()
            rows.append(tuple(fitted))
        else:
            rows.append(tuple(cells))
    faults = tuple(sorted(malformed.items()))
    notes = (*_above(hint + 1, start), *_repeated(n_again), *left_out(n_blank, n_rows))
    if not form.header:
        notes = (NO_HEADER, *notes)
    return Sheet(unique(names), tuple(rows), faults, notes)


def _is_again(cells: list[str], header: list[str]) -> bool:
    """Tell whether a row is the header once more, as where files were put together."""
    return len(cells) > 1 and cells == header and any(map(is_name, cells))


def _repeated(n: int) -> tuple[str, ...]:
    """Say how often the header stands among the rows.

    >>> _repeated(1), _repeated(0)
    (('1 row repeats the header and was left out.',), ())
    """
    said = "row repeats the header and was" if n == 1 else "rows repeat the header and were"
    return (f"{n:,} {said} left out.",) if n else ()


def _above(first: int, last: int) -> tuple[str, ...]:
    """Say which lines above a table are not in its sheet.

    >>> _above(1, 3), _above(1, 0)
    (('Lines 1 to 3 stand above the table and were left out.',), ())
    """
    if last < first:
        return ()
    if first == last:
        return (f"Line {first:,} stands above the table and was left out.",)
    return (f"Lines {first:,} to {last:,} stand above the table and were left out.",)


def records(
    lines: Sequence[str], delimiter: str, quote: str, tick: Report = silent, start: int = 0
) -> Iterator[tuple[int, list[str], str]]:
    r"""Yield rows: the first line of each, from 1, its cells, and what is to be said of it.

    A line of nothing but blanks has no cells. Where quotes do not pair, the one line is read
    without them, and the next is a row's first again: a stray quote would else swallow all up to
    the next one.

    Raises:
        ValueError: So many quotes do not pair that reading on would take very long.

    >>> [cells for _, cells, _ in records(["'a\n", "b';c\n", "'d\n"], ";", "'")]
    [['a\nb', 'c'], ["'d"]]
    """
    # For the whole process, so it is only ever raised and never put back: others may be reading.
    csv.field_size_limit(max(csv.field_size_limit(), MAX_BYTES))
    left = 10 * sum(map(len, lines)) + 10

    def feed(start: int) -> Iterator[str]:
        nonlocal left
        for i in range(start, len(lines)):
            tick(i, len(lines))
            left -= len(lines[i])
            if left < 0:
                raise ValueError("The quotes in this file do not pair; choose others, or none.")
            yield lines[i]

    row = start
    while row < len(lines):
        reader = csv.reader(
            feed(row),
            delimiter=delimiter,
            quotechar=quote or None,
            quoting=csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE,
            strict=True,
        )
        first, remark = row, STRAY
        try:
            for cells in reader:
                of_row = lines[row : first + reader.line_num]
                could_be_rows = stray.are_rows(of_row, len(cells), delimiter, quote)
                if could_be_rows and stray.is_swallowing(of_row, delimiter, quote):
                    remark = SWALLOWING
                    raise csv.Error(remark)
                is_blank = len(cells) == 1 and not "".join(of_row).strip()
                yield row + 1, [] if is_blank else cells, _long(len(of_row), could_be_rows)
                row += len(of_row)
        except csv.Error:
            plain = csv.reader([lines[row]], delimiter=delimiter, quoting=csv.QUOTE_NONE)
            row += 1
            yield row, next(plain), remark


def _long(n_lines: int, could_be_rows: bool) -> str:
    """Say that a row goes over very many lines, or over some that could be rows, if it does."""
    if could_be_rows:
        return f"A quoted cell here goes over {n_lines:,} lines that could be rows; it was kept."
    return f"A quoted cell here goes over {n_lines:,} lines; it was kept." if n_lines > LONG else ""


def common_width(rows: Sequence[Sequence[str]]) -> int:
    """Give the number of cells that most rows have; the higher of two equally common ones."""
    widths = Counter(len(row) for row in rows)
    return max(widths, key=lambda width: (widths[width], width))


def _fitted(cells: list[str], width: int, delimiter: str) -> tuple[list[str], str]:
    """Make a row as wide as the others, and say what was done.

    >>> _fitted(["1", "hello", " world"], 2, ",")[0], _fitted(["1"], 2, ",")[0]
    (['1', 'hello, world'], ['1', ''])
    """
    has = f"{words.plural(len(cells), 'cell')}, not {width:,}: "
    if len(cells) < width:
        return cells + [""] * (width - len(cells)), f"{has}those that are missing are empty."
    if not any(cells[width:]):
        return cells[:width], f"{has}the empty ones at the end were left out."
    joined = delimiter.join(cells[width - 1 :])
    return [*cells[: width - 1], joined], f"{has}those too many were joined to the last one."
