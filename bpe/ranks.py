"""Rank files (.tiktoken) as tokenizers: a line holds a token in base64, a blank and its rank.

Such a file has no pattern and no special tokens: they have to be known from elsewhere. Ids equal
those of a `tiktoken.Encoding` with the same three, on any text that the pattern matches whole.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping

from bpe.pretokenize import PreTokenizer
from bpe.tokenizer import Tokenizer
from bpe.vocabulary import MAX_CHECKED, RankTable, check_id

_LINE = re.compile(rb"\s*([A-Za-z0-9+/]+=*)\s+([0-9]{1,10})\s*")


def from_tiktoken(
    data: bytes,
    pattern: str | PreTokenizer,
    special_tokens: Mapping[str, int] | None = None,
    name: str = "",
) -> Tokenizer:
    r"""Read a tokenizer from a rank file.

    Args:
        data: What the file holds.
        pattern: The pre-tokenizer that goes with it, or the name of one.
        special_tokens: Text -> id of the special tokens that go with it.
        name: A name to show.

    Raises:
        ValueError: A line is not a token and its rank, a token or a rank comes twice, a single
            byte is missing, or no pair of lower tokens makes a token; names it.

    >>> lines = [base64.b64encode(bytes([b])) + b" %d" % b for b in range(256)]
    >>> from_tiktoken(b"\n".join([*lines, b"bG8= 300"]), "gpt2").encode("lot")
    [300, 116]
    """
    ranks: dict[bytes, int] = {}
    line_of: dict[int, int] = {}
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        token, rank = _entry(number, line)
        if token in ranks:
            raise ValueError(
                f"Line {number:,} of this rank file holds {token!r:.80} again; it stands in line "
                f"{line_of[ranks[token]]:,} already."
            )
        if rank in line_of:
            raise ValueError(
                f"Line {number:,} of this rank file has the rank {rank} of line {line_of[rank]:,}."
            )
        ranks[token] = rank
        line_of[rank] = number
    missing = [byte for byte in range(256) if bytes([byte]) not in ranks]
    if missing:
        raise ValueError(
            f"This rank file has no token for the byte 0x{missing[0]:02X}"
            f"{f' and {len(missing) - 1} others' if len(missing) > 1 else ''}, so not every text "
            "can be written in it."
        )
    if (total := sum(map(len, ranks))) > MAX_CHECKED:
        raise ValueError(
            f"The tokens of this rank file have {total:,} bytes together; up to {MAX_CHECKED:,} "
            "can be checked."
        )
    table = RankTable(ranks)
    if (improper := table.improper) is not None:
        raise ValueError(
            f"Line {line_of[improper]:,} of this rank file holds {table.tokens[improper]!r:.80}, "
            "which no pair of lower tokens makes, so merges alone cannot give it."
        )
    return Tokenizer(table, pre_tokenizer=pattern, special_tokens=special_tokens, name=name)


def looks_like_ranks(data: bytes) -> bool:
    r"""Say whether the first line that is not blank is that of a rank file.

    >>> looks_like_ranks(b"IQ== 0\nIg== 1\n"), looks_like_ranks(b'{"a": 0}')
    (True, False)
    """
    lines = data[:4096].lstrip().splitlines()
    return bool(lines and _LINE.fullmatch(lines[0]))


def _entry(number: int, line: bytes) -> tuple[bytes, int]:
    found = _LINE.fullmatch(line)
    try:
        if found is None:
            raise ValueError
        return base64.b64decode(found[1], validate=True), check_id(int(found[2]))
    except (ValueError, binascii.Error):
        raise ValueError(
            f"Line {number:,} of this rank file is {line.decode('utf-8', 'replace')!r:.60}, not a "
            "token in base64, a blank and its rank."
        ) from None
