"""How branches met, as it is drawn: from notes written by hand."""

from textwrap import dedent

import pytest

from kitchen.case import Clues, Entry, Served, Service
from kitchen.encounters import BEFORE, picture
from kitchen.trace import Asks, Note, Operation, Slept, Trace
from kitchen.world.ledger import Event, Ledger
from kitchen.world.outcome import Outcome
from kitchen.world.supplier import Conditions

SOURCE = dedent("""\
    def take_delivery(office, supplier, item):
        stock = office.get("stock", 0)
        crate = supplier.phone(item)
        office.set("stock", stock + crate.weight)
        with office.transact():
            office.incr("count")
        office.delete("claim")
""")

READS, PHONES, WRITES, COUNTS, DELETES = 2, 3, 4, 6, 7
"""Lines of it."""

ONE, TWO, THREE = 10_000, 11_000, 12_000
"""The main strands of three branches."""


def did(
    task: int, name: str, line: int, key: str = "'stock'", result: str = "None", shared: bool = True
) -> Operation:
    return Operation(task, name, key, result, shared, line)


def reads(task: int, key: str = "'stock'") -> Operation:
    return did(task, "get", READS, key, "0")


def writes(task: int, key: str = "'stock'") -> Operation:
    return did(task, "set", WRITES, key, "True")


def phones(task: int, item: int = 1) -> Asks:
    return Asks(str(item), task, PHONES, (), 0, 0, ())


def drawn(*notes: Note, refused: tuple[int, ...] = (), source: str = SOURCE) -> str:
    service = Service(
        1, "even", "by hand", Entry("take_delivery", ()), Conditions(), (), stoves=3, office=True
    )
    ledger = Ledger([Event(0, "refused", 0, 1, item, "busy") for item in refused])
    served = Served(service, ledger, Outcome("finished"))
    return "\n".join(picture(Clues(served, Trace(notes), source, 0)))


LOST = (reads(ONE), phones(ONE), reads(TWO), phones(TWO, 2), writes(TWO), writes(ONE))


def test_an_update_that_is_lost_is_drawn_up_to_the_line_that_loses_it() -> None:
    later = (reads(THREE), writes(THREE))
    assert drawn(*LOST, *later) == dedent("""\
        branch 1     2  stock = office.get("stock", 0)
        branch 1     3  crate = supplier.phone(item)
        branch 2     2  stock = office.get("stock", 0)
        branch 2     3  crate = supplier.phone(item)
        branch 2     4  office.set("stock", stock + crate.weight)
        branch 1     4  office.set("stock", stock + crate.weight)
                        here it goes wrong""")


def test_a_call_that_was_turned_away_is_where_it_goes_wrong() -> None:
    notes = (reads(ONE), phones(ONE, 1), reads(TWO), phones(TWO, 2), writes(ONE))
    assert drawn(*notes, refused=(2,)) == dedent("""\
        branch 1     2  stock = office.get("stock", 0)
        branch 1     3  crate = supplier.phone(item)
        branch 2     2  stock = office.get("stock", 0)
        branch 2     3  crate = supplier.phone(item)
                        here it goes wrong""")


def test_what_went_wrong_first_is_what_is_drawn() -> None:
    lines = drawn(*LOST, phones(THREE, 9), refused=(9,)).splitlines()
    assert lines[-2].startswith("branch 1     4 ")
    lines = drawn(phones(THREE, 9), *LOST, refused=(9,)).splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("branch 3     3 ")


@pytest.mark.parametrize(
    "notes",
    [
        (),
        (reads(ONE), writes(ONE), reads(TWO), writes(TWO)),
        (reads(ONE), writes(ONE), writes(ONE)),
        (reads(ONE), writes(TWO, "'other'"), writes(ONE)),
        (reads(ONE), writes(TWO), reads(ONE), writes(ONE)),
        (reads(ONE), writes(TWO), writes(ONE, "'other'")),
        (writes(TWO), writes(ONE)),
        (phones(ONE, 1), phones(TWO, 2)),
    ],
    ids=[
        "nothing happened",
        "one after the other",
        "alone",
        "another wrote something else",
        "it read again",
        "it writes something else",
        "nobody had read",
        "nobody was turned away",
    ],
)
def test_nothing_is_drawn_where_nothing_went_wrong(notes: tuple[Note, ...]) -> None:
    assert drawn(*notes) == ""


@pytest.mark.parametrize("name", ["add", "incr", "decr"])
def test_a_step_that_reads_for_itself_loses_nothing(name: str) -> None:
    assert drawn(reads(ONE), writes(TWO), did(ONE, name, COUNTS, result="3")) == ""


@pytest.mark.parametrize("name", ["add", "incr", "decr", "delete", "pop", "__setitem__"])
def test_any_write_of_another_makes_old_what_was_read(name: str) -> None:
    shown = drawn(reads(ONE), did(TWO, name, COUNTS, result="True"), writes(ONE))
    assert "here it goes wrong" in shown


@pytest.mark.parametrize("name", ["get", "__getitem__", "__contains__", "peek", "read"])
def test_any_look_is_one_to_rely_on_wrongly(name: str) -> None:
    shown = drawn(did(ONE, name, READS, result="0"), writes(TWO), did(ONE, "delete", DELETES))
    assert shown.splitlines()[-2:] == [
        'branch 1     7  office.delete("claim")',
        "                here it goes wrong",
    ]


def test_a_write_that_was_refused_is_none() -> None:
    refused = did(TWO, "add", COUNTS, result="False")
    assert drawn(reads(ONE), refused, writes(ONE)) == ""
    assert drawn(reads(ONE), writes(TWO), did(ONE, "delete", DELETES, result="False")) == ""


def test_two_threads_of_a_branch_lose_each_others_updates_as_well() -> None:
    shown = drawn(reads(ONE), reads(ONE + 1), writes(ONE + 1), writes(ONE))
    assert shown.splitlines() == [
        'branch 1     2  stock = office.get("stock", 0)',
        'branch 1     4  office.set("stock", stock + crate.weight)',
        "                here it goes wrong",
    ]


# --- how it is drawn ------------------------------------------------------------------------------


def test_a_line_gone_through_several_times_in_a_row_is_drawn_once() -> None:
    polls = [did(TWO, "get", READS, "'claim'", "1")] * 40
    shown = drawn(reads(ONE), *polls, writes(TWO), writes(ONE)).splitlines()
    assert [line[:17] for line in shown] == [
        "branch 1     2  s",
        "branch 2     2  s",
        "branch 2     4  o",
        "branch 1     4  o",
        "                h",
    ]


def test_what_is_neither_an_operation_nor_a_call_is_left_out() -> None:
    slept = Slept(ONE, 5, (), 0.01)
    assert drawn(reads(ONE), slept, writes(TWO), writes(ONE)).count("branch 1") == 2


def turns(count: int) -> list[Note]:
    """Two branches in turn go through so many lines of which nothing follows."""
    return [did((TWO, THREE)[n % 2], "get", READS, "'other'", "0") for n in range(count)]


def test_only_the_last_lines_are_drawn() -> None:
    shown = drawn(*turns(30), reads(ONE), writes(TWO), writes(ONE)).splitlines()
    assert len(shown) == BEFORE + 2
    assert shown[-4].startswith("branch 1     2 ")


def test_where_it_began_to_go_wrong_is_drawn_however_long_ago_that_was() -> None:
    shown = drawn(reads(ONE), *turns(30), writes(TWO), writes(ONE)).splitlines()
    assert shown[0] == 'branch 1     2  stock = office.get("stock", 0)'
    assert shown[1] == "                ..."
    assert len(shown) == BEFORE + 3
    assert shown[-2].startswith("branch 1     4 ")


def test_what_began_within_the_last_lines_is_drawn_without_a_gap() -> None:
    shown = drawn(*turns(3), reads(ONE), *turns(BEFORE - 2), writes(TWO), writes(ONE))
    assert "..." not in shown
    first, *_ = shown.splitlines()
    assert first == 'branch 1     2  stock = office.get("stock", 0)'


def test_a_line_that_the_source_has_not_is_drawn_without_its_text() -> None:
    shown = drawn(reads(ONE), did(TWO, "set", 99), did(ONE, "set", 0))
    assert shown.splitlines()[1:3] == ["branch 2    99  ", "branch 1     0  "]
