"""What signs about threads look at: locks and who made them, orders of turns, calls."""

import ast
from collections.abc import Iterator

from kitchen.case import Clues
from kitchen.signs.evidence import ordered
from kitchen.trace import Late, Made
from kitchen.world.wire import FIRST_STRAND

LOCKS = ("threading.Lock", "threading.RLock", "threading.Condition")
GATES = ("threading.Semaphore", "threading.BoundedSemaphore")
"""How a trace calls what keeps others out, and what lets so many in."""

POOL = "ThreadPoolExecutor"

MAIN = FIRST_STRAND
"""The number of the main strand in a trace."""


def over_limit(clues: Clues) -> bool:
    return clues.ledger.peak > clues.service.conditions.limit


def calls(clues: Clues) -> Iterator[ast.Call]:
    return (node for node in clues.nodes if isinstance(node, ast.Call))


def calls_in(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def withs(clues: Clues) -> list[ast.With]:
    return [node for node in clues.nodes if isinstance(node, ast.With)]


def in_order(clues: Clues) -> bool:
    return bool(clues.service.late)


def lost_in_order(clues: Clues) -> bool:
    """Whether the stock is wrong in an order of turns in which nothing else is."""
    returned = bool(clues.ledger.of("returned"))
    once = all(times == 1 for times in clues.ledger.times("asked").values())
    return in_order(clues) and returned and once and not clues.ledger.turned_away


def first_late(clues: Clues) -> int:
    """Where the first thread that was late was."""
    return next((n.line for n in clues.trace.notes if isinstance(n, Late) and n.line), 0)


def pool_names(clues: Clues) -> tuple[str, ...]:
    """How the names of a pool's workers begin: as it calls them, or as the source does."""
    named = [
        word.value.value
        for call in calls(clues)
        for word in call.keywords
        if word.arg == "thread_name_prefix" and isinstance(word.value, ast.Constant)
    ]
    return (POOL, *(name for name in named if isinstance(name, str) and name))


def made_by_each(clues: Clues, *types: str) -> int:
    """The line at which threads, or calls, make such a thing again and again; or 0."""
    made: dict[int, list[Made]] = {}
    for one in clues.trace.made(*types):
        made.setdefault(one.line, []).append(one)
    for line, several in made.items():
        makers = {one.task for one in several}
        by_threads = len(makers - {MAIN}) > 1
        if by_threads or len(several) >= len(ordered(clues)) > 1:
            return line
    return 0
