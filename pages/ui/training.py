"""One training as the pages hold it: what it came from, what it learned, what is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import bpe
from bpe.corpus import well_formed
from bpe.display import visible
from bpe.pretokenize import PreTokenizer
from pages.ui import patterns, samples, words
from pages.ui.corpora import Corpus
from pages.ui.payload import RIVALS, Fields, training_fields

MAX_MERGES = 10_000
"""The most merges that can be asked for."""

CUSTOM = "custom"
"""The name of a split by a pattern of one's own."""

MAX_PATTERN = 24
"""How much of such a pattern stands in a name."""


@dataclass(frozen=True)
class Settings:
    """How to train; `pattern` counts only where the split is `CUSTOM`."""

    merges: int
    split: str
    pattern: str
    min_count: int
    ties: str
    codec: str

    @property
    def pre_tokenizer(self) -> PreTokenizer:
        """What cuts the corpus."""
        if self.split == CUSTOM:
            return PreTokenizer(self.pattern, CUSTOM, timeout=patterns.SECONDS)
        return PreTokenizer.of(self.split)


FOR_TEXT = Settings(100, "whitespace", "", 2, "first", "utf-8")
"""How a visitor's own text is trained on unless they say otherwise."""

FOR_WORDS = Settings(30, "none", "", 2, "first", "utf-8")
"""The same for words with counts."""


def usual(corpus: Corpus) -> Settings:
    """Give the settings that come with a corpus: a sample has its own, which show what it shows."""
    for sample in samples.SAMPLES:
        if sample.title == corpus.title and samples.corpus(sample) == corpus:
            rules = sample.min_count, sample.ties, sample.codec
            return Settings(sample.merges, sample.pre_tokenizer, "", *rules)
    return FOR_WORDS if corpus.counts else FOR_TEXT


@dataclass(frozen=True)
class Recipe:
    """What to train on, and how."""

    corpus: Corpus
    settings: Settings


@dataclass(frozen=True)
class Trained:
    """A training with what it came from and what the player is sent."""

    corpus: Corpus
    settings: Settings
    training: bpe.Training
    fields: Fields

    @property
    def recipe(self) -> Recipe:
        """What it came from."""
        return Recipe(self.corpus, self.settings)

    @property
    def title(self) -> str:
        """A name made of the corpus, the merges, what is not as usual, and the split."""
        chosen, given = self.settings, usual(self.corpus)
        parts = (
            self.corpus.title,
            words.plural(self.training.tokenizer.n_merges, "merge"),
            words.SHORT_TIES[chosen.ties] * (chosen.ties != given.ties),
            f"counts from {chosen.min_count:,}" * (chosen.min_count != given.min_count),
            words.UNITS[chosen.codec] * (chosen.codec != given.codec),
            _split_by(chosen),
        )
        return ", ".join(filter(None, parts))


def _split_by(settings: Settings) -> str:
    if settings.split != CUSTOM:
        return words.SHORT_SPLITS[settings.split]
    pattern = visible(well_formed(settings.pattern).encode())
    return f"split by {pattern[:MAX_PATTERN]}" + "…" * (len(pattern) > MAX_PATTERN)


def train(
    corpus: Corpus, settings: Settings, progress: Callable[[int, int], None] | None = None
) -> Trained:
    """Train and prepare what the player shows.

    Raises:
        ValueError: The corpus or a setting is refused; says why.
    """
    training = learn(corpus, settings, RIVALS, progress)
    return Trained(corpus, settings, training, training_fields(training, corpus.documents))


def learn(
    corpus: Corpus,
    settings: Settings,
    rivals: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> bpe.Training:
    """Train alone."""
    return bpe.train(
        corpus.documents,
        merges=settings.merges,
        pre_tokenizer=settings.pre_tokenizer,
        min_count=settings.min_count,
        ties=settings.ties,
        codec=settings.codec,
        rivals=rivals,
        progress=progress,
    )


def first_difference(a: bpe.Tokenizer, b: bpe.Tokenizer) -> int | None:
    """Give the number of the first merge in which two tokenizers differ, or None.

    >>> first_difference(bpe.Tokenizer([(97, 98)]), bpe.Tokenizer([(97, 99)]))
    1
    """
    for k, (left, right) in enumerate(zip(a.merges, b.merges, strict=False), 1):
        if left != right:
            return k
    return None if a.n_merges == b.n_merges else min(a.n_merges, b.n_merges) + 1
