"""The server of the BPE Playground: `streamlit run app.py`.

The pages hang on `pages/frame.py`, not on this script: a folder `pages` beside the script that
Streamlit runs would turn its own old navigation on.
"""

import base64
import gc
import hashlib
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ROOT = Path(__file__).parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # so that the pages find `bpe` and `pages.ui`


def content_security_policy() -> str:
    """Say what the page may load: only what comes from this server.

    Components arrive as blobs. Streamlit's own page holds inline scripts, allowed by their hashes.
    """
    index = Path(st.__file__).parent / "static" / "index.html"
    scripts = re.findall(r"<script>(.*?)</script>", index.read_text(encoding="utf-8"), re.DOTALL)
    hashes = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
        for script in scripts
    )
    return (
        f"default-src 'self'; script-src 'self' blob: {hashes}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; "
        "worker-src 'self' blob:; frame-ancestors 'self'; object-src 'none'; base-uri 'self'"
    )


class SecurityHeaders:
    """Adds to each answer what a browser may do with it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.headers = [
            (b"content-security-policy", content_security_policy().encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"no-referrer"),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and the answer back with the headers."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self.headers]
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


@asynccontextmanager
async def warm(app: st.App) -> AsyncIterator[None]:
    """Import what the pages need before the first visitor comes; collect no garbage there."""
    from pages.ui import charts, state  # noqa: F401, PLC0415

    gc.collect()
    gc.freeze()
    yield


app = st.App("pages/frame.py", lifespan=warm, middleware=[Middleware(SecurityHeaders)])
