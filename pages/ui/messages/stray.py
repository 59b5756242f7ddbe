"""Two stray quotes that take whole rows for one quoted cell."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence

MIN_LINES = 4
"""From how many lines on a quoted cell can be suspected."""


def are_rows(lines: Sequence[str], width: int, delimiter: str, quote: str) -> bool:
    """Tell whether each line of a row with a quoted cell could be a row of its own.

    A list or an address in a cell is as wide as the table in a line or two, hardly in all.
    """
    if len(lines) < MIN_LINES or width < 2 or lines[-1].count(quote) != 1:
        return False
    if any(quote in line for line in lines[1:-1]):
        return False
    blank = f"{delimiter} "
    rows = _cut(lines, delimiter)
    return all(len(row) == width and row[0].strip() for row in rows) and not (
        delimiter in ",;" and any(blank in line for line in lines[1:])
    )


def is_swallowing(lines: Sequence[str], delimiter: str, quote: str) -> bool:
    r"""Tell whether lines that could be rows are: whether one of their columns is of a kind.

    >>> rows = ['1,"stray\n', "2,b\n", "3,c\n", '4,stray"\n']
    >>> cell = ['x,"my order:\n', "2 cakes,brown\n", "some bread,rye\n", 'bun,plain"\n']
    >>> is_swallowing(rows, ",", '"'), is_swallowing(cell, ",", '"')
    (True, False)
    """
    for cells in zip(*_cut(lines, delimiter), strict=True):
        if any(quote in cell or not cell.strip() for cell in cells):
            continue
        shapes = {re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "0", cell.strip())) for cell in cells}
        numbered = len(shapes) == 1 and "0" in next(iter(shapes))
        if numbered or 2 * len(set(cells)) <= len(cells):
            return True
    return False


def _cut(lines: Sequence[str], delimiter: str) -> list[list[str]]:
    """Cut lines as they stand, quotes or not."""
    return list(csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE))
