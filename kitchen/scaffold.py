"""`author new`: the files of a new case, each under the case's stem.

What they hold is a sound case, if a dull one: two deliveries, one after the other, that should
overlap. The author replaces it piece by piece, and `author check` stays green on the way. The
parts to be written are marked `WRITE:`.
"""

import re
from pathlib import Path

from kitchen.errors import Unusable

_NAME = re.compile(r"[a-z][a-z0-9_]*")

_HOUSE = '''\
"""Case {number}: WRITE: the story in a sentence.

WRITE: what the learner is given, what it does wrong, and what the services vary.
"""

from kitchen.signs import work
from kitchen.case import (
    Case,
    Check,
    Entry,
    Figure,
    Finding,
    Hint,
    Mistake,
    Number,
    Served,
    Service,
)
from kitchen.world.script import SUPPLIER, Begin
from kitchen.world.supplier import Conditions

PART = 1
TITLE = "WRITE: a title"
ENTRY = Entry("collect", ("supplier", "items"))


def service(number: int) -> Service:
    """WRITE: what each service shows; its number alone fixes it."""
    return _of(8 + number % 4, number)


def _of(count: int, number: int = 1) -> Service:
    script = ((Begin("collect", (SUPPLIER, list(range(1, count + 1)))),),)
    title = f"{{count}} items of 0.05 s"
    return Service(number, "even", title, ENTRY, Conditions(limit=20), script)


def delivered(served: Served) -> Finding:
    """Every item came before the function returned."""
    end, ledger = served.ledger.end_of(0), served.ledger
    figure = f"{{ledger.delivered}} delivered"
    if end is None or end.kind != "returned":
        return Finding(False, figure, "collect did not return.")
    late = [event for event in ledger.of("delivered") if event.at > end.at]
    wanted = served.service.script[0][0].args[1]  # type: ignore[union-attr]
    missing = len(wanted) - ledger.delivered + len(late)
    return Finding(not missing, figure, f"{{missing}} items had not come when collect returned.")


def overlapping(served: Served) -> Finding:
    """The deliveries overlap."""
    took = served.ledger.took
    return Finding(0 < took < 0.15, f"took {{took:.2f}} s", f"It took {{took:.2f}} s.")


CASE = Case(
    entry=ENTRY,
    service=service,
    services=8,
    figures=(Figure("delivered", lambda ledger: ledger.delivered),),
    checks=(
        Check(lambda service: "every item is delivered", delivered, frozenset({{"even"}})),
        Check(lambda service: "overlapping: under 0.15 s", overlapping, frozenset({{"even"}})),
    ),
    mistakes=(
        Mistake(
            "one-at-a-time",
            "Each delivery waits until the one before is done. WRITE: the question that leads on.",
            work.one_at_a_time,
        ),
        Mistake(
            "fire-and-forget",
            "Whoever called it believes that the items are there. What must it wait for?",
            work.left_before_the_end,
        ),
    ),
    remarks=(),
    hints=(
        Hint(frozenset(), ("WRITE: where to look", "WRITE: what tool", "WRITE: nearly the line")),
    ),
    intended="one-at-a-time",
    numbers=(Number("items", "how many items are ordered", "1..20", _of, most=200),),
)
'''

_LAB = '''\
"""Case {number}: WRITE: the story in three lines.

WRITE: what to change, what is promised (with numbers), what to leave alone.
"""

from collections.abc import Sequence

from kitchen import Supplier


async def collect(supplier: Supplier, items: Sequence[int]) -> None:
    """Order every item."""
    for item in items:
        await supplier.deliver(item)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run {number}`
    __import__("kitchen").run(__file__)
'''

_SOLUTION = '''\
"""Case {number}, solved: WRITE: the idea in a sentence.

WRITE: the trade-offs.
"""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def collect(supplier: Supplier, items: Sequence[int]) -> None:
    """Order every item at once."""
    await asyncio.gather(*(supplier.deliver(item) for item in items))
'''

_CHAPTER = """\
# Case {number}: WRITE: a title

## Goal

WRITE

## The case

```console
$ python -m kitchen run {number}
delivered: 9
took 0.45 s
```

WRITE: the idea, with small runnable examples.

## Fix the case

WRITE

## Check it works

```console
$ python -m kitchen check {number}
  PASS  every item is delivered (9 delivered)
  PASS  overlapping: under 0.15 s (took 0.05 s)
```

## Exercise

WRITE: predict, then run.

## More to try

WRITE

## In production

WRITE
"""

_RIGHT = '''\
"""A TaskGroup."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def collect(supplier: Supplier, items: Sequence[int]) -> None:
    async with asyncio.TaskGroup() as group:
        for item in items:
            group.create_task(supplier.deliver(item))
'''

_WRONG = '''\
# mistake: fire-and-forget
"""The tasks are made, and nobody waits for them."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def collect(supplier: Supplier, items: Sequence[int]) -> None:
    for item in items:
        asyncio.create_task(supplier.deliver(item))
'''


def files(number: int, name: str) -> dict[str, str]:
    """The files of a new case, by their paths in the repository."""
    stem = f"case{number:02}_{name}"
    attempts = f"tests/attempts/{stem}"
    return {
        f"kitchen/cases/{stem}.py": _HOUSE.format(number=number),
        f"lab/cases/{stem}.py": _LAB.format(number=number),
        f"lab/chapters/{stem}.md": _CHAPTER.format(number=number),
        f"solutions/{stem}.py": _SOLUTION.format(number=number),
        f"{attempts}/right_taskgroup.py": _RIGHT,
        f"{attempts}/wrong_fire_and_forget.py": _WRONG,
    }


def make(number: int, name: str, root: Path) -> list[Path]:
    """Write the files of a new case. Raises Unusable rather than touch a file that is there."""
    if not 0 < number < 100:
        raise Unusable(f"a case's number is 1 to 99, not {number}.")
    if not _NAME.fullmatch(name):
        raise Unusable(
            f"{name!r} is no name for a case: small letters, digits and _, like `retry`."
        )
    taken = sorted((root / "kitchen" / "cases").glob(f"case{number:02}_*.py"))
    if taken:
        raise Unusable(f"number {number} is taken by {taken[0].stem}. Choose another.")
    made = {root / path: text for path, text in files(number, name).items()}
    there = [path for path in made if path.exists()]
    if there:
        raise Unusable(f"{there[0]} is there already. Move it away first; nothing was written.")
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return list(made)
