"""The rows of a comparison: the live text, or its beginning, under each tokenizer chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import streamlit as st

import bpe
from bpe.corpus import well_formed
from bpe.measures import bytes_per_token
from pages.ui import baselines, compared, live, shelf, state, words
from pages.ui.compared import Choice
from pages.ui.payload import Fields, fields_with_outside

MAX_COMPARED = 100_000
"""How much of the live text is compared, in characters: each row is a replay of its own."""


@dataclass(frozen=True)
class Row:
    """One tokenizer in a comparison, and how it cuts the text.

    Attributes:
        choice: What was chosen.
        name: Its name for a reader, whatever its size.
        short: The same in a sentence.
        fields: The replay as a component reads it.
        vocabulary: How many ids it has in all, special tokens included.
        n_special: How many of them are special tokens and nothing else.
        k: The number of merges in force.
    """

    choice: Choice
    name: str
    short: str
    fields: Fields
    vocabulary: int
    n_special: int
    k: int

    @property
    def title(self) -> str:
        """Its name, with the size to which its vocabulary is cut where it is."""
        return compared.cut_to(self.name, self.size if self.k < self.n_merges else None)

    @property
    def n_merges(self) -> int:
        """How many merges it has."""
        n: int = self.fields["n_merges"]
        return n

    @property
    def n_outside(self) -> int:
        """How many characters of the text it does not have; they are no tokens."""
        return len(self.fields.get("outside", ()))

    @cached_property
    def token_counts(self) -> npt.NDArray[np.int64]:
        """How many tokens the text has after each number of merges. Shape: [n_merges + 1]."""
        if self.choice.kind in (compared.WORDS, compared.CHARACTERS):
            return np.array([self.fields["n_tokens"]])
        merged_at = self.fields["merged_at"]
        real = merged_at[merged_at <= self.n_merges]
        n_units = len(merged_at) + 1 - self.n_outside if self.fields["text"] else 0
        return n_units - np.cumsum(np.bincount(real, minlength=self.n_merges + 1))

    @property
    def tokens(self) -> int:
        """How many tokens the text has."""
        return int(self.token_counts[self.k])

    @property
    def bytes(self) -> int:
        """How many bytes the text has in UTF-8."""
        return len(self.fields["text"].encode())

    @property
    def bytes_per_token(self) -> float | None:
        """The compression; None where there is no token."""
        return bytes_per_token(self.bytes, self.tokens)

    @cached_property
    def sizes(self) -> npt.NDArray[np.int64]:
        """How many ids there are after each number of merges. Shape: [n_merges + 1].

        Special tokens are added once all merges are learned.
        """
        learned = np.arange(-self.n_merges, 1) + (self.vocabulary - self.n_special)
        learned[-1] += self.n_special
        return learned

    @property
    def size(self) -> int:
        """How many ids there are at the number of merges in force."""
        return int(self.sizes[self.k])


def text_compared() -> str:
    """Give as much of the live text as is compared and stands in the page's editor."""
    return live.text_in_hand()[: _shown()]


def text_beyond() -> str:
    """Give what of the live text is not compared."""
    return live.text_in_hand()[_shown() :]


def take_beginning(text: str, beyond: str | None = None) -> None:
    """Take what stands in the page's editor; what of the live text is not shown there stays.

    So it is unless the tab has kept both, and brings `beyond` too.
    """
    text = well_formed(text)
    beyond = text_beyond() if beyond is None else beyond
    live.take_text(text + beyond, page="compare")
    st.session_state.compared_shown = live.rev("compare"), min(len(text), MAX_COMPARED)


def _shown() -> int:
    """How many characters of the live text the page's editor holds."""
    rev, length = st.session_state.get("compared_shown", (None, MAX_COMPARED))
    return length if rev == live.rev("compare") else MAX_COMPARED


def cut(chosen: Sequence[Choice]) -> tuple[list[Row], list[str]]:
    """Cut the live text with what was chosen; beside the rows, what of all this is left out."""
    text, found, refused = text_compared(), [], list(filter(None, [live.note()]))
    for choice in chosen:
        try:
            found.append(_row(choice, text))
        except ValueError as error:
            refused.append(f"{compared.title(choice)} is left out. {error}")
    return found, refused


def _row(choice: Choice, text: str) -> Row:
    named = compared.plain(choice), compared.short(choice)
    if choice.kind == compared.WORDS:
        known = known_words()
        return Row(choice, *named, baselines.words(text, known), len(known) + 1, 1, 0)
    if choice.kind == compared.CHARACTERS:
        return Row(choice, *named, baselines.characters(text), baselines.n_characters(), 0, 0)
    key = compared.key_of(choice)
    machine = shelf.tokenizer(key)
    kept = st.session_state.setdefault("compared_cuts", {})
    before = kept.get(key)
    if before is None or before[0] is not machine or before[1] != text:
        before = kept[key] = machine, text, _fields(machine, text)
        while len(kept) > compared.MAX_ROWS:
            del kept[next(iter(kept))]
    if isinstance(before[2], ValueError):
        raise before[2]
    n = machine.n_merges
    k = compared.ks().get(
        compared.row_key(choice), None if choice.size is None else choice.size - 256
    )
    return Row(
        choice,
        *named,
        before[2],
        len(machine.tokens),
        len(machine.tokens) - len(machine.vocabulary.tokens),
        n if k is None else min(k, n),
    )


def _fields(machine: bpe.Tokenizer, text: str) -> Fields | ValueError:
    """Cut the text, or give why it is refused: some patterns take seconds to be given up."""
    try:
        return fields_with_outside(machine, text)
    except ValueError as error:
        return error


def known_words() -> frozenset[str]:
    """Give the words of the training corpus in hand; those of a large one take a second to find."""
    corpus = state.corpus_in_hand()
    last: tuple[object, frozenset[str]] | None = st.session_state.get("known_words")
    if last is None or last[0] is not corpus:
        found = baselines.word_list([corpus.text, *(word for word, _ in corpus.counts)])
        last = st.session_state.known_words = corpus, found
    return last[1]


def outside_sentence(row: Row) -> str:
    """Say which characters of the text a tokenizer does not have."""
    found = dict.fromkeys(row.fields["text"][place] for place in row.fields["outside"])
    first = " ".join(list(found)[:5]) + (" …" if len(found) > 5 else "")
    return (
        f"{row.title} does not have {words.plural(row.n_outside, 'character')} of this text "
        f"({first}), so its count is too small to be compared."
    )


def insights(found: Sequence[Row]) -> list[str]:
    """Say what these rows show, as far as they do, as Markdown."""
    by_choice = {row.choice: row for row in found}
    said = []
    whole = by_choice.get(Choice(compared.BPE, "cl100k_base"))
    cut_down = by_choice.get(Choice(compared.BPE, "o200k_base", compared.SIZES[-1]))
    if whole and cut_down and whole.k == whole.n_merges and cut_down.size == compared.SIZES[-1]:
        said.append(_same_size(whole, cut_down))
    if words_row := by_choice.get(Choice(compared.WORDS)):
        said.append(_unknown(words_row))
    return said


def _same_size(whole: Row, cut_down: Row) -> str:
    size = (
        f"With {cut_down.size:,} tokens in the vocabulary, the whole of GPT-4’s but its special "
        "ones,"
    )
    if cut_down.tokens >= whole.tokens:
        return (
            f"{size} GPT-4o’s encoding needs {cut_down.tokens:,} for this text and GPT-4’s "
            f"{whole.tokens:,}: this text gains nothing from what GPT-4o’s was trained on."
        )
    pieces = len(shelf.tokenizer(whole.choice.key).pre_tokenizer.split(whole.fields["text"]))
    said = (
        f"{size} GPT-4o’s encoding needs {cut_down.tokens:,} for this text and GPT-4’s "
        f"{whole.tokens:,}. It is not size that helps this text, but what the encoding was trained "
        "on and the pattern that splits the text before."
    )
    if pieces > cut_down.tokens:
        said += f" GPT-4’s pattern alone cuts it into {pieces:,} pieces, which no merge joins."
    return said


def _unknown(row: Row) -> str:
    known = (
        f"The training corpus ({words.literal(state.corpus_in_hand().title)}) has "
        f"{row.vocabulary - 1:,} different"
    )
    unknown = len(row.fields["unknown"]) // 2
    if not row.tokens:
        return "There is no word in this text."
    if not unknown:
        return (
            f"{known} words, and all words of this text are among them: only case and punctuation "
            "are lost."
        )
    become = f"{'is' if unknown == 1 else 'are'} not among them and "
    become += f"{'becomes' if unknown == 1 else 'become'} {words.literal('<|unk|>')}"
    return (
        f"{known} words; {unknown:,} of this text’s {words.plural(row.tokens, 'word')} "
        f"{become}. Case and punctuation are lost too. BPE spells what it has not seen."
    )


def payload(found: Sequence[Row]) -> Fields:
    """Give rows as the component reads them."""
    fields: Fields = {
        "rev": compared.rev(),
        "rows": [
            {
                "key": compared.row_key(row.choice),
                "title": row.name,
                "short": row.short,
                "kind": compared.BPE if row.choice.kind == compared.NEWEST else row.choice.kind,
                "k": None if row.k == row.n_merges else row.k,
                "vocabulary": row.vocabulary,
                "slider": row.n_merges > 0,
            }
            for row in found
        ],
    }
    for i, row in enumerate(found):
        fields |= {f"row_{i}_{name}": value for name, value in row.fields.items()}
    return fields
