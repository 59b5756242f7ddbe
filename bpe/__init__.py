"""Byte-pair encoding, exact and replayable.

The words of this package:

    base unit     a byte of the text's UTF-8 form (or, with the codec "latin-1", a character)
    pre-token     a piece that the pre-tokenizer cuts; no merge crosses its ends
    pair          two neighbouring tokens
    merge         the k-th pair that was learned, counted from 1
    k             how many merges have been applied
    rank          a rank table's priority
    token         bytes; token id, the number that `decode` knows
    vocabulary    id -> bytes
    special token atomic, outside BPE
    merged_at     of a boundary between two base units: the merge at which it vanishes
    segment       whole characters, one or more tokens: the unit of display

A k, an id and a rank are three different whole numbers.
"""

from bpe import reference
from bpe.pretokenize import PreTokenizer
from bpe.pretrained import pretrained
from bpe.replay import NEVER, WALL, Replay
from bpe.tokenizer import Tokenizer
from bpe.train import Training, train

__all__ = [
    "NEVER",
    "WALL",
    "PreTokenizer",
    "Replay",
    "Tokenizer",
    "Training",
    "pretrained",
    "reference",
    "train",
]
