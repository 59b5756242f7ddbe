"""Which column of a sheet holds the messages, and which one their language."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pages.ui.messages.sheet import Sheet

MAX_LANGUAGES = 40
"""The most values of a column that is taken for the language."""

# What columns' names end in, in small letters; of messages the likeliest first.
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

# A column whose name ends so is only about the language; with these before, it is one of code.
_ABOUT_LANGUAGE: tuple[str, ...] = ("confidence", "score", "probability", "prob", "certainty")
_ABOUT_LANGUAGE += ("quality", "level", "skill", "skills", "proficiency", "count", "number")
_ABOUT_LANGUAGE += ("version", "model")
_OF_CODE = frozenset(["programming", "coding", "code", "script", "markup", "query"])

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

_BRACKETS = re.compile(r"(?<=\S)\s*(?:\([^()]{1,40}\)|\[[^\[\]]{1,40}\])\s*$")
_NUMBER = re.compile(r"[-+]?[\d.,]+%?")

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

    Of equally likely names the one without further words goes first; lists and objects of JSON go
    behind texts, and empty columns last.

    >>> message_column(Sheet(("message_id", "Text"), (("17", "hi"),)))
    1
    """
    columns = range(len(sheet.columns))
    known = [i for i in columns if _last_word(sheet.columns[i]) in MESSAGE]
    if not known:
        return max(columns, key=lambda i: sum(len(row[i]) for row in sheet.rows))

    def likely(i: int) -> tuple[bool, bool, int, bool]:
        cells = [row[i] for row in sheet.rows if row[i]]
        nested = all(cell[0] + cell[-1] in ("{}", "[]") for cell in cells)
        name = sheet.columns[i]
        return not cells, nested, MESSAGE.index(_last_word(name)), len(_words(name)) > 1

    return min(known, key=likely)


def language_column(sheet: Sheet, message: int) -> int | None:
    """Find the column that holds the language: by its name; its cells are no reason to guess.

    A name that says nothing else goes first. Only where no header names a column do its cells
    count: all codes or names of languages.

    >>> language_column(Sheet(("text", "Language code"), (("hi", "en"),)), 0)
    1
    >>> language_column(Sheet(("text", "lang_confidence", "lang"), (("hi", "0.9", "en"),)), 0)
    2
    >>> language_column(Sheet(("text", "ok"), (("hi", "yes"), ("hola", "no"))), 0)
    >>> language_column(Sheet(("column 1", "column 2"), (("hi", "en"), ("hola", "es-MX"))), 0)
    1
    """
    others = [i for i in range(len(sheet.columns)) if i != message]
    named = {i: place for i in others if (place := _says_language(sheet.columns[i])) is not None}
    for i in sorted(named, key=named.__getitem__):
        cells = [row[i].strip() for row in sheet.rows if row[i].strip()]
        if not named[i] or not cells or not all(map(_NUMBER.fullmatch, cells)):
            return i
    for i in others:
        if sheet.columns[i] == f"column {i + 1}":
            values = {row[i].strip() for row in sheet.rows} - {""}
            if 2 <= len(values) <= MAX_LANGUAGES and _are_languages(values):
                return i
    return None


def _says_language(name: str) -> int | None:
    """Tell how surely a column's name says that it holds the language, 0 most; None: it does not.

    >>> [_says_language(name) for name in ("Language (ISO)", "user_locale", "Language code")]
    [0, 1, 2]
    >>> [_says_language(name) for name in ("lang_score", "Language level", "programming language")]
    [None, None, None]
    """
    said = _words(name)
    at = next((i for i, word in enumerate(said) if word in LANGUAGE), None)
    if at is None or said[-1] in _ABOUT_LANGUAGE or not _OF_CODE.isdisjoint(said[:at]):
        return None
    return 0 if len(said) == 1 else 1 if at == len(said) - 1 else 2


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
    >>> is_name("Message (customer)"), is_name("Language [ISO 639]")
    (True, True)
    """
    cell = _BRACKETS.sub("", cell)
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
    """Cut a column's name into its words, in small letters; what stands in brackets is no word."""
    name = _BRACKETS.sub("", name).strip()[-40:]
    parts = re.split(r"[\s_.-]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name))
    return [part.casefold() for part in parts]
