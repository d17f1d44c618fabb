"""The solved cache of case 17, on a virtual clock: what it promises, and what chance does to it."""

import asyncio
import gc
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest

from kitchen import Closed, PrioritySemaphore, TooBusy
from solutions.case17_stale_cache import Reading, StockCache
from tests.virtual_loop import VirtualLoop, run


def now() -> float:
    return asyncio.get_running_loop().time()


class Office:
    """Answers after `seconds`; what it was told counts from the middle of a store on."""

    def __init__(self, limit: int = 1, seconds: float = 1.0) -> None:
        self.limit, self.seconds = limit, seconds
        self.stock = {"soup": 7, "fish": 70}
        self.fails = 0  # so many of the next fetches
        self.chance: random.Random | None = None  # for how long things take
        self.begun: list[tuple[str, str]] = []  # ("fetch" or "store", key)
        self.inside: list[tuple[str, str]] = []
        self.cut = 0  # fetches

    async def fetch(self, key: str) -> int:
        async with self._line("fetch", key):
            value, fails = self.stock[key], self.fails > 0
            self.fails -= fails
            try:
                await asyncio.sleep(self._time(self.seconds))
            except asyncio.CancelledError:
                self.cut += 1
                raise
            if fails:
                raise Closed("the office is shut")
            return value

    async def store(self, key: str, value: int) -> None:
        async with self._line("store", key):
            await asyncio.sleep(self._time(0.025))
            self.stock[key] = value
            await asyncio.sleep(self._time(0.025))

    def _time(self, seconds: float) -> float:
        return seconds if self.chance is None else seconds * self.chance.choice((0.1, 1, 2))

    @asynccontextmanager
    async def _line(self, *call: str) -> AsyncIterator[None]:
        kind, key = call
        if len(self.inside) >= self.limit:
            raise TooBusy("all lines are engaged")
        assert kind == "store" or ("fetch", key) not in self.inside, "two fetches of one key"
        self.begun.append((kind, key))
        self.inside.append((kind, key))
        try:
            yield
        finally:
            self.inside.remove((kind, key))


def made(office: Office, fresh: float = 2.0, keep: float = 10.0) -> tuple[StockCache, Any]:
    gate = PrioritySemaphore(office.limit)
    handed: Any = office
    return StockCache(handed, gate, fresh_for=fresh, keep_for=keep), gate


async def timed(cache: StockCache, patience: float, key: str = "soup") -> Any:
    """What a read gave, or its error's type, and how long it took."""
    start = now()
    try:
        return tuple(await cache.read(key, patience)), now() - start
    except (TimeoutError, Closed) as error:
        return type(error), now() - start


Evening = Callable[[Office, StockCache], Coroutine[Any, Any, None]]


def evening(limit: int = 1, seconds: float = 1.0) -> Callable[[Evening], Callable[[], None]]:
    """A test that is given an office and a cache. Nothing may be complained of, or be left."""

    def decorate(test: Evening) -> Callable[[], None]:
        def wrapped() -> None:
            async def main() -> None:
                complaints: list[dict[str, Any]] = []
                loop = asyncio.get_running_loop()
                loop.set_exception_handler(lambda _, context: complaints.append(context))
                office = Office(limit, seconds)
                cache, gate = made(office)
                await test(office, cache)
                await asyncio.sleep(20)
                assert asyncio.all_tasks() == {asyncio.current_task()}
                assert not gate.statistics().inside and not gate.waiting and not office.cut
                gc.collect()
                assert not complaints

            run(main())

        wrapped.__name__ = test.__name__
        wrapped.__doc__ = test.__doc__
        return wrapped

    return decorate


# --- reads ----------------------------------------------------------------------------------------


@evening()
async def test_a_cold_read_gives_up_and_the_fetch_goes_on(
    office: Office, cache: StockCache
) -> None:
    assert await timed(cache, 0.1) == (TimeoutError, pytest.approx(0.1))
    assert await timed(cache, 5.0) == ((7, False), pytest.approx(0.9))
    assert await timed(cache, 0.0) == ((7, False), 0)
    assert len(office.begun) == 1
    assert repr(cache) == "<StockCache, 1 keys, 0 being fetched>"


@evening()
async def test_twelve_readers_one_fetch(office: Office, cache: StockCache) -> None:
    await cache.write("soup", 5)
    await asyncio.sleep(3)
    office.stock["soup"] = 4
    seen = []
    for _ in range(12):
        seen.append(await timed(cache, 0.1))
        await asyncio.sleep(0.06)
    assert max(took for _, took in seen) == pytest.approx(0.1)
    assert {answer for answer, _ in seen} == {(5, True), (4, False)}
    assert office.begun == [("store", "soup"), ("fetch", "soup")]


@evening()
async def test_no_patience_gives_what_there_is_and_begins_a_fetch(
    office: Office, cache: StockCache
) -> None:
    await cache.write("soup", 5)
    await asyncio.sleep(3)
    assert await timed(cache, 0) == ((5, True), 0)
    assert await timed(cache, -1) == ((5, True), 0)
    await asyncio.sleep(1.1)
    assert await timed(cache, 0) == ((5, False), 0)
    assert await timed(cache, 0, "fish") == (TimeoutError, 0)


@evening(seconds=0.06)
async def test_who_waited_for_a_fresh_value_gets_it_unmarked(
    office: Office, cache: StockCache
) -> None:
    await cache.write("soup", 5)
    await asyncio.sleep(3)
    office.stock["soup"] = 4
    assert await timed(cache, 0.1) == ((4, False), pytest.approx(0.06))


@evening()
async def test_too_old_is_not_served(office: Office, cache: StockCache) -> None:
    await cache.write("soup", 5)
    await asyncio.sleep(9.8)
    office.fails = 2
    assert await timed(cache, 0.1) == ((5, True), pytest.approx(0.1))
    assert await timed(cache, 0.3) == (TimeoutError, pytest.approx(0.3))
    assert await timed(cache, 3) == (Closed, pytest.approx(0.6))


@evening()
async def test_a_failure_reaches_only_those_who_have_nothing(
    office: Office, cache: StockCache
) -> None:
    office.fails = 1
    assert await timed(cache, 3) == (Closed, 1)
    assert await timed(cache, 3) == ((7, False), 1)
    await asyncio.sleep(3)
    office.fails = 1
    assert await timed(cache, 3) == ((7, True), 1)
    assert await timed(cache, 3) == ((7, False), 1)


@evening()
async def test_a_failure_nobody_waited_for_is_no_complaint(
    office: Office, cache: StockCache
) -> None:
    office.fails = 1
    assert await timed(cache, 0.1) == (TimeoutError, pytest.approx(0.1))
    await asyncio.sleep(2)
    assert await timed(cache, 3) == ((7, False), 1)


@evening(limit=2)
async def test_a_read_in_the_turn_in_which_the_fetch_failed_begins_another(
    office: Office, cache: StockCache
) -> None:
    office.fails = 1
    first = asyncio.create_task(timed(cache, 0.1))
    for _ in range(3):
        await asyncio.sleep(0)
    await asyncio.sleep(1.0)  # the fetch ended one step ago
    second = asyncio.create_task(timed(cache, 3))
    assert await cache.read("soup", 3) == Reading(7, stale=False)
    assert now() == 2
    assert (await first, await second) == ((TimeoutError, 0.1), ((7, False), 1))
    assert len(office.begun) == 2


@evening(limit=2)
async def test_keys_have_nothing_to_do_with_each_other(office: Office, cache: StockCache) -> None:
    both = await asyncio.gather(timed(cache, 2), timed(cache, 2, "fish"))
    assert list(both) == [((7, False), 1), ((70, False), 1)]


@evening()
async def test_the_first_reader_is_cancelled(office: Office, cache: StockCache) -> None:
    first = asyncio.create_task(cache.read("soup", 5))
    second = asyncio.create_task(timed(cache, 5))
    await asyncio.sleep(0.1)
    first.cancel()
    await asyncio.wait([first])
    assert first.cancelled() and now() == pytest.approx(0.1)
    assert await second == ((7, False), 1)
    assert len(office.begun) == 1


# --- writes ---------------------------------------------------------------------------------------


@evening(limit=2)
async def test_a_write_during_a_fetch_stays(office: Office, cache: StockCache) -> None:
    reader = asyncio.create_task(timed(cache, 5))
    await asyncio.sleep(0.3)
    await cache.write("soup", 9)
    assert await timed(cache, 0) == ((9, False), 0)
    assert await reader == ((9, False), 1)
    assert await timed(cache, 0) == ((9, False), 0)


@evening(limit=2)
async def test_a_fetch_begun_during_a_write_is_dropped(office: Office, cache: StockCache) -> None:
    writer = asyncio.create_task(cache.write("soup", 9))
    await asyncio.sleep(0.01)
    assert await timed(cache, 5) == ((9, False), 1)
    await writer
    assert await timed(cache, 0) == ((9, False), 0)


@evening()
async def test_a_write_goes_before_the_refreshes_and_spares_its_own(
    office: Office, cache: StockCache
) -> None:
    readers = [asyncio.create_task(timed(cache, 0.1, key)) for key in ("soup", "fish")]
    await asyncio.sleep(0.5)
    await cache.write("fish", 71)
    assert now() == pytest.approx(1.05)
    await asyncio.wait(readers)
    await asyncio.sleep(3)
    assert office.begun == [("fetch", "soup"), ("store", "fish")]


@evening(limit=2)
async def test_a_written_value_that_grew_stale_during_the_fetch(
    office: Office, cache: StockCache
) -> None:
    office.seconds = 4
    reader = asyncio.create_task(timed(cache, 9))
    await asyncio.sleep(0.3)
    await cache.write("soup", 9)
    assert await reader == ((9, False), 8)  # the first fetch is dropped, the second is kept


@evening(limit=2)
async def test_a_write_that_was_cut_off_leaves_a_doubt(office: Office, cache: StockCache) -> None:
    await cache.write("soup", 5)
    for effect, after in ((5, 0.01), (6, 0.03)):
        writer = asyncio.create_task(cache.write("soup", 6))
        await asyncio.sleep(after)
        writer.cancel()
        await asyncio.wait([writer])
        assert office.stock["soup"] == effect
        assert (await cache.read("soup", 0)) == Reading(5, stale=True)
        assert await timed(cache, 5) == ((effect, False), pytest.approx(1))


def test_ages_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="fresh_for <= keep_for"):
        made(Office(), fresh=3, keep=2)


def test_a_reader_survives_it_when_somebody_cancels_the_fetch() -> None:
    async def main() -> None:
        cache, _ = made(Office())
        reader = asyncio.create_task(timed(cache, 3))
        await asyncio.sleep(0.1)
        for task in asyncio.all_tasks():
            if task.get_name() == "refresh soup":
                task.cancel()
        assert await reader == (TimeoutError, pytest.approx(0.1))

    run(main())


def test_the_loop_may_close_during_a_fetch_and_the_cache_be_used_in_another() -> None:
    office = Office()
    cache, _ = made(office)
    assert run(timed(cache, 0.1)) == (TimeoutError, pytest.approx(0.1))
    assert run(timed(cache, 2.0)) == ((7, False), pytest.approx(1))


# --- chance ---------------------------------------------------------------------------------------


def _cancel_in(this: int, task: "asyncio.Task[None]", number: int) -> None:
    if number == this:
        task.cancel()


def _day(seed: int, cancel: tuple[int, int] | None = None) -> int:
    """Readers and writers by chance, some of them cancelled, one of them in a given pass.

    Only the cache tells the office anything: so what is fresh must be what the office has. Gives
    the number of passes.
    """
    chance = random.Random(seed)
    office = Office(chance.choice((1, 1, 2, 3)), chance.choice((0.03, 0.4, 1.0)))
    office.chance = chance if chance.random() < 0.7 else None
    cache, gate = made(office, fresh=chance.choice((0.2, 1.0)), keep=3.0)

    async def reader(key: str, patience: float) -> None:
        start = now()
        try:
            reading = await cache.read(key, patience)
        except (TimeoutError, Closed):
            reading = None
        assert now() - start <= patience + 1e-9
        if reading is not None and not reading.stale and ("store", key) not in office.inside:
            assert reading.value == office.stock[key]

    async def main() -> int:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        first = loop.jump.passes
        tasks: list[asyncio.Task[None]] = []
        for value in range(chance.randint(4, 12)):
            key = chance.choice(("soup", "soup", "fish"))
            if chance.random() < 0.3:
                tasks.append(asyncio.create_task(cache.write(key, 100 + value)))
            else:
                patience = chance.choice((0, 0.05, 0.1, 2.0))
                tasks.append(asyncio.create_task(reader(key, patience)))
            if chance.random() < 0.15:
                loop.call_later(chance.choice((0, 0.01, 0.3)), chance.choice(tasks).cancel)
            if cancel is not None and cancel[0] == value:
                at = loop.jump.passes + cancel[1]
                loop.jump.on_pass = partial(_cancel_in, at, tasks[-1])
            office.fails += chance.random() < 0.1
            for _ in range(chance.randint(0, 3)):
                await asyncio.sleep(0)
            await asyncio.sleep(chance.choice((0, 0, 0.01, 0.1, 0.7)))
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            if outcome is not None and not isinstance(outcome, asyncio.CancelledError):
                raise outcome
        passes = loop.jump.passes - first
        loop.jump.on_pass = None
        await asyncio.sleep(20)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        assert not gate.statistics().inside and not gate.waiting and not office.cut
        office.fails = 0
        for key in office.stock:  # whatever happened: it works, and tells the truth
            assert await cache.read(key, 9.0) == Reading(office.stock[key], stale=False)
        return passes

    return run(main())


@pytest.mark.parametrize("block", range(10))
def test_by_chance(block: int) -> None:
    for seed in range(60 * block, 60 * block + 60):
        _day(seed)


@pytest.mark.parametrize("seed", range(20))
def test_by_chance_one_cancelled_at_every_await(seed: int) -> None:
    for number in range(4):
        for at in range(25):
            _day(seed, (number, at))
