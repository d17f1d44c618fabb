"""What readers could have got is worked out rightly: on days written by hand."""

from typing import Any

import pytest

from kitchen import readings
from kitchen.case import Entry, Served, Service
from kitchen.readings import brought
from kitchen.world.ledger import Event, Kind, Ledger
from kitchen.world.outcome import Outcome, Raised
from kitchen.world.script import Begin
from kitchen.world.supplier import Conditions
from tests.ledgers import ns

NUMBER = 1
FIRST, SECOND_FETCH = brought(NUMBER, "soup", 1), brought(NUMBER, "soup", 2)


class Day:
    """A service with a ledger of its own, one line of what happens after another."""

    def __init__(self, limit: int = 1) -> None:
        self.limit = limit
        self.events: list[Event] = []
        self.steps: list[Begin] = []
        self.errors: dict[int, Raised] = {}
        self.calls = 0

    def _note(self, at: float, kind: Kind, number: int, item: Any = None, note: str = "") -> None:
        self.events.append(Event(ns(at), kind, 0, number, item, note))

    def office(self, item: str, begun: float, ended: float, how: Kind = "delivered") -> None:
        self.calls += 1
        self._note(begun, "asked", self.calls, item)
        self._note(ended, how, self.calls, item)

    def fetch(self, begun: float, ended: float, which: int = 1, how: Kind = "delivered") -> None:
        self.office(f"fetch soup {which}", begun, ended, how)

    def write(self, value: int, begun: float, stored: float, key: str = "soup") -> None:
        number = len(self.steps)
        self.steps.append(Begin("write", (number, key, value), begun))
        self._note(begun, "begun", number)
        self.office(f"store {key} {value}", stored - 0.05, stored)
        self._note(stored, "returned", number)

    def read(
        self,
        begun: float,
        ended: float,
        value: int | None = None,
        *,
        stale: bool = False,
        patience: float = 0.1,
        error: str = "",
        cut: float | None = None,
    ) -> None:
        number = len(self.steps)
        self.steps.append(Begin("read", (number, "soup", patience), begun))
        self._note(begun, "begun", number)
        if cut is not None:
            self._note(cut, "cut", number)
        if value is not None:
            self._note(ended, "mark", number, f"{value} {int(stale)}", "reading")
            self._note(ended, "returned", number)
        elif error:
            self.errors[number] = Raised(error, "")
            self._note(ended, "raised", number)
        else:
            self._note(ended, "cancelled", number)

    def broken(self) -> dict[str, str]:
        """The figures of the promises that were not kept."""
        service = Service(
            NUMBER, "reads", "by hand", Entry("StockCache", ()), Conditions(self.limit),
            (tuple(self.steps),),
        )  # fmt: skip
        made = Ledger(sorted(self.events, key=lambda event: event.at))
        served = Served(service, made, Outcome("finished"), errors=self.errors)
        return {name: found.figure for name, found in readings.broken(served).items()}


def known(limit: int = 1) -> Day:
    """100 was written, and stored at 0.05 s."""
    day = Day(limit)
    day.write(100, 0.0, 0.05)
    return day


def test_a_day_as_it_should_be_breaks_nothing() -> None:
    day = known()
    day.read(1.0, 1.0, 100)
    day.fetch(3.0, 4.0)
    day.read(3.0, 3.1, 100, stale=True)
    day.read(4.5, 4.5, FIRST)
    assert day.broken() == {}


def test_a_read_may_last_20_ms_longer_than_its_patience_and_no_longer() -> None:
    for over, broken in ((0.02, {}), (0.021, {"patience": "0.12 s"})):
        day = known()
        day.read(1.0, 1.1 + over, 100)
        assert day.broken() == broken


def test_a_fetch_is_never_cut_nor_needless_nor_doubled() -> None:
    cut, needless, doubled = known(), known(), known(limit=2)
    cut.fetch(3.0, 3.1, how="hung up")
    cut.read(3.0, 3.1, 100, stale=True)
    assert cut.broken() == {"one fetch": "cut"}
    needless.fetch(1.0, 2.0)
    assert needless.broken() == {"one fetch": "needless"}
    doubled.fetch(3.0, 4.0)
    doubled.fetch(3.5, 4.5, 2)
    assert doubled.broken() == {"one fetch": "two at once"}


def test_a_fetch_that_a_write_has_overtaken_brings_nothing_new() -> None:
    for value, broken in ((300, {}), (FIRST, {"older": "an older value"})):
        day = known(limit=2)
        day.fetch(3.0, 4.0)
        day.read(3.0, 3.1, 100, stale=True)
        day.write(300, 3.4, 3.45)
        day.read(4.5, 4.5, value)
        assert day.broken() == broken


def test_a_fetch_begun_while_a_write_was_under_way_is_overtaken_too() -> None:
    day = known(limit=2)
    day.write(300, 3.0, 3.05)
    day.fetch(3.025, 4.0)
    day.read(4.5, 4.5, FIRST)
    assert "older" in day.broken()


@pytest.mark.parametrize(
    ("age", "stale", "broken"),
    [
        (1.9, False, {}),
        (1.9, True, {"age": "fresh, marked stale"}),
        (2.1, True, {}),
        (2.1, False, {"age": "not marked"}),
        (9.9, True, {}),
        (10.1, True, {"age": "too old"}),
    ],
)
def test_stale_says_how_old_it_is(age: float, stale: bool, broken: dict[str, str]) -> None:
    day = known()
    at = 0.05 + age
    day.read(at, at, 100, stale=stale)
    if age > 2:
        day.fetch(at, at + 1.0)
    assert day.broken() == broken


def test_a_read_of_nothing_fresh_leads_to_a_fetch_at_once_or_when_a_line_is_free() -> None:
    none, late, queued = known(), known(), known()
    none.read(3.0, 3.1, 100, stale=True)
    assert none.broken() == {"newest": "no fetch"}
    late.read(3.0, 3.1, 100, stale=True)
    late.fetch(3.1, 4.1)
    assert late.broken() == {"newest": "no fetch at once"}
    queued.office("fetch fish 1", 2.5, 3.5)
    queued.read(3.0, 3.1, 100, stale=True)
    queued.fetch(3.5, 4.5)
    assert queued.broken() == {}


def test_a_failure_reaches_only_those_who_have_nothing_else_to_get() -> None:
    nothing, something = Day(), known()
    nothing.fetch(0.0, 1.0, how="failed")
    nothing.read(0.0, 1.0, patience=2.0, error="Closed")
    assert nothing.broken() == {}
    something.fetch(3.0, 3.05, how="failed")
    something.read(3.0, 3.05, error="Closed")
    assert something.broken() == {"failure": "no value"}


def test_a_failure_is_not_kept_for_those_who_come_later() -> None:
    day = Day()
    day.fetch(0.0, 1.0, how="failed")
    day.read(0.0, 0.1, error="TimeoutError")
    day.fetch(1.2, 2.2, 2)
    day.read(1.2, 1.3, error="Closed")
    assert day.broken() == {"failure": "Closed"}


def test_what_nobody_has_given_is_told_and_what_is_not_stored_yet() -> None:
    made_up, too_soon = known(), known()
    made_up.read(1.0, 1.0, 7)
    assert made_up.broken() == {"newest": "made up"}
    too_soon.read(3.0, 3.0, 300)
    too_soon.write(300, 3.0, 3.05)
    assert too_soon.broken() == {"newest": "not stored yet"}


def test_a_cancelled_reader_is_out_at_once_and_as_cancelled() -> None:
    at_once, later, swallowed = known(), known(), known()
    for day in (at_once, later, swallowed):
        day.fetch(3.0, 4.0)
    at_once.read(3.0, 3.05, cut=3.05)
    assert at_once.broken() == {}
    later.read(3.0, 3.1, cut=3.05)
    assert later.broken() == {"cut": "goes on"}
    swallowed.read(3.0, 3.06, 100, stale=True, cut=3.05)
    assert swallowed.broken() == {"cut": "swallowed"}


def test_a_write_goes_before_every_refresh_that_waits() -> None:
    day = known()
    day.office("fetch fish 1", 3.0, 4.0)
    day.office("fetch cake 1", 4.0, 5.0)
    day.write(300, 3.2, 5.05)
    assert day.broken() == {"gate": "refresh first"}


def test_never_more_calls_than_lines() -> None:
    day = Day()
    day.office("fetch fish 1", 0.0, 1.0)
    day.office("fetch cake 1", 0.5, 1.5)
    assert day.broken() == {"gate": "peak 2"}


def test_a_write_returns_when_it_is_stored_and_no_sooner() -> None:
    day = known()
    day.events[-1] = day.events[-1]._replace(at=ns(0.01))
    assert day.broken() == {"gate": "not stored"}


@pytest.mark.parametrize("item", ["hello", "a b c d", "", "fetch"])
def test_what_else_an_attempt_asks_for_is_no_call_of_ours(item: str) -> None:
    day = known(limit=2)
    day.office(item, 1.0, 1.1)
    day.read(1.5, 1.5, 100)
    assert day.broken() == {}


def test_what_is_stored_and_is_no_number_is_still_what_was_stored_last() -> None:
    day = known()
    day.office("store soup nothing", 1.0, 1.05)
    day.read(1.5, 1.5, 100)
    assert day.broken() == {"newest": "an older value"}


@pytest.mark.parametrize("told", ["a str", "²3 0", "--5 1", ""])
def test_a_reading_that_is_no_number_is_nothing(told: str) -> None:
    day = known()
    day.read(1.0, 1.0, 100)
    day.events = [e._replace(item=told) if e.note == "reading" else e for e in day.events]
    assert day.broken() == {"patience": "no value"}
