"""Trying a visitor's pattern where it can do no harm: in a process of its own, with limits.

Compiling a pattern has no timeout, and nested repeats can take gigabytes. So a pattern is compiled
and tried on the corpus in a child first; only one that came back in time is used here.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

from bpe.pretokenize import PreTokenizer

SECONDS = 2.0
"""How long a pattern may take on the text that it is tried on."""

MAX_PATTERN = 2_000
"""The longest pattern, in characters."""

_MEMORY = 2**30
TRIED = 20_000
"""How many characters of a corpus a pattern is tried on."""

TOO_SLOW = f"The pattern took more than {SECONDS:g} seconds and was stopped."
TOO_LARGE = "The pattern needs too much memory and was stopped."
BROKE = "The pattern could not be tried: the process that was to try it broke off. Try another one."

_WHY_STOPPED = {
    getattr(signal, name, None): why
    for name, why in (("SIGXCPU", TOO_SLOW), ("SIGKILL", TOO_LARGE))
}
"""Why the child is ended from outside, by signal; Windows has none of these."""

_STARTUP = 3.0  # seconds that the child may need to start
_ROOT = Path(__file__).parents[2]
_room = threading.BoundedSemaphore(2)


@dataclass(frozen=True)
class Verdict:
    """What a pattern does: why it cannot be used, or what it skips.

    Attributes:
        error: Why it is refused, in one sentence; empty if it is not.
        skipped: The first few pieces of the text that it does not match.
        n_skipped: How many there are.
    """

    error: str = ""
    skipped: tuple[str, ...] = ()
    n_skipped: int = 0


def check(pattern: str, text: str) -> Verdict:
    """Compile a pattern and try it on the beginning of a text, in a child process.

    >>> check("(", "").error
    'The pattern is not a regular expression: missing ) at position 1.'
    """
    if len(pattern) > MAX_PATTERN:
        return Verdict(
            f"The pattern has {len(pattern):,} characters; up to {MAX_PATTERN:,} can be used."
        )
    asked = json.dumps({"pattern": pattern, "text": text[:TRIED]})
    with _room:
        try:
            child = subprocess.run(
                [sys.executable, "-m", "pages.ui.patterns"],
                input=asked,
                capture_output=True,
                text=True,
                encoding="utf-8",
                cwd=_ROOT,
                timeout=SECONDS + _STARTUP,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Verdict(TOO_SLOW)
    if child.returncode != 0:
        return Verdict(_WHY_STOPPED.get(-child.returncode, BROKE))
    answer = json.loads(child.stdout)
    return Verdict(answer["error"], tuple(answer["skipped"]), answer["n_skipped"])


def _try(pattern: str, text: str) -> dict[str, object]:
    try:
        rule = PreTokenizer(pattern, timeout=SECONDS)
        pieces, matched = rule.split(text), iter(rule.matches(text))
    except ValueError as error:
        return {"error": str(error), "skipped": [], "n_skipped": 0}
    except MemoryError:
        return {"error": TOO_LARGE, "skipped": [], "n_skipped": 0}
    # What is matched stands in the same order among the pieces: the others were skipped.
    skipped = []
    match = next(matched, None)
    for piece in pieces:
        if piece == match:
            match = next(matched, None)
        else:
            skipped.append(piece)
    return {"error": "", "skipped": skipped[:5], "n_skipped": len(skipped)}


def _limit_memory() -> None:
    try:
        import resource  # noqa: PLC0415 - there is none on Windows
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    seconds = int(SECONDS + _STARTUP)
    # Between the two it is told why it ends; at the second it is killed, as for want of memory.
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    question = json.load(sys.stdin)
    _limit_memory()
    print(json.dumps(_try(question["pattern"], question["text"])))
