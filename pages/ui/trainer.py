"""The training in hand, and where its player is: learned here and now, or beside the script."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from pages.ui import jobs, recipes, shelf, state, words
from pages.ui.corpora import Corpus
from pages.ui.training import CUSTOM, Recipe, Settings, Trained, first_difference, learn, train

TRAINED_AT_ONCE = 200_000
"""Up to this many bytes a corpus is trained on as it is chosen; above, on demand."""

HEAVY = 1_000_000
"""From this many bytes a training without a split needs much memory."""


def begin() -> None:
    """Make sure that a training is in hand and one on the shelf: at first, that of the address."""
    if "trained" in st.session_state:
        return
    state.take_recipe(recipes.read(st.query_params))
    recipe = state.recipe_in_hand()
    try:
        keep(_train(recipe))
        keep_k(recipes.number(st.query_params, "step"))
    except ValueError as error:
        st.session_state.refused_training = recipe, str(error)
        keep(_train(recipes.read({})))
    if not shelf.shelved():  # nothing was frequent enough to be merged
        _shelve(_train(recipes.read({})))


def trained() -> tuple[Trained, str]:
    """Give the training of the corpus in hand, or the last one where that is not to be had.

    Small corpora are trained on here and now. Returns the training, and an empty string or the
    reason why it is not that of the corpus in hand, in one sentence.
    """
    recipe = state.recipe_in_hand()
    _collect_job()
    last: Trained | None = st.session_state.get("trained")
    if not _refused(recipe):
        st.session_state.refused_training = None
    if last and last.recipe == recipe:
        return last, ""
    if recipe.corpus.size <= TRAINED_AT_ONCE and not _refused(recipe):
        try:
            last = _train(recipe)
            keep(last)
        except ValueError as error:
            st.session_state.refused_training = recipe, str(error)
    assert last is not None, "the first sample can always be trained on"
    return last, _refused(recipe)


def _refused(recipe: Recipe) -> str:
    """Say why a training was refused, where it was the last that was."""
    refused: tuple[Recipe, str] | None = st.session_state.get("refused_training")
    return refused[1] if refused and refused[0] == recipe else ""


@st.cache_resource(max_entries=8, show_spinner="Training")
def _train(recipe: Recipe) -> Trained:
    return train(recipe.corpus, recipe.settings)


def keep(result: Trained) -> None:
    """Make a training the one in hand, and put its tokenizer on the shelf.

    Another corpus begins at its beginning; other settings leave the player where it is. What is
    trained while a text is being typed takes the place of what was trained a few letters ago.
    """
    last: Trained | None = st.session_state.get("trained")
    if last and last.corpus != result.corpus:
        st.session_state.k = 0
        st.session_state.k_rev = k_rev() + 1
    st.session_state.trained = result
    is_typed = st.session_state.get("typed_corpus") == result.corpus
    goes_on = is_typed and last and last.settings == result.settings and _is_edit(last, result)
    key = st.session_state.get("draft", "") if goes_on else ""
    if result.training.tokenizer.n_merges:
        key = _shelve(result, instead_of=key)
    st.session_state.draft = key if is_typed else ""


def _shelve(result: Trained, *, instead_of: str = "") -> str:
    machine = result.training.tokenizer
    return shelf.put(result.title, machine, recipe=result.recipe, instead_of=instead_of)


def shelve(recipe: Recipe) -> str:
    """Train by a recipe, unless what it makes is on the shelf, and give its key there.

    Raises:
        ValueError: It cannot be trained on, its pattern is refused, or no pair is frequent enough.
    """
    told = recipes.said(recipe)
    for key in shelf.shelved():
        other = shelf.recipe(key)
        if other is not None and recipes.said(other) == told:
            return key
    if recipe.settings.split == CUSTOM and (why := state.verdict(recipe).error):
        raise ValueError(why)
    result = _train(recipe)
    if not result.training.tokenizer.n_merges:
        raise ValueError("No pair is frequent enough.")
    return _shelve(result)


def _is_edit(old: Trained, new: Trained) -> bool:
    """Say whether a text has grown out of another: half of it at both ends together is the same."""
    if old.corpus.title != new.corpus.title:
        return False
    before, after = (repr(each.corpus.documents) for each in (old, new))
    begin = _common(before, after)
    end = _common(before[begin:][::-1], after[begin:][::-1])
    return 2 * (begin + end) >= min(len(before), len(after))


def _common(one: str, other: str) -> int:
    """Give the length of the beginning that two strings share."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


def waits_for_a_button() -> bool:
    """Say whether the corpus in hand is too large to be trained on without being asked."""
    last: Trained | None = st.session_state.get("trained")
    recipe = state.recipe_in_hand()
    done = last is not None and last.recipe == recipe
    return not done and recipe.corpus.size > TRAINED_AT_ONCE


def start_job() -> None:
    """Train on the corpus in hand beside the script; a job under way is given up."""
    recipe = state.recipe_in_hand()
    corpus, settings = recipe.corpus, recipe.settings
    cancel_job()
    heavy = settings.split == "none" and corpus.size > HEAVY
    st.session_state.job = jobs.Job(
        lambda report: train(corpus, settings, report), heavy=heavy, wanted=settings.merges
    ).start()
    st.session_state.job_recipe = recipe
    st.session_state.refused_training = None


def cancel_job() -> None:
    """Ask the job under way to end."""
    if job := st.session_state.get("job"):
        job.cancel()


def job_in_hand() -> bool:
    """Say whether there is a training under way, or one whose result nobody has taken yet."""
    return st.session_state.get("job") is not None


def job_under_way() -> jobs.Job[Trained] | None:
    """Give the training under way, if there is one."""
    job: jobs.Job[Trained] | None = st.session_state.get("job")
    return job if job and jobs.attend(job) else None


def _collect_job() -> None:
    """Take the result of a job that has ended, or why there is none."""
    job: jobs.Job[Trained] | None = st.session_state.get("job")
    if job is None or job.active:
        return
    st.session_state.job = None
    if (result := job.result) is not None:
        if result.recipe == state.recipe_in_hand():
            keep(result)
        elif result.training.tokenizer.n_merges:  # the visitor has moved on
            _shelve(result)
    if job.error:
        st.session_state.refused_training = st.session_state.job_recipe, job.error
    st.session_state.job_recipe = None


@st.cache_data(max_entries=64, show_spinner=False)
def where_rules_differ(corpus: Corpus, settings: Settings) -> int | None:
    """Give the first merge in which the three tie rules do not agree, or None if they do."""
    one, *others = (learn(corpus, replace(settings, ties=rule)).tokenizer for rule in words.TIES)
    found = [first_difference(one, other) for other in others]
    return min((k for k in found if k is not None), default=None)


def keep_k(k: object, *, jump: bool = False) -> None:
    """Keep the merge at which the player came to rest; `jump` sends the player there."""
    most = _n_merges()
    if isinstance(k, int | float) and 0 <= k <= most:
        st.session_state.k = int(k)
        if jump:
            st.session_state.k_rev = k_rev() + 1


def k_in_hand() -> int:
    """Give the merge that the player shows."""
    return min(int(st.session_state.get("k", 0)), _n_merges())


def _n_merges() -> int:
    last: Trained = st.session_state.trained
    return last.training.tokenizer.n_merges


def k_rev() -> int:
    """Give a number that grows whenever the player is sent somewhere."""
    rev: int = st.session_state.get("k_rev", 0)
    return rev
