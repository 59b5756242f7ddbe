"""What a visitor has in hand: driven through the page's own functions, without a browser."""

import base64
import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import bpe
from bpe import files, ranks
from bpe.pretrained import ENCODINGS, SHIPPED
from pages.ui import corpora, samples, shelf, words
from pages.ui.corpora import Corpus
from tests.shelving import key_of, machines, names

FRAME = str(Path(__file__).parents[1] / "pages" / "frame.py")
CRUMB = samples.SAMPLES[0]


HEAD = """import streamlit as st
from pages.ui import corpora, live, samples, shelf, state, trainer

def names():
    return [shelf.short(key) for key in shelf.shelved()]

def typed(text, title="typed text", make=corpora.of_text):
    state.take_corpus(lambda: make(title, text), typed=True)
    trainer.trained()

trainer.begin()
"""


def script(body: str) -> AppTest:
    """Make a page that runs a few lines with the state's functions, and nothing else."""
    return AppTest.from_string(f"{HEAD}{body}", default_timeout=30)


def run(body: str) -> AppTest:
    app = script(body).run()
    assert [e.value for e in app.exception] == []
    return app


def test_a_file_is_taken_and_a_wrong_one_leaves_everything_as_it_was():
    app = run("""
state.take_file("good.txt", b"banana bandana")
state.take_file("bad.txt", b"caf\\xe9")
""")
    assert app.session_state["corpus"] == Corpus("good.txt", "banana bandana")
    assert "0xE9 at offset 3" in app.session_state["refused_corpus"]
    assert app.session_state["unread"] == ("bad.txt", b"caf\xe9")


def test_the_offer_to_read_a_file_otherwise_is_about_the_last_file():
    app = run("""
state.take_file("bad.txt", b"caf\\xe9")
state.take_file("empty.txt", b"")
""")
    assert "empty.txt" in app.session_state["refused_corpus"]
    assert app.session_state["unread"] is None


def test_a_file_that_cp1252_cannot_read_may_still_be_read_with_replacements():
    app = run("""
state.take_file("bad.txt", b"a\\x81b")
state.read_file("cp1252")
st.session_state.kept = state.unread_file()
state.read_file()
""")
    assert app.session_state["kept"] == ("bad.txt", b"a\x81b")
    assert app.session_state["corpus"].text == "a�b"


def test_a_text_of_ones_own_brings_its_own_settings_unless_they_were_chosen():
    app = run("""
state.choose_sample(samples.SAMPLES[1])
state.take_corpus(lambda: corpora.of_text("own", "नमस्ते दुनिया"))
""")
    assert (app.session_state["codec"], app.session_state["merges"]) == ("utf-8", 100)
    app = run("""
state.choose_sample(samples.SAMPLES[0])
st.session_state.merges = 7
state.take_corpus(lambda: corpora.of_text("own", "banana"))
""")
    assert (app.session_state["split"], app.session_state["merges"]) == ("none", 7)


def test_another_corpus_begins_at_its_beginning_and_settings_leave_the_player_alone():
    app = run("""
trainer.trained()
trainer.keep_k(8)
st.session_state.merges = 40
trainer.trained()
st.session_state.after_settings = trainer.k_in_hand()
state.choose_sample(samples.SAMPLES[2])
trainer.trained()
st.session_state.after_corpus = trainer.k_in_hand()
""")
    assert (app.session_state["after_settings"], app.session_state["after_corpus"]) == (8, 0)


def test_a_refused_setting_does_not_take_the_page_away():
    app = AppTest.from_file(FRAME, default_timeout=30).run()
    app.selectbox(key="sample").select("orders").run()
    app.session_state["tune"] = True
    app.selectbox(key="codec").select("latin-1").run()
    assert [e.value for e in app.exception] == []
    assert {box.key for box in app.selectbox} >= {"sample", "split", "ties", "codec"}
    assert "number 45 of the text" in app.error[0].value
    assert "base units in Settings" in app.error[0].value
    app.selectbox(key="codec").select("utf-8").run()
    assert [e.value for e in app.error] == []


def test_a_sample_can_be_chosen_again():
    app = AppTest.from_file(FRAME, default_timeout=30).run()
    for _ in range(2):
        app.session_state["corpus"] = Corpus("typed", "banana")
        app.selectbox(key="sample").select("hug_pug").run()
        assert app.session_state["corpus"].title == "hugs, pugs and buns"


def test_a_training_that_ends_late_does_not_move_the_player():
    app = run("""
import threading
from pages.ui import jobs, training
from pages.ui.training import Settings

state.take_corpus(lambda: corpora.of_text("large", "banana bandana " * 10))
trainer.start_job()
job = st.session_state.job
while job.active:
    threading.Event().wait(0.01)
state.choose_sample(samples.SAMPLES[0])
st.session_state.job = None
trainer.trained()
trainer.keep_k(8)
st.session_state.job = job
trainer.trained()
st.session_state.k_after = trainer.k_in_hand()
st.session_state.names = names()
""")
    assert app.session_state["k_after"] == 8
    assert any(name.startswith("large") for name in app.session_state["names"])


def saved(**changes) -> bytes:
    data = json.loads(files.to_json(bpe.Tokenizer([(97, 98)], name="mine")))
    return json.dumps(data | changes).encode()


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("mine", "mine"),
        ("cl100k_base", "cl100k_base (2)"),
        ("", "file"),
        ("\ud83e", "�"),
        ("x" * 500, "x" * shelf.MAX_NAME),
    ],
)
def test_an_opened_tokenizer_gets_a_name_of_its_own(name, kept):
    app = run(f"shelf.open_file('file.json', {saved(name=name)!r})")
    assert names(app)[-1] == kept
    assert kept not in words.ENCODINGS


def test_an_opened_tokenizer_does_not_replace_another_of_its_name():
    app = run(f"""
shelf.open_file('file.json', {saved()!r})
shelf.open_file('file.json', {saved(merges=[[97, 99]])!r})
shelf.open_file('file.json', {saved(merges=[[97, 100]])!r})
""")
    opened = list(machines(app).items())[-3:]
    assert [(name, machine.merges) for name, machine in opened] == [
        ("mine", ((97, 98),)),
        ("mine (2)", ((97, 99),)),
        ("mine (3)", ((97, 100),)),
    ]


def test_the_same_file_opened_again_is_kept_once_as_the_newest():
    app = run(f"""
shelf.open_file('file.json', {saved()!r})
shelf.open_file('file.json', {saved(merges=[[97, 99]])!r})
shelf.open_file('file.json', {saved()!r})
""")
    assert names(app)[1:] == ["mine (2)", "mine"]


@pytest.mark.parametrize("pattern", ["(((a{200}){200}){200})", "(?:(?:a|aa|a?)+)+$", "("])
def test_a_file_with_a_pattern_that_does_harm_is_refused(pattern):
    data = saved(pre_tokenizer={"name": "mine", "pattern": pattern})
    app = run(f"shelf.open_file('file.json', {data!r})")
    assert app.session_state["refused_file"]
    assert "mine" not in names(app)


def test_a_pattern_that_was_harmless_when_tried_is_stopped_in_a_sentence_later():
    data = saved(pre_tokenizer={"name": "mine", "pattern": "(?:q+|qq)+z"})
    machine = machines(run(f"shelf.open_file('file.json', {data!r})"))["mine"]
    with pytest.raises(ValueError, match=r"took more than 2 seconds .* was stopped"):
        machine.encode("q" * 5_000 + " z")


def test_no_refusal_is_longer_than_a_page_can_show():
    app = run("shelf._refuse('file', 'a' * 5_000_000)")
    assert len(app.session_state["refused_file"]) == shelf.MAX_REFUSAL


# Files of others: the shelf opens them by what they hold, and their ids are shown everywhere.

WORDS = bpe.train("the cat sat on the mat, the cat", merges=9, pre_tokenizer="gpt2").tokenizer


def of_others() -> dict[str, bytes]:
    """Files with ids that are not 0 to 255 and on: a tokenizer.json, ours with them, and ranks."""
    data = WORDS.to_huggingface()
    vocab = data["model"]["vocab"]
    data["model"]["vocab"] = {token: 9_000 - 7 * id_ for token, id_ in vocab.items()}
    data["added_tokens"] = [
        {"content": "<e>", "id": len(vocab), "special": True, "normalized": False}
        | dict.fromkeys(("single_word", "lstrip", "rstrip"), False)
    ]
    theirs = files.from_json(json.dumps(data))
    table = {token: 3 * id_ for id_, token in WORDS.tokens.items()}
    lines = [base64.b64encode(token) + b" %d" % rank for token, rank in table.items()]
    return {
        "tokenizer.json": json.dumps(data).encode(),
        "ours.json": files.to_json(theirs).encode(),
        "ranks.tiktoken": b"\n".join(lines),
    }


OTHERS = of_others()
SHOWN = "the cat<e> sät\n"


def shown_ids(fields: dict) -> list[int]:
    """Work the ids out as the browser does, from nothing but what it is sent."""
    units, numbers = SHOWN.encode(), fields["merged_at"].tolist()
    made = dict(zip(fields["events"].tolist(), fields["event_ids"].tolist(), strict=True))
    specials = {start: id_ for start, _, id_ in fields["specials"]}
    ids, start = [], 0
    for end in range(1, len(units) + 1):
        if end == len(units) or numbers[end - 1] > fields["n_merges"]:
            inner = max(numbers[start : end - 1], default=0)
            plain = made[inner] if inner else fields["byte_ids"][units[start]]
            ids.append(specials.get(start, plain))
            start = end
    return ids


@pytest.mark.parametrize("file", OTHERS)
def test_a_file_of_others_is_opened_shown_and_saved_with_its_ids(file):
    app = run(f"""
from pages.ui import facts, payload
shelf.open_file({file!r}, {OTHERS[file]!r}, "gpt2")
name = list(shelf.shelved())[-1]
machine = shelf.tokenizer(name)
st.session_state.opened_as = shelf.short(name)
st.session_state.fields = payload.replay_fields(machine, {SHOWN!r}, specials=True)
st.session_state.facts = facts.of_token(name, b" cat", machine.replay(" cat"))
st.session_state.again = shelf.saved(name)
st.session_state.theirs = shelf.saved(name, "huggingface")
""")
    state = app.session_state
    assert state["refused_file"] == ""
    names = {"ranks.tiktoken": "ranks.tiktoken, split as GPT-2"}
    assert state["opened_as"] == names.get(file, file.partition(".")[0])
    if file == "ranks.tiktoken":
        machine = ranks.from_tiktoken(OTHERS[file], "gpt2")
        wanted = [3 * id_ for id_ in WORDS.encode(SHOWN)]
        cat = 3 * WORDS.id_of(b" cat")
    else:
        machine = files.from_json(OTHERS[file])
        plain = [9_000 - 7 * id_ for id_ in WORDS.encode("the cat")]
        wanted = [
            *plain,
            256 + WORDS.n_merges,
            *(9_000 - 7 * id_ for id_ in WORDS.encode(" sät\n")),
        ]
        cat = 9_000 - 7 * WORDS.id_of(b" cat")
    assert machine.encode(SHOWN, allowed_special="all") == wanted
    assert shown_ids(state["fields"]) == wanted
    assert state["fields"]["round_trip"] == ""
    assert machine.id_of(b" cat") == cat
    assert state["facts"]["twin"] is None
    assert state["facts"]["longest_differs"] is False
    for saved_again in (state["again"], state["theirs"]):
        again = files.from_json(saved_again)
        assert again.encode(SHOWN, allowed_special="all") == wanted
        assert (again.merges, again.special_tokens) == (machine.merges, machine.special_tokens)
    assert files.from_json(state["again"]).name == state["opened_as"]


def test_a_rank_file_is_read_with_the_pattern_that_was_chosen():
    data = OTHERS["ranks.tiktoken"]
    app = run(f"""
for split in ('none', 'words', 'cl100k', 'cl100k'):
    shelf.open_file('r.tiktoken', {data!r}, split)
""")
    opened = list(machines(app).items())[-3:]
    assert {name: machine.pre_tokenizer.name for name, machine in opened} == {
        "r.tiktoken, not split": "none",
        "r.tiktoken, split by words": "words",
        "r.tiktoken, split as GPT-4": "cl100k",
    }


def test_a_rank_file_of_openais_is_opened_with_its_own_pattern():
    data = (SHIPPED / ENCODINGS["r50k_base"].file).read_bytes()
    app = run(f"shelf.open_file('mine.tiktoken', {data!r}, 'cl100k')")
    name, machine = list(machines(app).items())[-1]
    assert name == "mine.tiktoken, split as GPT-2"
    text = "Don't stop: 12345 नमस्ते"
    assert machine.encode(text) == bpe.pretrained("r50k_base").encode(text)


def test_what_is_typed_takes_the_place_of_what_was_typed_a_moment_ago():
    app = run("""
st.session_state.seen = seen = []
typed("aa aa")
typed("aa aa ab ab")
seen.append(names()[1:])
shelf.rename([*shelf.shelved()][-1], "Named")
typed("aa aa ab ab ac ac")
seen.append(names()[1:])
st.session_state.merges = 1
typed("aa aa ab ab ac ac")
seen.append(names()[1:])
""")
    three = "typed text, 3 merges, split by spaces"
    one = "typed text, 1 merge, split by spaces"
    [first, *rest] = app.session_state["seen"]
    assert first == ["typed text, 2 merges, split by spaces"]
    assert rest == [["Named", three], ["Named", three, one]]


def test_another_typed_corpus_is_no_draft_of_the_one_before():
    app = run("""
st.session_state.merges = 2
typed("banana banana")
typed("low low lower")
typed("low 5\\nlower 2", "typed words", corpora.of_counts)
st.session_state.all = names()[1:]
""")
    assert [name.partition(",")[0] for name in app.session_state["all"]] == [
        "typed text",
        "typed text",
        "typed words",
    ]


def test_a_new_training_has_its_place_on_a_shelf_full_of_opened_files():
    app = run("""
import bpe
for i in range(shelf.MAX_SHELF):
    shelf.put(f"file {i}", bpe.Tokenizer([(97, 98 + i)]), chosen=True)
st.session_state.put = shelf.put("trained", bpe.Tokenizer([(97, 97)]))
""")
    found = names(app)
    assert found[-1] == "trained"
    assert app.session_state["put"] == key_of(app, "trained")
    assert (len(found), "file 0" in found, "file 1" in found) == (shelf.MAX_SHELF, False, True)


def test_a_key_leads_to_the_same_tokenizer_whatever_it_or_others_are_called():
    app = run("""
import bpe
key = shelf.put("one", bpe.Tokenizer([(97, 98)]))
shelf.rename(key, "two")
other = shelf.put("one", bpe.Tokenizer([(97, 99)]))
st.session_state.called = [shelf.short(key), shelf.short(other)]
st.session_state.merges_of = [shelf.tokenizer(each).merges for each in (key, other)]
""")
    assert app.session_state["called"] == ["two", "one"]
    assert app.session_state["merges_of"] == [((97, 98),), ((97, 99),)]


def test_what_has_left_the_shelf_is_still_called_by_its_last_name():
    app = run("""
import bpe
key = shelf.put("one", bpe.Tokenizer([(97, 98)]))
shelf.rename(key, "two")
for i in range(shelf.MAX_SHELF):
    shelf.put(f"file {i}", bpe.Tokenizer([(97, 99 + i)]), chosen=True)
st.session_state.gone = key not in shelf.shelved(), shelf.title(key)
try:
    shelf.tokenizer(key)
except ValueError as error:
    st.session_state.why = str(error)
""")
    assert app.session_state["gone"] == (True, "Yours: two")
    assert app.session_state["why"] == "There is no tokenizer named 'two' on the shelf any more."


def test_what_is_trained_again_is_the_same_object_so_that_its_counts_still_hold():
    app = run("""
first = shelf.tokenizer([*shelf.shelved()][-1])
trainer._train.clear()
for merges in (31, 30):
    st.session_state.merges = merges
    trainer.trained()
st.session_state.same = shelf.tokenizer([*shelf.shelved()][-1]) is first
""")
    assert app.session_state["same"] is True


def test_no_more_names_are_remembered_than_there_is_room_for():
    app = run("""
import bpe
for i in range(100):
    shelf.put(f"file {i}", bpe.Tokenizer([(97, 98 + i)]))
""")
    assert len(app.session_state["shelf_gone"]) == shelf.MAX_GONE


def test_what_is_opened_after_it_was_trained_is_kept_as_what_was_opened():
    app = run("""
import bpe
machine = bpe.Tokenizer([(97, 98)])
for chosen in (False, True, False):
    key = shelf.put("one", machine, chosen=chosen)
st.session_state.chosen = shelf.is_chosen(key)
""")
    assert app.session_state["chosen"] is True


def test_what_is_typed_stays_chosen_on_other_pages():
    app = run("""
st.session_state.seen = seen = []
for text in ("aa aa", "aa aa ab", "a", "aa", "aa aa ab ab"):
    typed(text)
    seen.append([*shelf.shelved()][-1])
""")
    assert len({*app.session_state["seen"]}) == 1
    assert names(app)[1:] == ["typed text, 2 merges, split by spaces"]


def test_a_draft_that_was_named_is_not_followed_by_what_is_typed_next():
    app = run("""
typed("aa aa")
key = [*shelf.shelved()][-1]
shelf.rename(key, "Named")
typed("aa aa ab ab")
st.session_state.named = shelf.short(key), shelf.tokenizer(key).n_merges
""")
    assert app.session_state["named"] == ("Named", 1)


def test_a_long_name_of_a_rank_file_still_ends_in_its_pattern():
    data = OTHERS["ranks.tiktoken"]
    app = run(f"shelf.open_file('r' * 200 + '.tiktoken', {data!r}, 'o200k')")
    name = names(app)[-1]
    assert len(name) == shelf.MAX_NAME
    assert name.endswith("r, split as GPT-4o")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not whole JSON"),
        (b"YQ== 0\nYQ== 1\n", "Line 2"),
        (b'{"model": {"type": "WordPiece"}}', "WordPiece"),
        (b'{"model": {"merges": []}, "normalizer": {"type": "\\ud83e"}}', r"normalizer \ud83e"),
        (b"\x80\x04cos\nmkdir\n", "not whole JSON"),
        (b'{"format": "bpe-playground", "model": {}}', "version"),
    ],
)
def test_a_file_that_is_no_tokenizer_leaves_the_shelf_as_it_was(data, why):
    app = run(f"shelf.open_file('file.json', {saved()!r})\nshelf.open_file('x', {data!r})")
    assert why in app.session_state["refused_file"]
    assert names(app)[-1] == "mine"


def test_a_file_that_is_too_large_is_refused_unread():
    app = run(
        "shelf.MAX_FILE, most = 100, shelf.MAX_FILE\n"
        f"shelf.open_file('file.json', {saved()!r})\n"
        "shelf.MAX_FILE = most"
    )
    assert "up to 100 can be opened" in app.session_state["refused_file"]
    assert "mine" not in names(app)


@pytest.mark.parametrize("pattern", [r"(?:(?:a|aa|aaa)+)+,", r"((a{200}){200}){200}"])
def test_a_stranger_pattern_of_a_tokenizer_json_is_tried_in_a_process_of_its_own(pattern):
    data = WORDS.to_huggingface()
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated"}
    steps = [split | {"invert": False}, data["pre_tokenizer"] | {"use_regex": False}]
    data["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": steps}
    app = run(f"shelf.open_file('evil.json', {json.dumps(data).encode()!r})")
    assert app.session_state["refused_file"]
    assert "evil" not in names(app)


def test_what_was_opened_outlives_what_was_merely_tried():
    app = run(f"""
shelf.open_file("file.json", {saved()!r})
for merges in range(1, 12):
    st.session_state.merges = merges
    trainer.trained()
""")
    assert "mine" in names(app)
    assert len(names(app)) == shelf.MAX_SHELF


def test_trainings_that_differ_in_the_split_stand_side_by_side():
    app = run("""
for split in ("none", "gpt2"):
    st.session_state.split = split
    trainer.trained()
""")
    assert names(app)[-2:] == [
        "a cake shop's replies, 30 merges",
        "a cake shop's replies, 30 merges, split as GPT-2",
    ]


CHANGES = {
    "ties": ("greatest", "greatest bytes win"),
    "min_count": (3, "counts from 3"),
    "codec": ("latin-1", "characters"),
}


@pytest.mark.parametrize("setting", CHANGES)
def test_trainings_that_differ_in_another_setting_stand_side_by_side(setting):
    value, said = CHANGES[setting]
    app = run(f"st.session_state.{setting} = {value!r}; trainer.trained()")
    first, other = names(app)
    assert first == "a cake shop's replies, 30 merges"
    assert other.startswith("a cake shop's replies, ")
    assert other.endswith(f"merges, {said}")


def test_a_name_says_what_is_unlike_the_settings_that_came_with_the_text():
    app = run("""
state.choose_sample(samples.SAMPLES[1])
trainer.trained()
st.session_state.codec = "utf-8"
trainer.trained()
state.take_corpus(lambda: corpora.of_text("own", "banana bandana banana"))
st.session_state.ties, st.session_state.min_count = "lowest", 1
trainer.trained()
""")
    *others, own = names(app)
    assert others[1:] == [
        "the cat sat, twice, 7 merges, split by spaces",
        "the cat sat, twice, 7 merges, bytes, split by spaces",
    ]
    assert own.endswith("merges, lowest ids win, counts from 1, split by spaces")


def test_trainings_that_differ_in_their_pattern_stand_side_by_side():
    app = run(r"""
st.session_state.split = "custom"
for pattern in (r"\w+", r"\w+ ?", "a" * 30 + "|b+", "a" * 30 + "|c+"):
    st.session_state.good_pattern = pattern
    trainer.trained()
""")
    start = "a cake shop's replies, 30 merges, split by "
    opened = list(machines(app).items())[1:]
    assert [name for name, _ in opened] == [
        start + r"\w+",
        start + r"\w+·?",
        start + "a" * 24 + "…",
        start + "a" * 24 + "… (2)",
    ]
    assert [machine.pre_tokenizer.pattern[-3:] for _, machine in opened] == [
        r"\w+",
        r"+ ?",
        "|b+",
        "|c+",
    ]


def test_another_text_of_the_same_title_gets_a_number_and_neither_is_lost():
    app = run("""
for text in ("banana " * 9, "cabana " * 9):
    state.take_corpus(lambda: corpora.of_text("mine.txt", text))
    st.session_state.merges = 3
    trainer.trained()
""")
    (one, first), (two, second) = list(machines(app).items())[-2:]
    assert (one, two) == (
        "mine.txt, 3 merges, split by spaces",
        "mine.txt, 3 merges, split by spaces (2)",
    )
    assert first.merges != second.merges


def test_a_training_does_not_replace_what_was_renamed_to_its_title():
    app = run(f"""
shelf.open_file("file.json", {saved()!r})
shelf.rename([*shelf.shelved()][-1], "a cake shop's replies, 40 merges")
st.session_state.merges = 40
trainer.trained()
""")
    kept = machines(app)
    assert kept["a cake shop's replies, 40 merges"].n_merges == 1
    assert kept["a cake shop's replies, 40 merges (2)"].n_merges == 40


def test_training_again_makes_no_second_one_whatever_the_first_is_called():
    app = run("""
first = next(iter(shelf.shelved()))
trainer._train.clear()
for merges in (40, 30, 40, 30):
    st.session_state.merges = merges
    trainer.trained()
st.session_state.seen = names()
shelf.rename(first, "my first")
trainer._train.clear()
for merges in (40, 30):
    st.session_state.merges = merges
    trainer.trained()
""")
    title = "a cake shop's replies, 30 merges"
    assert app.session_state["seen"] == ["a cake shop's replies, 40 merges", title]
    kept = machines(app)
    assert list(kept) == ["a cake shop's replies, 40 merges", "my first"]
    assert kept["my first"] == app.session_state["trained"].training.tokenizer


def test_more_merges_than_are_possible_make_no_second_one():
    app = run("""
state.take_corpus(lambda: corpora.of_text("mine.txt", "banana banana"))
for merges in (300, 400):
    st.session_state.merges = merges
    trainer.trained()
""")
    assert len([name for name in names(app) if "mine.txt" in name]) == 1


def test_mixtures_of_which_only_some_languages_are_named_are_told_apart(monkeypatch):
    app = run("""
from pages.ui import mixtures
names = mixtures.trainable()
for chosen in (names[:12], names[:11] + names[12:13], names[:12]):
    shelf.put(*mixtures.trained_on(chosen, 50))
""")
    title, other = names(app)[:0:-1]
    assert other == f"{title} (2)"


@pytest.mark.parametrize("new", ["", " ", "x" * 61, "cl100k_base", "GPT-4"])
def test_a_name_that_cannot_be_is_refused_in_a_sentence(new):
    app = run(f"shelf.rename([*shelf.shelved()][0], {new!r})")
    assert app.session_state["refused_name"].endswith(".")
    assert names(app) == ["a cake shop's replies, 30 merges"]


def test_a_question_about_a_token_is_answered_from_what_is_shown():
    app = run("""
live.take_text("the lowest", page="text")
fields = live.dial_fields("cl100k_base")
message = {"sig": fields["sig"], "k": 100000, "start": 3, "end": 10, "from": 3, "to": 10}
live.ask("cl100k_base", message)
""")
    facts = app.session_state["facts"]
    assert facts["twin"]["label"] == "lowest"
    assert facts["twin"]["id"] == 90998
    assert {row["title"] for row in facts["ids"]} >= {"GPT-4o (o200k_base)", "GPT-2 (r50k_base)"}


@pytest.mark.parametrize(
    "message",
    [
        None,
        "text",
        {},
        {"sig": "x", "k": 1, "start": 0, "end": 1, "from": 0, "to": 1},
        {"sig": "SIG", "k": 1, "start": 5, "end": 2, "from": 0, "to": 9},
        {"sig": "SIG", "k": 1, "start": -1, "end": 2, "from": -5, "to": 9},
        {"sig": "SIG", "k": 1, "start": 0, "end": 10**9, "from": 0, "to": 10**9},
        {"sig": "SIG", "k": True, "start": 0, "end": 1, "from": 0, "to": 1},
    ],
    ids=str,
)
def test_a_question_that_makes_no_sense_is_passed_over(message):
    app = run(f"""
message = {message!r}
if isinstance(message, dict) and message.get("sig") == "SIG":
    message["sig"] = live.dial_fields("cl100k_base")["sig"]
live.ask("cl100k_base", message)
""")
    assert "facts" not in app.session_state


def test_a_long_pre_token_is_not_matched_greedily():
    corpus = corpora.of_text("long", "abcdefghij " * 400)
    trained = bpe.train(corpus.text, merges=60)
    assert max(map(len, trained.tokenizer.tokens.values())) > 500
    app = run("""
state.take_corpus(lambda: corpora.of_text("long", "abcdefghij " * 400))
st.session_state.merges, st.session_state.split = 60, "none"
trainer.trained()
live.take_text("abcdefghij " * 2000, page="text")
name = next(reversed(shelf.shelved()))
fields = live.dial_fields(name)
live.ask(name, {"sig": fields["sig"], "k": 60, "start": 0, "end": 11, "from": 0, "to": 22000})
""")
    assert app.session_state["facts"]["longest"] == []


def test_a_long_name_of_a_file_keeps_its_ending():
    app = run(f"state.take_file({'a' * 60 + '.txt'!r}, b'banana')")
    assert app.session_state["corpus"].title == f"{'a' * 35}….txt"
