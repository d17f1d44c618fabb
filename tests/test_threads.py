"""Threads of learners under the world's turns: what the library promises, what hangs, what repeats.

Most attempts here are at case 10, whose function is a plain one; those with an event loop are at
case 7. Times are the kitchen's.
"""

import subprocess
import sys
from collections.abc import Callable
from textwrap import dedent, indent

import pytest

from kitchen import catalog
from kitchen.case import Case, Served
from kitchen.judge.diagnosis import tell
from kitchen.judge.engine import AttemptSource, Engine
from kitchen.signs.evidence import circle_of
from kitchen.world.ledger import Event
from tests.conftest import ROOT

HEAD = """\
import asyncio, contextlib, os, queue, sys, threading, time
from concurrent.futures import Future, ThreadPoolExecutor, as_completed, wait
from kitchen import Crate, Spoiled, Supplier, TooBusy

def now():
    return f"{time.monotonic():.2f}"

def together(*functions):
    threads = [threading.Thread(target=each, name=each.__name__) for each in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

"""
"""What every attempt here begins with: its own lines come after these."""

FIRST = HEAD.count("\n") + 2
"""The line of the learner's file at which the body of `restock` begins."""

Serve = Callable[..., Served]
Order = tuple[tuple[int, ...], float]

IN_TURN: Order = ((), 0.0)


@pytest.fixture(scope="module")
def threads() -> Case:
    return catalog.find("10").load()


@pytest.fixture
def plain(engine: Engine, threads: Case) -> Serve:
    """Serve a body of `def restock(supplier, items)`, the plain function of case 10."""

    def serve(
        code: str, *, order: Order = IN_TURN, trace: bool = False, service: int = 1
    ) -> Served:
        text = f"{HEAD}def restock(supplier, items):\n{indent(dedent(code).strip(), '    ')}\n"
        engine.take(AttemptSource("attempt.py", "case10_threads", text.encode()), points=True)
        late, seconds = order
        one = threads.service(service)._replace(late=late, late_for=seconds)
        (served,) = engine.serve([one], trace=trace)
        return served

    return serve


@pytest.fixture
def looping(engine: Engine, case: Case) -> Serve:
    """Serve a body of `async def restock(supplier, crates)`, the coroutine of case 7."""

    def serve(code: str, *, trace: bool = False) -> Served:
        body = indent(dedent(code).strip(), "    ")
        text = f"{HEAD}async def restock(supplier, crates):\n{body}\n"
        engine.take(AttemptSource("attempt.py", "case07_semaphore", text.encode()))
        (served,) = engine.serve([case.service(1)], trace=trace)
        return served

    return serve


def printed(served: Served) -> list[str]:
    """The lines that it printed; it must have come to its end, and raised nothing."""
    assert served.outcome.finished, (served.outcome, served.output)
    assert not served.errors, served.errors
    return served.output.decode().splitlines()


def threads_of(served: Served) -> list[tuple[str, str]]:
    """Which thread began or ended, in order."""
    return [(event.kind, event.note) for event in served.ledger.of("started", "finished")]


def line_of(code: str, text: str) -> int:
    """The line of the learner's file in which this stands, in the body that is served."""
    lines = dedent(code).strip().splitlines()
    return FIRST + next(place for place, line in enumerate(lines) if text in line)


# --- time -----------------------------------------------------------------------------------------


def test_threads_that_sleep_at_once_sleep_side_by_side(plain: Serve) -> None:
    served = plain("""
        def long():
            time.sleep(0.3)
            print("long", now())
        def short():
            time.sleep(0.1)
            print("short", now())
            time.sleep(0.1)
            print("short", now())
        together(long, short)
        print("all", now())
        return {}
    """)
    assert printed(served) == ["short 0.10", "short 0.20", "long 0.30", "all 0.30"]


def test_a_thread_reads_the_worlds_clocks(plain: Serve) -> None:
    served = plain("""
        def look():
            time.sleep(0.5)
            print(now(), f"{time.perf_counter():.2f}", time.monotonic_ns() // 10**7)
            print(time.strftime("%H:%M", time.gmtime(time.time())))
        together(look)
        return {}
    """)
    assert printed(served) == ["0.50 0.50 50", "08:00"]


def test_phone_calls_of_several_threads_are_under_way_together(plain: Serve) -> None:
    served = plain("""
        together(*(lambda n=n: print(supplier.phone(n), now()) for n in (1, 2, 3)))
        return {}
    """)
    assert printed(served) == ["Crate(1) 0.05", "Crate(2) 0.05", "Crate(3) 0.05"]
    assert served.ledger.peak == 3


def test_a_thread_that_looks_for_a_flag_lets_others_set_it(plain: Serve) -> None:
    for pause in ("pass", "time.sleep(0)", "time.sleep(0.001)", "os.sched_yield()"):
        served = plain(f"""
            flag = []
            def look():
                while not flag:
                    {pause}
                print("seen")
            def wave():
                time.sleep(0.3)
                flag.append(1)
            together(look, wave)
            return {{}}
        """)
        assert printed(served) == ["seen"], pause
        assert 0.29 < served.ledger.of("returned")[0].seconds < 0.4


# --- the primitives ---------------------------------------------------------------------------


def test_a_lock_keeps_others_out_for_as_long_as_they_care_to_wait(plain: Serve) -> None:
    served = plain("""
        lock = threading.Lock()
        def holds():
            with lock:
                time.sleep(1)
        def wants():
            print(lock.acquire(blocking=False), lock.locked(), now())
            print(lock.acquire(timeout=0.25), now())
            print(lock.acquire(timeout=5), now())
            lock.release()
            print(lock.locked())
        together(holds, wants)
        try:
            lock.release()
        except RuntimeError as error:
            print(error)
        return {}
    """)
    assert printed(served) == [
        "False True 0.00",
        "False 0.25",
        "True 1.00",
        "False",
        "release unlocked lock",
    ]


def test_a_lock_may_be_given_back_by_another_thread(plain: Serve) -> None:
    served = plain("""
        lock = threading.Lock()
        lock.acquire()
        threading.Timer(0.2, lock.release).start()
        lock.acquire()
        print(now())
        return {}
    """)
    assert printed(served) == ["0.20"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [("False, 1", "can't specify a timeout"), ("True, -2", "must be a")],
)
def test_a_lock_refuses_a_senseless_wait(plain: Serve, arguments: str, error: str) -> None:
    served = plain(f"threading.Lock().acquire({arguments})")
    assert served.errors[0].type == "ValueError"
    assert error in served.errors[0].text


@pytest.mark.parametrize(
    "call",
    [
        "threading.Lock().acquire(timeout=1e12)",
        "threading.Event().wait(1e12)",
        "threading.Event().wait(float('inf'))",
        "thread = threading.Timer(1, print)\nthread.start()\nthread.join(1e12)",
        "time.sleep(1e12)",
    ],
)
def test_a_wait_longer_than_any_is_refused_where_python_refuses_it(plain: Serve, call: str) -> None:
    served = plain(call)
    assert served.outcome.finished
    assert served.errors[0].type == "OverflowError"


def test_the_longest_wait_that_python_takes_is_taken(plain: Serve) -> None:
    served = plain("""
        lock = threading.Lock()
        lock.acquire()
        threading.Timer(0.1, lock.release).start()
        print(lock.acquire(timeout=threading.TIMEOUT_MAX), now())
        return {}
    """)
    assert printed(served) == ["True 0.10"]


@pytest.mark.parametrize(
    "thing", ["threading.Lock()", "threading.RLock()", "threading.Condition()", "[queue.Queue()]"]
)
def test_what_has_a_lock_in_it_cannot_be_copied(plain: Serve, thing: str) -> None:
    served = plain(f"import copy\ncopy.deepcopy({thing})")
    assert served.errors[0].type == "TypeError"
    assert "cannot pickle" in served.errors[0].text


def test_an_rlock_is_its_owners_until_the_last_release(plain: Serve) -> None:
    served = plain("""
        lock = threading.RLock()
        def owner():
            with lock:
                with lock:
                    time.sleep(0.1)
                time.sleep(0.1)
        def other():
            with lock:
                print(now())
            try:
                lock.release()
            except RuntimeError as error:
                print(error)
        together(owner, other)
        return {}
    """)
    assert printed(served) == ["0.20", "cannot release un-acquired lock"]


def test_a_semaphore_lets_so_many_in_and_the_first_comer_first(plain: Serve) -> None:
    served = plain("""
        gate = threading.Semaphore(2)
        def enter(name):
            with gate:
                print(name, now())
                time.sleep(0.1)
        threads = [threading.Thread(target=enter, args=(name,)) for name in "abcde"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        print(gate.acquire(False), gate.acquire(timeout=0.5), gate.acquire(timeout=0.5), now())
        return {}
    """)
    assert printed(served) == [
        *("a 0.00", "b 0.00", "c 0.10", "d 0.10", "e 0.20"),
        "True True False 0.80",
    ]


@pytest.mark.parametrize("trace", [False, True], ids=["plain", "traced"])
def test_several_places_may_be_given_back_at_once(plain: Serve, trace: bool) -> None:
    code = """
        gate = threading.Semaphore(0)
        def enter():
            print(gate.acquire(timeout=1), now())
        threading.Timer(0.1, gate.release, [2]).start()
        threading.Timer(0.2, lambda: gate.release(n=1)).start()
        together(enter, enter, enter, enter)
        return {}
    """
    told = printed(plain(code, trace=trace))
    assert told == ["True 0.10", "True 0.10", "True 0.20", "False 1.00"]


def test_a_bounded_semaphore_is_not_given_back_twice(plain: Serve) -> None:
    served = plain("threading.BoundedSemaphore(1).release()")
    assert served.errors[0].text == "Semaphore released too many times"


def test_a_condition_wakes_whoever_waits_for_what_has_come(plain: Serve) -> None:
    served = plain("""
        there = threading.Condition()
        box = []
        def take():
            with there:
                print(there.wait_for(lambda: box, timeout=0.2), now())
                print(there.wait_for(lambda: box, timeout=5), now())
        def wait():
            with there:
                print(there.wait(0.1), now())
                print(there.wait(), now())
        def put():
            time.sleep(0.5)
            with there:
                box.append("rice")
                there.notify_all()
        together(take, wait, put)
        return {}
    """)
    assert printed(served) == [
        *("False 0.10", "[] 0.20"),
        *("True 0.50", "['rice'] 0.50"),
    ]


def test_a_notify_wakes_one_and_the_others_sleep_on(plain: Serve) -> None:
    served = plain("""
        there = threading.Condition()
        def wait(name):
            with there:
                print(name, there.wait(1), now())
        threads = [threading.Thread(target=wait, args=(name,)) for name in "abc"]
        for thread in threads:
            thread.start()
        time.sleep(0.1)
        with there:
            there.notify()
        time.sleep(0.1)
        with there:
            there.notify(1)
        for thread in threads:
            thread.join()
        return {}
    """)
    assert printed(served) == ["a True 0.10", "b True 0.20", "c False 1.00"]


def test_an_event_is_waited_for_until_it_is_set(plain: Serve) -> None:
    served = plain("""
        bell = threading.Event()
        def wait():
            print(bell.wait(0.25), now())
            print(bell.wait(), now())
            print(bell.wait(0), bell.is_set())
        def ring():
            time.sleep(1)
            bell.set()
        together(wait, ring)
        bell.clear()
        print(bell.wait(0.5), now())
        return {}
    """)
    assert printed(served) == ["False 0.25", "True 1.00", "True True", "False 1.50"]


def test_a_barrier_opens_when_all_are_there_and_breaks_for_want_of_one(plain: Serve) -> None:
    served = plain("""
        barrier = threading.Barrier(3, action=lambda: print("all", now()))
        places = []
        def come(when):
            time.sleep(when)
            places.append(barrier.wait())
        together(*(lambda n=n: come(n / 10) for n in (1, 2, 3)))
        print(sorted(places))
        try:
            barrier.wait(0.5)
        except threading.BrokenBarrierError:
            print("broken", now(), barrier.broken)
        return {}
    """)
    assert printed(served) == ["all 0.30", "[0, 1, 2]", "broken 0.80 True"]


def test_a_timer_rings_once_and_a_cancelled_one_never(plain: Serve) -> None:
    served = plain("""
        rings = threading.Timer(0.25, lambda: print("rings", now()))
        never = threading.Timer(0.1, lambda: print("never"))
        rings.start()
        never.start()
        time.sleep(0.05)
        never.cancel()
        never.join()
        print("cancelled", now())
        rings.join()
        print(now())
        return {}
    """)
    assert printed(served) == ["cancelled 0.05", "rings 0.25", "0.25"]


@pytest.mark.parametrize(
    ("kind", "order"),
    [
        ("Queue", [3, 1, 2]),
        ("LifoQueue", [2, 1, 3]),
        ("PriorityQueue", [1, 2, 3]),
        ("SimpleQueue", [3, 1, 2]),
    ],
)
def test_a_queue_hands_on_in_its_order_and_waits_when_empty(
    plain: Serve, kind: str, order: list[int]
) -> None:
    served = plain(f"""
        line = queue.{kind}()
        def order():
            for number in (3, 1, 2):
                line.put(number)
            time.sleep(1)
            line.put(9)
        def cook():
            print([line.get(), line.get(), line.get()], now())
            try:
                line.get(timeout=0.5)
            except queue.Empty:
                print("empty", now())
            try:
                line.get_nowait()
            except queue.Empty:
                print("empty", line.qsize(), line.empty())
            print(line.get(), now())
        together(order, cook)
        return {{}}
    """)
    assert printed(served) == [f"{order} 0.00", "empty 0.50", "empty 0 True", "9 1.00"]


def test_a_full_queue_holds_its_producer_back_and_join_waits_for_the_last_task(
    plain: Serve,
) -> None:
    served = plain("""
        line = queue.Queue(2)
        def produce():
            for number in range(4):
                line.put(number)
                print("put", number, now())
            try:
                line.put(9, timeout=0.05)
            except queue.Full:
                print("full", now())
        def consume():
            for _ in range(4):
                time.sleep(0.1)
                line.get()
                time.sleep(0.1)
                line.task_done()
        threads = [threading.Thread(target=each) for each in (produce, consume)]
        for thread in threads:
            thread.start()
        time.sleep(0.01)
        line.join()
        print("done", now())
        return {}
    """)
    assert printed(served) == [
        *("put 0 0.00", "put 1 0.00", "put 2 0.10", "put 3 0.30"),
        *("full 0.35", "done 0.80"),
    ]


def test_a_pool_has_so_many_workers_and_futures_bring_results_and_errors(plain: Serve) -> None:
    served = plain("""
        def square(number):
            time.sleep(0.1)
            return number * number
        with ThreadPoolExecutor(3) as pool:
            print(list(pool.map(square, range(7))), now())
            futures = [pool.submit(square, number) for number in (3, 2, 1)]
            print([future.result() for future in as_completed(futures)], now())
            late = pool.submit(square, 4)
            late.add_done_callback(lambda future: print("done", future.result()))
            try:
                late.result(timeout=0.05)
            except TimeoutError:
                print("late", now())
            print(repr(pool.submit(lambda: 1 // 0).exception()))
            done, left = wait([pool.submit(time.sleep, n) for n in (0.1, 0.5)], timeout=0.2)
            print(len(done), len(left), now())
        print(now())
        return {}
    """)
    assert printed(served) == [
        "[0, 1, 4, 9, 16, 25, 36] 0.30",
        "[9, 4, 1] 0.40",
        "late 0.45",
        repr(ZeroDivisionError("integer division or modulo by zero")),
        "done 16",
        "1 1 0.65",
        "0.95",
    ]


def test_a_pool_that_is_shut_down_drops_what_has_not_begun(plain: Serve) -> None:
    served = plain("""
        pool = ThreadPoolExecutor(1)
        futures = [pool.submit(time.sleep, 0.1) for _ in range(3)]
        pool.shutdown(cancel_futures=True)
        print([future.cancelled() for future in futures], now())
        try:
            pool.submit(print)
        except RuntimeError as error:
            print(error)
        return {}
    """)
    assert printed(served) == [
        "[False, True, True] 0.10",
        "cannot schedule new futures after shutdown",
    ]


def test_a_bare_future_is_settled_by_any_thread(plain: Serve) -> None:
    served = plain("""
        answer = Future()
        threading.Timer(0.3, answer.set_result, ["rice"]).start()
        print(answer.result(), now())
        return {}
    """)
    assert printed(served) == ["rice 0.30"]


def test_a_thread_local_is_each_threads_own(plain: Serve) -> None:
    served = plain("""
        mine = threading.local()
        mine.name = "caller"
        def one():
            mine.name = "one"
            time.sleep(0.1)
            print(mine.name)
        def two():
            time.sleep(0.05)
            print(hasattr(mine, "name"))
        together(one, two)
        print(mine.name)
        return {}
    """)
    assert printed(served) == ["False", "one", "caller"]


# --- threads themselves ---------------------------------------------------------------------------


def test_a_subclass_of_thread_runs_and_is_joined(plain: Serve) -> None:
    served = plain("""
        class Cook(threading.Thread):
            def __init__(self):
                super().__init__(name="cook", daemon=True)
                self.dish = ""
            def run(self):
                time.sleep(0.1)
                self.dish = f"dish of {threading.current_thread().name}"
        cook = Cook()
        print(cook.is_alive(), cook.ident)
        cook.start()
        print(cook.is_alive(), cook in threading.enumerate(), threading.active_count())
        cook.join()
        print(cook.dish, cook.is_alive(), cook.daemon, cook in threading.enumerate())
        return {}
    """)
    assert printed(served) == ["False None", "True True 2", "dish of cook False True False"]
    assert threads_of(served) == [("started", "cook"), ("finished", "cook")]


def test_a_join_waits_for_as_long_as_it_is_told(plain: Serve) -> None:
    served = plain("""
        thread = threading.Thread(target=time.sleep, args=(1,))
        thread.start()
        thread.join(timeout=0.25)
        print(thread.is_alive(), now())
        thread.join(0)
        thread.join()
        thread.join()
        print(thread.is_alive(), now())
        return {}
    """)
    assert printed(served) == ["True 0.25", "False 1.00"]


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("thread.join()", "cannot join thread before it is started"),
        ("thread.start()\nthread.start()", "threads can only be started once"),
        ("threading.current_thread().join()", "cannot join current thread"),
    ],
)
def test_a_thread_is_not_joined_or_started_out_of_season(
    plain: Serve, code: str, error: str
) -> None:
    served = plain(f"thread = threading.Thread(target=print)\n{code}")
    assert (served.errors[0].type, served.errors[0].text) == ("RuntimeError", error)


def test_threads_are_known_by_their_own_idents(plain: Serve) -> None:
    served = plain("""
        import _thread
        seen = {_thread.get_ident(): threading.main_thread()}
        def look():
            me = threading.current_thread()
            seen[_thread.get_ident()] = me
            print(me.ident == threading.get_ident(), me.native_id == threading.get_native_id())
            time.sleep(0.1)
        together(look, look)
        print(len(seen), threading.current_thread() is threading.main_thread())
        return {}
    """)
    assert printed(served) == ["True True", "True True", "3 True"]


def test_a_set_of_threads_is_in_the_order_in_which_they_were_made(plain: Serve) -> None:
    served = plain("""
        pad = [object() for _ in range(5)]
        threads = [threading.Thread(target=print, name=str(n)) for n in range(9)]
        del pad
        print(*(thread.name for thread in set(reversed(threads))))
        return {}
    """)
    assert printed(served) == ["0 1 2 3 4 5 6 7 8"]


def test_a_thread_of_the_lower_module_runs_too(plain: Serve) -> None:
    served = plain("""
        import _thread
        done = _thread.allocate_lock()
        done.acquire()
        def work(first, second=0):
            time.sleep(0.1)
            print(first, second, now())
            done.release()
        _thread.start_new_thread(work, (1,), {"second": 2})
        with done:
            print("done", now())
        return {}
    """)
    assert printed(served) == ["1 2 0.10", "done 0.10"]
    assert threads_of(served) == [("started", "thread 1"), ("finished", "thread 1")]


def test_an_error_in_a_thread_is_printed_with_the_learners_lines_only(plain: Serve) -> None:
    code = """
        def weigh():
            raise ValueError("no rice")
        def work():
            list(map(lambda _: weigh(), [1]))
        together(work)
        print("after")
        return {}
    """
    told = printed(plain(code))
    assert told.pop() == "after"
    text = "\n".join(told)
    assert "Exception in thread work" in text
    assert "ValueError: no rice" in text
    assert f"line {line_of(code, 'raise')}" in text
    assert "threading" not in text
    assert "kitchen" not in text


def test_an_error_in_a_thread_of_the_lower_module_is_printed_likewise_and_in_its_place(
    plain: Serve,
) -> None:
    code = """
        import _thread
        def work():
            raise ValueError("no rice")
        _thread.start_new_thread(work, ())
        time.sleep(0.1)
        print("after")
        return {}
    """
    for trace in (False, True):
        *told, last = printed(plain(code, trace=trace))
        assert last == "after"
        text = "\n".join(told)
        assert "ValueError: no rice" in text
        assert f"line {line_of(code, 'raise')}" in text
        assert "kitchen" not in text


def test_a_hook_of_the_learners_own_is_called_instead(plain: Serve) -> None:
    served = plain("""
        threading.excepthook = lambda args: print("hook", args.exc_type.__name__, args.thread.name)
        def work():
            raise KeyError(1)
        together(work)
        return {}
    """)
    assert printed(served) == ["hook KeyError work"]


def test_a_thread_that_leaves_by_system_exit_leaves_quietly(plain: Serve) -> None:
    served = plain("""
        import _thread
        def one():
            raise SystemExit(3)
        def two():
            sys.exit("bye")
        together(one, two)
        _thread.start_new_thread(one, ())
        time.sleep(0.1)
        print("after")
        return {}
    """)
    assert printed(served) == ["after"]
    assert served.ledger.count("finished") == 3


CROWD = """
    arrived = []
    def come():
        time.sleep(0.1)
        arrived.append(now())
    threads = [threading.Thread(target=come) for _ in range({})]
    for thread in threads:
        thread.start()
    print(threading.active_count())
    for thread in threads:
        thread.join()
    print(len(arrived), set(arrived))
    return {{}}
"""


@pytest.mark.parametrize("count", [60, 100, 200])
def test_so_many_threads_stand_side_by_side(plain: Serve, count: int) -> None:
    served = plain(CROWD.format(count))
    assert printed(served) == [f"{count + 1}", f"{count} {{'0.10'}}"]
    assert served.ledger.count("finished") == count


def test_more_than_two_hundred_threads_are_refused_as_a_system_would(plain: Serve) -> None:
    served = plain("""
        done = threading.Event()
        try:
            for count in range(300):
                threading.Thread(target=done.wait).start()
        except RuntimeError as error:
            print(count, error)
        done.set()
        return {}
    """)
    (told,) = printed(served)
    assert told.startswith("200 can't start new thread")
    assert served.ledger.count("started") == 200


def test_a_thousand_threads_one_after_another_are_no_matter(plain: Serve) -> None:
    served = plain("""
        for number in range(1000):
            thread = threading.Thread(target=time.sleep, args=(0.001,))
            thread.start()
            thread.join()
        print(now())
        return {}
    """)
    assert printed(served) == ["1.00"]


def test_every_thread_is_written_down_as_it_begins_and_ends(plain: Serve) -> None:
    served = plain("""
        def child():
            time.sleep(0.1)
        def parent():
            thread = threading.Thread(target=child, name="child")
            thread.start()
            time.sleep(0.3)
        def short():
            time.sleep(0.2)
        together(parent, short)
        return {}
    """)
    told = served.ledger.of("started", "finished", "returned")
    assert [(event.kind, event.number, event.note, f"{event.seconds:.2f}") for event in told] == [
        ("started", 1, "parent", "0.00"),
        ("started", 2, "child", "0.00"),
        ("started", 3, "short", "0.00"),
        ("finished", 2, "child", "0.10"),
        ("finished", 3, "short", "0.20"),
        ("finished", 1, "parent", "0.30"),
        ("returned", 0, "", "0.30"),
    ]


@pytest.mark.parametrize(
    "work", ["time.sleep(0.1)", "time.sleep(500)", "pass", "supplier.phone(1)", "time.sleep(0)"]
)
def test_a_daemon_thread_that_never_ends_does_not_keep_the_service(
    plain: Serve, threads: Case, work: str
) -> None:
    served = plain(f"""
        def forever():
            while True:
                {work}
        threading.Thread(target=forever, daemon=True).start()
        time.sleep(0.5)
        return {{}}
    """)
    assert served.outcome.finished
    assert served.ledger.count("returned") == 1
    assert threads_of(served) == [("started", "Thread-1 (forever)")]
    linger = threads.service(1).linger
    assert linger is not None
    assert served.ledger.events[-1].seconds < 0.5 + linger + 0.1


def test_threads_that_end_soon_after_the_call_are_seen_to_end(plain: Serve) -> None:
    served = plain("""
        threading.Thread(target=time.sleep, args=(0.7,)).start()
        return {}
    """)
    assert [event.kind for event in served.ledger.of("started", "returned", "finished")] == [
        "started",
        "returned",
        "finished",
    ]
    assert f"{served.ledger.of('finished')[0].seconds:.2f}" == "0.70"


def test_what_waits_when_it_is_collected_waits_like_anything_else(plain: Serve) -> None:
    code = """
        import gc
        gc.set_threshold(1)
        lock, gone = threading.Lock(), []
        class Shelf:
            def __init__(self):
                self.me = self
            def __del__(self):
                with lock:
                    time.sleep(0.001)
                    gone.append(self)
        def work():
            for _ in range(30):
                Shelf()
                time.sleep(0.001)
        together(work, work, work)
        gc.collect()
        print(len(gone))
        return {}
    """
    for trace in (False, True):
        assert printed(plain(code, trace=trace)) == ["90"]


def test_a_thread_begun_while_the_file_is_imported_goes_on(engine: Engine, threads: Case) -> None:
    text = HEAD + dedent("""
        line = queue.Queue()
        def cook():
            while (order := line.get()) is not None:
                order[0].append(Supplier().phone(order[1]))
        cooking = threading.Thread(target=cook, name="cook")
        cooking.start()
        def restock(supplier, items):
            got = []
            for item in (1, 2):
                line.put((got, item))
            line.put(None)
            cooking.join()
            print(got)
            return {}
    """)
    engine.take(AttemptSource("attempt.py", "case10_threads", text.encode()), points=True)
    (served,) = engine.serve([threads.service(1)])
    assert printed(served) == ["[Crate(1), Crate(2)]"]


# --- with an event loop ---------------------------------------------------------------------------


def test_to_thread_sleeps_beside_the_loop(looping: Serve) -> None:
    served = looping("""
        def work(seconds):
            time.sleep(seconds)
            return seconds, threading.current_thread() is threading.main_thread()
        async def tick():
            for _ in range(3):
                await asyncio.sleep(0.1)
                print("tick", now())
        beside = asyncio.create_task(tick())
        print(await asyncio.gather(*(asyncio.to_thread(work, n) for n in (0.35, 0.15))), now())
        await beside
    """)
    assert printed(served) == [
        *("tick 0.10", "tick 0.20", "tick 0.30"),
        "[(0.35, False), (0.15, False)] 0.35",
    ]
    assert served.ledger.count("blocked") == 0


def test_a_phone_in_another_thread_does_not_stop_the_loop(looping: Serve) -> None:
    served = looping("""
        crates = await asyncio.gather(
            *(asyncio.to_thread(supplier.phone, n) for n in (1, 2)), supplier.deliver(3)
        )
        print(crates, now())
    """)
    assert printed(served) == ["[Crate(1), Crate(2), Crate(3)] 0.05"]
    assert (served.ledger.peak, served.ledger.count("blocked")) == (3, 0)


def test_an_executor_of_the_learners_own_limits_what_runs_at_once(looping: Serve) -> None:
    served = looping("""
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(2) as pool:
            calls = (loop.run_in_executor(pool, supplier.phone, n) for n in range(1, 7))
            print(len(await asyncio.gather(*calls)), now())
    """)
    assert printed(served) == ["6 0.15"]
    assert served.ledger.peak == 2


def test_a_thread_has_a_coroutine_run_in_the_loop(looping: Serve) -> None:
    served = looping("""
        loop = asyncio.get_running_loop()
        async def add(one, two):
            await asyncio.sleep(0.1)
            return one + two
        async def fail():
            raise KeyError("no")
        def other():
            time.sleep(0.2)
            print(asyncio.run_coroutine_threadsafe(add(1, 2), loop).result(), now())
            print(repr(asyncio.run_coroutine_threadsafe(fail(), loop).exception()))
            late = asyncio.run_coroutine_threadsafe(asyncio.sleep(9), loop)
            try:
                late.result(timeout=0.3)
            except TimeoutError:
                print("late", late.cancel(), now())
        await asyncio.to_thread(other)
    """)
    assert printed(served) == ["3 0.30", "KeyError('no')", "late True 0.60"]


def test_call_soon_threadsafe_wakes_a_loop_that_has_nothing_else_to_wait_for(
    looping: Serve,
) -> None:
    served = looping("""
        loop, bell = asyncio.get_running_loop(), asyncio.Event()
        threading.Timer(0.5, loop.call_soon_threadsafe, [bell.set]).start()
        await bell.wait()
        print(now())
    """)
    assert printed(served) == ["0.50"]


SETS_FROM_OUTSIDE = """
    bell = asyncio.get_running_loop().create_future()
    threading.Timer(0.1, bell.set_result, [1]).start()
    {}
    await bell
    print("woken", now())
"""


def test_a_future_set_by_another_thread_does_not_wake_the_loop(looping: Serve) -> None:
    served = looping(SETS_FROM_OUTSIDE.format(""))
    assert served.outcome.end == "deadlock"
    line = line_of(SETS_FROM_OUTSIDE, "await bell")
    assert f"`restock` (line {line}) waits for a future" in tell(served.outcome)


def test_what_another_thread_set_is_seen_when_the_loop_wakes_for_something_else(
    looping: Serve,
) -> None:
    beside = "other = asyncio.create_task(asyncio.sleep(1))"
    assert printed(looping(SETS_FROM_OUTSIDE.format(beside))) == ["woken 1.00"]


def test_a_loop_can_run_in_a_thread_beside_another(looping: Serve) -> None:
    served = looping("""
        async def work():
            await asyncio.sleep(0.3)
            crate = await supplier.deliver(1)
            return crate, asyncio.get_running_loop() is outer
        outer = asyncio.get_running_loop()
        inner = asyncio.create_task(asyncio.to_thread(asyncio.run, work()))
        print(await supplier.deliver(2), now())
        print(await inner, now())
    """)
    assert printed(served) == ["Crate(2) 0.05", "(Crate(1), False) 0.35"]


def test_two_loops_in_two_threads_take_turns_by_the_clock(plain: Serve) -> None:
    served = plain("""
        async def talk(name, seconds):
            for _ in range(3):
                await asyncio.sleep(seconds)
                print(name, now())
            print(name, await supplier.deliver(ord(name)))
        together(lambda: asyncio.run(talk("a", 0.10)), lambda: asyncio.run(talk("b", 0.16)))
        return {}
    """)
    assert printed(served) == [
        *("a 0.10", "b 0.16", "a 0.20", "a 0.30", "b 0.32", "a Crate(97)"),
        *("b 0.48", "b Crate(98)"),
    ]


def test_a_loop_of_the_plain_functions_own_serves_coroutines_and_threads(plain: Serve) -> None:
    served = plain("""
        async def work(first):
            calls = supplier.deliver(first), asyncio.to_thread(supplier.phone, first + 1)
            print(await asyncio.gather(*calls), now())
        asyncio.run(work(1))
        asyncio.run(work(3))
        print(threading.active_count())
        return {}
    """)
    assert printed(served) == [
        "[Crate(1), Crate(2)] 0.05",
        "[Crate(3), Crate(4)] 0.10",
        "1",
    ]


def test_a_loop_that_polls_lets_other_threads_go_on(plain: Serve) -> None:
    served = plain("""
        flag = []
        async def look():
            while not flag:
                await asyncio.sleep(0)
            print("seen")
        def wave():
            time.sleep(0.3)
            flag.append(1)
        together(lambda: asyncio.run(look()), wave)
        return {}
    """)
    assert printed(served) == ["seen"]
    assert served.ledger.of("returned")[0].seconds < 0.4


# --- hangs, told apart ----------------------------------------------------------------------------

TWO_ORDERS = """
    flour, rice = threading.Lock(), threading.Lock()
    def one():
        with flour:
            time.sleep(0.01)
            with rice: pass
    def two():
        with rice:
            time.sleep(0.01)
            with flour: pass
    together(one, two)
    return {}
"""


def test_two_locks_in_two_orders_are_told_as_a_circle(plain: Serve) -> None:
    served = plain(TWO_ORDERS, trace=True)
    assert served.outcome.end == "deadlock"
    first = FIRST
    joins = HEAD.splitlines().index("        thread.join()") + 1
    assert tell(served.outcome) == (
        "Deadlock: in a circle they wait for each other. "
        f"`one` (line {first + 4}) waits in Lock.acquire, made at line {first}, "
        f"held by two since line {first + 6}; "
        f"`two` (line {first + 8}) waits in Lock.acquire, made at line {first}, "
        f"held by one since line {first + 2}. "
        f"Because of that: `the caller` (line {joins}) waits for one to end."
    )


def test_without_a_trace_who_waits_is_told_all_the_same(plain: Serve) -> None:
    outcome = plain(TWO_ORDERS).outcome
    told = [(one.who, one.line - FIRST) for one in outcome.waiting[1:]]
    assert (outcome.end, told) == ("deadlock", [("one", 4), ("two", 8)])


def test_three_cooks_who_each_want_the_next_ones_knife_are_a_circle(plain: Serve) -> None:
    served = plain(
        """
        knives = [threading.Lock() for _ in range(3)]
        def cook(number):
            with knives[number]:
                time.sleep(0.01)
                with knives[(number + 1) % 3]: pass
        threads = [
            threading.Thread(target=cook, args=(n,), name=f"cook {n}") for n in range(3)
        ]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        """,
        trace=True,
    )
    assert [one.who for one in circle_of(served.outcome.waiting)] == ["cook 0", "cook 1", "cook 2"]


def test_a_lock_taken_twice_waits_for_itself(plain: Serve) -> None:
    served = plain("lock = threading.Lock()\nwith lock:\n    with lock: pass", trace=True)
    assert tell(served.outcome) == (
        f"Deadlock: it waits for itself. `the caller` (line {FIRST + 2}) waits in Lock.acquire, "
        f"made at line {FIRST}, held by itself since line {FIRST + 1}."
    )


def test_threads_that_join_each_other_are_a_circle(plain: Serve) -> None:
    served = plain("""
        threads = []
        def one():
            time.sleep(0.1)
            threads[1].join()
        def two():
            time.sleep(0.1)
            threads[2].join()
        def three():
            time.sleep(0.1)
            threads[0].join()
        threads += [threading.Thread(target=f, name=f.__name__) for f in (one, two, three)]
        for thread in threads: thread.start()
        threads[1].join()
    """)
    assert tell(served.outcome) == (
        "Deadlock: in a circle they wait for each other. "
        f"`two` (line {FIRST + 6}) waits for three to end; "
        f"`three` (line {FIRST + 9}) waits for one to end; "
        f"`one` (line {FIRST + 3}) waits for two to end. "
        f"Because of that: `the caller` (line {FIRST + 12}) waits for two to end."
    )


def test_threads_that_gave_themselves_a_name_are_a_circle_by_it(plain: Serve) -> None:
    named = TWO_ORDERS.replace(
        "with flour:", "threading.current_thread().name = 'a'\n        with flour:", 1
    )
    served = plain(named, trace=True)
    assert [one.who for one in circle_of(served.outcome.waiting)] == ["a", "two"]


def test_two_threads_of_one_name_make_no_circle_where_there_is_none(plain: Serve) -> None:
    served = plain(
        """
        flour, rice = threading.Lock(), threading.Lock()
        def waits():
            with rice: threading.Event().wait()
        def boss():
            with flour:
                time.sleep(0.01)
                with rice: pass
        def wants():
            time.sleep(0.01)
            with flour: pass
        named = (waits, "cook"), (boss, "boss"), (wants, "cook")
        threads = [threading.Thread(target=each, name=name) for each, name in named]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        """,
        trace=True,
    )
    assert served.outcome.end == "deadlock"
    assert "circle" not in tell(served.outcome)


@pytest.mark.parametrize("kind", ["Semaphore", "BoundedSemaphore"])
def test_who_gave_its_place_back_does_not_hold_it(plain: Serve, kind: str) -> None:
    served = plain(
        f"""
        gate = threading.{kind}(1)
        def enter():
            with gate: pass
        together(enter)
        gate.acquire()
        gate.acquire()
        """,
        trace=True,
    )
    (waiting,) = served.outcome.waiting
    assert f"made at line {FIRST}, held by itself since line {FIRST + 4}" in waiting.reason


WAITS = [
    ("threading.Condition", "c = threading.Condition()\n    with c: c.wait()", "Condition.wait"),
    ("queue.Queue", "queue.Queue().get()", "Queue.get"),
    ("queue.Queue, full", "q = queue.Queue(1); q.put(1)\n    q.put(2)", "Queue.put"),
    ("queue.Queue, join", "q = queue.Queue(1); q.put(1)\n    q.join()", "Queue.join"),
    ("threading.Event", "threading.Event().wait()", "Event.wait"),
    ("threading.Semaphore", "threading.Semaphore(0).acquire()", "Semaphore.acquire"),
    ("threading.Semaphore, with", "with threading.Semaphore(0): pass", "Semaphore."),
    ("threading.Barrier", "threading.Barrier(2).wait()", "Barrier.wait"),
    ("Future", "Future().result()", "Future.result"),
]


@pytest.mark.parametrize("trace", [False, True], ids=["plain", "traced"])
@pytest.mark.parametrize(("code", "what"), [w[1:] for w in WAITS], ids=[w[0] for w in WAITS])
def test_a_thread_that_nobody_wakes_is_told_by_what_the_learner_called(
    plain: Serve, code: str, what: str, trace: bool
) -> None:
    served = plain(f"def work():\n    {code}\ntogether(work)", trace=trace)
    assert served.outcome.end == "deadlock"
    caller, worker = served.outcome.waiting
    assert (caller.who, caller.reason) == ("the caller", "waits for work to end")
    assert (worker.who, worker.line) == ("work", FIRST + 1 + code.count("\n"))
    assert f"waits in {what}" in worker.reason


def test_a_simple_queue_is_told_by_its_own_name(plain: Serve) -> None:
    told = tell(plain("queue.SimpleQueue().get()").outcome)
    assert "waits in SimpleQueue.get" in told


BOTH_WAIT = """
    loop = asyncio.get_running_loop()
    async def answer():
        return 1
    def ask():
        print(asyncio.run_coroutine_threadsafe(answer(), loop).result())
    thread = threading.Thread(target=ask, name="ask")
    thread.start()
    thread.join()
"""


def test_a_thread_and_a_loop_that_wait_for_each_other_are_a_deadlock_at_once(
    looping: Serve,
) -> None:
    served = looping(BOTH_WAIT)
    assert served.outcome.end == "deadlock"
    told = tell(served.outcome)
    assert (
        f"`the event loop` (line {line_of(BOTH_WAIT, 'join')}) waits for ask to end, "
        "which stops the whole event loop" in told
    )
    assert f"`ask` (line {line_of(BOTH_WAIT, 'result')}) waits in Future.result" in told


def test_who_stops_the_loop_is_not_told_as_waiting_for_a_future_besides(looping: Serve) -> None:
    served = looping("lock = threading.Lock()\nlock.acquire()\nlock.acquire()")
    assert [one.who for one in served.outcome.waiting] == ["the event loop"]


def test_a_loop_and_a_thread_with_two_locks_are_told_as_a_circle(looping: Serve) -> None:
    served = looping(
        """
        flour, rice = threading.Lock(), threading.Lock()
        def other():
            with rice:
                time.sleep(0.1)
                with flour: pass
        with flour:
            threading.Thread(target=other, name="other").start()
            await asyncio.sleep(0.05)
            with rice: pass
        """,
        trace=True,
    )
    assert served.outcome.end == "deadlock"
    circle = circle_of(served.outcome.waiting)
    assert [one.who for one in circle] == ["the event loop", "other"]


def test_a_deadlock_while_the_file_is_imported_knows_of_no_event_loop(
    engine: Engine, threads: Case
) -> None:
    text = f"{HEAD}lock = threading.Lock()\nlock.acquire()\nlock.acquire()\n"
    engine.take(AttemptSource("attempt.py", "case10_threads", text.encode()), points=True)
    (served,) = engine.serve([threads.service(1)])
    assert served.outcome.end == "deadlock"
    assert "event loop" not in tell(served.outcome)


@pytest.mark.parametrize("trace", [False, True], ids=["plain", "traced"])
@pytest.mark.parametrize("work", ["pass", "time.sleep(0)", "time.sleep(0.1)", "lock.acquire(0)"])
def test_a_thread_that_looks_for_ever_is_spinning(plain: Serve, work: str, trace: bool) -> None:
    code = f"""
        lock = threading.Lock()
        lock.acquire()
        def look():
            while True:
                {work}
        together(look)
    """
    outcome = plain(code, trace=trace).outcome
    assert outcome.end == "spinning"


@pytest.mark.parametrize("work", ["time.sleep(0.1)", "time.sleep(0)", "lock.acquire(0)"])
def test_spinning_names_the_line_that_goes_round(plain: Serve, work: str) -> None:
    code = f"""
        lock = threading.Lock()
        lock.acquire()
        def look():
            while True:
                {work}
        together(look)
    """
    told = tell(plain(code).outcome)
    lines = [line_of(code, text) for text in ("while", work)]
    assert any(f"goes round in `look` at line {line}." in told for line in lines)
    assert "the caller" not in told


GOES_IN_WHEN_THERE_IS_ROOM = {
    "counted under a lock": """
        with lock:
            if len(inside) < supplier.limit:
                inside.append(item)
                return
        """,
    "a place asked for without waiting": """
        if gate.acquire(blocking=False):
            inside.append(item)
            return
        """,
}


@pytest.mark.parametrize(
    "look", GOES_IN_WHEN_THERE_IS_ROOM.values(), ids=GOES_IN_WHEN_THERE_IS_ROOM
)
def test_many_that_look_without_a_pause_all_get_in(plain: Serve, look: str) -> None:
    served = plain(
        f"""
        lock, gate, inside = threading.Lock(), threading.Semaphore(supplier.limit), []
        def go_in(item):
            while True:
{indent(dedent(look).strip(), " " * 16)}
        def order(item):
            go_in(item)
            supplier.phone(item)
            with lock:
                inside.remove(item)
                gate.release()
        threads = [threading.Thread(target=order, args=(item,)) for item in items]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        return {{}}
        """
    )
    assert served.outcome.finished
    assert (served.ledger.delivered, served.ledger.peak) == (24, 4)
    assert served.ledger.took < 0.4


@pytest.mark.parametrize(
    "call",
    [
        "os.read(os.pipe()[0], 1)",
        "__import__('select').poll().poll(30000)",
        "sum(iter(int, 1))",
    ],
)
def test_a_call_that_blocks_in_c_is_named_by_the_learners_line(plain: Serve, call: str) -> None:
    code = f"""
        def work():
            time.sleep(0.1)
            {call}
        together(work)
        return {{}}
    """
    outcome = plain(code).outcome
    assert outcome.end == "kept"
    assert outcome.line == line_of(code, call)


def test_the_callers_line_is_named_among_many_threads(plain: Serve) -> None:
    code = """
        def work(depth):
            if depth: work(depth - 1)
            time.sleep(1)
        for _ in range(30): threading.Thread(target=work, args=(20,)).start()
        os.read(os.pipe()[0], 1)
    """
    outcome = plain(code).outcome
    assert (outcome.end, outcome.line) == ("kept", line_of(code, "os.read"))


def test_a_thread_that_ends_the_process_ends_the_service(plain: Serve) -> None:
    outcome = plain("together(lambda: os._exit(3))").outcome
    assert (outcome.end, "exit code 3" in outcome.text) == ("died", True)


def test_a_file_whose_function_needs_a_loop_is_refused(engine: Engine, threads: Case) -> None:
    for code, says in (
        ("async def restock(supplier, items): return {}", "must be a plain `def`"),
        ("def restock(supplier, items): yield 1", "can't be a generator"),
    ):
        text = f"{HEAD}{code}\n"
        engine.take(AttemptSource("attempt.py", "case10_threads", text.encode()), points=True)
        (served,) = engine.serve([threads.service(1)])
        assert served.outcome.file_at_fault
        assert says in served.outcome.text
        assert served.outcome.line == FIRST - 1


# --- what is returned -------------------------------------------------------------------------


def marks(served: Served) -> list[tuple[str, int, object]]:
    return [(event.note, event.number, event.item) for event in served.ledger.of("mark")]


def test_the_returned_stock_is_told_kind_by_kind(plain: Serve) -> None:
    served = plain("""
        from collections import Counter, defaultdict
        return defaultdict(int, Counter(flour=3, rice=0))
    """)
    assert marks(served) == [("stock", 3, "flour"), ("stock", 0, "rice")]


@pytest.mark.parametrize(
    ("returned", "told"),
    [
        ("None", [("no stock", 0, "NoneType")]),
        ("[('flour', 3)]", [("no stock", 0, "list")]),
        ("{'flour': '3'}", [("odd stock", 0, "'flour': '3'")]),
        ("{'flour': True}", [("odd stock", 0, "'flour': True")]),
        ("{'flour': -1}", [("odd stock", 0, "'flour': -1")]),
        ("{1: 2}", [("odd stock", 0, "1: 2")]),
    ],
)
def test_what_is_no_stock_is_told_as_such(
    plain: Serve, returned: str, told: list[tuple[str, int, object]]
) -> None:
    assert marks(plain(f"return {returned}")) == told


# --- the order of turns ---------------------------------------------------------------------------

LOST = """
    stock = {"flour": 0}
    def add():
        time.sleep(0.1)
        weight = stock["flour"]
        stock["flour"] = weight + 1
    together(add, add, add)
    print(stock)
    return stock
"""


def test_in_the_settled_order_nothing_is_lost(plain: Serve) -> None:
    assert printed(plain(LOST)) == ["{'flour': 3}"]


def test_a_thread_that_is_late_between_reading_and_writing_loses_an_update(plain: Serve) -> None:
    seen = {point: printed(plain(LOST, order=((point,), 0.0)))[0] for point in range(1, 31)}
    assert set(seen.values()) == {"{'flour': 3}", "{'flour': 1}", "{'flour': 2}"}


def test_who_gives_a_lock_back_may_be_late_behind_the_one_that_waited_for_it(
    plain: Serve,
) -> None:
    code = """
        lock = threading.Lock()
        lock.acquire()
        def wait():
            with lock:
                print("waited")
        thread = threading.Thread(target=wait)
        thread.start()
        lock.release()
        print("gave")
        thread.join()
        return {}
    """
    assert printed(plain(code)) == ["gave", "waited"]
    orders = [printed(plain(code, order=((point,), 0.0))) for point in range(1, 13)]
    assert ["waited", "gave"] in orders


def test_with_a_lock_round_both_no_order_loses_any(plain: Serve) -> None:
    code = LOST.replace("time.sleep(0.1)", "time.sleep(0.1)\n        lock.acquire()")
    code = code.replace("weight + 1", "weight + 1\n        lock.release()")
    code = f"lock = threading.Lock()\n{dedent(code)}"
    for point in range(1, 40, 3):
        assert printed(plain(code, order=((point,), 0.0))) == ["{'flour': 3}"]


def test_a_thread_may_be_late_for_a_while(plain: Serve) -> None:
    served = plain("together(lambda: print(now()))\nreturn {}", order=((1, 3), 0.06))
    (time,) = printed(served)
    assert time in ("0.06", "0.12")


@pytest.mark.parametrize(
    "call",
    [
        "sys.settrace(None)",
        "sys._getframe().f_trace = None; sys.settrace(print)",
        "m = sys.monitoring; m.register_callback(4, m.events.INSTRUCTION, None)",
    ],
)
def test_the_points_cannot_be_taken_away(plain: Serve, call: str) -> None:
    attempts_it = f"with contextlib.suppress(RuntimeError, AttributeError):\n    {call}\n"
    code = attempts_it + dedent(LOST)
    told = {printed(plain(code, order=((point,), 0.0)))[-1] for point in range(1, 31)}
    assert "{'flour': 1}" in told


def test_counter_update_is_no_one_step(plain: Serve) -> None:
    code = """
        from collections import Counter
        stock = Counter(flour=0)
        def add():
            time.sleep(0.1)
            stock.update({"flour": 1})
        together(add, add, add)
        print(stock["flour"])
        return stock
    """
    told = {printed(plain(code, order=((point,), 0.0)))[0] for point in range(1, 61)}
    assert {"1", "3"} <= told


# --- it repeats -------------------------------------------------------------------------------

VARIED: dict[str, str] = {
    "dictionary": """
        stock = {}
        def order(item):
            crate = supplier.phone(item)
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        together(*(lambda item=item: order(item) for item in items))
        return stock
    """,
    "pool": """
        stock = {}
        with ThreadPoolExecutor(supplier.limit) as pool:
            for crate in pool.map(supplier.phone, items):
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        return stock
    """,
    "as completed": """
        stock = {}
        with ThreadPoolExecutor(8) as pool:
            for future in as_completed({pool.submit(supplier.phone, item) for item in items}):
                with contextlib.suppress(TooBusy):
                    crate = future.result()
                    stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        return stock
    """,
    "semaphore": """
        stock, gate, lock = {}, threading.Semaphore(supplier.limit), threading.Lock()
        def order(item):
            with gate:
                crate = supplier.phone(item)
            with lock:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        together(*(lambda item=item: order(item) for item in items))
        return stock
    """,
    "condition": """
        there, inside, stock = threading.Condition(), [0], {}
        def order(item):
            with there:
                there.wait_for(lambda: inside[0] < supplier.limit)
                inside[0] += 1
            crate = supplier.phone(item)
            with there:
                inside[0] -= 1
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
                there.notify()
        together(*(lambda item=item: order(item) for item in items))
        return stock
    """,
    "queues": """
        orders, crates, stock = queue.Queue(), queue.SimpleQueue(), {}
        for item in items:
            orders.put(item)
        def work():
            with contextlib.suppress(queue.Empty):
                while True:
                    crates.put(supplier.phone(orders.get_nowait()))
        together(*[work] * supplier.limit)
        while not crates.empty():
            crate = crates.get()
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        return stock
    """,
    "polling": """
        inside, stock = [], {}
        def order(item):
            while len(inside) >= supplier.limit:
                time.sleep(0.001)
            inside.append(item)
            crate = supplier.phone(item)
            inside.remove(item)
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        together(*(lambda item=item: order(item) for item in items))
        return stock
    """,
    "flag": """
        done, stock = [], {}
        def order():
            for item in items[:4]:
                crate = supplier.phone(item)
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
            done.append(True)
        threading.Thread(target=order).start()
        while not done:
            pass
        return stock
    """,
    "loop": """
        async def all_of_them():
            gate = asyncio.Semaphore(supplier.limit)
            async def order(item):
                async with gate:
                    return await asyncio.to_thread(supplier.phone, item)
            return await asyncio.gather(*map(order, items))
        stock = {}
        for crate in asyncio.run(all_of_them()):
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        return stock
    """,
    "counter": """
        from collections import Counter
        stock = Counter()
        def order(item):
            crate = supplier.phone(item)
            stock.update({crate.kind: crate.weight})
        together(*(lambda item=item: order(item) for item in items))
        return stock
    """,
    "timeouts": """
        lock, stock = threading.Lock(), {}
        def order(item):
            while not lock.acquire(timeout=0.013):
                time.sleep(0.002)
            crate = supplier.phone(item)
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
            lock.release()
        together(*(lambda item=item: order(item) for item in items[:6]))
        return stock
    """,
    "left behind": """
        def forever():
            while True:
                supplier.phone(items[0])
        threading.Thread(target=forever, daemon=True).start()
        raise LookupError("no rice")
    """,
}

ORDERS: tuple[Order, ...] = (
    IN_TURN,
    ((7,), 0.0),
    ((40,), 0.06),
    (tuple(range(3, 400, 7)), 0.0),
    ((5, 11, 60, 90), 0.06),
)


def account(served: Served) -> tuple[str, list[Event], bytes]:
    return served.outcome.end, served.ledger.events, served.output


@pytest.mark.parametrize("name", VARIED)
def test_an_order_of_turns_repeats_with_and_without_a_trace(plain: Serve, name: str) -> None:
    for order in ORDERS:
        first = account(plain(VARIED[name], order=order, service=7))
        assert first[0] == "finished"
        assert account(plain(VARIED[name], order=order, service=7)) == first
        assert account(plain(VARIED[name], order=order, service=7, trace=True)) == first


def test_orders_of_turns_differ(plain: Serve) -> None:
    told = [account(plain(VARIED["counter"], order=order, service=7))[1] for order in ORDERS]
    assert len({str(events) for events in told}) > 1


@pytest.mark.xdist_group("the whole machine")
def test_a_busy_machine_changes_nothing(plain: Serve) -> None:
    quiet = {
        name: [account(plain(code, order=order, service=7)) for order in ORDERS[2:4]]
        for name, code in VARIED.items()
    }
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        for name, code in VARIED.items():
            again = [account(plain(code, order=order, service=7)) for order in ORDERS[2:4]]
            assert again == quiet[name], name
    finally:
        for process in busy:
            process.kill()
            process.wait()


@pytest.mark.parametrize(
    "name",
    [
        "right_semaphore_lock",
        "right_timer_polling",
        "wrong_lost_update_get",
        "wrong_iterated_while_changed",
        "wrong_deadlock_lock_order",
    ],
)
def test_known_attempts_go_the_same_way_in_both_lanes(
    engine: Engine, threads: Case, name: str
) -> None:
    path = ROOT / f"tests/attempts/case10_threads/{name}.py"
    source = AttemptSource("attempt.py", "case10_threads", path.read_bytes())
    numbers = (1, 5, 7, 30, 120, 200, 230, 260)

    def once(trace: bool) -> dict[int, tuple[str, list[Event], bytes]]:
        engine.take(source, points=True)
        served = engine.serve(map(threads.service, numbers), trace=trace)
        return {one.service.number: account(one) for one in served}

    first = once(trace=False)
    assert once(trace=False) == first
    assert once(trace=True) == first
