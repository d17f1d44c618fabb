"""The checks of case 7, put to ledgers written by hand; and what is said of real attempts."""

from collections.abc import Callable
from typing import Any

import pytest

from kitchen.case import Finding, Served
from kitchen.cases import case07_semaphore as case07
from kitchen.world.ledger import Event, Kind, Ledger
from kitchen.world.outcome import Outcome, Raised, Waiting
from kitchen.world.wire import SECOND
from tests.conftest import Grade

Check = Callable[[Served], Finding]


def ledger(*lines: tuple[float, Kind, int], round: int = 0) -> list[Event]:
    """Events at these seconds; a delivery's number is its crate's."""
    calls = {"begun", "cut", "returned", "raised", "cancelled", "rest"}
    return [
        Event(round_ns(at), kind, round, number, None if kind in calls else number)
        for at, kind, number in lines
    ]


def round_ns(seconds: float) -> int:
    return int(seconds * SECOND)


def served(service: int, events: list[Event], **more: Any) -> Served:
    return Served(case07.service(service), Ledger(events), Outcome("finished"), **more)


def deliveries(
    crates: range, limit: int, *, round: int = 0, start: float = 0.0, call: int = 0
) -> list[Event]:
    """A round in which all goes well, `limit` at a time."""
    lines: list[tuple[float, Kind, int]] = [(start, "begun", call)]
    at = start
    for first in range(crates.start, crates.stop, limit):
        batch = crates[first - crates.start : first - crates.start + limit]
        lines += [(at, "asked", crate) for crate in batch]
        at += 0.05
        lines += [(at, "delivered", crate) for crate in batch]
    lines.append((at, "returned", call))
    return ledger(*lines, round=round)


GOOD = deliveries(range(1, 51), 5)
SECOND_ROUND = deliveries(range(51, 101), 5, round=1, start=10.0, call=1)


def test_a_good_ledger_passes_every_check_of_its_service() -> None:
    one = served(1, GOOD)
    for check in (case07.all_delivered, case07.within_limit, case07.concurrent):
        assert check(one).passed
    assert case07.within_limit(one).figure == "peak 5"
    assert case07.concurrent(one).figure == "took 0.50 s"


def test_a_missing_crate_a_crate_twice_and_a_late_one_are_no_full_delivery() -> None:
    unasked = [event for event in GOOD if event.item != 50]
    assert "1 of 50 crates was never asked for" in case07.all_delivered(served(1, unasked)).seen
    missing = [event for event in GOOD if (event.kind, event.item) != ("delivered", 50)]
    assert "1 of 50 crates never came" in case07.all_delivered(served(1, missing)).seen
    twice = [*GOOD[:-1], *ledger((0.5, "asked", 7), (0.5, "delivered", 7)), GOOD[-1]]
    assert "Crate 7 came more than once" in case07.all_delivered(served(1, twice)).seen
    early = [GOOD[0], GOOD[-1]._replace(at=0), *GOOD[1:-1]]
    assert "still under way" in case07.all_delivered(served(1, early)).seen


def test_an_error_is_no_delivery_and_is_named() -> None:
    events = ledger((0, "begun", 0), (0, "raised", 0))
    finding = case07.all_delivered(served(1, events, errors={0: Raised("ValueError", "burnt")}))
    assert finding.seen == "restock raised ValueError: burnt."


def test_refused_calls_count_at_the_door() -> None:
    lines: list[tuple[float, Kind, int]] = [(0, "asked", n) for n in range(1, 7)]
    lines += [(0.01, "sent away", 6)]
    assert case07.within_limit(served(1, ledger(*lines))).figure == "peak 6"


@pytest.mark.parametrize("check", [case07.within_limit, case07.concurrent])
def test_nothing_done_is_nothing_passed(check: Check) -> None:
    assert not check(served(1, ledger((0, "begun", 0), (0, "returned", 0)))).passed


def test_one_at_a_time_is_not_concurrent() -> None:
    finding = case07.concurrent(served(1, deliveries(range(1, 51), 1)))
    assert (finding.passed, finding.figure) == (False, "took 2.50 s")


def test_a_cancelled_restock_must_end_within_20_ms() -> None:
    def ends(at: float) -> Finding:
        first = ledger((0, "begun", 0), (0.12, "cut", 0), (at, "cancelled", 0))
        return case07.ends_when_cancelled(served(8, first + SECOND_ROUND))

    assert ends(0.139).passed
    assert not ends(0.141).passed


def test_what_is_in_the_air_must_be_hung_up_and_nothing_more_asked() -> None:
    def with_lines(*lines: tuple[float, Kind, int]) -> Finding:
        start: list[tuple[float, Kind, int]] = [
            (0, "begun", 0),
            (0.1, "asked", 1),
            (0.12, "cut", 0),
        ]
        end: list[tuple[float, Kind, int]] = [(0.12, "cancelled", 0)]
        return case07.ends_when_cancelled(served(8, ledger(*start, *lines, *end) + SECOND_ROUND))

    assert with_lines((0.12, "hung up", 1)).passed
    assert with_lines().figure == "1 left in the air"
    last: list[tuple[float, Kind, int]] = [
        (0.12, "hung up", 1),
        (0.145, "asked", 2),
        (0.145, "hung up", 2),
    ]
    assert with_lines(*last).figure == "1 more asked"
    at_once: list[tuple[float, Kind, int]] = [
        (0.12, "hung up", 1),
        (0.13, "asked", 2),
        (0.13, "hung up", 2),
    ]
    assert with_lines(*at_once).passed


def test_spoiled_crates_may_be_told_or_survived_but_not_hidden() -> None:
    spoiled = case07.service(7).conditions.spoiled
    sound = [
        e._replace(kind="failed") if e.kind == "delivered" and e.item in spoiled else e
        for e in GOOD
    ]
    assert case07.never_wedged(served(7, sound + SECOND_ROUND)).passed
    hidden = [e for e in sound if e.item != 50]
    assert "without one sound crate" in case07.never_wedged(served(7, hidden + SECOND_ROUND)).seen
    late = [e._replace(at=e.at + SECOND) if e.item == 50 else e for e in sound]
    assert not case07.never_wedged(served(7, late + SECOND_ROUND)).passed
    told = [*hidden[:-1], hidden[-1]._replace(kind="raised")]
    raised = {0: Raised("Spoiled", "")}
    assert case07.never_wedged(served(7, told + SECOND_ROUND, errors=raised)).passed
    at_once = ledger((0, "begun", 0), (0, "raised", 0))
    early = case07.never_wedged(served(7, at_once + SECOND_ROUND, errors=raised))
    assert early.figure == "raised before anything was spoiled"
    waits = {0: (Waiting("order", 9, "waits in Semaphore.acquire"),)}
    left = case07.never_wedged(served(7, told + SECOND_ROUND, errors=raised, left=waits))
    assert "`order` waits in Semaphore.acquire" in left.seen


def test_the_second_restock_must_work_in_full() -> None:
    first = ledger((0, "begun", 0), (0.12, "cut", 0), (0.12, "cancelled", 0))
    short = deliveries(range(51, 100), 5, round=1, start=10.0, call=1)
    finding = case07.ends_when_cancelled(served(8, first + short))
    assert finding.seen == "The second time: 1 of 50 crates was never asked for."


def test_who_ends_before_the_cancel_must_have_done_the_work() -> None:
    second = deliveries(range(51, 101), 5, round=1, start=10.0, call=1)
    early = ledger((0, "begun", 0), (0.01, "returned", 0))
    assert not case07.ends_when_cancelled(served(8, early + second)).passed
    assert case07.ends_when_cancelled(served(8, GOOD + second)).passed


def test_no_two_events_of_a_service_race_within_20_ms() -> None:
    """A cancel never falls on the moment of an even delivery."""
    for number in range(1, 200):
        service = case07.service(number)
        conditions = service.conditions
        if service.kind == "cancelled" and conditions.fastest == conditions.slowest:
            at = service.script[0][1].at
            apart = at % conditions.fastest
            assert min(apart, conditions.fastest - apart) >= 0.0199


def test_services_vary_and_repeat() -> None:
    services = [case07.service(number) for number in range(1, 51)]
    assert services == [case07.service(number) for number in range(1, 51)]
    assert {service.kind for service in services} == {
        "even", "spread", "limit", "spoiled", "cancelled",
    }  # fmt: skip
    assert len({service.conditions.limit for service in services}) > 4


# --- what is said ---------------------------------------------------------------------------


def first_diagnosis(verdict: Any) -> Any:
    return next(result.diagnosis for result in verdict.results if not result.passed)


def test_the_diagnosis_points_at_the_learners_line(graded: Grade) -> None:
    told = first_diagnosis(
        graded("""
        async def restock(supplier, crates):
            async def order(crate):
                async with asyncio.Semaphore(supplier.limit):
                    await supplier.deliver(crate)
            await asyncio.gather(*map(order, crates))
        """)
    )
    assert told.name == "gate-per-order"
    assert told.source == "async with asyncio.Semaphore(supplier.limit):"
    assert "Every order makes a gate of its own here" in told.text


def test_a_number_written_into_the_code_is_named_whatever_it_is(graded: Grade) -> None:
    code = """
        async def restock(supplier, crates):
            gate = asyncio.Semaphore({})
            async def order(crate):
                async with gate:
                    await supplier.deliver(crate)
            await asyncio.gather(*map(order, crates))
        """
    for number, limit in ((5, 3), (7, 5), (4, 3)):
        told = first_diagnosis(graded(code.format(number)))
        assert told.name == "fixed-number"
        assert f"The number {number} is written into the code, and this supplier takes {limit}" in (
            told.text
        )


def test_where_nothing_fits_the_numbers_are_said_plainly(graded: Grade) -> None:
    told = first_diagnosis(
        graded("""
        async def restock(supplier, crates):
            gate = asyncio.Semaphore(supplier.limit)
            async def order(crate):
                async with gate:
                    await supplier.deliver(crate)
            await asyncio.gather(*map(order, crates[1:]))
        """)
    )
    assert (told.name, told.text) == ("", "1 of 50 crates was never asked for.")


def test_an_error_of_the_attempts_own_is_told_before_any_guess(graded: Grade) -> None:
    told = first_diagnosis(
        graded("""
        async def restock(supplier, crates):
            raise LookupError("no such supplier.")
        """)
    )
    assert (told.name, told.text) == ("raises", "restock raised LookupError: no such supplier.")
    assert told.source == 'raise LookupError("no such supplier.")'


def test_two_services_that_hang_spare_the_rest_and_every_check_reports(graded: Grade) -> None:
    verdict = graded(
        """
        async def restock(supplier, crates):
            while True: pass
        """,
        services=50,
    )
    assert len(verdict.results) == 6
    assert all(not result.passed for result in verdict.results)
    assert verdict.results[0].diagnosis is not None
    assert verdict.results[0].diagnosis.name == "keeps-the-stove"
    assert "not run: hung as in service 1" in [result.figure for result in verdict.results]
