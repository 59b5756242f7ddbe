"""Long work beside the script: a thread that reports, can be cancelled, and waits for its turn."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from weakref import WeakSet

import streamlit as st

Result = TypeVar("Result")

AT_ONCE = 2
"""How many jobs run at once in this process; others wait."""

ABANDONED = 90.0
"""Seconds after which a job that nobody looks at any more is given up.

Browsers let a hidden tab look only once a minute."""

LEFT = 15.0
"""The same once its page is closed: a connection that broke is back sooner."""

LONGEST = 600.0
"""Seconds that a job may run: others wait for its place."""

TOO_LONG = (
    f"This took more than {LONGEST / 60:g} minutes and was given up, as others wait for their "
    "turn. Try it with less text, or with a quicker pattern."
)

GIVEN_UP = "The work was given up, as nobody looked at its page for a while. Start it once more."

_room = threading.BoundedSemaphore(AT_ONCE)
_heavy_room = threading.BoundedSemaphore(1)


class Cancelled(Exception):
    """Raised inside a job's work to end it; says why, if nobody asked for it."""


@dataclass(eq=False)
class Job(Generic[Result]):
    """Work under way: what it has reached, and in the end its result or what went wrong.

    Attributes:
        work: What to do; it is given `report`, to be called with (done, wanted) again and again.
        heavy: Whether it needs much memory; of such jobs only one runs at a time.
        done: How far it is, of `wanted`.
        state: "waiting", "running", "finished", "refused" or "cancelled".
        result: What the work gave, once finished.
        error: Why it was refused, or given up unasked, in a sentence.
    """

    work: Callable[[Callable[[int, int], None]], Result]
    heavy: bool = False
    done: int = 0
    wanted: int = 1
    state: str = "waiting"
    result: Result | None = None
    error: str = ""
    _cancelled: threading.Event = field(default_factory=threading.Event, repr=False)
    _seen: float = field(default_factory=time.monotonic, repr=False)
    _begun: float = field(default=math.inf, repr=False)  # later than ever while it waits

    def start(self) -> Job[Result]:
        """Begin, in a thread of its own."""
        threading.Thread(target=self._run, daemon=True).start()
        return self

    @property
    def active(self) -> bool:
        """Whether it waits or runs; asking also tells the job that somebody still looks.

        A cancelled job counts as ended at once, though its thread goes on to its next report.
        """
        self._seen = time.monotonic()
        return self.state in ("waiting", "running") and not self._cancelled.is_set()

    @property
    def hopeful(self) -> bool:
        """Whether it may still bring a result, or has brought one."""
        return self.state in ("waiting", "running", "finished") and not self._cancelled.is_set()

    def leave(self) -> None:
        """Tell the job that its page was closed: unless somebody looks again it ends soon."""
        self._seen = min(self._seen, time.monotonic() - ABANDONED + LEFT)

    def cancel(self) -> None:
        """Ask it to end; it does at its next report."""
        self._cancelled.set()

    def _run(self) -> None:
        rooms = (_heavy_room, _room) if self.heavy else (_room,)
        taken = []
        try:
            for room in rooms:
                while not room.acquire(timeout=0.1):
                    self._check()
                taken.append(room)
            self.state, self._begun = "running", time.monotonic()
            result = self.work(self._report)
            self._check()
            self.result, self.state = result, "finished"
        except Cancelled as why:
            self.error, self.state = str(why), "cancelled"
        except ValueError as error:
            self.error, self.state = str(error), "refused"
        except MemoryError:
            self.error, self.state = "There is not enough memory for this.", "refused"
        except BaseException:
            self.error, self.state = "This failed for a reason that was not foreseen.", "refused"
            raise
        finally:
            for room in taken:
                room.release()

    def _report(self, done: int, wanted: int) -> None:
        self.done, self.wanted = done, wanted
        self._check()

    def _check(self) -> None:
        if self._cancelled.is_set():
            raise Cancelled
        if time.monotonic() - self._seen > ABANDONED:
            raise Cancelled(GIVEN_UP)
        if time.monotonic() - self._begun > LONGEST:
            raise Cancelled(TOO_LONG)


def _leave(watched: WeakSet[Job[Any]]) -> None:
    for job in list(watched):
        job.leave()


@st.cache_resource(scope="session", show_spinner=False, on_release=_leave)
def _watched() -> WeakSet[Job[Any]]:
    """Give the jobs of this session; Streamlit lets go of them when its page is closed."""
    return WeakSet()


def attend(job: Job[Any]) -> bool:
    """Say whether a job is active; it learns that somebody looks, or that the page is closed."""
    _watched().add(job)
    return job.active
