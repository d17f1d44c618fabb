"""The solution of case 13: nothing lost, nothing twice, the most urgent first, an orderly end."""

import asyncio
import gc
import random
import weakref
from collections.abc import Awaitable, Callable, Coroutine
from itertools import count
from typing import Any

import pytest

from solutions.case13_dispatcher import Closed, Dispatcher, TookTooLong
from tests.virtual_loop import cancelled_at, run

HANG = 1e6


class Kitchen:
    """Cooks payloads `(name, *what each attempt does)`: seconds, an error, or a coroutine."""

    def __init__(self) -> None:
        self.begun: list[tuple[Any, float]] = []
        self.ended: list[tuple[Any, float]] = []
        self.tries: dict[Any, int] = {}
        self.busy = self.peak = 0

    async def __call__(self, payload: Any) -> str:
        name, *acts = payload
        attempt = self.tries[name] = self.tries.get(name, 0) + 1
        self.begun.append((name, round(now(), 3)))
        self.busy += 1
        self.peak = max(self.peak, self.busy)
        try:
            act = acts[min(attempt, len(acts)) - 1]
            if isinstance(act, BaseException):
                await asyncio.sleep(0.05)
                raise act
            if callable(act):
                await act()
            else:
                await asyncio.sleep(act)
        finally:
            self.busy -= 1
            self.ended.append((name, round(now(), 3)))
        return f"dish {name}"

    @property
    def order(self) -> str:
        return " ".join(name for name, _ in self.begun)


def now() -> float:
    return asyncio.get_running_loop().time()


def played(
    scene: Callable[[Dispatcher[Any, str], Kitchen], Awaitable[object]],
    *,
    workers: int = 1,
    limit: int = 9,
    max_attempts: int = 3,
) -> Kitchen:
    kitchen = Kitchen()

    async def main() -> None:
        async with Dispatcher(
            kitchen, workers=workers, limit=limit, max_attempts=max_attempts
        ) as dispatcher:
            await scene(dispatcher, kitchen)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        told = dispatcher.stats
        assert told.waiting == told.cooking == 0
        assert told.accepted == told.done + told.failed + told.withdrawn + told.dropped

    run(main())
    return kitchen


# --- answers ------------------------------------------------------------------------------------


def test_the_answer_is_the_dish() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        assert await d.submit(("a", 0.1), priority=1, timeout=1) == "dish a"
        assert now() == pytest.approx(0.1)

    played(scene)


def test_the_answer_is_the_last_error_after_all_attempts() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        with pytest.raises(KeyError, match="third"):
            await d.submit(
                ("a", ValueError("first"), HANG, KeyError("third"), 0.1), priority=1, timeout=0.2
            )
        assert d.stats.retried == 2
        assert d.stats.failed == d.stats.late == 1

    assert played(scene).tries == {"a": 3}


def test_every_attempt_has_the_whole_timeout() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        assert await d.submit(("a", HANG, HANG, 0.15), priority=1, timeout=0.2) == "dish a"
        assert now() == pytest.approx(0.55)

    played(scene)


def test_running_out_is_told_apart_from_the_jobs_own_timeout_error() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        with pytest.raises(TookTooLong):
            await d.submit(("a", HANG), priority=1, timeout=0.2)
        own = TimeoutError("the supplier's")
        with pytest.raises(TimeoutError) as told:
            await d.submit(("b", own), priority=1, timeout=0.2)
        assert told.value is own

    played(scene, max_attempts=1)


def test_without_a_timeout_a_job_takes_its_time() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        assert await d.submit(("a", 1e5), priority=1, timeout=None) == "dish a"

    played(scene)


def test_shorter_timeouts_are_seen_behind_longer_ones() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        for name, timeout in (("a", 0.5), ("b", 0.2), ("c", 0.3), ("d", 0.2)):
            d.submit((name, HANG), priority=1, timeout=timeout).add_done_callback(
                lambda answer: answer.exception()
            )
        await d.join()

    kitchen = played(scene, workers=4, max_attempts=1)
    assert kitchen.ended == [("b", 0.2), ("d", 0.2), ("c", 0.3), ("a", 0.5)]


# --- order --------------------------------------------------------------------------------------


def submitted(*jobs: tuple[Any, ...], **options: int) -> Kitchen:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        answers = [d.submit((name, *acts), priority=rank, timeout=1) for name, rank, *acts in jobs]
        await asyncio.gather(*answers, return_exceptions=True)

    return played(scene, **options)


def test_the_most_urgent_is_next_and_equals_keep_their_order() -> None:
    jobs = [("a", 3, 0.1), ("b", 1, 0.1), ("c", 3, 0.1), ("d", 0, 0.1), ("e", 1, 0.1)]
    assert submitted(*jobs).order == "d b e a c"


def test_a_failed_job_comes_back_one_step_more_urgent_at_the_end_of_its_rank() -> None:
    bad = ValueError()
    kitchen = submitted(("a", 5, bad, bad, 0.1), ("b", 5, 0.1), ("c", 4, 0.1), ("d", 0, 0.1))
    assert kitchen.order == "d c a a a b"
    kitchen = submitted(("a", 2, bad, 0.1), ("b", 2, 0.1), ("c", 1, 0.1), ("d", 1, 0.1))
    assert kitchen.order == "c d a a b"


def test_a_retry_never_passes_the_urgent() -> None:
    kitchen = submitted(("a", 0, ValueError(), 0.1), ("b", 0, 0.1), ("c", 0, 0.1))
    assert kitchen.order == "a b c a"


def test_the_order_holds_in_a_long_line_of_many_ranks() -> None:
    ranks = [random.Random(5).randrange(300) for _ in range(1000)]
    kitchen = submitted(*((f"{n}", rank, 0.01) for n, rank in enumerate(ranks)))
    assert [int(n) for n in kitchen.order.split()] == sorted(range(1000), key=ranks.__getitem__)


def test_jobs_that_never_wait_leave_the_loop_its_turns() -> None:
    turns = 0

    async def main() -> None:
        async def cook(payload: int) -> int:
            return payload

        async def other() -> None:
            nonlocal turns
            while True:
                await asyncio.sleep(0)
                turns += 1

        async with Dispatcher(cook, workers=1, limit=1) as d:
            beside = asyncio.create_task(other())
            for n in range(1000):
                d.submit(n, priority=0, timeout=1)
            await d.join()
            beside.cancel()

    run(main())
    assert turns >= 10


# --- limits -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("workers", "limit", "peak"), [(5, 2, 2), (2, 5, 2), (3, 3, 3)])
def test_never_more_than_the_smaller_number_and_never_fewer(
    workers: int, limit: int, peak: int
) -> None:
    jobs = [(str(n), 0, 0.1) for n in range(12)]
    kitchen = submitted(*jobs, workers=workers, limit=limit)
    assert kitchen.peak == peak
    assert kitchen.ended[-1][1] == pytest.approx(1.2 / peak)


@pytest.mark.parametrize("wrong", [{"workers": 0}, {"limit": 0}, {"max_attempts": 0}])
def test_numbers_below_one_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Dispatcher(Kitchen(), **{"workers": 1, "limit": 1} | wrong)


def test_a_priority_before_urgent_is_refused() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        with pytest.raises(ValueError, match="-1"):
            d.submit(("a", 0.1), priority=-1, timeout=1)

    played(scene)


# --- withdrawing --------------------------------------------------------------------------------


def test_a_job_withdrawn_in_line_is_never_begun() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        d.submit(("a", 0.1), priority=0, timeout=1)
        answer = d.submit(("b", 0.1), priority=0, timeout=1)
        d.submit(("c", 0.1), priority=0, timeout=1)
        answer.cancel()
        await d.join()
        assert now() == pytest.approx(0.2)

    assert played(scene).order == "a c"


def test_a_job_withdrawn_in_hand_is_hung_up_and_its_cook_goes_on() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        answer = d.submit(("a", HANG), priority=0, timeout=9)
        d.submit(("b", 0.1), priority=0, timeout=1)
        await asyncio.sleep(0.03)
        answer.cancel()
        await d.join()
        assert answer.cancelled()

    kitchen = played(scene)
    assert kitchen.ended == [("a", 0.03), ("b", 0.13)]


def test_a_task_that_is_cancelled_withdraws_the_job_it_waits_for() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(d.submit(("a", HANG), priority=0, timeout=9), 0.1)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(d.submit(("b", 0.3), priority=0, timeout=9)), 0.1)
        await d.join()

    assert played(scene).ended == [("a", 0.1), ("b", 0.4)]


def test_a_withdrawn_job_is_not_tried_again() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        async def stubborn() -> None:
            try:
                await asyncio.sleep(HANG)
            except asyncio.CancelledError:
                raise ValueError("no") from None

        answer = d.submit(("a", stubborn), priority=0, timeout=9)
        await asyncio.sleep(0.03)
        answer.cancel()
        await d.join()

    assert played(scene).tries == {"a": 1}


def test_a_job_may_withdraw_itself() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        answers: list[asyncio.Future[str]] = []

        async def and_returns() -> None:
            answers[0].cancel()

        async def and_waits() -> None:
            answers[1].cancel()
            await asyncio.sleep(HANG)

        answers.append(d.submit(("a", and_returns), priority=0, timeout=9))
        answers.append(d.submit(("b", and_waits), priority=0, timeout=9))
        assert await d.submit(("c", 0.1), priority=0, timeout=9) == "dish c"
        assert all(answer.cancelled() for answer in answers)

    played(scene)


def test_withdrawn_jobs_leave_the_memory() -> None:
    class Payload(list[Any]):
        pass

    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        d.submit(("a", 1.0), priority=0, timeout=9)
        payload = Payload(["b", 0.1])
        gone = weakref.ref(payload)
        answer = d.submit(payload, priority=5, timeout=9)
        answer.cancel()
        del payload, answer
        gc.collect()
        assert gone() is None
        assert d.stats.waiting == 1  # nothing has been begun yet

    played(scene)


# --- jobs that misbehave ------------------------------------------------------------------------


def test_a_stubborn_job_keeps_its_place_and_what_it_returns_counts() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        async def stubborn() -> None:
            try:
                await asyncio.sleep(HANG)
            except asyncio.CancelledError:
                await asyncio.sleep(1)

        first = d.submit(("a", stubborn), priority=0, timeout=0.2)
        second = d.submit(("b", 0.1), priority=0, timeout=0.2)
        assert (await first, await second) == ("dish a", "dish b")
        assert now() == pytest.approx(1.3)

    played(scene)


def test_a_job_that_cancels_the_task_it_runs_in_costs_no_cook() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        async def suicidal() -> None:
            me = asyncio.current_task()
            assert me
            me.cancel()
            await asyncio.sleep(0)

        answer = d.submit(("a", suicidal), priority=0, timeout=1)
        assert await d.submit(("b", 0.1), priority=0, timeout=1) == "dish b"
        assert answer.cancelled()

    played(scene)


def test_a_cancelled_error_out_of_nowhere_is_a_failed_attempt() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        async def somebody_elses() -> None:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            future.cancel()
            await future

        answer = d.submit(("a", somebody_elses, somebody_elses, 0.1), priority=0, timeout=1)
        assert await answer == "dish a"

    assert played(scene).tries == {"a": 3}


def test_a_cook_that_is_no_coroutine_function_is_an_error_of_the_job() -> None:
    async def main() -> None:
        def stops(payload: object) -> Awaitable[None]:
            raise StopIteration

        async with Dispatcher(stops, workers=1, limit=1) as d:
            with pytest.raises(RuntimeError, match="StopIteration"):
                await d.submit(1, priority=0, timeout=1)

    run(main())


def test_jobs_may_submit_jobs_but_not_wait_for_all_to_end() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        async def more() -> None:
            d.submit(("b", 0.1), priority=0, timeout=1)
            for wait in (d.join, d.close):
                with pytest.raises(RuntimeError, match="own end"):
                    await wait()

        await d.submit(("a", more), priority=0, timeout=1)
        await d.join()

    assert played(scene).order == "a b"


# --- the end ------------------------------------------------------------------------------------


def test_join_waits_for_retries() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        await d.join()
        answer = d.submit(("a", ValueError(), ValueError(), 0.1), priority=0, timeout=1)
        await d.join()
        assert answer.result() == "dish a"
        assert d.submit(("b", 0.1), priority=0, timeout=1)

    assert played(scene).order == "a a a b"


def test_close_finishes_what_was_accepted_and_takes_nothing_more() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        answers = [d.submit((n, ValueError(), 0.1), priority=n, timeout=1) for n in range(3)]
        closing = asyncio.create_task(d.close())
        await asyncio.sleep(0)
        with pytest.raises(Closed):
            d.submit(("x", 0.1), priority=0, timeout=1)
        await closing
        await d.close()
        assert [answer.result() for answer in answers] == ["dish 0", "dish 1", "dish 2"]

    played(scene)


def test_close_without_draining_tells_everybody_at_once() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        answers = [d.submit((n, HANG), priority=n, timeout=9) for n in range(4)]
        await asyncio.sleep(0.1)
        draining = asyncio.create_task(d.close())
        await asyncio.sleep(0.1)
        await d.close(drain=False)
        assert now() == pytest.approx(0.2)
        assert all(isinstance(answer.exception(), Closed) for answer in answers)
        await draining

    assert len(played(scene, workers=2).begun) == 2


def test_leaving_the_block_drains_and_an_error_does_not() -> None:
    async def good(d: Dispatcher[Any, str], k: Kitchen) -> None:
        for n in range(3):
            d.submit((n, 0.1), priority=0, timeout=1)

    assert len(played(good).ended) == 3

    async def bad(d: Dispatcher[Any, str], k: Kitchen) -> None:
        await good(d, k)
        await asyncio.sleep(0.05)
        raise KeyError("the body's own")

    with pytest.raises(KeyError, match="own"):
        played(bad)


def test_a_cancelled_close_leaves_the_work_going_on() -> None:
    async def scene(d: Dispatcher[Any, str], k: Kitchen) -> None:
        answer = d.submit(("a", 1.0), priority=0, timeout=9)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(d.close(), 0.1)
        assert await answer == "dish a"

    played(scene)


def test_it_is_entered_first_and_once() -> None:
    async def main() -> None:
        d = Dispatcher(Kitchen(), workers=1, limit=1)
        with pytest.raises(RuntimeError, match="enter"):
            d.submit(("a", 0.1), priority=0, timeout=1)
        async with d:
            assert repr(d) == "<Dispatcher, 0/1 cooking, 0 waiting>"
        with pytest.raises(RuntimeError, match="once"):
            async with d:
                pass

    run(main())


# --- chance -------------------------------------------------------------------------------------


def menu(seed: int, ending: str) -> Coroutine[Any, Any, None]:
    """Arrivals, ranks, errors, hangs and withdrawals by chance; the line is modelled beside it."""
    chance = random.Random(seed)
    workers, limit = chance.randint(1, 4), chance.randint(1, 4)
    places, tries, tick = min(workers, limit), chance.randint(1, 3), count()
    waiting: dict[int, tuple[int, int]] = {}
    ranks: dict[int, int] = {}
    attempts: dict[int, int] = {}
    busy: set[int] = set()
    answers: dict[int, asyncio.Future[Any]] = {}
    aborted = False

    async def cook(job: int) -> int:
        assert not aborted, "begun after the end"
        assert not answers[job].done(), "begun though it was over"
        assert job not in busy, "twice at once"
        assert waiting[job] == min(waiting.values()), "the wrong one is next"
        del waiting[job]
        busy.add(job)
        assert len(busy) <= places
        attempts[job] = attempts.get(job, 0) + 1
        assert attempts[job] <= tries
        fate = chance.random()
        try:
            await asyncio.sleep(HANG if fate < 0.15 else chance.uniform(0.01, 0.15))
            if fate < 0.4:
                raise chance.choice([ValueError, TimeoutError])(job)
            return job
        except BaseException:
            if attempts[job] < tries and not answers[job].done():
                ranks[job] = max(0, ranks[job] - 1)
                waiting[job] = (ranks[job], next(tick))
            raise
        finally:
            busy.remove(job)

    async def withdraw(job: int, after: float) -> None:
        await asyncio.sleep(after)
        if answers[job].cancel():
            waiting.pop(job, None)

    async def main() -> None:
        nonlocal aborted
        beside = []
        try:
            async with Dispatcher(cook, workers=workers, limit=limit, max_attempts=tries) as d:
                for job in range(chance.randint(3, 20)):
                    ranks[job] = chance.randint(0, 3)
                    waiting[job] = (ranks[job], next(tick))
                    answers[job] = d.submit(
                        job, priority=ranks[job], timeout=chance.uniform(0.05, 0.3)
                    )
                    if chance.random() < 0.2:
                        later = withdraw(job, chance.uniform(0, 0.4))
                        beside.append(asyncio.create_task(later))
                    if chance.random() < 0.7:
                        await asyncio.sleep(chance.uniform(0, 0.1))
                if ending == "join":
                    await d.join()
                    assert all(answer.done() for answer in answers.values())
                elif ending == "abort":
                    await d.close(drain=False)
                    aborted = True
                elif ending == "error":
                    raise KeyError("the body's own")
        except KeyError:
            assert ending == "error"
        finally:
            aborted = True
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, *answers.values(), return_exceptions=True)
        assert not busy
        told = d.stats
        assert told.waiting == told.cooking == 0
        assert told.accepted == told.done + told.failed + told.withdrawn + told.dropped
        for job, answer in answers.items():
            assert answer.done(), f"job {job} is lost"
            if not answer.cancelled() and answer.exception() is None:
                assert answer.result() == job

    return main()


@pytest.mark.parametrize("ending", ["join", "drain", "abort", "error"])
def test_nothing_is_lost_and_nothing_twice_whatever_happens(ending: str) -> None:
    for seed in range(60):
        run(menu(seed, ending))


@pytest.mark.parametrize("seed", range(4))
def test_cancelled_at_every_await_it_leaves_nothing_running(seed: int) -> None:
    passes = 1
    while cancelled_at(lambda: menu(seed, "join"), passes):
        passes += 1
    assert passes > 10
