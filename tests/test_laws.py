"""The laws that hold for every text, every corpus and every vocabulary."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bpe
from bpe import reference
from bpe.corpus import well_formed
from bpe.pretokenize import PreTokenizer
from tests.plainly import between_specials, in_turn
from tests.strategies import (
    NAMES,
    PATTERNS,
    TIES,
    any_texts,
    corpora,
    documents_of,
    latin_texts,
    long_texts,
    small_texts,
    surrogate_texts,
    tables,
    unicode_texts,
)

SPECIALS = {"<|e|>": 900, "<|e|><|e|>": 901, "aa": 902, "é": 905, ".": 903}

names = st.sampled_from(NAMES)
ties_rules = st.sampled_from(TIES)
merge_numbers = st.integers(0, 12)


def units_of(text: str, codec: str = "utf-8") -> bytes:
    """Return the base units of a text, after the door."""
    return well_formed(text).encode(codec)


def pre_tokens_of(corpus, name: str = "none", codec: str = "utf-8") -> list[bytes]:
    """Return the pre-tokens of a corpus, each as often as it occurs."""
    cut = PreTokenizer.of(name).split
    return [
        piece.encode(codec)
        for document in documents_of(corpus)
        for piece in cut(well_formed(document))
    ]


def concatenated(lists) -> list[int]:
    """Return several lists as one."""
    return list(itertools.chain.from_iterable(lists))


@st.composite
def trained(draw, codec: str = "utf-8", documents=small_texts) -> bpe.Tokenizer:
    """A tokenizer trained on a small corpus in any of the ways there are."""
    return bpe.train(
        draw(corpora(latin_texts if codec == "latin-1" else documents)),
        merges=draw(merge_numbers),
        pre_tokenizer=draw(names),
        min_count=draw(st.integers(1, 2)),
        ties=draw(ties_rules),
        codec=codec,
    ).tokenizer


# Law 0: pre-tokens join to the text.


@given(any_texts, names)
def test_the_pre_tokens_of_a_named_pattern_join_to_the_text(text, name):
    pieces = PreTokenizer.of(name).split(well_formed(text))
    assert "".join(pieces) == well_formed(text)
    assert "" not in pieces


@pytest.mark.parametrize("pattern", PATTERNS)
@given(text=st.one_of(small_texts, unicode_texts))
def test_the_pre_tokens_of_any_pattern_join_to_the_text(pattern, text):
    pieces = PreTokenizer(pattern).split(text)
    assert "".join(pieces) == text
    assert "" not in pieces


@given(surrogate_texts)
def test_the_door_lets_only_text_through_that_can_be_encoded(text):
    through = well_formed(text)
    assert through == text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    assert through.encode().decode() == through
    assert well_formed(through) == through


# Law 1: decoding undoes encoding.


@given(trained(), any_texts, st.data())
def test_decoding_undoes_encoding_at_every_k(tokenizer, text, data):
    k = data.draw(st.integers(0, len(tokenizer.merges)))
    ids = tokenizer.encode(text, merges=k)
    assert tokenizer.decode(ids) == well_formed(text)
    assert tokenizer.decode_bytes(ids) == units_of(text)
    assert tokenizer.count(text, merges=k) == len(ids)


@given(trained("latin-1"), latin_texts)
def test_decoding_undoes_encoding_of_single_byte_characters(tokenizer, text):
    ids = tokenizer.encode(text)
    assert tokenizer.decode(ids) == text
    assert tokenizer.decode_bytes(ids) == text.encode("latin-1")
    assert tokenizer.encode(text, merges=0) == [ord(letter) for letter in text]


# Law 2: training equals the reference.


@given(
    corpora(st.one_of(small_texts, unicode_texts)),
    merge_numbers,
    names,
    ties_rules,
    st.integers(1, 3),
)
def test_training_equals_the_reference(corpus, merges, name, ties, min_count):
    training = bpe.train(corpus, merges=merges, pre_tokenizer=name, ties=ties, min_count=min_count)
    wanted, counts = reference.train(pre_tokens_of(corpus, name), merges, min_count, ties)
    assert list(training.tokenizer.merges) == [tuple(pair) for pair in wanted]
    assert list(training.counts) == list(counts)


@given(corpora(latin_texts), merge_numbers, names, ties_rules)
def test_training_on_single_byte_characters_equals_the_reference(corpus, merges, name, ties):
    training = bpe.train(corpus, merges=merges, pre_tokenizer=name, ties=ties, codec="latin-1")
    wanted, counts = reference.train(pre_tokens_of(corpus, name, "latin-1"), merges, 2, ties)
    assert list(training.tokenizer.merges) == [tuple(pair) for pair in wanted]
    assert list(training.counts) == list(counts)


@pytest.mark.parametrize("ties", TIES)
def test_training_equals_the_reference_on_all_short_strings_of_two_letters(ties):
    for length in range(10):
        for letters in itertools.product("ab", repeat=length):
            text = "".join(letters)
            training = bpe.train(text, merges=9, min_count=1, ties=ties)
            merges, counts = reference.train([text.encode()], 9, 1, ties)
            assert list(training.tokenizer.merges) == list(merges), text
            assert list(training.counts) == list(counts), text


@given(st.dictionaries(small_texts, st.integers(1, 5), max_size=5), names, ties_rules)
def test_a_weight_is_the_same_as_the_document_repeated(corpus, name, ties):
    weighted = bpe.train(corpus, merges=10, pre_tokenizer=name, ties=ties)
    repeated = bpe.train(documents_of(corpus), merges=10, pre_tokenizer=name, ties=ties)
    assert weighted.tokenizer.merges == repeated.tokenizer.merges
    assert weighted.counts == repeated.counts
    assert weighted.ties == repeated.ties


@given(st.one_of(corpora(), corpora(unicode_texts)), names, ties_rules)
def test_a_trained_table_never_holds_the_same_bytes_twice(corpus, name, ties):
    tokenizer = bpe.train(corpus, merges=40, pre_tokenizer=name, min_count=1, ties=ties).tokenizer
    assert len(set(tokenizer.tokens.values())) == 256 + len(tokenizer.merges)


@given(st.lists(small_texts, max_size=6), st.sampled_from(["lowest", "greatest"]), st.data())
def test_two_of_the_tie_rules_do_not_depend_on_the_order_of_documents(documents, ties, data):
    shuffled = data.draw(st.permutations(documents))
    one = bpe.train(documents, merges=12, min_count=1, ties=ties)
    other = bpe.train(shuffled, merges=12, min_count=1, ties=ties)
    assert one.tokenizer.merges == other.tokenizer.merges
    assert one.counts == other.counts


# Law 3: encoding equals the reference.


@given(trained(), any_texts, st.data())
def test_encoding_equals_the_reference_at_every_k(tokenizer, text, data):
    k = data.draw(st.integers(0, len(tokenizer.merges)))
    merges = list(tokenizer.merges[:k])
    pieces = tokenizer.pre_tokenizer.split(well_formed(text))
    wanted = concatenated(reference.encode(piece.encode(), merges) for piece in pieces)
    assert tokenizer.encode(text, merges=k) == wanted


@given(tables(), st.one_of(small_texts, long_texts))
def test_encoding_with_hand_made_merges_equals_the_reference(merges, text):
    assert bpe.Tokenizer(merges).encode(text) == reference.encode(text.encode(), merges)


# Laws 4, 5, 6: one number for each boundary.


@given(st.one_of(trained(), tables().map(bpe.Tokenizer)), st.one_of(small_texts, long_texts))
def test_a_replay_at_k_is_the_first_k_merges_applied_in_turn(tokenizer, text):
    replay = tokenizer.replay(text)
    pieces = [piece.encode() for piece in tokenizer.pre_tokenizer.split(text)]
    assert replay.n_merges == len(tokenizer.merges)
    for k in range(replay.n_merges + 1):
        wanted = concatenated(in_turn(piece, tokenizer.merges[:k]) for piece in pieces)
        assert list(replay.ids(k)) == wanted


@given(trained(), corpora(any_texts))
def test_the_ids_at_k_are_those_that_encoding_gives(tokenizer, corpus):
    replay = tokenizer.replay(corpus)
    documents = list(corpus) if not isinstance(corpus, str) else [corpus]
    for k in {0, replay.n_merges // 2, replay.n_merges}:
        wanted = concatenated(tokenizer.encode(text, merges=k) for text in documents)
        assert list(replay.ids(k)) == wanted


@given(trained(), any_texts)
def test_a_boundary_once_gone_never_comes_back(tokenizer, text):
    replay = tokenizer.replay(text)
    assert list(replay.starts(0)) == list(range(len(replay.units)))
    for k in range(replay.n_merges):
        before, after = set(replay.starts(k).tolist()), set(replay.starts(k + 1).tolist())
        assert after <= before
        assert (after != before) == (k + 1 in replay.events)


@given(trained(), any_texts)
def test_the_starts_at_k_are_the_boundaries_above_k(tokenizer, text):
    replay = tokenizer.replay(text)
    assert replay.units == units_of(text)
    assert len(replay.merged_at) == max(len(replay.units) - 1, 0)
    for k in range(replay.n_merges + 1):
        open_ones = [i + 1 for i, merged in enumerate(replay.merged_at) if merged > k]
        assert list(replay.starts(k)) == ([0, *open_ones] if replay.units else [])


@given(trained(), corpora())
def test_token_counts_and_gains_add_up(tokenizer, corpus):
    replay = tokenizer.replay(corpus)
    weights = [1] * len(replay.units) if replay.weights is None else list(replay.weights)
    assert len(replay.token_counts) == len(replay.gains) == replay.n_merges + 1
    assert replay.token_counts[0] + replay.gains[0] == sum(weights)
    for k in range(replay.n_merges + 1):
        assert replay.token_counts[k] == sum(weights[start] for start in replay.starts(k))
        assert replay.token_counts[k] == sum(weights) - sum(replay.gains[: k + 1])
    if replay.weights is None:
        assert list(replay.token_counts) == [len(replay.ids(k)) for k in range(replay.n_merges + 1)]
    assert list(replay.events) == [k for k in range(1, replay.n_merges + 1) if replay.gains[k]]


@given(st.one_of(trained(), tables().map(bpe.Tokenizer)), small_texts)
def test_the_tree_of_a_token_at_any_k_says_how_it_was_made(tokenizer, text):
    replay = tokenizer.replay(text)
    tokens = tokenizer.tokens
    for k in range(replay.n_merges + 1):
        starts = [*replay.starts(k).tolist(), len(replay.units)]
        for start, end in itertools.pairwise(starts):
            tree = replay.tree(start, end)
            assert [row[0] for row in tree] == sorted(replay.merged_at[start : end - 1].tolist())
            spans = {(at, at + 1) for at in range(start, end)}
            for number, left, middle, right in tree:
                assert number == replay.merged_at[middle - 1] <= k
                spans -= {(left, middle), (middle, right)}
                spans.add((left, right))
                pair = tokenizer.merges[number - 1]
                assert tokens[pair[0]] == replay.units[left:middle]
                assert tokens[pair[1]] == replay.units[middle:right]
            assert spans == {(start, end)}


# Law 7: replaying the training corpus gives what training left.


@given(corpora(st.one_of(small_texts, long_texts)), merge_numbers, names, ties_rules)
def test_replaying_the_corpus_gives_what_training_left(corpus, merges, name, ties):
    training = bpe.train(corpus, merges=merges, pre_tokenizer=name, ties=ties)
    tokenizer = training.tokenizer
    replay = tokenizer.replay(corpus)
    left = [in_turn(piece, tokenizer.merges) for piece in pre_tokens_of(corpus, name)]
    assert replay.token_counts[-1] == sum(map(len, left))
    if not isinstance(corpus, dict):
        assert list(replay.ids(replay.n_merges)) == concatenated(left)
    assert list(training.gains) == replay.gains[1:].tolist()
    # Every merge that training chose joins something in the corpus it was chosen for.
    assert list(replay.events) == list(range(1, replay.n_merges + 1))


# Law 8: a replay is its pre-tokens' replays with walls between.


@given(trained(), any_texts)
def test_a_replay_is_the_replays_of_the_pre_tokens_with_walls_between(tokenizer, text):
    whole = bpe.Tokenizer(tokenizer.merges)
    wanted: list[int] = []
    for piece in tokenizer.pre_tokenizer.split(well_formed(text)):
        wanted += [*whole.replay(piece).merged_at, bpe.WALL]
    assert list(tokenizer.replay(text).merged_at) == wanted[:-1]


@given(trained(), st.lists(small_texts, max_size=5))
def test_a_replay_has_a_wall_between_documents(tokenizer, documents):
    wanted: list[int] = []
    for document in filter(None, documents):
        wanted += [*tokenizer.replay(document).merged_at, bpe.WALL]
    assert list(tokenizer.replay(documents).merged_at) == wanted[:-1]


@given(trained(), st.dictionaries(small_texts, st.integers(1, 5), max_size=5))
def test_a_weighted_replay_counts_like_the_documents_repeated(tokenizer, corpus):
    weighted, repeated = tokenizer.replay(corpus), tokenizer.replay(documents_of(corpus))
    assert list(weighted.token_counts) == list(repeated.token_counts)
    assert list(weighted.gains) == list(repeated.gains)
    assert list(weighted.weights) == concatenated(
        [count] * len(document.encode()) for document, count in corpus.items()
    )


# Special tokens: joined from the start, with an id of their own.

special_texts = st.lists(st.one_of(st.sampled_from([*SPECIALS, "a", "ab", " "])), max_size=9)


@given(trained(), special_texts.map("".join), st.sets(st.sampled_from([*SPECIALS])), st.data())
def test_the_longest_special_token_at_a_place_wins_and_cuts_the_text(
    tokenizer, text, allowed, data
):
    with_specials = bpe.Tokenizer(
        tokenizer.merges, pre_tokenizer=tokenizer.pre_tokenizer, special_tokens=SPECIALS
    )
    k = data.draw(st.integers(0, len(tokenizer.merges)))
    wanted: list[int] = []
    for part in between_specials(text, {name: SPECIALS[name] for name in allowed}):
        wanted += [part] if isinstance(part, int) else tokenizer.encode(part, merges=k)
    assert with_specials.encode(text, merges=k, allowed_special=allowed) == wanted
    assert with_specials.count(text, merges=k, allowed_special=allowed) == len(wanted)
    assert with_specials.decode(wanted) == text
    replay = with_specials.replay(text, allowed_special=allowed)
    assert list(replay.ids(k)) == wanted
    assert replay.token_counts[k] == len(wanted)
    assert [id_ for _, _, id_ in replay.specials] == [id_ for id_ in wanted if id_ >= 900]
    inner = sum(len(with_specials.tokens[id_]) - 1 for id_ in wanted if id_ >= 900)
    assert replay.gains[0] == inner
    assert with_specials.encode(text) == tokenizer.encode(text)


# Law 9, equality with tiktoken, is in test_pretrained.py; law 11, segments, in test_display.py.
# Law 10: saved and loaded, and handed to tiktoken.


@given(
    trained(documents=st.one_of(small_texts, unicode_texts)),
    any_texts,
    st.dictionaries(st.text(min_size=1, max_size=5), st.just(0), max_size=3),
)
def test_a_saved_tokenizer_comes_back_the_same(tmp_path_factory, tokenizer, text, names):
    specials = {name: 700 + index for index, name in enumerate(names)}
    tokenizer = bpe.Tokenizer(
        tokenizer.merges,
        pre_tokenizer=tokenizer.pre_tokenizer,
        special_tokens=specials,
        name="of a law",
    )
    path = tmp_path_factory.mktemp("saved") / "tokenizer.json"
    tokenizer.save(path)
    loaded = bpe.Tokenizer.load(path)
    for part in ("merges", "pre_tokenizer", "codec", "special_tokens", "name"):
        assert getattr(loaded, part) == getattr(tokenizer, part)
    assert dict(loaded.tokens) == dict(tokenizer.tokens)
    assert loaded.encode(text, allowed_special="all") == tokenizer.encode(
        text, allowed_special="all"
    )


@given(trained(documents=st.one_of(small_texts, unicode_texts)), any_texts)
def test_tiktoken_gives_the_same_ids(tokenizer, text):
    tokenizer = bpe.Tokenizer(
        tokenizer.merges, pre_tokenizer=tokenizer.pre_tokenizer, special_tokens={"<|e|>": 900}
    )
    encoding = tokenizer.to_tiktoken()
    assert encoding.encode(text, disallowed_special=()) == tokenizer.encode(text)
    text = f"{text}<|e|>{text}"
    wanted = tokenizer.encode(text, allowed_special="all")
    assert encoding.encode(text, allowed_special="all") == wanted
    assert 900 in wanted
