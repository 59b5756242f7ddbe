"""CSV files for download."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from numbers import Real

from bpe.corpus import well_formed

# Full-width signs count too: some spreadsheets in Japanese and Chinese take them for the others.
_FORMULA = re.compile(r"[\s\x00-\x1f\ufeff]*[=+\-@＝＋－＠]|[\t\r\n\x00]")


def to_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    r"""Write a table as CSV that spreadsheets open as UTF-8 without running anything in it.

    Text that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay
    numbers, negative ones too; None is an empty cell.

    Source: OWASP, CSV Injection.

    >>> to_csv(["text", "change"], [["=1+1", -4]])
    b'\xef\xbb\xbf"text","change"\r\n"\'=1+1",-4\r\n'
    """
    buffer = io.StringIO(newline="")
    # Text is quoted for spreadsheets that cut at semicolons or tabs, too.
    writer = csv.writer(buffer, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow([_harmless(name) for name in header])
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return buffer.getvalue().encode("utf-8-sig")


def _harmless(cell: object) -> object:
    """Put an apostrophe before text that a spreadsheet would take for a formula.

    >>> _harmless(" @sum"), _harmless("a=b"), _harmless(-1), _harmless("-1")
    ("' @sum", 'a=b', -1, "'-1")
    """
    if cell is None or isinstance(cell, Real | Decimal):
        return cell
    text = well_formed(str(cell))
    return f"'{text}" if _FORMULA.match(text) else text
