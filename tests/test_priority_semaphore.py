"""The gates of cases 14 to 16: what they promise, on a clock that costs nothing."""

import asyncio
import gc
import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from importlib import import_module
from operator import itemgetter
from typing import Any, NamedTuple, Protocol

import pytest

from tests.virtual_loop import VirtualLoop, run


class Gate(Protocol):
    @property
    def acquire(self) -> Callable[..., AbstractAsyncContextManager[None]]: ...
    def locked(self) -> bool: ...


Make = Callable[..., Gate]

STEMS = ("case14_priority_semaphore", "case15_ttl_semaphore", "case16_ageing")
GATES: list[Make] = [import_module(f"solutions.{stem}").PrioritySemaphore for stem in STEMS]

every_gate = pytest.mark.parametrize("make", GATES, ids=["14", "15", "16"])
patient_gates = pytest.mark.parametrize("make", GATES[1:], ids=["15", "16"])


def now() -> float:
    return asyncio.get_running_loop().time()


async def until(moment: float) -> None:
    await asyncio.sleep(moment - now())


class Evening:
    """Guests at one gate, and a diary of what became of them."""

    def __init__(self, gate: Gate) -> None:
        self.gate = gate
        self.diary: list[tuple[str, str, float]] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.inside = self.peak = 0

    def guest(
        self, name: str, priority: int, stays: float = 0.1, comes: float = 0.0, *more: Any
    ) -> asyncio.Task[None]:
        task = asyncio.create_task(self._visit(name, priority, stays, comes, more))
        self.tasks[name] = task
        return task

    async def _visit(
        self, name: str, priority: int, stays: float, comes: float, more: tuple[Any, ...]
    ) -> None:
        await until(comes)
        try:
            async with self.gate.acquire(priority, *more):
                self.inside += 1
                self.peak = max(self.peak, self.inside)
                self._note(name, "in")
                try:
                    await asyncio.sleep(stays)
                finally:
                    self.inside -= 1
        except TimeoutError:
            self._note(name, "gave up")
        except asyncio.CancelledError:
            self._note(name, "cancelled")
            raise
        else:
            self._note(name, "out")

    def _note(self, name: str, what: str) -> None:
        self.diary.append((name, what, round(now(), 6)))

    async def over(self) -> None:
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)

    def order(self) -> list[str]:
        return [name for name, what, _ in self.diary if what == "in"]

    def when(self, name: str, what: str) -> float:
        return next(at for who, did, at in self.diary if (who, did) == (name, what))


async def places(gate: Gate, most: int = 10) -> int:
    """How many can be inside at once, when all is quiet."""
    evening = Evening(gate)
    for n in range(most):
        evening.guest(f"probe {n}", 0, 1.0, now())
    await asyncio.sleep(0.5)
    inside = evening.inside
    for task in evening.tasks.values():
        task.cancel()
    await evening.over()
    return inside


# --- every gate -----------------------------------------------------------------------------------


@every_gate
def test_the_most_urgent_is_next_and_equals_go_as_they_came(make: Make) -> None:
    async def main() -> list[str]:
        evening = Evening(make(1))
        evening.guest("holder", 5, 1.0)
        for place, priority in enumerate((4, 1, 3, 1, 9, 3, 2)):
            evening.guest(f"{priority}{'abcdefg'[place]}", priority, 0.1, 0.1 * (place + 1))
        await evening.over()
        return evening.order()

    assert run(main()) == ["holder", "1b", "1d", "2g", "3c", "3f", "4a", "9e"]


@every_gate
@pytest.mark.parametrize("value", [1, 2, 3])
def test_never_more_inside_than_there_are_places_and_never_fewer_while_some_wait(
    make: Make, value: int
) -> None:
    async def main() -> tuple[int, float]:
        evening = Evening(make(value))
        for n in range(12):
            evening.guest(str(n), n % 3, 0.1)
        await evening.over()
        return evening.peak, now()

    peak, took = run(main())
    assert peak == value
    assert took == pytest.approx(12 / value * 0.1)


@every_gate
def test_who_leaves_and_asks_again_goes_behind_its_equals(make: Make) -> None:
    async def main() -> list[str]:
        gate, seen = make(1), list[str]()

        async def regular(name: str) -> None:
            for _ in range(3):
                async with gate.acquire(1):
                    seen.append(name)
                    await asyncio.sleep(0.1)

        await asyncio.gather(*(regular(name) for name in "abc"))
        return seen

    assert run(main()) == list("abcabcabc")


@every_gate
def test_a_cancelled_waiter_costs_nothing(make: Make) -> None:
    async def main() -> tuple[list[str], float, int]:
        gate = make(1)
        evening = Evening(gate)
        evening.guest("holder", 0, 1.0)
        for n in range(6):
            evening.guest(str(n), n, 0.1, 0.1)
        await until(0.5)
        for n in (0, 1, 4):
            evening.tasks[str(n)].cancel()
        await evening.over()
        return evening.order(), now(), await places(gate)

    order, took, left = run(main())
    assert order == ["holder", "2", "3", "5"]
    assert took == pytest.approx(1.3)
    assert left == 1


@every_gate
@pytest.mark.parametrize("cancel_first", [True, False])
def test_cancelled_in_the_turn_of_the_grant_the_place_is_passed_on(
    make: Make, cancel_first: bool
) -> None:
    async def main() -> tuple[list[str], int]:
        gate = make(1)
        evening = Evening(gate)
        holder = gate.acquire(0)
        await holder.__aenter__()
        first = evening.guest("first", 1)
        evening.guest("second", 2)
        await until(0.1)
        if cancel_first:
            first.cancel()
        await holder.__aexit__(None, None, None)
        if not cancel_first:
            first.cancel()
        await evening.over()
        return evening.order(), await places(gate)

    assert run(main()) == (["second"], 1)


@every_gate
def test_all_who_wait_cancelled_as_they_are_granted_leaves_the_gate_open(make: Make) -> None:
    async def main() -> tuple[bool, bool, int]:
        gate = make(2)
        evening = Evening(gate)
        holders = [gate.acquire(0), gate.acquire(0)]
        for holder in holders:
            await holder.__aenter__()
        for n in range(5):
            evening.guest(str(n), n)
        await until(0.1)
        before = gate.locked()
        for holder in holders:
            await holder.__aexit__(None, None, None)
        for task in evening.tasks.values():
            task.cancel()
        await evening.over()
        return before, gate.locked(), await places(gate)

    assert run(main()) == (True, False, 2)


@every_gate
@pytest.mark.parametrize(
    "error", [ValueError("mine"), TimeoutError("mine"), asyncio.CancelledError("mine")]
)
def test_what_the_body_raises_passes_as_it_is_and_gives_one_place_back(
    make: Make, error: BaseException
) -> None:
    async def main() -> tuple[BaseException | None, int]:
        gate, caught = make(2), None
        try:
            async with gate.acquire(1):
                raise error
        except BaseException as came:
            caught = came
        return caught, await places(gate)

    caught, left = run(main())
    assert caught is error
    assert left == 2


@every_gate
def test_locked_is_true_exactly_when_a_newcomer_would_wait(make: Make) -> None:
    async def main() -> list[bool]:
        gate, said = make(2), list[bool]()
        evening = Evening(gate)
        said.append(gate.locked())
        evening.guest("a", 0, 0.3)
        await until(0.1)
        said.append(gate.locked())
        evening.guest("b", 0, 0.3)
        evening.guest("c", 0, 0.3)
        await until(0.2)
        said.append(gate.locked())
        await until(0.35)  # c has a's place
        said.append(gate.locked())
        await evening.over()
        said.append(gate.locked())
        return said

    assert run(main()) == [False, False, True, True, False]


@every_gate
def test_nobody_slips_past_in_the_turn_of_a_release(make: Make) -> None:
    async def main() -> tuple[list[str], bool]:
        gate = make(1)
        evening = Evening(gate)
        holder = gate.acquire(1)
        await holder.__aenter__()
        evening.guest("waiter", 1)
        await until(0.1)
        evening.guest("newcomer", 1, 0.1, 0.1)
        await holder.__aexit__(None, None, None)
        locked = gate.locked()
        await evening.over()
        return evening.order(), locked

    assert run(main()) == (["waiter", "newcomer"], True)


@every_gate
def test_a_gate_without_places_is_refused_at_the_door(make: Make) -> None:
    with pytest.raises(ValueError, match="not 0"):
        make(0)


def _cut_in_pass(make: Make, name: str, cut: int) -> tuple[int, int, int]:
    """One evening in which `name` is cancelled in pass `cut`: passes, peak, places left."""

    async def main() -> tuple[int, int, int]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        gate = make(2)
        evening = Evening(gate)
        more = (0.15,) if make is not GATES[0] else ()
        for place, one in enumerate("abcdef"):
            evening.guest(one, place % 3, 0.1, 0.02 * place, *more)
        start = loop.jump.passes
        loop.jump.on_pass = lambda n: evening.tasks[name].cancel() if n == start + cut else None
        await evening.over()
        loop.jump.on_pass = None
        return loop.jump.passes - start, evening.peak, await places(gate)

    return run(main())


@every_gate
def test_a_cancellation_in_any_pass_neither_loses_nor_makes_a_place(make: Make) -> None:
    passes, *_ = _cut_in_pass(make, "a", 0)
    assert passes > 10
    for name in "abcdef":
        for cut in range(1, passes + 1):
            _, peak, left = _cut_in_pass(make, name, cut)
            assert (peak, left) == (2, 2), f"{name} cut in pass {cut}"


@patient_gates
def test_patience_ends_at_its_moment_however_often_places_change_hands(make: Make) -> None:
    async def main() -> Evening:
        evening = Evening(make(1))
        evening.guest("holder", 0, 0.05)
        for n in range(20):
            evening.guest(f"urgent {n}", 0, 0.05, 0.01 + 0.001 * n)
        evening.guest("patient", 9, 0.1, 0.005, None)
        evening.guest("short", 9, 0.1, 0.005, 0.33)
        await evening.over()
        return evening

    evening = run(main())
    assert evening.when("short", "gave up") == pytest.approx(0.335)
    assert evening.order()[-1] == "patient"


@patient_gates
def test_the_ttl_bounds_the_wait_never_the_stay(make: Make) -> None:
    async def main() -> float:
        evening = Evening(make(1))
        evening.guest("straight in", 0, 2.0, 0.0, 0.1)
        evening.guest("after a wait", 0, 2.0, 1.95, 0.1)
        await evening.over()
        return evening.when("after a wait", "out")

    assert run(main()) == pytest.approx(4.0)


@patient_gates
@pytest.mark.parametrize("ttl", [0, 0.0, -1])
def test_without_patience_a_free_place_or_an_error_at_once(make: Make, ttl: float) -> None:
    async def main() -> tuple[list[str], float]:
        evening = Evening(make(1))
        evening.guest("free", 0, 1.0, 0.0, ttl)
        evening.guest("taken", 0, 1.0, 0.5, ttl)
        await evening.over()
        return evening.order(), evening.when("taken", "gave up")

    assert run(main()) == (["free"], 0.5)


@patient_gates
def test_expired_waiters_cost_nothing(make: Make) -> None:
    async def main() -> tuple[list[str], float, int]:
        gate = make(1)
        evening = Evening(gate)
        evening.guest("holder", 0, 1.0)
        for n in range(5):
            evening.guest(f"gone {n}", 0, 0.1, 0.1, 0.2 + 0.1 * n)
        evening.guest("stays", 1, 0.1, 0.1)
        await evening.over()
        return evening.order(), now(), await places(gate)

    order, took, left = run(main())
    assert (order, left) == (["holder", "stays"], 1)
    assert took == pytest.approx(1.1)


@patient_gates
def test_cancelled_in_the_turn_in_which_its_patience_ends_it_gives_nothing_back(
    make: Make,
) -> None:
    async def main() -> int:
        gate = make(1)
        evening = Evening(gate)
        evening.guest("holder", 0, 1.0)
        task = evening.guest("gone", 0, 0.1, 0.0, 0.5)
        await until(0.25)
        asyncio.get_running_loop().call_later(0.25, task.cancel)
        await until(0.75)
        assert evening.peak == 1
        await evening.over()
        return await places(gate)

    assert run(main()) == 1


@patient_gates
def test_who_gives_up_leaves_the_memory(make: Make) -> None:
    async def main() -> int:
        gate = make(1)
        evening = Evening(gate)

        async def gives_up() -> None:
            with pytest.raises(TimeoutError):
                async with gate.acquire(1, 0.001):
                    pass

        async with gate.acquire(0):
            evening.guest("never in", 0, 0.1)
            await asyncio.sleep(0)
            await gives_up()
            gc.collect()
            before = len(gc.get_objects())
            for _ in range(3_000):
                await gives_up()
            gc.collect()
            after = len(gc.get_objects())
        await evening.over()
        return after - before

    assert run(main()) < 300


# --- against a model ------------------------------------------------------------------------------


class Plan(NamedTuple):
    """One guest: when it comes, what it wants, how it ends."""

    name: str
    priority: int
    comes: float
    stays: float
    ttl: float | None
    cut: float | None


Diary = list[tuple[str, str, float]]


def _party(draw: random.Random, ttls: bool) -> list[Plan]:
    """Moments are random enough that no two of a party are the same."""
    span = draw.choice((0.5, 1.0, 3.0))
    return [
        Plan(
            f"g{n}",
            draw.randrange(4),
            draw.random() * span,
            0.05 + draw.random() * 0.4,
            draw.random() if ttls and draw.random() < 0.5 else None,
            draw.random() * 2 * span if draw.random() < 0.25 else None,
        )
        for n in range(draw.randint(3, 12))
    ]


def _model(party: list[Plan], value: int, rate: float) -> Diary:
    """What should happen, told by walking from moment to moment; slow and plain."""
    diary: Diary = []
    waiting: list[Plan] = []
    inside: dict[Plan, float] = {}
    coming = sorted(party, key=lambda g: g.comes)
    cuts = {g: g.cut for g in party if g.cut is not None}
    while coming or waiting or inside:
        due: list[tuple[float, str, Plan]] = [(g.comes, "comes", g) for g in coming[:1]]
        due += [(end, "out", g) for g, end in inside.items()]
        due += [(g.comes + g.ttl, "gave up", g) for g in waiting if g.ttl is not None]
        due += [(at, "cancelled", g) for g, at in cuts.items()]
        at, what, guest = min(due)
        if what == "comes":
            coming.remove(guest)
            waiting.append(guest)
        elif what == "cancelled":
            del cuts[guest]
            if guest in coming:
                coming.remove(guest)
                what = "never came"
            elif guest not in waiting and guest not in inside:
                what = "gone already"
        if what in ("cancelled", "gave up", "out"):
            inside.pop(guest, None)
            if guest in waiting:
                waiting.remove(guest)
            diary.append((guest.name, what, round(at, 6)))
        while waiting and len(inside) < value:
            best = min(waiting, key=lambda g: (g.priority + rate * g.comes, g.comes))
            waiting.remove(best)
            inside[best] = at + best.stays
            diary.append((best.name, "in", round(at, 6)))
    return diary


def _really(party: list[Plan], value: int, gate: Gate, ttls: bool) -> tuple[Diary, int]:
    async def main() -> tuple[Diary, int]:
        loop = asyncio.get_running_loop()
        evening = Evening(gate)
        for plan in party:
            more = (plan.ttl,) if ttls else ()
            task = evening.guest(plan.name, plan.priority, plan.stays, plan.comes, *more)
            if plan.cut is not None:
                loop.call_at(plan.cut, task.cancel)
        await evening.over()
        return evening.diary, await places(gate)

    return run(main())


@pytest.mark.parametrize("seed", range(150))
def test_random_parties_go_as_the_model_says(seed: int) -> None:
    draw = random.Random(seed)
    for make, ttls, rate in (
        (GATES[0], False, 0.0),
        (GATES[1], True, 0.0),
    ):
        party, value = _party(draw, ttls), draw.randint(1, 3)
        diary, left = _really(party, value, make(value), ttls)
        expected = _model(party, value, rate)
        assert sorted(diary, key=itemgetter(2, 0)) == sorted(expected, key=itemgetter(2, 0))
        assert left == value
