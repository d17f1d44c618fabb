"""Stages: what stands between the script and the learner's code in a stove.

The world scripts who comes when; a stage acts it out and reports each step as it happens. What
should have happened it doesn't know.
"""

from typing import Any, Protocol

from kitchen.stove.stages.books import Books
from kitchen.stove.stages.call import Call
from kitchen.stove.stages.dispatcher import Dispatcher
from kitchen.stove.stages.door import Door
from kitchen.stove.stages.gate import Gate
from kitchen.stove.stages.line import Line
from kitchen.stove.stages.stock import Stock
from kitchen.stove.stages.threads import Threads
from kitchen.stove.stages.tools import Tools

PLAIN = frozenset({"books", "branch", "door", "threads"})
"""Stages that call plain functions: no event loop runs for them."""


class Stage(Protocol):
    """Acts out calls; hears what happens meanwhile."""

    def begin(self, function: str, args: list[Any]) -> Any:
        """What to await for this call of the script."""

    def tell(self, what: str, number: int, args: list[Any]) -> None:
        """Something happens, as the script has it."""


def make(name: str, tools: Tools) -> Stage:
    """The stage of this name."""
    stages: dict[str, type[Stage]] = {
        "books": Books,
        "branch": Call,
        "call": Call,
        "gate": Gate,
        "line": Line,
        "dispatcher": Dispatcher,
        "door": Door,
        "stock": Stock,
        "threads": Threads,
    }
    return stages[name](tools)  # type: ignore[call-arg]
