"""Opening other people's tokenizer files on the page Compare, in a browser."""

import pytest
from playwright.sync_api import expect
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from pages.ui import live
from tests.driving import go_to, idle

pytestmark = pytest.mark.browser


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
