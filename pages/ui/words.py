"""The words that pages share: names of encodings and settings, and numbers as text."""

from __future__ import annotations

import re

ENCODINGS = {
    "r50k_base": "GPT-2",
    "p50k_base": "Codex",
    "cl100k_base": "GPT-4",
    "o200k_base": "GPT-4o",
}
"""What people call OpenAI's encodings."""

SPLITS = {
    "none": "Nothing: merges may cross spaces",
    "words": "Words and punctuation",
    "whitespace": "Spaces",
    "gpt2": "GPT-2's pattern",
    "cl100k": "GPT-4's pattern",
    "o200k": "GPT-4o's pattern",
}
"""What a text may be split by before training."""

TIES = {
    "first": "The pair met first in the text",
    "lowest": "The lowest pair of ids",
    "greatest": "The greatest pair of bytes",
}
"""Which of several equally common pairs wins."""

CODECS = {
    "utf-8": "Bytes (UTF-8), for every text",
    "latin-1": "The first 256 characters, one unit each",
}
"""What the base units are."""


def encoding_title(name: str) -> str:
    """Name an encoding as people and as tiktoken do."""
    return f"{ENCODINGS[name]} ({name})"


def plural(n: int, noun: str) -> str:
    """Give a number with its noun.

    >>> plural(1, "merge"), plural(2048, "merge")
    ('1 merge', '2,048 merges')
    """
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


def literal(text: str) -> str:
    """Escape a text for Streamlit's Markdown, so that a reader sees it as it is.

    Markdown's signs get a backslash. An invisible word joiner keeps apart what is replaced even so:
    arrows, dashes, addresses.

    >>> literal("$5 and *6*").replace(chr(92), "|")
    '|$5 and |*6|*'
    """
    escaped = re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)
    return re.sub(r"([:<-]|www)(?=\S)", "\\1\u2060", escaped)
