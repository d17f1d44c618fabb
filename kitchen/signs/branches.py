"""How branches keep each other out at the office, and how they fail to: claims taken in two steps,
claims of one's own, claims that nobody heeds.

A claim is an entry that a branch makes to keep the others out, and takes away again. The entry that
holds the stock is none.
"""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from kitchen.case import Clues, Sighting
from kitchen.signs.evidence import name_of
from kitchen.trace import Asks, Operation, branch_of

LOOKS = frozenset({"get", "__contains__", "__getitem__", "read", "peek"})
WRITES = frozenset({"set", "__setitem__", "push"})
ADDS = frozenset({"add", "incr", "decr"})
DELETES = frozenset({"delete", "__delitem__", "pop"})
LEAVES = DELETES | {"decr"} | WRITES

EMPTY = frozenset({"None", "False", "0", "''", "..."})


class Call(NamedTuple):
    """A call of the supplier, with what its branch did at the office before it, since its last
    one, and after it, until its next."""

    ask: Asks
    before: tuple[Operation, ...]
    after: tuple[Operation, ...]

    @property
    def branch(self) -> int:
        return branch_of(self.ask.task)


def calls(clues: Clues) -> list[Call]:
    """All calls of the supplier."""
    found: list[Call] = []
    pending: dict[int, list[Operation]] = {}  # by strand: operations since its last call
    last: dict[int, Asks] = {}
    before: dict[int, tuple[Operation, ...]] = {}
    for note in clues.trace.notes:
        if isinstance(note, Operation):
            pending.setdefault(note.task, []).append(note)
        elif isinstance(note, Asks):
            since = tuple(pending.pop(note.task, ()))
            if note.task in last:
                found.append(Call(last[note.task], before[note.task], since))
            last[note.task], before[note.task] = note, since
    for task, ask in last.items():
        found.append(Call(ask, before[task], tuple(pending.get(task, ()))))
    order = {id(note): place for place, note in enumerate(clues.trace.notes)}
    return sorted(found, key=lambda call: order[id(call.ask)])


def crowded(clues: Clues) -> bool:
    """Whether several stood at a door that takes one."""
    return clues.ledger.peak > clues.service.conditions.limit


def lost(clues: Clues) -> bool:
    """Whether something is wrong though nobody met at the door."""
    return not crowded(clues)


def stock_key(clues: Clues) -> str:
    """The key of what the branches count, as a trace shows it."""
    step = clues.service.script[1][0]
    return repr(getattr(step, "args", ("",))[0])


def claims(clues: Clues, call: Call) -> list[Operation]:
    """What the branch did about other entries than the stock before it called."""
    stock = stock_key(clues)
    return [one for one in call.before if one.key != stock and one.name != "transact"]


def _sight(one: Operation | None, **words: object) -> Sighting | None:
    return None if one is None else Sighting(one.line, words)


# --- the claim ------------------------------------------------------------------------------------


def other_folder(clues: Clues) -> Sighting | None:
    """Branches claim something in a cache that isn't the office."""
    for call in calls(clues) if crowded(clues) else ():
        elsewhere = [one for one in call.before if not one.shared and one.name in ADDS | WRITES]
        if elsewhere:
            return _sight(elsewhere[-1])
    return None


def of_its_own(clues: Clues) -> Sighting | None:
    """Every branch, or every item, has a claim of its own."""
    taken: dict[str, set[str]] = {}
    example = None
    for call in calls(clues) if crowded(clues) else ():
        for one in claims(clues, call):
            if one.name in ADDS | WRITES and one.shared:
                taken.setdefault(f"{one.name} {one.line}", set()).add(one.key)
                example = one if len(taken[f"{one.name} {one.line}"]) > 1 else example
    return _sight(example, key=example.key if example else "")


def ignored(clues: Clues) -> Sighting | None:
    """`add` said that the claim is somebody else's, and the branch went on all the same."""
    for call in calls(clues) if crowded(clues) else ():
        asked = [one for one in claims(clues, call) if one.name == "add"]
        if asked and all(one.result == "False" for one in asked):
            return _sight(asked[-1])
    return None


def in_two_steps(clues: Clues) -> Sighting | None:
    """A branch looks whether there is a claim, and then makes one."""
    for call in calls(clues) if crowded(clues) else ():
        seen: dict[str, Operation] = {}
        for one in claims(clues, call):
            if one.name in LOOKS and one.result in EMPTY:
                seen[one.key] = one
            elif one.name in WRITES and one.key in seen:
                return _sight(seen[one.key], key=one.key)
    return None


def of_another_deleted(clues: Clues) -> Sighting | None:
    """A branch takes away a claim that it did not have."""
    stock = stock_key(clues)
    holder: dict[str, int] = {}
    for one in clues.trace.operations if crowded(clues) else ():
        if one.key == stock:
            continue
        if one.name == "add" and one.result == "True":
            holder[one.key] = one.task
        elif one.name in DELETES and holder.pop(one.key, one.task) != one.task:
            return _sight(one)
    return None


def threads_only(clues: Clues) -> Sighting | None:
    """A lock of one process, which the others never see."""
    names = {"Lock", "RLock", "Semaphore", "BoundedSemaphore", "Condition"}
    made = [
        node
        for node in clues.nodes
        if isinstance(node, ast.Call) and name_of(node) in names and not node.args
    ]
    imported: set[str] = set()
    for node in clues.nodes:
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").split(".")[0])
    modules = {"threading", "asyncio", "multiprocessing"} & imported
    if not made or not modules or not crowded(clues):
        return None
    return Sighting(made[0].lineno, {"module": sorted(modules)[-1]})


def asks_again(clues: Clues) -> Sighting | None:
    """Items that were turned away are asked for again."""
    refused: set[tuple[int, object]] = set()
    for event in clues.ledger:
        if event.kind == "refused":
            refused.add((event.round, event.item))
        elif event.kind == "asked" and (event.round, event.item) in refused:
            asks = [ask for ask in clues.trace.asks if ask.item == str(event.item)]
            return Sighting(asks[-1].line if asks else 0)
    return None


def count_only(clues: Clues) -> Sighting | None:
    """The stock is counted right, and nothing keeps the others from the phone."""
    stock = stock_key(clues)
    for call in calls(clues) if crowded(clues) else ():
        after = [one for one in call.after if one.key == stock and one.name == "incr"]
        whole = [one for one in call.after if one.name == "transact"]
        if (after or whole) and not claims(clues, call):
            return _sight((after or whole)[0])
    return None


def after_the_call(clues: Clues) -> Sighting | None:
    """The claim comes after the call, round the writing only."""
    stock = stock_key(clues)
    for call in calls(clues) if crowded(clues) else ():
        later = [one for one in call.after if one.key != stock and one.name in ADDS]
        if later and not claims(clues, call):
            return _sight(later[0])
    return None


def unclaimed(clues: Clues) -> Sighting | None:
    """Nothing is done to keep the others from the phone."""
    found = calls(clues) if crowded(clues) else []
    if not found or any(claims(clues, call) for call in found):
        return None
    return Sighting(found[0].ask.line)


def held_too_briefly(clues: Clues) -> Sighting | None:
    """The claim is given back before the call."""
    for call in calls(clues) if crowded(clues) else ():
        taken: dict[str, Operation] = {}
        for one in claims(clues, call):
            if one.name in ADDS and one.result not in ("False",):
                taken[one.key] = one
            elif one.name in DELETES | {"decr"} and one.key in taken:
                return _sight(one)
    return None


# --- the count ------------------------------------------------------------------------------------


def counted_outside(clues: Clues) -> Sighting | None:
    """The call is claimed; reading and writing the stock, or a part of it, happens outside."""
    stock = stock_key(clues)
    if crowded(clues):
        return None
    for call in calls(clues):
        reads = [one for one in (*call.before, *call.after) if one.key == stock]
        reads = [one for one in reads if one.name in LOOKS]
        if not reads:
            continue
        read = reads[0]
        first = next((o for o in call.before if o.key != stock and o.name in ADDS), None)
        given_back = next((o for o in call.after if o.key != stock and o.name in LEAVES), None)
        order = [*call.before, *call.after]
        if first is not None and order.index(read) < order.index(first):
            return _sight(read)
        if given_back is not None and order.index(given_back) < order.index(read):
            return _sight(read)
        written = next((o for o in call.after if o.key == stock and o.name in WRITES), None)
        if given_back and written and order.index(given_back) < order.index(written):
            return _sight(written)
    return None


def read_then_written(clues: Clues) -> Sighting | None:
    """Two branches read the same stock, and both write what they made of it."""
    stock = stock_key(clues)
    open_reads: dict[int, Operation] = {}
    stale: set[int] = set()
    for one in clues.trace.operations:
        if one.key != stock:
            continue
        if one.name in LOOKS:
            open_reads[one.task] = one
            stale.discard(one.task)
        elif one.name in WRITES and one.task in open_reads:
            if one.task in stale:
                return _sight(open_reads[one.task])
            stale |= {task for task in open_reads if task != one.task}
            del open_reads[one.task]
        elif one.name in ("incr", "decr"):
            stale |= {task for task in open_reads if task != one.task}
    return None


# --- errors, waiting ------------------------------------------------------------------------------


def not_given_back(clues: Clues) -> Sighting | None:
    """An item was spoiled, and its claim stays for ever."""
    if clues.served.outcome.finished and not clues.served.errors:
        return None
    stock = stock_key(clues)
    holder: dict[str, Operation] = {}
    for one in clues.trace.operations:
        if one.key != stock and one.name in ("add", "set", "__setitem__", "incr"):
            if one.result not in ("False",):
                holder.setdefault(one.key, one)
        elif one.name in DELETES | {"decr"}:
            holder.pop(one.key, None)
    spoiled = clues.service.conditions.spoiled
    failed = {ask.task for ask in clues.trace.asks if ask.item in map(str, spoiled)}
    for one in holder.values():
        if one.task in failed:
            return _sight(one)
    return None


def no_pause(clues: Clues) -> Sighting | None:
    """A branch looks again and again without sleeping."""
    asked = [one for one in clues.trace.operations if one.name in LOOKS | ADDS]
    run: dict[tuple[int, int], int] = {}
    for one in asked:
        run[one.task, one.line] = run.get((one.task, one.line), 0) + 1
    most = max(run, key=lambda place: run[place], default=None)
    return None if most is None or run[most] < 20 else Sighting(most[1])


def within_transaction(clues: Clues) -> Iterator[Asks]:
    """Calls that are made within a transaction of the office."""
    inside: set[int] = set()
    for note in clues.trace.notes:
        if isinstance(note, Operation) and note.name == "transact":
            (inside.add if note.result == "True" else inside.discard)(note.task)
        elif isinstance(note, Asks) and note.task in inside:
            yield note
