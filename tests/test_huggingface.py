"""Hugging Face's tokenizer.json: opened and written so that both libraries give the same ids."""

import json
import re

import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken, Regex, decoders, models, pre_tokenizers, trainers

import bpe
from bpe import files, huggingface, onig, specials
from bpe import steps as steps_there
from bpe.corpus import well_formed
from bpe.pretokenize import PATTERNS
from bpe.vocabulary import MAX_CHECKED
from tests.strategies import (
    EVERY_CHARACTER,
    NAMES,
    SNIPPETS,
    any_texts,
    corpora,
    long_texts,
    tables,
)

CORPUS = [
    "".join(SNIPPETS),
    " ".join(SNIPPETS),
    "the cat sat 12 123 1234 on it's the mat's\n\n  end",
]
GPT4 = onig._GPT4_LIKE[0]
ADDED = ("<e>", "<e", "<|im_end|>", "the", "  ", "né", "🦊")

texts = st.lists(st.one_of(any_texts, long_texts, st.sampled_from(ADDED)), max_size=5).map(
    lambda parts: well_formed("".join(parts))
)


def byte_level(*, use_regex: bool) -> pre_tokenizers.PreTokenizer:
    return pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=use_regex)


def splitting(pattern: str | Regex, behavior: str = "isolated", invert: bool = False):
    split = pre_tokenizers.Split(pattern, behavior, invert)
    return pre_tokenizers.Sequence([split, byte_level(use_regex=False)])


STEPS = {
    "gpt2": byte_level(use_regex=True),
    "none": byte_level(use_regex=False),
    "gpt2 spelled out": splitting(Regex(onig.GPT2)),
    "gpt4, llama3": splitting(Regex(GPT4)),
    "gpt4 as converters write it": splitting(Regex(GPT4), "removed", invert=True),
    "qwen2": splitting(Regex(onig._GPT4_LIKE[2])),
    "o200k": splitting(Regex(PATTERNS["o200k"])),
    "runs": splitting(Regex(r"\p{Lu}?\p{Ll}+|[0-9]{2,3}| +")),
    "a letter": splitting("t"),
    "a sign of patterns": splitting("."),
    "lines": splitting("\n"),
    "digits": pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=False), byte_level(use_regex=False)]
    ),
    "each digit, starcoder": pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), byte_level(use_regex=True)]
    ),
    "digits, gpt2": pre_tokenizers.Sequence(
        [
            pre_tokenizers.Sequence([pre_tokenizers.Digits(individual_digits=False)]),
            byte_level(use_regex=True),
        ]
    ),
}


def trained_there(steps: str = "gpt2", size: int = 400) -> tokenizers.Tokenizer:
    """Return a tokenizer that the other library has trained."""
    peer = tokenizers.Tokenizer(models.BPE())
    peer.pre_tokenizer = STEPS[steps]
    peer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        special_tokens=["<|im_end|>"],
    )
    peer.train_from_iterator(CORPUS, trainer)
    return peer


def written(peer: tokenizers.Tokenizer) -> dict:
    return json.loads(peer.to_str())


def there(data: dict) -> tokenizers.Tokenizer:
    return tokenizers.Tokenizer.from_str(json.dumps(data))


def here(data: dict) -> bpe.Tokenizer:
    return files.from_json(json.dumps(data))


def ids_there(peer: tokenizers.Tokenizer, text: str) -> list[int]:
    return peer.encode(text, add_special_tokens=False).ids


def alike(tokenizer: bpe.Tokenizer, peer: tokenizers.Tokenizer, text: str) -> None:
    """Check that both libraries give the same ids, and that these stand for the text."""
    ids = tokenizer.encode(text, allowed_special="all")
    assert ids == ids_there(peer, text)
    assert tokenizer.decode(ids) == text


PEERS = {steps: trained_there(steps) for steps in STEPS}
OPENED = {steps: here(written(peer)) for steps, peer in PEERS.items()}
SMALL = written(trained_there(size=300))


def small(**changes) -> dict:
    """Return a tokenizer.json of 256 bytes and a few merges, with other fields in it."""
    return json.loads(json.dumps(SMALL)) | changes


def small_model(**changes) -> dict:
    return small(model=small()["model"] | changes)


# Opening what the other library wrote.


@pytest.mark.parametrize("steps", STEPS)
@settings(max_examples=max(300, settings().max_examples))
@given(text=texts)
def test_the_ids_are_those_of_the_library_on_any_text(steps, text):
    alike(OPENED[steps], PEERS[steps], text)


@pytest.mark.parametrize("size", [257, 258, 300, 1000])
def test_any_size_of_vocabulary_is_opened(size):
    peer = trained_there(size=size)
    tokenizer = here(written(peer))
    vocabulary = peer.get_vocab()
    assert len(tokenizer.tokens) == len(vocabulary)
    for text in ("".join(SNIPPETS), "the mat's 1234<|im_end|>"):
        alike(tokenizer, peer, text)


def test_the_names_of_known_patterns_are_found():
    names = {steps: tokenizer.pre_tokenizer.name for steps, tokenizer in OPENED.items()}
    assert names["gpt2"] == names["gpt2 spelled out"] == "gpt2"
    assert (names["none"], names["o200k"], names["gpt4, llama3"]) == ("none", "o200k", None)


def test_digits_are_what_they_are_there_for_every_character():
    for individual in (True, False):
        peer = pre_tokenizers.Digits(individual_digits=individual)
        wanted = [piece for piece, _ in peer.pre_tokenize_str(EVERY_CHARACTER)]
        step = {"type": "Digits", "individual_digits": individual}
        assert (
            bpe.PreTokenizer(steps_there._digits(step, gpt2=False)).split(EVERY_CHARACTER) == wanted
        )


# Added tokens.


def with_added(*tokens: AddedToken | str, special: bool = True) -> tokenizers.Tokenizer:
    """Return a small tokenizer with these tokens added, and no others."""
    peer = there(small(added_tokens=[]))
    add = peer.add_special_tokens if special else peer.add_tokens
    add(list(tokens))
    return peer


@pytest.mark.parametrize("special", [True, False])
@settings(max_examples=max(50, settings().max_examples // 2))
@given(
    names=st.lists(
        st.one_of(st.sampled_from(ADDED), st.text("<e>t ", min_size=1)), max_size=5, unique=True
    ),
    data=st.data(),
)
def test_added_tokens_have_the_same_ids_and_places(special, names, data):
    peer = with_added(*names, special=special)
    tokenizer = here(written(peer))
    assert list(tokenizer.special_tokens) == sorted(names, key=peer.token_to_id)
    parts = st.one_of(any_texts, st.sampled_from([*names, "<e>", "the"]))
    text = well_formed("".join(data.draw(st.lists(parts, max_size=8))))
    alike(tokenizer, peer, text)


def test_what_is_added_is_text_unless_it_is_allowed():
    tokenizer = here(written(with_added("<e>")))
    plain = tokenizer.encode("a<e>")
    assert len(plain) == 4
    assert tokenizer.special_tokens["<e>"] == 300
    assert tokenizer.encode("a<e>", allowed_special={"<e>"})[1:] == [300]


def test_an_added_token_may_fill_a_hole_or_stand_in_the_vocabulary():
    model = small()["model"]
    vocab = {token: id_ * 3 for token, id_ in model["vocab"].items()} | {"<x>": 5001}
    data = small_model(vocab=vocab)
    row = {**small()["added_tokens"][0], "content": "<e>"}
    data["added_tokens"] = [
        {**row, "content": "<|im_end|>", "id": vocab["<|im_end|>"]},
        {**row, "id": len(vocab)},
        {**row, "content": "<x>", "id": 5001},
        {**row, "content": "<y>", "id": 302},
    ]
    assert len(vocab) == 301
    for text in ("a<e><x>the<y> <e><|im_end|>", "<e"):
        alike(here(data), there(data), text)
    assert here(data).special_tokens == {"<|im_end|>": 0, "<e>": 301, "<x>": 5001, "<y>": 302}


def test_normalized_tokens_are_looked_for_last_where_that_is_no_difference():
    peer = with_added("<e>", "<f>")
    peer.add_tokens(["  ", "   ", ">>>"])
    tokenizer = here(written(peer))
    for text in ("a   <e>    <f>>>>>", ">>><e>  ", "<e>>>>"):
        alike(tokenizer, peer, text)


@pytest.mark.parametrize(
    ("first", "last", "text"), [("yz", "xy", "xyz"), ("y", "xyz", "xyz"), ("abc", "ab", "ababc")]
)
def test_normalized_tokens_that_may_hide_another_are_refused(first, last, text):
    peer = with_added(first)
    peer.add_tokens([last])
    both = {first: 1, last: 2}
    longest = bpe.Tokenizer([], special_tokens={t: 300 + i for t, i in both.items()})
    if "abc" in both:  # neither hides the other
        alike(here(written(peer)), peer, text)
    else:
        assert ids_there(peer, text) != longest.encode(text, allowed_special="all")
        with pytest.raises(ValueError, match="overlap"):
            here(written(peer))


@pytest.mark.parametrize("flag", ["single_word", "lstrip", "rstrip"])
def test_flags_that_change_what_is_matched_are_refused(flag):
    with pytest.raises(ValueError, match=flag):
        here(written(with_added(AddedToken("<e>", **{flag: True}))))


# The vocabulary and the merges.


@given(st.randoms(use_true_random=False), texts)
def test_ids_may_stand_in_any_order_and_with_holes(shuffle, text):
    data = small(added_tokens=[])
    ids = shuffle.sample(range(100_000), len(data["model"]["vocab"]))
    data["model"]["vocab"] = dict(zip(data["model"]["vocab"], ids, strict=True))
    tokenizer = here(data)
    alike(tokenizer, there(data), text)
    assert set(tokenizer.encode(text)) <= set(ids)


def test_both_spellings_of_merges_are_read():
    data = small()
    spelled = [" ".join(pair) for pair in data["model"]["merges"]]
    assert len(spelled) == 43
    other = small_model(merges=["#version: 0.2", *spelled])
    assert here(other).merges == here(data).merges
    alike(here(other), there(other), "the cat's mat")


@pytest.mark.parametrize("size", [400, 2000])
def test_a_file_with_every_pair_that_makes_a_token_is_read_exactly(size):
    # So do converters of rank tables write them: also pairs of which one comes about too late.
    ranks = dict(sorted(cl100k().items(), key=lambda item: item[1])[:size])
    pairs = [
        (token[:cut], token[cut:])
        for token in ranks
        for cut in range(1, len(token))
        if token[:cut] in ranks and token[cut:] in ranks
    ]
    assert any(ranks[left + right] < max(ranks[left], ranks[right]) for left, right in pairs)
    data = small(added_tokens=[])
    data["model"] |= {
        "vocab": {huggingface._spelled(token): rank for token, rank in ranks.items()},
        "merges": [[huggingface._spelled(part) for part in pair] for pair in pairs],
        "ignore_merges": True,
    }
    tokenizer, peer = here(data), there(data)
    assert tokenizer.n_merges == size - 256 < len(pairs)
    assert tokenizer.to_tiktoken()._mergeable_ranks == ranks

    @given(texts)
    def check(text: str) -> None:
        alike(tokenizer, peer, text)
        replay = tokenizer.replay(text)
        assert len(replay.ids(replay.n_merges)) == replay.token_counts[-1]

    check()
    data["model"]["merges"].sort(key=lambda pair: len("".join(pair)) % 3)
    with pytest.raises(ValueError, match="out of turn"):
        here(data)


def cl100k() -> dict[bytes, int]:
    return {token: id_ for id_, token in bpe.pretrained("cl100k_base").vocabulary.tokens.items()}


@given(tables(b"ab", 9), st.lists(st.text("ab", max_size=20), max_size=9), st.data())
def test_hand_made_merges_in_any_order_are_read_exactly_or_refused(merges, texts, data_):
    tokens = bpe.Tokenizer(merges).tokens
    pairs = [[huggingface._spelled(tokens[part]) for part in pair] for pair in merges]
    if data_.draw(st.booleans()):
        pairs = data_.draw(st.permutations(pairs))
    vocab = {character: byte for byte, character in enumerate(huggingface.ALPHABET)}
    for left, right in pairs:
        vocab.setdefault(left + right, len(vocab))
    data = small(added_tokens=[])
    data["model"] |= {"vocab": vocab, "merges": pairs}
    try:
        tokenizer = here(data)
    except ValueError as refusal:
        why = str(refusal)
    else:
        for text in texts:
            alike(tokenizer, there(data), text)
        return
    assert "out of turn" in why or "second time" in why


def extended(merges: list[tuple[str, str]], **changes) -> dict:
    """Return a tokenizer.json with these merges alone."""
    vocab = {character: byte for byte, character in enumerate(huggingface.ALPHABET)}
    for left, right in merges:
        vocab.setdefault(left + right, len(vocab))
    vocab |= changes.pop("vocab", {})
    model = small()["model"] | {"vocab": vocab, "merges": [list(pair) for pair in merges]}
    return small(added_tokens=[], model=model | changes)


def test_a_merge_that_comes_before_its_parts_is_refused():
    data = extended([("ab", "c"), ("b", "c"), ("a", "b")])
    assert ids_there(there(data), "abd") == [258, 100]
    with pytest.raises(ValueError, match="'ab' and 'c' stands out of turn"):
        here(data)


def test_a_token_made_again_after_it_was_used_is_refused_where_that_matters():
    never = extended([("a", "b"), ("ab", "c"), ("abc", "d"), ("b", "c"), ("a", "bc")])
    alike(here(never), there(never), "abcd abc bc a")
    data = extended([("b", "c"), ("a", "b"), ("ab", "c"), ("abc", "d"), ("a", "bc")])
    assert ids_there(there(data), "abcd") == [259]
    with pytest.raises(ValueError, match="'a' and 'bc' stands out of turn"):
        here(data)


def test_a_token_that_no_merge_makes_never_comes_out():
    data = extended([("a", "b")], vocab={"abc": 400})
    assert ids_there(there(data), "abc") == here(data).encode("abc") == [256, 99]
    assert 400 not in here(data).tokens


def test_ignoring_merges_is_refused_where_it_matters_and_only_there():
    data = extended([("a", "b")], vocab={"abc": 400}, ignore_merges=True)
    assert ids_there(there(data), "abc") == [400]
    with pytest.raises(ValueError, match="'abc'"):
        here(data)
    hidden = extended([("b", "c"), ("a", "b"), ("ab", "c")], ignore_merges=True)
    assert ids_there(there(hidden), "abc") == [258]
    assert here(extended([("b", "c"), ("a", "b"), ("ab", "c")])).encode("abc") == [97, 256]
    with pytest.raises(ValueError, match="'abc'"):
        here(hidden)
    reached = small_model(ignore_merges=True)
    for text in ("the cat's <|im_end|>", "".join(SNIPPETS)):
        alike(here(reached), there(reached), text)


@pytest.mark.parametrize(
    "changes",
    [
        {"unk_token": "<unk>"},
        {"unk_token": "", "continuing_subword_prefix": "", "end_of_word_suffix": ""},
        {"unk_token": "!", "fuse_unk": True},
        {"byte_fallback": True},
        {"dropout": 0.0},
    ],
)
def test_settings_that_cannot_matter_are_passed_over(changes):
    data = small_model(**changes)
    alike(here(data), there(data), "the né 🦊 \x00")


def test_a_model_without_a_type_and_files_without_empty_fields_are_read():
    data = small()
    del data["model"]["type"], data["normalizer"], data["post_processor"], data["version"]
    alike(here(data), there(data), "the cat's")


def test_what_stands_around_a_text_is_left_out():
    peer = there(SMALL)
    peer.post_processor = tokenizers.processors.TemplateProcessing(
        single="<|im_end|> $A <|im_end|>", special_tokens=[("<|im_end|>", 0)]
    )
    assert peer.encode("a").ids[0] == peer.encode("a").ids[-1] == 0
    alike(here(written(peer)), peer, "a")


@given(
    string=st.text("aé \n\t\r\0.\\-#&~/'\"({[^$|?*+🦊", min_size=1, max_size=4),
    pieces=st.lists(st.sampled_from(["a", "é", " ", "\n", ".", "\\", "\\n", "🦊"]), max_size=6),
    data=st.data(),
)
def test_a_split_at_a_string_takes_it_to_the_letter(string, pieces, data):
    text = "".join(data.draw(st.permutations([*pieces, string, string, string[:1]])))
    split = pre_tokenizers.Split(string, "isolated")
    step = {"type": "Split", "pattern": {"String": string}, "behavior": "Isolated"}
    opened = here(steps(step, BYTES))
    wanted = [text[start:end] for _, (start, end) in split.pre_tokenize_str(text)]
    assert opened.pre_tokenizer.split(text) == wanted
    again = here(opened.to_huggingface())
    assert again.pre_tokenizer.split(text) == wanted


# What is refused, in one sentence that names it.

SPLIT = {"type": "Split", "pattern": {"Regex": r"\s"}, "behavior": "Isolated", "invert": False}
BYTES = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}


def steps(*parts: dict) -> dict:
    return small(pre_tokenizer={"type": "Sequence", "pretokenizers": list(parts)})


def without(token: str) -> dict:
    vocab = {key: id_ for key, id_ in SMALL["model"]["vocab"].items() if key != token}
    return small_model(vocab=vocab)


def vocabulary(**tokens: object) -> dict:
    return small_model(vocab=SMALL["model"]["vocab"] | tokens)


def added(**row: object) -> dict:
    return small(added_tokens=[{"id": 300, "content": "<e>"} | row])


REFUSED = [
    ("WordPiece", small(model={"type": "WordPiece", "vocab": {}})),
    ("Unigram", small(model={"type": "Unigram", "vocab": []})),
    ("WordLevel", small_model(type="WordLevel")),
    ("holds no model", small(model=None)),
    ("NFC", small(normalizer={"type": "NFC"})),
    ("Sequence", small(normalizer={"type": "Sequence", "normalizers": [{"type": "NFC"}]})),
    ("normalizer 7", small(normalizer=7)),
    ("missing, not ByteLevel", small(pre_tokenizer=None)),
    ("Whitespace, not ByteLevel", small(pre_tokenizer={"type": "Whitespace"})),
    ("Metaspace, not ByteLevel", small(pre_tokenizer={"type": "Metaspace"})),
    ("pre-tokenizer Punctuation", steps({"type": "Punctuation"}, BYTES)),
    ("Split, not ByteLevel", steps(SPLIT)),
    ("add_prefix_space", steps(BYTES | {"add_prefix_space": True})),
    ("several steps", steps(SPLIT, SPLIT, BYTES)),
    ("several steps", steps(SPLIT, BYTES | {"use_regex": True})),
    ("pre-tokenizer ByteLevel", steps(BYTES, BYTES)),
    ("'Removed'", steps(SPLIT | {"behavior": "Removed", "invert": True}, BYTES)),
    ("'Removed'", steps(SPLIT | {"behavior": "Removed", "pattern": {"Regex": GPT4}}, BYTES)),
    ("'MergedWithNext'", steps(SPLIT | {"behavior": "MergedWithNext"}, BYTES)),
    ('"\\w"', steps(SPLIT | {"pattern": {"Regex": r"\w+"}}, BYTES)),
    (
        r'has "\\n" at position 1',
        steps(SPLIT | {"pattern": {"Regex": "a\\\n"}}, BYTES),
    ),
    (r"pre-tokenizer \n, which", steps({"type": "\n"}, BYTES)),
    ("match nothing at all", steps(SPLIT | {"pattern": {"String": ""}}, BYTES)),
    ("pattern 7", steps(SPLIT | {"pattern": 7}, BYTES)),
    ("pattern {'Regex': None}", steps(SPLIT | {"pattern": {"Regex": None}}, BYTES)),
    ("pre-tokenizer of this tokenizer.json is 7", steps(7)),
    ("'pretokenizers': 7", small(pre_tokenizer={"type": "Sequence", "pretokenizers": 7})),
    ("truncation", small(truncation={"max_length": 2})),
    ("padding", small(padding={"pad_id": 0})),
    ("version '2.0'", small(version="2.0")),
    ("dropout (0.1)", small_model(dropout=0.1)),
    ("dropout (nan)", small_model(dropout=float("nan"))),
    ("continuing_subword_prefix", small_model(continuing_subword_prefix="##")),
    ("end_of_word_suffix", small_model(end_of_word_suffix="</w>")),
    ("'Ā' for the byte 0x00", without("Ā")),
    ("'ÿ' for the byte 0xFF", without("ÿ")),
    ("no vocabulary", small_model(vocab=None)),
    ("no list of merges", small_model(merges=None)),
    ("no list of merges", small_model(merges={"a": "b"})),
    ("same id 70", vocabulary(zz=70)),
    ("can be checked", vocabulary(**{"z" * MAX_CHECKED: 900})),
    ("2147483648 is no token id", vocabulary(zz=2**31)),
    ("1.5 is no token id", vocabulary(zz=1.5)),
    ("True is no token id", vocabulary(zz=True)),
    ("nan is no token id", vocabulary(zz=float("nan"))),
    ("-1 is no token id", vocabulary(zz=-1)),
    ("no token 'zq'", small_model(merges=[["z", "q"]])),
    ("no token 'zzz'", small_model(merges=[["zzz", "q"]])),
    ("['a', 'b', 'c'], not two tokens", small_model(merges=["a b c"])),
    ("7, not two tokens", small_model(merges=[7])),
    ("['a', 7], not two tokens", small_model(merges=[["a", 7]])),
    ("Merge 3 joins 'a' and 'b' a second time", extended([("a", "b"), ("b", "c"), ("a", "b")])),
    ("added_tokens of this tokenizer.json", small(added_tokens={})),
    ("added token of this tokenizer.json is 7", small(added_tokens=[7])),
    ("'content': ''", added(content="")),
    ("would give it the id 300", added(id=1000)),
    ("the id None", small(added_tokens=[{"content": "<e>"}])),
    ("stands twice", small(added_tokens=[{"id": 300, "content": "<e>"}] * 2)),
    ("characters together", added(content="e" * (specials.MAX_CHARACTERS + 1))),
    ("is taken", added(id=SMALL["model"]["vocab"]["é"], content="é")),
]


@pytest.mark.parametrize(("named", "data"), REFUSED, ids=[named for named, _ in REFUSED])
def test_what_cannot_be_done_is_refused_in_a_sentence_that_names_it(named, data):
    with pytest.raises(ValueError, match=re.escape(named)) as caught:
        here(data)
    assert type(caught.value) is ValueError
    assert str(caught.value).endswith(".")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "text", ['{"model":' * 100_000, '{"model": {"type": "BPE"', '{"model": 1e']
)
def test_what_is_not_whole_json_is_refused(text):
    with pytest.raises(ValueError, match="not whole JSON"):
        files.from_json(text)


def test_steps_may_be_nested_deep():
    step: dict = BYTES
    for _ in range(200):
        step = {"type": "Sequence", "pretokenizers": [step]}
    data = small(pre_tokenizer=step)
    assert here(data).pre_tokenizer.name == "none"


def test_a_pattern_is_made_by_what_was_handed_in():
    made = []

    def make(pattern, name):
        made.append((pattern, name))
        return bpe.PreTokenizer(pattern, name)

    huggingface.from_dict(steps(SPLIT, BYTES), make)
    huggingface.from_dict(SMALL, make)
    assert made == [(r"\s", None), (PATTERNS["gpt2"], "gpt2")]


PIECES = (None, 0, 7, -1, 1.5, True, "", "a", [], {}, ["a"], {"type": "BPE"}, [["a", "b"]], "NFC")


@given(st.data(), texts)
def test_a_damaged_file_is_refused_or_read_as_there(data, text):
    """Any field replaced by anything: a ValueError, or the ids of the library that reads it too."""
    whole = json.loads(json.dumps(written(there(extended([("t", "h"), ("th", "e")])))))
    whole["added_tokens"] = [{**SMALL["added_tokens"][0], "id": 258, "content": "<e>"}]
    place = whole
    while True:
        key = data.draw(
            st.sampled_from(list(place) if isinstance(place, dict) else [*range(len(place))])
        )
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            break
        place = inner
    if isinstance(place, dict) and data.draw(st.booleans()):
        del place[key]
    else:
        place[key] = data.draw(st.sampled_from(PIECES))
    try:
        tokenizer = here(whole)
    except ValueError:
        return
    try:
        peer = there(whole)
    except Exception:  # the library raises bare exceptions; where it is stricter, nothing is asked
        return
    alike(tokenizer, peer, text)


# Writing.


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=max(100, settings().max_examples // 2))
@given(corpus=corpora(any_texts), text=texts)
def test_a_trained_tokenizer_gives_the_same_ids_there_and_when_it_comes_back(name, corpus, text):
    tokenizer = bpe.train(corpus, merges=12, min_count=1, pre_tokenizer=name).tokenizer
    tokenizer = bpe.Tokenizer(
        tokenizer.merges,
        pre_tokenizer=name,
        special_tokens={"<e>": 290, "<e": 5000, "<|im_end|>": 289, "🦊": 77_777, "  ": 291},
    )
    data = tokenizer.to_huggingface()
    alike(tokenizer, there(data), text)
    back = here(data)
    assert back.encode(text) == tokenizer.encode(text)
    assert (back.merges, back.pre_tokenizer) == (tokenizer.merges, tokenizer.pre_tokenizer)
    assert dict(back.tokens) == dict(tokenizer.tokens)
    assert back.special_tokens == tokenizer.special_tokens
    assert back.to_huggingface() == data


@pytest.mark.parametrize("name", ["p50k_base", "cl100k_base", "o200k_base"])
def test_the_encodings_give_the_same_ids_there(name):
    tokenizer = bpe.pretrained(name)
    data = tokenizer.to_huggingface()
    peer, back = there(data), here(data)
    assert back.special_tokens == tokenizer.special_tokens

    @given(texts)
    def check(text: str) -> None:
        text = f"{text}<|endoftext|>"
        alike(tokenizer, peer, text)
        assert back.encode(text) == tokenizer.encode(text)

    check()


@pytest.mark.parametrize("steps", STEPS)
def test_what_was_opened_is_written_and_saved_again(steps, tmp_path):
    opened = OPENED[steps]
    opened.save(tmp_path / "ours.json")
    ours = bpe.Tokenizer.load(tmp_path / "ours.json")
    theirs = here(opened.to_huggingface())
    for text in ("".join(SNIPPETS), "the 12345 <|im_end|> cat's  \n "):
        for tokenizer in (ours, theirs):
            assert tokenizer.encode(text) == opened.encode(text)
            alike(tokenizer, PEERS[steps], text)


@given(tables(b"abc", 12), st.text("abc", max_size=20))
def test_hand_made_merges_are_written_exactly_or_refused(merges, text):
    tokenizer = bpe.Tokenizer(merges)
    if len(set(tokenizer.tokens.values())) < len(tokenizer.tokens):
        with pytest.raises(ValueError, match="both stand for"):
            tokenizer.to_huggingface()
    else:
        alike(tokenizer, there(tokenizer.to_huggingface()), text)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"codec": "latin-1"}, "latin-1"),
        ({"pre_tokenizer": bpe.PreTokenizer(r"a$")}, r"\$"),
        ({"pre_tokenizer": bpe.PreTokenizer(r"a*")}, "nothing at all"),
        ({"special_tokens": {"ab": 300}}, "'ab'"),
        ({"special_tokens": {"é": 300}}, "'é'"),
        ({"special_tokens": {"Ġ": 300}}, "'Ġ'"),
    ],
)
def test_what_the_format_cannot_say_is_refused(options, why):
    with pytest.raises(ValueError, match=why):
        bpe.Tokenizer([(97, 98)], **options).to_huggingface()


def test_merges_of_one_string_never_meet_a_comment():
    # In the older spelling a merge that starts with "#version" would be taken for a comment.
    tokens = "#version"
    merges = [(ord("#"), ord("v"))] + [(256 + i, ord(c)) for i, c in enumerate(tokens[2:])]
    tokenizer = bpe.Tokenizer([*merges, (256 + len(merges) - 1, ord("x"))])
    alike(tokenizer, there(tokenizer.to_huggingface()), "#versionx #version")
    assert len(tokenizer.encode("#versionx")) == 1


def test_an_opened_file_can_be_written_by_the_command_line_too(tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(SMALL), encoding="utf-8")
    assert bpe.Tokenizer.load(path).encode("the") == ids_there(there(SMALL), "the")


def whole_word(spelling: str) -> dict:
    """Return a file whose vocabulary has this token, which no merge makes, and adds it too."""
    data = bpe.Tokenizer([(104, 105)]).to_huggingface()
    n = len(data["model"]["vocab"])
    data["model"] |= {"ignore_merges": True, "vocab": data["model"]["vocab"] | {spelling: n}}
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    data["added_tokens"] = [{"id": n, "content": spelling, "special": True} | flags]
    return data


def test_an_added_token_with_the_letters_of_a_spelling_reaches_no_token():
    """What stands as "\u0120hi" in a vocabulary is " hi"; as an added token it is its letters."""
    data = whole_word("\u0120hi")
    assert ids_there(there(data), " hi") == [257]
    with pytest.raises(ValueError, match="hi"):
        here(data)


def test_an_added_token_that_spells_its_own_bytes_is_found_before_the_vocabulary():
    data = whole_word("hit")
    assert ids_there(there(data), "hit") == [257]
    for text in ("hit", "a hit hits", " hi thit"):
        alike(here(data), there(data), text)
