"""JSON Lines: an object or a string a line; or a list of them, over lines or not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import islice

from bpe.corpus import well_formed
from pages.ui import words
from pages.ui.messages import chats
from pages.ui.messages.sheet import MAX_ROWS, Report, Sheet, check_size, left_out, unique

# Numbers stay the characters that they are: Python makes no integer of more than 4,300 digits.
_JSON = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)
_BETWEEN = re.compile(r"[ \t\r\n]*[{:,]?[ \t\r\n]*")
_BLANK = re.compile(r"[ \t\r\n]*")
_WORDS = {True: "true", False: "false", None: "null"}


def read(lines: Sequence[str], tick: Report) -> Sheet:
    """Take each line as a JSON object, or a JSON string; others are left out and reported.

    Of a chat each message of its user is a row; the other roles are left out.

    Where the file is one list or one object, its items or itself are taken in place of lines.

    Raises:
        ValueError: There are too many columns or cells, or a list does not end or is no JSON.
    """
    found: list[dict[str, str]] = []
    columns: dict[str, None] = {}
    malformed = []
    whole = _whole(lines, tick)
    filled = whole or [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    n_chats = n_said = 0
    for number, line in islice(filled, MAX_ROWS):
        tick(number, len(lines))
        try:
            row = values(line)
        except (ValueError, RecursionError) as error:
            malformed.append((number, _why_not_json(error)))
            continue
        said = chats.of_users(row.get(chats.KEY, ""))
        if said is None:
            found.append(row)
        else:
            n_chats, n_said = n_chats + 1, n_said + len(said)
            found += [{**row, chats.KEY: text} for text in map(well_formed, said)]
        columns.update(dict.fromkeys(row))
        check_size(min(len(found), MAX_ROWS), len(columns))
        if len(found) > MAX_ROWS:
            break
    columns = columns or {"message": None}
    rows = []
    for row in found[:MAX_ROWS]:
        tick(len(lines), len(lines))
        rows.append(tuple(row.get(column, "") for column in columns))
    notes = left_out(0 if whole else len(lines) - len(filled), len(filled))
    return Sheet(
        unique(list(columns)),
        tuple(rows),
        tuple(malformed),
        (*_of_chats(n_chats, n_said, len(found)), *notes),
    )


def _of_chats(n_chats: int, n_said: int, n_found: int) -> tuple[str, ...]:
    """Say what is counted of chats, if there are any.

    >>> _of_chats(2, 3, 3)[0]
    'Of the 2 chats what their users say is counted: 3 messages; other roles are left out.'
    """
    if not n_chats:
        return ()
    if n_found > MAX_ROWS:
        return (
            f"Of chats what their users say is counted: the first {MAX_ROWS:,} messages were "
            "read, the rest and other roles are left out.",
        )
    return (
        f"Of the {words.plural(n_chats, 'chat')} what their users say is counted: "
        f"{words.plural(n_said, 'message')}; other roles are left out.",
    )


def _whole(lines: Sequence[str], tick: Report) -> list[tuple[int, str]]:
    """Give the items of a list, or an object over lines, and where each begins; else nothing."""
    first = next((line for line in lines if line.strip(" \t\r\n")), "").lstrip(" \t\r\n")
    is_object = first.startswith("{")
    if not (is_object or first.startswith("[")) or (is_object and _is_json(first)):
        return []
    text = "".join(lines)
    try:
        return list(_items(text, tick))
    except (ValueError, RecursionError) as error:
        # Lists may stand on lines of their own, and of objects each line is tried.
        if is_object or _is_json(first):
            return []
        raise ValueError(
            f"This JSON list cannot be read: {_reason(error)}. "
            "Save it as JSON Lines, an object a line, and try again."
        ) from None


def _items(text: str, tick: Report) -> Iterator[tuple[int, str]]:
    """Cut a list into its items, or give an object as the only one."""
    at = _blank(text, 0)
    if text[at] == "{":
        end = _JSON.raw_decode(text, at)[1]
        if _blank(text, end) < len(text):
            raise ValueError("more follows its end")
        yield 1 + text.count("\n", 0, at), text[at:end]
        return
    number, counted, at = 1, 0, _blank(text, at + 1)
    is_first = True
    while not (is_first and text.startswith("]", at)):
        tick(at, len(text))
        end = _JSON.raw_decode(text, at)[1]
        number, counted = number + text.count("\n", counted, at), at
        yield number, text[at:end]
        is_first = False
        at = _blank(text, end)
        if text.startswith("]", at):
            break
        if not text.startswith(",", at):
            raise ValueError("it does not end")
        at = _blank(text, at + 1)
    if _blank(text, at + 1) < len(text):
        raise ValueError("more follows its end")


def _blank(text: str, at: int) -> int:
    """Skip what JSON takes for blank."""
    match = _BLANK.match(text, at)
    return match.end() if match else at


def _is_json(line: str) -> bool:
    try:
        _JSON.decode(line)
    except (ValueError, RecursionError):
        return False
    return True


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


def _reason(error: Exception) -> str:
    """Say why a list cannot be read."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at line {error.lineno:,}, column {error.colno:,}"
    return str(error)


def _why_not_json(error: Exception) -> str:
    """Say in a sentence why a line was left out."""
    if isinstance(error, RecursionError):
        return "It is nested too deeply, and was left out."
    if isinstance(error, json.JSONDecodeError):
        return f"It is not JSON ({error.msg} at column {error.colno:,}), and was left out."
    return f"As JSON, {error}; it was left out."
