"""The words that pages share: names of encodings and settings, and numbers as text."""

from __future__ import annotations

import re
import unicodedata
from pathlib import PurePath

ENCODINGS = {
    "r50k_base": "GPT-2",
    "p50k_base": "Codex",
    "cl100k_base": "GPT-4",
    "o200k_base": "GPT-4o",
}
"""What people call OpenAI's encodings."""

USUAL = ("r50k_base", "cl100k_base", "o200k_base")
"""The three that pages compare unless others are asked for: GPT-2's, GPT-4's and GPT-4o's."""

SPLITS = {
    "none": "Nothing: merges may cross spaces",
    "words": "Words and punctuation",
    "whitespace": "Spaces",
    "gpt2": "GPT-2's pattern",
    "cl100k": "GPT-4's pattern",
    "o200k": "GPT-4o's pattern",
    "custom": "A pattern of your own",
}
"""What a text may be split by before training."""

SHORT_SPLITS = {
    "none": "",
    "words": "split by words",
    "whitespace": "split by spaces",
    "gpt2": "split as GPT-2",
    "cl100k": "split as GPT-4",
    "o200k": "split as GPT-4o",
}
"""The same in a tokenizer's name."""

FIRST_PATTERN = r" ?\w+|[^\w\s]+|\s+"
"""The pattern that one's own begins with."""

TIES = {
    "first": "The pair met first in the text",
    "lowest": "The lowest pair of ids",
    "greatest": "The greatest pair of bytes",
}
"""Which of several equally common pairs wins."""

SHORT_TIES = {
    "first": "first met wins",
    "lowest": "lowest ids win",
    "greatest": "greatest bytes win",
}
"""The tie rules in a name."""

TIE_SENTENCES = {
    "first": "The one met first wins.",
    "lowest": "The one with the lowest ids wins.",
    "greatest": "The one with the greatest bytes wins.",
}
"""How a tie is decided, as the player says it."""

CODECS = {
    "utf-8": "Bytes (UTF-8), for every text",
    "latin-1": "The first 256 characters, one unit each",
}
"""What the base units are."""


FILES = {"ours": "JSON of this app", "huggingface": "Hugging Face’s tokenizer.json"}
"""The formats in which a tokenizer can be saved."""

DOWNLOADS = {"ours": "Download", "huggingface": "Download for Hugging Face"}
"""What the button that saves it says."""

UNITS = {"utf-8": "bytes", "latin-1": "characters"}
"""What the base units are called."""


def encoding_title(name: str) -> str:
    """Name an encoding as people and as tiktoken do."""
    return f"{ENCODINGS[name]} ({name})"


def plural(n: int, noun: str) -> str:
    """Give a number with its noun.

    >>> plural(1, "merge"), plural(2048, "merge")
    ('1 merge', '2,048 merges')
    """
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


def cell(value: str | float | None) -> str:
    """Write a table's cell as Markdown.

    >>> cell(1234), cell(2.5), cell(None), cell("GPT")
    ('1,234', '2.5', '–', 'GPT')
    """
    if value is None:
        return "–"
    return literal(value) if isinstance(value, str) else f"{value:,}"


def rounded(n: int) -> str:
    """Give a large number in few figures, small ones as they are.

    >>> rounded(361), rounded(38_597_376), rounded(999_960_000)
    ('361', '38.6 million', '1.0 billion')
    """
    for size, name in ((10**9, "billion"), (10**6, "million")):
        if n >= 0.99995 * size:
            return f"{n / size:,.1f} {name}"
    return f"{n:,}"


def merges_of(done: int, wanted: int) -> str:
    """Say how many merges there are, and of how many wanted where there are fewer.

    >>> merges_of(30, 30), merges_of(40, 500)
    ('30 merges', '40 of 500 merges: no pair is left that is frequent enough')
    """
    if done == wanted:
        return plural(done, "merge")
    return f"{done:,} of {wanted:,} merges: no pair is left that is frequent enough"


def refusal(why: str, codec: str) -> str:
    """Say why a training was refused in the words of the settings.

    >>> refusal("The character 'क' is not one of the first 256, which is all that ...", "latin-1")
    "The character 'क' is not one of the first 256. Choose bytes as base units in Settings."
    """
    if codec == "utf-8":
        return why
    said = why.partition(", which is all")[0].rstrip(".")
    said = re.sub(r"at position (\d+)", lambda m: f"(number {int(m[1]) + 1:,} of the text)", said)
    return f"{said}. Choose bytes as base units in Settings."


def progress(state: str, done: int, wanted: int) -> str:
    """Say how far a training is."""
    if state == "waiting":
        return "Waiting for other trainings to end"
    if not done:
        return "Splitting and counting"
    if done == wanted:
        return f"All {wanted:,} merges are learned; preparing what is shown"
    return f"{done:,} of {wanted:,} merges"


def held_out_title(key: str, titles: dict[str, str]) -> str:
    """Name a text that a tokenizer was not trained on."""
    return titles.get(key, "What stands on the page Your text")


def skips(n: int, first: tuple[str, ...]) -> str:
    """Say what a pattern skips.

    >>> skips(1, (", ",))
    "The pattern skips 1 piece, which is kept as it is: ', '"
    """
    shown = ", ".join(repr(piece[:20]) for piece in first) + (" …" if n > len(first) else "")
    kept = "which is kept as it is" if n == 1 else "which are kept as they are"
    return f"The pattern skips {plural(n, 'piece')}, {kept}: {shown}"


def rules_differ(k: int | None) -> str:
    """Say where the tie rules first disagree."""
    if k is None:
        return "Here all three rules learn the same merges."
    return f"Here the rules first differ at merge {k:,}."


def file_name(title: str) -> str:
    """Make a file's name of a tokenizer's.

    >>> file_name("a cake shop's replies, 30 merges")
    'a_cake_shop_s_replies_30_merges'
    """
    return re.sub(r"\W+", "_", title).strip("_") or "tokenizer"


def file_title(name: str, most: int = 40) -> str:
    """Shorten the name of a visitor's file, its ending kept.

    >>> file_title("orders.csv"), file_title("orders of the year.csv", 16)
    ('orders.csv', 'orders of t….csv')
    """
    ending = PurePath(name).suffix[-8:]
    return name if len(name) <= most else f"{name[: most - 1 - len(ending)]}…{ending}"


_RIGHT_TO_LEFT = {"R", "AL", "AN", "LRE", "RLE", "LRO", "RLO"}


def isolated(name: str) -> str:
    r"""Keep the direction of a name to itself: the words and numbers around it stay in place.

    Only names with something written right to left need it. No sign inside may end it too early.

    Source: Unicode Standard Annex 9, first strong isolates.

    >>> isolated("Urdu"), isolated("اردو") == "\u2068اردو\u2069"
    ('Urdu', True)
    """
    name = re.sub("[\u2066-\u2069]", "", name)
    turns = any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in name)
    return f"\u2068{name}\u2069" if turns else name


def spoken(label: str) -> str:
    """Write a hidden label for screen readers, which would read escapes aloud.

    It is Markdown even where it is hidden: with round brackets it has no picture to be loaded.

    >>> spoken("*a* ![b](c)")
    '*a* !(b)(c)'
    """
    return label.translate(str.maketrans("[]", "()"))


def literal(text: str) -> str:
    """Escape a text for Streamlit's Markdown, so that a reader sees it as it is.

    Markdown's signs get a backslash. An invisible word joiner keeps apart what is replaced even so:
    arrows, dashes, addresses.

    >>> literal("$5 and *6*").replace(chr(92), "|")
    '|$5 and |*6|*'
    """
    escaped = re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)
    return re.sub(r"(-(?=\\[->])|<(?=\\[-=])|:(?=[\w\\])|www(?=\\\.))", "\\1\u2060", escaped)
