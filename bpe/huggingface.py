"""Hugging Face's tokenizer.json: byte-level BPE read from it, and written to it.

Ids equal those of the library `tokenizers` by `encode(text, add_special_tokens=False)`, on any
text, where added tokens are read as such there and with `allowed_special="all"` here. So a post-
processor (which adds tokens around a text) and a decoder change nothing and are not looked at.
Tokens of the vocabulary that no merge makes never come out, and are left out.

A token there is written in characters, one a byte: printable ones stand for themselves, and the
others for the bytes that are left, in order. Source: `bytes_to_unicode` of GPT-2.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from bpe import steps
from bpe.pretokenize import PATTERNS, PreTokenizer
from bpe.specials import MAX_CHARACTERS, finder
from bpe.tokenizer import Tokenizer
from bpe.vocabulary import MAX_CHECKED, NEVER, MergeTable, Pair, check_id

_PRINTABLE = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
_OTHERS = [byte for byte in range(256) if byte not in _PRINTABLE]
ALPHABET = tuple(
    chr(byte if byte in _PRINTABLE else 256 + _OTHERS.index(byte)) for byte in range(256)
)
"""The character that stands for each byte."""

_BYTE_OF = {character: byte for byte, character in enumerate(ALPHABET)}
_FLAGS = ("single_word", "lstrip", "rstrip", "normalized", "special")
_NAMES = {pattern: name for name, pattern in PATTERNS.items()}

Make = Callable[[str | None, str | None], PreTokenizer]
LastMerge = Callable[[bytes], int]


def from_dict(data: Mapping[str, Any], make: Make = PreTokenizer) -> Tokenizer:
    """Read a tokenizer from what a tokenizer.json holds.

    Args:
        data: The object of the file.
        make: What makes a pre-tokenizer of a pattern and a name; a stranger's pattern is better
            tried before it is used.

    Raises:
        ValueError: The file is damaged, or it says something that cannot be done exactly here;
            names it.
    """
    model = data.get("model")
    if not isinstance(model, Mapping):
        raise ValueError("This tokenizer.json holds no model.")
    kind = model.get("type", "BPE" if "merges" in model else None)
    if kind != "BPE":
        raise ValueError(
            f"This tokenizer.json holds a model of the type {kind!r:.40}; only byte-level BPE can "
            "be opened here."
        )
    _check_settings(data, model)
    pattern = steps.pattern_of(data.get("pre_tokenizer"))
    vocab = _vocab(model.get("vocab"))
    table, last_merge = _merge_table(vocab, model.get("merges"))
    added = _added(data.get("added_tokens", []), vocab)
    if model.get("ignore_merges"):
        # Added tokens are looked for before, but by their letters, not by the bytes they spell.
        before = {token for token in added if _spelled(token.encode()) == token}
        _check_whole_words(vocab.keys() - before, last_merge)
    return Tokenizer(table, pre_tokenizer=make(pattern, _NAMES.get(pattern)), special_tokens=added)


def to_dict(tokenizer: Tokenizer) -> dict[str, Any]:
    """Give what a tokenizer.json holds for the same ids; `Tokenizer.to_huggingface` says more.

    Raises:
        ValueError: The format cannot say the same; says why.
    """
    if tokenizer.codec != "utf-8":
        raise ValueError(
            f"A tokenizer.json works on UTF-8 bytes, not on the codec {tokenizer.codec!r}."
        )
    vocab: dict[str, int] = {}
    for id_, token in tokenizer.vocabulary.tokens.items():
        if vocab.setdefault(_spelled(token), id_) != id_:
            raise ValueError(
                f"The ids {vocab[_spelled(token)]} and {id_} both stand for {token!r:.80}; a "
                "tokenizer.json can keep only one."
            )
    taken = tokenizer.vocabulary.tokens
    for text, id_ in tokenizer.special_tokens.items():
        # Only in the vocabulary can a token be given an id: else it is numbered from the size on.
        if vocab.get(text, None if id_ in taken else id_) != id_:
            raise ValueError(
                f"A tokenizer.json cannot give the special token {text!r:.80} the id {id_}: it "
                "reads it as another token of the vocabulary."
            )
        vocab[text] = id_
    spelled = {id_: token for token, id_ in vocab.items()}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {"id": id_, "content": text, **dict.fromkeys(_FLAGS, False), "special": True}
            for text, id_ in sorted(tokenizer.special_tokens.items(), key=lambda item: item[1])
        ],
        "normalizer": None,
        "pre_tokenizer": steps.steps_of(tokenizer.pre_tokenizer.pattern),
        "post_processor": None,
        "decoder": steps.byte_level(use_regex=True),
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": dict(sorted(vocab.items(), key=lambda item: item[1])),
            "merges": [[spelled[left], spelled[right]] for left, right in tokenizer.merges],
        },
    }


def _spelled(token: bytes) -> str:
    return "".join(map(ALPHABET.__getitem__, token))


def _bytes_of(token: str) -> bytes:
    return bytes(map(_BYTE_OF.__getitem__, token))


def _check_settings(data: Mapping[str, Any], model: Mapping[str, Any]) -> None:
    """Refuse what changes the text or the ids; what is empty changes nothing.

    An unknown token, its fusing and a fallback to bytes cannot matter where each byte is a token.
    """
    if data.get("version", "1.0") != "1.0":
        raise ValueError(
            f"This tokenizer.json has the version {data['version']!r:.40}; version 1.0 can be read."
        )
    normalizer = data.get("normalizer")
    if normalizer and normalizer != {"type": "Sequence", "normalizers": []}:
        raise ValueError(
            f"This tokenizer.json has the normalizer {steps.type_of(normalizer)}, which changes "
            "texts; only tokenizers that leave a text as it is can be opened here."
        )
    for name in ("truncation", "padding"):
        if data.get(name):
            raise ValueError(f"This tokenizer.json has a {name}, which cannot be done here.")
    for name in ("dropout", "continuing_subword_prefix", "end_of_word_suffix"):
        if model.get(name):
            raise ValueError(
                f"The model of this tokenizer.json has the setting {name} ({model[name]!r:.40}), "
                "which cannot be done here."
            )


def _vocab(vocab: Any) -> dict[str, int]:
    if not isinstance(vocab, dict):
        raise ValueError("The model of this tokenizer.json has no vocabulary.")
    if (total := sum(map(len, vocab))) > MAX_CHECKED:
        raise ValueError(
            f"The vocabulary of this tokenizer.json has {total:,} bytes; up to {MAX_CHECKED:,} can "
            "be checked."
        )
    token_of: dict[int, str] = {}
    for token, id_ in vocab.items():
        if token_of.setdefault(check_id(id_), token) != token:
            raise ValueError(
                f"This tokenizer.json gives {token_of[id_]!r:.60} and {token!r:.60} the same id "
                f"{id_}."
            )
    for byte, character in enumerate(ALPHABET):
        if character not in vocab:
            raise ValueError(
                f"The vocabulary of this tokenizer.json has no token {character!r} for the byte "
                f"0x{byte:02X}, so not every text can be written in it."
            )
    return vocab


def _merge_table(vocab: Mapping[str, int], merges: Any) -> tuple[MergeTable, LastMerge]:
    """Read the merges: each after those that make its parts, and before what it makes is used.

    Files made from rank tables list every pair that makes a token, also such as never come about.
    Those are left out; where one stands out of turn that may come about, the file is refused.
    With the merges comes a function that gives the last one inside a token: NEVER if they do not
    make it where it stands alone.
    """
    if not isinstance(merges, list):
        raise ValueError("The model of this tokenizer.json has no list of merges.")
    pairs: dict[Pair, None] = {}
    made: list[int] = []
    byte_ids = [vocab[character] for character in ALPHABET]
    known, used = set(byte_ids), set[int]()
    out_of_turn: dict[Pair, tuple[str, str]] = {}
    for number, merge in enumerate(merges, 1):
        if isinstance(merge, str) and merge.startswith("#version"):  # of the older merges.txt
            continue
        left, right = _parts(merge)
        try:
            pair, token = (vocab[left], vocab[right]), vocab[left + right]
        except KeyError as error:
            raise ValueError(
                f"Merge {number} joins {left!r:.60} and {right!r:.60}, but the vocabulary of this "
                f"tokenizer.json has no token {error.args[0]!r:.60}."
            ) from None
        if pair in pairs or pair in out_of_turn:
            raise ValueError(f"Merge {number} joins {left!r:.60} and {right!r:.60} a second time.")
        if not known.issuperset(pair) or token in used:
            out_of_turn[pair] = left, right
            continue
        pairs[pair] = None
        made.append(token)
        known.add(token)
        used.update(pair)
    table = MergeTable(pairs, byte_ids, made)
    last_merge = cache(lambda token: max(table.boundaries(token), default=0))
    for pair, (left, right) in out_of_turn.items():
        # Two that are never made, or whose bytes the other merges join in another way, never come
        # to stand side by side, whatever is around them.
        if known.issuperset(pair) and last_merge(_bytes_of(left + right)) == NEVER:
            raise ValueError(
                f"The merge of {left!r:.60} and {right!r:.60} stands out of turn in this "
                "tokenizer.json: a later merge makes one of the two, or an earlier one uses what "
                "they make."
            )
    return _without_idle(table, last_merge), last_merge


def _without_idle(table: MergeTable, last_merge: LastMerge) -> MergeTable:
    """Leave out, of several merges that make one token, those that never come about.

    A token comes about in a text as it does alone, or merges across its ends have cut it.
    """
    times = Counter(table.merged_ids)
    first = {id_: k for k, id_ in reversed([*enumerate(table.merged_ids, 1)])}
    kept = []
    for k, id_ in enumerate(table.merged_ids, 1):
        last = last_merge(table.tokens[id_]) if times[id_] > 1 else k
        if k == (first[id_] if last == NEVER else last):
            kept.append(k - 1)
    if len(kept) == len(table.merges):
        return table
    return MergeTable(
        [table.merges[i] for i in kept], table.byte_ids, [table.merged_ids[i] for i in kept]
    )


def _parts(merge: object) -> tuple[str, str]:
    parts = merge.split(" ") if isinstance(merge, str) else merge
    if not isinstance(parts, list) or [*map(type, parts)] != [str, str]:
        raise ValueError(f"A merge of this tokenizer.json is {parts!r:.60}, not two tokens.")
    return parts[0], parts[1]


def _added(rows: Any, vocab: Mapping[str, int]) -> dict[str, int]:
    """Read the added tokens: those that the vocabulary lacks are numbered from its size on.

    The library does not take the ids from the file.
    """
    if not isinstance(rows, list):
        raise ValueError("The added_tokens of this tokenizer.json are no list.")
    added: dict[str, int] = {}
    normalized = []
    free = len(vocab)
    for row in rows:
        content = row.get("content") if isinstance(row, dict) else None
        if not isinstance(row, dict) or not isinstance(content, str) or not content:
            raise ValueError(f"An added token of this tokenizer.json is {row!r:.60}.")
        if content in added:
            raise ValueError(
                f"The added token {content!r:.60} stands twice in this tokenizer.json."
            )
        for flag in ("single_word", "lstrip", "rstrip"):
            if row.get(flag):
                raise ValueError(
                    f"The added token {content!r:.60} has the flag {flag}, which cannot be done "
                    "here."
                )
        id_ = added[content] = vocab.get(content, free)
        free += content not in vocab
        if row.get("id") != id_:
            raise ValueError(
                f"The added token {content!r:.60} has the id {row.get('id')!r:.20} in this "
                f"tokenizer.json, but the library tokenizers would give it the id {id_}."
            )
        if row.get("normalized"):
            normalized.append(content)
    if sum(map(len, added)) > MAX_CHARACTERS:
        raise ValueError(f"The added tokens have more than {MAX_CHARACTERS:,} characters together.")
    _check_overlaps(normalized, sorted(added.keys() - set(normalized)))
    return added


def _check_overlaps(normalized: list[str], first: list[str]) -> None:
    """Refuse added tokens of which one may hide another: the normalized ones are looked for last.

    Here all are looked for at once. That is the same, unless one of the last begins before one of
    the first that it overlaps.
    """
    find = finder(first)
    for token in normalized:
        other = next((token[start:end] for start, end in find(token)), "")
        for start in range(1, len(token)):
            rest = token[start:]
            place = bisect_left(first, rest)
            if place < len(first) and first[place].startswith(rest):
                other = first[place]
        if other:
            raise ValueError(
                f"The added tokens {token!r:.60} and {other!r:.60} may overlap, and one is "
                "normalized and the other not, which cannot be done here."
            )


def _check_whole_words(tokens: Iterable[str], last_merge: LastMerge) -> None:
    """Refuse a vocabulary in which a token stands for its bytes only where no merges are asked."""
    for token in tokens:
        in_bytes = all(character in _BYTE_OF for character in token)
        if in_bytes and last_merge(_bytes_of(token)) == NEVER:
            raise ValueError(
                f"This tokenizer.json reads the token {token!r:.60} whole although no merges make "
                "it (ignore_merges), which cannot be done here."
            )
