"""Saving and loading: nothing is lost, and nothing foreign or damaged gets in."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import bpe
from bpe.vocabulary import MergeTable
from tests.strategies import NAMES

ROOT = Path(__file__).parent.parent
ODD_SPECIALS = {"<end of text>": 5000, "<a\nb>": 5001, '"q"': 5002, "\U0001f98a": 5003, " ": 5004}


@pytest.fixture
def path(tmp_path) -> Path:
    """Return where a tokenizer can be saved."""
    return tmp_path / "tokenizer.json"


@pytest.fixture
def saved(path) -> Path:
    """Return a file with a small tokenizer in it."""
    training = bpe.train("abab abab cdcd\n" * 3, merges=4, pre_tokenizer="gpt2")
    training.tokenizer.save(path)
    return path


def same(one: bpe.Tokenizer, other: bpe.Tokenizer) -> bool:
    """Say whether two tokenizers agree in everything they tell."""
    parts = ("merges", "pre_tokenizer", "codec", "special_tokens", "name", "ties", "counts")
    return all(getattr(one, part) == getattr(other, part) for part in parts)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ties", ["first", "lowest", "greatest"])
def test_a_trained_tokenizer_comes_back_with_its_counts_and_its_rule(path, name, ties):
    tokenizer = bpe.train("a\nb a\nb a\nb é", merges=5, pre_tokenizer=name, ties=ties).tokenizer
    tokenizer.save(path)
    loaded = bpe.Tokenizer.load(path)
    assert same(loaded, tokenizer)
    assert loaded.ties == ties
    assert len(loaded.counts) == len(loaded.merges)
    assert loaded.encode("a\nb a\nb é") == tokenizer.encode("a\nb a\nb é")


def test_a_pattern_of_ones_own_comes_back(path):
    mine = bpe.PreTokenizer(r"[^\s\"\\]+|\s", name="mine")
    tokenizer = bpe.Tokenizer([(97, 98)], pre_tokenizer=mine)
    tokenizer.save(path)
    loaded = bpe.Tokenizer.load(path)
    assert loaded.pre_tokenizer.pattern == mine.pattern
    assert loaded.pre_tokenizer.name == "mine"
    assert loaded.encode('ab "ab') == tokenizer.encode('ab "ab')


def test_any_string_can_be_a_special_token(path):
    tokenizer = bpe.Tokenizer([], special_tokens=ODD_SPECIALS, name="odd \n 名")
    tokenizer.save(path)
    loaded = bpe.Tokenizer.load(path)
    assert dict(loaded.special_tokens) == ODD_SPECIALS
    assert loaded.name == "odd \n 名"
    assert loaded.encode('"q"<a\nb>🦊', allowed_special="all") == [5002, 5001, 5003]


def test_unknown_counts_stay_unknown(path):
    bpe.Tokenizer([(97, 98)]).save(path)
    loaded = bpe.Tokenizer.load(path)
    assert loaded.counts is None
    assert loaded.ties == ""


def test_ids_stay_numbers(path):
    bpe.Tokenizer([(97, 98), (256, 256)]).save(path)
    loaded = bpe.Tokenizer.load(path)
    assert loaded.decode([257, 256]) == "ababab"
    assert loaded.replay("abab").token_counts.tolist() == [4, 2, 1]


def test_a_path_may_be_text(path):
    bpe.Tokenizer([(97, 98)]).save(str(path))
    assert bpe.Tokenizer.load(str(path)).merges == ((97, 98),)


def test_the_file_is_json_that_names_its_format(saved):
    data = json.loads(saved.read_bytes().decode("utf-8"))
    assert data["format"] == "bpe-playground"
    assert data["version"] == 1


def test_saving_twice_gives_the_same_bytes(saved, tmp_path):
    again = tmp_path / "again.json"
    bpe.Tokenizer.load(saved).save(again)
    assert again.read_bytes() == saved.read_bytes()
    assert b"\r" not in saved.read_bytes()


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "0"},
        {"PYTHONHASHSEED": "1"},
        {"PYTHONHASHSEED": "2", "PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
    ],
)
def test_the_file_depends_neither_on_hashes_nor_on_the_locale(tmp_path, environment):
    code = (
        "import bpe, sys\n"
        "t = bpe.train('\\u4e2d\\u6587 one two three two one', merges=6, pre_tokenizer='gpt2')\n"
        "t = bpe.Tokenizer(t.tokenizer.merges, special_tokens={'\\U0001f98a': 700})\n"
        "t.save(sys.argv[1])\n"
        "assert bpe.Tokenizer.load(sys.argv[1]).special_tokens == {'\\U0001f98a': 700}\n"
    )
    there = tmp_path / "there.json"
    subprocess.run(
        [sys.executable, "-c", code, str(there)],
        check=True,
        cwd=ROOT,
        env={**os.environ, **environment},
    )
    training = bpe.train("中文 one two three two one", merges=6, pre_tokenizer="gpt2")
    here = tmp_path / "here.json"
    bpe.Tokenizer(training.tokenizer.merges, special_tokens={"🦊": 700}).save(here)
    digests = {hashlib.sha256(file.read_bytes()).hexdigest() for file in (here, there)}
    assert len(digests) == 1


# What does not get in.


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"7",
        b'"bpe-playground"',
        b"\xff\xfe\x00",
        b"not a model at all\n",
        b'{"format": "bpe-playground"}',
        b'{"format": "bpe-playground", "version": 1}',
        b'{"version": "1.0", "model": {"type": "BPE", "vocab": {}, "merges": []}}',
        b"[" * 100_000,
        b"YQ== 0\nYg== 1\n",
    ],
)
def test_a_foreign_file_is_refused_in_one_sentence(path, content):
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"\w+ \w+") as caught:
        bpe.Tokenizer.load(path)
    assert type(caught.value) is ValueError


def test_a_pickle_is_refused_and_not_run(path, tmp_path):
    marker = tmp_path / "marker"
    # The opcodes of: call os.mkdir with the marker's path.
    path.write_bytes(b"\x80\x04cos\nmkdir\n(V" + str(marker).encode() + b"\ntR.")
    with pytest.raises(ValueError, match=r"\w+ \w+") as caught:
        bpe.Tokenizer.load(path)
    assert type(caught.value) is ValueError
    assert not marker.exists()


def test_a_file_cut_anywhere_is_refused(saved):
    content = saved.read_bytes()
    assert content.rstrip().endswith(b"}")
    for end in range(len(content.rstrip())):
        saved.write_bytes(content[:end])
        with pytest.raises(ValueError, match=r"\w+ \w+"):
            bpe.Tokenizer.load(saved)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("version", 2),
        ("version", "1"),
        ("version", None),
        ("format", "other"),
        ("merges", None),
        ("merges", {"0": [97, 98]}),
        ("merges", [[97, 98, 99]]),
        ("merges", [[97, "b"]]),
        ("merges", [[97, 900]]),
        ("merges", [[97, 98], [97, 98]]),
        ("merges", "abab"),
        ("codec", "utf-16"),
        ("codec", None),
        ("special_tokens", [["<|e|>", 97]]),
        ("special_tokens", {"<|e|>": 97}),
        ("special_tokens", 7),
        ("name", 7),
        ("counts", [1]),
        ("counts", "abcd"),
        ("ties", "last"),
        ("pre_tokenizer", 7),
    ],
)
def test_a_file_with_one_damaged_field_is_refused(saved, field, value):
    data = json.loads(saved.read_text(encoding="utf-8"))
    assert field in data
    saved.write_text(json.dumps({**data, field: value}), encoding="utf-8")
    with pytest.raises(ValueError, match=r"\w+ \w+") as caught:
        bpe.Tokenizer.load(saved)
    assert not isinstance(caught.value, UnicodeError)


def test_a_file_with_a_merge_less_is_refused(saved):
    data = json.loads(saved.read_text(encoding="utf-8"))
    shorter = {**data, "merges": data["merges"][:-1], "counts": None}
    saved.write_text(json.dumps(shorter), encoding="utf-8")
    with pytest.raises(ValueError, match=str(len(data["merges"]))):
        bpe.Tokenizer.load(saved)


def test_a_broken_pattern_in_a_file_is_refused(saved):
    text = saved.read_text(encoding="utf-8")
    data = json.loads(text)
    assert "pre_tokenizer" in data
    damaged = {**data, "pre_tokenizer": {"name": "mine", "pattern": "("}}
    saved.write_text(json.dumps(damaged), encoding="utf-8")
    with pytest.raises(ValueError, match=r"(?i)pattern|pre_tokenizer|pre-tokenizer"):
        bpe.Tokenizer.load(saved)


def test_a_file_that_is_not_there_says_so(tmp_path):
    with pytest.raises((ValueError, OSError), match=r"nowhere"):
        bpe.Tokenizer.load(tmp_path / "nowhere.json")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("byte_ids", []),
        ("byte_ids", [*range(257)]),
        ("byte_ids", [2**40, *range(1, 256)]),
        ("byte_ids", [-1, *range(1, 256)]),
        ("merged_ids", [2**40]),
        ("merged_ids", [-5]),
        ("counts", [-1]),
        ("version", True),
        ("version", 1.0),
        ("special_tokens", [[1, 2]]),
        ("pre_tokenizer", {"name": "mine", "pattern": "(?V0)(?V1)"}),
    ],
)
def test_ids_and_numbers_from_a_file_are_checked(tmp_path, field, value):
    path = tmp_path / "t.json"
    bpe.Tokenizer([(97, 98)], counts=[1]).save(path)
    data = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**data, field: value}), encoding="utf-8")
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        bpe.Tokenizer.load(path)


DOUBLING = [[97, 97], *([256 + i, 256 + i] for i in range(60))]
LONG = [
    *DOUBLING[:20],
    *([275, byte] for byte in range(256)),
    *([byte, 275] for byte in range(256)),
]


@pytest.mark.parametrize("merges", [DOUBLING, LONG], ids=["doubling", "many long ones"])
@pytest.mark.parametrize("first", [256, 1000])
def test_a_small_file_cannot_ask_for_all_memory(tmp_path, merges, first):
    moved = first - 256
    merges = [[id_ + moved * (id_ > 255) for id_ in pair] for pair in merges]
    path = tmp_path / "t.json"
    bpe.Tokenizer([(97, 98)]).save(path)
    data = json.loads(path.read_text(encoding="utf-8"))
    data |= {"merges": merges, "n_merges": len(merges)}
    data["merged_ids"] = [*range(first, first + len(merges))]
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ValueError, match="bytes together"):
        bpe.Tokenizer.load(path)


def test_a_token_that_two_merges_make_comes_back(path):
    merges = [(98, 99), (99, 100), (97, 256), (256, 100), (98, 257), (258, 100)]
    table = MergeTable(merges, merged_ids=[256, 257, 258, 259, 259, 260])
    tokenizer = bpe.Tokenizer(table)
    assert tokenizer.tokens[259] == b"bcd"
    assert tokenizer.encode("abcd bcd") == [260, 32, 259]
    tokenizer.save(path)
    loaded = bpe.Tokenizer.load(path)
    assert loaded.vocabulary.merged_ids == table.merged_ids
    assert loaded.replay("abcd bcd").ids(4).tolist() == [258, 100, 32, 259]
    assert loaded == tokenizer


@pytest.mark.parametrize(
    ("merged_ids", "why"),
    [([256, 257, 258, 259, 258], "used already"), ([256, 257, 257, 259, 260], "taken")],
)
def test_a_token_is_made_again_only_before_it_is_used_and_of_the_same_bytes(merged_ids, why):
    merges = [(97, 98), (98, 99), (256, 99), (merged_ids[2], 100), (97, 257)]
    with pytest.raises(ValueError, match=why):
        MergeTable(merges, merged_ids=merged_ids)


def test_a_special_token_may_be_a_token_of_the_vocabulary(path):
    bpe.Tokenizer([(97, 98), (256, 99)], special_tokens={"ab": 256}).save(path)
    loaded = bpe.Tokenizer.load(path)
    assert loaded.encode("abc ab") == [257, 32, 256]
    assert loaded.encode("abc ab", allowed_special="all") == [256, 99, 32, 256]
    with pytest.raises(ValueError, match="taken"):
        bpe.Tokenizer([(97, 98)], special_tokens={"abc": 256})


def test_a_hugging_face_file_is_known_by_what_it_holds(path):
    tokenizer = bpe.Tokenizer([(97, 98)], pre_tokenizer="gpt2", special_tokens={"<e>": 300})
    path.write_text(json.dumps(tokenizer.to_huggingface(), indent=1), encoding="utf-8")
    assert same(bpe.Tokenizer.load(path), tokenizer)


def test_a_saved_file_has_the_rights_of_any_other_new_file(tmp_path):
    (tmp_path / "plain").write_text("")
    bpe.Tokenizer([]).save(tmp_path / "t.json")
    assert (tmp_path / "t.json").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_saving_leaves_the_rights_of_the_process_alone(path, monkeypatch):
    def refuse(mask):
        raise AssertionError("for a moment other threads would write files with other rights")

    monkeypatch.setattr(os, "umask", refuse)
    bpe.Tokenizer([]).save(path)
    path.chmod(0o640)
    bpe.Tokenizer([(97, 98)]).save(path)
    assert path.stat().st_mode & 0o777 == 0o640
    assert bpe.Tokenizer.load(path).merges == ((97, 98),)


@pytest.mark.parametrize("step", ["open", "chmod", "replace"])
def test_what_fails_on_the_way_leaves_the_old_file_and_no_other(saved, monkeypatch, step):
    def fail(*_, **__):
        raise OSError("there is no room")

    before = saved.read_bytes()
    monkeypatch.setattr(Path, step, fail)
    with pytest.raises(OSError, match="no room"):
        bpe.Tokenizer([]).save(saved)
    monkeypatch.undo()
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


def test_saving_through_a_link_keeps_the_link(tmp_path):
    (tmp_path / "real.json").write_text("")
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")
    bpe.Tokenizer([(97, 98)]).save(tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert bpe.Tokenizer.load(tmp_path / "real.json").merges == ((97, 98),)


@pytest.mark.parametrize("place", ["nowhere/t.json", "."])
def test_saving_where_no_file_can_be_names_the_place(tmp_path, place):
    with pytest.raises(OSError, match=r"folder") as caught:
        bpe.Tokenizer([]).save(tmp_path / place)
    assert str(tmp_path) in str(caught.value)
    assert list(tmp_path.iterdir()) == []
