"""The same file gets the same verdict: run after run, on a loaded machine, by a replay."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.conftest import ROOT

# What loads every core is not to run beside what has its eye on the clock.
pytestmark = pytest.mark.xdist_group("the whole machine")

FILES = [
    "lab/cases/case07_semaphore.py",
    "solutions/case07_semaphore.py",
    "tests/attempts/case07_semaphore/right_as_completed.py",
    "tests/attempts/case07_semaphore/wrong_left_in_the_air_window.py",
]


def verdict(file: str) -> bytes:
    return subprocess.run(
        [sys.executable, "-m", "kitchen", "check", "7", "--file", file, "--format", "json"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=120,
    ).stdout


def replayed(file: str, service: int) -> bytes:
    return subprocess.run(
        [sys.executable, "-m", "kitchen", "run", "7"]
        + ["--file", file, "--json", "--service", str(service)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=120,
    ).stdout


@contextmanager
def busy_cores() -> Iterator[None]:
    """Every core of the machine has something else to do, twice over."""
    spin = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(spin) for _ in range(2 * (os.cpu_count() or 1))]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def test_a_verdict_is_the_same_in_every_run_and_under_load() -> None:
    firsts = {file: verdict(file) for file in FILES}
    assert all(first.startswith(b"{") for first in firsts.values())
    assert {file: verdict(file) for file in FILES} == firsts
    with busy_cores():
        for file in FILES[::2]:
            assert verdict(file) == firsts[file]


def test_a_ledger_is_the_same_in_every_run() -> None:
    for file in FILES:
        for service in (1, 4, 8):
            first = replayed(file, service)
            assert first.startswith(b"{")
            assert replayed(file, service) == first
