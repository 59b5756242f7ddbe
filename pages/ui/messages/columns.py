"""Which column of a sheet holds the messages, and which one their language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from pages.ui.messages.sheet import Sheet

MAX_LANGUAGES = 40
"""The most values of a column that is taken for the language."""

# What columns' names end in, in small letters; the likeliest first.
MESSAGE: tuple[str, ...] = ("message", "text", "content", "prompt", "body", "question", "query")
MESSAGE += ("input", "utterance", "comment", "review", "description", "messages", "nachricht")
MESSAGE += ("mensaje", "texte", "texto", "संदेश")
LANGUAGE = ("language", "lang", "locale", "languages", "sprache", "langue", "idioma", "भाषा")
OTHER: tuple[str, ...] = ("id", "name", "date", "time", "timestamp", "at", "author", "sender")
OTHER += ("role", "type", "channel", "subject", "title", "category", "label", "status", "count")
OTHER += ("number", "url", "email", "phone", "index", "key", "value", "score", "rating", "country")
OTHER += ("response", "reply", "answer", "output", "completion")

# Told by their values even where a column is named otherwise: the most written languages.
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
_LANGUAGE_CODE = re.compile(r"[a-z]{2,3}([-_][A-Za-z]{2,4}){0,2}")
_LANGUAGE_NAME = re.compile(r"[^\d.!?@]{2,20}")


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
    other = [i for i in few if _last_word(sheet.columns[i]) in OTHER]
    few = [i for i in few if i not in other or _are_languages(values[i])]
    for i in few:
        if i in other or all(_LANGUAGE_CODE.fullmatch(value) for value in values[i]):
            return i
    for i in few:
        repeated = 2 * len(values[i]) <= values[i].total()
        if repeated and all(_LANGUAGE_NAME.fullmatch(value) for value in values[i]):
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
    """
    known = MESSAGE if alone else (*MESSAGE, *LANGUAGE, *OTHER)
    return " " not in cell.strip() and _last_word(cell) in known


def _last_word(name: str) -> str:
    """Give what a column's name says last.

    >>> _last_word("Customer message"), _last_word("msgBody"), _last_word("created_at")
    ('message', 'body', 'at')
    """
    parts = re.split(r"[\s_.-]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.strip()[-40:]))
    return parts[-1].casefold()
