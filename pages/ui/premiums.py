"""What the same meaning costs in many languages: token counts, premiums, and how they are told."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from bpe.measures import premium
from pages.ui import shelf, words
from pages.ui.languages import Text


@dataclass(frozen=True)
class Column:
    """One tokenizer and the tokens that it needs for each of the texts."""

    name: str
    tokens: tuple[int, ...]

    @property
    def title(self) -> str:
        """Its name with tiktoken's."""
        return shelf.title(self.name)

    @property
    def short(self) -> str:
        """What people call it."""
        return words.ENCODINGS.get(self.name) or shelf.title(self.name)

    def premiums(self, base: int) -> list[float]:
        """Give each text's tokens relative to those of one of them."""
        return [premium(n, self.tokens[base]) or 0.0 for n in self.tokens]


def counted(texts: Sequence[Text], names: Sequence[str]) -> tuple[list[Column], list[str]]:
    """Count the tokens of all texts under several tokenizers.

    Returns what could be counted, and a sentence for each tokenizer that is left out.
    """
    columns, left_out = [], []
    for name in names:
        try:
            columns.append(Column(name, _tokens(name, tuple(text.text for text in texts))))
        except ValueError as error:
            left_out.append(f"{words.isolated(shelf.title(name))} is left out. {error}")
    return columns, left_out


def _tokens(name: str, texts: tuple[str, ...]) -> tuple[int, ...]:
    if name in words.ENCODINGS:
        return _encoding_tokens(name, texts)
    machine = shelf.tokenizer(name)  # on the shelf another may take its place: nothing is kept
    return tuple(machine.count(text) for text in texts)


@st.cache_data(max_entries=128, show_spinner="Counting tokens")
def _encoding_tokens(name: str, texts: tuple[str, ...]) -> tuple[int, ...]:
    machine = shelf.tokenizer(name)
    return tuple(machine.count(text) for text in texts)


def ranking(column: Column, base: int) -> list[int]:
    """Order the texts by what they cost under one tokenizer, the dearest first."""
    premiums = column.premiums(base)
    return sorted(range(len(premiums)), key=lambda i: (-premiums[i], i))


def times(premium: float) -> str:
    """Say how many times a number is another.

    >>> times(22), times(1.25), times(0.0454)
    ('22.0', '1.2', '0.05')
    """
    return f"{premium:.1f}" if premium >= 1 else f"{premium:.2f}"


def headline(texts: Sequence[Text], columns: Sequence[Column], base: int) -> str:
    """Say which language pays most and least, and with which encoding, as Markdown."""
    asked = [column for column in columns if column.name in words.ENCODINGS] or columns
    premiums = {column.name: column.premiums(base) for column in asked}
    others = [i for i in range(len(texts)) if i != base]
    cells = [(premiums[column.name][i], i, column) for i in others for column in asked]
    most, least = max(cells, key=lambda c: c[0]), min(cells, key=lambda c: c[0])
    last = asked[-1]
    among = "" if len(asked) == len(columns) else "Among OpenAI’s encodings, "
    said = (
        f"{among}**{_paid(texts, most)} pays most**, {times(most[0])} times "
        f"{_name(texts[base].name)}’s tokens; "
        f"{_paid(texts, least)} least, {times(least[0])} times."
    )
    if last is not most[2]:
        worst = max((cell for cell in cells if cell[2] is last), key=lambda c: c[0])
        name = _name(texts[worst[1]].name)
        said += f" With {_name(last.short)} the dearest is {name}, {times(worst[0])} times."
    return said


def _name(name: str) -> str:
    """Write a name that stands in a sentence."""
    return words.literal(words.isolated(name))


def _paid(texts: Sequence[Text], cell: tuple[float, int, Column]) -> str:
    return f"{_name(texts[cell[1]].name)} with {_name(cell[2].short)}"


def base_sentence(texts: Sequence[Text], columns: Sequence[Column], base: int) -> str:
    """Say what the language compared with costs itself: a premium says nothing about that."""
    costs = ", ".join(f"{column.tokens[base]:,} with {_name(column.short)}" for column in columns)
    return f"1× is {_name(texts[base].name)} itself, in tokens: {costs}."


def hover(text: Text, tokens: int, times_base: float, base: str) -> str:
    """Say of one text and one tokenizer what a pointer on its dot asks."""
    n_characters = len(text.text)
    return (
        f"{times(times_base)} times {words.isolated(base)}’s tokens\n"
        f"{words.plural(tokens, 'token')}, {words.plural(text.size, 'byte')}\n"
        f"{tokens / n_characters:.2f} tokens a character"
    )


def table(
    texts: Sequence[Text], columns: Sequence[Column], rows: Sequence[int]
) -> dict[str, list[str] | list[int]]:
    """Give the numbers as a table's columns, one row for each text that is named by its index."""
    return {
        "language": [texts[i].name for i in rows],
        "bytes": [texts[i].size for i in rows],
        "characters": [len(texts[i].text) for i in rows],
        **{f"tokens, {column.title}": [column.tokens[i] for i in rows] for column in columns},
    }


def for_reading(
    cells: dict[str, list[str] | list[int]], columns: Sequence[Column]
) -> dict[str, list[str]]:
    """Write a table's cells as Markdown, thousands with commas, tokenizers named shortly.

    >>> cells = {"language": ["Hindi"], "bytes": [5], "characters": [5], "tokens, mine": [1234]}
    >>> for_reading(cells, [Column("mine", (1234,))])
    {'language': ['Hindi'], 'bytes': ['5'], 'characters': ['5'], 'Yours': ['1,234']}
    """
    named = [words.literal(words.ENCODINGS.get(column.name, "Yours")) for column in columns]
    heads = [*list(cells)[: len(cells) - len(named)], *named]
    return {
        head: [words.literal(cell) if isinstance(cell, str) else f"{cell:,}" for cell in column]
        for head, column in zip(heads, cells.values(), strict=True)
    }


# Normal form C.


def not_composed(texts: Sequence[Text]) -> list[Text]:
    """Find the texts that are not in Unicode's normal form C."""
    return [text for text in texts if not unicodedata.is_normalized("NFC", text.text)]


def composed(texts: Sequence[Text]) -> list[Text]:
    """Give the same texts in normal form C."""
    return [
        Text(text.name, unicodedata.normalize("NFC", text.text), text.own_name, text.yours)
        for text in texts
    ]


def before_and_after(texts: Sequence[Text], names: Sequence[str]) -> dict[str, list[str]]:
    """Give the tokens of texts as they are and in normal form C, as a table's columns."""
    before, after = (counted(form, names)[0] for form in (texts, composed(texts)))
    return {
        "language": [words.literal(text.name) for text in texts],
        **{
            words.literal(words.ENCODINGS.get(old.name, "Yours")): [
                f"{a:,} → {b:,}" for a, b in zip(old.tokens, new.tokens, strict=True)
            ]
            for old, new in zip(before, after, strict=True)
        },
    }
