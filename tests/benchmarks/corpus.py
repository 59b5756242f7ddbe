"""English-like text of any size that every machine with Python has: its own documentation."""

import ast
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from pydoc_data import topics

SIZE = 1_100_000
"""Bytes of the text that the benchmarks use."""


def prose() -> Iterator[str]:
    """Yield Python's help topics, then the docstrings of its standard library, in a fixed order."""
    yield from (topics.topics[name] for name in sorted(topics.topics))
    library = Path(sysconfig.get_path("stdlib"))
    packages = ("asyncio", "concurrent", "ctypes", "distutils", "email", "http", "idlelib")
    packages += ("importlib", "json", "logging", "multiprocessing", "tkinter", "unittest", "xml")
    files = [file for part in (".", *packages) for file in sorted((library / part).glob("*.py"))]
    for file in files:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                yield ast.get_docstring(node) or ""


def english(size: int = SIZE) -> str:
    """Return that many bytes of ASCII prose, the same ones on every machine with this Python."""
    parts: list[str] = []
    length = 0
    for part in filter(None, prose()):
        plain = part.encode("ascii", "ignore").decode() + "\n\n"
        parts.append(plain)
        length += len(plain)
        if length >= size:
            return "".join(parts)[:size]
    raise SystemExit(f"This Python's documentation has only {length:,} bytes.")
