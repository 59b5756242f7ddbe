"""What a corpus is: documents with counts, as base units of a codec."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

Corpus = str | Iterable[str] | Mapping[str, int]
"""One document, several (no merge crosses two), or a mapping from document to how often it is."""

MAX_COUNT = 10**12
"""The highest count of a document: sums of counts must fit into 64 bits."""

CODECS = ("utf-8", "latin-1")
"""How text becomes base units: UTF-8 bytes, or one unit for each of the first 256 characters."""


def well_formed(text: str) -> str:
    r"""Join the halves of surrogate pairs and put U+FFFD for a lone half, as tiktoken does.

    Browsers send such halves, and a string with one cannot be encoded, hashed or cached. Every
    text goes through this one door first.

    >>> well_formed("\ud83e\udd8a"), well_formed("a\ud83eb")
    ('🦊', 'a�b')
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def documents(corpus: Corpus) -> Iterator[tuple[str, int]]:
    """Yield a corpus as documents with counts, each text well formed.

    Raises:
        ValueError: The corpus is none of the three; a count is not an int from 1 to `MAX_COUNT`.

    >>> list(documents("one")), list(documents({"low": 5}))
    ([('one', 1)], [('low', 5)])
    """
    if isinstance(corpus, str):
        yield well_formed(corpus), 1
    elif isinstance(corpus, bytes) or not isinstance(corpus, Iterable):
        raise ValueError(f"A corpus is text or documents, not {type(corpus).__name__}.")
    else:
        items = corpus.items() if isinstance(corpus, Mapping) else ((text, 1) for text in corpus)
        for document, count in items:
            if not isinstance(document, str):
                raise ValueError(
                    f"A document is text, but here is {type(document).__name__} {document!r:.60}."
                )
            if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MAX_COUNT:
                raise ValueError(
                    f"The document {document!r:.60} has the count {count!r:.60}; "
                    f"a count is a whole number from 1 to {MAX_COUNT:,}."
                )
            yield well_formed(document), count


def to_units(text: str, codec: str) -> bytes:
    r"""Encode a well-formed text into base units.

    Raises:
        ValueError: With "latin-1", a character is not among the first 256; names it and its place.

    >>> to_units("é", "utf-8"), to_units("é", "latin-1")
    (b'\xc3\xa9', b'\xe9')
    """
    try:
        return text.encode(codec)
    except UnicodeEncodeError as error:
        raise ValueError(
            f"The character {text[error.start]!r} at position {error.start} is not one of the "
            'first 256 characters, which is all that the codec "latin-1" has. '
            'With the codec "utf-8" every text can be used.'
        ) from None


def check_codec(codec: str) -> str:
    """Give the codec back, if it is one.

    Raises:
        ValueError: It is none.
    """
    if codec not in CODECS:
        raise ValueError(f"There is no codec {codec!r:.60}; there are {' and '.join(CODECS)}.")
    return codec
