"""What is said after a pass."""

import pytest

from kitchen import catalog, debrief, shipped
from kitchen.case import Case
from kitchen.judge.engine import AttemptSource, Engine
from kitchen.world.ledger import Ledger
from tests.conftest import ROOT

SEVEN = catalog.find("7")
SHIPPED = shipped.original(SEVEN).decode()
SOLUTION = shipped.solution(SEVEN)

BEFORE = "import asyncio\n\n\nasync def restock(supplier, crates):\n    await asyncio.gather()\n"


def told(own: str, solution: str, chapter: str = "", before: str = BEFORE) -> list[str]:
    case = SEVEN.load()
    lines = debrief.lines(
        case, shipped=before, own=own, solution=solution, chapter=chapter, before=None, after=None
    )
    return list(lines)


@pytest.mark.parametrize(
    ("own", "said"),
    [
        (BEFORE, "You wrote no line, and took no line out."),
        (BEFORE + "# one\n", "You wrote a line, and took no line out."),
        (BEFORE.replace("gather", "wait"), "You wrote a line, and took a line out."),
        ("", "You wrote no line, and took 5 lines out."),
        (BEFORE.replace("\n", "\r\n"), "You wrote no line, and took no line out."),
    ],
)
def test_how_much_was_changed(own: str, said: str) -> None:
    assert told(own, "")[0] == said


GATE = BEFORE + "gate = asyncio.Semaphore(5)\n"
QUEUE = BEFORE + "line = asyncio.Queue()\n"


@pytest.mark.parametrize(
    ("own", "solution", "said"),
    [
        (GATE, GATE, "Your file is the solution, letter by letter."),
        (GATE, GATE + "#\n", "The solution does it with the same tools as yours; compare the two."),
        (
            BEFORE + "#\n", BEFORE,
            "The solution does it with the language alone, as you did; compare the two.",
        ),
        (BEFORE, GATE, "The solution uses asyncio.Semaphore."),
        (GATE, BEFORE, "You use asyncio.Semaphore, which the solution does without."),
        (QUEUE, GATE, "The solution uses asyncio.Semaphore; you use asyncio.Queue."),
    ],
)  # fmt: skip
def test_how_the_solution_differs(own: str, solution: str, said: str) -> None:
    assert told(own, solution)[1] == said


def test_many_tools_are_told_by_the_first_few() -> None:
    many = "".join(f"asyncio.{name}()\n" for name in ("Lock", "Event", "Queue", "Task", "wait"))
    said = told(BEFORE, BEFORE + many)[1]
    assert said == (
        "The solution uses asyncio.Event, asyncio.Lock, asyncio.Queue, asyncio.Task and more."
    )


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import asyncio\nasyncio.Lock()", {"asyncio.Lock"}),
        ("import asyncio as aio\naio.Lock()", {"asyncio.Lock"}),
        ("from asyncio import Lock as L\nL()", {"asyncio.Lock"}),
        ("import concurrent.futures\nconcurrent.futures.wait([])", {"concurrent.futures.wait"}),
        ("import concurrent.futures as cf\ncf.wait([])", {"concurrent.futures.wait"}),
        ("from concurrent import futures\nfutures.wait([])", {"concurrent.futures"}),
        ("from collections.abc import Sequence", set()),
        ("import asyncio\nasyncio.run(main())", set()),
        ("import numpy\nnumpy.array([])", set()),
        ("queue.put(1)", set()),
        ("from . import here\nfrom .asyncio import Lock", {"asyncio.Lock"}),
        ("def f(:", set()),
        ("\0", set()),
        ("(" * 10_000, set()),
    ],
)
def test_tools_are_told_by_their_full_names(source: str, found: set[str]) -> None:
    assert debrief.tools(source) == found


def test_what_more_there_is_comes_from_the_chapter() -> None:
    chapter = (
        "# Title\n\n**Not this.** x\n\n## More to try\n\n**One.** a **b**\n\n**Two?** c\n\n"
        "**Three**\n\n- **Four.** d\n\n## See also\n\n**Nor this.**\n"
    )
    assert debrief.to_try(chapter) == ["One", "Two?", "Three", "Four"]
    assert told(BEFORE, GATE, chapter)[-1] == "To try, in the chapter: One; Two?; Three."
    assert debrief.to_try("# Title\n") == []


@pytest.mark.parametrize("case", catalog.listed(), ids=lambda case: case.name)
def test_every_chapter_has_something_to_try(case: catalog.Listed) -> None:
    assert debrief.to_try(shipped.chapter(case))


def _even(engine: Engine, case: Case, source: str) -> Ledger:
    engine.take(AttemptSource("attempt.py", "case07_semaphore", source.encode()))
    (served,) = engine.serve([case.service(1)])
    return served.ledger


def test_the_figures_before_and_now(engine: Engine, case: Case) -> None:
    before, after = (_even(engine, case, source) for source in (SHIPPED, SOLUTION))
    lines = list(
        debrief.lines(
            case, shipped=SHIPPED, own=SOLUTION, solution=SOLUTION,
            chapter=shipped.chapter(SEVEN), before=before, after=after,
        )
    )  # fmt: skip
    assert lines[1] == (
        "Before and now: delivered 5 -> 50, turned away 45 -> 0, took 0.06 -> 0.50 s, "
        "at once 50 -> 5."
    )
    same = list(
        debrief.lines(
            case, shipped=SHIPPED, own=SOLUTION, solution="", chapter="", before=after, after=after
        )
    )
    assert same[1] == "Before and now: took 0.50 -> 0.50 s, at once 5 -> 5."


def test_what_is_shipped_is_what_the_clone_has() -> None:
    for case in catalog.listed():
        assert shipped.solution(case) == (ROOT / f"solutions/{case.stem}.py").read_text()
        assert shipped.original(case) == (ROOT / f"lab/cases/{case.stem}.py").read_bytes()
