"""The command line: train, encode, compare."""

import subprocess
import sys
from pathlib import Path

import pytest

import bpe
from bpe.__main__ import main

ROOT = Path(__file__).parent.parent


@pytest.fixture
def corpus(tmp_path, low) -> Path:
    """Return a text file."""
    path = tmp_path / "low.txt"
    path.write_text(low, encoding="utf-8")
    return path


def test_train_tells_the_merges_and_writes_the_tokenizer(corpus, tmp_path, capsys, low):
    saved = tmp_path / "low.json"
    arguments = ["--merges", "3", "--pre-tokenizer", "none", "--output", str(saved)]
    assert main(["train", str(corpus), *arguments]) == 0
    told = capsys.readouterr().out
    assert all(part in told for part in ("l + o", "lo + w", "low + ·", str(saved)))
    assert bpe.Tokenizer.load(saved).merges == bpe.train(low, merges=3).tokenizer.merges


def test_encode_tells_ids_and_tokens(corpus, tmp_path, capsys):
    saved = tmp_path / "low.json"
    bpe.Tokenizer([(108, 111), (256, 119)]).save(saved)
    assert main(["encode", str(saved), "a low"]) == 0
    told = capsys.readouterr().out
    assert "97 32 257" in told
    assert "a | · | low" in told
    assert main(["encode", str(saved), "low", "--merges", "1"]) == 0
    assert "256 119" in capsys.readouterr().out


def test_compare_counts_with_every_encoding(capsys):
    assert main(["compare", "\u0928\u092e\u0938\u094d\u0915\u093e\u0930"]) == 0
    lines = capsys.readouterr().out.splitlines()
    counts = {line.split()[0]: line.split()[1] for line in lines}
    assert counts == {"r50k_base": "13", "p50k_base": "13", "cl100k_base": "7", "o200k_base": "3"}


def test_an_empty_text_can_be_compared(capsys):
    assert main(["compare", "", "cl100k_base"]) == 0
    assert "0 tokens" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["train", "nowhere.txt"], "nowhere.txt"),
        (["encode", "nowhere.json", "a"], "nowhere.json"),
        (["encode", "cl100k_base", "a", "--merges", "-1"], "-1"),
        (["encode", "cl100k_base", "a", "--merges", "100001"], "100001"),
        (["compare", "a", "nowhere.json"], "nowhere.json"),
    ],
)
def test_what_cannot_be_is_answered_in_one_sentence(arguments, named, capsys):
    assert main(arguments) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert named in captured.err
    assert len(captured.err.splitlines()) == 1


def test_a_file_that_is_no_text_is_answered_in_one_sentence(tmp_path, capsys):
    path = tmp_path / "binary"
    path.write_bytes(b"abab\xff\x00")
    assert main(["train", str(path)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_it_runs_as_a_module():
    answer = subprocess.run(
        [sys.executable, "-m", "bpe", "encode", "cl100k_base", "Hello, how are you?"],
        check=True,
        capture_output=True,
        cwd=ROOT,
    )
    assert answer.stdout.splitlines()[0] == b"9906 11 1268 527 499 30"
