"""What going back in the history brings: the page's own functions, without a browser."""

from pages.ui import live
from tests.test_state import run

LONG = "words " * 200
LONGER = "more words " * 200

SHOWN = f"""
from urllib.parse import urlencode
from pages.ui import address

st.session_state.address_entered = True
st.session_state.seen = seen = []
st.session_state.tokenizer = "cl100k_base"

def show(text):
    live.take_text(text, page="text")
    address.write(st.session_state.tokenizer)
    return st.query_params.to_dict()

def back(said):
    address.go_back("?" + urlencode(said))
    seen.append((live.text_in_hand(), st.session_state.tokenizer, live.k_in_hand(100_000)))
    address.write(st.session_state.tokenizer)

LONG, LONGER = {LONG!r}, {LONGER!r}
"""


def test_each_long_text_is_gone_back_to_and_the_opening_one_too():
    app = run(
        f"""{SHOWN}
long, opening, longer, short = map(show, (LONG, live.OPENING_TEXT, LONGER, "short"))
for said in (longer, opening, long, short):
    back(said)
"""
    )
    texts = [text for text, _, _ in app.session_state["seen"]]
    assert texts == [LONGER, live.OPENING_TEXT, LONG, "short"]


def test_of_many_long_texts_the_last_are_kept():
    app = run(
        f"""{SHOWN}
from pages.ui.address import MAX_LONG
said = [show(f"{{LONG}}{{i}}") for i in range(MAX_LONG + 1)]
for each in said:
    back(each)
"""
    )
    texts = [text for text, _, _ in app.session_state["seen"]]
    assert texts == [live.OPENING_TEXT, *(f"{LONG}{i}" for i in range(1, 5))]


def test_a_tokenizer_from_a_file_is_gone_back_to():
    app = run(
        f"""{SHOWN}
import bpe
own = st.session_state.tokenizer = shelf.put("opened", bpe.Tokenizer([(97, 98)]), chosen=True)
st.session_state.own = own
mine = show("ab")
st.session_state.tokenizer = "cl100k_base"
theirs = show("ab")
back(mine)
back(theirs)
back({{"tokenizer": "own 0", "k": "5"}})
"""
    )
    own = app.session_state["own"]
    assert app.session_state["seen"] == [
        ("ab", own, 100_000),
        ("ab", "cl100k_base", 100_000),
        (live.OPENING_TEXT, "cl100k_base", 5),
    ]


def test_what_a_browser_says_of_an_address_is_checked():
    hostile = ["", "?", "%ff", "k=²&show=<b>", "text=" + "x" * 10**6, "a=1&" * 10_000]
    app = run(
        f"""{SHOWN}
for query in {hostile!r}:
    address.go_back(query)
    seen.append(len(live.text_in_hand()))
"""
    )
    opening = len(live.OPENING_TEXT)
    assert app.session_state["seen"] == [opening, opening, opening, opening, 500, 500]


def test_what_is_changed_right_after_going_back_is_written():
    app = run(
        f"""{SHOWN}
one = show("one")
show("two")
address.go_back("?" + urlencode(one))
seen.append(show("three"))
"""
    )
    assert app.session_state["seen"][0]["text"] == "three"


def test_a_first_run_that_is_broken_off_does_not_lose_what_the_address_says():
    app = run(
        """
from pages.ui import address
st.query_params["text"] = "linked words"
for _ in range(2):  # the first of them ends before the page is run
    address.enter("text")
address.read()
st.session_state.text_read = live.text_in_hand()
"""
    )
    assert app.session_state["text_read"] == "linked words"


def test_going_back_to_where_nothing_was_written_yet_keeps_the_text_in_hand():
    app = run(
        f"""{SHOWN}
show("my own precious text")
back({{}})
"""
    )
    assert app.session_state["seen"] == [("my own precious text", "cl100k_base", 100_000)]


def test_the_address_that_was_gone_back_to_stays_as_it_is():
    """Else going back again would meet the entry that was just made."""
    app = run(
        f"""{SHOWN}
show("one")
show("two")
st.query_params.from_dict({{"text": "one"}})  # as a link had it, without a tokenizer
back({{"text": "one"}})
seen.append(st.query_params.to_dict())
"""
    )
    assert app.session_state["seen"][1] == {"text": "one"}
