"""Messages out of what a visitor pastes or uploads: a table of text cells."""

from __future__ import annotations

import codecs
import csv
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePath

from bpe.corpus import well_formed
from pages.ui import corpora, words

MAX_ROWS = 100_000
"""The most rows that are read; of a longer file, these are the first."""

MAX_BYTES = 25 * 2**20
"""The largest file, in bytes."""

MAX_LINES = 2_000_000
"""The most lines of a file: rows, and line ends inside of quoted cells."""

MAX_COLUMNS = 1_000
"""The most columns."""

MAX_CELLS = 10_000_000
"""The most cells: a long header must not make a huge table of a small file."""

MAX_LANGUAGES = 40
"""The most values of a column that is taken for the language."""

LONG = 100
"""From how many lines on a quoted cell is reported: a stray quote may have swallowed them."""

SAMPLE = 2**20
"""How many bytes, at the beginning of a file, its format is detected by."""

SAMPLE_ROWS = 200
"""How many rows."""

ENCODINGS = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8 with a mark",
    "utf-16": "UTF-16",
    "cp1252": "Windows-1252",
    "latin-1": "Latin-1",
}
"""What a file may be encoded in, and what people call it."""

DELIMITERS = ("\t", ";", ",", "|")
"""What may stand between cells; of two that fit equally well, the one that is rarer in text."""

# What columns' names end in, in small letters; the likeliest first.
MESSAGE: tuple[str, ...] = ("message", "text", "content", "prompt", "body", "question", "query")
MESSAGE += ("input", "utterance", "comment", "review", "description", "messages", "nachricht")
MESSAGE += ("mensaje", "texte", "texto", "संदेश")
LANGUAGE = ("language", "lang", "locale", "languages", "sprache", "langue", "idioma", "भाषा")
OTHER: tuple[str, ...] = ("id", "name", "date", "time", "timestamp", "at", "author", "sender")
OTHER += ("role", "type", "channel", "subject", "title", "category", "label", "status", "count")
OTHER += ("number", "url", "email", "phone", "index", "key", "value", "score", "rating", "country")
OTHER += ("response", "reply", "answer", "output", "completion")

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")
_EXCEL_HINT = re.compile(r'"?sep=(.)"?[\r\n]*', re.IGNORECASE)
_NUMBER = re.compile(r"[-+$€£¥₹]?\d[\d.,:/%TZ +-]*")
_LANGUAGE_CODE = re.compile(r"[a-z]{2,3}([-_][A-Za-z]{2,4}){0,2}")
_LANGUAGE_NAME = re.compile(r"[^\d.!?@]{2,20}")
_NOT_TEXT = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\x1f\x8b", b"%PDF")
_STRAY = "A quote is not closed, or text follows its end, so the line was read as it stands."

Report = Callable[[int, int], None]


@dataclass(frozen=True)
class Format:
    """How a file is read.

    Attributes:
        kind: "table", "lines" (a message a line) or "jsonl" (an object or a string a line).
        encoding: One of `ENCODINGS`.
        delimiter: One of `DELIMITERS`; of a table.
        quote: What cells are quoted with, or "" for nothing; of a table.
        header: Whether the first row names the columns; of a table.
    """

    kind: str
    encoding: str
    delimiter: str = ","
    quote: str = '"'
    header: bool = True


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


def read(data: bytes, form: Format, report: Report | None = None) -> Sheet:
    r"""Read a file.

    Rows with too few cells are filled up, the cells that are too many joined to the last; a quote
    that does not close is a character like others. All this is reported. Blank lines are left out.

    Args:
        data: The file.
        form: How to read it.
        report: Called with (done, wanted) many times a second; what it raises ends the reading.

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
    lines, notes = _lines(_decoded(data, form.encoding), tick), _encoding_notes(data, form.encoding)
    if not any(line.strip("\r\n") for line in lines):
        raise ValueError("The file is empty.")
    sheet = {"table": _table, "lines": _messages, "jsonl": _objects}[form.kind](lines, form, tick)
    if report:
        report(len(lines), len(lines))
    return Sheet(sheet.columns, sheet.rows, sheet.malformed, (*notes, *sheet.notes))


def pasted(text: str) -> Sheet:
    r"""Take each line as a message; blank lines are left out.

    >>> pasted("hi, you\n\n 007\n").rows
    (('hi, you',), (' 007',))
    """
    tick = _paced(None)
    return _messages(_lines(well_formed(text), tick), Format("lines", "utf-8"), tick)


def _paced(report: Report | None) -> Report:
    """Pass on some twenty reports a second."""
    last = 0.0

    def tick(done: int, wanted: int) -> None:
        nonlocal last
        if report and (now := time.monotonic()) - last >= 0.05:
            last = now
            report(done, wanted)

    return tick


def _decoded(data: bytes, encoding: str, errors: str = "strict") -> str:
    """Decode in this encoding and no other; a mark that fits is left out."""
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE))
    if encoding == "utf-16":
        return corpora.decode(data, "" if marked else "utf-16-le", errors)
    if encoding in ("utf-8", "utf-8-sig"):
        if marked:
            raise corpora.NotUtf8(
                f"The file begins with the mark of UTF-16 (byte 0x{data[0]:02X} at offset 0), so "
                "it is not UTF-8 text. Choose UTF-16."
            )
        return corpora.decode(data, errors=errors)
    return corpora.decode(data, encoding, errors)


def _encoding_notes(data: bytes, encoding: str) -> list[str]:
    """Say what speaks for and against an encoding with a byte for each character."""
    if encoding not in ("cp1252", "latin-1"):
        return []
    notes = []
    try:
        data.decode()
        notes.append(f"The file would be UTF-8, but was read as {ENCODINGS[encoding]}.")
    except UnicodeDecodeError as error:
        notes.append(
            f"Byte 0x{data[error.start]:02X} at offset {error.start:,} is not UTF-8, so the file "
            f"was read as {ENCODINGS[encoding]}."
        )
    if encoding == "latin-1" and (n := len(re.findall(rb"[\x80-\x9f]", data))):
        signs = "a control character" if n == 1 else f"{n:,} control characters"
        notes.append(f"Latin-1 gives {signs} where Windows-1252 has signs such as quotes.")
    return notes


def _lines(text: str, tick: Report) -> list[str]:
    r"""Cut after \n, \r and \r\n only: to `str.splitlines` ten other characters end a line."""
    lines = []
    for match in _LINE.finditer(text):
        lines.append(match[0])
        tick(0, 1)
        if len(lines) > MAX_LINES:
            raise ValueError(f"There are more than {MAX_LINES:,} lines; split the file.")
    return lines


def _notes(blank: int, n_rows: int) -> tuple[str, ...]:
    """Say what was left out."""
    left_out = f"{words.plural(blank, 'blank line')} {'was' if blank == 1 else 'were'} left out."
    cut = f"There are {n_rows:,} rows; the first {MAX_ROWS:,} were read."
    return (*([left_out] if blank else []), *([cut] if n_rows > MAX_ROWS else []))


def _check_size(n_rows: int, n_columns: int) -> None:
    """Refuse a table that would take too much memory."""
    if n_columns > MAX_COLUMNS or n_rows * n_columns > MAX_CELLS:
        raise ValueError(
            f"The table has {words.plural(n_rows, 'row')} and {n_columns:,} columns; up to "
            f"{MAX_COLUMNS:,} columns and {MAX_CELLS:,} cells can be read here. Leave out columns, "
            "or choose another delimiter."
        )


# A message a line, and JSON Lines.


def _messages(lines: Sequence[str], _: Format, tick: Report) -> Sheet:
    """Take each line as a message."""
    rows, n = [], 0
    for number, line in enumerate(lines, 1):
        tick(number, len(lines))
        if line.strip():
            n += 1
            if n <= MAX_ROWS:
                rows.append((line.rstrip("\r\n"),))
    return Sheet(("message",), tuple(rows), (), _notes(len(lines) - n, n))


def _objects(lines: Sequence[str], _: Format, tick: Report) -> Sheet:
    """Take each line as a JSON object, or a JSON string; others are left out and reported."""
    found: list[dict[str, str]] = []
    columns: dict[str, None] = {}
    malformed, n, blank = [], 0, 0
    for number, line in enumerate(lines, 1):
        tick(number, len(lines))
        if not line.strip():
            blank += 1
            continue
        n += 1
        if n > MAX_ROWS:
            continue
        try:
            found.append(_values(line))
        except (ValueError, RecursionError) as error:
            malformed.append((number, _why_not_json(error)))
            continue
        columns.update(dict.fromkeys(found[-1]))
        _check_size(len(found), len(columns))
    columns = columns or {"message": None}
    rows = []
    for values in found:
        tick(len(lines), len(lines))
        rows.append(tuple(values.get(column, "") for column in columns))
    return Sheet(_unique(list(columns)), tuple(rows), tuple(malformed), _notes(blank, n))


# Numbers stay the characters that they are: Python makes no integer of more than 4,300 digits.
_JSON = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)
_BETWEEN = re.compile(r"[ \t\r\n]*[{:,]?[ \t\r\n]*")
_WORDS = {True: "true", False: "false", None: "null"}


def _values(line: str) -> dict[str, str]:
    r"""Give an object's strings as they are, and its other values as they stand in the line.

    Raises:
        ValueError, RecursionError: It is not JSON, neither an object nor a string, or too deep.

    >>> _values('{"message": "caf\\u00e9", "n": [1.0, 1e5]}'), _values('"hi"')
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
    values = {}
    at = _after(line, 0)
    while line[at] != "}":
        key, at = _JSON.raw_decode(line, at)
        start = _after(line, at)
        value, at = _JSON.raw_decode(line, start)
        values[key] = value if isinstance(value, str) else line[start:at]
        at = _after(line, at)
    return values


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


# Tables.


def _table(lines: Sequence[str], form: Format, tick: Report) -> Sheet:
    """Parse rows of cells, and make each as wide as the header, or as most rows are."""
    found: list[tuple[int, list[str]]] = []
    malformed: dict[int, str] = {}
    n, blank = 0, 0
    for number, n_lines, cells, fault in _records(lines, form.delimiter, form.quote, tick):
        if number == 1 and _EXCEL_HINT.fullmatch(lines[0]):
            continue
        if not cells:
            blank += 1
            continue
        n += 1
        if n > MAX_ROWS + form.header:
            continue
        found.append((number, cells))
        if fault:
            malformed[number] = fault
        elif n_lines > LONG:
            malformed[number] = f"A quoted cell here goes over {n_lines:,} lines; it was kept."
    if not found:
        raise ValueError("The file is empty.")
    if form.header:
        (_, names), *found = found
    else:
        names = [""] * _common_width([cells for _, cells in found])
    width = len(names)
    _check_size(len(found), width)
    rows = []
    for number, cells in found:
        tick(len(lines), len(lines))
        if len(cells) != width:
            fitted, why = _fitted(cells, width, form.delimiter)
            malformed[number] = f"{malformed.get(number, '')} {why}".strip()
            rows.append(tuple(fitted))
        else:
            rows.append(tuple(cells))
    return Sheet(
        _unique(names),
        tuple(rows),
        tuple(sorted(malformed.items())),
        _notes(blank, n - form.header),
    )


def _records(
    lines: Sequence[str], delimiter: str, quote: str, tick: Report
) -> Iterator[tuple[int, int, list[str], str]]:
    """Yield a row's first line from 1, how many lines it goes over, its cells, and a fault.

    Where quotes do not pair, the one line is read without them, and the next is a row's first
    again: a stray quote would else swallow all up to the next one.
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

    row = 0
    while row < len(lines):
        reader = csv.reader(
            feed(row),
            delimiter=delimiter,
            quotechar=quote or None,
            quoting=csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE,
            strict=True,
        )
        first = row
        try:
            for cells in reader:
                start, row = row, first + reader.line_num
                yield start + 1, row - start, cells, ""
        except csv.Error:
            plain = csv.reader([lines[row]], delimiter=delimiter, quoting=csv.QUOTE_NONE)
            row += 1
            yield row, 1, next(plain), _STRAY


def _common_width(rows: Sequence[Sequence[str]]) -> int:
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


def _unique(names: Sequence[str]) -> tuple[str, ...]:
    """Name each column, each with another name.

    >>> _unique(["text", "", "text", "text (2)"])
    ('text', 'column 2', 'text (2)', 'text (2) (2)')
    """
    taken: dict[str, None] = {}
    for number, name in enumerate(names, 1):
        unique = first = name if name.strip() else f"column {number}"
        again = 1
        while unique in taken:
            again += 1
            unique = f"{first} ({again})"
        taken[unique] = None
    return tuple(taken)


# Which column is which.


def message_column(sheet: Sheet) -> int:
    """Guess which column holds the messages: by its name, else the one with the longest texts.

    >>> message_column(Sheet(("message_id", "Text"), (("17", "hi"),)))
    1
    """
    named = [_last_word(name) for name in sheet.columns]
    for name in MESSAGE:
        if name in named and (not sheet.rows or any(row[named.index(name)] for row in sheet.rows)):
            return named.index(name)
    return max(range(len(named)), key=lambda i: sum(len(row[i]) for row in sheet.rows))


def language_column(sheet: Sheet, message: int) -> int | None:
    """Guess which column holds the language: by its name, else by few short words in it.

    >>> language_column(Sheet(("text", "column 2"), (("hi", "en"), ("hola", "es-MX"))), 0)
    1
    """
    others = [i for i in range(len(sheet.columns)) if i != message]
    for i in others:
        if _last_word(sheet.columns[i]) in LANGUAGE:
            return i
    values = {i: Counter(row[i].strip() for row in sheet.rows if row[i].strip()) for i in others}
    few = [i for i in others if 2 <= len(values[i]) <= MAX_LANGUAGES]
    for i in few:
        if all(_LANGUAGE_CODE.fullmatch(value) for value in values[i]):
            return i
    for i in few:
        repeated = 2 * len(values[i]) <= values[i].total()
        if repeated and all(_LANGUAGE_NAME.fullmatch(value) for value in values[i]):
            return i
    return None


def _last_word(name: str) -> str:
    """Give what a column's name says last.

    >>> _last_word("Customer message"), _last_word("msgBody"), _last_word("created_at")
    ('message', 'body', 'at')
    """
    parts = re.split(r"[\s_.-]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.strip()[-40:]))
    return parts[-1].casefold()


# Detection.


def detect(data: bytes, name: str) -> Format:
    r"""Guess how a file is to be read, from its first bytes and rows and from its name's ending.

    >>> detect(b"id;message\n1;hello, world\n2;bye\n", "export.csv")
    Format(kind='table', encoding='utf-8', delimiter=';', quote='"', header=True)
    """
    encoding, ending = _encoding(data), PurePath(name).suffix.lower()
    lines = _LINE.findall(_decoded(data[:SAMPLE], encoding, "replace"))
    if len(data) > SAMPLE and len(lines) > 1:
        del lines[-1]  # half a line counts for no row
    table = ending in (".csv", ".tsv", ".tab")
    if ending in (".jsonl", ".ndjson", ".json") or (not table and _is_object(lines)):
        return Format("jsonl", encoding, header=False)
    if ending in (".txt", ".text", ".md", ".log") or not lines:
        return Format("table" if table else "lines", encoding, header=False)
    delimiters: Sequence[str] = DELIMITERS
    if hint := _EXCEL_HINT.fullmatch(lines[0]):
        delimiters, lines = [d for d in DELIMITERS if d == hint[1]] or DELIMITERS, lines[1:]
    elif ending != ".csv" and table and any("\t" in line for line in lines):
        delimiters = ["\t"]
    delimiter, quote, rows = _dialect(lines, delimiters)
    header = _has_header(rows)
    if not (table or header or _fit(rows, delimiter)):
        return Format("lines", encoding, header=False)
    return Format("table", encoding, delimiter, quote, header)


def _encoding(data: bytes) -> str:
    """Guess the encoding: by its mark, else UTF-8 where that is possible, else Windows-1252."""
    if data.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)):
        return "utf-16"
    for encoding in ("utf-8", "cp1252"):
        try:
            data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return encoding
    return "latin-1"


def _is_object(lines: Sequence[str]) -> bool:
    """Tell whether the first line with something in it is a JSON object."""
    first = next((line for line in lines if line.strip()), "")
    if not first.startswith("{"):
        return False
    try:
        _values(first)
    except (ValueError, RecursionError):
        return False
    return True


def _dialect(lines: Sequence[str], delimiters: Sequence[str]) -> tuple[str, str, list[list[str]]]:
    """Parse with every delimiter, and take the one that cuts rows most evenly.

    `csv.Sniffer` counts characters up to Python 3.15, those in quoted cells and in prose too, and
    gives any letter for a file of one column. From 3.16 on it parses, as is done here.
    """
    tried = {delimiter: _with_quote(lines, delimiter) for delimiter in delimiters}
    best = max(tried, key=lambda delimiter: _fit(tried[delimiter][1], delimiter))
    if not _fit(tried[best][1], best):  # one column: a delimiter that cuts nothing
        usual = sorted(tried, key=(",", "\t", "|", ";").index)
        best = min(usual, key=lambda delimiter: sum(len(row) > 1 for row in tried[delimiter][1]))
    return best, *tried[best]


def _with_quote(lines: Sequence[str], delimiter: str) -> tuple[str, list[list[str]]]:
    """Parse with double quotes, or with single ones where these are in use."""
    text, edge = "".join(lines), re.escape(delimiter)

    def cells_in(quote: str) -> int:
        opened = re.findall(rf"(?:\A|[{edge}\r\n]){quote}", text)
        return min(len(opened), len(re.findall(rf"{quote}(?:[{edge}\r\n]|\Z)", text)))

    rows, _ = _sampled(lines, delimiter, '"')
    if cells_in("'") > cells_in('"'):
        others, n_faults = _sampled(lines, delimiter, "'")
        better = _fit(others, delimiter) > _fit(rows, delimiter)
        if not n_faults and (better or 2 * cells_in("'") >= max(len(rows), len(others))):
            return "'", others
    return '"', rows


def _sampled(lines: Sequence[str], delimiter: str, quote: str) -> tuple[list[list[str]], int]:
    """Parse the first rows; also count those in which quotes do not pair."""
    rows, n_faults = [], 0
    with suppress(ValueError):  # so many that reading would give up: these rows do
        records = _records(lines, delimiter, quote, _paced(None))
        for _, _, cells, fault in islice(records, SAMPLE_ROWS):
            n_faults += bool(fault)
            if cells:
                rows.append(cells)
    return rows, n_faults


def _fit(rows: Sequence[Sequence[str]], delimiter: str) -> float:
    """Give the share of rows that are as wide as the first, or 0 where that is no table."""
    if not rows or len(rows[0]) < 2:
        return 0
    share = sum(len(row) == len(rows[0]) for row in rows) / len(rows)
    if any(_is_name(cell) for cell in rows[0]):
        return share
    later = [cell for row in rows for cell in row[1:]]
    prose = delimiter in ",;" and 2 * sum(cell.startswith(" ") for cell in later) > len(later)
    return 0 if prose or share < 0.5 else share


def _has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether the first row has a well-known name in it, or words above numbers."""
    if not rows:
        return False
    first, *rest = rows
    for i, cell in enumerate(first):
        column = [row[i] for row in rest if len(row) > i]
        if _is_name(cell, alone=len(first) == 1) and cell not in column:
            return True
        numbers = column and all(_NUMBER.fullmatch(value) for value in column)
        if numbers and len(first) > 1 and cell.strip() and not re.search(r"\d", cell):
            return True
    return False


def _is_name(cell: str, alone: bool = False) -> bool:
    """Tell whether a cell is a well-known name of a column; of its only one, a message's."""
    known = MESSAGE if alone else (*MESSAGE, *LANGUAGE, *OTHER)
    return " " not in cell.strip() and _last_word(cell) in known
