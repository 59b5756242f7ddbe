"""Other trainers learn the same tokens: rustbpe, bpeasy, and Hugging Face's nearly so."""

import bpeasy
import pytest
import rustbpe
import tokenizers
from tokenizers import models, pre_tokenizers, trainers

import bpe
from bpe.pretokenize import PATTERNS
from pages.ui import samples

MERGES = 300
TEXTS = {sample.key: samples.read(sample) for sample in samples.SAMPLES if not sample.counted}


def own(text: str) -> list[bytes]:
    """The tokens that our trainer makes, in order; a pair that occurs once counts as well."""
    trained = bpe.train(text, merges=MERGES, pre_tokenizer="gpt2", min_count=1, ties="lowest")
    return [trained.tokenizer.tokens[256 + k] for k in range(trained.tokenizer.n_merges)]


@pytest.mark.parametrize("key", TEXTS)
def test_rustbpe_learns_the_same(key):
    peer = rustbpe.Tokenizer()
    peer.train_from_iterator([TEXTS[key]], 256 + MERGES, pattern=PATTERNS["gpt2"])
    ranks = sorted(peer.get_mergeable_ranks(), key=lambda row: row[1])
    assert [bytes(token) for token, _ in ranks[256:]] == own(TEXTS[key])


@pytest.mark.parametrize("key", ["prose", "orders", "code"])
def test_bpeasy_learns_the_same(key):
    ranks = bpeasy.train_bpe(iter([TEXTS[key]]), PATTERNS["gpt2"], 128, 256 + MERGES)
    learned = [token for token, _ in sorted(ranks.items(), key=lambda row: row[1])][256:]
    assert learned == own(TEXTS[key])


@pytest.mark.parametrize("key", ["prose", "orders"])
def test_hugging_faces_trainer_needs_as_many_tokens(key):
    # Its base ids are in another order, so its ties fall differently; the sizes agree closely.
    peer = tokenizers.Tokenizer(models.BPE())
    peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=256 + MERGES,
        show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )
    peer.train_from_iterator([TEXTS[key]], trainer)
    trained = bpe.train(TEXTS[key], merges=MERGES, pre_tokenizer="gpt2", min_count=1, ties="lowest")
    ours, theirs = trained.tokenizer.count(TEXTS[key]), len(peer.encode(TEXTS[key]).ids)
    assert abs(ours - theirs) <= 0.01 * theirs
