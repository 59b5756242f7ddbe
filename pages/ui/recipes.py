"""How a tokenizer was trained, in the words of an address: a link or a reload trains it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from pages.ui import corpora, samples, words
from pages.ui.corpora import Corpus
from pages.ui.training import CUSTOM, MAX_MERGES, Recipe, Settings, usual

MAX_TEXT = 500
"""Up to this many characters a text or a pattern stands in an address."""

NAMES = frozenset(
    {"sample", "corpus", "counts", "merges", "split", "pattern", "min_count", "ties", "codec"}
)
"""What a recipe is told by in an address."""


def said(recipe: Recipe) -> dict[str, str] | None:
    """Tell a recipe, as far as it is not that of the first sample; None where it is too long.

    >>> from dataclasses import replace
    >>> text = corpora.of_text("mine.txt", "low lower")
    >>> said(Recipe(text, replace(usual(text), merges=3)))
    {'corpus': 'low lower', 'merges': '3'}
    """
    corpus, given = recipe.corpus, asdict(usual(recipe.corpus))
    told = _corpus_said(corpus)
    if told is None or len(recipe.settings.pattern) > MAX_TEXT:
        return None
    settings = asdict(recipe.settings).items()
    return told | {name: str(value) for name, value in settings if value != given[name]}


def _corpus_said(corpus: Corpus) -> dict[str, str] | None:
    for sample in samples.SAMPLES:
        if corpus == samples.corpus(sample):
            return {} if sample is samples.SAMPLES[0] else {"sample": sample.key}
    lines = "\n".join(f"{word} {times}" for word, times in corpus.counts)
    told = {"corpus": corpus.text} if corpus.text else {"counts": lines}
    return told if _corpus_read(told).documents == corpus.documents else None


def read(told: Mapping[str, str]) -> Recipe:
    """Read a recipe as an address tells it; what makes no sense there is passed over.

    >>> read({"counts": "low 5", "merges": "3", "ties": "?"}).settings.merges
    3
    >>> read({"counts": "low"}).corpus.title
    "a cake shop's replies"
    """
    corpus = _corpus_read(told)
    given = usual(corpus)
    split = _one_of(told, "split", words.SPLITS, given.split)
    pattern = told.get("pattern", "") if split == CUSTOM else ""
    pattern = pattern if len(pattern) <= MAX_TEXT else ""
    settings = Settings(
        merges=min(_at_least(0, number(told, "merges"), given.merges), MAX_MERGES),
        split=split if pattern or split != CUSTOM else given.split,
        pattern=pattern,
        min_count=_at_least(1, number(told, "min_count"), given.min_count),
        ties=_one_of(told, "ties", words.TIES, given.ties),
        codec=_one_of(told, "codec", words.CODECS, given.codec),
    )
    return Recipe(corpus, settings)


def _corpus_read(told: Mapping[str, str]) -> Corpus:
    by_key = {sample.key: sample for sample in samples.SAMPLES}
    try:
        if "corpus" in told:
            return corpora.of_text(corpora.TYPED_TEXT, told["corpus"][:MAX_TEXT])
        if "counts" in told:
            return corpora.of_counts(corpora.TYPED_WORDS, told["counts"][:MAX_TEXT])
    except ValueError:
        pass  # an address that was changed by hand: the page opens as usual
    return samples.corpus(by_key.get(told.get("sample", ""), samples.SAMPLES[0]))


def number(told: Mapping[str, str], name: str) -> int | None:
    """Read a number as an address tells it.

    >>> number({"k": "12"}, "k"), number({"k": "-1"}, "k")
    (12, None)
    """
    digits = told.get(name, "")
    return int(digits[:9]) if digits.isascii() and digits.isdigit() else None


def _at_least(least: int, said: int | None, usual: int) -> int:
    return usual if said is None else max(said, least)


def _one_of(told: Mapping[str, str], name: str, known: Mapping[str, str], usual: str) -> str:
    return told[name] if told.get(name) in known else usual
