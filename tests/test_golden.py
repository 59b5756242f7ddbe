"""Golden traces: whole trainings in small files, worked out without the package."""

from pathlib import Path

import pytest

import bpe
from tests import read_json

NAMES = sorted(file.stem for file in (Path(__file__).parent / "golden").glob("*.json"))


@pytest.fixture(params=NAMES)
def golden(request) -> dict:
    """Return one trace."""
    return read_json(f"golden/{request.param}.json")


@pytest.fixture
def training(golden) -> bpe.Training:
    """Return the training that the trace tells of."""
    return bpe.train(
        golden["text"],
        merges=golden["merges_wanted"],
        pre_tokenizer=golden["pre_tokenizer"],
        min_count=golden["min_count"],
        ties=golden["ties"],
        codec=golden["codec"],
    )


def test_these_are_the_traces():
    assert NAMES == ["bytes", "cat_sat", "crumb", "low", "runs"]


def test_training_follows_the_trace(golden, training):
    tokens = training.tokenizer.tokens
    codec = golden["codec"]
    assert [list(pair) for pair in training.tokenizer.merges] == golden["pairs"]
    assert list(training.ties) == golden["tied"]
    assert [
        [*(tokens[part].decode(codec, "backslashreplace") for part in pair), count]
        for pair, count in zip(training.tokenizer.merges, training.counts, strict=True)
    ] == golden["learned"]


def test_replaying_follows_the_trace(golden, training):
    assert (golden["never"], golden["wall"]) == (bpe.NEVER, bpe.WALL)
    replay = training.tokenizer.replay(golden["text"])
    assert replay.merged_at.tolist() == golden["merged_at"]
    assert replay.token_counts.tolist() == golden["token_counts"]


def test_tokens_and_ids_follow_the_trace(golden, training):
    tokenizer = training.tokenizer
    replay = tokenizer.replay(golden["text"])
    for k, ids in golden["ids_at"].items():
        assert replay.ids(int(k)).tolist() == ids
        assert tokenizer.encode(golden["text"], merges=int(k)) == ids
        shown = [tokenizer.tokens[id_].decode(golden["codec"], "backslashreplace") for id_ in ids]
        assert shown == golden["tokens_at"][k]
