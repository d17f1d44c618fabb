"""The solution of case 11: the most urgent order is next, equals in order of arrival."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from itertools import count
from typing import Any

import pytest

from solutions.case11_priority_queue import dispatch
from tests.virtual_loop import cancelled_at, run

Order = tuple[float, int, object]
"""(when it comes, priority, payload)"""


async def arriving(orders: Sequence[Order]) -> AsyncIterator[tuple[int, object]]:
    start = asyncio.get_running_loop().time()
    for at, priority, payload in orders:
        wait = start + at - asyncio.get_running_loop().time()
        if wait > 0:
            await asyncio.sleep(wait)
        yield priority, payload


def cooked(orders: Sequence[Order], workers: int = 1, seconds: float = 0.05) -> list[Any]:
    """The payloads in the order in which they were begun."""
    begun = []

    async def cook(payload: object) -> None:
        begun.append(payload)
        await asyncio.sleep(seconds)

    run(dispatch(arriving(orders), cook, workers))
    return begun


def test_the_most_urgent_order_is_next() -> None:
    orders = [(0.0, 5, "a"), (0.01, 9, "b"), (0.02, 1, "c"), (0.03, 5, "d"), (0.07, 0, "e")]
    assert cooked(orders) == ["a", "c", "e", "d", "b"]


def test_equal_priorities_leave_in_order_of_arrival() -> None:
    assert cooked([(0.0, 3, n) for n in range(50)]) == list(range(50))


def test_priorities_may_be_any_whole_numbers() -> None:
    priorities = [0, 10**9, -5, 7, -(10**12)]
    orders = [(0.01 * place, p, p) for place, p in enumerate(priorities)]
    assert cooked(orders) == [0, -(10**12), -5, 7, 10**9]


def test_payloads_are_never_compared() -> None:
    class Touchy:
        def __eq__(self, other: object) -> bool:
            raise AssertionError("compared")

        __hash__ = object.__hash__
        __lt__ = __le__ = __gt__ = __ge__ = __eq__

    payloads: list[object] = [Touchy(), {}, None, [], Touchy(), {"a": 1}, None, Touchy()]
    begun = cooked([(0.0, 1, payload) for payload in payloads])
    assert [id(one) for one in begun] == [id(one) for one in payloads]


def test_nobody_waits_while_a_cook_is_free() -> None:
    seconds = []

    async def cook(payload: object) -> None:
        seconds.append((payload, asyncio.get_running_loop().time()))
        await asyncio.sleep(0.1)

    orders = [(0.0, 1, 0), (0.03, 9, 1), (0.06, 1, 2), (0.2, 5, 3)]
    run(dispatch(arriving(orders), cook, 2))
    assert [(n, round(at, 3)) for n, at in seconds] == [(0, 0), (1, 0.03), (2, 0.1), (3, 0.2)]


def test_an_empty_stream_is_served_at_once() -> None:
    assert cooked([]) == []


def test_a_dish_that_fails_ends_it_and_is_told() -> None:
    async def cook(payload: object) -> None:
        await asyncio.sleep(0.01)
        raise ValueError(payload)

    with pytest.raises(ExceptionGroup) as told:
        run(dispatch(arriving([(0.0, 1, "a"), (9.0, 1, "b")]), cook, 2))
    assert told.group_contains(ValueError, match="a")


def test_a_kitchen_without_cooks_is_refused() -> None:
    with pytest.raises(ValueError, match="workers=0"):
        cooked([(0.0, 1, 1)], workers=0)


@pytest.mark.parametrize("seed", range(30))
def test_at_every_start_the_right_one_was_taken(seed: int) -> None:
    """A model of the line is asked whenever a dish is begun."""
    chance, workers = random.Random(seed), seed % 3 + 1
    waiting: dict[int, tuple[int, int]] = {}
    busy, begun, arrivals = set(), [], count()
    at, orders = 0.0, []
    for payload in range(25):
        at += chance.choice([0.0, 0.011, 0.03, 0.2])
        orders.append((at, chance.randint(-1, 2), payload))

    async def noted() -> AsyncIterator[tuple[int, object]]:
        async for priority, payload in arriving(orders):
            assert isinstance(payload, int)
            waiting[payload] = (priority, next(arrivals))
            yield priority, payload

    async def cook(payload: object) -> None:
        assert isinstance(payload, int)
        assert waiting[payload] == min(waiting.values())
        del waiting[payload]
        begun.append(payload)
        busy.add(payload)
        assert len(busy) <= workers
        await asyncio.sleep(chance.uniform(0.01, 0.1))
        busy.remove(payload)

    run(dispatch(noted(), cook, workers))
    assert sorted(begun) == list(range(25))
    assert not waiting


def test_cancelled_at_every_await_it_leaves_nothing_running() -> None:
    async def scene() -> None:
        async def cook(payload: object) -> None:
            await asyncio.sleep(0.02)

        await dispatch(arriving([(0.01 * n, n % 3, n) for n in range(5)]), cook, 2)

    passes = 1
    while cancelled_at(scene, passes):
        passes += 1
    assert passes > 10
