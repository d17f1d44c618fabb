"""What tests share: an engine that stays warm, and a shorthand for attempts."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from kitchen import catalog, workspace
from kitchen.case import Case, Served
from kitchen.catalog import Listed
from kitchen.judge.engine import AttemptSource, Engine
from kitchen.judge.grading import grade
from kitchen.judge.verdict import Verdict

# Tests run the lab's commands in its own folder: they are no progress of whoever works there.
os.environ["KITCHEN_PROGRESS"] = "off"

ROOT = Path(__file__).resolve().parent.parent

Run = Callable[..., Served]
Grade = Callable[..., Verdict]

HEAD = """\
import asyncio
from collections.abc import Sequence
from kitchen import Closed, Crate, Spoiled, Supplier, TooBusy
"""


def attempt(code: str) -> AttemptSource:
    """An attempt at case 7: this code, after three lines of imports."""
    return AttemptSource("attempt.py", "case07_semaphore", (HEAD + dedent(code)).encode())


@pytest.fixture(autouse=True)
def _each_test_its_own_workspace() -> None:
    """For a command it is the same from its beginning to its end; a test may go elsewhere."""
    workspace.root.cache_clear()


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    with Engine() as made:
        yield made


@pytest.fixture(scope="session")
def listed() -> Listed:
    return catalog.find("7")


@pytest.fixture(scope="session")
def case(listed: Listed) -> Case:
    return listed.load()


@pytest.fixture
def run(engine: Engine, case: Case) -> Run:
    """Serve one service of case 7 with this code."""

    def serve(code: str | bytes, service: int = 1, *, trace: bool = False) -> Served:
        if isinstance(code, bytes):
            engine.take(AttemptSource("attempt.py", "case07_semaphore", code))
        else:
            engine.take(attempt(code))
        (served,) = engine.serve([case.service(service)], trace=trace)
        return served

    return serve


@pytest.fixture
def graded(engine: Engine, case: Case, listed: Listed) -> Grade:
    """The verdict on this code, from the nine directed services or as many as wanted."""

    def verdict(code: str, services: int = 9) -> Verdict:
        return grade(listed, case, attempt(code), engine, services=services)

    return verdict
