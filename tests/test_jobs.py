"""Long work beside the script: it reports, ends when asked to, waits, fails in a sentence."""

import threading
import time

import pytest
from streamlit.runtime.caching.cache_resource_api import clear_session_cache
from streamlit.testing.v1 import AppTest

from pages.ui import jobs
from pages.ui.jobs import Job

SOON = 5.0


def until(condition, seconds=SOON):
    """Wait for a condition, failing if it never comes."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        threading.Event().wait(0.005)


def endless(report):
    """Work that only a cancel ends."""
    for done in range(10**9):
        report(done, 10**9)


def test_a_job_gives_its_result():
    job = Job(lambda report: report(1, 2) or "done").start()
    until(lambda: not job.active)
    assert (job.state, job.result, job.done, job.wanted) == ("finished", "done", 1, 2)


def test_a_job_ends_soon_after_it_is_cancelled():
    job = Job(endless).start()
    until(lambda: job.done > 10)
    job.cancel()
    assert not job.active
    until(lambda: job.state == "cancelled", 0.5)
    assert job.result is None


def test_what_a_cancelled_job_brings_too_late_is_not_taken():
    let_go = threading.Event()
    job = Job(lambda report: let_go.wait(SOON)).start()
    until(lambda: job.state == "running")
    job.cancel()
    let_go.set()
    until(lambda: job.state == "cancelled")
    assert job.result is None


def test_a_refusal_is_a_sentence():
    def refuse(report):
        raise ValueError("This is refused.")

    job = Job(refuse).start()
    until(lambda: not job.active)
    assert (job.state, job.error) == ("refused", "This is refused.")


@pytest.mark.parametrize(("heavy", "at_once"), [(False, jobs.AT_ONCE), (True, 1)])
def test_only_so_many_run_at_once_and_the_others_wait(heavy, at_once):
    many = [Job(endless, heavy=heavy).start() for _ in range(at_once + 2)]
    try:
        until(lambda: sum(job.state == "running" for job in many) == at_once)
        assert sum(job.state == "waiting" for job in many) == 2
        next(job for job in many if job.state == "running").cancel()
        until(lambda: sum(job.state == "waiting" for job in many) == 1)
        assert sum(job.state == "running" for job in many) == at_once
    finally:
        for job in many:
            job.cancel()
    until(lambda: all(job.state == "cancelled" for job in many))


def test_a_waiting_job_can_be_cancelled():
    running = [Job(endless).start() for _ in range(jobs.AT_ONCE)]
    until(lambda: all(job.state == "running" for job in running))
    waiting = Job(endless).start()
    waiting.cancel()
    until(lambda: waiting.state == "cancelled", 0.5)
    assert not waiting.active
    for job in running:
        job.cancel()
    until(lambda: all(job.state == "cancelled" for job in running))


def test_a_job_that_nobody_looks_at_is_given_up_and_says_so(monkeypatch):
    monkeypatch.setattr(jobs, "ABANDONED", 0.05)
    job = Job(endless).start()
    until(lambda: job.state == "cancelled")
    assert job.result is None
    assert job.error == jobs.GIVEN_UP


@pytest.mark.parametrize("comes_back", [False, True])
def test_a_job_whose_page_is_closed_is_given_up_soon_unless_somebody_comes_back(
    monkeypatch, comes_back
):
    monkeypatch.setattr(jobs, "LEFT", 0.2)
    app = AppTest.from_function(watch)
    app.session_state["job"] = job = Job(endless).start()
    app.run()
    assert not app.exception
    clear_session_cache("test session id")  # as Streamlit does when a browser has gone
    if comes_back:
        app.run()
    threading.Event().wait(0.5)
    assert job.active == comes_back
    job.cancel()
    until(lambda: job.state == "cancelled")


def watch():
    import streamlit as st

    from pages.ui import jobs

    jobs.attend(st.session_state.job)


def test_a_job_that_takes_too_long_leaves_its_place_to_others_and_says_so(monkeypatch):
    monkeypatch.setattr(jobs, "LONGEST", 0.05)
    running = [Job(endless).start() for _ in range(jobs.AT_ONCE)]
    waiting = Job(lambda report: "done").start()
    until(lambda: not waiting.active)
    assert waiting.result == "done"
    for job in running:
        until(lambda job=job: not job.active)
        assert (job.state, job.result, job.error) == ("cancelled", None, jobs.TOO_LONG)
    assert "more than 10 minutes" in jobs.TOO_LONG


def test_the_time_that_a_job_waits_is_not_counted(monkeypatch):
    monkeypatch.setattr(jobs, "LONGEST", 0.5)
    running = [Job(endless).start() for _ in range(jobs.AT_ONCE)]
    until(lambda: all(job.state == "running" for job in running))
    waiting = Job(lambda report: report(1, 1) or "done").start()
    until(lambda: not waiting.active)
    assert (waiting.result, waiting.error) == ("done", "")
