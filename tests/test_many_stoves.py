"""Several stoves at one office: what each of them is, what they share, and how they end.

Attempts here are at case 18, whose function is a plain one: `take_delivery(office, supplier, n)` is
called once in each branch with the branch's number, unless a test says otherwise. What the branches
print comes branch by branch.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

from kitchen import catalog
from kitchen.case import Case, Served, Service
from kitchen.cases import case18_process_lock as case18
from kitchen.cases import case19_crashed_holder as case19
from kitchen.judge.engine import AttemptSource, Engine
from kitchen.world.ledger import Event
from kitchen.world.order import Turns
from kitchen.world.outcome import Outcome
from kitchen.world.script import OFFICE, SUPPLIER, Begin, Fork, Round, Step, Stop, StopBefore
from kitchen.world.supplier import Conditions
from kitchen.world.wire import STRANDS_OF_STOVE
from tests.conftest import ROOT

HEAD = """\
import datetime, fcntl, os, pickle, random, sqlite3, sys, threading, time
from pathlib import Path
from diskcache_community import Cache, Timeout
from kitchen import Supplier, TooBusy

def now():
    return f"{time.monotonic():.2f}"

"""
"""What every attempt here begins with: its own lines come after these."""

FIRST = HEAD.count("\n") + 2
"""The line of the learner's file at which the body of `take_delivery` begins."""

AT_ONCE = 0.005
"""Seconds in which a branch goes on whose wait is over."""

Serve = Callable[..., Served]


def visit(number: int, at: float = 0.0) -> Begin:
    """Branch `number`, counted from 0, takes its delivery."""
    return Begin("take_delivery", (OFFICE, SUPPLIER, number), at, number)


def everybody(branches: int = 2) -> Round:
    return tuple(visit(number) for number in range(branches))


def one_after_the_other(branches: int = 2) -> Round:
    return tuple(visit(number, 0.01 * number) for number in range(branches))


def books(branches: int = 2, key: str = "stock") -> Round:
    """The office's books are looked at, and all is cleared away."""
    return (Begin("count", (key,), stove=branches),)


def service(*rounds: Round, branches: int = 2, limit: int = 9, **more: Any) -> Service:
    """By hand; a delivery takes 0.05 s."""
    return Service(
        1,
        "even",
        "by hand",
        case18.ENTRY,
        Conditions(limit=limit),
        rounds or (everybody(branches),),
        stage="branch",
        stoves=branches,
        office=True,
        **more,
    )


def source(code: str, before: str = "") -> AttemptSource:
    """An attempt whose `take_delivery` has this body."""
    body = indent(dedent(code).strip(), "    ")
    text = f"{HEAD}def take_delivery(office, supplier, n):\n{body}\n\n{dedent(before)}"
    return AttemptSource("attempt.py", "case18_process_lock", text.encode())


@pytest.fixture
def serve(engine: Engine) -> Serve:
    """Serve this body in a service by hand."""

    def served(code: str, made: Service | None = None, *, after: str = "", **how: Any) -> Served:
        engine.take(source(code, after))
        (one,) = engine.serve([made or service()], **how)
        return one

    return served


@pytest.fixture
def each(engine: Engine) -> Callable[..., list[Served]]:
    """Serve this body in each of these services, in their order."""

    def served(code: str, services: Sequence[Service]) -> list[Served]:
        engine.take(source(code))
        numbered = [one._replace(number=at) for at, one in enumerate(services, 1)]
        return sorted(engine.serve(numbered), key=lambda one: one.service.number)

    return served


@pytest.fixture(scope="module")
def case() -> Case:
    return catalog.find("18").load()


def lines(served: Served) -> list[str]:
    """What was printed, branch by branch, where nothing went wrong."""
    assert served.outcome.finished, served.outcome
    assert not served.errors, served.errors
    return served.output.decode().splitlines()


def marks(served: Served, round: int = 1) -> dict[str, Any]:
    """What the books say: the stock as number, and how many rows there are besides."""
    return {event.note: event.number for event in served.ledger.part(round).of("mark")}


def looks(served: Served, branch: int) -> int:
    """Operations on the office by one branch."""
    events = served.ledger.of("looked")
    return sum(int(event.item or 0) for event in events if event.number == branch)


# --- they are processes of their own --------------------------------------------------------------


def test_each_branch_is_a_process_with_a_number_of_its_own(serve: Serve) -> None:
    served = serve("print(os.getpid())", service(branches=3))
    assert lines(served) == ["101", "102", "103"]


def test_a_module_and_its_globals_are_each_branchs_own(serve: Serve) -> None:
    code = "SEEN.append(n)\nHome.at = n\nprint(SEEN, Home.at, sys.modules['os'].mark)\n"
    after = """
        import builtins
        SEEN = []
        class Home: at = None
        os.mark = getattr(builtins, "count", 0) + 1
        builtins.count = os.mark
    """
    served = serve(code, service(one_after_the_other(3), branches=3), after=after)
    assert lines(served) == ["[0] 0 1", "[1] 1 1", "[2] 2 1"]


def test_random_differs_from_branch_to_branch_and_not_from_service_to_service(
    each: Callable[..., list[Served]],
) -> None:
    first, second = each("print(random.random())", [service(branches=3)] * 2)
    assert len(set(lines(first))) == 3
    assert lines(first) == lines(second)


def test_two_processes_can_have_one_number_and_their_children_another(serve: Serve) -> None:
    code = """
        print(os.getpid(), flush=True)
        if not os.fork():
            print(os.getpid(), flush=True)
            os._exit(0)
        os.wait()
    """
    assert lines(serve(code, service(same_number=True))) == ["1", "1001", "1", "1001"]
    assert lines(serve(code)) == ["101", "1101", "102", "1102"]


def test_one_branch_runs_at_a_time(serve: Serve) -> None:
    code = """
        path = Path(office.directory).parent / "inside"
        for _ in range(200):
            assert not path.exists()
            path.touch()
            path.unlink()
        print("alone")
    """
    assert lines(serve(code, service(branches=3))) == ["alone"] * 3


def test_threads_of_a_branch_use_the_office_while_the_others_do(serve: Serve) -> None:
    code = """
        def count(times):
            for _ in range(times):
                office.incr("stock")
        threads = [threading.Thread(target=count, args=(5,)) for _ in range(3)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
    """
    served = serve(code, service(everybody(), books()))
    assert served.outcome.finished
    assert marks(served) == {"stock": 30, "rows": 0}


def test_a_lock_of_multiprocessing_is_each_branchs_own_and_waits_in_the_worlds_time(
    serve: Serve,
) -> None:
    code = """
        def work():
            with LOCK:
                time.sleep(0.1)
                print(n, now(), LOCK.acquire(timeout=0.02), LOCK.acquire(block=False), flush=True)
        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
    """
    after = "import multiprocessing\nLOCK = multiprocessing.Lock()"
    assert sorted(lines(serve(code, after=after))) == [
        "0 0.10 False False",
        "0 0.22 False False",
        "1 0.10 False False",
        "1 0.22 False False",
    ]


def test_the_other_primitives_of_multiprocessing_do_as_ever(serve: Serve) -> None:
    code = """
        reentrant, two = mp.RLock(), mp.BoundedSemaphore(2)
        with reentrant, reentrant:
            print(reentrant)
        for give_back in (reentrant, two, mp.Lock()):
            try:
                give_back.release()
            except (AssertionError, ValueError) as error:
                print(type(error).__name__)
        print(two.acquire(), two.acquire(), two.acquire(block=False), two.get_value())
        ready, bell = mp.Event(), mp.Condition()
        def waits():
            with bell:
                print("rung", bell.wait(1.0), now(), flush=True)
            ready.set()
        thread = threading.Thread(target=waits)
        thread.start()
        time.sleep(0.1)
        with bell:
            bell.notify()
        print("ready", ready.wait(1.0), now(), flush=True)
        print(mp.Value("i", 7).value)
    """
    served = serve(code, service((visit(0),)), after="import multiprocessing as mp")
    assert lines(served) == [
        "<RLock(MainProcess, 2)>",
        "AssertionError",
        "ValueError",
        "ValueError",
        "True True False 0",
        "rung True 0.10",
        "ready True 0.10",
        "7",
    ]


# --- what they share ------------------------------------------------------------------------------


def test_what_one_branch_puts_into_the_office_the_others_find(serve: Serve) -> None:
    code = """
        print(sorted(office), office.get("greeting"))
        office.set(f"branch {n}", n)
        office.add("greeting", f"from {n}")
    """
    served = serve(code, service(one_after_the_other(3), branches=3))
    assert lines(served) == [
        "[] None",
        "['branch 0', 'greeting'] from 0",
        "['branch 0', 'branch 1', 'greeting'] from 0",
    ]


def test_a_file_in_the_office_is_everybodys(serve: Serve) -> None:
    code = """
        path = os.path.join(office.directory, "note")
        with open(path, "a+") as file:
            print(n, file=file)
            file.seek(0)
            print(file.read().split())
    """
    assert lines(serve(code, service(one_after_the_other()))) == ["['0']", "['0', '1']"]


def test_a_cache_of_ones_own_on_the_same_folder_is_the_same_office(serve: Serve) -> None:
    code = """
        own = Cache(office.directory)
        own.set(n, "mine")
        print(list(office), own.incr("stock"))
    """
    served = serve(code, service(one_after_the_other(), books()))
    assert lines(served) == ["[0] 1", "[0, 'stock', 1] 2"]
    assert marks(served) == {"stock": 2, "rows": 2}


def test_a_cache_in_another_folder_is_each_branchs_own_affair(serve: Serve) -> None:
    served = serve("print(Cache(f'own {n}').incr('stock'))", service(everybody(), books()))
    assert lines(served) == ["1", "1"]
    assert marks(served) == {"rows": 0}


def test_the_supplier_is_one_for_all(serve: Serve) -> None:
    code = """
        try:
            print(supplier.phone(n))
        except TooBusy:
            print("engaged")
    """
    served = serve(code, service(limit=1))
    assert lines(served) == ["Crate(0)", "engaged"]
    assert (served.ledger.delivered, served.ledger.turned_away, served.ledger.peak) == (1, 1, 2)


# --- the office's books ---------------------------------------------------------------------------


def test_the_books_tell_the_stock_and_how_much_is_there_besides(serve: Serve) -> None:
    served = serve("office.incr('stock', 3)\noffice.set(n, 0)", service(everybody(), books()))
    assert marks(served) == {"stock": 6, "rows": 2}
    assert marks(serve("pass", service(everybody(), books()))) == {"rows": 0}


def test_a_stock_that_is_no_number_is_told_as_it_is(serve: Serve) -> None:
    served = serve("office.set('stock', 'a lot')", service(everybody(), books()))
    (odd, rows) = served.ledger.part(1).of("mark")
    assert (odd.note, odd.item, rows.note) == ("odd stock", "'a lot'", "rows")


def test_a_branch_that_bends_its_own_library_bends_nothing_in_the_books(serve: Serve) -> None:
    after = """
        import diskcache_community
        for kind in (Cache, diskcache_community.Disk, sqlite3.Connection):
            for name in ("get", "__len__", "fetch", "clear"):
                try:
                    setattr(kind, name, lambda *args, **named: 99)
                except TypeError:
                    pass
    """
    code = "office.set('stock', 3)\nprint(office.get('stock'))"
    served = serve(code, service(everybody(), books(), books()), after=after)
    assert lines(served) == ["99", "99"]
    assert marks(served) == {"stock": 3, "rows": 0}
    assert marks(served, 2) == {"rows": 0}


def test_nothing_of_the_learners_runs_where_the_books_are_kept(serve: Serve) -> None:
    # Not even what a value in the office does when it is unpickled.
    code = """
        class Letter:
            def __reduce__(self):
                return print, ("opened by", os.getpid())
        Cache(office.directory).set("stock", Letter())
    """
    served = serve(code, service((visit(0),), books()), after="print('imported')")
    assert served.output.decode().splitlines() == ["imported", "imported"]
    assert "stock" not in marks(served)


def test_the_office_is_empty_again_when_the_books_were_looked_at(serve: Serve) -> None:
    code = "print(len(office), office.incr('stock'))"
    served = serve(code, service((visit(0),), books(), (visit(1),), books()))
    assert lines(served) == ["0 1", "0 1"]
    assert marks(served, 3) == {"stock": 1, "rows": 0}


# --- a new office for each service ----------------------------------------------------------------


def test_each_service_has_a_new_office_with_nothing_of_the_one_before(
    each: Callable[..., list[Served]],
) -> None:
    code = """
        scratch = os.getcwd()
        print(len(office), sorted(os.listdir(office.directory)), sorted(os.listdir(scratch)))
        print(office.get("letter"), dict(office.stats(enable=True) and {}))
        office.set("letter", "x" * 100_000)
        office.reset("cull_limit", 3)
        for folder in (scratch, office.directory):
            with open(os.path.join(folder, "letter"), "w") as file:
                print("letter", file=file)
        os.chmod(office.directory, 0o500)
    """
    served = each(code, [service((visit(0),))] * 5)
    first = lines(served[0])
    assert first[0] == "0 ['cache.db', 'cache.db-shm', 'cache.db-wal'] ['office']"
    assert [lines(one) for one in served] == [first] * 5


def test_settings_of_an_office_do_not_reach_the_next_one(each: Callable[..., list[Served]]) -> None:
    code = "print(office.cull_limit, office.eviction_policy)\noffice.reset('cull_limit', 3)\n"
    again = "print(Cache(office.directory).cull_limit)"
    served = each(code + again, [service((visit(0),))] * 3)
    assert len({tuple(lines(one)) for one in served}) == 1


def test_an_office_thrown_away_is_there_again_for_the_next_service(
    each: Callable[..., list[Served]],
) -> None:
    code = """
        print(office.incr("stock"))
        office.close()
        for name in os.listdir(office.directory):
            os.unlink(os.path.join(office.directory, name))
        os.rmdir(office.directory)
    """
    served = each(code, [service((visit(0),))] * 3)
    assert [one.output for one in served] == [b"1\n"] * 3


# --- killed and frozen ----------------------------------------------------------------------------


def test_a_killed_branch_is_gone_and_the_others_go_on(serve: Serve) -> None:
    code = """
        print(n, "begins", flush=True)
        supplier.phone(n)
        print(n, "ends", now(), flush=True)
    """
    script = (*everybody(3), Stop(1, 0.02)), everybody(3)
    served = serve(code, service(*script, branches=3))
    assert lines(served) == [
        *("0 begins", "0 ends 0.05", "0 begins", "0 ends 0.10"),
        "1 begins",
        *("2 begins", "2 ends 0.05", "2 begins", "2 ends 0.10"),
    ]
    (killed,) = served.ledger.of("killed")
    assert (killed.number, killed.seconds) == (1, 0.02)
    assert [event.number for event in served.ledger.part(1).of("begun")] == [3, 5]
    assert served.ledger.end_of(1) is None


def test_what_a_killed_branch_held_of_the_system_is_free_at_that_moment(serve: Serve) -> None:
    code = """
        with open(os.path.join(office.directory, "lock"), "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            print(now(), flush=True)
            supplier.phone(n)
    """
    served = serve(code, service((*one_after_the_other(), Stop(0, 0.03))))
    assert lines(served) == ["0.00", "0.03"]


def test_a_branch_killed_within_a_transaction_leaves_nothing_of_it(serve: Serve) -> None:
    code = """
        with office.transact():
            print(office.get("letter"), now(), flush=True)
            office.set("letter", n)
            supplier.phone(n)
    """
    served = serve(code, service((*one_after_the_other(), Stop(0, 0.03))))
    assert lines(served) == ["None 0.00", "None 0.03"]


@pytest.mark.parametrize(
    ("operation", "left"), [(1, []), (2, ["a"]), (3, ["a", "b"]), (4, ["a", "b", "c"])]
)
def test_a_branch_is_killed_before_the_operation_that_is_named(
    serve: Serve, operation: int, left: list[str]
) -> None:
    code = """
        if n:
            print(sorted(office))
        else:
            for key in "abc":
                office.set(key, 1)
    """
    stops = (StopBefore(0, operation),)
    served = serve(code, service((visit(0), visit(1, at=0.1)), stops=stops))
    assert lines(served) == [str(left)]
    assert served.ledger.count("killed") == (operation < 4)


def test_a_frozen_branch_goes_on_when_it_thaws_and_the_others_meanwhile(serve: Serve) -> None:
    code = "supplier.phone(n)\nprint(now())"
    served = serve(code, service((*everybody(3), Stop(1, 0.02, seconds=1.0)), branches=3))
    assert lines(served) == ["0.05", "1.02", "0.05"]
    (frozen,) = served.ledger.of("frozen")
    assert (frozen.number, frozen.seconds, frozen.note) == (1, 0.02, "1 s")


def test_a_branch_is_frozen_before_the_operation_that_is_named(serve: Serve) -> None:
    code = """
        for key in "abc":
            print(key, now(), len(office))
            office.set(n, key)
    """
    # Its operations: len, set, len, ...
    served = serve(code, service((visit(0), visit(1, at=0.1)), stops=(StopBefore(0, 2, 0.5),)))
    assert lines(served) == ["a 0.00 0", "b 0.50 2", "c 0.50 2", "a 0.10 0", "b 0.10 1", "c 0.10 1"]


def test_what_a_frozen_branch_holds_it_holds(serve: Serve) -> None:
    code = """
        with office.transact():
            supplier.phone(n)
            office.set(n, 1)
        print(now())
    """
    served = serve(code, service((*one_after_the_other(), Stop(0, 0.02, seconds=1.0))))
    assert lines(served) == ["1.02", "1.07"]


def test_no_sleep_is_shorter_for_having_been_frozen(serve: Serve) -> None:
    code = "time.sleep(0.3)\nprint(now())"
    script = (*everybody(), Stop(0, 0.1, seconds=0.1), Stop(1, 0.1, seconds=0.5))
    assert lines(serve(code, service(script))) == ["0.30", "0.60"]


# --- waiting for each other -----------------------------------------------------------------------


def test_a_transaction_over_a_call_makes_other_writers_wait_and_nobody_looks_meanwhile(
    serve: Serve,
) -> None:
    code = """
        with office.transact():
            supplier.phone(n)
            office.incr("stock")
        print(now())
    """
    served = serve(code, service(one_after_the_other(3), books(3), branches=3))
    assert lines(served) == ["0.05", "0.10", "0.15"]
    assert [looks(served, branch) for branch in range(3)] == [1, 1, 1]
    assert marks(served) == {"stock": 3, "rows": 0}


def test_a_single_write_waits_for_a_transaction_and_a_read_does_not(serve: Serve) -> None:
    code = """
        if n == 0:
            with office.transact():
                office.set("stock", 1)
                supplier.phone(n)
        elif n == 1:
            office.set("other", 1)
        else:
            print(office.get("stock"))
        print(now())
    """
    served = serve(code, service(one_after_the_other(3), branches=3))
    assert lines(served) == ["0.05", "0.05", "None", "0.02"]
    assert looks(served, 1) == 1


def test_a_cache_of_ones_own_waits_for_a_transaction_on_the_office(serve: Serve) -> None:
    code = """
        with office.transact() if n == 0 else Cache(office.directory).transact():
            supplier.phone(n)
        print(now())
    """
    served = serve(code, service(one_after_the_other(3), branches=3))
    assert lines(served) == ["0.05", "0.10", "0.15"]
    assert [looks(served, branch) for branch in range(3)] == [1, 1, 1]


def test_a_transaction_elsewhere_keeps_nobody_from_the_office(serve: Serve) -> None:
    code = """
        with Cache("elsewhere").transact() if n == 0 else office.transact():
            supplier.phone(n)
        print(now())
    """
    assert lines(serve(code, service(one_after_the_other()))) == ["0.05", "0.06"]


def test_a_database_of_ones_own_in_the_office_is_waited_for(serve: Serve) -> None:
    code = """
        base = sqlite3.connect(os.path.join(office.directory, "own.db"), isolation_level=None)
        base.execute("BEGIN IMMEDIATE")
        supplier.phone(n)
        base.execute("COMMIT")
        print(now())
    """
    assert lines(serve(code, service(one_after_the_other()))) == ["0.05", "0.10"]


@pytest.mark.parametrize("lock", ["flock", "lockf"])
def test_a_lock_on_a_file_is_waited_for_in_the_worlds_time(serve: Serve, lock: str) -> None:
    code = f"""
        with open(os.path.join(office.directory, "lock"), "w") as file:
            fcntl.{lock}(file, fcntl.LOCK_EX)
            had = time.monotonic()
            supplier.phone(n)
            fcntl.{lock}(file, fcntl.LOCK_UN)
        print(had)
    """
    served = serve(code, service(one_after_the_other(3), branches=3))
    first, second, third = sorted(map(float, lines(served)))  # who is next nobody promises
    assert first < AT_ONCE
    assert 0.05 <= second < 0.05 + AT_ONCE
    assert 0.1 <= third < 0.1 + 2 * AT_ONCE


@pytest.mark.parametrize("lock", ["flock", "lockf"])
def test_a_lock_that_is_not_to_be_waited_for_is_refused_at_once(serve: Serve, lock: str) -> None:
    code = f"""
        with open(os.path.join(office.directory, "lock"), "w") as file:
            try:
                fcntl.{lock}(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                supplier.phone(n)
                print("had")
            except BlockingIOError:
                print("refused", now())
    """
    assert lines(serve(code, service(one_after_the_other()))) == ["had", "refused 0.01"]


def test_a_lock_nobody_gives_back_is_a_deadlock(serve: Serve) -> None:
    code = """
        file = KEPT[0] = open(os.path.join(office.directory, "lock"), "w")
        fcntl.flock(file, fcntl.LOCK_EX)
    """
    served = serve(code, after="KEPT = {}")
    assert served.outcome.end == "deadlock"
    assert [(w.who, w.line) for w in served.outcome.waiting] == [("branch 2", FIRST + 1)]


# --- operations are points ------------------------------------------------------------------------

IN_ORDERS = [Turns((1,)), Turns((2,)), Turns((3,)), Turns((2,), 0.01)]
"""One branch is late at one of the first points: until the others had their turn, or for long."""


@pytest.mark.parametrize(
    "make",
    [
        "os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))",
        "open(path, 'x').close()",
        "os.mkdir(path)",
        "Path(path).touch(exist_ok=False)",
        "os.link(office.directory + '/cache.db', path)",
    ],
)
def test_what_only_one_can_make_one_makes_in_whatever_order(
    each: Callable[..., list[Served]], make: str
) -> None:
    code = f"""
        path = os.path.join(office.directory, "claim")
        try:
            {make}
            print("mine")
        except FileExistsError:
            print("another's")
    """
    services = [service(branches=3, orders=(turns,)) for turns in IN_ORDERS]
    printed = [lines(served) for served in each(code, services)]
    assert [sorted(said) for said in printed] == [["another's"] * 2 + ["mine"]] * len(services)
    assert len({said.index("mine") for said in printed}) > 1  # and not always the same one


@pytest.mark.parametrize(
    ("look", "make"),
    [
        ("os.path.exists(path)", "open(path, 'w').close()"),
        ("Path(path).exists()", "Path(path).write_text('')"),
        ("os.listdir(office.directory).count('claim')", "os.close(os.open(path, os.O_CREAT))"),
        ("'claim' in office", "office.set('claim', 1)"),
        ("office.get('claim')", "office['claim'] = 1"),
    ],
)
def test_who_looks_first_and_makes_it_then_is_interrupted_between_the_two(
    each: Callable[..., list[Served]], look: str, make: str
) -> None:
    code = f"""
        path = os.path.join(office.directory, "claim")
        if not {look}:
            {make}
            print("mine")
    """
    in_turn, *in_orders = each(code, [service(orders=(turns,)) for turns in (Turns(), *IN_ORDERS)])
    assert lines(in_turn) == ["mine"]
    assert ["mine"] * 2 in [lines(served) for served in in_orders]


def test_a_look_at_a_file_of_the_office_is_an_operation_and_elsewhere_none(serve: Serve) -> None:
    ways = [
        "os.path.exists(path)",
        "os.path.isfile(path)",
        "Path(path).exists()",
        "open(path, 'w').close()",
        "Path(path).read_text()",
        "os.stat(path)",
        "os.listdir(folder)",
        "list(Path(folder).iterdir())",
        "list(os.walk(folder))",
        "os.rename(path, path + '2')",
        "os.unlink(path + '2')",
        "os.makedirs(path + '3')",
        "os.rmdir(path + '3')",
    ]
    code = f"""
        folder = office.directory if WAY % 2 else "elsewhere"
        os.makedirs("elsewhere", exist_ok=True)
        path = os.path.join(folder, "file")
        exec({ways!r}[WAY // 2])
        globals().update(WAY=WAY + 1)
    """
    rounds: list[Round] = [(visit(0),)] * (2 * len(ways))
    served = serve(code, service(*rounds), after="WAY = 0")
    assert lines(served) == []
    looked = [bool(served.ledger.part(at).of("looked")) for at in range(len(rounds))]
    assert dict(zip(ways, looked[1::2], strict=True)) == dict.fromkeys(ways, True)
    assert not any(looked[::2])


# --- polling --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "poll",
    [
        "while not office.add('claim', n): time.sleep(0.01)",
        "while os.path.exists(path) or not office.add('claim', n): pass",
    ],
)
def test_polling_for_ever_is_a_deadlock_that_tells_branch_and_line_soon(
    serve: Serve, poll: str
) -> None:
    code = f"path = os.path.join(office.directory, 'never')\nprint('comes')\n{poll}"
    served = serve(code, service(one_after_the_other(3), branches=3))
    outcome = served.outcome
    assert outcome.end == "deadlock"
    assert [(w.who, w.line) for w in outcome.waiting] == [
        ("branch 2", FIRST + 2),
        ("branch 3", FIRST + 2),
    ]
    assert "again and again" in outcome.waiting[0].reason
    assert served.ledger.events[-1].seconds < 30
    assert len(served.ledger.of("looked")) < 2_000


def test_polling_for_what_comes_in_the_end_is_no_deadlock(serve: Serve) -> None:
    code = """
        if n:
            while not office.get("ready"): time.sleep(0.002)
            print(now())
        else:
            for _ in range(30):
                supplier.phone(1)
            office.set("ready", True)
    """
    assert lines(serve(code)) == ["1.50"]


def test_a_wait_for_the_end_of_a_lease_is_no_deadlock(serve: Serve) -> None:
    code = """
        while not office.add("claim", n, expire=1.5): time.sleep(0.005)
        print(now())
    """
    assert lines(serve(code)) == ["0.00", "1.50"]


# --- how it ends ----------------------------------------------------------------------------------


def descendants(process: int) -> set[int]:
    """Everything that a process has started, and what that has started, as long as it runs."""
    found: set[int] = set()
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return found
    for child in map(int, children):
        found |= {child} | descendants(child)
    return found


@pytest.fixture
def leaves_nothing(engine: Engine, serve: Serve) -> Iterator[None]:
    """When the service is over no process is left that wasn't there before."""
    serve("pass")
    before = descendants(engine._template._pid)
    yield
    assert descendants(engine._template._pid) <= before


needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds them by /proc")


@needs_proc
@pytest.mark.usefixtures("leaves_nothing")
@pytest.mark.parametrize(
    ("code", "end", "text", "line"),
    [
        ("if n == 1: os._exit(3)", "died", "exit code 3", 0),
        ("if n == 1: os.kill(os.getpid() * 0, 9)", "died", "signal 9", 0),
        ("if n == 1: sys.exit(4)", "exited", "4", FIRST + 1),
        ("while n == 1: pass", "kept", "", FIRST + 1),
        ("if n == 1: threading.Event().wait()", "deadlock", "", 0),
    ],
)
def test_a_branch_that_ends_or_hangs_ends_the_service_with_what_it_did(
    serve: Serve, code: str, end: str, text: str, line: int
) -> None:
    served = serve(f"supplier.phone(n)\n{code}\nsupplier.phone(n)", service(branches=3))
    outcome = served.outcome
    assert outcome.end == end
    # A loop is seen from outside: on a machine that has other things to do, not so well.
    assert outcome.line in ((line, 0) if end == "kept" else (line,))
    assert text in outcome.text
    if end == "deadlock":
        assert [w.line for w in outcome.waiting] == [FIRST + 1]
        assert served.ledger.delivered == 5


@needs_proc
@pytest.mark.usefixtures("leaves_nothing")
@pytest.mark.parametrize(
    ("code", "end", "text"),
    [
        ("1 / 0", "crashed", "at import"),
        ("import os; os._exit(0)", "died", "exit code 0"),
        ("raise SystemExit('bye')", "exited", "'bye'"),
        ("del take_delivery", "fault", "`take_delivery`"),
    ],
)
def test_a_file_that_ends_or_hangs_while_it_is_imported_ends_the_service(
    serve: Serve, code: str, end: str, text: str
) -> None:
    served = serve("pass", service(branches=3), after=code)
    assert served.outcome.end == end
    assert text in served.outcome.text
    assert served.ledger.count("begun") == 0


@needs_proc
@pytest.mark.usefixtures("leaves_nothing")
def test_an_error_in_one_branch_is_told_and_the_others_go_on(serve: Serve) -> None:
    served = serve("supplier.phone(n)\nif n == 1: raise KeyError(n)", service(branches=3))
    assert served.outcome.finished
    assert [(call, error.type) for call, error in served.errors.items()] == [(1, "KeyError")]
    assert served.errors[1].frames[-1].line == FIRST + 1
    assert [served.ledger.end_of(call) is not None for call in range(3)] == [True] * 3
    assert served.ledger.delivered == 3


@needs_proc
@pytest.mark.usefixtures("leaves_nothing")
def test_what_a_branch_started_and_left_ends_with_the_service(serve: Serve) -> None:
    code = """
        if n == 1 and not os.fork():
            os.setsid()
            while True: pass
        supplier.phone(n)
    """
    assert serve(code, service(branches=3)).outcome.finished


@needs_proc
@pytest.mark.usefixtures("leaves_nothing")
def test_a_branch_that_speaks_nonsense_ends_the_service(serve: Serve) -> None:
    code = """
        if n == 1:
            for fd in range(3, 60):
                try: os.write(fd, b"\\0\\0\\0\\5hello")
                except OSError: pass
        supplier.phone(n)
    """
    assert serve(code, service(branches=3)).outcome.end == "malformed"


def test_coroutines_and_generators_are_no_plain_functions(serve: Serve) -> None:
    for kind, text in (("yield 1", "generator"), ("pass", "plain `def`")):
        after = ("async " * (kind == "pass")) + f"def take_delivery(a, b, c):\n    {kind}\n"
        outcome = serve("pass", after=after).outcome
        assert outcome.end == "fault"
        assert text in outcome.text


# --- a branch that forks --------------------------------------------------------------------------


def forked(*steps: Step, at: float = 0.02, **more: Any) -> Service:
    """Branch 0 takes a delivery, of 0.05 s, and forks into branch 1 meanwhile, which takes one a
    moment later; and whatever the steps are."""
    return service((visit(0), Fork(0, 1, at), visit(1, 0.03), *steps), **more)


def test_a_child_knows_what_its_parent_knew_and_is_another_process(serve: Serve) -> None:
    code = """
        SEEN.append(n)
        print(SEEN, os.getpid(), now(), flush=True)
        supplier.phone(n)
        SEEN.append("back")
        print(SEEN, os.getpid(), now(), flush=True)
    """
    served = serve(code, forked(), after="SEEN = []\nprint('imported')")
    assert lines(served) == [
        "imported",
        "[0] 101 0.00",
        "[0, 1] 2101 0.03",
        "[0, 'back'] 101 0.05",
        "[0, 1, 'back'] 2101 0.08",
    ]
    assert [(e.number, e.item, e.seconds) for e in served.ledger.of("forked")] == [(0, 1, 0.02)]
    assert served.ledger.delivered == 2


def test_what_a_parent_has_begun_goes_on_in_the_parent_alone(serve: Serve) -> None:
    code = """
        try:
            time.sleep(0.1)
            supplier.phone(n)
        finally:
            print("over", n, now(), flush=True)
    """
    assert lines(serve(code, forked())) == ["over 0 0.15", "over 1 0.18"]
    assert lines(serve(code, forked(at=0.0))) == ["over 0 0.15", "over 1 0.18"]


def test_random_differs_in_a_child_and_not_from_service_to_service(
    each: Callable[..., list[Served]],
) -> None:
    code = "supplier.phone(n)\nprint(random.random(), flush=True)"
    first, second = each(code, [forked()] * 2)
    assert len(set(lines(first))) == 2
    assert lines(first) == lines(second)
    assert first.ledger.events == second.ledger.events


def test_a_child_uses_the_office_its_parent_has_open(serve: Serve) -> None:
    code = """
        for _ in range(3):
            office.incr("stock")
            supplier.phone(n)
        office.add(n, "was here")
    """
    served = serve(code, service((visit(0), Fork(0, 1, 0.02), visit(1, 0.03)), books()))
    assert not served.errors
    assert marks(served) == {"stock": 6, "rows": 2}


def test_a_child_born_within_a_transaction_sees_nothing_of_it_before_it_is_over(
    serve: Serve,
) -> None:
    code = """
        if n == 0:
            with office.transact(retry=True):
                office.incr("stock")
                supplier.phone(n)
        else:
            print(office.get("stock"), now(), flush=True)
            time.sleep(0.05)
            print(office.get("stock"), now(), flush=True)
    """
    served = serve(code, service((visit(0), Fork(0, 1, 0.02), visit(1, 0.03)), books()))
    assert lines(served) == ["None 0.03", "1 0.08"]
    assert looks(served, 1) == 2
    assert marks(served) == {"stock": 1, "rows": 0}


def test_a_branch_with_threads_forks_in_one_of_them(serve: Serve) -> None:
    code = """
        def work():
            supplier.phone(n)
            print("worked", n, now(), threading.active_count(), flush=True)
        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
    """
    assert lines(serve(code, forked())) == [
        "worked 0 0.05 3",
        "worked 0 0.05 2",
        "worked 1 0.08 3",
        "worked 1 0.08 2",
    ]


def test_a_learners_own_wait_does_not_meet_the_child(serve: Serve) -> None:
    code = """
        supplier.phone(n)
        try:
            os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            print("has no children", flush=True)
    """
    assert lines(serve(code, forked())) == ["has no children"] * 2


@needs_proc
@pytest.mark.usefixtures("leaves_nothing")
def test_a_killed_parent_leaves_its_child_and_a_killed_child_its_parent(serve: Serve) -> None:
    code = "supplier.phone(n)\nprint('back', n, flush=True)"
    for killed in (0, 1):
        served = serve(code, forked(Stop(killed, 0.04)))
        assert lines(served) == [f"back {1 - killed}"]
        assert [e.number for e in served.ledger.of("killed")] == [killed]
        assert served.ledger.count("hung up") == 1


def test_a_child_freezes_alone(serve: Serve) -> None:
    code = "supplier.phone(n)\nprint(n, now(), flush=True)"
    assert lines(serve(code, forked(Stop(1, 0.04, 1.0)))) == ["0 0.05", "1 1.04"]
    stop = (StopBefore(1, 2, 1.0),)
    code = "office.get(n)\nsupplier.phone(n)\noffice.get(n)\nprint(n, now(), flush=True)"
    assert lines(serve(code, forked(stops=stop))) == ["0 0.05", "1 1.08"]


@needs_proc
@pytest.mark.usefixtures("leaves_nothing")
@pytest.mark.parametrize("at", [0.04, 0.5])
def test_who_is_gone_before_it_should_fork_has_no_child(serve: Serve, at: float) -> None:
    steps = (visit(0), Stop(0, 0.03), Fork(0, 1, at), visit(1, 0.6))
    served = serve("supplier.phone(n)", service(steps))
    assert served.outcome.finished
    assert served.ledger.count("forked") == served.ledger.delivered == 0


@needs_proc
@pytest.mark.usefixtures("leaves_nothing")
@pytest.mark.parametrize(
    ("code", "end", "text", "line"),
    [
        ("os._exit(3)", "died", "exit code 3", 0),
        ("os.kill(os.getpid() * 0, 9)", "died", "signal 9", 0),
        ("sys.exit(4)", "exited", "4", FIRST + 2),
        ("threading.Event().wait()", "deadlock", "", 0),
        ("while True: pass", "kept", "", FIRST + 2),
    ],
)
def test_how_a_child_ends_is_told_as_of_any_branch(
    serve: Serve, code: str, end: str, text: str, line: int
) -> None:
    served = serve(f"supplier.phone(n)\nif n == 1:\n    {code}", forked())
    assert served.outcome.end == end
    assert served.outcome.line in ((line, 0) if end == "kept" else (line,))
    assert text in served.outcome.text


def test_an_error_in_a_child_is_told_by_its_own_lines_and_its_parent_goes_on(serve: Serve) -> None:
    served = serve("supplier.phone(n)\nif n == 1: raise KeyError(n)", forked())
    assert served.outcome.finished
    assert [(call, error.type) for call, error in served.errors.items()] == [(1, "KeyError")]
    assert [frame.line for frame in served.errors[1].frames] == [FIRST + 1]
    assert served.ledger.end_of(0) is not None


@needs_proc
@pytest.mark.usefixtures("leaves_nothing")
def test_a_branch_that_can_not_fork_has_failed(serve: Serve) -> None:
    code = "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))\nsupplier.phone(n)"
    served = serve(code, forked())
    assert [error.type for error in served.errors.values()] == ["OSError"]


@needs_proc
@pytest.mark.usefixtures("leaves_nothing")
@pytest.mark.parametrize("process", ["1", "2**40", "os.getppid()", "-1", "0"])
def test_a_process_that_is_no_child_is_not_taken_for_one(serve: Serve, process: str) -> None:
    code = f"""
        for thing in gc.get_objects():
            if type(thing).__name__ == "Line":
                type(thing)._fork = lambda line, child: {process}
        supplier.phone(n)
    """
    served = serve(code, forked(), after="import gc")
    assert served.outcome == Outcome("died", "the process was ended by signal 9")


@pytest.mark.real_time
@pytest.mark.xdist_group("the whole machine")
def test_a_branch_forks_on_the_real_clock(serve: Serve) -> None:
    code = "SEEN.append(n)\nsupplier.phone(n)\nprint(SEEN, flush=True)"
    served = serve(code, forked(), after="SEEN = []", real=True)
    assert sorted(lines(served)) == ["[0, 1]", "[0]"]
    assert served.ledger.delivered == 2


def test_a_lock_is_its_holders_and_not_its_child_s(engine: Engine) -> None:
    # The finished lock of case 19, which the parent has inherited to its child while it held it.
    path = ROOT / "solutions" / "case19_crashed_holder.py"
    engine.take(AttemptSource(str(path), path.stem, path.read_bytes()))
    steps = (
        Begin("visit", (1,)),
        Fork(0, 1, 0.1),
        Begin("leave", (2,), 0.15, 1),
        Begin("visit", (3,), 0.2, 1),
    )
    plain = case19.service(1)
    (served,) = engine.serve([plain._replace(script=(steps, books(key="none")), stoves=2)])
    assert served.outcome.finished
    assert not served.errors
    of_interest = [e for e in served.ledger.of("mark") if e.note in ("in", "left", "refused")]
    told = [(event.note, event.number) for event in of_interest]
    assert told == [("in", 1), ("refused", 2), ("left", 1), ("in", 3), ("left", 3)]
    assert marks(served) == {"rows": 0}


def test_tracing_a_fork_changes_nothing_and_tells_whose_each_step_is(serve: Serve) -> None:
    code = "office.set(n, n)\nsupplier.phone(n)\noffice.get(n)"
    plain, traced = serve(code, forked()), serve(code, forked(), trace=True)
    assert plain.ledger.events == traced.ledger.events
    told = [tuple(what[:3]) for kind, what in traced.notes if kind == "office"]
    of_parent, of_child = min(told)[0], max(told)[0]
    assert of_child - of_parent == STRANDS_OF_STOVE
    steps = [(name, key) for name in ("set", "get") for key in "01"]
    assert sorted(told) == sorted(
        ((of_parent, of_child)[int(key)], name, key) for name, key in steps
    )


# --- it repeats -----------------------------------------------------------------------------------

BUSY = """
    for _ in range(3):
        while not office.add("claim", n):
            time.sleep(random.random() / 100)
        crate = supplier.phone(n)
        office.set("stock", office.get("stock", 0) + 1)
        office.delete("claim")
        time.sleep(random.random() / 100)
    print(now())
"""


def test_a_service_served_again_has_the_same_ledger(each: Callable[..., list[Served]]) -> None:
    orders = (Turns(), Turns((7,)), Turns((3, 11, 12), 0.05), Turns((2, 9, 10, 30)))
    services = [
        service(everybody(3), books(3), branches=3, orders=(turns,))
        for turns in orders
        for _ in range(2)
    ]
    served = each(BUSY, services)
    for one, again in zip(served[::2], served[1::2], strict=True):
        assert one.outcome.finished
        assert one.ledger.events == again.ledger.events
        assert one.output == again.output
    assert len({tuple(one.ledger.events) for one in served}) > 2


def test_tracing_changes_nothing_in_the_ledger(serve: Serve) -> None:
    for turns in (Turns(), Turns((3, 11), 0.05)):
        made = service(everybody(3), books(3), branches=3, orders=(turns,))
        plain, traced = serve(BUSY, made), serve(BUSY, made, trace=True)
        assert plain.ledger.events == traced.ledger.events
        assert {kind for kind, _ in traced.notes} >= {"office", "asks"}


def story(served: Served, round: int) -> list[tuple[Any, ...]]:
    """A round by itself: times from its beginning, calls and deliveries from its first."""
    events = served.ledger.part(round).events
    firsts: dict[str, int] = {}

    def told(event: Event) -> tuple[Any, ...]:
        what = "call" if event.kind in ("begun", "returned", "raised") else "delivery"
        own = event.kind in ("looked", "frozen", "mark", "rest")
        number = event.number - (0 if own else firsts.setdefault(what, event.number))
        note = "" if event.kind == "looked" else event.note  # looks in a row began before it
        return event.at - events[0].at, event.kind, number, event.item, note

    return [told(event) for event in events]


def test_a_part_of_a_service_by_itself_goes_as_it_goes_in_the_whole(
    case: Case, engine: Engine
) -> None:
    path = ROOT / "lab" / "cases" / "case18_process_lock.py"
    engine.take(AttemptSource(str(path), path.stem, path.read_bytes()))
    kept = (1, 4, 5, 18)
    whole = case.service(6)
    services = [whole, case.part_of(whole, kept), *(case.part_of(whole, (one,)) for one in kept)]
    numbered = [one._replace(number=whole.number) for one in services]
    by_title = {served.service.title: served for served in engine.serve(numbered)}
    all_of_it, some, *single = [by_title[one.title] for one in services]
    for place, part in enumerate(kept):
        told = story(all_of_it, 2 * (part - 1))
        assert told == story(some, 2 * place) == story(single[place], 0)
        stock = marks(all_of_it, 2 * part - 1)
        assert stock == marks(some, 2 * place + 1) == marks(single[place], 1)
    assert len({str(story(all_of_it, 2 * (part - 1))) for part in kept}) > 1


# --- on the real clock ----------------------------------------------------------------------------


@pytest.mark.real_time
@pytest.mark.xdist_group("the whole machine")
@pytest.mark.parametrize("killed", [False, True])
def test_branches_get_on_with_each_other_on_the_real_clock(
    case: Case, engine: Engine, killed: bool
) -> None:
    path = ROOT / "solutions" / "case18_process_lock.py"
    engine.take(AttemptSource(str(path), path.stem, path.read_bytes()))
    stops = (StopBefore(0, 1),) if killed else ()
    (served,) = engine.serve([case.service(2)._replace(stops=stops)], real=True)
    ledger = served.ledger
    assert served.outcome.finished
    assert not served.errors
    assert (ledger.delivered, ledger.turned_away, ledger.peak) == (2 if killed else 4, 0, 1)
    assert ledger.count("killed") == killed
    came = sum(int(event.note.partition(" ")[0]) for event in ledger.of("delivered"))
    assert marks(served) == {"stock": came, "rows": 0}
    assert ledger.took >= 0.05 * ledger.delivered - 0.001


def test_looking_again_without_a_pause_costs_time_among_threads_too(engine: Engine) -> None:
    """Or one that only looks would go on until its real time is used up, and be told as that."""
    listed = catalog.find("19")
    source = dedent(
        """\
        import os, threading

        class Lock:
            def __init__(self, cache, key, expire=None, tag=None):
                self._cache, self._key, self._expire = cache, key, expire

            def _owner(self):
                return f"{os.getpid()}-{threading.get_ident()}"

            def acquire(self):
                while not self._cache.add(self._key, self._owner(), expire=self._expire):
                    pass

            def release(self):
                with self._cache.transact():
                    if self._cache.get(self._key) != self._owner():
                        raise RuntimeError("not yours")
                    del self._cache[self._key]

            def locked(self):
                return self._key in self._cache

            def __enter__(self):
                self.acquire()
                return self

            def __exit__(self, *exit):
                self.release()
        """
    )
    case = listed.load()
    numbers = range(1, case.services + 1)
    threads = [case.service(n) for n in numbers if case.service(n).kind == "threads"]
    engine.take(AttemptSource("attempt.py", listed.stem, source.encode()))
    for served in engine.serve(threads):
        assert served.outcome.finished, served.outcome
    assert len(threads) == 2
