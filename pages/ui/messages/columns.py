"""Which column of a sheet holds the messages, and which one their language."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pages.ui.messages.sheet import Sheet

MAX_LANGUAGES = 40
"""The most values of a column that is taken for the language."""

# What columns' names end in, in small letters; the likeliest first.
MESSAGE: tuple[str, ...] = ("message", "text", "content", "prompt", "body", "question", "query")
MESSAGE += ("input", "utterance", "comment", "review", "description", "nachricht", "mensaje")
MESSAGE += ("texte", "texto", "संदेश")
LANGUAGE: tuple[str, ...] = (
    "language",
    "lang",
    "locale",
    "sprache",
    "langue",
    "idioma",
    "lingua",
    "taal",
    "भाषा",
)
LANGUAGE += ("язык", "语言", "語言", "言語", "언어", "لغة", "زبان")
OTHER: tuple[str, ...] = ("id", "name", "date", "time", "timestamp", "at", "author", "sender")
OTHER += ("role", "type", "channel", "subject", "title", "category", "label", "status", "count")
OTHER += ("number", "url", "email", "phone", "index", "key", "value", "score", "rating", "country")
OTHER += ("response", "reply", "answer", "output", "completion", "code")

# What column is the language where no header names one: each cell is a code or name of these.
_CODES = (
    "en es fr de it pt nl sv da nb no fi pl cs sk hu ro bg el ru uk tr ar he fa ur hi bn pa gu "
)
_CODES += "or ta te kn ml mr ne si th vi id ms tl zh ja ko sw am yo ig ha zu af"
_NAMES = "english spanish french german italian portuguese dutch swedish danish norwegian finnish "
_NAMES += "polish czech slovak hungarian romanian bulgarian greek russian ukrainian turkish arabic "
_NAMES += "hebrew persian urdu hindi bengali punjabi gujarati odia tamil telugu kannada malayalam "
_NAMES += "marathi nepali sinhala thai vietnamese indonesian malay tagalog chinese japanese korean "
_NAMES += "swahili amharic yoruba igbo hausa zulu afrikaans"
_LANGUAGES = frozenset(f"{_CODES} {_NAMES}".split())

MAX_WORDS = 3
"""A column's name in more words is a sentence."""

_OF_SENTENCES = frozenset(
    [
        "a",
        "an",
        "the",
        "this",
        "that",
        "it",
        "i",
        "me",
        "my",
        "we",
        "us",
        "is",
        "are",
        "was",
        "no",
        "not",
        "any",
        "please",
    ]
)
"""Words that hardly stand in a column's name."""


def message_column(sheet: Sheet) -> int:
    """Guess which column holds the messages: by its name, else the one with the longest texts.

    >>> message_column(Sheet(("message_id", "Text"), (("17", "hi"),)))
    1
    """
    named = [_last_word(name) for name in sheet.columns]
    known = [named.index(name) for name in MESSAGE if name in named]
    for i in known:
        if any(row[i] for row in sheet.rows):
            return i
    if known:
        return known[0]
    return max(range(len(named)), key=lambda i: sum(len(row[i]) for row in sheet.rows))


def language_column(sheet: Sheet, message: int) -> int | None:
    """Find the column that holds the language: by its name; its cells are no reason to guess.

    Only where no header names a column do its cells count: all codes or names of languages.

    >>> language_column(Sheet(("text", "Language code"), (("hi", "en"),)), 0)
    1
    >>> language_column(Sheet(("text", "ok"), (("hi", "yes"), ("hola", "no"))), 0)
    >>> language_column(Sheet(("column 1", "column 2"), (("hi", "en"), ("hola", "es-MX"))), 0)
    1
    """
    others = [i for i in range(len(sheet.columns)) if i != message]
    for i in others:
        if not set(_words(sheet.columns[i])).isdisjoint(LANGUAGE):
            return i
    for i in others:
        if sheet.columns[i] == f"column {i + 1}":
            values = {row[i].strip() for row in sheet.rows} - {""}
            if 2 <= len(values) <= MAX_LANGUAGES and _are_languages(values):
                return i
    return None


def _are_languages(values: Iterable[str]) -> bool:
    """Tell whether all are codes or names of well-known languages.

    >>> _are_languages(["en-IN", "Hindi"]), _are_languages(["ok", "new"])
    (True, False)
    """
    return all(re.split("[-_]", value)[0].casefold() in _LANGUAGES for value in values)


def is_name(cell: str, *, alone: bool = False) -> bool:
    """Tell whether a cell is a well-known name of a column; of its only one, a message's.

    >>> is_name("created_at"), is_name("created_at", alone=True), is_name("call me at")
    (True, False, False)
    >>> is_name("Customer comments", alone=True), is_name("Order number"), is_name(" great text")
    (True, True, False)
    """
    blanks = cell.split()
    if len(blanks) > 1:  # a name in words, or a sentence?
        of_sentence = not _OF_SENTENCES.isdisjoint(map(str.casefold, blanks))
        if of_sentence or len(blanks) > MAX_WORDS or re.match(r"\s|.*[,;:!?]", cell):
            return False
    known = MESSAGE if alone else (*MESSAGE, *LANGUAGE, *OTHER)
    return _last_word(cell) in known


def _last_word(name: str) -> str:
    """Give what a column's name says last, one of many.

    >>> _last_word("Customer message"), _last_word("msgBody"), _last_word("created_at")
    ('message', 'body', 'at')
    >>> _last_word("Comments"), _last_word("queries"), _last_word("status")
    ('comment', 'query', 'status')
    """
    last = _words(name)[-1]
    singular = f"{last[:-3]}y" if last.endswith("ies") else last.removesuffix("s")
    return singular if singular in (*MESSAGE, *LANGUAGE, *OTHER) else last


def _words(name: str) -> list[str]:
    """Cut a column's name into its words, in small letters."""
    parts = re.split(r"[\s_.-]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.strip()[-40:]))
    return [part.casefold() for part in parts]
