"""What a visitor has in hand, on every page: a corpus, a training, a live text.

Everything here lives in the visitor's session; what is shared between visitors are trainings and
encodings, which never change once they are made.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

import streamlit as st

import bpe
from bpe.pretokenize import well_formed
from pages.ui import samples, words
from pages.ui.payload import RIVALS, Fields, replay_fields, training_fields

MAX_CORPUS = 200_000
"""The largest corpus that is trained on, in bytes; up to here training takes moments."""

MAX_MERGES = 10_000

MAX_TEXT = 100_000
"""The longest live text, in characters."""

OWN = "own"
"""The name of the tokenizer just trained, where an encoding's name might stand."""

OPENING_TEXT = (
    "One eggless mawa cake for Saturday, please.\nशनिवार के लिए एक एगलेस मावा केक चाहिए, प्लीज़।"
)


@dataclass(frozen=True)
class Corpus:
    """A text to train on, and what to call it."""

    title: str
    text: str
    notice: str = ""


@dataclass(frozen=True)
class Settings:
    """How to train."""

    merges: int
    pre_tokenizer: str
    min_count: int
    ties: str
    codec: str


@dataclass(frozen=True)
class Trained:
    """A training with what it came from and what the player is sent."""

    corpus: Corpus
    settings: Settings
    training: bpe.Training
    fields: Fields

    @property
    def title(self) -> str:
        """A name made of the corpus and the merges."""
        return (
            f"Yours: {self.corpus.title}, {words.plural(self.training.tokenizer.n_merges, 'merge')}"
        )


@st.cache_resource(max_entries=32, show_spinner="Training")
def _train(
    text: str, *, merges: int, pre_tokenizer: str, min_count: int, ties: str, codec: str
) -> tuple[bpe.Training, Fields]:
    training = bpe.train(
        text,
        merges=merges,
        pre_tokenizer=pre_tokenizer,
        min_count=min_count,
        ties=ties,
        codec=codec,
        rivals=RIVALS,
    )
    return training, training_fields(training, text)


def trained() -> tuple[Trained, str]:
    """Train on the corpus in hand; where that is refused, keep the last training and say why.

    Returns the training, and an empty string or the reason in one sentence.
    """
    corpus, settings = corpus_in_hand(), settings_in_hand()
    try:
        training, fields = _train(corpus.text, **asdict(settings))
    except ValueError as error:
        if "trained" in st.session_state:
            return st.session_state.trained, str(error)
        raise
    st.session_state.trained = Trained(corpus, settings, training, fields)
    return st.session_state.trained, ""


def corpus_in_hand() -> Corpus:
    """Give the corpus that was chosen, typed or uploaded last; at first the first sample."""
    if "corpus" not in st.session_state:
        choose_sample(samples.SAMPLES[0])
    corpus: Corpus = st.session_state.corpus
    return corpus


def choose_sample(sample: samples.Sample) -> None:
    """Take a sample as the corpus, with the settings that show what it shows."""
    st.session_state.corpus = Corpus(sample.title, samples.read(sample), sample.notice)
    st.session_state.merges = sample.merges
    st.session_state.pre_tokenizer = sample.pre_tokenizer
    st.session_state.min_count = sample.min_count
    st.session_state.ties = sample.ties
    st.session_state.codec = sample.codec


def take_corpus(title: str, text: str) -> None:
    """Take a visitor's own text as the corpus.

    Raises:
        ValueError: It is larger than `MAX_CORPUS`.
    """
    text = well_formed(text)
    size = len(text.encode())
    if size > MAX_CORPUS:
        raise ValueError(
            f"This text has {size:,} bytes; up to {MAX_CORPUS:,} can be trained on here. "
            "The text in use was kept."
        )
    st.session_state.corpus = Corpus(title, text)


def settings_in_hand() -> Settings:
    """Give the settings as the widgets have them, each put back into its range."""
    corpus_in_hand()
    state = st.session_state
    return Settings(
        merges=min(max(int(state.merges or 0), 0), MAX_MERGES),
        pre_tokenizer=_one_of(state.pre_tokenizer, words.SPLITS),
        min_count=max(int(state.min_count or 1), 1),
        ties=_one_of(state.ties, words.TIES),
        codec=_one_of(state.codec, words.CODECS),
    )


def _one_of(value: str, known: dict[str, str]) -> str:
    return value if value in known else next(iter(known))


def tokenizer(name: str) -> bpe.Tokenizer:
    """Give the tokenizer just trained, or an encoding.

    Raises:
        ValueError: The encoding's file is missing or damaged.
    """
    return trained()[0].training.tokenizer if name == OWN else _encoding(name)


@st.cache_resource(show_spinner="Loading the encoding")
def _encoding(name: str) -> bpe.Tokenizer:
    return bpe.pretrained(name)


def tokenizer_title(name: str) -> str:
    """Name a tokenizer for a reader."""
    return trained()[0].title if name == OWN else words.encoding_title(name)


def text_in_hand() -> str:
    """Give the live text, the same on all pages."""
    text: str = st.session_state.setdefault("text", OPENING_TEXT)
    return text


def take_text(text: str) -> None:
    """Take a live text, well formed and cut to `MAX_TEXT` characters."""
    st.session_state.text = well_formed(text)[:MAX_TEXT]


def replayed(name: str, text: str) -> tuple[Fields, str]:
    """Give a text's replay as components read it, and what is wrong with its round trip.

    Raises:
        ValueError: The tokenizer is not available, or does not have a character of the text.
    """
    machine = tokenizer(name)
    ids = machine.encode(text)
    back = machine.decode(ids)
    trouble = "" if back == text else "Decoding the ids does not give the text back."
    return replay_fields(machine, text), trouble
