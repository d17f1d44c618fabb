"""The solution of case 12: a job that hangs or fails costs nobody else anything."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import pytest

from solutions.case12_hung_worker import Job as SomeJob
from solutions.case12_hung_worker import serve
from tests.virtual_loop import Deadlock, cancelled_at, run


@dataclass(frozen=True, eq=False)
class Job:
    payload: object
    timeout: float = 0.2
    at: float = 0.0


@dataclass
class Board:
    told: list[tuple[str, object, float]] = field(default_factory=list)
    errors: list[BaseException] = field(default_factory=list)

    def _tell(self, what: str, job: SomeJob) -> None:
        self.told.append((what, job.payload, round(asyncio.get_running_loop().time(), 3)))

    def done(self, job: SomeJob) -> None:
        self._tell("done", job)

    def late(self, job: SomeJob) -> None:
        self._tell("late", job)

    def failed(self, job: SomeJob, error: BaseException) -> None:
        self._tell("failed", job)
        self.errors.append(error)


Act = float | BaseException | Callable[[], Awaitable[None]]
"""What a job's payload does: take its time, raise at 0.05 s, or anything."""


async def cook(payload: object) -> None:
    if isinstance(payload, BaseException):
        await asyncio.sleep(0.05)
        raise payload
    if callable(payload):
        await payload()
    else:
        assert isinstance(payload, float)
        await asyncio.sleep(payload)


async def arriving(jobs: Sequence[Job]) -> AsyncIterator[Job]:
    loop = asyncio.get_running_loop()
    start = loop.time()
    for job in jobs:
        if start + job.at > loop.time():
            await asyncio.sleep(start + job.at - loop.time())
        yield job


def told(*jobs: Job, workers: int = 1) -> Board:
    board = Board()
    run(serve(arriving(jobs), cook, board, workers))
    return board


HANG = 1e6


def test_a_job_that_hangs_is_cut_and_the_next_one_served() -> None:
    board = told(Job(0.1), Job(HANG), Job(0.1))
    assert board.told == [("done", 0.1, 0.1), ("late", HANG, 0.3), ("done", 0.1, 0.4)]


def test_the_timeout_counts_from_the_start_of_the_job() -> None:
    board = told(*(Job(0.15) for _ in range(5)))
    assert [what for what, *_ in board.told] == ["done"] * 5


def test_each_job_has_a_timeout_of_its_own() -> None:
    board = told(Job(0.3, 0.1), Job(0.3, 0.35), Job(0.3, 0.25))
    assert [what for what, *_ in board.told] == ["late", "done", "late"]


def test_an_error_is_told_as_that_very_error() -> None:
    error = ValueError("burnt")
    board = told(Job(error), Job(0.1))
    assert board.told == [("failed", error, 0.05), ("done", 0.1, 0.15)]
    assert board.errors == [error]


def test_a_timeout_error_of_the_jobs_own_is_an_error_and_no_limit() -> None:
    error = TimeoutError("the supplier's")
    board = told(Job(error), Job(HANG))
    assert [what for what, *_ in board.told] == ["failed", "late"]
    assert board.errors == [error]


def test_a_limit_inside_the_job_is_not_taken_for_ours() -> None:
    async def impatient() -> None:
        async with asyncio.timeout(0.05):
            await asyncio.sleep(HANG)

    board = told(Job(impatient))
    assert board.told == [("failed", impatient, 0.05)]


def test_a_job_that_cancels_itself_does_not_take_the_cook_with_it() -> None:
    async def given_up() -> None:
        raise asyncio.CancelledError

    board = told(Job(given_up), Job(0.1))
    assert [what for what, *_ in board.told] == ["failed", "done"]


def test_a_stubborn_job_is_told_once_and_the_others_too() -> None:
    async def stubborn() -> None:
        try:
            await asyncio.sleep(HANG)
        except asyncio.CancelledError:
            await asyncio.sleep(1)

    board = told(Job(stubborn), Job(0.1))
    assert [(what, at) for what, _, at in board.told] == [("done", 1.2), ("done", 1.3)]


def test_a_clean_up_that_fails_is_told_as_that_error() -> None:
    async def clumsy() -> None:
        try:
            await asyncio.sleep(HANG)
        finally:
            raise OSError("the pan")

    board = told(Job(clumsy), Job(0.1))
    assert [what for what, *_ in board.told] == ["failed", "done"]
    assert isinstance(board.errors[0], OSError)


def test_nothing_to_do_ends_at_once_and_no_cooks_are_refused() -> None:
    assert told().told == []
    with pytest.raises(ValueError, match="workers=0"):
        told(workers=0)


def test_a_stream_that_breaks_is_told_to_the_caller() -> None:
    async def broken() -> AsyncIterator[Job]:
        yield Job(0.1)
        raise OSError("line down")

    with pytest.raises(ExceptionGroup) as group:
        run(serve(broken(), cook, Board(), 2))
    assert group.group_contains(OSError)


def test_the_virtual_loop_knows_a_deadlock() -> None:
    with pytest.raises(Deadlock):
        run(asyncio.wait_for(asyncio.Event().wait(), None))


@pytest.mark.parametrize("seed", range(30))
def test_every_job_is_told_once_and_as_what_it_was(seed: int) -> None:
    chance, workers = random.Random(seed), seed % 3 + 1
    at, jobs, expected = 0.0, [], []
    for number in range(20):
        at += chance.choice([0.0, 0.01, 0.3])
        timeout, seconds = chance.choice([0.1, 0.2]), chance.choice([0.03, 0.12, 0.31, HANG])
        error = chance.choice([None, None, KeyError(number), TimeoutError(number)])
        payload = seconds if error is None else error
        jobs.append(Job(payload, timeout, at))
        late = "late" if seconds > timeout else "done"
        expected.append("failed" if error else late)
    board = told(*jobs, workers=workers)
    outcome = {id(payload): what for what, payload, _ in board.told if what == "failed"}
    assert len(board.told) == len(jobs)
    assert len(board.errors) == len(outcome) == expected.count("failed")
    assert sorted(what for what, *_ in board.told) == sorted(expected)


def test_cancelled_at_every_await_it_leaves_nothing_running() -> None:
    async def scene() -> None:
        jobs = [Job(0.05, at=0.01), Job(HANG), Job(ValueError()), Job(0.02, at=0.5)]
        await serve(arriving(jobs), cook, Board(), 2)

    passes = 1
    while cancelled_at(scene, passes):
        passes += 1
    assert passes > 10
