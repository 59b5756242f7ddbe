"""How the reading of messages is said: in which form, what did not fit, how far it is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pages.ui import words
from pages.ui.bill import Ints
from pages.ui.messages.sheet import ENCODINGS, Format, Sheet

KINDS = {"table": "a table", "lines": "one message a line", "jsonl": "JSON lines"}

DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "upright bars"}

FORM: dict[str, tuple[str, dict[Any, str]]] = {
    "kind": ("Read as", KINDS),
    "encoding": ("Encoding", ENCODINGS),
    "delimiter": ("Between cells", DELIMITERS),
    "quote": ("Quotes around cells", {'"': "double", "'": "single", "": "none"}),
    "header": ("First row", {True: "is the header", False: "is a message"}),
}
"""How a file is read: for each field of a form, what it is called and what may be chosen."""

OF_EVERY_KIND = ("kind", "encoding")
"""The fields that matter for more than tables."""

SHOWN_ROWS = 3
"""How many of the lines that do not fit are named in a sentence."""

MAX_RUNS = 1_000
"""How many runs of such lines are listed; the file of them has all."""

FAULTS_HEIGHT = 280
"""How high their list is, in pixels; more is scrolled."""

FAULTS_HEADER = ("line", "what was done")


def form(form: Format) -> str:
    """Say how a file is read.

    >>> form(Format("table", "utf-8", ";"))
    'Read as a table: semicolons, the first row is the header, UTF-8.'
    """
    said = [ENCODINGS.get(form.encoding, form.encoding)]
    if form.kind == "table":
        first = "the first row is the header" if form.header else "no header"
        said = [DELIMITERS.get(form.delimiter, repr(form.delimiter)), first, *said]
    return f"Read as {KINDS[form.kind]}: {', '.join(said)}."


def malformed(sheet: Sheet) -> str:
    """Say which lines of a file did not fit, and what was done with the first ones.

    >>> malformed(Sheet(("a",), (), ((7, "It is not JSON, and was left out."),)))
    '1 line does not fit. Line 7: It is not JSON, and was left out.'
    """
    n = len(sheet.malformed)
    if not n:
        return ""
    first = " ".join(f"Line {line:,}: {why}" for line, why in sheet.malformed[:SHOWN_ROWS])
    more = f" And {n - SHOWN_ROWS:,} more." if n > SHOWN_ROWS else ""
    return f"{words.plural(n, 'line')} {'does' if n == 1 else 'do'} not fit. {first}{more}"


def faults(sheet: Sheet) -> list[str]:
    """List the lines that did not fit by what was done with them.

    >>> faults(Sheet(("a",), (), ((2, "Cut."), (3, "Cut."), (4, "Kept."), (7, "Cut."))))
    ['Lines 2–3; 7: Cut.', 'Line 4: Kept.']
    """
    runs: dict[str, list[list[int]]] = {}
    n_runs = n_listed = 0
    for line, why in sheet.malformed:
        of_kind = runs.get(why)
        if of_kind and of_kind[-1][1] == line - 1:
            of_kind[-1][1] = line
        elif n_runs < MAX_RUNS:
            runs.setdefault(why, []).append([line, line])
            n_runs += 1
        else:
            break
        n_listed += 1
    listed = [f"{_numbers(of_kind)}: {why}" for why, of_kind in runs.items()]
    rest = len(sheet.malformed) - n_listed
    if rest:
        listed.append(
            f"And {words.plural(rest, 'more line')}: the file that can be downloaded lists each."
        )
    return listed


def _numbers(runs: list[list[int]]) -> str:
    """Name lines by their numbers, as they follow each other."""
    one = len(runs) == 1 and runs[0][0] == runs[0][1]
    said = (f"{first:,}" if first == last else f"{first:,}–{last:,}" for first, last in runs)
    return f"Line{'' if one else 's'} {'; '.join(said)}"


def cut_off(first: str, whole: str, most: int) -> str:
    r"""Say how much of a text that was pasted is counted, where it is cut behind a line or in one.

    >>> cut_off("a\nb", "a\nb\nc\n", 3)
    'The first 2 of 3 lines are counted; up to 3 characters can be pasted, a file may be larger.'
    >>> cut_off("abc", "abcd", 3)[:42]
    'The first 3 of 4 characters are counted; u'
    """
    said = f"{len(first):,} of {len(whole):,} characters"
    if whole[len(first)] == "\n":
        n, of = (text.removesuffix("\n").count("\n") + 1 for text in (first, whole))
        said = f"{n:,} of {of:,} lines"
    return (
        f"The first {said} are counted; up to {most:,} characters can be pasted, a file may be "
        "larger."
    )


def about(sheet: Sheet, texts: Sequence[str], tokens: Ints, is_sample: bool) -> list[str]:
    """Say what a reader should know of the messages, in sentences."""
    empty = int((tokens == 0).sum())
    are = "message is empty and counts" if empty == 1 else "messages are empty and count"
    said = [
        SAMPLE if is_sample else "",
        malformed(sheet),
        *sheet.notes,
        AS_JSON if _are_json(texts[:SAMPLED]) else "",
        f"{empty:,} {are} as 0 tokens." if empty else "",
    ]
    return [sentence for sentence in said if sentence]


def _are_json(texts: Sequence[str]) -> bool:
    """Tell whether all texts are JSON objects or lists.

    >>> _are_json(['[{"from": "human"}]', "{}"]), _are_json(["[sic]", "7"]), _are_json([])
    (True, False, False)
    """
    for text in texts:
        try:
            if not isinstance(json.loads(text), dict | list):
                return False
        except (ValueError, RecursionError):
            return False
    return bool(texts)


def progress(state: str, done: int, wanted: int) -> str:
    """Say how far a counting is."""
    if state == "waiting":
        return "Waiting for other work to end"
    if not done and wanted == 1:  # nothing is known yet of what there is to count
        return "Reading the messages"
    return f"Counting: {done:,} of {wanted:,}, each message under each tokenizer"


AS_JSON = "The messages are JSON, and it is counted as it is written, with its braces and names."

SAMPLED = 20
"""How many messages are looked at to tell what they are."""

SAMPLE = (
    "The sample was written for this project, the same 50 messages in four languages; native "
    "speakers have not checked it."
)
