"""Orders of turns as people read them, and who waits for whom: from notes written by hand."""

from textwrap import dedent

import pytest

from kitchen.interleaving import MOST_LINES, Turn, picture, told, turns
from kitchen.judge.diagnosis import tell
from kitchen.signs.evidence import circle_of
from kitchen.trace import Asks, Late, Note, Step, Thread, Trace
from kitchen.world.outcome import Outcome, Waiting

SOURCE = dedent("""\
    def order(item):
        crate = supplier.phone(item)
        old = stock[crate.kind]
        new = old + crate.weight
        stock[crate.kind] = new
        with lock:
            done.append(item)
        return item
""")

ONE, TWO, CALLER = 10_001, 10_002, 10_000
NAMES: list[Note] = [Thread(ONE, "Thread-1 (order)"), Thread(TWO, "Thread-2")]


def steps(task: int, *lines: int) -> list[Note]:
    return [Step(task, line) for line in lines]


def late(task: int, line: int, start: int = 0, end: int = 0) -> Late:
    return Late(task, line, start, end, ())


def drawn(*notes: Note, source: str = SOURCE) -> str:
    return "\n".join(picture(Trace([*NAMES, *notes]), source))


# --- which part is shown --------------------------------------------------------------------------


def test_the_lines_of_the_late_one_and_of_the_others_until_it_goes_on() -> None:
    shown = drawn(
        *steps(ONE, 1, 2),
        *steps(TWO, 2),
        *steps(ONE, 3, 4),
        late(ONE, 4, 10, 13),
        *steps(TWO, 3, 4, 5),
        *steps(ONE, 4, 5, 8),
        *steps(TWO, 8),
    )
    assert shown == dedent("""\
        Thread-1 (order)     3  old = stock[crate.kind]
        Thread-1 (order)     4  new = old + crate.weight
                                      ^^^ late before this: the others go on first
        Thread-2             3  old = stock[crate.kind]
        Thread-2             4  new = old + crate.weight
        Thread-2             5  stock[crate.kind] = new
        Thread-1 (order)     4  new = old + crate.weight
        Thread-1 (order)     5  stock[crate.kind] = new""")


def test_only_the_first_that_was_late_decides_what_is_shown() -> None:
    found = [
        Turn(ONE, 3),
        Turn(ONE, 3, 4, 9, late=True),
        Turn(TWO, 3),
        Turn(TWO, 3, 4, 9, late=True),
        Turn(ONE, 4),
        Turn(TWO, 4),
        Turn(ONE, 5),
        Turn(TWO, 5),
    ]
    assert told(found) == found[:7]


def test_one_that_goes_on_for_a_single_line_is_shown_until_there() -> None:
    found = [Turn(ONE, 3), Turn(ONE, 3, late=True), Turn(TWO, 3), Turn(ONE, 8), Turn(TWO, 4)]
    assert told(found) == found[:4]


def test_one_that_never_goes_on_is_shown_to_the_end() -> None:
    found = [Turn(TWO, 1), Turn(ONE, 3), Turn(ONE, 3, late=True), Turn(TWO, 3), Turn(TWO, 4)]
    assert told(found) == found[1:]


def test_one_that_is_late_before_its_first_line_is_shown_from_there() -> None:
    found = [Turn(TWO, 1), Turn(ONE, 1, late=True), Turn(TWO, 2), Turn(ONE, 1), Turn(ONE, 2)]
    assert told(found) == found[1:]


def test_lines_of_others_before_it_was_late_are_left_out() -> None:
    found = [
        *(Turn(ONE, 1), Turn(ONE, 2), Turn(TWO, 1), Turn(ONE, 3), Turn(TWO, 2)),
        Turn(ONE, 3, late=True),
    ]
    assert told(found) == [Turn(ONE, 2), Turn(ONE, 3), Turn(ONE, 3, late=True)]


def test_where_nobody_was_late_there_is_nothing_to_show() -> None:
    assert drawn(*steps(ONE, 1, 2, 3)) == ""
    assert drawn() == ""


def test_one_late_while_it_waited_is_no_line_of_anybodys() -> None:
    assert drawn(*steps(ONE, 2), late(ONE, 0), *steps(TWO, 2)) == ""


def test_other_notes_are_no_turns() -> None:
    asks = Asks("1", ONE, 2, (), ONE, 0, ())
    assert turns(Trace([*NAMES, asks, *steps(ONE, 2), late(ONE, 2, 1, 3)])) == [
        Turn(ONE, 2),
        Turn(ONE, 2, 1, 3, late=True),
    ]


# --- how a line reads -----------------------------------------------------------------------------


def test_the_main_strand_is_the_caller_and_names_stand_one_under_the_other() -> None:
    shown = drawn(*steps(CALLER, 2), late(CALLER, 2, 12, 26), *steps(TWO, 3), *steps(CALLER, 8))
    assert shown == dedent("""\
        the caller     2  crate = supplier.phone(item)
                                  ^^^^^^^^^^^^^^ late before this: the others go on first
        Thread-2       3  old = stock[crate.kind]
        the caller     8  return item""")


def test_a_line_that_is_gone_back_to_to_leave_a_with_says_so() -> None:
    shown = drawn(*steps(ONE, 6, 7, 6), late(ONE, 6, 4, 8)).splitlines()
    assert [line.endswith("(leaves it)") for line in shown] == [False, True, False]
    assert shown[1] == "Thread-1 (order)     6  with lock:   (leaves it)"


def test_a_with_that_is_entered_anew_is_not_left() -> None:
    shown = drawn(late(ONE, 1), *steps(ONE, 6), *steps(TWO, 7), *steps(ONE, 7)).splitlines()
    assert not any("leaves" in line for line in shown)


def test_without_columns_the_line_as_a_whole_is_meant() -> None:
    shown = drawn(*steps(ONE, 4), late(ONE, 4)).splitlines()
    assert shown[1].strip() == "late here: the others go on first"


def carets(text: str, part: str) -> list[str]:
    """The line, and what stands under it, when the thread was late before `part`."""
    before = text.index(part)
    start = len(text[:before].encode())
    shown = drawn(
        Step(ONE, 1), late(ONE, 1, start, start + len(part.encode())), source=f"{text}\n"
    ).splitlines()
    width = len("Thread-1 (order)  ") + len("   1  ")
    return [line[width:] for line in shown]


@pytest.mark.parametrize(
    ("text", "part", "under"),
    [
        ("    new = old + crate.weight", "old", "      ^^^"),
        ("    größe = käse + crate.weight", "käse", "        ^^^^"),
        ("    größe = käse + crate.weight", "crate.weight", "               ^^^^^^^^^^^^"),
        ('    stock["塩"] = salt', "salt", "             ^^^^"),
        ("\tstock[kind] = new", "new", "              ^^^"),
        ("\t\tstock[kind]\t= new", "new", "              ^^^"),
        ("new = old", "old", "      ^^^"),
    ],
)
def test_carets_stand_under_what_comes_next(text: str, part: str, under: str) -> None:
    line, marks = carets(text, part)
    assert line == text.strip()
    assert marks == f"{under} late before this: the others go on first"
    assert line[marks.index("^") :].startswith(part)


def test_a_line_that_is_not_in_the_source_is_shown_empty() -> None:
    shown = drawn(*steps(ONE, 99, 4), late(ONE, 99, 3, 5), *steps(TWO, -1)).splitlines()
    assert shown[0].split() == ["Thread-1", "(order)", "99"]
    assert len(shown) == 4


def test_a_long_order_has_its_middle_left_out() -> None:
    others: list[Note] = [Step(TWO, 2 + place % 3) for place in range(40)]
    shown = picture(
        Trace([*NAMES, *steps(ONE, 3, 4), late(ONE, 4, 10, 13), *others, *steps(ONE, 4, 5)]),
        SOURCE,
    )
    assert len(shown) == MOST_LINES
    assert shown[0].startswith("Thread-1 (order)     3")
    assert shown[-1].startswith("Thread-1 (order)     5")
    (gap,) = [place for place, line in enumerate(shown) if "..." in line]
    whole = 2 + 1 + 40 + 2
    assert shown[gap] == f"      ... {whole - (MOST_LINES - 1)} lines of other threads ..."


def test_an_order_that_just_fits_is_shown_whole() -> None:
    others: list[Note] = [Step(TWO, 2) for _ in range(MOST_LINES - 5)]
    notes = [*steps(ONE, 3, 4), late(ONE, 4, 10, 13), *others, *steps(ONE, 4, 5)]
    shown = picture(Trace([*NAMES, *notes]), SOURCE)
    assert len(shown) == MOST_LINES
    assert not any("..." in line for line in shown)


# --- who waits for whom ---------------------------------------------------------------------------


def waits(who: str, holder: str = "", line: int = 0, reason: str = "waits") -> Waiting:
    return Waiting(who, line, reason, holder)


def circle(*waiting: Waiting) -> list[str]:
    return [one.who for one in circle_of(waiting)]


def test_two_who_hold_what_the_other_wants_are_a_circle() -> None:
    assert circle(waits("one", "two"), waits("two", "one")) == ["one", "two"]


def test_one_who_holds_what_it_wants_is_a_circle_of_one() -> None:
    assert circle(waits("other"), waits("one", "one")) == ["one"]


def test_those_who_only_wait_for_the_circle_are_not_in_it() -> None:
    waiting = (
        waits("the caller", "one"),
        waits("one", "two"),
        waits("two", "three"),
        waits("three", "two"),
    )
    assert circle(*waiting) == ["two", "three"]


def test_a_chain_that_ends_with_one_that_nobody_holds_up_is_none() -> None:
    assert circle(waits("one", "two"), waits("two", "three"), waits("three")) == []


def test_a_holder_who_does_not_wait_makes_no_circle() -> None:
    assert circle(waits("one", "gone"), waits("two", "one")) == []


def test_nobody_and_the_nameless_make_none() -> None:
    assert circle() == []
    assert circle(waits(""), waits("", "")) == []


def test_the_circle_is_told_first_and_then_who_waits_because_of_it() -> None:
    waiting = (
        waits("the caller", "one", 30, "waits for one to end"),
        waits("one", "two", 12, "waits in Lock.acquire, held by two since line 20"),
        waits("two", "one", 21, "waits in Lock.acquire, held by one since line 11"),
    )
    assert tell(Outcome("deadlock", waiting=waiting)) == (
        "Deadlock: in a circle they wait for each other. "
        "`one` (line 12) waits in Lock.acquire, held by two since line 20; "
        "`two` (line 21) waits in Lock.acquire, held by one since line 11. "
        "Because of that: `the caller` (line 30) waits for one to end."
    )


def test_one_that_waits_for_itself_is_told_so() -> None:
    waiting = (waits("one", "one", 12, "waits in Lock.acquire, held by itself since line 11"),)
    assert tell(Outcome("deadlock", waiting=waiting)) == (
        "Deadlock: it waits for itself. "
        "`one` (line 12) waits in Lock.acquire, held by itself since line 11."
    )


def test_without_a_circle_all_are_told_who_wait() -> None:
    waiting = tuple(waits(f"cook {n}", "", n, "waits in Queue.get") for n in range(1, 7))
    assert tell(Outcome("deadlock", waiting=waiting)) == (
        "Deadlock: nobody can go on, and nothing is due that could change it. "
        "`cook 1` (line 1) waits in Queue.get; `cook 2` (line 2) waits in Queue.get; "
        "`cook 3` (line 3) waits in Queue.get; `cook 4` (line 4) waits in Queue.get; and 2 more."
    )
