"""How branches keep each other out at the office, and how they fail to: claims taken in two steps,
claims of one's own, claims that nobody heeds.

A claim is an entry that a branch makes to keep the others out, and takes away again. The entry that
holds the stock is none.
"""

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from kitchen.case import Clues, Sighting
from kitchen.goods import SUPPLIERS_OWN
from kitchen.signs.evidence import name_of
from kitchen.trace import ADDS, DELETES, LOOKS, WRITES, Asks, Operation, Slept, branch_of
from kitchen.trace import Call as Begun
from kitchen.world.ledger import Ledger
from kitchen.world.script import Begin
from kitchen.world.wire import SECOND

LEAVES = DELETES | {"decr"} | WRITES
MAKES = frozenset({"mkdir", "symlink", "link", "open"})
"""Files and folders that are made as claims, and how they are removed:"""
REMOVES = frozenset({"rmdir", "unlink", "remove", "rename", "replace"})
EMPTIES = frozenset({"clear", "evict", "expire"})
"""What takes many entries away, whosever they are."""
LOCKS_FILE = frozenset({"flock", "lockf"})

LONG_SLEEP = 0.03
"""Seconds. Who looks more often leaves a free way unused for less than a call."""

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
    asked: dict[int, tuple[Asks, tuple[Operation, ...]]] = {}  # its last call, and those before it

    def end(task: int) -> tuple[Operation, ...]:
        since = tuple(pending.pop(task, ()))
        if task in asked:
            found.append(Call(*asked.pop(task), since))
        return since

    for note in clues.trace.notes:
        if isinstance(note, Operation):
            pending.setdefault(note.task, []).append(note)
        elif isinstance(note, Asks):
            asked[note.task] = note, end(note.task)
        elif isinstance(note, Begun):  # what its branch did until now was about another item
            for task in [*pending, *asked]:
                if branch_of(task) == _begins(clues)[note.call].stove:
                    end(task)
    for task in list(asked):
        end(task)
    order = {id(note): place for place, note in enumerate(clues.trace.notes)}
    return sorted(found, key=lambda call: order[id(call.ask)])


def _begins(clues: Clues) -> list[Begin]:
    """The calls of the script, by their numbers: in the order in which they are due."""
    rounds = [[step for step in round if isinstance(step, Begin)] for round in clues.service.script]
    return [step for round in rounds for step in sorted(round, key=lambda step: step.at)]


def _items(clues: Clues) -> list[object]:
    """The items of the deliveries, in their order; the books are looked at with fewer words."""
    return [step.args[2] for step in _begins(clues) if len(step.args) > 2]


def crowded(clues: Clues) -> bool:
    """Whether several stood at a door that takes one."""
    return clues.ledger.peak > clues.service.conditions.limit


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
    private = {"mkdtemp", "TemporaryDirectory", "TemporaryFile", "NamedTemporaryFile", "mkstemp"}
    made = _call_of(clues, private) if crowded(clues) else None
    return None if made is None else Sighting(made.lineno)


def _call_of(clues: Clues, names: Collection[str]) -> ast.Call | None:
    """The first call in the source of a function of one of these names."""
    calls = (node for node in clues.nodes if isinstance(node, ast.Call))
    return next((node for node in calls if name_of(node) in names), None)


def of_its_own(clues: Clues) -> Sighting | None:
    """Every branch, or every item, has a claim of its own. (Of `push` a trace has the value.)"""
    taken: dict[str, set[str]] = {}
    example = None
    for call in calls(clues) if crowded(clues) else ():
        for one in claims(clues, call):
            if one.name in (ADDS | WRITES | MAKES) - {"push"} and one.shared:
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
    """A branch looks whether there is a claim, and then makes one; not in one transaction."""
    stock, found = stock_key(clues), calls(clues) if crowded(clues) else []
    for call in found:
        seen: dict[str, tuple[Operation, int]] = {}
        transactions, within = 0, False
        for one in call.before:
            if one.name == "transact":
                within = one.result == "True"
                transactions += within
            elif one.name in LOOKS:
                seen.pop(one.key, None)
                if one.result in EMPTY:
                    seen[one.key] = one, transactions * within
            elif one.name in WRITES and one.key in seen and one.key != stock:
                look, transaction = seen[one.key]
                if not within or transaction != transactions:
                    return _sight(look, key=one.key)
    looked = _call_of(clues, {"exists", "lexists", "isfile", "isdir", "is_file", "is_dir"})
    made = {one.line for call in found for one in claims(clues, call) if one.name in MAKES}
    if looked is None or max(made, default=0) < looked.lineno:
        return None  # what is looked for after the making is whether there is something to remove
    return Sighting(looked.lineno)


def of_another_deleted(clues: Clues) -> Sighting | None:
    """A branch takes away a claim that it did not have."""
    stock = stock_key(clues)
    holder: dict[str, int] = {}  # by key: the branch that has it
    opened: set[str] = set()  # files that several made, or opened: having them is no claim
    for one in clues.trace.operations if crowded(clues) else ():
        if one.key == stock or one.key in opened:
            continue
        if one.name in EMPTIES:
            if any(branch != one.branch for branch in holder.values()):
                return _sight(one)
            holder.clear()
        elif (one.name, one.result) in (("add", "True"), ("incr", "1")):
            holder[one.key] = one.branch
        elif one.name in MAKES:
            if holder.setdefault(one.key, one.branch) != one.branch:
                opened.add(one.key)
        elif (
            one.name in DELETES | WRITES | REMOVES and holder.pop(one.key, one.branch) != one.branch
        ):
            return _sight(one)
    return None


def lock_file_removed(clues: Clues) -> Sighting | None:
    """The file that all lock is removed by who is through, while others have it open."""
    for call in calls(clues) if crowded(clues) else ():
        opened = {one.key for one in call.before if one.name == "open"}
        if any(one.name in LOCKS_FILE for one in call.before):
            gone = [one for one in call.after if one.name in REMOVES and one.key in opened]
            if gone:
                return _sight(gone[0])
    return None


def ran_out(clues: Clues) -> Sighting | None:
    """A claim came to its end while the branch that had it was still on the phone."""
    holder: dict[str, Operation] = {}
    for one in clues.trace.operations if crowded(clues) else ():
        if one.name == "add" and one.result == "True":
            before = holder.get(one.key)
            if before is not None and before.task != one.task:
                return _sight(before)
            holder[one.key] = one
        elif one.name in LEAVES:
            holder.pop(one.key, None)
        elif one.name in EMPTIES:
            holder.clear()
    return None


def losers_counted(clues: Clues) -> Sighting | None:
    """Who counts the callers up and isn't the first leaves its count there, for ever."""
    stock = stock_key(clues)
    if clues.served.outcome.finished or crowded(clues):
        return None
    counts = [one for one in clues.trace.operations if one.name == "incr" and one.key != stock]
    high = counts and counts[-1].result.isdigit() and int(counts[-1].result) > clues.service.stoves
    return _sight(counts[-1]) if high else None


def threads_only(clues: Clues) -> Sighting | None:
    """A lock of one process, which the others never see."""
    found = calls(clues) if crowded(clues) else []
    if not found or any(claims(clues, call) for call in found):
        return None
    names = {"Lock", "RLock", "Semaphore", "BoundedSemaphore", "Condition"}
    names |= {"Queue", "LifoQueue", "SimpleQueue"}
    made = [
        node
        for node in clues.nodes
        if isinstance(node, ast.Call)
        and name_of(node) in names
        and all(isinstance(word, ast.Constant) for word in node.args)
    ]
    imported: set[str] = set()
    for node in clues.nodes:
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").split(".")[0])
    modules = {"threading", "asyncio", "multiprocessing", "queue"} & imported
    if made and modules:
        return Sighting(made[0].lineno)
    flags = [node for node in clues.nodes if isinstance(node, ast.Global)]
    return Sighting(flags[0].lineno) if flags else None


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
        whole = _wholly(call.after, stock)
        if (after or whole) and not claims(clues, call):
            return _sight(after[0] if after else whole)
    return None


def _wholly(done: Sequence[Operation], stock: str) -> Operation | None:
    """The transaction within which the stock is read and written, if there is one."""
    begun, read = None, False
    for one in done:
        if one.name == "transact":
            begun, read = one if one.result == "True" else None, False
        elif one.key == stock and begun is not None:
            if read and one.name in WRITES:
                return begun
            read = read or one.name in LOOKS
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
    return _closed_at_once(clues) if crowded(clues) else None


def _closed_at_once(clues: Clues) -> Sighting | None:
    """A lock on a file that nobody keeps: it is closed, and the lock gone, before anything is done
    under it. An `os.open` isn't closed by being forgotten."""
    locked = _call_of(clues, LOCKS_FILE)
    if locked is None or not locked.args:
        return None
    file = locked.args[0]
    if isinstance(file, ast.Call):
        return Sighting(locked.lineno)
    for block in clues.nodes:
        if not isinstance(block, ast.With | ast.FunctionDef) or locked not in ast.walk(block):
            continue
        if not isinstance(file, ast.Name) or not _opens(block, file.id):
            continue
        after = [node for node in ast.walk(block) if getattr(node, "lineno", 0) > locked.lineno]
        used = [node for node in after if getattr(node, "id", "") == file.id]
        done = any(
            isinstance(node, ast.Yield | ast.YieldFrom)
            or (isinstance(node, ast.Call) and name_of(node) != "sleep")
            for node in after
        )
        if not done and (isinstance(block, ast.With) or not used):
            return Sighting(locked.lineno)
    return None


def _opens(block: ast.With | ast.FunctionDef, name: str) -> bool:
    """Whether a file is opened under this name, to be closed where the block ends."""
    if isinstance(block, ast.With):
        named = [item.optional_vars for item in block.items]
        return any(isinstance(target, ast.Name) and target.id == name for target in named)
    shared = [node for node in ast.walk(block) if isinstance(node, ast.Global | ast.Nonlocal)]
    for node in ast.walk(block):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            function = node.value.func
            low = isinstance(function, ast.Attribute) and getattr(function.value, "id", "") == "os"
            here = any(
                isinstance(target, ast.Name) and target.id == name for target in node.targets
            )
            if here and not low and name_of(node.value) == "open":
                return not any(name in one.names for one in shared)
    return False


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
        elif one.name in ("incr", "decr"):  # which say what is there now, too
            stale |= {task for task in open_reads if task != one.task}
            open_reads[one.task] = one
            stale.discard(one.task)
    return None


# --- errors, waiting ------------------------------------------------------------------------------


def not_given_back(clues: Clues) -> Sighting | None:
    """An item was spoiled, and what its branch had claimed stays claimed. Where it does so too when
    nothing is spoiled, that is another mistake."""
    even = clues.even
    if even is None or not even.outcome.finished or even.errors or crowded(clues):
        return None
    spoiled = set(map(str, clues.service.conditions.spoiled))
    had: dict[tuple[int, str], Operation] = {}  # by task and key: its claim, or the token it took
    kept: dict[tuple[int, str], Operation] = {}  # what each had when its item was spoiled
    last: dict[int, str] = {}  # by task: the key at which it looked last
    for note in clues.trace.notes:
        if isinstance(note, Asks) and note.item in spoiled:
            kept |= {place: one for place, one in had.items() if place[0] == note.task}
        elif (
            isinstance(note, Operation) and note.key != stock_key(clues) and note.name != "transact"
        ):
            place = note.task, note.key
            last[note.task] = note.key
            if (note.name, note.result) == ("add", "True"):  # what was kept has run out
                gone = [o for o in kept.values() if o.key == note.key and o.name != "pop"]
                if gone:
                    return _sight(gone[0])
            if _settles(note, kept.get(place)):
                kept.pop(place)
            if _claims(note) or (note.name == "pop" and note.result not in EMPTY):
                had[place] = note
            elif _gives_back(note):
                had.pop(place, None)
    sought = set(last.values())
    return next((_sight(o) for o in kept.values() if o.key in sought or o.name in MAKES), None)


def _settles(one: Operation, kept: Operation | None) -> bool:
    """Whether this gives back what was kept: a claim is taken away, a token is put back."""
    if kept is None:
        return False
    return _claims(one) if kept.name == "pop" else _gives_back(one)


def _claims(one: Operation) -> bool:
    """Whether a branch makes something by this that others may want to be gone."""
    if one.name == "incr":
        return one.result == "1"
    return one.name in {"add", "set", "__setitem__"} | MAKES and one.result != "False"


def _gives_back(one: Operation) -> bool:
    return one.name in DELETES | REMOVES | EMPTIES or (one.name, one.result) == ("decr", "0")


def swallowed(clues: Clues) -> Sighting | None:
    """An item was spoiled, and its call returned as if nothing were wrong."""
    spoiled = clues.service.conditions.spoiled
    ends = [clues.ledger.end_of(n) for n, item in enumerate(_items(clues)) if item in spoiled]
    if not any(end is not None and end.kind == "returned" for end in ends):
        return None
    for node in clues.nodes:
        if isinstance(node, ast.ExceptHandler):
            if not any(isinstance(inner, ast.Raise) for inner in ast.walk(node)):
                return Sighting(node.lineno)
        elif isinstance(node, ast.Try):
            for inner in (inner for part in node.finalbody for inner in ast.walk(part)):
                if isinstance(inner, ast.Return | ast.Break | ast.Continue):
                    return Sighting(inner.lineno)
    quiet = _call_of(clues, {"suppress"})
    return Sighting(0 if quiet is None else quiet.lineno)


def changed(clues: Clues) -> Sighting | None:
    """An item was spoiled, and its call raised another error."""
    spoiled = clues.service.conditions.spoiled
    phoned = clues.ledger.times("asked")
    for number, item in enumerate(_items(clues)):
        error = clues.served.errors.get(number)
        if (
            item in spoiled
            and item in phoned
            and error is not None
            and error.inner_type not in SUPPLIERS_OWN
        ):
            line = error.frames[-1].line if error.frames else 0
            return Sighting(line, {"error": error.type})
    return None


def gives_up(clues: Clues) -> Sighting | None:
    """A branch finds the way taken, and returns without its item."""
    if crowded(clues) or not clues.served.outcome.finished:
        return None
    if not set(_items(clues)) - set(clues.ledger.times("asked")):
        return None
    last: dict[int, Operation] = {}  # by branch: what it did last for an item not yet ordered
    ordered: set[int] = set()
    for note in clues.trace.notes:
        if isinstance(note, Begun):
            branch = _begins(clues)[note.call].stove
            if branch in last and branch not in ordered:
                break
            last.pop(branch, None)
            ordered.discard(branch)
        elif isinstance(note, Operation):
            last[note.branch] = note
        elif isinstance(note, Asks):
            ordered.add(branch_of(note.task))
    undone = [one for branch, one in last.items() if branch not in ordered]
    return _sight(undone[0] if undone else None)


def miscounted(clues: Clues) -> Sighting | None:
    """Nobody was in anybody's way, and what is in the stock isn't what was delivered."""
    if crowded(clues) or not clues.served.outcome.finished or clues.served.errors:
        return None
    if set(_items(clues)) - set(clues.ledger.times("delivered")):
        return None  # the stock may well be the sum of the others
    stock = stock_key(clues)
    after = [one for call in calls(clues) for one in call.after]
    counts = [one for one in after if one.name in ADDS | WRITES]
    counted = [one for one in counts if one.key == stock] or counts
    return _sight(counted[0]) if counted else None


def sleeps(clues: Clues) -> Sighting | None:
    """Where a branch sleeps that has nothing, while nobody is on the phone for half of the time."""
    ledger = clues.ledger
    if not clues.served.outcome.finished or _phoning(ledger) > 0.55 * ledger.took:
        return None
    had: set[tuple[int, str]] = set()
    longest = None
    for note in clues.trace.notes:
        if isinstance(note, Operation) and note.key != stock_key(clues):
            place = note.task, note.key
            if _gives_back(note):
                had.discard(place)
            elif _claims(note):
                had.add(place)
        elif (
            isinstance(note, Slept)
            and not any(task == note.task for task, _ in had)
            and (longest is None or note.seconds > longest.seconds)
        ):
            longest = note
    return None if longest is None or longest.seconds < LONG_SLEEP else Sighting(longest.line)


def _phoning(ledger: Ledger) -> float:
    """Seconds for which anybody was on the phone."""
    seconds, since = 0.0, None
    for at, now in ledger.at_door():
        if since is None and now:
            since = at
        elif since is not None and not now:
            seconds, since = seconds + (at - since) / SECOND, None
    return seconds


def no_pause(clues: Clues) -> Sighting | None:
    """Where a branch looks again and again; that it does so without sleeping the ledger knows."""
    ways = LOOKS | ADDS | LOCKS_FILE | MAKES
    run = Counter((one.task, one.line) for one in clues.trace.operations if one.name in ways)
    ((place, most),) = run.most_common(1) or [((0, 0), 0)]
    if most >= 20:
        return Sighting(place[1])
    # What was refused by an error isn't noted.
    loops = [node for node in clues.nodes if isinstance(node, ast.While)]
    return Sighting(loops[0].lineno) if loops else None


def within_transaction(clues: Clues) -> Iterator[Asks]:
    """Calls that are made within a transaction of the office."""
    inside: set[int] = set()
    for note in clues.trace.notes:
        if isinstance(note, Operation) and note.name == "transact":
            (inside.add if note.result == "True" else inside.discard)(note.task)
        elif isinstance(note, Asks) and note.task in inside:
            yield note
