"""Messages, read and counted under the tokenizers of a bill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import bpe
from pages.ui import bill, bill_languages, inbox_words, shelf
from pages.ui.messages import reading
from pages.ui.messages.columns import language_column, message_column
from pages.ui.messages.sheet import Format, Sheet

SAMPLE_FILE = Path(__file__).parents[2] / "assets" / "messages" / "orders.csv"
SAMPLE_TITLE, PASTED_TITLE = "the sample of cake orders", "what you pasted"


@dataclass(frozen=True)
class Source:
    """Where messages come from: the bytes and how to read them; without a form, pasted lines.

    `note` says, in a sentence, what of it is not there.
    """

    title: str
    data: bytes
    form: Format | None
    note: str = ""


Machines = tuple[tuple[str, bpe.Tokenizer], ...]
"""Tokenizers by name, in the order of the bill."""

LeftOut = tuple[tuple[str, str], ...]
"""Tokenizers by name, and in a sentence why they are not among them."""


@dataclass(frozen=True, eq=False)
class Inbox:
    """Messages, read and counted.

    Attributes:
        message: Which column holds the messages.
        language: Which column says their language, if one does.
        machines: What they were counted with.
        counts: The tokens by tokenizer, in the same order as the messages.
        left_out: The tokenizers that could not count them, by name, and why not.
    """

    source: Source
    sheet: Sheet
    message: int
    language: int | None
    machines: Machines
    counts: tuple[bill.Count, ...]
    left_out: LeftOut

    @property
    def texts(self) -> list[str]:
        """The messages."""
        return [row[self.message] for row in self.sheet.rows]

    @property
    def languages(self) -> list[str]:
        """The language of each message, empty where the sheet does not say it."""
        at = self.language
        return ["" if at is None else row[at].strip() for row in self.sheet.rows]

    @property
    def groups(self) -> list[bill_languages.Group]:
        """The messages by language."""
        known = None if self.language is None else self.languages
        return bill_languages.by_language(known, len(self.sheet.rows))


@cache
def sample() -> Source:
    """Give the sample: 200 orders in four languages."""
    return Source(SAMPLE_TITLE, SAMPLE_FILE.read_bytes(), Format("table", "utf-8"))


def machines(names: Sequence[str]) -> tuple[Machines, LeftOut]:
    """Give tokenizers by their names, and which of them are not to be had."""
    found, left_out = [], []
    for name in names:
        try:
            found.append((name, shelf.tokenizer(name)))
        except ValueError as error:
            left_out.append((name, str(error)))
    return tuple(found), tuple(left_out)


def counted(
    source: Source,
    machines: Machines,
    report: bill.Report,
    *,
    sheet: Sheet | None = None,
    columns: tuple[int, int | None] | None = None,
    chosen: Mapping[tuple[str, ...], tuple[int, int | None]] | None = None,
    known: Sequence[bill.Count] = (),
) -> Inbox:
    """Read messages and count them with each of the tokenizers.

    Args:
        source: Where they come from.
        machines: The tokenizers.
        report: Called with (done, wanted) again and again; what it raises ends the work.
        sheet: The source as it was read before, if it was.
        columns: Which column holds the messages, and which one their language.
        chosen: The same where the columns have these names.
        known: Counts of the same messages from before.

    Raises:
        ValueError: The source cannot be read so; says why.
    """
    report(0, 1)
    sheet = sheet or _read(source, report)
    message, language = columns or (chosen or {}).get(sheet.columns) or _columns(sheet)
    texts = [row[message] for row in sheet.rows]
    counts, left_out = [], []
    for i, (name, machine) in enumerate(machines):

        def told(done: int, wanted: int, before: int = i) -> None:
            report(before * wanted + done, len(machines) * wanted)

        before = next((count for count in known if count.machine is machine), None)
        try:
            counts.append(
                replace(before, name=name) if before else bill.count(name, machine, texts, told)
            )
        except ValueError as error:
            left_out.append((name, str(error)))
    return Inbox(source, sheet, message, language, machines, tuple(counts), tuple(left_out))


def _read(source: Source, report: bill.Report) -> Sheet:
    if source.form is None:
        sheet = reading.pasted(source.data.decode())
        return replace(sheet, notes=(*filter(None, [source.note]), *sheet.notes))
    sheet = reading.read(source.data, source.form, lambda done, wanted: report(0, 1))
    if sheet.malformed and not sheet.rows:
        raise ValueError(f"There is no message in this file. {inbox_words.malformed(sheet)}")
    return sheet


def _columns(sheet: Sheet) -> tuple[int, int | None]:
    message = message_column(sheet)
    return message, language_column(sheet, message)
