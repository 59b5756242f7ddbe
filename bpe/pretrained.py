"""OpenAI's encodings as tokenizers, through tiktoken."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import numpy as np

from bpe.corpus import well_formed
from bpe.pretokenize import PATTERNS, PreTokenizer
from bpe.tokenizer import Tokenizer
from bpe.vocabulary import RankTable

SHIPPED = Path(__file__).parents[1] / "assets" / "encodings"
"""The rank files that ship with the playground; where they are, nothing is ever downloaded."""


@dataclass(frozen=True)
class RankFile:
    """A rank file: its name in tiktoken's cache, its SHA-256, and the pattern it goes with."""

    file: str
    sha256: str
    pre_tokenizer: str


ENCODINGS: Mapping[str, RankFile] = MappingProxyType(
    {
        "r50k_base": RankFile(
            "0ea1e91bbb3a60f729a8dc8f777fd2fc07cd8df4",
            "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
            "gpt2",
        ),
        "p50k_base": RankFile(
            "ec7223a39ce59f226a68acc30dc1af2788490e15",
            "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069",
            "gpt2",
        ),
        "cl100k_base": RankFile(
            "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
            "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
            "cl100k",
        ),
        "o200k_base": RankFile(
            "fb374d419588a4632f3f557e76b4b70aebbca790",
            "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
            "o200k",
        ),
    }
)

_SAME_MERGES = {"gpt2": "r50k_base", "p50k_edit": "p50k_base", "o200k_harmony": "o200k_base"}

_loading = threading.Lock()


def pretrained(name: str) -> Tokenizer:
    """Give one of OpenAI's encodings as a tokenizer; it is loaded once in a process.

    Raises:
        ValueError: There is no such encoding; its rank file is missing or damaged.

    >>> pretrained("cl100k_base").encode("Hello, how are you?")
    [9906, 11, 1268, 527, 499, 30]
    """
    if not isinstance(name, str) or name not in ENCODINGS:
        raise ValueError(
            f"There is no encoding {name!r:.60} here; there are {', '.join(ENCODINGS)}."
        )
    with _loading:
        return _load(name)


def agrees_with_tiktoken(
    name: str, text: str, ids: Iterable[int], *, specials: bool = False
) -> bool | None:
    """Say whether tiktoken gives these ids for the whole of a text; None where it gives none.

    A replay asks tiktoken a pre-token at a time, so this is a check from the other end: tiktoken
    cuts the text itself. It fails on some hundred thousand blanks in a row. `specials` reads
    special tokens as such.

    Raises:
        ValueError: As in `pretrained`.

    >>> agrees_with_tiktoken("cl100k_base", "Hello, how are you?", [9906, 11, 1268, 527, 499, 30])
    True
    """
    pretrained(name)  # checks the file before tiktoken sees it
    import tiktoken  # noqa: PLC0415 - optional

    allowed: Literal["all"] | set[str] = "all" if specials else set()
    try:
        theirs = tiktoken.get_encoding(name).encode_to_numpy(
            well_formed(text), allowed_special=allowed, disallowed_special=()
        )
    except ValueError:  # its search for the pre-tokens has gone too deep
        return None
    return bool(np.array_equal(theirs, np.fromiter(ids, np.int64)))


def published_pattern(data: bytes) -> str | None:
    """Name the pre-tokenizer of a rank file that OpenAI published, known by its lines.

    >>> published_pattern((SHIPPED / ENCODINGS["o200k_base"].file).read_bytes())
    'o200k'
    """
    lines = b"".join(line + b"\n" for line in data.splitlines() if line)
    found = hashlib.sha256(lines).hexdigest()
    return next((e.pre_tokenizer for e in ENCODINGS.values() if e.sha256 == found), None)


def encoding_for_model(model: str) -> str:
    """Give the name of the encoding that a model uses, from tiktoken's own table.

    Encodings that differ in special tokens alone count as one: gpt2 is r50k_base, o200k_harmony is
    o200k_base.

    Raises:
        ValueError: tiktoken does not know the model.

    >>> encoding_for_model("gpt-4")
    'cl100k_base'
    """
    from tiktoken.model import encoding_name_for_model  # noqa: PLC0415 - optional

    try:
        name = encoding_name_for_model(model)
    except KeyError:
        raise ValueError(
            f"tiktoken knows no model {model!r:.60}. Choose an encoding: {', '.join(ENCODINGS)}."
        ) from None
    return _SAME_MERGES.get(name, name)


@cache
def _load(name: str) -> Tokenizer:
    try:
        import tiktoken  # noqa: PLC0415 - optional, and slow to import
    except ImportError:
        raise ValueError(
            f"The encoding {name} needs the package tiktoken: pip install tiktoken."
        ) from None
    spec = ENCODINGS[name]
    folder = _folder_of(name)
    before = os.environ.get("TIKTOKEN_CACHE_DIR")
    try:
        if folder is not None:
            os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
        encoding = tiktoken.get_encoding(name)
    except Exception as error:
        raise ValueError(
            f"The encoding {name} is not available: tiktoken could not fetch its rank file "
            f"({type(error).__name__})."
        ) from error
    finally:
        if folder is not None:
            if before is None:
                del os.environ["TIKTOKEN_CACHE_DIR"]
            else:
                os.environ["TIKTOKEN_CACHE_DIR"] = before
    return Tokenizer(
        RankTable(encoding._mergeable_ranks, encoding._core_bpe.encode_single_piece),
        pre_tokenizer=PreTokenizer(PATTERNS[spec.pre_tokenizer], spec.pre_tokenizer),
        special_tokens=encoding._special_tokens,
        name=name,
    )


def _folder_of(name: str) -> Path | None:
    """Find the folder with the rank file, or None where tiktoken shall download it.

    tiktoken deletes a file whose hash is wrong, so the hash is looked at before it sees the file.
    """
    spec = ENCODINGS[name]
    chosen = os.environ.get("TIKTOKEN_CACHE_DIR")
    for folder in ([Path(chosen)] if chosen else []) + [SHIPPED]:
        path = folder / spec.file
        if path.is_file():
            if hashlib.sha256(path.read_bytes()).hexdigest() != spec.sha256:
                raise ValueError(
                    f"The encoding {name} is not available: its rank file {path.name} is damaged. "
                    "Put a good copy in its place; nothing was changed."
                )
            return folder
    if SHIPPED.is_dir():
        raise ValueError(
            f"The encoding {name} is not available: its rank file {spec.file} is missing from "
            "assets/encodings."
        )
    return None
