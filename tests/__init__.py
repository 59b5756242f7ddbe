"""The tests of the package, written from its specification."""

import json
from pathlib import Path


def read_json(name: str) -> dict:
    """Return one file of the tests' data."""
    return json.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))
