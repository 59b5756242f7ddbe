"""What the browser components are sent; `assets/components/README.md` says it field by field."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

import bpe
from bpe.display import SIGNS, clusters, visible
from bpe.pretokenize import well_formed

RIVALS = 6
"""How many of the commonest pairs the player shows."""

Fields = dict[str, Any]


def replay_fields(tokenizer: bpe.Tokenizer, text: str) -> Fields:
    """Give one replay as a component reads it.

    Raises:
        ValueError: The codec does not have a character of the text.
    """
    text = well_formed(text)
    replay = tokenizer.replay(text)
    lengths = clusters(text, tokenizer.codec)
    if (lengths == 1).all():
        lengths = lengths[:0]
    vocabulary = tokenizer.vocabulary
    fields: Fields = {
        "text": text,
        "codec": tokenizer.codec,
        "merged_at": replay.merged_at,
        "clusters": lengths,
        "n_merges": replay.n_merges,
        "events": replay.events,
        "event_ids": np.array([vocabulary.merged_ids[k - 1] for k in replay.events], np.int32),
        "byte_ids": list(vocabulary.byte_ids),
        "specials": [list(special) for special in replay.specials],
        "signs": dict(SIGNS),
    }
    return fields | {"sig": digest(fields)}


def training_fields(training: bpe.Training, corpus: str) -> Fields:
    """Give a training and the replay of its corpus as the player reads them."""
    tokenizer = training.tokenizer
    replay = tokenizer.replay(corpus)
    n = tokenizer.n_merges
    rivals = np.full((n, RIVALS, 3), -1, np.int32)
    for k, top in enumerate(training.rivals):
        for place, ((left, right), count) in enumerate(top[:RIVALS]):
            rivals[k, place] = left, right, count
    merges = np.array(tokenizer.merges, np.int32).reshape(-1, 2)
    fields: Fields = {
        **replay_fields(tokenizer, corpus),
        "labels": [visible(tokenizer.tokens[i], tokenizer.codec) for i in range(256 + n)],
        "left": merges[:, 0].copy(),
        "right": merges[:, 1].copy(),
        "counts": np.array(training.counts, np.int32),
        "ties": np.array(training.ties, np.int32),
        "gains": replay.gains.astype(np.int32),
        "n_units": len(replay.units),
        "rivals": rivals.ravel(),
        "n_rivals": RIVALS,
        "tie_rule": TIE_SENTENCES[tokenizer.ties],
        "stopped": training.stopped,
    }
    return fields | {"sig": digest(fields)}


TIE_SENTENCES = {
    "first": "The one met first wins.",
    "lowest": "The one with the lowest ids wins.",
    "greatest": "The one with the greatest bytes wins.",
}
"""How a tie is decided, as the player says it."""


def digest(fields: Fields) -> str:
    """Name the content of fields: equal fields, equal name."""
    state = hashlib.blake2b(digest_size=12)
    for name, value in sorted(fields.items()):
        state.update(name.encode())
        state.update(value.tobytes() if isinstance(value, np.ndarray) else repr(value).encode())
    return state.hexdigest()
