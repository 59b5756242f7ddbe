"""Opening other people's tokenizer files on the page Compare, in a browser."""

import base64

import pytest
from playwright.sync_api import expect
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from bpe import ranks
from pages.ui import live
from tests.driving import choose, go_to, idle

pytestmark = pytest.mark.browser

TOKENS = [*(bytes([byte]) for byte in range(256)), b"e ", b"e c", b"ca", b" m"]
RANKS = b"\n".join(base64.b64encode(token) + b" %d" % i for i, token in enumerate(TOKENS))


@pytest.fixture
def trained_elsewhere() -> Tokenizer:
    """Train a byte-level BPE tokenizer with Hugging Face's library."""
    machine = Tokenizer(models.BPE())
    machine.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    machine.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=320,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        special_tokens=["<s>"],
        show_progress=False,
    )
    machine.train_from_iterator([live.OPENING_TEXT] * 3, trainer)
    return machine


def open_file(page, name: str, data: bytes) -> None:
    go_to(page, "Compare")
    page.get_by_role("button", name="Tokenizers").click()
    page.locator("input[type=file]").set_input_files(
        {"name": name, "mimeType": "application/json", "buffer": data}
    )
    expect(page.get_by_text(name)).to_be_visible()
    idle(page)


def test_a_file_from_another_library_is_compared_like_the_others(app, trained_elsewhere):
    open_file(app, "orders.json", trained_elsewhere.to_str().encode())
    row = app.locator("[data-testid=row][data-name*=orders]")
    count = len(trained_elsewhere.encode(live.OPENING_TEXT).ids)
    expect(row).to_have_attribute("data-tokens", str(count))


def test_a_file_that_cannot_be_represented_is_refused_by_name(app):
    names = app.get_by_test_id("row")
    go_to(app, "Compare")
    before = names.count()
    open_file(app, "words.json", Tokenizer(models.WordPiece()).to_str().encode())
    expect(app.get_by_role("alert").filter(has_text="WordPiece")).to_be_visible()
    expect(names).to_have_count(before)


def test_a_rank_file_opened_with_two_patterns_is_two_rows_named_by_them(app):
    go_to(app, "Compare")
    app.get_by_role("button", name="Tokenizers").click()
    choose(app, "The pattern of a .tiktoken file", "GPT-2's pattern")
    app.locator("input[type=file]").set_input_files(
        {"name": "mine.tiktoken", "mimeType": "text/plain", "buffer": RANKS}
    )
    expect(app.get_by_role("button", name="Remove mine.tiktoken")).to_be_visible()
    choose(app, "The pattern of a .tiktoken file", "Nothing")
    counts = {
        key: ranks.from_tiktoken(RANKS, key).count(live.OPENING_TEXT) for key in ("gpt2", "none")
    }
    row = app.locator("[data-testid=row]")
    assert counts["gpt2"] != counts["none"]
    for key, name in (
        ("gpt2", "Yours: mine.tiktoken, split as GPT-2"),
        ("none", "Yours: mine.tiktoken, not split"),
    ):
        one = app.locator(f'[data-testid=row][data-name="{name}"]')
        expect(one).to_have_attribute("data-tokens", str(counts[key]))
    expect(row).to_have_count(5)
