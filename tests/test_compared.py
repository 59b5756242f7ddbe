"""The page Compare without a browser: its rows, presets, numbers and names."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import tiktoken
from hypothesis import example, given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

import bpe
from pages.ui import baselines, compared, live
from pages.ui import rows as compared_rows
from tests.shelving import key_of, machines, put

FRAME = str(Path(__file__).parents[1] / "pages" / "frame.py")
ENGLISH, HINDI = live.OPENING_TEXT.split("\n")
ANY_TEXT = st.text(alphabet="abT1_ ,.\u0928\u0940\n\U0001f680é")
CAKE = "eggless chocolate cake"


@pytest.fixture
def app():
    app = AppTest.from_file(FRAME, default_timeout=30).run()
    return app.switch_page("compare.py").run()


def assert_well(app: AppTest) -> None:
    assert [e.value for e in app.exception] == []
    assert [e.value for e in app.error] == []


def show(app: AppTest, text: str, preset: str = "Encodings") -> AppTest:
    app.session_state["text"] = text
    return app.segmented_control(key="preset").set_value(preset).run()


def column(app: AppTest, name: str) -> list[str]:
    return app.table[0].value[name].tolist()


def tokens(app: AppTest) -> list[int]:
    return [int(cell.replace(",", "")) for cell in column(app, "tokens")]


def sent(app: AppTest) -> dict:
    elements = app.get("bidi_component")
    element = next(e for e in elements if e.proto.component_name == "bpe_rows")
    return json.loads(element.proto.mixed.json)


# What BPE replaced.


def spans(pairs: np.ndarray) -> list[tuple[int, int]]:
    return list(zip(pairs[::2].tolist(), pairs[1::2].tolist(), strict=True))


def pieces(fields: dict) -> list[tuple[int, int]]:
    """Return where the tokens of a row stand, the lost stretches among them."""
    size = len(fields["text"].encode())
    cuts = [0, *(np.flatnonzero(fields["merged_at"] > 0) + 1).tolist(), size]
    return list(pairwise(cuts)) if size else []


def test_three_words_are_three_words_and_22_characters(app):
    show(app, CAKE, "Words and characters")
    assert_well(app)
    newest = [*machines(app).values()][-1]
    assert any("all words of this text are among" in m.value for m in app.markdown)
    counts = [newest.count(CAKE), bpe.pretrained("cl100k_base").count(CAKE)]
    assert tokens(app) == [3, 22, *counts]


def test_the_page_says_how_many_words_are_unknown(app):
    show(app, "type your name", "Words and characters")
    assert any("2 of this text’s 3 words are not" in m.value for m in app.markdown)


def test_only_the_word_list_has_unknown_words(app):
    text = "type your name"
    known = baselines.word_list([app.session_state["corpus"].text])
    fields = baselines.words(text, known)
    assert [text[a:b] for a, b in spans(fields["unknown"])] == ["type", "name"]
    assert len(baselines.characters(text)["unknown"]) == 0
    newest = [*machines(app).values()][-1]
    assert newest.decode(newest.encode(text)) == text


@given(ANY_TEXT, st.sets(st.sampled_from(["a", "ab", "b1", "the"])))
@example("नमस्ते दुनिया!", set())
@example("snake_case 12 ab", {"ab"})
def test_words_and_what_is_lost_make_up_the_text(text, known):
    fields = baselines.words(text, frozenset(known))
    units = fields["text"].encode()
    every = pieces(fields)
    lost, unknown = spans(fields["lost"]), spans(fields["unknown"])
    assert set(lost) <= set(every)
    assert set(unknown) <= set(every) - set(lost)
    kept = [units[start:end].decode() for start, end in every if (start, end) not in lost]
    assert fields["n_tokens"] == len(kept)
    assert all(word.lower() in known or not word.isspace() for word in kept)
    found = [units[start:end].decode().lower() in known for start, end in every]
    assert [span for span, is_known in zip(every, found, strict=True) if not is_known] == sorted(
        lost + unknown
    )


@given(ANY_TEXT)
def test_characters_are_code_points(text):
    fields = baselines.characters(text)
    units = fields["text"].encode()
    assert [units[start:end].decode() for start, end in pieces(fields)] == list(fields["text"])
    assert fields["n_tokens"] == len(fields["text"])


def test_a_mark_alone_is_no_word():
    fields = baselines.words("\u2764\ufe0f\u200d\U0001f525 \u0928\u0940", frozenset())
    assert (fields["n_tokens"], len(fields["unknown"])) == (1, 2)


def test_words_lose_case_and_punctuation():
    fields = baselines.words("The cat, the CAT.", baselines.word_list(["the cat"]))
    assert (fields["n_tokens"], len(fields["unknown"])) == (4, 0)
    assert [fields["text"][a:b] for a, b in spans(fields["lost"])] == [" ", ", ", " ", "."]


# The rows.


def test_the_page_opens_with_three_encodings_and_ones_own(app, encodings):
    assert_well(app)
    names = ["r50k_base", "cl100k_base", "o200k_base"]
    counts = [len(encodings[name].encode_ordinary(live.OPENING_TEXT)) for name in names]
    assert tokens(app)[:3] == counts
    assert [row["k"] for row in sent(app)["rows"]] == [None] * 4
    assert [row["vocabulary"] for row in sent(app)["rows"]][:3] == [50_257, 100_261, 200_000]
    for name, title in zip(names, column(app, "tokenizer"), strict=False):
        assert name in title.replace("\\", "")


@pytest.mark.parametrize("text", [ENGLISH, HINDI], ids=["English", "Hindi"])
def test_the_cut_vocabularies_count_as_tiktoken_with_a_cut_table(app, encodings, text):
    show(app, text, "Same size, other training text")
    assert_well(app)
    full = encodings["o200k_base"]
    counts = [len(encodings["cl100k_base"].encode_ordinary(text))]
    for size in sorted(compared.SIZES, reverse=True):
        ranks = {token: rank for token, rank in full._mergeable_ranks.items() if rank < size}
        cut = tiktoken.Encoding(
            "cut", pat_str=full._pat_str, mergeable_ranks=ranks, special_tokens={}
        )
        assert cut.n_vocab == size
        counts.append(len(cut.encode_ordinary(text)))
    assert tokens(app) == counts
    assert column(app, "vocabulary")[1:] == ["100,256", "50,256", "32,000"]


def test_size_is_not_what_helps_hindi(app):
    show(app, HINDI, "Same size, other training text")
    assert tokens(app) == [47, 19, 20, 25]
    assert any("not size that helps" in m.value for m in app.markdown)
    pieces = len(bpe.PreTokenizer.of("cl100k").split(HINDI))
    assert any(f"alone cuts it into {pieces} pieces" in m.value for m in app.markdown)
    show(app, ENGLISH, "Same size, other training text")
    assert tokens(app) == [11, 11, 11, 11]
    assert any("gains nothing from" in m.value for m in app.markdown)


def test_a_row_stopped_at_a_k_has_the_tokens_of_that_k(app, pretrained):
    app.session_state["compared_ks"] = {"bpe:cl100k_base": 500, "bpe:o200k_base": None}
    app.run()
    assert_well(app)
    assert [row["k"] for row in sent(app)["rows"]] == [None, 500, None, None]
    assert tokens(app)[1] == pretrained["cl100k_base"].count(live.OPENING_TEXT, merges=500)
    assert column(app, "vocabulary")[1] == "756"


@pytest.mark.parametrize(
    "message", [None, 3, "x", [], {"nobody": 3}, {"bpe:cl100k_base": -5}, {"bpe:cl100k_base": "7"}]
)
def test_what_a_browser_says_of_ks_is_checked(message):
    def script(message):
        import streamlit

        import bpe
        from pages.ui import compared, shelf

        shelf.put("mine", bpe.Tokenizer([]))
        compared.keep_ks(message)
        streamlit.json(compared.ks())

    said = AppTest.from_function(script, args=(message,)).run()
    assert not said.exception
    assert json.loads(said.json[0].value) == (
        {"bpe:cl100k_base": 0} if message == {"bpe:cl100k_base": -5} else {}
    )


def test_what_is_concluded_holds_only_while_the_sizes_are_the_same(app):
    show(app, HINDI, "Same size, other training text")
    for k in (0, 199_742):
        app.session_state["compared_ks"] = {"bpe:o200k_base@100256": k}
        app.run()
        assert not any("tokens in the vocabulary" in m.value for m in app.markdown)


def test_rows_of_one_name_are_bars_of_their_own(app):
    show(app, HINDI, "Same size, other training text")
    app.session_state["compared_ks"] = {f"bpe:o200k_base@{size}": 0 for size in compared.SIZES}
    app.run()
    (bars,) = json.loads(app.get("plotly_chart")[0].proto.spec)["data"]
    assert bars["y"] == [0, 1, 2, 3]
    assert bars["x"] == tokens(app)


def test_another_newest_tokenizer_begins_with_all_its_merges(app):
    key = next(reversed(app.session_state["shelf"]))
    app.session_state["compared_ks"] = {f"bpe:{key}": 3}
    app.run()
    assert sent(app)["rows"][3]["k"] == 3
    put(app, "newer", bpe.Tokenizer([(97, 98), (256, 97)]))
    app.run()
    assert (sent(app)["rows"][3]["title"], sent(app)["rows"][3]["k"]) == ("Yours: newer", None)


def test_special_tokens_that_are_tokens_anyway_count_once(app):
    machine = bpe.Tokenizer([(97, 98)], special_tokens={"ab": 256, "<s>": 300})
    put(app, "mine", machine)
    app.session_state["compared_ks"] = {"bpe:mine": 0}
    app.run()
    assert column(app, "vocabulary")[3] == "256"
    app.session_state["compared_ks"] = {}
    app.run()
    assert column(app, "vocabulary")[3] == "258"


def test_the_curves_are_the_counts_at_every_size(app, pretrained):
    show(app, HINDI, "Encodings")
    chart = json.loads(app.get("plotly_chart")[1].proto.spec)
    lines = {trace["name"]: trace for trace in chart["data"] if trace["mode"] == "lines"}
    assert len(lines) == 4
    line = lines["GPT-4 (cl100k_base)"]
    machine = pretrained["cl100k_base"]
    assert (line["x"][0], line["x"][-1]) == (256, 100_261)
    for size, count in list(zip(line["x"], line["y"], strict=True))[:-1]:
        assert machine.count(HINDI, merges=size - 256) == count
    assert line["y"][-1] == machine.count(HINDI)


def test_what_a_vocabulary_costs(app, encodings):
    show(app, CAKE)
    embedding = column(app, "embedding parameters at 768")
    assert embedding[0] == "38,597,376"  # 50,257 times 768
    lengths = [len(encodings["r50k_base"].encode_ordinary(CAKE))]
    assert column(app, "pairs of tokens")[0] == f"{lengths[0] ** 2:,}"
    assert any("50,257 tokens × 768 = 38.6 million" in caption.value for caption in app.caption)
    app.number_input(key="dimension").set_value(1600).run()
    assert column(app, "embedding parameters at 1,600")[0] == f"{50_257 * 1600:,}"


def test_a_text_under_the_same_tokenizer_twice_is_one_curve(app):
    show(app, HINDI, "Same size, other training text")
    chart = json.loads(app.get("plotly_chart")[1].proto.spec)
    names = [trace["name"] for trace in chart["data"] if trace["mode"] == "lines"]
    assert len(names) == 2
    marked = [trace for trace in chart["data"] if trace["mode"] == "markers"]
    assert [len(trace["x"]) for trace in marked] == [1, 3]


# Names.


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("gpt-4", "cl100k_base"),
        (" gpt-4o ", "o200k_base"),
        ("text-embedding-3-small", "cl100k_base"),
    ],
)
def test_a_model_is_told_its_encoding(app, model, name):
    app.text_input(key="model").set_value(model).run()
    assert any("uses" in m.value and name in m.value.replace("\\", "") for m in app.markdown)


@pytest.mark.parametrize("model", ["gpt-6", "GPT-4", "claude-3-opus", "<b>x</b>"])
def test_an_unknown_model_gets_a_choice_and_no_fallback(app, model):
    app.text_input(key="model").set_value(model).run()
    assert_well(app)
    said = app.warning[0].value.replace("\\", "")
    assert model in said.replace("\u2060", "")
    assert "Choose an encoding" in said
    assert not any("uses" in m.value for m in app.markdown)


def test_rows_can_be_chosen_one_by_one(app):
    row = compared.Choice(compared.BPE, "p50k_base")
    app.multiselect(key="compared").set_value([row]).run()
    assert_well(app)
    assert app.segmented_control(key="preset").value is None
    assert "p50k_base" in column(app, "tokenizer")[0].replace("\\", "")
    app.multiselect(key="compared").set_value([]).run()
    assert_well(app)
    assert "Choose a tokenizer" in app.info[0].value


def test_a_tokenizer_that_left_the_shelf_leaves_the_rows(app):
    put(app, "mine", bpe.Tokenizer([(97, 98)]))
    put(app, "newer", bpe.Tokenizer([]))
    app.run()
    mine, newest = compared.Choice(compared.BPE, "mine"), compared.Choice(compared.NEWEST)
    app.multiselect(key="compared").set_value([mine, newest]).run()
    assert len(column(app, "tokenizer")) == 2
    del app.session_state["shelf"]["mine"]
    app.run()
    assert_well(app)
    assert [c.replace("\\", "") for c in column(app, "tokenizer")] == ["Yours: newer"]
    assert "mine is no longer on the shelf" in app.warning[0].value


def test_a_tokenizer_that_becomes_the_newest_keeps_its_row(app):
    put(app, "mine", bpe.Tokenizer([(97, 98)]))
    put(app, "newer", bpe.Tokenizer([]))
    app.run()
    app.multiselect(key="compared").set_value([compared.Choice(compared.BPE, "mine")]).run()
    shelf = app.session_state["shelf"]
    shelf["mine"] = shelf.pop("mine")
    app.run()
    assert_well(app)
    assert [c.replace("\\", "") for c in column(app, "tokenizer")] == ["Yours: mine"]


def opened(*names: str) -> AppTest:
    """Open tokenizers one after the other, as the page does."""

    def script():
        import streamlit

        import bpe
        from bpe import files
        from pages.ui import compared, shelf, trainer

        trainer.begin()
        names = streamlit.session_state.to_open
        for name in names:
            machine = bpe.Tokenizer([(97, 98 + names.index(name))], name=name)
            before = compared.key_of(compared.Choice(compared.NEWEST))
            if name == "two":
                compared.keep_ks({f"bpe:{before}": 1})
            shelf.open_file(f"{name}.json", files.to_json(machine).encode())
            streamlit.session_state.said = compared.add_newest(before)

    app = AppTest.from_function(script, default_timeout=30)
    app.session_state["to_open"] = names
    app.session_state["compared"] = list(compared.PRESETS["Encodings"])
    return app.run()


def test_what_is_opened_next_leaves_the_row_of_what_was_opened_before():
    app = opened("one", "two")
    assert_well(app)
    encodings = compared.PRESETS["Encodings"][:-1]
    one = compared.Choice(compared.BPE, key_of(app, "one"))
    assert app.session_state["compared"] == [*encodings, one, compared.Choice(compared.NEWEST)]
    assert app.session_state["compared_ks"][f"bpe:{one.key}"] == 1
    assert app.session_state["said"] == ""


def test_where_there_are_rows_enough_the_newest_is_said_to_have_no_room():
    app = opened(*(f"file {i}" for i in range(7)))
    assert_well(app)
    chosen = app.session_state["compared"]
    assert len(chosen) == compared.MAX_ROWS
    keys = [key_of(app, f"file {i}") for i in range(5)]
    assert chosen[3:] == [compared.Choice(compared.BPE, key) for key in keys]
    assert "file 6" in app.session_state["said"]


def test_a_tokenizer_opened_again_needs_no_second_row():
    app = opened(*(f"file {i}" for i in range(5)), "file 2")
    assert_well(app)
    assert app.session_state["said"] == ""
    *others, newest = app.session_state["compared"][3:]
    assert [choice.key for choice in others] == [key_of(app, f"file {i}") for i in (0, 1, 3, 4)]
    assert newest.kind == compared.NEWEST


def test_an_opened_row_stays_beside_a_new_training_whatever_it_is_called():
    def script():
        import streamlit

        import bpe
        from pages.ui import compared, shelf, trainer

        trainer.begin()
        now = streamlit.session_state
        key = shelf.put("opened", bpe.Tokenizer([(97, 98), (98, 97)]), chosen=True)
        now.compared = [compared.Choice(compared.NEWEST)]
        compared.keep_to_the_shelf()
        compared.keep_ks({f"bpe:{key}": 1})
        shelf.rename(key, "named")
        shelf.put("opened", bpe.Tokenizer([(97, 97)]))
        now.gone = compared.keep_to_the_shelf()
        now.titles = [compared.title(row) for row in now.compared]
        now.stopped = compared.ks() == {f"bpe:{key}": 1}

    app = AppTest.from_function(script, default_timeout=30).run()
    assert_well(app)
    assert app.session_state["titles"] == ["Yours: named", "Yours: opened"]
    assert app.session_state["stopped"] is True
    assert app.session_state["gone"] == []


def test_where_a_row_was_stopped_is_forgotten_with_its_tokenizer(app):
    put(app, "mine", bpe.Tokenizer([(97, 98)]))
    put(app, "newer", bpe.Tokenizer([]))
    app.session_state["compared_ks"] = {"bpe:mine": 0}
    app.run()
    assert app.session_state["compared_ks"] == {"bpe:mine": 0}
    del app.session_state["shelf"]["mine"]
    app.run()
    assert app.session_state["compared_ks"] == {}


# The texts that other tools get wrong, counted with r50k, cl100k and o200k.


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("a<|endoftext|>b", [9, 9, 9]),
        ("<|im_start|>system\n", [9, 8, 8]),
        ("a\x00b", [3, 3, 3]),
        ("caf\u00e9", [3, 2, 2]),
        ("cafe\u0301", [4, 3, 3]),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", [10, 13, 8]),
        ("\u0928\u092e\u0938\u094d\u0915\u093e\u0930", [13, 7, 3]),
        ("\u5927\u962a", [4, 3, 1]),
        ("\u65e5\u672c\u8a9e", [6, 4, 2]),
        ("hi", [1, 1, 1]),
        ("hi ", [2, 2, 2]),
        ("hi\r\n", [3, 2, 2]),
        (" hi", [1, 1, 1]),
        ("x\n\ny\n\nz", [7, 5, 5]),
        ("C\u1ea3m \u01a1n b\u1ea1n r\u1ea5t nhi\u1ec1u", [25, 12, 7]),
        (
            json.dumps({"a": {"b": {"c": [{"d": 1, "e": 2}, {"d": 3, "e": 4}]}}}, indent=8),
            [424, 59, 59],
        ),
        (json.dumps({"a": {"b": {"c": [{"d": 1, "e": 2}, {"d": 3, "e": 4}]}}}), [32, 34, 35]),
        (" " * 64, [64, 1, 1]),
        ("tokenization is fun", [4, 4, 4]),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_counts_are_those_of_the_encodings(app, text, counts):
    show(app, text)
    assert_well(app)
    assert tokens(app)[:3] == counts


def test_a_long_text_is_compared_from_its_beginning(app):
    app.session_state["text"] = "ab " * 40_000
    app.run()
    assert_well(app)
    assert any("first 100,000 of 120,000 characters" in c.value for c in app.caption)
    assert column(app, "bytes")[0] == "100,000"


def test_a_new_beginning_leaves_the_rest_of_a_long_text():
    def script():
        import streamlit

        from pages.ui import live, rows

        def take(text):
            shown = rows.text_compared()
            rows.take_beginning(text)
            return shown, rows.text_compared(), streamlit.session_state.text

        long = "a" * rows.MAX_COMPARED + "the rest"
        live.take_text(long, page="text")
        streamlit.session_state.seen = [take("short "), take("shorter"), take("")]

    app = AppTest.from_function(script).run()
    assert not app.exception
    first, second, third = app.session_state["seen"]
    assert first == ("a" * compared_rows.MAX_COMPARED, "short ", "short the rest")
    assert second == ("short ", "shorter", "shorterthe rest")
    assert third == ("shorter", "", "the rest")


def test_no_more_is_compared_than_may_be_whatever_a_browser_sends():
    def script():
        import streamlit

        from pages.ui import rows

        rows.take_beginning("a" * (rows.MAX_COMPARED + 5))
        streamlit.session_state.seen = len(rows.text_compared()), rows.text_beyond()

    app = AppTest.from_function(script).run()
    assert not app.exception
    assert app.session_state["seen"] == (compared_rows.MAX_COMPARED, "aaaaa")


def test_the_tab_brings_both_the_beginning_and_what_is_beyond():
    def script():
        import streamlit

        from pages.ui import live, rows

        was_fresh = live.is_fresh()
        rows.take_beginning("short ", "and \ud83elong")
        seen = rows.text_compared(), rows.text_beyond(), live.text_in_hand()
        streamlit.session_state.seen = was_fresh, live.is_fresh(), live.rev("compare"), *seen

    app = AppTest.from_function(script).run()
    assert not app.exception
    text = "short ", "and \ufffdlong", "short and \ufffdlong"
    assert app.session_state["seen"] == (True, False, 0, *text)
