"""The full gate of case 16: ageing, and what it has besides what cases 14 and 15 promise."""

import asyncio
import math
import random
from contextlib import suppress
from itertools import count
from operator import itemgetter
from typing import Any

import pytest

from solutions.case16_ageing import PrioritySemaphore
from tests.test_priority_semaphore import Evening, _model, _party, _really, now, places, until
from tests.virtual_loop import VirtualLoop, run


def _closed_line(rate: float, regulars: int, value: int, **more: Any) -> float:
    """When a guest of priority 10 gets in, among regulars of priority 0 who always come back."""

    async def main() -> float:
        gate = PrioritySemaphore(value, ageing=rate)

        async def regular() -> None:
            while True:
                async with gate.acquire(0):
                    await asyncio.sleep(0.05)

        tasks = [asyncio.create_task(regular()) for _ in range(regulars)]
        await asyncio.sleep(0)
        start, since = now(), now() if "ttl" in more else None
        try:
            async with asyncio.timeout(30):
                while True:
                    try:
                        async with gate.acquire(10, more.get("ttl"), since=since):
                            return now() - start
                    except TimeoutError:
                        if now() - start >= 30:
                            raise
        except TimeoutError:
            return math.inf
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    return run(main())


@pytest.mark.parametrize(
    ("rate", "regulars", "value"),
    [(1, 3, 1), (2, 3, 1), (5, 3, 1), (10, 3, 1), (5, 5, 1), (5, 6, 2)],
)
def test_the_last_gets_in_within_the_stated_bound(rate: float, regulars: int, value: int) -> None:
    bound = 10 / rate + math.ceil(regulars / value) * 0.05
    assert 10 / rate < _closed_line(rate, regulars, value) <= bound + 1e-6


def test_without_ageing_it_never_gets_in() -> None:
    assert _closed_line(0, 3, 1) == math.inf


def test_who_asks_again_keeps_its_age() -> None:
    assert _closed_line(5, 3, 1, ttl=0.5) <= 2.15 + 1e-6


def test_the_lower_effective_priority_is_next() -> None:
    async def main() -> list[str]:
        evening = Evening(PrioritySemaphore(1, ageing=10))
        evening.guest("holder", 0, 1.0)
        evening.guest("4 at 0.1", 4, 0.1, 0.1)  # key 5
        evening.guest("0 at 0.4", 0, 0.1, 0.4)  # key 4
        evening.guest("0 at 0.6", 0, 0.1, 0.6)  # key 6
        evening.guest("1 at 0.45", 1, 0.1, 0.45)  # key 5.5
        await evening.over()
        return evening.order()[1:]

    assert run(main()) == ["0 at 0.4", "4 at 0.1", "1 at 0.45", "0 at 0.6"]


def test_equals_of_one_moment_keep_their_order_with_ageing() -> None:
    async def main() -> list[str]:
        evening = Evening(PrioritySemaphore(1, ageing=3))
        for name in "abcdefgh":
            evening.guest(name, 2)
        await evening.over()
        return evening.order()

    assert run(main()) == list("abcdefgh")


def test_try_acquire_takes_only_what_is_free_and_release_hands_it_over() -> None:
    async def main() -> None:
        gate = PrioritySemaphore(1)
        assert gate.try_acquire()
        assert not gate.try_acquire()
        evening = Evening(gate)
        evening.guest("waiter", 0)
        await asyncio.sleep(0.1)
        gate.release()
        assert not gate.try_acquire()  # the place is the waiter's already
        await evening.over()
        assert evening.order() == ["waiter"]
        with pytest.raises(RuntimeError, match="nobody held"):
            gate.release()

    run(main())


def test_a_late_timer_lets_nobody_in_after_its_patience() -> None:
    async def main() -> list[tuple[str, str, float]]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        gate = PrioritySemaphore(1)
        evening = Evening(gate)
        assert gate.try_acquire()
        evening.guest("late", 0, 0.1, 0.0, 0.5)
        await asyncio.sleep(0.1)
        loop.jump.now = 0.7  # somebody has kept the loop
        gate.release()
        await evening.over()
        assert gate.statistics().expired == 1
        return evening.diary

    assert run(main()) == [("late", "gave up", 0.7)]


def test_statistics_and_repr_tell_the_state() -> None:
    async def main() -> None:
        gate = PrioritySemaphore(2)
        evening = Evening(gate)
        for n in range(4):
            evening.guest(str(n), n, 1.0)
        evening.guest("short", 9, 1.0, 0.0, 0.1)
        await until(0.5)
        evening.tasks["3"].cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        seen = gate.statistics()
        assert (seen.value, seen.inside, seen.waiting) == (2, 2, 1)
        assert (seen.expired, seen.cancelled) == (1, 1)
        assert gate.waiting == 1
        assert repr(gate) == "<PrioritySemaphore 2/2 with 1 waiting>"
        await evening.over()
        assert repr(gate) == "<PrioritySemaphore 0/2 with 0 waiting>"

    run(main())


def test_dead_entries_are_never_much_more_than_half() -> None:
    async def main() -> None:
        draw = random.Random(7)
        gate = PrioritySemaphore(1)
        evening = Evening(gate)
        assert gate.try_acquire()
        for n in range(500):
            evening.guest(str(n), draw.randrange(100), 0.0, 0.0, 0.1 + draw.random())
        await until(0.05)
        for _ in range(100):
            await asyncio.sleep(0.01)
            assert gate.statistics().entries <= 2 * gate.waiting + 1
        gate.release()
        await evening.over()
        assert gate.statistics().entries == 0

    run(main())


@pytest.mark.parametrize("seed", range(3))
def test_a_long_line_with_comers_and_leavers_goes_by_priority_and_arrival(seed: int) -> None:
    async def main() -> None:
        draw, gate, arrivals = random.Random(seed), PrioritySemaphore(1), count()
        assert gate.try_acquire()
        waiting: dict[tuple[float, int], asyncio.Task[None]] = {}
        inside: list[tuple[float, int]] = []

        async def guest(rank: tuple[float, int], ttl: float | None) -> None:
            with suppress(TimeoutError):
                await gate.acquire(rank[0], ttl).__aenter__()
                inside.append(rank)
            waiting.pop(rank, None)

        for _ in range(1_500):
            for _ in range(draw.choice((0, 1, 1, 2, 40)) if len(waiting) < 400 else 0):
                rank = (draw.choice((1, 2, 2.5, 3, draw.random())), next(arrivals))
                ttl = draw.choice((None, None, 1.0, draw.random()))
                waiting[rank] = asyncio.create_task(guest(rank, ttl))
                await asyncio.sleep(0)
            for rank in draw.sample(sorted(waiting), len(waiting) // 20):
                waiting.pop(rank).cancel()
            await asyncio.sleep(draw.choice((0, 0, 0, 0.01)))
            await asyncio.sleep(0)  # whose patience has ended is gone
            assert gate.waiting == len(waiting)
            assert gate.statistics().entries <= 2 * len(waiting) + 1
            if waiting:
                first = min(waiting)
                gate.release()
                await asyncio.sleep(0)
                assert inside.pop() == first
                assert not inside
        assert next(arrivals) > 1_000

    run(main())


@pytest.mark.parametrize("ageing", [-1.0, math.inf, math.nan])
def test_an_ageing_that_makes_no_sense_is_refused(ageing: float) -> None:
    with pytest.raises(ValueError, match="ageing must be"):
        PrioritySemaphore(1, ageing=ageing)


def test_a_priority_without_an_order_is_refused() -> None:
    async def main() -> None:
        gate = PrioritySemaphore(1)
        async with gate.acquire(0):
            with pytest.raises(ValueError, match="NaN"):
                async with gate.acquire(math.nan):
                    pass
        assert not gate.locked()

    run(main())


def test_a_gate_serves_one_loop_after_another() -> None:
    gate = PrioritySemaphore(1)

    async def main() -> list[str]:
        evening = Evening(gate)
        for name in "abc":
            evening.guest(name, 0)
        await evening.over()
        return evening.order()

    assert run(main()) == run(main()) == ["a", "b", "c"]


def test_a_waiting_coroutine_that_is_closed_takes_no_place_with_it() -> None:
    async def main() -> int:
        gate = PrioritySemaphore(1)
        assert gate.try_acquire()
        visit = gate.acquire(0)
        entering = visit.__aenter__()
        entering.send(None)
        assert gate.waiting == 1
        entering.close()
        assert gate.waiting == 0
        gate.release()
        return await places(gate)

    assert run(main()) == 1


@pytest.mark.parametrize("seed", range(150))
@pytest.mark.parametrize("rate", [0.0, 5.0])
def test_random_parties_go_as_the_model_says(seed: int, rate: float) -> None:
    draw = random.Random(seed)
    party, value = _party(draw, ttls=True), draw.randint(1, 3)
    diary, left = _really(party, value, PrioritySemaphore(value, ageing=rate), ttls=True)
    expected = _model(party, value, rate)
    assert sorted(diary, key=itemgetter(2, 0)) == sorted(expected, key=itemgetter(2, 0))
    assert left == value
