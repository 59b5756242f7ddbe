"""What a visitor has in hand to train on: a corpus, and the settings.

Everything here lives in the visitor's session; what is shared between visitors are trainings and
encodings, which never change once they are made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from pages.ui import corpora, patterns, samples, words
from pages.ui.corpora import Corpus
from pages.ui.training import (
    CUSTOM,
    MAX_MERGES,
    Recipe,
    Settings,
    usual,
)


def corpus_in_hand() -> Corpus:
    """Give the corpus that was chosen, typed or uploaded last; at first the first sample."""
    if "corpus" not in st.session_state:
        choose_sample(samples.SAMPLES[0])
    corpus: Corpus = st.session_state.corpus
    return corpus


def choose_sample(sample: samples.Sample) -> None:
    """Take a sample as the corpus, with the settings that show what it shows."""
    _take(samples.corpus(sample))
    st.session_state.setdefault("pattern", words.FIRST_PATTERN)
    st.session_state.setdefault("good_pattern", words.FIRST_PATTERN)
    _give(usual(st.session_state.corpus))


def take_recipe(recipe: Recipe) -> None:
    """Take a corpus and how to train on it; a pattern that is refused is left out."""
    state, given = st.session_state, usual(recipe.corpus)
    _take(recipe.corpus)
    state.pattern = state.good_pattern = words.FIRST_PATTERN
    _give(given)
    _set(recipe.settings)
    if recipe.settings.split == CUSTOM:
        state.pattern = recipe.settings.pattern
        if try_pattern().error:
            state.pattern, state.split = words.FIRST_PATTERN, given.split


def recipe_in_hand() -> Recipe:
    """Give the corpus with the settings."""
    return Recipe(corpus_in_hand(), settings_in_hand())


def nothing_chosen() -> bool:
    """Say whether the corpus and the settings are still those that the page opened with."""
    untouched = corpus_rev() == 1 and corpus_in_hand() == samples.corpus(samples.SAMPLES[0])
    return untouched and settings_in_hand() == st.session_state.given_settings


def _give(settings: Settings) -> None:
    """Put settings into the widgets, and remember that they are not the visitor's own choice."""
    _set(settings)
    st.session_state.given_settings = settings


def _set(settings: Settings) -> None:
    for name in ("merges", "split", "min_count", "ties", "codec"):
        st.session_state[name] = getattr(settings, name)


def _take(corpus: Corpus, *, typed: bool = False) -> None:
    st.session_state.corpus = corpus
    st.session_state.typed_corpus = corpus if typed else None
    st.session_state.refused_corpus = ""
    st.session_state.unread = None
    if not typed:
        st.session_state.corpus_rev = corpus_rev() + 1


def take_corpus(make: Callable[[], Corpus], *, typed: bool = False) -> None:
    """Take a visitor's own corpus; where making it is refused, keep the one in use and say why.

    Settings that came with a sample go with it. `typed`: it stands in the page's editor already.
    """
    unread = unread_file()
    st.session_state.unread = None
    try:
        corpus = make()
    except ValueError as error:
        st.session_state.refused_corpus = str(error)
        if isinstance(error, corpora.NotUtf8):
            st.session_state.unread = unread  # it may be read in yet another way
        return
    if settings_in_hand() == st.session_state.given_settings:
        _give(usual(corpus))
    _take(corpus, typed=typed)


def corpus_rev() -> int:
    """Give a number that grows whenever the corpus changes otherwise than by typing."""
    rev: int = st.session_state.get("corpus_rev", 0)
    return rev


def take_file(name: str, data: bytes) -> None:
    """Take a file as the corpus; if it cannot be read, remember it until it is said how."""
    name = words.file_title(name)
    st.session_state.unread = None
    try:
        text = corpora.decode(data)
    except corpora.NotUtf8 as error:
        st.session_state.refused_corpus = str(error)
        st.session_state.unread = (name, data)
    else:
        take_corpus(lambda: corpora.of_text(name, text))


def forget_file() -> None:
    """Take back what was said of a file that is no longer in hand."""
    st.session_state.unread = None
    st.session_state.refused_corpus = ""


def read_file(encoding: str = "") -> None:
    """Read the file that could not be read: in another encoding, or with U+FFFD for bad bytes."""
    if file := unread_file():
        name, data = file
        errors = "strict" if encoding else "replace"
        take_corpus(lambda: corpora.of_text(name, corpora.decode(data, encoding, errors)))


def unread_file() -> tuple[str, bytes] | None:
    """Give the name and bytes of the file that could not be read, if there is one."""
    file: tuple[str, bytes] | None = st.session_state.get("unread")
    return file


def corpus_refused() -> str:
    """Say why the last corpus was refused, if it was."""
    why: str = st.session_state.get("refused_corpus", "")
    return why


def settings_in_hand() -> Settings:
    """Give the settings as the widgets have them, each put back into its range."""
    corpus_in_hand()
    state = st.session_state
    return Settings(
        merges=min(max(int(state.merges or 0), 0), MAX_MERGES),
        split=_one_of(state.split, words.SPLITS),
        pattern=state.good_pattern if state.split == CUSTOM else "",
        min_count=max(int(state.min_count or 1), 1),
        ties=_one_of(state.ties, words.TIES),
        codec=_one_of(state.codec, words.CODECS),
    )


def try_pattern() -> patterns.Verdict:
    """Try the pattern as it is typed; where it is refused, the last good one stays in use."""
    found = verdict(
        Recipe(corpus_in_hand(), replace(settings_in_hand(), pattern=st.session_state.pattern))
    )
    if not found.error:
        st.session_state.good_pattern = st.session_state.pattern
    return found


def verdict(recipe: Recipe) -> patterns.Verdict:
    """Try a pattern on the corpus that it is to split."""
    corpus = recipe.corpus
    text = corpus.text or "\n".join(word for word, _ in corpus.counts)
    return _verdict(recipe.settings.pattern, text[: patterns.TRIED])


@st.cache_data(max_entries=256, show_spinner=False)
def _verdict(pattern: str, text: str) -> patterns.Verdict:
    return patterns.check(pattern, text)


def _one_of(value: str, known: dict[str, str]) -> str:
    return value if value in known else next(iter(known))
