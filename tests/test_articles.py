"""Every number of three introductions to byte-pair encoding, counted again."""

import pytest

import bpe
from bpe import reference
from bpe.pretokenize import PreTokenizer
from tests import read_json

NUMBERS = read_json("data/article_numbers.json")
CRUMB, CAT_SAT, LOW = NUMBERS["crumb"], NUMBERS["cat_sat"], NUMBERS["low"]
ENCODINGS, ORDERS = NUMBERS["encodings"], NUMBERS["orders"]


def pieces(tokenizer, ids, codec: str = "utf-8") -> list[str]:
    """Return the tokens of ids as text."""
    return [tokenizer.tokens[id_].decode(codec) for id_ in ids]


def merges_as_text(training, codec: str = "utf-8") -> list[list]:
    """Return merges as [left, right, count]."""
    tokens = training.tokenizer.tokens
    return [
        [tokens[left].decode(codec), tokens[right].decode(codec), count]
        for (left, right), count in zip(training.tokenizer.merges, training.counts, strict=True)
    ]


@pytest.fixture(scope="module")
def thirty(crumb):
    """Return the training of the first article."""
    return bpe.train(crumb, merges=30, min_count=1)


# Crumb: five replies of a bakery.


def test_the_corpus_of_crumb_is_280_bytes(crumb):
    assert len(crumb) == CRUMB["characters"]
    assert len(crumb.encode()) == CRUMB["bytes"]


def test_the_first_pair_of_crumb(thirty):
    assert list(thirty.tokenizer.merges[0]) == CRUMB["first_pair"]
    assert thirty.counts[0] == CRUMB["first_count"]


def test_the_thirty_merges_of_crumb(thirty):
    assert pieces(thirty.tokenizer, range(256, 286)) == CRUMB["learned"]
    assert list(thirty.counts) == CRUMB["counts"]


def test_the_reference_learns_the_same_thirty_merges(thirty, crumb):
    merges, counts = reference.train([crumb.encode()], 30, 1, "first")
    assert tuple(merges) == thirty.tokenizer.merges
    assert tuple(counts) == thirty.counts


def test_most_merges_of_crumb_are_decided_by_the_tie_rule(thirty):
    assert list(thirty.ties) == CRUMB["ties"]
    clear = [k for k, tied in enumerate(thirty.ties, start=1) if tied == 1]
    assert clear == CRUMB["clear_winners"]
    assert 30 - len(clear) == CRUMB["decided_by_the_tie_rule"]


def test_the_corpus_of_crumb_after_thirty_merges(thirty, crumb):
    replay = thirty.tokenizer.replay(crumb)
    assert replay.token_counts[30] == CRUMB["tokens_left"]
    assert len(thirty.tokenizer.encode(crumb)) == CRUMB["tokens_left"]


def test_out_never_becomes_a_token_of_crumb_without_a_pre_tokenizer(crumb):
    everything = bpe.train(crumb, merges=1000, min_count=1).tokenizer
    assert b"out" not in everything.tokens.values()
    assert everything.encode(crumb) == [255 + len(everything.merges)]


def test_crumb_with_words_learns_other_tokens(crumb):
    training = bpe.train(crumb, merges=40, min_count=1, pre_tokenizer="words")
    wanted = CRUMB["with_words"]
    for token, k in wanted["merge_of"].items():
        assert training.tokenizer.tokens[255 + k].decode() == token
    assert training.tokenizer.count(crumb, merges=30) == wanted["tokens_left_after_30"]


def test_a_pair_is_replaced_where_it_stands_and_nowhere_else():
    tokenizer = bpe.Tokenizer([tuple(CRUMB["replace"]["pair"])])
    text = bytes(CRUMB["replace"]["ids"]).decode()
    assert tokenizer.encode(text) == CRUMB["replace"]["gives"]


def test_decoding_with_the_merges_of_crumb(thirty):
    assert thirty.tokenizer.decode(CRUMB["decode"]["ids"]) == CRUMB["decode"]["text"]


@pytest.mark.parametrize("row", CRUMB["encode"], ids=lambda row: row["text"])
def test_encoding_with_the_merges_of_crumb(thirty, row):
    ids = thirty.tokenizer.encode(row["text"])
    assert len(row["text"].encode()) == row["bytes"]
    assert len(ids) == row["tokens"]
    assert thirty.tokenizer.decode(ids) == row["text"]
    if row["pieces"] is not None:
        assert pieces(thirty.tokenizer, ids) == row["pieces"]
    else:
        assert len(thirty.tokenizer.replay(row["text"]).ids(30)) == row["tokens"]


def test_the_pair_that_stopped_the_naive_encoder_was_never_learned(thirty):
    pair = tuple(CRUMB["never_learned"])
    assert thirty.tokenizer.encode("Your cake is late.", merges=0)[:2] == list(pair)
    assert pair not in thirty.tokenizer.merges


def test_a_byte_alone_is_not_a_character(thirty):
    first, *_ = thirty.tokenizer.encode(CRUMB["not_a_character"]["text"])
    with pytest.raises(UnicodeDecodeError) as caught:
        thirty.tokenizer.decode([first], errors="strict")
    assert str(caught.value) == CRUMB["not_a_character"]["error"]


def test_one_token_for_each_character(thirty):
    row = CRUMB["single_characters"]
    assert thirty.tokenizer.count(row["text"], merges=0) == row["tokens"]


def test_the_size_of_an_embedding_table(pretrained):
    row = CRUMB["embedding"]
    assert len(pretrained["r50k_base"].tokens) == row["vocabulary"]
    assert row["vocabulary"] * row["dimensions"] == row["parameters"]


# The cat sat.


def test_the_words_of_cat_sat_keep_their_leading_space(cat_sat):
    assert PreTokenizer.of("whitespace").split(cat_sat) == CAT_SAT["pre_tokens"]


def test_the_merges_of_cat_sat(cat_sat):
    training = bpe.train(cat_sat, merges=99, pre_tokenizer="whitespace", codec="latin-1")
    assert merges_as_text(training, "latin-1") == CAT_SAT["merges"]
    assert "no pair occurs at least 2 times" in training.stopped.lower()
    assert "after 7 merges" in training.stopped
    five = bpe.train(cat_sat, merges=5, pre_tokenizer="whitespace", codec="latin-1")
    assert merges_as_text(five, "latin-1") == CAT_SAT["merges"][: CAT_SAT["shown_in_the_article"]]


# Low, lower, lowest.


def test_the_five_merges_of_low(low):
    training = bpe.train(low, merges=5, min_count=1)
    assert merges_as_text(training) == LOW["merges"]
    assert pieces(training.tokenizer, training.tokenizer.encode(low)) == LOW["tokens_left"]


def test_the_pairs_of_the_longer_text():
    training = bpe.train(LOW["longer"], merges=3, min_count=1, rivals=100)
    tokens = training.tokenizer.tokens
    counted = {
        (tokens[left] + tokens[right]).decode(): count
        for (left, right), count in training.rivals[0]
    }
    assert {pair: counted[pair] for pair in LOW["pairs"]} == LOW["pairs"]
    best = [pair for pair, count in counted.items() if count == training.counts[0]]
    assert best == LOW["tied_at_first"]
    assert training.ties[0] == len(best)
    assert merges_as_text(training)[2] == LOW["third_merge"]


def test_a_list_of_merges_that_uses_tokens_never_made_is_refused():
    ids = {chr(byte): byte for byte in range(128)}
    merges = []
    for left, right in LOW["impossible_merges"]:
        # A part that no merge has made gets the first id behind them all.
        merges.append((ids.get(left, 300), ids.get(right, 300)))
        ids[left + right] = 255 + len(merges)
    with pytest.raises(ValueError, match=r"300"):
        bpe.Tokenizer(merges)
    assert len(bpe.Tokenizer(merges[:3]).merges) == 3


def test_a_contraction_is_cut_before_its_apostrophe():
    row = LOW["contraction"]
    assert PreTokenizer.of("cl100k").split(row["text"]) == row["cl100k"]


# Real encodings.


@pytest.mark.parametrize(
    ("name", "text", "tokens"),
    [(name, text, n) for name, rows in ENCODINGS["tokens"].items() for text, n in rows.items()],
)
def test_the_count_of_a_real_encoding(pretrained, encodings, name, text, tokens):
    assert pretrained[name].count(text) == tokens == len(encodings[name].encode(text))


@pytest.mark.parametrize(("text", "ids"), ENCODINGS["ids"].items())
def test_the_ids_of_a_real_encoding(pretrained, text, ids):
    assert pretrained["cl100k_base"].encode(text) == ids


@pytest.mark.parametrize(("text", "wanted"), ENCODINGS["pieces"].items())
def test_the_pieces_of_a_real_encoding(pretrained, text, wanted):
    tokenizer = pretrained["cl100k_base"]
    assert pieces(tokenizer, tokenizer.encode(text)) == wanted


def test_the_ladder_of_lowest_in_a_real_encoding(pretrained):
    tokenizer = pretrained["cl100k_base"]
    row = ENCODINGS["lowest"]
    replay = tokenizer.replay("lowest")
    assert list(replay.ids(replay.n_merges)) == [row["id"]]
    ladder = [
        [
            replay.units[start:middle].decode(),
            replay.units[middle:end].decode(),
            tokenizer.encode(replay.units[start:end].decode())[0],
            k,
        ]
        for k, start, middle, end in replay.tree(0, 6)
    ]
    assert ladder == row["ladder"]
    assert list(replay.events) == [k for *_, k in row["ladder"]]


def test_the_size_of_a_real_encoding(pretrained, encodings):
    row = ENCODINGS["cl100k_base"]
    tokenizer = pretrained["cl100k_base"]
    assert len(tokenizer.special_tokens) == row["specials"]
    assert len(tokenizer.tokens) == row["mergeable"] + row["specials"]
    assert max(tokenizer.tokens) + 1 == row["largest_id_and_one"]
    assert encodings["cl100k_base"].n_vocab == row["largest_id_and_one"]


@pytest.mark.parametrize("language", ["English", "Hindi"])
@pytest.mark.parametrize("name", ORDERS["tokens"])
def test_one_order_in_two_languages(pretrained, name, language):
    assert pretrained[name].count(ORDERS[language]) == ORDERS["tokens"][name][language]


@pytest.mark.parametrize("language", ["English", "Hindi"])
@pytest.mark.parametrize("size", ORDERS["o200k_cut_at_vocabulary"])
def test_one_order_in_a_smaller_vocabulary(pretrained, size, language):
    count = pretrained["o200k_base"].count(ORDERS[language], merges=int(size) - 256)
    assert count == ORDERS["o200k_cut_at_vocabulary"][size][language]
