"""Where another thread may come in: the points of a source, and whose turn it is on the floor."""

import collections
import dis
import json
import subprocess
import sys
from collections.abc import Callable, Collection
from textwrap import dedent
from types import CodeType
from typing import Any

import pytest

from kitchen.stove.points import Points
from kitchen.stove.strands import LONGEST_RUN, MOST_STRANDS, Floor, Strand, never
from tests.conftest import ROOT


def compiled(source: str) -> CodeType:
    return compile(dedent(source), "attempt.py", "exec", dont_inherit=True)


def code_of(points: Points, name: str) -> CodeType:
    code: CodeType = next(code for code in points.codes if code.co_name == name)
    return code


def points_of(source: str, name: str = "work") -> list[tuple[str, Any]]:
    """The points in this function of the source: what the instruction does, and to what name."""
    points = Points(compiled(source))
    code = code_of(points, name)
    return [
        (each.opname, each.argval)
        for each in dis.get_instructions(code)
        if points.has(code, each.offset)
    ]


def names_of(source: str) -> set[str]:
    """The globals and cells at whose reading or writing there is a point in `work`."""
    touched = ("GLOBAL", "DEREF", "_NAME")
    found = points_of(source)
    return {name for what, name in found if any(word in what for word in touched)}


# --- which instructions are points ----------------------------------------------------------------


def test_names_that_nobody_stores_are_none() -> None:
    assert names_of("limit = 3\ndef work(items):\n    return len(items), limit") == set()


def test_a_global_that_some_function_stores_is_one_where_it_is_read_and_written() -> None:
    source = """
        count = 0
        def other():
            global count
            count = 1
        def work():
            return count, len
    """
    assert names_of(source) == {"count"}
    assert [what for what, name in points_of(source, "other") if name == "count"] == [
        "STORE_GLOBAL"
    ]


def test_a_global_that_some_function_deletes_is_one() -> None:
    assert names_of("def other():\n    global old\n    del old\ndef work(): return old") == {"old"}


def test_a_cell_that_a_function_stores_is_one() -> None:
    source = """
        def restock():
            total = 0
            def work():
                nonlocal total
                total = total + 1
            return work
    """
    touched = [what for what, name in points_of(source) if name == "total"]
    assert touched == ["LOAD_DEREF", "STORE_DEREF"]


def test_a_cell_that_is_an_argument_and_only_read_is_none() -> None:
    assert names_of("def restock(supplier):\n    def work(): return supplier") == set()


def test_what_only_one_thread_can_see_is_none() -> None:
    assert points_of("def work(one):\n    other = one\n    third = (other, one)") == []


@pytest.mark.parametrize(
    "statement",
    [
        "one.two",
        "one.two = 3",
        "del one.two",
        "one[two]",
        "one[two] = 3",
        "del one[two]",
        "one[1:2]",
        "one[1:2] = two",
        "one(two)",
        "one(*two)",
        "one(**two)",
        "one(two=3)",
        "one.two(3)",
        "one + two",
        "one += two",
        "one < two",
        "one in two",
        "[*one]",
        "{**one}",
        "{*one}",
        "a, *b = one",
        "a, b = one",
        "import other",
        "with one: pass",
        "super().work",
    ],
)
def test_what_may_touch_shared_things_is_one(statement: str) -> None:
    if statement.startswith("super"):
        source = f"class Cook:\n    def work(self):\n        {statement}"
    else:
        source = f"def work(one, two):\n    {statement}"
    assert points_of(source) != []


def test_an_increment_has_one_before_the_reading_and_one_before_the_writing() -> None:
    found = [what for what, _ in points_of("def work(shelf):\n    shelf.count += 1")]
    assert found[0] == "LOAD_ATTR"
    assert found[-1] == "STORE_ATTR"


@pytest.mark.parametrize(
    "loop",
    ["while True", "while one", "while not one", "while one is None", "while one is not None"],
)
def test_a_loop_without_anything_in_it_has_one(loop: str) -> None:
    assert len(points_of(f"def work(one):\n    {loop}: pass")) >= 1


def test_functions_within_functions_and_classes_have_theirs() -> None:
    source = """
        class Shelf:
            def put(self):
                self.full = True
        def restock(items):
            key = lambda item: item.kind
            def order():
                return [item.kind for item in items]
    """
    for name in ("put", "<lambda>", "order"):
        assert points_of(source, name) != [], name


def test_counter_update_has_points_and_other_library_code_none() -> None:
    points = Points(compiled("pass"))
    for function in (collections.Counter.update, collections.Counter.subtract):
        code = function.__code__
        assert points.watch(code)
        instructions = dis.get_instructions(code)
        assert any(points.has(code, each.offset) for each in instructions)
    assert not points.watch(json.dumps.__code__)


def test_the_code_of_the_file_itself_is_watched() -> None:
    code = compiled("def work(): pass")
    points = Points(code)
    assert points.watch(code)
    assert points.watch(code_of(points, "work"))
    assert not points.watch(compiled("def work(): pass"))


# --- how they are noticed -------------------------------------------------------------------------

PROBE = """
import sys, threading
from collections import Counter
from kitchen.stove import points as subject

SOURCE = '''
from collections import Counter
class Shelf:
    def __init__(self):
        self.count = 0
    def add(self, weight):
        old = self.count
        self.count = old + weight
shelf = Shelf()
total = 0
def grow():
    global total
    total = (
        total
        + 1
    )
def work():
    for item in (1, 2):
        shelf.add(item)
    done = []
    while len(done) < 2:
        done.append(1)
    grow()
    local = 3
    other = local
    Counter(a=1).update({"a": 2})
    return [item for item in (1,)]
'''
code = compile(SOURCE, "attempt.py", "exec", dont_inherit=True)
names = {}
exec(code, names)
points = subject.Points(code)
seen = []
def passed(code, offset):
    lines = list(code.co_positions())
    line = lines[offset // 2][0] if code.co_filename == "attempt.py" else code.co_name
    if not seen or seen[-1] != line:
        seen.append(line)
def runs():
    for _ in range(2):
        del seen[:]
        names["work"]()
        print(seen)
HOW
runs()
thread = threading.Thread(target=lambda: (begin(), runs()))
thread.start()
thread.join()
"""

INSTALLED = "begin = subject.install(points, passed)"
TRACED = "begin = lambda: sys.settrace(subject._tracer(points, passed)); begin()"

LINES = [
    *(18, 19, 7, 8, 19),  # the loop in `work`: into `add`, and back
    *(18, 19, 7, 8, 19),
    *(18, 21, 22, 21, 22, 21),  # the other loop
    *(23, 14, 13),  # into `grow`: it reads, then it stores
    *(26, "update", 26, "update", 27),
]
"""What `work` goes through, on any Python; lines without a point are not among them."""


def seen_by(how: str) -> list[list[Any]]:
    """The lines that `work` went through: two runs in the main thread, two in another one."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE.replace("HOW", how)],
        cwd=ROOT, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [json.loads(line.replace("'", '"')) for line in done.stdout.splitlines()]


def test_every_run_and_every_thread_goes_through_the_points_in_the_order_of_its_lines() -> None:
    assert seen_by(INSTALLED) == [LINES] * 4


def test_a_trace_function_sees_the_same_as_the_monitor() -> None:
    # `sys.settrace` under-reports the first run of a code from 3.12 on: hence the monitor there.
    assert seen_by(TRACED)[-1] == LINES


# --- whose turn it is -----------------------------------------------------------------------------

MS = 1_000_000


class Line:
    """Stands for the line to the world: a clock that goes on when nobody can."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        floor.line = self  # type: ignore[assignment]
        self.now = 0
        self.said: list[tuple[int, str, str]] = []
        self.passed: list[int | None] = []
        self.looks = 0

    def pass_time(self, until: int | None) -> None:
        self.passed.append(until)
        if until is None:
            raise AssertionError("nobody can ever go on")
        self.now = max(self.now, until)

    def say(self, message: list[Any]) -> None:
        kind, number, what, name = message
        assert kind == "strand"
        self.said.append((number, what, name))

    def tire(self) -> None:
        self.looks += 1
        self.floor.wait(self.now + 1, never)


class Kitchen:
    """A floor, strands that note what they do, and where they are late."""

    def __init__(self) -> None:
        self.floor = Floor()
        self.line = Line(self.floor)
        self.log: list[Any] = []
        self.late: list[tuple[int, int]] = []
        self.floor.on_late = lambda strand, code, at: self.late.append((strand.number, at))
        self._left = 0

    def start(self, function: Callable[[], None]) -> Strand:
        self._left += 1

        def run() -> None:
            try:
                function()
            except AssertionError as error:
                self.log.append(error)
            finally:
                self._left -= 1

        return self.floor.start(run, (), {}, None)

    def serve(self, *functions: Callable[[], None]) -> list[Any]:
        """Run these as strands until the last has ended; what they noted."""
        for function in functions:
            self.start(function)
        self.floor.wait(None, lambda: not self._left)
        return self.log

    def point(self, at: int = 0) -> None:
        self.floor.point(CODE, at)

    def walker(self, name: str, steps: int = 2) -> Callable[[], None]:
        """Goes by so many points, with a note after each."""

        def walk() -> None:
            for step in range(1, steps + 1):
                self.point(step)
                self.log.append(f"{name}{step}")

        return walk


CODE = compiled("pass")


def test_the_next_is_the_one_that_gave_up_its_turn_longest_ago() -> None:
    kitchen = Kitchen()

    def worker(name: str) -> Callable[[], None]:
        def work() -> None:
            for step in (1, 2):
                kitchen.log.append(f"{name}{step}")
                kitchen.floor.wait(None, None)

        return work

    assert kitchen.serve(*map(worker, "abc")) == ["a1", "b1", "c1", "a2", "b2", "c2"]


def test_a_strand_keeps_its_turn_until_it_gives_it_up() -> None:
    kitchen = Kitchen()
    order = kitchen.serve(kitchen.walker("a"), kitchen.walker("b"))
    assert order == ["a1", "a2", "b1", "b2"]
    assert kitchen.late == []


def test_who_waits_for_something_goes_on_when_it_is_there() -> None:
    kitchen = Kitchen()

    def waits() -> None:
        kitchen.floor.wait(None, lambda: "b" in kitchen.log)
        kitchen.log.append("a")

    order = kitchen.serve(waits, lambda: kitchen.log.append("b"))
    assert order == ["b", "a"]
    assert kitchen.line.passed == []


def test_time_passes_to_the_nearest_due_moment_when_nobody_can_go_on() -> None:
    kitchen = Kitchen()

    def sleeper(seconds: int) -> Callable[[], None]:
        def sleep() -> None:
            kitchen.floor.wait(seconds * MS, never)
            kitchen.log.append((seconds, kitchen.line.now // MS))

        return sleep

    assert kitchen.serve(*map(sleeper, (30, 10, 20))) == [(10, 10), (20, 20), (30, 30)]
    assert kitchen.line.passed == [10 * MS, 20 * MS, 30 * MS]


def test_a_wait_with_an_end_is_over_at_either() -> None:
    kitchen = Kitchen()

    def waits(until: int) -> Callable[[], None]:
        def wait() -> None:
            kitchen.floor.wait(until * MS, lambda: "there" in kitchen.log)
            kitchen.log.append((until, kitchen.line.now // MS))

        return wait

    def brings() -> None:
        kitchen.floor.wait(20 * MS, never)
        kitchen.log.append("there")

    order = kitchen.serve(waits(10), waits(90), brings)
    assert order == [(10, 10), "there", (90, 20)]


def test_the_beginning_and_the_end_of_a_strand_are_said_in_order() -> None:
    kitchen = Kitchen()
    strand = kitchen.start(lambda: None)
    assert (strand.name, kitchen.floor.alone) == ("thread 1", False)
    assert [each.number for each in kitchen.floor.strands] == [0, 1]
    kitchen.serve(lambda: None)
    assert kitchen.line.said == [
        (1, "started", "thread 1"),
        (2, "started", "thread 2"),
        (1, "finished", "thread 1"),
        (2, "finished", "thread 2"),
    ]
    assert strand not in kitchen.floor.strands
    assert kitchen.floor.alone
    assert kitchen.floor.me is kitchen.floor.main


def test_last_words_are_said_when_a_strand_ends() -> None:
    kitchen = Kitchen()
    strand = kitchen.start(lambda: kitchen.log.append("works"))
    strand.last_words.append(lambda: kitchen.log.append(("last", kitchen.floor.me.number)))
    assert kitchen.serve() == ["works", ("last", 1)]


def test_a_strand_that_leaves_by_system_exit_has_ended_like_any_other() -> None:
    kitchen = Kitchen()

    def leave() -> None:
        raise SystemExit(3)

    kitchen.serve(leave)
    assert [what for _, what, _ in kitchen.line.said] == ["started", "finished"]


def test_each_new_strand_is_announced_to_whom_it_concerns_before_it_does_anything() -> None:
    kitchen = Kitchen()
    kitchen.floor.on_start = lambda: kitchen.log.append(("new", kitchen.floor.me.number))
    assert kitchen.serve(kitchen.walker("a", 1)) == [("new", 1), "a1"]


def test_more_strands_than_there_may_be_are_refused() -> None:
    kitchen = Kitchen()
    for _ in range(MOST_STRANDS):
        kitchen.start(lambda: None)
    with pytest.raises(RuntimeError, match="can't start new thread"):
        kitchen.floor.start(lambda: None, (), {}, None)
    kitchen.serve()
    kitchen.serve(lambda: None)
    assert len(kitchen.line.said) == 2 * MOST_STRANDS + 2


def test_without_a_line_to_the_world_no_strand_can_be_started() -> None:
    with pytest.raises(RuntimeError, match="can't start"):
        Floor().start(lambda: None, (), {}, None)


def test_a_thread_that_is_no_strand_cannot_wait() -> None:
    kitchen = Kitchen()
    kitchen.floor.me = Strand(7)
    kitchen.floor.me.ident = 0
    with pytest.raises(RuntimeError, match="doesn't know"):
        kitchen.floor.wait(None, None)


# --- departures from the settled order ------------------------------------------------------------


def late_at(points: Collection[int], nanoseconds: int = 0) -> Kitchen:
    kitchen = Kitchen()
    kitchen.floor.be_late_at(points, nanoseconds)
    return kitchen


def test_at_a_departure_the_others_go_on_first() -> None:
    kitchen = late_at({3})  # 1: it would have been next; 2 and 3: before its steps
    order = kitchen.serve(kitchen.walker("a"), kitchen.walker("b"))
    assert order == ["a1", "b1", "b2", "a2"]
    assert kitchen.late == [(1, 2)]


def test_who_would_be_next_may_be_late_too() -> None:
    kitchen = late_at({1})
    order = kitchen.serve(kitchen.walker("a"), kitchen.walker("b"))
    assert order == ["b1", "b2", "a1", "a2"]
    assert kitchen.late == [(1, 0)]


def test_several_departures_come_in_their_order() -> None:
    kitchen = late_at({2, 3, 4})
    kitchen.serve(kitchen.walker("a", 3), kitchen.walker("b", 3))
    assert len(kitchen.late) == 3


def test_points_count_only_while_somebody_else_could_go_on() -> None:
    kitchen = Kitchen()
    kitchen.point()
    assert kitchen.floor.points == 0
    kitchen.start(lambda: None)
    kitchen.point()
    assert kitchen.floor.points == 1
    kitchen.serve()
    kitchen.point()
    assert kitchen.floor.points == 1


def test_a_strand_that_waits_for_what_has_not_come_makes_no_points_count() -> None:
    kitchen = Kitchen()
    kitchen.start(lambda: kitchen.floor.wait(None, lambda: bool(kitchen.log)))
    kitchen.floor.wait(None, None)
    kitchen.point()
    assert kitchen.floor.points == 0
    kitchen.log.append("there")
    kitchen.floor.stale = True
    kitchen.point()
    assert kitchen.floor.points == 1
    kitchen.serve()


def test_who_is_late_for_a_while_stands_still_until_then() -> None:
    kitchen = late_at({2}, 60 * MS)

    def other() -> None:
        for _ in range(3):
            kitchen.floor.wait(kitchen.line.now + 25 * MS, never)
            kitchen.log.append(kitchen.line.now // MS)

    order = kitchen.serve(kitchen.walker("a", 1), other)
    assert order == [25, 50, "a1", 75]
    assert kitchen.late == [(1, 1)]


def test_who_is_late_for_a_while_is_so_also_where_nobody_else_could_go_on() -> None:
    kitchen = late_at({2}, 60 * MS)
    kitchen.start(lambda: kitchen.floor.wait(100 * MS, never))
    kitchen.floor.wait(None, None)  # the first point: two could be next
    kitchen.point(4)
    assert (kitchen.line.now, kitchen.late) == (60 * MS, [(0, 4)])
    kitchen.serve()


def test_the_only_strand_is_never_late() -> None:
    for nanoseconds in (0, 60 * MS):
        kitchen = late_at(range(1, 9), nanoseconds)
        for at in range(1, 9):
            kitchen.point(at)
        assert (kitchen.line.now, kitchen.late) == (0, [])


def test_so_long_a_run_lets_others_look_in() -> None:
    kitchen = Kitchen()
    flag: list[int] = []

    def looks() -> None:
        while not flag:
            kitchen.point()
        kitchen.log.append(kitchen.line.looks)

    assert kitchen.serve(looks, lambda: flag.append(1)) == [1]


def test_a_long_run_ends_when_others_can_go_on_and_not_with_their_lock_in_its_hand() -> None:
    kitchen = Kitchen()
    free = True

    def takes_it_each_time() -> None:
        nonlocal free
        while not kitchen.log:
            free = False
            for _ in range(7):
                kitchen.point()
            free = True
            kitchen.point()

    def wants_it() -> None:
        kitchen.floor.wait(None, lambda: free)
        kitchen.log.append(kitchen.line.looks)

    # The first run ends when the other is to begin, the second one where it finds the lock free.
    assert kitchen.serve(takes_it_each_time, wants_it) == [2]


def test_the_only_strand_may_run_on_and_on() -> None:
    kitchen = Kitchen()
    for _ in range(3 * LONGEST_RUN):
        kitchen.point()
    assert kitchen.line.looks == 0
