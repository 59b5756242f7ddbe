"""JSON Lines: an object or a string a line."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import islice

from bpe.corpus import well_formed
from pages.ui.messages.sheet import MAX_ROWS, Report, Sheet, check_size, left_out, unique

# Numbers stay the characters that they are: Python makes no integer of more than 4,300 digits.
_JSON = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)
_BETWEEN = re.compile(r"[ \t\r\n]*[{:,]?[ \t\r\n]*")
_WORDS = {True: "true", False: "false", None: "null"}


def read(lines: Sequence[str], tick: Report) -> Sheet:
    """Take each line as a JSON object, or a JSON string; others are left out and reported.

    Raises:
        ValueError: There are too many columns or cells.
    """
    found: list[dict[str, str]] = []
    columns: dict[str, None] = {}
    malformed = []
    filled = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    for number, line in islice(filled, MAX_ROWS):
        tick(number, len(lines))
        try:
            found.append(values(line))
        except (ValueError, RecursionError) as error:
            malformed.append((number, _why_not_json(error)))
            continue
        columns.update(dict.fromkeys(found[-1]))
        check_size(len(found), len(columns))
    columns = columns or {"message": None}
    rows = []
    for row in found:
        tick(len(lines), len(lines))
        rows.append(tuple(row.get(column, "") for column in columns))
    n = sum(bool(line.strip()) for line in lines)
    notes = left_out(len(lines) - n, n)
    return Sheet(unique(list(columns)), tuple(rows), tuple(malformed), notes)


def values(line: str) -> dict[str, str]:
    r"""Give an object's strings as they are, and its other values as they stand in the line.

    Raises:
        ValueError, RecursionError: It is not JSON, neither an object nor a string, or too deep.

    >>> values('{"message": "caf\\u00e9", "n": [1.0, 1e5]}'), values('"hi"')
    ({'message': 'café', 'n': '[1.0, 1e5]'}, {'message': 'hi'})
    """
    whole = _JSON.decode(line)
    if isinstance(whole, str) and line.lstrip().startswith('"'):
        whole = {"message": whole}
    if not isinstance(whole, dict):
        raise ValueError("it is neither an object nor a string")
    if any(isinstance(value, dict | list) for value in whole.values()):
        whole = _as_written(line)
    return {
        well_formed(key): well_formed(value if isinstance(value, str) else _WORDS[value])
        for key, value in whole.items()
    }


def _as_written(line: str) -> dict[str, str]:
    """Cut a line that is known to be an object into strings, and what other values stand as."""
    found = {}
    at = _after(line, 0)
    while line[at] != "}":
        key, at = _JSON.raw_decode(line, at)
        start = _after(line, at)
        value, at = _JSON.raw_decode(line, start)
        found[key] = value if isinstance(value, str) else line[start:at]
        at = _after(line, at)
    return found


def _after(line: str, at: int) -> int:
    """Skip what stands between keys and values."""
    match = _BETWEEN.match(line, at)
    return match.end() if match else at


def _why_not_json(error: Exception) -> str:
    """Say in a sentence why a line was left out."""
    if isinstance(error, RecursionError):
        return "It is nested too deeply, and was left out."
    if isinstance(error, json.JSONDecodeError):
        return f"It is not JSON ({error.msg} at column {error.colno:,}), and was left out."
    return f"As JSON, {error}; it was left out."
