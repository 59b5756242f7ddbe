"""A corpus as visitors bring it: a text, a file's bytes, or a list of words with counts."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from bpe.corpus import well_formed

MAX_BYTES = 5 * 2**20
"""The largest corpus, in bytes."""

MAX_WORDS = 5_000
"""The most lines of words with counts."""

MAX_COUNT = 1_000_000
"""The highest count of a word."""

MAX_DIGITS = 12

TYPED_TEXT, TYPED_WORDS = "typed text", "typed words"
"""What a corpus is called that a visitor typed."""

_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",  # before UTF-16, whose mark it begins with
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


@dataclass(frozen=True)
class Corpus:
    """What to train on, and what to call it: either a text, or words with counts."""

    title: str
    text: str = ""
    counts: tuple[tuple[str, int], ...] = ()
    notice: str = ""

    @property
    def documents(self) -> str | dict[str, int]:
        """The corpus as `bpe.train` takes it."""
        return dict(self.counts) if self.counts else self.text

    @property
    def size(self) -> int:
        """How many bytes there are to look at; words count once."""
        return len(self.text.encode()) + sum(len(word.encode()) for word, _ in self.counts)

    @property
    def extent(self) -> str:
        """How much it is, for a reader."""
        if self.counts:
            n = len(self.counts)
            return f"{n:,} word{'' if n == 1 else 's'} with counts"
        return f"{len(self.text):,} character{'' if len(self.text) == 1 else 's'}"


class NotUtf8(ValueError):
    """Bytes that are no UTF-8 text: says which byte, where, and what to do."""


def marked(data: bytes) -> str:
    """Name the encoding whose mark the bytes begin with, or nothing.

    >>> marked("hi".encode("utf-16")), marked(b"hi")
    ('utf-16', '')
    """
    return next((name for mark, name in _MARKS.items() if data.startswith(mark)), "")


def decode(data: bytes, encoding: str = "", errors: str = "strict") -> str:
    r"""Read bytes as UTF-8 or, where they begin with its mark, as UTF-16 or UTF-32.

    Args:
        data: The bytes of a file.
        encoding: What to read them as and nothing else; only its own mark is left out.
        errors: "replace" puts U+FFFD for what cannot be read.

    Raises:
        NotUtf8: The bytes are something else.

    >>> decode(b"\xef\xbb\xbfhi"), decode("hi".encode("utf-16")), decode(b"caf\xe9", "cp1252")
    ('hi', 'hi', 'café')
    """
    codec = encoding or marked(data) or "utf-8"
    try:
        # Like "utf-16" and "utf-32", "utf-8-sig" leaves out its mark where there is one.
        text = data.decode("utf-8-sig" if codec == "utf-8" else codec, errors)
        if codec in ("utf-16-le", "utf-16-be"):  # these keep their mark
            text = text.removeprefix("\ufeff")
        return well_formed(text)
    except UnicodeDecodeError as error:
        at = len(data) - len(error.object) + error.start  # the object may lack the mark
        name = codec.upper().removesuffix("-SIG")
        raise NotUtf8(
            f"The file is not {name} text (byte 0x{data[at]:02X} at offset {at:,} does not belong "
            "there). Save it as UTF-8 and try again, or choose how to read it."
        ) from None


def _check_typed(text: str, most: int | None) -> None:
    if most is not None and len(text) > most:
        raise ValueError(
            f"There are {len(text):,} characters here; up to {most:,} can be typed or pasted, a "
            "file may be larger. The text in use was kept."
        )


def of_text(title: str, text: str, most: int | None = None) -> Corpus:
    """Make a corpus of a text, of at most so many characters.

    Raises:
        ValueError: It is empty, longer than that, or larger than `MAX_BYTES`.
    """
    _check_typed(text, most)
    corpus = Corpus(title, well_formed(text))
    if not text:
        raise ValueError(f"There is nothing to train on in: {title}. The text in use was kept.")
    if corpus.size > MAX_BYTES:
        raise ValueError(
            f"This text has {corpus.size:,} bytes; up to {MAX_BYTES:,} can be trained on here. "
            "The text in use was kept."
        )
    return corpus


def of_counts(title: str, lines: str, most: int | None = None, *, notice: str = "") -> Corpus:
    r"""Make a corpus of lines such as "low 5": a word and how often it occurs.

    Raises:
        ValueError: There are more characters than `most`, or a line is not of this form: names it.

    >>> of_counts("words", "low 5\nlower × 2").counts
    (('low', 5), ('lower', 2))
    """
    _check_typed(lines, most)
    counts: dict[str, int] = {}
    for number, line in enumerate(well_formed(lines).splitlines(), 1):
        if not line.strip():
            continue
        word, times = _word_and_count(line)
        if not word or not 0 < len(times) <= MAX_DIGITS or not 1 <= int(times) <= MAX_COUNT:
            raise ValueError(
                f"Line {number} is {line[:40]!r}; a line is a word and how often it occurs, "
                f"from 1 to {MAX_COUNT:,}, such as: low 5"
            )
        counts[word] = counts.get(word, 0) + int(times)
    if not counts or len(counts) > MAX_WORDS:
        raise ValueError(f"There are {len(counts):,} words here; 1 to {MAX_WORDS:,} can be used.")
    return Corpus(title, counts=tuple(counts.items()), notice=notice)


def _word_and_count(line: str) -> tuple[str, str]:
    """Cut a line before its last digits; a blank or sign that stands between is left out.

    >>> _word_and_count("two words × 7"), _word_and_count("low5")
    (('two words', '7'), ('', '5'))
    """
    rest = line.rstrip()
    before = rest.rstrip("0123456789")
    word = before.rstrip()
    if len(word) > 1 and word[-1] in "×,;":
        word = word[:-1].rstrip()
    return ("" if word == before else word.lstrip()), rest[len(before) :]
