"""The same meaning in many languages: the texts, what they cost, and training on them."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import streamlit as st

import bpe
from bpe.corpus import well_formed
from bpe.measures import bytes_per_token, premium
from pages.ui import corpora, samples, shelf, training, words

ARTICLE_FILE = Path(__file__).parents[2] / "assets" / "languages" / "udhr_article1.json"

ENCODINGS = ("r50k_base", "cl100k_base", "o200k_base")
"""The encodings that are compared, oldest first."""

MAX_TEXT = 20_000
"""The longest text of one's own, in characters."""

MAX_NAME = 40
"""The longest name of a text of one's own, in characters."""

MAX_OWN = 8
"""How many texts of their own a visitor can add to one comparison."""

SPLIT = "o200k"
"""What the texts are split by before training: GPT-4o's pattern."""

HOLD_OUT = 3
"""Every so many-th order is kept from training, to be measured on."""

IN_ORDERS = ("English", "Hindi", "Marathi", "Hindi in Latin letters")
"""The languages of the cake orders, in the order of their lines."""

_OWN_NAMES = ("", "हिन्दी", "मराठी", "")


@dataclass(frozen=True)
class Text:
    """One language's way to say the same; `yours` if the visitor brought it."""

    name: str
    text: str
    own_name: str = ""
    yours: bool = False

    @property
    def size(self) -> int:
        """How many bytes it has in UTF-8."""
        return len(self.text.encode())


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
        return words.ENCODINGS.get(self.name, f"Yours: {self.name}")

    def premiums(self, base: int) -> list[float]:
        """Give each text's tokens relative to those of one of them."""
        return [premium(n, self.tokens[base]) or 0.0 for n in self.tokens]


# The texts.


@cache
def article() -> tuple[Text, ...]:
    """Read article 1 of the Universal Declaration of Human Rights, English first."""
    found = json.loads(ARTICLE_FILE.read_text(encoding="utf-8"))
    return tuple(Text(each["name"], each["text"], each["own_name"]) for each in found)


@cache
def orders() -> tuple[tuple[str, ...], ...]:
    """Read the cake orders, each in the languages of `IN_ORDERS`."""
    sample = next(sample for sample in samples.SAMPLES if sample.key == "orders")
    lines = samples.read(sample).splitlines()
    step = len(IN_ORDERS)
    return tuple(tuple(lines[i : i + step]) for i in range(0, len(lines), step))


def order(number: int) -> tuple[Text, ...]:
    """Give the order with a number from 1 in its languages; 0 stands for all, line by line."""
    chosen = orders() if number == 0 else orders()[number - 1 : number]
    return tuple(
        Text(name, "\n".join(said[i] for said in chosen), _OWN_NAMES[i])
        for i, name in enumerate(IN_ORDERS)
    )


def order_title(number: int) -> str:
    """Name an order for a reader."""
    return orders()[number - 1][0] if number else f"All {len(orders())} orders"


def typed(text: str) -> str:
    """Take what a browser sent as a text of one's own: well formed, and no more than can be used.

    One character too many is kept, so that a text which is too long is refused rather than cut.
    """
    return well_formed(text[: MAX_TEXT + 1])


def own_text(name: str, text: str, beside: Sequence[Text]) -> Text:
    r"""Make a text of a visitor's own, to stand beside others.

    Raises:
        ValueError: The name or the text is missing, too long or taken; says which.

    >>> own_text(" Kashmiri\t", "namaste", [])
    Text(name='Kashmiri', text='namaste', own_name='', yours=True)
    """
    joiners = "\u200c\u200d"  # Indic and Persian names need them
    name = " ".join(well_formed(name).split())
    name = "".join(sign for sign in name if sign.isprintable() or sign in joiners)
    text = well_formed(text).strip()
    if not name or len(name) > MAX_NAME:
        raise ValueError(f"Give the language a name of 1 to {MAX_NAME} characters.")
    if name in (other.name for other in beside):
        raise ValueError(f"There is a text named {name!r} already. Choose another name.")
    if not text:
        raise ValueError("There is no text yet. Say the same in your language, then add it.")
    if len(text) > MAX_TEXT:
        raise ValueError(f"A text has up to {MAX_TEXT:,} characters here. Shorten this one.")
    if sum(other.yours for other in beside) >= MAX_OWN:
        raise ValueError(f"{MAX_OWN} texts of your own stand here already. Remove one first.")
    return Text(name, text, yours=True)


# What they cost.


def counted(texts: Sequence[Text], names: Sequence[str]) -> tuple[list[Column], list[str]]:
    """Count the tokens of all texts under several tokenizers.

    Returns what could be counted, and a sentence for each tokenizer that is left out.
    """
    columns, left_out = [], []
    for name in names:
        try:
            columns.append(Column(name, _tokens(name, tuple(text.text for text in texts))))
        except ValueError as error:
            left_out.append(f"{shelf.title(name)} is left out. {error}")
    return columns, left_out


def _tokens(name: str, texts: tuple[str, ...]) -> tuple[int, ...]:
    if name in words.ENCODINGS:
        return _encoding_tokens(name, texts)
    machine = shelf.tokenizer(name)  # on the shelf a name may change hands: nothing is kept
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
    said = (
        f"**{_paid(texts, most)} pays most**, {times(most[0])} times "
        f"{words.literal(texts[base].name)}’s tokens; "
        f"{_paid(texts, least)} least, {times(least[0])} times."
    )
    if last is not most[2]:
        worst = max((cell for cell in cells if cell[2] is last), key=lambda c: c[0])
        name = words.literal(texts[worst[1]].name)
        said += f" With {words.literal(last.short)} the dearest is {name}, {times(worst[0])} times."
    return said


def _paid(texts: Sequence[Text], cell: tuple[float, int, Column]) -> str:
    return f"{words.literal(texts[cell[1]].name)} with {words.literal(cell[2].short)}"


def base_sentence(texts: Sequence[Text], columns: Sequence[Column], base: int) -> str:
    """Say what the language compared with costs itself: a premium says nothing about that."""
    costs = ", ".join(
        f"{column.tokens[base]:,} with {words.literal(column.short)}" for column in columns
    )
    return f"1× is {words.literal(texts[base].name)} itself, in tokens: {costs}."


def hover(text: Text, tokens: int, times_base: float, base: str) -> str:
    """Say of one text and one tokenizer what a pointer on its dot asks."""
    n_characters = len(text.text)
    return (
        f"{times(times_base)} times {base}’s tokens\n"
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


def to_csv(cells: dict[str, list[str] | list[int]]) -> bytes:
    r"""Write a table as CSV that spreadsheets open without running anything in it.

    >>> to_csv({"language": ["=1+1"], "bytes": [4]})
    b"\xef\xbb\xbflanguage,bytes\r\n'=1+1,4\r\n"
    """
    buffer = io.StringIO(newline="")
    rows = [list(cells), *zip(*cells.values(), strict=True)]
    csv.writer(buffer).writerows([[_harmless(cell) for cell in row] for row in rows])
    return buffer.getvalue().encode("utf-8-sig")


def _harmless(cell: str | int) -> str | int:
    """Put an apostrophe before what a spreadsheet would take for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@")) else cell


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


# Training on them.


def trainable() -> list[str]:
    """Name the languages that can be trained on: those of the article, and of the orders."""
    return list(dict.fromkeys([*(text.name for text in article()), *IN_ORDERS]))


def trained_on(names: Sequence[str], merges: int) -> tuple[str, bpe.Tokenizer]:
    """Train on the article and the orders in some languages, the held-out orders left out.

    Returns the tokenizer with a name for it.

    Raises:
        ValueError: No language is chosen.
    """
    chosen = tuple(name for name in trainable() if name in names)
    if not chosen:
        raise ValueError("Choose at least one language to train on.")
    lines = [text.text for text in article() if text.name in chosen]
    machine = _learn("\n".join([*lines, *_training_orders(chosen)]), _within(merges))
    return f"{_joined(chosen)}, {words.plural(machine.n_merges, 'merge')}", machine


def _within(merges: int) -> int:
    return min(max(int(merges), 0), training.MAX_MERGES)


def _joined(names: Sequence[str]) -> str:
    """Join the names of languages, the last ones only counted where they would not fit."""
    for shown in range(len(names), 0, -1):
        rest = f" + {len(names) - shown} more" if shown < len(names) else ""
        if len(joined := " + ".join(names[:shown]) + rest) <= MAX_NAME:
            break
    return joined


def _training_orders(names: Sequence[str]) -> list[str]:
    """Give the orders that may be trained on, in these languages."""
    return [line for name in names for line in _lines(name, held_out=False)]


def _lines(name: str, *, held_out: bool) -> list[str]:
    if name not in IN_ORDERS:
        return []
    at = IN_ORDERS.index(name)
    return [
        said[at] for number, said in enumerate(orders(), 1) if (number % HOLD_OUT == 0) == held_out
    ]


@st.cache_resource(max_entries=32, show_spinner="Training")
def _learn(text: str, merges: int) -> bpe.Tokenizer:
    """Train on a short text: pairs that occur only once are merged too."""
    settings = training.Settings(merges, SPLIT, "", 1, "first", "utf-8")
    return training.learn(corpora.of_text("languages", text), settings).tokenizer


@dataclass(frozen=True)
class HeldOut:
    """What adding Hindi to English training orders does to orders that were held out."""

    merges: int
    english_only: tuple[float, float]
    """Bytes a token of Hindi and of English, trained on English after `merges` merges."""
    with_hindi: tuple[float, float]
    """The same, trained on English and Hindi after `merges` merges."""
    all_merges: int
    """The merges that English and Hindi allow, of those asked for."""
    with_all: tuple[float, float]
    """The same as `with_hindi`, after `all_merges`."""


def held_out(merges: int) -> HeldOut:
    """Train on English orders and on English and Hindi ones, and measure both on the held-out.

    Both are stopped at as many merges as English alone allows, of those asked for.
    """
    alone, mixed = (
        _learn("\n".join(_training_orders(names)), _within(merges))
        for names in (("English",), ("English", "Hindi"))
    )
    same = min(alone.n_merges, mixed.n_merges)
    return HeldOut(
        same,
        _measured(alone, same),
        _measured(mixed, same),
        mixed.n_merges,
        _measured(mixed, mixed.n_merges),
    )


def _measured(machine: bpe.Tokenizer, merges: int) -> tuple[float, float]:
    """Give the bytes a token of the held-out orders in Hindi and in English."""
    hindi, english = (
        bytes_per_token(len(text.encode()), machine.count(text, merges=merges)) or 0.0
        for text in map(held_out_text, ("Hindi", "English"))
    )
    return hindi, english


def held_out_text(name: str) -> str:
    """Give the orders that no training sees, in one language."""
    return "\n".join(_lines(name, held_out=True))


def held_out_numbers() -> list[int]:
    """Number the orders that no training sees."""
    return list(range(HOLD_OUT, len(orders()) + 1, HOLD_OUT))


def training_sentence(name: str, number: int | None) -> str:
    """Say whether a tokenizer trained here has seen what is compared, as Markdown.

    `number` is that of the order which is compared, 0 for all, None for the article.
    """
    stars = f"The stars are {words.literal(name)}, trained here. "
    if number in held_out_numbers():
        return f"{stars}This order was held out from its training."
    seen = "most of these texts" if number == 0 else "this very text"
    return (
        f"{stars}In the languages that were chosen it has seen {seen}, which flatters them; "
        "the held-out orders below do not."
    )


def held_out_sentence(found: HeldOut) -> str:
    """Answer by how much Hindi is compressed better where it is trained on, as Markdown."""
    before, after = found.english_only[0], found.with_hindi[0]
    gain = after / before
    return (
        f"After {words.plural(found.merges, 'merge')} each, a token of held-out Hindi holds "
        f"**{before:.2f} bytes** where only English was trained on, and **{after:.2f} bytes** with "
        f"Hindi in the mix: **{gain:.1f} times** as many. English goes from "
        f"{found.english_only[1]:.2f} to {found.with_hindi[1]:.2f}."
    )


def held_out_table(found: HeldOut) -> dict[str, list[str]]:
    """Give the held-out measurement as a table's columns, the encodings below for comparison."""
    rows = [
        ("English orders", found.merges, found.english_only),
        ("English and Hindi orders", found.merges, found.with_hindi),
    ]
    if found.all_merges != found.merges:
        rows.append(("the same, as far as it goes", found.all_merges, found.with_all))
    for name in ENCODINGS:
        try:
            machine = shelf.tokenizer(name)
        except ValueError:  # the plot has said that it is left out
            continue
        title = words.literal(shelf.title(name))
        rows.append((title, machine.n_merges, _measured(machine, machine.n_merges)))
    return {
        "trained on": [row[0] for row in rows],
        "merges": [f"{row[1]:,}" for row in rows],
        "bytes a token, Hindi": [f"{row[2][0]:.2f}" for row in rows],
        "bytes a token, English": [f"{row[2][1]:.2f}" for row in rows],
    }
