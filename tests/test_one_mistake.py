"""A mistake is named alike by every check that fails for it, not only by the first."""

from pathlib import Path

import pytest

from kitchen import catalog
from kitchen.judge.engine import AttemptSource, Engine
from kitchen.judge.grading import grade
from tests.conftest import ROOT

UNNAMED = "deadlock"
"""What a check says that only sees that nobody goes on."""


@pytest.mark.parametrize(
    "attempt",
    [
        "case14_priority_semaphore/wrong_never_given_back",
        "case14_priority_semaphore/wrong_except_exception",
        "case15_ttl_semaphore/wrong_dead_head_ends_it",
        "case15_ttl_semaphore/wrong_end_of_patience_suppressed",
        "case15_ttl_semaphore/wrong_gives_what_it_never_had",
        "case15_ttl_semaphore/wrong_one_too_many",
        "case15_ttl_semaphore/wrong_ties_latest",
        "case17_stale_cache/wrong_stale_thrown_away",
        "case17_stale_cache/wrong_threads_event_wait_in_read",
    ],
)
def test_every_check_that_fails_names_the_same(engine: Engine, attempt: str) -> None:
    stem, _, name = attempt.partition("/")
    path = ROOT / "tests" / "attempts" / stem / f"{name}.py"
    listed = catalog.find(stem)
    verdict = grade(listed, listed.load(), _source(path, stem), engine)
    told = {
        result.title: result.diagnosis.name
        for result in verdict.results
        if not result.passed and result.diagnosis is not None
    }
    assert len(set(told.values()) - {UNNAMED}) == 1, told


def _source(path: Path, stem: str) -> AttemptSource:
    return AttemptSource(str(path), stem, path.read_bytes())
