"""What takes long is made once, not each time that a page is drawn."""

import time

import pytest
from streamlit.testing.v1 import AppTest

import bpe
from pages.ui import baselines, bill_languages, samples
from pages.ui.messages.sheet import unique
from tests.test_pages import FRAME


@pytest.fixture
def calls(monkeypatch):
    """Count how often a function of a module is called."""

    def count(owner, name):
        found = []
        real = getattr(owner, name)
        monkeypatch.setattr(
            owner, name, lambda *given, **how: found.append(1) or real(*given, **how)
        )
        return found

    return count


def test_the_words_of_a_corpus_are_listed_once(calls):
    listed = calls(baselines, "word_list")
    app = AppTest.from_file(FRAME, default_timeout=60).run().switch_page("compare.py").run()
    app.button_group(key="preset").set_value("Words and characters").run()
    assert len(listed) == 1
    app.number_input(key="dimension").set_value(1_024).run()
    assert not app.exception
    assert len(listed) == 1
    app.switch_page("train.py").run()
    app.selectbox(key="sample").select("hug_pug").run()
    app.switch_page("compare.py").run()
    assert not app.exception
    assert len(listed) == 2
    assert any("has 5 different words" in element.value for element in app.markdown)


def test_a_text_held_out_is_replayed_once_for_each_training(calls):
    app = AppTest.from_file(FRAME, default_timeout=60).run()
    replayed = calls(bpe.Tokenizer, "replay")

    def draw(then):
        replayed.clear()
        then()
        assert not app.exception
        return len(replayed)

    def held_out():
        return app.session_state["held_out_replayed"]

    assert draw(app.run) == 0
    first = held_out()
    assert draw(app.selectbox(key="held_out").select("prose").run) == 1
    assert held_out()[1] == samples.read(next(s for s in samples.SAMPLES if s.key == "prose"))
    assert draw(app.run) == 0
    app.number_input(key="merges").set_value(10).run()
    assert held_out()[0] is app.session_state["trained"].training.tokenizer
    assert held_out()[0] is not first[0]
    assert draw(app.run) == 0


def test_a_text_that_is_refused_is_tried_once(monkeypatch):
    def script():
        import streamlit

        import bpe
        from pages.ui import curve

        machine = streamlit.session_state.setdefault("machine", bpe.Tokenizer([], codec="latin-1"))
        counts, events = curve._replayed(machine, "नमस्ते")
        assert (counts.tolist(), events.tolist()) == ([0], [])

    app = AppTest.from_function(script).run()
    assert not app.exception
    monkeypatch.setattr(bpe.Tokenizer, "replay", None)
    assert not app.run().exception


def test_a_sample_is_read_once(monkeypatch):
    first = [samples.corpus(sample) for sample in samples.SAMPLES]
    monkeypatch.setattr(samples, "read", None)
    assert all(
        samples.corpus(each) is one for each, one in zip(samples.SAMPLES, first, strict=True)
    )


def test_a_question_about_a_tokenizer_that_is_gone_is_passed_over():
    def script():
        from pages.ui import live

        live.ask("gone", dict.fromkeys(("start", "end", "from", "to", "k"), 1))

    app = AppTest.from_function(script).run()
    assert not app.exception
    assert "facts" not in app.session_state


# Names told apart.


def slowly_unique(names):
    """Name each as `unique` does, each number tried from 2 on."""
    taken = {}
    for number, name in enumerate(names, 1):
        free = first = name if name.strip() else f"column {number}"
        again = 1
        while free in taken:
            again += 1
            free = f"{first} ({again})"
        taken[free] = None
    return tuple(taken)


@pytest.mark.parametrize(
    "names",
    [
        ["a"] * 50,
        ["a", "a (2)", "a", "a (2)", "a (3)", "a", "a (2) (2)", "a (2)"] * 5,
        ["", " ", "column 1", "column 2", "", "column 5"] * 4,
        ["a (3)", "a", "a", "a", "a (2)"],
    ],
)
def test_names_are_told_apart_as_they_always_were(names):
    assert unique(names) == slowly_unique(names)


def test_many_languages_that_begin_alike_are_told_apart_in_no_time():
    cells = [f"{'x' * 39}{i}" for i in range(100_000)]
    begun = time.monotonic()
    names = bill_languages.names(cells)
    assert time.monotonic() - begun < 20  # it was half an hour
    assert len({*names}) == len(cells)
