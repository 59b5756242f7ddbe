"""OpenAI's encodings: the same ids as tiktoken, on any text and at any cut of the vocabulary."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import regex
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

import bpe
from bpe.pretokenize import PATTERNS
from bpe.pretrained import agrees_with_tiktoken, encoding_for_model
from tests.strategies import ENCODINGS, SNIPPETS, any_texts

ROOT = Path(__file__).parent.parent
FILES = {
    "r50k_base": "0ea1e91bbb3a60f729a8dc8f777fd2fc07cd8df4",
    "p50k_base": "ec7223a39ce59f226a68acc30dc1af2788490e15",
    "cl100k_base": "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
    "o200k_base": "fb374d419588a4632f3f557e76b4b70aebbca790",
}
PATTERN_OF = {
    "r50k_base": "gpt2",
    "p50k_base": "gpt2",
    "cl100k_base": "cl100k",
    "o200k_base": "o200k",
}
N_MERGES = {"r50k_base": 50_000, "p50k_base": 50_024, "cl100k_base": 100_000, "o200k_base": 199_742}
MIXED = "".join(SNIPPETS) + " ".join(SNIPPETS)

cut_encodings: dict[tuple[str, int], tiktoken.Encoding] = {}


def cut_encoding(encoding: tiktoken.Encoding, k: int) -> tiktoken.Encoding:
    """Return tiktoken's encoding with only the 256 bytes and the first k merges."""
    if (encoding.name, k) not in cut_encodings:
        ranks = sorted(encoding._mergeable_ranks.items(), key=lambda item: item[1])
        cut_encodings[encoding.name, k] = tiktoken.Encoding(
            f"{encoding.name} cut at {k}",
            pat_str=encoding._pat_str,
            mergeable_ranks=dict(ranks[: 256 + k]),
            special_tokens={},
        )
    return cut_encodings[encoding.name, k]


@pytest.mark.parametrize("name", ENCODINGS)
@settings(max_examples=max(2000, settings().max_examples))
@given(text=any_texts)
def test_the_ids_are_those_of_tiktoken_on_any_text(pretrained, encodings, name, text):
    ids = pretrained[name].encode(text)
    assert ids == encodings[name].encode(text, disallowed_special=())
    assert pretrained[name].decode(ids) == encodings[name].decode(ids)


@pytest.mark.parametrize("k", [0, 1, 7, 300, 3_000, 20_000, 49_999])
@pytest.mark.parametrize("name", ENCODINGS)
@settings(max_examples=40)
@given(text=any_texts)
def test_a_cut_vocabulary_gives_the_ids_of_a_cut_tiktoken(pretrained, encodings, name, k, text):
    wanted = cut_encoding(encodings[name], k).encode(text)
    assert pretrained[name].encode(text, merges=k) == wanted
    assert pretrained[name].replay(text).ids(k).tolist() == wanted


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_mixed_text_is_cut_like_tiktoken_at_many_k(pretrained, encodings, name):
    replay = pretrained[name].replay(MIXED)
    assert replay.n_merges == N_MERGES[name]
    for k in (*replay.events[:: len(replay.events) // 8].tolist(), replay.n_merges):
        wanted = cut_encoding(encodings[name], k).encode(MIXED, disallowed_special=())
        assert replay.ids(k).tolist() == wanted
        assert replay.token_counts[k] == len(wanted)


@pytest.mark.parametrize("name", ENCODINGS)
@settings(max_examples=60)
@given(data=st.data())
def test_special_tokens_are_those_of_tiktoken(pretrained, encodings, name, data):
    specials = sorted(encodings[name].special_tokens_set)
    parts = st.lists(st.sampled_from([*specials, "a", " ", "<|", "|>", "é", "  "]), max_size=8)
    text = "".join(data.draw(parts))
    allowed = data.draw(st.sets(st.sampled_from(specials)))
    wanted = encodings[name].encode(text, allowed_special=allowed, disallowed_special=())
    assert pretrained[name].encode(text, allowed_special=allowed) == wanted
    replay = pretrained[name].replay(text, allowed_special=allowed)
    assert replay.ids(replay.n_merges).tolist() == wanted
    assert pretrained[name].encode(text, allowed_special="all") == encodings[name].encode(
        text, allowed_special="all"
    )


@pytest.mark.parametrize("name", ENCODINGS)
def test_the_vocabulary_is_that_of_tiktoken_holes_and_all(pretrained, encodings, name):
    tokenizer, encoding = pretrained[name], encodings[name]
    wanted = {rank: token for token, rank in encoding._mergeable_ranks.items()}
    specials = {text: encoding.encode_single_token(text) for text in encoding.special_tokens_set}
    wanted |= {id_: text.encode() for text, id_ in specials.items()}
    assert dict(tokenizer.tokens) == wanted
    assert dict(tokenizer.special_tokens) == specials
    assert max(tokenizer.tokens) + 1 == encoding.n_vocab
    assert tokenizer.name == name
    assert tokenizer.codec == "utf-8"


@pytest.mark.parametrize("name", ENCODINGS)
def test_the_merges_rebuild_every_token_from_earlier_ones(pretrained, encodings, name):
    tokenizer = pretrained[name]
    ranks = encodings[name]._mergeable_ranks
    made = sorted(rank for token, rank in ranks.items() if len(token) > 1)
    assert len(tokenizer.merges) == len(made) == N_MERGES[name]
    for rank, (left, right) in zip(made, tokenizer.merges, strict=True):
        assert max(left, right) < rank or max(left, right) < 256
        assert ranks[tokenizer.tokens[left] + tokenizer.tokens[right]] == rank


@pytest.mark.parametrize("name", ENCODINGS)
def test_the_named_patterns_are_those_of_tiktoken(pretrained, encodings, name):
    assert PATTERNS[PATTERN_OF[name]] == encodings[name]._pat_str
    assert pretrained[name].pre_tokenizer.pattern == encodings[name]._pat_str
    assert pretrained[name].pre_tokenizer.name == PATTERN_OF[name]


CLASSES = ["L", "N", "Lu", "M", "Lt", "Lm", "Lo", "Ll"]


@pytest.mark.parametrize("pattern", [r"\s", *(rf"\p{{{name}}}" for name in CLASSES)])
def test_unicode_classes_are_those_of_tiktoken_over_all_code_points(pattern):
    every = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x110000)]))
    bytes_only = {bytes([byte]): byte for byte in range(256)}
    encoding = tiktoken.Encoding(
        "class", pat_str=pattern, mergeable_ranks=bytes_only, special_tokens={}
    )
    # tiktoken drops what a pattern does not match: what is left are the members of the class.
    members = bytes(encoding.encode_ordinary(every)).decode()
    assert len(members) > 20
    assert "".join(regex.findall(pattern, every)) == members


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("letter", ["k", "=", " ", "\n", "é"])
def test_a_long_run_has_the_ids_of_tiktoken(pretrained, encodings, name, letter):
    run = letter * 100_000
    wanted = encodings[name].encode(run)
    assert pretrained[name].encode(run) == wanted
    replay = pretrained[name].replay(run)
    assert replay.ids(replay.n_merges).tolist() == wanted


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_pretrained_tokenizer_goes_back_to_tiktoken(pretrained, encodings, name):
    back = pretrained[name].to_tiktoken()
    assert back.encode(MIXED, disallowed_special=()) == encodings[name].encode(
        MIXED, disallowed_special=()
    )
    text = "a<|endoftext|>b"
    assert back.encode(text, allowed_special="all") == encodings[name].encode(
        text, allowed_special="all"
    )


def test_a_million_blanks_do_not_stop_the_newest_encoding(pretrained, encodings):
    # tiktoken's own pattern engine gives up on them; its merging of one piece does not.
    blanks = " " * 1_000_000
    wanted = encodings["o200k_base"]._encode_single_piece(blanks)
    assert pretrained["o200k_base"].encode(blanks) == wanted
    assert pretrained["o200k_base"].count(blanks) == len(wanted)


@pytest.mark.parametrize("name", ["r50k_base", "p50k_base"])
def test_a_saved_encoding_comes_back_the_same_holes_and_all(tmp_path, pretrained, name):
    tokenizer = pretrained[name]
    tokenizer.save(tmp_path / "saved.json")
    loaded = bpe.Tokenizer.load(tmp_path / "saved.json")
    assert dict(loaded.tokens) == dict(tokenizer.tokens)
    assert loaded.merges == tokenizer.merges
    assert loaded.special_tokens == tokenizer.special_tokens
    for k in (0, 300, 20_000, N_MERGES[name]):
        assert loaded.encode(MIXED, merges=k) == tokenizer.encode(MIXED, merges=k)
        assert loaded.replay(MIXED).ids(k).tolist() == tokenizer.replay(MIXED).ids(k).tolist()


@pytest.mark.parametrize("id_", [-1, 100_256, 100_270, 200_010, 100_277])
def test_an_id_in_a_hole_is_no_token(pretrained, id_):
    with pytest.raises(ValueError, match=str(id_)):
        pretrained["cl100k_base"].decode([9906, id_])


@pytest.mark.parametrize("name", ["cl100k", "gpt9", "", "CL100K_BASE", None, 7, ["gpt2"]])
def test_an_unknown_encoding_is_answered_with_the_names_there_are(name):
    with pytest.raises(ValueError, match=r"r50k_base.*cl100k_base.*o200k_base") as caught:
        bpe.pretrained(name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        *(("gpt-4o", "o200k_base"), ("gpt-5.1", "o200k_base"), ("o3", "o200k_base")),
        *(("ft:gpt-4o:org", "o200k_base"), ("gpt-4", "cl100k_base"), ("gpt2", "r50k_base")),
        *(("text-embedding-3-small", "cl100k_base"), ("gpt-oss-120b", "o200k_base")),
        *(("gpt-4.5-preview", "o200k_base"), ("text-davinci-003", "p50k_base")),
    ],
)
def test_a_model_has_the_encoding_that_tiktoken_says(model, name):
    assert encoding_for_model(model) == name


@pytest.mark.parametrize("model", ["gpt-4.5", "gpt-6", "GPT-4", "gpt4", "o5", "claude-3-opus", ""])
def test_an_unknown_model_is_never_given_another_encoding(model):
    with pytest.raises(ValueError, match=regex.escape(repr(model))):
        encoding_for_model(model)


@pytest.mark.parametrize("damage", ["cut", "changed", "empty"])
@pytest.mark.parametrize("name", ["r50k_base", "cl100k_base"])
def test_a_damaged_file_is_named_in_one_sentence_and_left_alone(tmp_path, name, damage):
    folder = Path(os.environ["TIKTOKEN_CACHE_DIR"])
    content = (folder / FILES[name]).read_bytes()
    content = {
        "cut": content[:-1000],
        "changed": content.replace(b"IA==", b"IQ==", 1),
        "empty": b"",
    }[damage]
    damaged = tmp_path / FILES[name]
    damaged.write_bytes(content)
    code = (
        "import bpe\n"
        "try:\n"
        f"    bpe.pretrained({name!r})\n"
        "except (ValueError, OSError) as error:\n"
        "    print(error)\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "TIKTOKEN_CACHE_DIR": str(tmp_path)},
    ).stdout.strip()
    assert name in answer
    assert len(answer.splitlines()) == 1
    assert damaged.read_bytes() == content
    assert [file.name for file in tmp_path.iterdir()] == [FILES[name]]


def test_the_rank_files_are_the_published_ones():
    from tiktoken_ext import openai_public

    for name, file in FILES.items():
        content = (Path(os.environ["TIKTOKEN_CACHE_DIR"]) / file).read_bytes()
        digest = hashlib.sha256(content).hexdigest()
        assert digest in Path(openai_public.__file__).read_text(encoding="utf-8"), name


def test_a_good_file_in_another_folder_is_found(tmp_path):
    folder = Path(os.environ["TIKTOKEN_CACHE_DIR"])
    shutil.copy(folder / FILES["r50k_base"], tmp_path)
    answer = subprocess.run(
        [sys.executable, "-c", "import bpe; print(bpe.pretrained('r50k_base').encode('hello'))"],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "TIKTOKEN_CACHE_DIR": str(tmp_path)},
    ).stdout
    assert answer.strip() == "[31373]"


@pytest.mark.parametrize("name", ENCODINGS)
@given(text=any_texts)
def test_tiktoken_is_asked_for_the_whole_text(pretrained, name, text):
    ids = pretrained[name].encode(text)
    assert agrees_with_tiktoken(name, text, ids) is True
    assert agrees_with_tiktoken(name, text, [*ids, 0]) is False
    assert not ids or agrees_with_tiktoken(name, text, [*ids[:-1], ids[-1] + 1]) is False


def test_tiktoken_is_asked_with_special_tokens_as_well(pretrained):
    text = "a<|endoftext|>b"
    ids = pretrained["o200k_base"].encode(text, allowed_special="all")
    assert agrees_with_tiktoken("o200k_base", text, ids, specials=True) is True
    assert agrees_with_tiktoken("o200k_base", text, ids) is False


def test_where_tiktoken_breaks_down_it_says_nothing():
    text = " " * 1_000_000
    assert agrees_with_tiktoken("o200k_base", text, []) is None
