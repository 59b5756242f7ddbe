"""Tokenizers as files: our JSON, Hugging Face's where that is met, and tiktoken's Encoding.

Our JSON holds one object:

    format          "bpe-playground"
    version         1
    name            a name to show
    codec           "utf-8" or "latin-1"
    pre_tokenizer   {"name": a name or null, "pattern": a regular expression or null}
    ties            the tie rule of the training, or ""
    special_tokens  [[text, id], ...]
    n_merges        how many merges follow, so that a file cut short is noticed
    byte_ids        the ids of the 256 base units, or null where they are 0 to 255
    merged_ids      the id that each merge makes, or null where they go on from the base units
    merges          [[left id, right id], ...] in the order in which they were learned
    counts          the pair count of each merge when it was chosen, or null
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bpe import huggingface
from bpe.corpus import well_formed
from bpe.pretokenize import PATTERNS, PreTokenizer
from bpe.tokenizer import Tokenizer
from bpe.vocabulary import MergeTable, RankTable

if TYPE_CHECKING:
    import tiktoken

FORMAT, VERSION = "bpe-playground", 1


def to_json(tokenizer: Tokenizer) -> str:
    """Write a tokenizer as JSON text."""
    vocabulary = tokenizer.vocabulary
    plain_bytes = list(vocabulary.byte_ids) == list(range(256))
    first = max(vocabulary.byte_ids) + 1
    plain_ids = list(vocabulary.merged_ids) == list(range(first, first + tokenizer.n_merges))
    return json.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "name": tokenizer.name,
            "codec": tokenizer.codec,
            "pre_tokenizer": {
                "name": tokenizer.pre_tokenizer.name,
                "pattern": tokenizer.pre_tokenizer.pattern,
            },
            "ties": tokenizer.ties,
            "special_tokens": [[text, id_] for text, id_ in tokenizer.special_tokens.items()],
            "n_merges": tokenizer.n_merges,
            "byte_ids": None if plain_bytes else list(vocabulary.byte_ids),
            "merged_ids": None if plain_ids else list(vocabulary.merged_ids),
            "merges": [list(pair) for pair in tokenizer.merges],
            "counts": None if tokenizer.counts is None else list(tokenizer.counts),
        },
        ensure_ascii=True,
        separators=(",", ":"),
    )


def from_json(
    text: str | bytes,
    make: Callable[[str | None, str | None], PreTokenizer] = PreTokenizer,
) -> Tokenizer:
    """Read a tokenizer from JSON text: ours, or a Hugging Face tokenizer.json.

    Args:
        text: The JSON.
        make: What makes a pre-tokenizer of a pattern and a name; a stranger's pattern is better
            tried before it is used.

    Raises:
        ValueError: The text is damaged or something else; says what is wrong.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("This is not a tokenizer file: it is not whole JSON.") from None
    if isinstance(data, dict) and "format" not in data and "model" in data:
        return huggingface.from_dict(data, make)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f'This is not a tokenizer file: it does not say "format": "{FORMAT}".')
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise ValueError(
            f"This tokenizer file has the version {data.get('version')!r:.60}; "
            f"this program reads version {VERSION}."
        )
    merges = [_pair(pair) for pair in _field(data, "merges", list)]
    if len(merges) != _field(data, "n_merges", int):
        raise ValueError(
            f"This tokenizer file is damaged: it holds {len(merges):,} merges "
            f"but says that there are {data['n_merges']!r:.60}."
        )
    rule = _field(data, "pre_tokenizer", dict)
    ids = {name: _numbers(data, name) for name in ("byte_ids", "merged_ids", "counts")}
    return Tokenizer(
        MergeTable(
            merges, range(256) if ids["byte_ids"] is None else ids["byte_ids"], ids["merged_ids"]
        ),
        pre_tokenizer=make(
            _field(rule, "pattern", str, optional=True), _field(rule, "name", str, optional=True)
        ),
        codec=_field(data, "codec", str),
        special_tokens=_specials(_field(data, "special_tokens", list)),
        name=well_formed(_field(data, "name", str)),
        ties=_field(data, "ties", str),
        counts=ids["counts"],
    )


def save(tokenizer: Tokenizer, path: str | os.PathLike[str]) -> None:
    """Write a tokenizer to a file, whole or not at all."""
    target = Path(path).resolve()  # through a link, to what it stands for
    if not target.parent.is_dir():
        raise FileNotFoundError(f"There is no folder {target.parent} to write {target.name} to.")
    if target.is_dir():
        raise IsADirectoryError(f"{target} is a folder, not a file.")
    text = to_json(tokenizer)
    # Opened as any new file is, and not by `tempfile`, whose files nobody else may read.
    temporary = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with temporary.open("x", encoding="utf-8", newline="\n") as file:
            if target.exists():
                temporary.chmod(target.stat().st_mode)
            file.write(text)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def load(path: str | os.PathLike[str]) -> Tokenizer:
    """Read a tokenizer from a file that `save` wrote, or from a Hugging Face tokenizer.json.

    Raises:
        ValueError: The file is damaged or something else; says what is wrong.
    """
    return from_json(Path(path).read_bytes())


def to_tiktoken(tokenizer: Tokenizer) -> tiktoken.Encoding:
    """Give a `tiktoken.Encoding` with the same ids; `Tokenizer.to_tiktoken` says more.

    Raises:
        ValueError: tiktoken cannot do the same; says why.
    """
    import tiktoken  # noqa: PLC0415 - optional

    if tokenizer.codec != "utf-8":
        raise ValueError(f"tiktoken works on UTF-8 bytes, not on the codec {tokenizer.codec!r}.")
    ranks: dict[bytes, int] = {}
    for id_, token in sorted(tokenizer.vocabulary.tokens.items()):
        if token in ranks:
            raise ValueError(
                f"The ids {ranks[token]} and {id_} both stand for {token!r:.60}; "
                "tiktoken knows a token by its bytes and can keep only one."
            )
        ranks[token] = id_
    # tiktoken looks a pair up by the bytes it makes, so each token must come about the same way.
    if RankTable(ranks).merges != tuple(tokenizer.merges):
        raise ValueError("tiktoken would build some of these tokens from other parts.")
    specials = sorted(tokenizer.special_tokens)
    for shorter, longer in pairwise(specials):
        if longer.startswith(shorter):
            raise ValueError(
                f"The special token {longer!r:.60} starts with {shorter!r:.60}; "
                "which of the two tiktoken would take is not sure."
            )
    try:
        return tiktoken.Encoding(
            tokenizer.name or "trained",
            pat_str=_tiktoken_pattern(tokenizer.pre_tokenizer),
            mergeable_ranks=ranks,
            special_tokens=dict(tokenizer.special_tokens),
        )
    except ValueError as error:
        raise ValueError(f"tiktoken's engine cannot read this pattern: {error!s:.200}") from None


def _tiktoken_pattern(rule: PreTokenizer) -> str:
    if rule.pattern is None:
        return r"(?s:.+)"
    if rule.pattern in PATTERNS.values():
        return rule.pattern
    probes = ("", "a", "A", "1", " ", "\n", "-", "é", "a b", "ab 12\n")
    if any(rule.matches_nothing(probe) for probe in probes):
        raise ValueError(
            "This pattern can match nothing at all between two characters, "
            "which tiktoken's engine does not take."
        )
    # What our split keeps as a pre-token of its own, tiktoken would drop: match it too.
    return rf"(?:{rule.pattern})|(?s:.)+?(?=(?:{rule.pattern})|\z)"


def _field(data: dict[str, Any], name: str, kind: type, optional: bool = False) -> Any:
    value = data.get(name)
    if (optional and value is None) or (isinstance(value, kind) and not isinstance(value, bool)):
        return value
    raise ValueError(
        f"This tokenizer file is damaged: {name!r} is missing or not a {kind.__name__}."
    )


def _numbers(data: dict[str, Any], name: str) -> list[int] | None:
    values = _field(data, name, list, optional=True)
    if values is not None and not all(type(value) is int for value in values):
        raise ValueError(f"This tokenizer file is damaged: {name!r} holds more than whole numbers.")
    return None if values is None else list(values)


def _pair(value: object) -> tuple[int, int]:
    if isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value):
        return value[0], value[1]
    raise ValueError(f"This tokenizer file is damaged: {value!r:.60} is not a pair of ids.")


def _specials(rows: list[Any]) -> dict[str, int]:
    for row in rows:
        if not isinstance(row, list) or len(row) != 2 or not isinstance(row[0], str):
            raise ValueError(
                f"This tokenizer file is damaged: {row!r:.60} is not a special token and its id."
            )
    if len({row[0] for row in rows}) != len(rows):
        raise ValueError("This tokenizer file is damaged: a special token stands in it twice.")
    return dict(rows)
