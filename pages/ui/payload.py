"""What the browser components are sent; `assets/components/README.md` says it field by field."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

import bpe
from bpe.corpus import well_formed
from bpe.display import SIGNS, clusters, visible
from pages.ui import words

RIVALS = 6
"""How many of the commonest pairs the player shows."""

SHOWN_BYTES = 200_000
"""How much of a corpus is drawn; all of it is trained on."""

SHOWN_PIECES = 500
"""How many different pre-tokens are drawn."""

HISTORY_CHARACTERS = 80
"""Up to here a text is short enough to stand once a merge."""

HISTORY_MERGES = 60

STAND_IN = "?"
"""What is replayed in the place of a character that the codec does not have."""

LABEL_UNITS = 60
"""How much of a long token its label shows."""

Fields = dict[str, Any]


def replay_fields(
    tokenizer: bpe.Tokenizer, documents: str | Sequence[str], *, specials: bool = False
) -> Fields:
    """Give one replay as a component reads it, of a text or of documents with walls between.

    That decoding the ids gives the text back is checked on the way: `round_trip` is empty, or one
    sentence that it does not. `specials` reads special tokens as such, not as text.

    Raises:
        ValueError: The codec does not have a character of the text.
    """
    each = [documents] if isinstance(documents, str) else documents
    each = [well_formed(document) for document in each]
    replay = tokenizer.replay(each, allowed_special="all" if specials else ())
    lengths = np.concatenate(
        [np.zeros(0, np.int32), *(clusters(text, tokenizer.codec) for text in each)]
    )
    merged_ids = tokenizer.vocabulary.merged_ids
    text = "".join(each)
    lossless = tokenizer.decode(replay.ids(replay.n_merges).tolist()) == text
    fields: Fields = {
        "text": text,
        "round_trip": "" if lossless else "Decoding the ids does not give the text back.",
        "codec": tokenizer.codec,
        "n_tokens": len(replay.starts(replay.n_merges)),
        "merged_at": replay.merged_at,
        "clusters": lengths[:0] if (lengths == 1).all() else lengths,
        "n_merges": replay.n_merges,
        "events": replay.events,
        "event_ids": np.array([merged_ids[k - 1] for k in replay.events], np.int32),
        "byte_ids": list(tokenizer.vocabulary.byte_ids),
        "specials": [list(special) for special in replay.specials],
        "signs": dict(SIGNS),
    }
    return fields | {"sig": digest(fields)}


def fields_with_outside(tokenizer: bpe.Tokenizer, text: str, *, specials: bool = False) -> Fields:
    """Give the replay of a text of which the codec may lack some characters.

    The stretches between are replayed, and each such character stands as one unit of its own, with
    walls on both sides; `outside` says which units these are.
    """
    text = well_formed(text)
    missing = tokenizer.out_of_range(text)
    if not missing:
        return replay_fields(tokenizer, text, specials=specials) | {
            "outside": np.zeros(0, np.int32)
        }
    documents = []
    end = 0
    for place, _ in missing:
        documents += [text[end:place], STAND_IN]
        end = place + 1
    fields = replay_fields(tokenizer, [*documents, text[end:]], specials=specials)
    outside = np.array([place for place, _ in missing], np.int32)  # one unit a character here
    fields |= {"text": text, "outside": outside, "n_tokens": fields["n_tokens"] - len(outside)}
    return fields | {"sig": digest(fields)}


def training_fields(training: bpe.Training, corpus: str | dict[str, int]) -> Fields:
    """Give a training and the replay of what is shown of its corpus as the player reads them."""
    tokenizer = training.tokenizer
    n = tokenizer.n_merges
    pre_tokens = _pre_token_counts(tokenizer, corpus)
    n_units = sum(len(piece.encode(tokenizer.codec)) * times for piece, times in pre_tokens.items())
    views = _views(corpus, n, len(pre_tokens))
    commonest = _commonest(pre_tokens) if "pieces" in views else {}
    text, shown = _beginning(corpus) if isinstance(corpus, str) else ("", "")
    merges = np.array(tokenizer.merges, np.int32).reshape(-1, 2)
    replay = replay_fields(tokenizer, text if isinstance(corpus, str) else list(corpus))
    pieces = replay_fields(tokenizer, list(commonest))
    fields: Fields = {
        **replay,
        **{f"pieces_{name}": value for name, value in pieces.items()},
        "pieces_lengths": np.array([len(p.encode(tokenizer.codec)) for p in commonest], np.int32),
        "pieces_counts": whole_numbers(commonest.values()),
        "n_pieces": len(pre_tokens),
        "views": views,
        "shown": shown,
        "labels": [_label(tokenizer, i) for i in range(256 + n)],
        "left": merges[:, 0].copy(),
        "right": merges[:, 1].copy(),
        "counts": whole_numbers(training.counts),
        "ties": np.array(training.ties, np.int32),
        "gains": whole_numbers([0, *training.gains]),
        "n_units": n_units,
        "rivals": _rivals(training),
        "n_rivals": RIVALS,
        "tie_rule": words.TIE_SENTENCES[tokenizer.ties],
        "stopped": training.stopped,
    }
    return fields | {"sig": digest(fields)}


def whole_numbers(values: Iterable[int]) -> npt.NDArray[Any]:
    """Give whole numbers as int32 or, where they are larger, as doubles: JavaScript reads both."""
    array = np.array(list(values), np.float64)
    return array.astype(np.int32) if array.max(initial=0) < 2**31 else array


def digest(fields: Fields) -> str:
    """Name the content of fields: equal fields, equal name."""
    state = hashlib.blake2b(digest_size=12)
    for name, value in sorted(fields.items()):
        state.update(name.encode())
        state.update(value.tobytes() if isinstance(value, np.ndarray) else repr(value).encode())
    return state.hexdigest()


def _label(tokenizer: bpe.Tokenizer, id_: int) -> str:
    token = tokenizer.tokens[id_]
    if len(token) <= LABEL_UNITS:
        return visible(token, tokenizer.codec)
    return visible(token[:LABEL_UNITS], tokenizer.codec) + "…"


def _pre_token_counts(tokenizer: bpe.Tokenizer, corpus: str | dict[str, int]) -> Counter[str]:
    if isinstance(corpus, str):
        return Counter(tokenizer.pre_tokenizer.split(corpus))
    counts: Counter[str] = Counter()
    for document, times in corpus.items():
        for piece in tokenizer.pre_tokenizer.split(document):
            counts[piece] += times
    return counts


def _commonest(pre_tokens: Counter[str]) -> dict[str, int]:
    """Choose the pre-tokens that are drawn: the commonest, while they are not too much."""
    chosen: dict[str, int] = {}
    size = 0
    for piece, times in pre_tokens.most_common(SHOWN_PIECES):
        size += len(piece.encode())
        if size > SHOWN_BYTES:
            break
        chosen[piece] = times
    return chosen


def _beginning(text: str) -> tuple[str, str]:
    """Cut a text to what is drawn of it, and say so if it was cut."""
    encoded = text.encode()
    if len(encoded) <= SHOWN_BYTES:
        return text, ""
    beginning = encoded[:SHOWN_BYTES].decode("utf-8", "ignore")
    size = len(beginning.encode())
    return beginning, f"First {size:,} of {len(encoded):,} bytes shown; all of it was trained on."


def _views(corpus: str | dict[str, int], n_merges: int, n_pre_tokens: int) -> list[str]:
    if not isinstance(corpus, str):
        return ["pieces"]
    short = len(corpus) <= HISTORY_CHARACTERS and 0 < n_merges <= HISTORY_MERGES
    return ["text"] + ["pieces"] * (n_pre_tokens > 1) + ["history"] * short


def _rivals(training: bpe.Training) -> npt.NDArray[Any]:
    """For each merge `RIVALS` rows of left id, right id and count; -1 where there are fewer."""
    rows = [
        number
        for top in training.rivals
        for left_right, count in [*top, *[((-1, -1), -1)] * (RIVALS - len(top))]
        for number in (*left_right, count)
    ]
    return whole_numbers(rows)
