"""Fixtures named as the things they are, and how hard hypothesis tries."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent
os.environ["TIKTOKEN_CACHE_DIR"] = str(HERE.parent / "assets" / "encodings")

settings.register_profile(
    "bpe",
    deadline=None,
    derandomize="CI" in os.environ,
    max_examples=int(os.environ.get("BPE_EXAMPLES", "100")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("bpe")

import tiktoken  # noqa: E402  (only now that its folder is set)
from playwright.sync_api import Page, expect  # noqa: E402

import bpe  # noqa: E402
from tests.browser import FLAGS, find_browser  # noqa: E402
from tests.driving import go_to, idle, is_trouble, serving  # noqa: E402
from tests.strategies import ENCODINGS  # noqa: E402

expect.set_options(timeout=20_000)  # a busy machine is slow, not wrong

LEFT_OUT = pytest.StashKey[int]()


@pytest.fixture(scope="session")
def crumb() -> str:
    """Return five support replies of a bakery, 280 bytes."""
    return (HERE / "data" / "crumb.txt").read_text(encoding="utf-8").strip()


@pytest.fixture(scope="session")
def cat_sat() -> str:
    """Return a text of three words, twice."""
    return "the cat sat the cat sat"


@pytest.fixture(scope="session")
def low() -> str:
    """Return a text whose first four merges are one word growing."""
    return "low low low lowest newest"


@pytest.fixture(scope="session")
def encodings() -> dict[str, tiktoken.Encoding]:
    """Return tiktoken's own encodings."""
    return {name: tiktoken.get_encoding(name) for name in ENCODINGS}


@pytest.fixture(scope="session")
def pretrained() -> dict[str, bpe.Tokenizer]:
    """Return the same encodings as this package's tokenizers."""
    return {name: bpe.pretrained(name) for name in ENCODINGS}


@pytest.fixture(scope="session")
def cl100k() -> bpe.Tokenizer:
    """Return GPT-4's encoding, in which the live text opens."""
    return bpe.pretrained("cl100k_base")


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """Run the app as its users do; fail if it ever prints a traceback."""
    log = tmp_path_factory.mktemp("server") / "log"
    with serving(log) as url:
        yield url
    assert "Traceback" not in log.read_text()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return {**browser_type_launch_args, "executable_path": find_browser(), "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    return {**browser_context_args, "viewport": {"width": 1280, "height": 800}}


@pytest.fixture
def app(page: Page, server: str):
    """Open the first page; fail on a script error or a request to elsewhere."""
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(f"script error: {error}"))
    page.on(
        "console", lambda message: troubles.append(message.text) if is_trouble(message) else None
    )
    page.on(
        "request",
        lambda request: (
            troubles.append(f"request to {request.url}")
            if not request.url.startswith((server, "data:", "blob:"))
            else None
        ),
    )
    page.goto(server)
    idle(page)
    yield page
    assert troubles == []


@pytest.fixture
def text_page(app: Page) -> Page:
    """Open the page "Your text"."""
    go_to(app, "Your text")
    return app


@pytest.fixture
def messages(app: Page):
    """Collect what the browser sends to the server from now on."""
    sent: list[int] = []

    def listen(websocket):
        websocket.on("framesent", lambda frame: sent.append(len(frame)))

    app.on("websocket", listen)
    app.reload()
    idle(app)
    sent.clear()
    return sent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what needs a browser where there is none, and say so at the end."""
    needing = [item for item in items if item.get_closest_marker("browser")]
    if needing and find_browser() is None:
        items[:] = [item for item in items if item not in needing]
        config.hook.pytest_deselected(items=needing)
        config.stash[LEFT_OUT] = len(needing)


def pytest_terminal_summary(terminalreporter, config: pytest.Config) -> None:
    """Name what was left out."""
    if left_out := config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(
            f"{left_out} browser tests were left out: there is no Chromium or Chrome here. "
            "`python -m tests` installs one where it can."
        )
