"""Mistakes that were reported for other tools, each with the answer that is right here."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import bpe
from bpe.pretokenize import PreTokenizer
from tests import read_json
from tests.strategies import NAMES, TIES

ROOT = Path(__file__).parent.parent
CASES = read_json("data/cases.json")


def name_of(row: dict) -> str:
    """Return what a row is called in the list of tests."""
    return f"{row['case']} {row['why']}"


def learned(training) -> list[list]:
    """Return the merges as [left, right, count]."""
    tokens = training.tokenizer.tokens
    return [
        [tokens[left].decode(), tokens[right].decode(), count]
        for (left, right), count in zip(training.tokenizer.merges, training.counts, strict=True)
    ]


# Training: TIE, OVL, DEG.


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("row", CASES["trainings"], ids=name_of)
def test_training_learns_these_merges(row, ties):
    training = bpe.train(
        row["text"],
        merges=row["merges"],
        pre_tokenizer=row["pre_tokenizer"],
        min_count=row["min_count"],
        ties=ties,
    )
    assert learned(training) == row["learned"][ties]


@pytest.mark.parametrize("ties", TIES)
def test_the_textbook_example_ends_the_same_under_every_rule(ties):
    tokenizer = bpe.train("xxxyzxxxyxw", merges=3, min_count=1, ties=ties).tokenizer
    tokens = [tokenizer.tokens[id_] for id_ in tokenizer.encode("xxxyzxxxyxw")]
    assert tokens == [b"xxxy", b"z", b"xxxy", b"x", b"w"]


def test_five_processes_train_and_save_the_same(tmp_path):
    code = (
        "import bpe, sys\n"
        "text = 'one two three two one three six six ten'\n"
        "for ties in ('first', 'lowest', 'greatest'):\n"
        "    t = bpe.train(text, merges=6, pre_tokenizer='gpt2', ties=ties).tokenizer\n"
        "    t.save(f'{sys.argv[1]}-{ties}')\n"
    )
    for seed in range(5):
        subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / str(seed))],
            check=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
        )
    for ties in TIES:
        assert len({(tmp_path / f"{seed}-{ties}").read_bytes() for seed in range(5)}) == 1


def test_training_that_stops_early_says_why():
    assert bpe.train("abcd", merges=9).tokenizer.merges == ()
    assert "no pair occurs at least 2 times" in bpe.train("abcd", merges=9).stopped.lower()
    assert "2 merges" in bpe.train("abab", merges=44, min_count=1).stopped


def test_a_text_and_a_list_of_one_text_are_the_same_corpus():
    assert learned(bpe.train("abab abab abab", merges=9)) == learned(
        bpe.train(["abab abab abab"], merges=9)
    )


def test_a_long_line_is_used_whole():
    assert learned(bpe.train("ab" * 5000, merges=1)) == [["a", "b", 5000]]


def test_special_tokens_do_not_count_as_merges():
    merges = bpe.train(
        "the cat sat on the mat " * 9, merges=20, pre_tokenizer="gpt2"
    ).tokenizer.merges
    tokenizer = bpe.Tokenizer(merges, special_tokens={"<|a|>": 400, "<|b|>": 401})
    assert len(tokenizer.tokens) == 256 + len(merges) + 2


# Encoding and decoding: OVL, ENC, SPC, UNI, DEC, MAP.


def test_a_run_is_joined_from_the_left_without_overlap():
    tokenizer = bpe.Tokenizer([(97, 97)])
    for text, ids in (("aaa", [256, 97]), ("aaaaa", [256, 256, 97]), ("aaaa", [256, 256])):
        assert tokenizer.encode(text) == ids
        assert tokenizer.decode(ids) == text


def test_the_earliest_merge_wins():
    assert bpe.Tokenizer([(98, 99), (97, 98)]).encode("abc") == [97, 256]


@pytest.mark.parametrize("row", CASES["ids"], ids=name_of)
def test_a_real_encoding_gives_these_ids(pretrained, row):
    text = row["text"].encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    for name, ids in row["ids"].items():
        tokenizer = pretrained[name]
        assert tokenizer.encode(row["text"]) == ids
        assert tokenizer.count(row["text"]) == len(ids)
        replay = tokenizer.replay(row["text"])
        assert replay.ids(replay.n_merges).tolist() == ids
        assert tokenizer.decode(ids) == text


@pytest.mark.parametrize("row", CASES["counts"], ids=name_of)
def test_a_real_encoding_gives_so_many_tokens(pretrained, row):
    for name, tokens in row["tokens"].items():
        assert pretrained[name].count(row["text"]) == tokens
        assert pretrained[name].decode(pretrained[name].encode(row["text"])) == row["text"]


def test_a_special_token_that_is_allowed_is_one_id(pretrained):
    wanted = {"r50k_base": 50256, "cl100k_base": 100257, "o200k_base": 199999}
    for name, id_ in wanted.items():
        ids = pretrained[name].encode("a<|endoftext|>b", allowed_special="all")
        assert ids == [64, id_, 65]


def test_ids_and_text_of_a_special_token():
    tokenizer = bpe.Tokenizer([(97, 98)], special_tokens={"<|a|>": 300})
    assert tokenizer.decode([97, 300, 98]) == "a<|a|>b"
    off = tokenizer.encode("a<|a|>b")
    assert off == list(b"a<|a|>b")
    assert tokenizer.encode("a<|a|>b", allowed_special="all") == [97, 300, 98]
    assert tokenizer.decode(off) == "a<|a|>b"


def test_special_tokens_are_strings_and_no_patterns():
    specials = {"<|x|>": 300, "[PAD]": 301, ".": 302, "(?": 303}
    text = "a<b x>c P (1)"
    tokenizer = bpe.Tokenizer([], special_tokens=specials)
    assert tokenizer.encode(text, allowed_special="all") == list(text.encode())


def test_blanks_around_a_special_token_stay():
    tokenizer = bpe.Tokenizer([], special_tokens={"<|sep|>": 300})
    ids = tokenizer.encode("a <|sep|> b", allowed_special="all")
    assert ids == [97, 32, 300, 32, 98]
    assert tokenizer.decode(ids) == "a <|sep|> b"


def test_a_special_token_keeps_the_id_it_was_given():
    merges = bpe.train("abcabdabe", merges=4, min_count=1).tokenizer.merges
    tokenizer = bpe.Tokenizer(merges, special_tokens={"<|pad|>": 500})
    assert tokenizer.encode("<|pad|>", allowed_special="all") == [500]
    assert len(tokenizer.tokens) == 261
    for id_ in (260, 499):
        with pytest.raises(ValueError, match=str(id_)):
            tokenizer.decode([id_])


@pytest.mark.parametrize(("half", "meant"), [("a\ud83eb", "a\ufffdb"), ("\ud83e\udd8a", "🦊")])
def test_half_a_surrogate_pair_has_one_answer_everywhere(tmp_path, half, meant):
    training = bpe.train(half * 2, merges=2)
    assert training.tokenizer.merges == bpe.train(meant * 2, merges=2).tokenizer.merges
    tokenizer = training.tokenizer
    assert tokenizer.encode(half) == tokenizer.encode(meant)
    assert tokenizer.count(half) == tokenizer.count(meant)
    assert tokenizer.replay(half).units == tokenizer.replay([half]).units == meant.encode()
    assert tokenizer.replay({half: 2}).units == meant.encode()
    tokenizer.save(tmp_path / "saved.json")
    assert bpe.Tokenizer.load(tmp_path / "saved.json").encode(half) == tokenizer.encode(meant)


def test_a_pair_written_as_two_halves_is_one_character(pretrained):
    assert pretrained["cl100k_base"].encode("\ud83e\udd8a") == [9468, 99, 232]


def test_a_family_is_one_reader_s_character():
    from bpe.display import clusters

    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert len(family) == 5
    assert clusters(family).tolist() == [18]


def test_a_character_out_of_range_is_refused_and_never_dropped():
    tokenizer = bpe.train(
        "dog dog fog fog", merges=5, pre_tokenizer="whitespace", codec="latin-1"
    ).tokenizer
    assert tokenizer.decode(tokenizer.encode("hog")) == "hog"
    with pytest.raises(ValueError, match=r"(?s)🦊.*4|4.*🦊"):
        tokenizer.encode("dog \U0001f98a")


@pytest.mark.parametrize(("name", "id_"), [("cl100k_base", 100270), ("o200k_base", 200010)])
def test_an_id_that_no_token_has_is_named(pretrained, name, id_):
    with pytest.raises(ValueError, match=str(id_)):
        pretrained[name].decode([id_])


def test_unused_ids_of_real_encodings(pretrained):
    assert pretrained["cl100k_base"].decode([100276]) == "<|endofprompt|>"
    for name, used, last in (("cl100k_base", 100261, 100276), ("o200k_base", 200000, 200018)):
        assert (len(pretrained[name].tokens), max(pretrained[name].tokens)) == (used, last)


def test_pieces_of_a_character_are_bytes(pretrained):
    tokenizer = pretrained["cl100k_base"]
    ids = tokenizer.encode("🦊")
    assert [tokenizer.tokens[id_].hex() for id_ in ids] == ["f09f", "a6", "8a"]
    assert [tokenizer.decode([id_]) for id_ in ids] == ["\ufffd"] * 3
    assert tokenizer.decode(ids) == "🦊"


@pytest.mark.parametrize(
    ("units", "text"),
    [
        (b"abc\xed\xa0\x90xyz", "abc\ufffd\ufffd\ufffdxyz"),
        (b"\xf0\x9f\x91", "\ufffd"),
        (b"\xff\xfe\xff", "\ufffd\ufffd\ufffd"),
    ],
)
def test_broken_bytes_are_replaced_as_python_does(units, text):
    tokenizer = bpe.Tokenizer([])
    assert tokenizer.decode(list(units)) == text
    assert tokenizer.decode_bytes(list(units)) == units


@pytest.mark.parametrize("codec", ["utf-8", "latin-1"])
@pytest.mark.parametrize("name", NAMES)
def test_joiner_marks_of_other_formats_are_plain_text(name, codec):
    text = "foo@@ bar</w> baz@@"
    tokenizer = bpe.train(text * 3, merges=50, pre_tokenizer=name, codec=codec).tokenizer
    assert tokenizer.decode(tokenizer.encode(text)) == text


# Long runs and many words: LONG.


def test_a_run_of_a_hundred_thousand_letters():
    tokenizer = bpe.Tokenizer([(97, 97), (256, 256), (257, 257)])
    assert tokenizer.encode("a" * 17) == [258, 258, 97]
    assert tokenizer.encode("a" * 100_001) == [258] * 12_500 + [97]


@pytest.mark.parametrize("row", CASES["runs"], ids=lambda row: f"{row['case']} {row['letter']}")
def test_a_run_in_a_real_encoding(pretrained, row):
    for name, tokens in row["tokens"].items():
        assert pretrained[name].count(row["letter"] * row["times"]) == tokens


def pseudo_random_words() -> str:
    """Return 2,000 words of a linear congruential generator."""
    state = 12345

    def draw() -> int:
        nonlocal state
        state = (1103515245 * state + 12345) % 2**31
        return state >> 16

    def word() -> str:
        return "".join(chr(97 + draw() % 6) for _ in range(2 + draw() % 6))

    return " ".join(word() for _ in range(2000))


@pytest.mark.parametrize("ties", TIES)
def test_two_thousand_pseudo_random_words(ties):
    row = CASES["pseudo_random_words"]
    text = pseudo_random_words()
    assert len(text) == row["characters"]
    assert hashlib.sha256(text.encode()).hexdigest().startswith(row["sha256_starts"])
    training = bpe.train(text, merges=100, pre_tokenizer="gpt2", ties=ties)
    tokens = [training.tokenizer.tokens[256 + i].decode() for i in range(20)]
    assert tokens == row["tokens"][ties]
    assert list(training.counts[:20]) == row["counts"]
    assert training.tokenizer.count(text) == row["tokens_left"][ties]


@pytest.mark.parametrize("ties", TIES)
def test_a_sentence_a_million_times(ties):
    sentence = "the cat sat on the mat. "
    corpus = {"the cat sat on the mat.": 1, " the cat sat on the mat.": 999_999, " ": 1}
    training = bpe.train(corpus, merges=50, pre_tokenizer="gpt2", ties=ties)
    assert learned(training)[0] == ["a", "t", 3_000_000]
    assert len(training.counts) == 12
    text = bpe.train(sentence * 20_000, merges=50, pre_tokenizer="gpt2", ties=ties)
    assert learned(text)[0] == ["a", "t", 60_000]
    assert text.tokenizer.merges == training.tokenizer.merges


# Patterns: RGX.


@pytest.mark.parametrize("row", CASES["splits"], ids=lambda row: f"{row['case']} {row['text']!r}")
def test_the_named_patterns_cut_here(row):
    for name, pieces in row["pieces"].items():
        assert PreTokenizer.of(name).split(row["text"]) == pieces


def test_digits_in_twos():
    twos = PreTokenizer.of("cl100k").pattern.replace("{1,3}", "{1,2}")
    assert PreTokenizer(twos).split("1234567") == ["12", "34", "56", "7"]


@pytest.mark.parametrize(("pattern", "text"), [("(a|b)+", "abab"), (r"\w+", "a, b\n")])
def test_a_pattern_loses_no_text(pattern, text):
    tokenizer = bpe.Tokenizer([], pre_tokenizer=PreTokenizer(pattern))
    assert tokenizer.encode(text) == list(text.encode())
    assert tokenizer.decode(tokenizer.encode(text)) == text


def test_nested_repeats_end_or_are_given_up():
    text = "z" * 30 + "!"
    assert "".join(PreTokenizer("(z+)+$", timeout=5).split(text)) == text


# Saving: SAV.


def test_line_ends_inside_tokens_come_back(tmp_path):
    path = tmp_path / "saved.json"
    for sign in "\n\r\x0b\x0c\x1c\x1d\x1e\x85":
        tokenizer = bpe.train(f"a{sign}b|a{sign}b", merges=2, codec="latin-1").tokenizer
        tokenizer.save(path)
        loaded = bpe.Tokenizer.load(path)
        assert loaded.merges == tokenizer.merges == ((97, ord(sign)), (256, 98))
    for sign in "\u2028\u2029":
        tokenizer = bpe.train(f"a{sign}b|a{sign}b", merges=4).tokenizer
        tokenizer.save(path)
        assert bpe.Tokenizer.load(path).tokens[259] == f"a{sign}b".encode()


def test_ids_as_keys_come_back_as_numbers(tmp_path):
    assert json.loads(json.dumps({256: "a"})) == {"256": "a"}  # why ids are no keys of the file
    path = tmp_path / "saved.json"
    bpe.Tokenizer([(97, 98)], special_tokens={"<|e|>": 5000}).save(path)
    assert bpe.Tokenizer.load(path).decode([256, 5000]) == "ab<|e|>"


def test_a_loaded_tokenizer_replays_step_by_step(tmp_path):
    training = bpe.train("abab", merges=2, min_count=1)
    training.tokenizer.save(tmp_path / "saved.json")
    loaded = bpe.Tokenizer.load(tmp_path / "saved.json")
    assert loaded.merges == ((97, 98), (256, 256))
    for tokenizer in (training.tokenizer, loaded):
        assert tokenizer.replay("abab").token_counts.tolist() == [4, 2, 1]
        assert tokenizer.counts == (2, 1)
