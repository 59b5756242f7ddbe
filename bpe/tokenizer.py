"""A tokenizer: a pre-tokenizer, a vocabulary and special tokens."""

from __future__ import annotations

import os
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bpe.corpus import Corpus, check_codec, documents, to_units, well_formed
from bpe.pretokenize import PreTokenizer
from bpe.replay import Replay
from bpe.specials import MAX_CHARACTERS, finder
from bpe.vocabulary import WALL, MergeTable, Pair, Vocabulary, check_id

if TYPE_CHECKING:
    import tiktoken

Allowed = Collection[str] | Literal["all"]

TIE_RULES = ("first", "lowest", "greatest")
"""Which of several equally common pairs wins: the one met first in the corpus as it stands (the
source articles, minbpe), the smallest pair of ids (rustbpe, bpeasy, Hugging Face), or the greatest
pair of token bytes (subword-nmt, Stanford CS336)."""

_MEMO_LENGTH = 32  # longer pre-tokens hardly ever come again
_MEMO_SIZE = 20_000


class Tokenizer:
    """Turns text into token ids and back; never changes once it is made.

    Args:
        merges: The pairs of ids that were learned, in order; merge k makes the id 255 + k.
        pre_tokenizer: What cuts a text first: a name or a PreTokenizer.
        codec: "utf-8" for bytes, "latin-1" for the first 256 characters.
        special_tokens: Text -> id of tokens that stand outside BPE.
        name: A name to show.
        ties: The tie rule it was trained with, if known.
        counts: The pair count of each merge when it was chosen, if known.

    Raises:
        ValueError: The merges do not build on each other; an id is taken; there is no such codec.

    >>> tokenizer = Tokenizer([(108, 111), (256, 119)])
    >>> tokenizer.encode("lower"), tokenizer.decode([257, 101, 114])
    ([257, 101, 114], 'lower')
    """

    vocabulary: Vocabulary
    pre_tokenizer: PreTokenizer
    codec: str
    special_tokens: Mapping[str, int]
    name: str
    ties: str
    counts: tuple[int, ...] | None
    _memo: dict[str, bytes]

    def __init__(
        self,
        merges: Iterable[Pair] | Vocabulary,
        *,
        pre_tokenizer: str | PreTokenizer = "none",
        codec: str = "utf-8",
        special_tokens: Mapping[str, int] | None = None,
        name: str = "",
        ties: str = "",
        counts: Sequence[int] | None = None,
    ) -> None:
        vocabulary = merges if isinstance(merges, Vocabulary) else MergeTable(merges)
        if ties:
            check_ties(ties)
        if not isinstance(name, str) or not isinstance(ties, str):
            raise ValueError(f"A name and a tie rule are texts, not {name!r:.60} and {ties!r:.60}.")
        if counts is not None and not all(type(count) is int and count > 0 for count in counts):
            raise ValueError(f"Counts are whole numbers from 1, but here are {counts!r:.60}.")
        if counts is not None and len(counts) != len(vocabulary.merged_ids):
            raise ValueError(
                f"There are {len(counts):,} counts for {len(vocabulary.merged_ids):,} merges."
            )
        specials = _checked_specials(special_tokens or {}, vocabulary, check_codec(codec))
        self.__dict__.update(
            vocabulary=vocabulary,
            pre_tokenizer=PreTokenizer.of(pre_tokenizer),
            codec=codec,
            special_tokens=MappingProxyType(specials),
            name=name,
            ties=ties,
            counts=None if counts is None else tuple(counts),
            _memo={},
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"A tokenizer never changes; make a new one to give it another {name}."
        )

    @property
    def merges(self) -> Sequence[Pair]:
        """The pair of ids that each merge joins; recovered when first asked for if pretrained."""
        return self.vocabulary.merges

    @property
    def n_merges(self) -> int:
        """How many merges there are."""
        return len(self.vocabulary.merged_ids)

    @cached_property
    def tokens(self) -> Mapping[int, bytes]:
        """The bytes of each id, special tokens included; ids may have holes."""
        specials = {id_: to_units(text, self.codec) for text, id_ in self.special_tokens.items()}
        return MappingProxyType({**self.vocabulary.tokens, **specials})

    def id_of(self, token: bytes) -> int | None:
        """Give the id of the token with these bytes, or None; special tokens are left out.

        >>> Tokenizer([(108, 111)]).id_of(b"lo")
        256
        """
        return self._ids.get(token)

    @cached_property
    def longest_token(self) -> int:
        """How long the longest token is, special ones left out. Unit: base units."""
        return max(map(len, self.vocabulary.tokens.values()))

    @cached_property
    def _ids(self) -> Mapping[bytes, int]:
        return {token: id_ for id_, token in reversed(self.vocabulary.tokens.items())}

    def encode(
        self, text: str, *, merges: int | None = None, allowed_special: Allowed = ()
    ) -> list[int]:
        """Turn text into token ids, as if only the first so many merges had been learned.

        Args:
            text: Any text; half a surrogate pair counts as U+FFFD.
            merges: How many of the merges to use; all of them unless told otherwise.
            allowed_special: Special tokens that are read as such, or "all"; others are plain text.

        Raises:
            ValueError: `merges` is out of range; a special token is unknown; with the codec
                "latin-1" a character is out of range.

        >>> Tokenizer([(108, 111), (256, 119)]).encode("low", merges=1)
        [256, 119]
        """
        replay = self.replay(_one_text(text), allowed_special=allowed_special)
        ids: list[int] = replay.ids(self.n_merges if merges is None else merges).tolist()
        return ids

    def count(self, text: str, *, merges: int | None = None, allowed_special: Allowed = ()) -> int:
        """Count the tokens of a text; the length of what `encode` gives."""
        replay = self.replay(_one_text(text), allowed_special=allowed_special)
        return len(replay.starts(self.n_merges if merges is None else merges))

    def count_batch(self, texts: Sequence[str], *, merges: int | None = None) -> list[int]:
        """Count the tokens of each of several texts, as `count` does of one.

        All are replayed as one, with walls between them, which is faster for many short texts.

        Raises:
            ValueError: As in `count`; it is one text, or none.

        >>> Tokenizer([(104, 105)]).count_batch(["hi", "", "hi hi"])
        [1, 0, 3]
        """
        if isinstance(texts, str | bytes) or not isinstance(texts, Iterable):
            raise ValueError(f"Texts are wanted, but here is {type(texts).__name__} {texts!r:.60}.")
        texts = list(texts)
        replay = self.replay(texts)
        starts = replay.starts(self.n_merges if merges is None else merges)
        ends = np.cumsum([len(to_units(well_formed(text), self.codec)) for text in texts])
        counts: list[int] = np.diff(np.searchsorted(starts, ends), prepend=0).tolist()
        return counts

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """Join the bytes of the tokens.

        Raises:
            ValueError: An id is not one of this tokenizer's; names it.
        """
        if isinstance(ids, str | bytes) or not isinstance(ids, Iterable):
            raise ValueError(f"Token ids are wanted, but here is {type(ids).__name__} {ids!r:.60}.")
        found = []
        for id_ in ids:
            whole = isinstance(id_, int | np.integer) and not isinstance(id_, bool)
            token = self.tokens.get(id_) if whole else None
            if token is None:
                raise ValueError(f"{id_!r:.60} is not the id of a token of this tokenizer.")
            found.append(token)
        return b"".join(found)

    def decode(self, ids: Iterable[int], errors: str = "replace") -> str:
        """Turn ids back into text: join all bytes first, then decode once."""
        return self.decode_bytes(ids).decode(self.codec, errors)

    def replay(self, corpus: Corpus, *, allowed_special: Allowed = ()) -> Replay:
        """Give the text with all its merges.

        Args:
            corpus: What `train` takes: a text, documents (a wall between two), or document ->
                count, which gives the replay weights.
            allowed_special: As in `encode`.

        Raises:
            ValueError: As in `encode`.
        """
        specials = self._allowed(allowed_special)
        find = finder(specials)
        units: list[bytes] = []
        packed: list[bytes] = []
        found: list[tuple[int, int, int]] = []
        weights: list[tuple[int, int]] = []
        at = 0
        for document, count in documents(corpus):
            begin = at
            for part, special in _split_specials(document, specials, find(document)):
                encoded = to_units(part, self.codec)
                if special is None:
                    packed += self._packed(self.pre_tokenizer.split(part))
                else:
                    packed.append(_pack([0] * (len(encoded) - 1)))
                    found.append((at, at + len(encoded), special))
                units.append(encoded)
                at += len(encoded)
            weights.append((count, at - begin))
        merged_at = np.frombuffer(b"".join(packed), np.int32)[:-1]
        weighted = None
        if isinstance(corpus, Mapping):
            counts, lengths = np.array(weights, np.int64).reshape(-1, 2).T
            if sum(count * length for count, length in weights) >= 2**63:
                raise ValueError("These documents are so many that their units cannot be counted.")
            weighted = np.repeat(counts, lengths)
            weighted.setflags(write=False)
        return Replay(b"".join(units), merged_at, self.vocabulary, weighted, tuple(found))

    def out_of_range(self, text: str) -> list[tuple[int, str]]:
        """Say which characters the codec does not have, as (position, character).

        >>> Tokenizer([], codec="latin-1").out_of_range("naïve 🦊")
        [(6, '🦊')]
        """
        if self.codec == "utf-8":
            return []
        return [(i, character) for i, character in enumerate(well_formed(text)) if character > "ÿ"]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the tokenizer to a JSON file, whole or not at all; `bpe.files` has the format."""
        from bpe import files  # noqa: PLC0415 - it makes tokenizers

        files.save(self, path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Tokenizer:
        """Read a tokenizer from a file that `save` wrote, or from a Hugging Face tokenizer.json.

        Raises:
            ValueError: The file is damaged or something else; says what is wrong.
        """
        from bpe import files  # noqa: PLC0415

        return files.load(path)

    def to_tiktoken(self) -> tiktoken.Encoding:
        """Give a `tiktoken.Encoding` with the same ids.

        The named pre-tokenizers give equal ids on any text. A pattern of your own is read by
        another engine there, which may differ in details.

        Raises:
            ValueError: tiktoken cannot do the same; says why.
        """
        from bpe import files  # noqa: PLC0415

        return files.to_tiktoken(self)

    def to_huggingface(self) -> dict[str, Any]:
        """Give what a Hugging Face `tokenizer.json` holds for the same ids on any text.

        Special tokens become added tokens, which that library always reads as such: its `encode`
        equals ours with `allowed_special="all"`.

        Raises:
            ValueError: The format cannot say the same; says why.

        >>> model = Tokenizer([(108, 111)]).to_huggingface()["model"]
        >>> model["merges"], model["vocab"]["lo"]
        ([['l', 'o']], 256)
        """
        from bpe import huggingface  # noqa: PLC0415

        return huggingface.to_dict(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tokenizer):
            return NotImplemented
        return self is other or (
            self._settings() == other._settings() and self.merges == other.merges
        )

    def __hash__(self) -> int:
        return hash((self.name, self.codec, self.pre_tokenizer, self.n_merges))

    def __repr__(self) -> str:
        name = f"{self.name!r}, " if self.name else ""
        return f"Tokenizer({name}{self.n_merges:,} merges, {self.pre_tokenizer.name or 'pattern'})"

    def _settings(self) -> tuple[object, ...]:
        return (
            self.name,
            self.codec,
            self.pre_tokenizer,
            dict(self.special_tokens),
            self.ties,
            self.counts,
            tuple(self.vocabulary.byte_ids),
            tuple(self.vocabulary.merged_ids),
        )

    def _allowed(self, allowed: Allowed) -> Mapping[str, int]:
        if allowed == "all":
            return self.special_tokens
        if isinstance(allowed, str) or not isinstance(allowed, Iterable):
            raise ValueError(f'allowed_special is {allowed!r:.60}; it must be a set, or "all".')
        allowed = list(allowed)
        for text in allowed:
            if not isinstance(text, str) or text not in self.special_tokens:
                known = ", ".join(map(repr, self.special_tokens)) or "none"
                raise ValueError(
                    f"{text!r:.60} is not a special token here; there are: {known:.200}."
                )
        return {text: self.special_tokens[text] for text in allowed}

    def _packed(self, pieces: Iterable[str]) -> Iterator[bytes]:
        """For each pre-token its boundaries and the wall behind it, as packed int32.

        Equal pre-tokens are replayed once, and the short ones are remembered.
        """
        memo = self._memo
        long: dict[str, bytes] = {}
        for piece in pieces:
            short = len(piece) <= _MEMO_LENGTH
            packed = memo.get(piece) if short else long.get(piece)
            if packed is None:
                packed = _pack(self.vocabulary.boundaries(to_units(piece, self.codec)))
                if len(memo) >= _MEMO_SIZE:
                    memo.clear()
                (memo if short else long)[piece] = packed
            yield packed


def check_ties(ties: str) -> str:
    """Give the tie rule back, if it is one.

    Raises:
        ValueError: It is none.
    """
    if ties not in TIE_RULES:
        raise ValueError(f"There is no tie rule {ties!r:.60}; there are {', '.join(TIE_RULES)}.")
    return ties


def _pack(boundaries: list[int]) -> bytes:
    return array("i", [*boundaries, WALL]).tobytes()


def _split_specials(
    text: str, specials: Mapping[str, int], places: Iterable[tuple[int, int]]
) -> Iterator[tuple[str, int | None]]:
    """Cut a text at the places of its special tokens."""
    end = 0
    for start, stop in places:
        yield text[end:start], None
        yield text[start:stop], specials[text[start:stop]]
        end = stop
    yield text[end:], None


def _checked_specials(
    specials: Mapping[str, int], vocabulary: Vocabulary, codec: str
) -> dict[str, int]:
    checked: dict[str, int] = {}
    taken: set[int] = set()
    characters = 0
    for text, id_ in specials.items():
        if not isinstance(text, str) or not text or text != well_formed(text):
            raise ValueError(
                f"A special token is a text of at least one character, not {text!r:.60}."
            )
        characters += len(text)
        if characters > MAX_CHARACTERS:
            raise ValueError(
                f"The special tokens have more than {MAX_CHARACTERS:,} characters together."
            )
        # A special token may also be a token of the vocabulary: the same bytes under the same id.
        same = vocabulary.tokens.get(check_id(id_)) in (None, to_units(text, codec))
        if not same or id_ in taken:
            raise ValueError(f"The id {id_} of the special token {text!r:.60} is taken.")
        checked[text] = id_
        taken.add(id_)
    return checked


def _one_text(text: object) -> str:
    if not isinstance(text, str):
        raise ValueError(f"A text is wanted, but here is {type(text).__name__} {text!r:.60}.")
    return text
