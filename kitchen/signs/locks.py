"""What people get wrong in a lock whose holder may die: how it shows in what branches did at the
office, and what to say about it."""

import ast
from collections.abc import Callable, Iterator

from kitchen import leases
from kitchen.case import Clues, Mistake, Sighting, Sign
from kitchen.signs.branches import EMPTY, Call, calls
from kitchen.signs.evidence import name_of
from kitchen.trace import ADDS, DELETES, LOOKS, WRITES, Operation, branch_of
from kitchen.world.ledger import Event, Ledger
from kitchen.world.order import MOST_IN_A_ROW, in_a_row
from kitchen.world.script import Begin
from kitchen.world.wire import SECOND

Of = Callable[[tuple[int, ...], Sign], Sign]
"""Looks for a sign where one of these checks fails."""


LONG_SLEEP = 0.05
"""Seconds. Who sleeps no longer than that between two looks is in soon enough."""


def _days(clues: Clues) -> Iterator[tuple[Ledger, list[leases.Stay]]]:
    """Each round at the door, without those in which the books were looked at."""
    for place in range(0, len(clues.service.script), 2):
        ledger = clues.ledger.part(place)
        yield ledger, leases.stays(clues.service, ledger)


def _two_inside(clues: Clues) -> bool:
    expire = leases.expire_of(clues.service)
    return any(leases.two_inside(found, expire) is not None for _, found in _days(clues))


def _on_way_out(visit: Call) -> Iterator[Operation]:
    """The operations of its release: as far as the first deletion, or as the next acquire."""
    for one in visit.after:
        yield one
        if one.name in DELETES:
            return


def stuck(clues: Clues) -> bool:
    """Whether somebody waits for ever."""
    return clues.served.outcome.end == "deadlock" or clues.ledger.count("killed") > 0


def _at(one: Operation | None) -> Sighting | None:
    return None if one is None else Sighting(one.line)


def _method(clues: Clues, name: str) -> ast.FunctionDef | None:
    return next((n for n in clues.nodes if isinstance(n, ast.FunctionDef) and n.name == name), None)


def _line_of(clues: Clues, name: str) -> int:
    method = _method(clues, name)
    return 0 if method is None else method.lineno


def _lines_of(clues: Clues, name: str) -> range:
    method = _method(clues, name)
    return range(0) if method is None else range(method.lineno, (method.end_lineno or 0) + 1)


def _uses_expire(clues: Clues) -> bool:
    """Whether the `expire` that was given is kept and read again, under whatever name."""
    names = {"expire", *_kept_as(clues, "expire")}
    reads = [n for n in clues.nodes if isinstance(getattr(n, "ctx", None), ast.Load)]
    init = _method(clues, "__init__")
    first = set() if init is None else set(map(id, ast.walk(init)))
    return any(
        (isinstance(node, ast.Attribute) and node.attr in names)
        or (isinstance(node, ast.Name) and node.id in names and id(node) not in first)
        for node in reads
    )


def _kept_as(clues: Clues, argument: str) -> set[str]:
    """The attributes that `__init__` makes of an argument."""
    init = _method(clues, "__init__")
    found = set()
    for node in () if init is None else ast.walk(init):
        if isinstance(node, ast.Assign):
            names = [n.id for n in ast.walk(node.value) if isinstance(n, ast.Name)]
            if argument in names:  # several at once, too
                kept = (part for target in node.targets for part in ast.walk(target))
                found |= {part.attr for part in kept if isinstance(part, ast.Attribute)}
    return found


def expire_unused(clues: Clues) -> Sighting | None:
    """`expire` is taken, kept, and never used."""
    adds = [one for one in clues.trace.operations if one.name in ADDS | WRITES]
    return _at(adds[0]) if adds and stuck(clues) and not _uses_expire(clues) else None


def two_writes(clues: Clues) -> Sighting | None:
    """A branch was killed between the entry and its end."""
    killed = {event.number for event in clues.ledger.of("killed")}
    inside = {branch_of(ask.task) for ask in clues.trace.asks}
    if not stuck(clues) or not killed - inside:
        return None
    last = [
        one for one in clues.trace.operations if one.branch in killed and one.name != "transact"
    ]
    own = last and last[-1].key == repr(clues.service.given[0])
    if own and last[-1].name in ADDS | WRITES and last[-1].result not in EMPTY - {"..."}:
        later = {"touch", "expire", "set", "__setitem__"}
        lines = [n for n in clues.nodes if isinstance(n, ast.Call) and name_of(n) in later]
        return _at(last[-1]) if lines else None
    return None


def renewed_on_leaving(clues: Clues) -> Sighting | None:
    """Who comes too late to release gives its successor's entry more time."""
    frozen = {event.number for event in clues.ledger.of("frozen")}
    late = [visit for visit in calls(clues) if visit.branch in frozen]
    return _at(next((one for v in late for one in v.after if one.name == "touch"), None))


def dead_in_line(clues: Clues) -> Sighting | None:
    """A branch was killed while it waited, and those behind it wait for it."""
    killed = {event.number for event in clues.ledger.of("killed")}
    inside = {branch_of(ask.task) for ask in clues.trace.asks}
    if not stuck(clues) or killed & inside:
        return None
    own = repr(clues.service.given[0])
    made = [one for one in clues.trace.operations if one.branch in killed]
    places = [
        one
        for one in made
        if one.name in {"incr", "push"}
        or (one.name in ADDS | WRITES and (clues.service.kind == "waiter" or one.key != own))
    ]
    return _at(places[0]) if places else None


def renewed_by_waiters(clues: Clues) -> Sighting | None:
    """Who waits gives the dead holder's entry more time."""
    killed = {event.number for event in clues.ledger.of("killed")}
    inside = {visit.ask.task: visit for visit in calls(clues)}
    of_dead = {
        one.key
        for visit in inside.values()
        if visit.branch in killed
        for one in visit.before
        if one.name in ADDS | WRITES
    }
    written: dict[tuple[int, int], int] = {}
    for one in clues.trace.operations:
        if one.name == "touch":
            if one.task not in inside or one not in inside[one.task].after:
                return _at(one)
        elif one.name in WRITES and one.key in of_dead and one.task not in inside:
            place = one.task, one.line
            written[place] = written.get(place, 0) + 1
            if written[place] > 3:
                return _at(one)
    return None


def released_by_key(clues: Clues) -> Sighting | None:
    """Whoever releases deletes the entry, whosever it is by then."""
    for visit in calls(clues):
        way = list(_on_way_out(visit))
        compared = any(one.name in LOOKS - {"__contains__"} for one in way)
        if way and way[-1].name in DELETES and not compared:
            return _at(way[-1])
    return None


def compared_in_two_steps(clues: Clues) -> Sighting | None:
    """The entry is compared, and deleted in a further step; or taken out, and put back."""
    for visit in calls(clues):
        transaction, within, looked = 0, False, -1  # in which transaction it was compared; 0: none
        for one in _on_way_out(visit):
            if one.name == "transact":
                within = one.result == "True"
                transaction += within
            elif one.name in LOOKS - {"__contains__"}:
                looked = transaction * within
            elif one.name in DELETES and looked >= 0 and not (within and looked == transaction):
                return _at(one)
        within, out = False, None
        for one in visit.after:
            if one.name == "transact":
                within = one.result == "True"
            elif one.name == "pop" and one.result not in EMPTY and not within:
                out = one
            elif out is not None and one.key == out.key and one.name in ADDS | WRITES:
                return _at(out)
    return None


def says_nothing(clues: Clues) -> Sighting | None:
    """`release` notices, or could, and returns as if all were well."""
    release = _method(clues, "release")
    expire = leases.expire_of(clues.service)
    unsaid = any(leases.unsaid(found, ledger, expire) for ledger, found in _days(clues))
    if release is None or not unsaid or not clues.served.outcome.finished:
        return None
    raises = [node for node in ast.walk(release) if isinstance(node, ast.Raise | ast.Assert)]
    if not raises:
        return Sighting(release.lineno)
    end = _method(clues, "__exit__")
    for node in () if end is None else ast.walk(end):
        if isinstance(node, ast.ExceptHandler):
            return Sighting(node.lineno)
        if isinstance(node, ast.Call) and name_of(node) == "suppress":
            return Sighting(node.lineno)
    if any(one.name == "touch" for one in clues.trace.operations):
        return None  # somebody gave it more time, so it wasn't lost
    return Sighting(release.lineno) if clues.service.kind in ("alone", "overstays") else None


def stale_removed(clues: Clues) -> Sighting | None:
    """Who waits finds a dead holder's entry, and deletes it in a further step."""
    for visit in calls(clues) if _two_inside(clues) else ():
        looked = within = False
        for one in visit.before:
            if one.name == "transact":
                within = one.result == "True"
            elif one.name in LOOKS:
                looked = True
            elif one.name in DELETES and looked and not within:
                return _at(one)
    return None


def two_steps(clues: Clues) -> Sighting | None:
    """A branch looks whether the lock is free, and takes it in a second step."""
    for visit in calls(clues) if _two_inside(clues) else ():
        within, looked = False, None
        for one in visit.before:
            if one.name == "transact":
                within = one.result == "True"
            elif one.name in LOOKS and not within:
                looked = one
            elif one.name in WRITES and looked is not None and not within:
                return _at(looked)
            elif one.name in ADDS:
                looked = None
    return None


def fixed_lease(clues: Clues) -> Sighting | None:
    """A number is written where `expire` belongs."""
    if _uses_expire(clues):
        return None
    numbers = {
        target.id
        for node in clues.nodes
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for call, value in _leases(clues):
        name = value.id if isinstance(value, ast.Name) else getattr(value, "attr", "")
        if name in numbers or (isinstance(value, ast.Constant) and value.value is not None):
            return Sighting(call.lineno)
    return None


def lease_changed(clues: Clues) -> Sighting | None:
    """The lease is made of `expire`, and is another one."""
    for call, value in _leases(clues):
        if any(isinstance(node, ast.BinOp) or _rounds(node) for node in ast.walk(value)):
            return Sighting(call.lineno)
    return None


def _rounds(node: ast.AST) -> bool:
    """Whether a number is made into another one."""
    ways = ("ceil", "floor", "int", "max", "min", "round", "trunc")
    return isinstance(node, ast.Call) and name_of(node) in ways


def _leases(clues: Clues) -> Iterator[tuple[ast.Call, ast.expr]]:
    """What is written for `expire` in calls."""
    for node in clues.nodes:
        if isinstance(node, ast.Call):
            yield from ((node, word.value) for word in node.keywords if word.arg == "expire")


def same_owner(clues: Clues) -> Sighting | None:
    """Several branches find what they compare with: they all have the same token."""
    own: dict[int, str] = {}
    for visit in calls(clues):
        way = list(_on_way_out(visit))
        looks = [one for one in way if one.name in LOOKS and one.result not in EMPTY]
        if looks and way[-1].name in DELETES and looks[-1].result not in ("True", "..."):
            if looks[-1].result in own.values() and visit.ask.task not in own:
                return _at(looks[-1])
            own[visit.ask.task] = looks[-1].result
    return None


def another_error(clues: Clues) -> Sighting | None:
    """`release` raises, and not what was agreed upon."""
    slips = ("NameError", "UnboundLocalError", "TypeError", "AttributeError", "AssertionError")
    for _, error in sorted(clues.served.errors.items()):
        frames = [frame for frame in error.frames if frame.function == "release"]
        if frames and error.type not in slips:
            return Sighting(frames[-1].line, {"error": error.type})
    return None


def by_number(clues: Clues) -> Sighting | None:
    """The owner is known by the number of its process, or of its thread."""
    calls_made = [n for n in clues.nodes if isinstance(n, ast.Call)]
    numbers = ("getpid", "get_ident", "get_native_id", "current_thread", "getnode")
    named = [node for node in calls_made if name_of(node) in numbers]
    if clues.service.kind != "number" and not (named and same_owner(clues)):
        return None
    return Sighting(named[0].lineno if named else _line_of(clues, "acquire"))


def alive_by_number(clues: Clues) -> Sighting | None:
    """Whether a holder lives is asked of the system, by its process number."""
    for node in clues.nodes:
        if isinstance(node, ast.Call) and name_of(node) in ("kill", "pid_exists"):
            return Sighting(node.lineno)
        if isinstance(node, ast.Constant) and "/proc" in str(node.value) and node.col_offset > 4:
            return Sighting(node.lineno)
    return None


def on_the_object(clues: Clues) -> Sighting | None:
    """The token is kept on the Lock that threads share."""
    own = {"local", "ContextVar", "get_ident", "get_native_id", "current_thread"}
    named = {getattr(node, "attr", getattr(node, "id", "")) for node in clues.nodes}
    if clues.service.kind != "threads" or own & named or released_by_key(clues) is not None:
        return None
    for name in ("acquire", "__init__"):
        method = _method(clues, name)
        nodes = () if method is None else ast.walk(method)
        for node in (node for node in nodes if isinstance(node, ast.Assign)):
            for target in node.targets:
                token = isinstance(target, ast.Attribute) and any(
                    word in target.attr.lower() for word in ("token", "owner", "id", "held", "mine")
                )
                if token:
                    return Sighting(node.lineno)
    compared = any(
        one.name in LOOKS - {"__contains__"} for visit in calls(clues) for one in _on_way_out(visit)
    )
    return Sighting(_line_of(clues, "release")) if compared else None


def too_often(clues: Clues) -> Sighting | None:
    """Who waits looks more often than anybody needs."""
    spun = in_a_row(clues.ledger) > MOST_IN_A_ROW
    if not clues.ledger.count("looked") or not (spun or clues.service.kind == "even"):
        return None
    lines: dict[int, int] = {}
    for one in clues.trace.operations:
        lines[one.line] = lines.get(one.line, 0) + 1
    most = max(lines, key=lambda line: lines[line], default=0)
    seconds = max((e.seconds for e in clues.ledger), default=1.0) or 1.0
    return Sighting(most) if spun or lines.get(most, 0) / seconds > 150 else None


def too_seldom(clues: Clues) -> Sighting | None:
    """Who waits sleeps so long that the door stands open meanwhile."""
    if not clues.served.outcome.finished:
        return None
    if not clues.trace.slept:  # an Event that nobody sets serves as well
        waits = [n for n in clues.nodes if isinstance(n, ast.Call) and name_of(n) == "wait"]
        return Sighting(waits[0].lineno) if waits else None
    leaving = {*_lines_of(clues, "release"), *_lines_of(clues, "__exit__")}
    waiting = [note for note in clues.trace.slept if note.line not in leaving]
    longest = max(waiting, key=lambda note: note.seconds, default=None)
    return None if longest is None or longest.seconds <= LONG_SLEEP else Sighting(longest.line)


def from_memory(clues: Clues) -> Sighting | None:
    """`locked()` doesn't ask the office."""
    locked = _method(clues, "locked")
    if locked is None or not clues.served.outcome.finished:
        return None
    called = [n.func for n in ast.walk(locked) if isinstance(n, ast.Call)]
    owners = [function.value for function in called if isinstance(function, ast.Attribute)]
    own = any(isinstance(owner, ast.Name) and owner.id == "self" for owner in owners)
    return None if own or _in_locked(clues) else Sighting(locked.lineno)


def _in_locked(clues: Clues) -> list[Operation]:
    lines = _lines_of(clues, "locked")
    return [one for one in clues.trace.operations if one.line in lines]


def locked_writes(clues: Clues) -> Sighting | None:
    """`locked()` takes the lock to see whether it can."""
    written = [one for one in _in_locked(clues) if one.name in ADDS | WRITES]
    return _at(next(iter(written), None))


def locked_says_free(clues: Clues) -> Sighting | None:
    """A lease lives, and `locked()` says no."""
    look = _untrue(clues)
    return None if look is None or look.item else Sighting(_line_of(clues, "locked"))


def entry_alone(clues: Clues) -> Sighting | None:
    """`locked()` takes any entry for a lock, one whose lease is over too. Where somebody gave it
    more time, or it was to be gone before, the fault is elsewhere."""
    look = _untrue(clues)
    if look is None or not look.item or any(o.name == "touch" for o in clues.trace.operations):
        return None
    expire = round(leases.expire_of(clues.service) * SECOND)
    for stay in leases.stays(clues.service, clues.ledger):
        if stay.entered <= look.at < stay.entered + expire:
            return None
    return Sighting(_line_of(clues, "locked"))


def _untrue(clues: Clues) -> Event | None:
    """The look at which `locked()` was first wrong."""
    found = leases.stays(clues.service, clues.ledger)
    for look in clues.ledger.marks("locked"):
        lives = leases.lives(found, look.at, leases.expire_of(clues.service))
        if lives is not None and lives != bool(look.item):
            return look
    return None


def entry_left(clues: Clues) -> Sighting | None:
    """Something was written, and nobody deleted it. Of who left too late the entry ended by
    itself."""
    expire = leases.expire_of(clues.service)
    late = any(leases.overdue(stay, expire) > 0 for _, found in _days(clues) for stay in found)
    if late or not clues.served.outcome.finished:
        return None
    there: dict[str, Operation] = {}
    for one in clues.trace.operations:
        if one.name in ADDS | WRITES and one.result != "False":
            there.setdefault(one.key, one)
        elif one.name in DELETES:
            there.pop(one.key, None)
    return _at(next(iter(there.values()), None))


def one_process_only(clues: Clues) -> Sighting | None:
    """A lock of one process keeps no other out."""
    if not _two_inside(clues) or any(o.name in ADDS | WRITES for o in clues.trace.operations):
        return None
    names = ("Lock", "RLock", "Semaphore")
    made = [n for n in clues.nodes if isinstance(n, ast.Call) and name_of(n) in names]
    return Sighting(made[0].lineno) if made else None


def kept_when_it_raises(clues: Clues) -> Sighting | None:
    """What is raised inside leaves the lock taken."""
    raised = any(error.inner_type == "Spoiled" for error in clues.served.errors.values())
    if clues.service.kind != "error" or not raised:
        return None
    return Sighting(_line_of(clues, "__exit__"))


def hides_errors(clues: Clues) -> Sighting | None:
    """What is raised inside doesn't come out."""
    if clues.service.kind != "error" or clues.served.errors:
        return None
    return Sighting(_line_of(clues, "__exit__"))


def mixed_up(clues: Clues) -> Sighting | None:
    """Two locks of one thread get into each other's way."""
    steps = [step for round in clues.service.script for step in round]
    if not any(isinstance(step, Begin) and step.function == "neighbours" for step in steps):
        return None
    for stay in leases.stays(clues.service, clues.ledger):
        if leases.NEVER > stay.ended > stay.leaves + LONG_SLEEP * SECOND:
            return None  # it gives back so slowly that the outer lease may be over
    return Sighting(_line_of(clues, "release"))


def mistakes(
    of: Of,
    never_two: int,
    next_in: int,
    late: int,
    threads: int,
    locked: int,
    cheap: int,
    left: int,
) -> tuple[Mistake, ...]:
    """From the most to the least specific; the numbers are the places of the case's checks."""
    crash, two, out = (never_two, next_in), (never_two, threads), (never_two, late, threads)
    return (
        Mistake(
            "kept-when-it-raises",
            "The work inside raised, and the lock was not given back: all others wait until its "
            "lease is over. `__exit__` gives it back, whatever happened.",
            of((never_two,), kept_when_it_raises),
        ),
        Mistake(
            "hides-errors",
            "`__exit__` returns something true, and Python takes that for: the error is dealt "
            "with. The caller goes on as if all were well. Return nothing.",
            of((never_two,), hides_errors),
        ),
        Mistake(
            "locks-mixed-up",
            "A branch has a lock, and takes another one inside, with another key. Giving one of "
            "them back touches the other, or what else is in the office: each lock has its own key "
            "and token.",
            of((never_two, late), mixed_up),
            of_errors=True,
        ),
        Mistake(
            "one-process-only",
            "This lock lives in one process: every branch has its own, and no other ever sees it. "
            "What all of them see is the office.",
            of(two, one_process_only),
        ),
        Mistake(
            "fixed-lease",
            "The lease is a number of the code's own here, and not `expire`. Too short, it is over "
            "while its holder is inside; too long, and all wait for one who is dead.",
            of((never_two, next_in, late, threads, locked), fixed_lease),
        ),
        Mistake(
            "no-expiry",
            "A branch was killed while it had the lock. Its entry stays in the office, and nobody "
            "will ever delete it: `expire` is given, and never used. An entry can end by itself.",
            of(crash, expire_unused),
        ),
        Mistake(
            "renewed-by-waiters",
            "Who waits gives the entry more time here, whosever it is. The holder is dead, and its "
            "lease never ends.",
            of(crash, renewed_by_waiters),
        ),
        Mistake(
            "renewed-on-leaving",
            "Who leaves gives the entry more time here, before it has looked whose it is. By then "
            "it was another's, who died, and the next one waits all that time as well.",
            of(crash, renewed_on_leaving),
        ),
        Mistake(
            "dead-in-line",
            "A branch was killed while it waited. Its place in line is written here, and those "
            "behind it wait for one who will never come: a place needs an end of its own, too.",
            of(crash, dead_in_line),
        ),
        Mistake(
            "lease-in-two-steps",
            "The entry is made here, and gets its end in a later step. The branch was killed "
            "between the two, and what it left never ends. Write both at once.",
            of(crash, two_writes),
        ),
        Mistake(
            "alive-by-number",
            "Whether the holder lives is asked by its process number here. Numbers are used again, "
            "and are not unique: in another container another process has the same one.",
            of((*crash, late, threads), alive_by_number),
        ),
        Mistake(
            "polls-too-often",
            "This asks again and again, more often than anybody needs, and keeps the office and a "
            "core busy. How soon must the next one know?",
            of((never_two, late, threads, cheap), too_often),
        ),
        Mistake(
            "on-the-object",
            "The threads of a branch have one and the same token here: the next one writes over "
            "that of who is inside, or is taken for it. Each thread needs its own: "
            "`threading.local`, or a token kept by thread.",
            of((never_two, late, threads), on_the_object),
        ),
        Mistake(
            "owner-by-number",
            "The owner is known by a number here, of a process or a thread, or by a name. Another "
            "has the same one, and the two take each other's lock for their own. An owner is known "
            "by what nobody else can have: a random token.",
            of(out, by_number),
        ),
        Mistake(
            "stale-removed-in-two-steps",
            "Who finds a lease that ran out deletes it here, in a step after the look. Between the "
            "two another has done the same and is inside, and it is his entry that goes: two "
            "winners. Look and delete in one transaction, or let the entry expire by itself.",
            of(two, stale_removed),
        ),
        Mistake(
            "taken-in-two-steps",
            "Here a branch looks whether the lock is free, and takes it in a second step. Between "
            "the two another may do the same. `add`, or one transaction.",
            of(two, two_steps),
        ),
        Mistake(
            "compared-in-two-steps",
            "`release` compares first, and deletes here, in a second step. The branch froze "
            "between the two: its lease ran out, and what it deletes is its successor's. Compare "
            "and delete in one transaction.",
            of(out, compared_in_two_steps),
        ),
        Mistake(
            "released-by-key",
            "`release` deletes the entry under the key, whosever it is. Who wakes up late lets "
            "somebody in beside its successor. Write into the entry whose it is, and compare.",
            of(out, released_by_key),
        ),
        Mistake(
            "lease-changed",
            "The lease is not `expire` here, but something made of it. Who sets it knows how long "
            "the work may take, and how long others can wait: take it as it is.",
            of((never_two, next_in, late, threads, locked), lease_changed),
        ),
        Mistake(
            "constant-owner",
            "`release` compares, and everybody finds its own token here, since all have the same. "
            "An owner is known by what nobody else can have: a random token.",
            of(out, same_owner),
        ),
        Mistake(
            "another-error",
            "`release` says by {error} that the lock isn't held. What was agreed upon, and what "
            "callers look for, is AssertionError.",
            of((never_two, next_in, late, threads, locked, cheap), another_error),
            of_errors=True,
        ),
        Mistake(
            "says-nothing",
            "`release` doesn't tell that the lock was lost. Its caller believes to have been alone "
            "all the time: raise AssertionError.",
            of((late, threads), says_nothing),
        ),
        Mistake(
            "polls-too-seldom",
            "The lock is free, and those who wait are asleep here. Sleep less: between 5 and 50 ms "
            "cost next to nothing.",
            of((cheap, next_in), too_seldom),
        ),
        Mistake(
            "locked-from-memory",
            "`locked()` answers from what this object remembers. Others lock and unlock, die, and "
            "lose their leases: only the office knows.",
            of((locked,), from_memory),
        ),
        Mistake(
            "locked-takes",
            "`locked()` writes here, and so takes the lock that it was only to look at. Who asks "
            "must leave everything as it is.",
            of((never_two, next_in, late, locked, left), locked_writes),
        ),
        Mistake(
            "locked-says-free",
            "Somebody has the lock, and `locked()` says no. It is asked whether anybody's lease "
            "lives, not whether the caller's does.",
            of((locked,), locked_says_free),
        ),
        Mistake(
            "locked-without-lease",
            "`locked()` goes by the entry alone. Does a lease live, and does this say so when it "
            "has run out?",
            of((locked,), entry_alone),
        ),
        Mistake(
            "entry-left",
            "What is written here is never deleted: with every lock the office grows.",
            of((left,), entry_left),
        ),
    )
