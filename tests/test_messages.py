"""What a learner reads: the lab's files as they are shipped, and mistakes that are often made.

Each page is what `check` says, word for word, of every check that fails for a reason not told
before, with the line of the file that it points at. How long things took is left out.
`python -m tests.test_messages` writes the pages anew: read the difference before you keep it.
"""

import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

import pytest

from kitchen.catalog import find
from kitchen.catalog import listed as all_cases
from tests.conftest import ROOT


class Page(NamedTuple):
    case: int
    attempt: str
    """'shipped', or the name of a known wrong one."""
    says: str
    first: int | None = None
    """If only so many services are served, how many: those that show what the page tells."""


PAGES: tuple[Page, ...] = (
    Page(
        7,
        "shipped",
        """\
        all 50 crates are delivered, none turned away
            45 of 50 calls met a supplier who was already busy. All the orders go off at the
            same moment, and nothing holds any of them back. The supplier takes a few and
            turns the rest away. What could make the others wait for a free place?
            > *(supplier.deliver(crate) for crate in crates),
        """,
    ),
    Page(
        7,
        "wrong_off_by_one_semaphore",
        """\
        all 50 crates are delivered, none turned away
            25 of 50 calls met a supplier who was already busy. One too many: 5 is allowed,
            and you let one more through. Is the gate sized by the limit itself?
            > gate = asyncio.Semaphore(supplier.limit + 1)
        """,
    ),
    Page(
        7,
        "wrong_not_released_on_error_except",
        """\
        spoiled crates never wedge the line
            Whoever meets an error here leaves without giving the place back. After a few of
            those the gate is shut for good. Which construct gives it back on every way out?
            > await gate.acquire()
        """,
    ),
    Page(
        7,
        "wrong_swallows_cancel_batches",
        """\
        a cancelled restock ends at once and leaves nothing running
            restock was cancelled, and went on for * s. The cancellation is caught and goes no
            further. CancelledError is how asyncio asks a task to stop: clean up if you must,
            then let it out again.
            > except asyncio.CancelledError:
        """,
    ),
    Page(
        7,
        "wrong_one_at_a_time_loop",
        """\
        still concurrent: under 1.5 s
            One delivery at a time would take * s; this took * s. Each order waits until the
            one before is done: nobody is turned away, but the supplier would serve several at
            once. How many may be under way together?
            > await supplier.deliver(crate)
        """,
    ),
    Page(
        10,
        "shipped",
        """\
        all 24 items are delivered, none turned away
            20 of 24 calls met a supplier who was already busy. Every thread phones as soon as
            it is there, however many are on the phone already. How many may call at once is
            in `supplier.limit`: what could hold the others back, and over which line?
            > crate = supplier.phone(item)
        """,
        first=5,
    ),
    Page(
        10,
        "wrong_error_vanishes_thread",
        """\
        a spoiled item's error reaches the caller
            An item was spoiled, and restock returned. The error ended Thread-5 (order), was
            printed, and that was all: an error goes up the stack of its own thread, and there
            it ends. Who catches it there, and hands it to the caller?
            > crate = supplier.phone(item)
        """,
        first=5,
    ),
    Page(
        10,
        "wrong_same_pool_submit",
        """\
        all 24 items are delivered, none turned away
            Every worker of this pool waits for the result of work that stands in the queue of
            the same pool, and nobody is left to do it. Don't wait in a pool for the pool: let
            the caller wait, or use another one.
            > crate = pool.submit(supplier.phone, item).result()
        """,
        first=5,
    ),
    Page(
        10,
        "wrong_slot_leaked",
        """\
        a spoiled item's error reaches the caller
            Whoever met a spoiled item kept its place, until none was left, and here they wait
            for ever. A place must be given back on every way out: `with`, or `finally`.
            > gate.acquire()
        """,
        first=6,
    ),
    Page(
        10,
        "wrong_lock_round_the_call",
        """\
        still concurrent: under * s
            One call at a time would take * s; this took * s. A lock is held while the phone
            is in the hand, so only one calls at a time. What takes time and touches nothing
            shared belongs outside of it.
            > with lock:
        """,
        first=1,
    ),
    Page(
        10,
        "wrong_deadlock_lock_twice",
        """\
        all 24 items are delivered, none turned away
            Deadlock: it waits for itself. `ThreadPoolExecutor-0_0` (line 17) waits in
            Lock.acquire, made at line 13, held by itself since line 21. Because of that: `the
            caller` (line 33) waits in the next of pool.map; `ThreadPoolExecutor-0_1` (line
            21) waits in Lock.acquire, made at line 13, held by ThreadPoolExecutor-0_0 since
            line 21; `ThreadPoolExecutor-0_2` (line 21) waits in Lock.acquire, made at line
            13, held by ThreadPoolExecutor-0_0 since line 21; `ThreadPoolExecutor-0_3` (line
            21) waits in Lock.acquire, made at line 13, held by ThreadPoolExecutor-0_0 since
            line 21.
            > with self.lock:
        """,
        first=5,
    ),
    Page(
        10,
        "wrong_deadlock_one_sentinel",
        """\
        all 24 items are delivered, none turned away
            Deadlock: nobody can go on, and nothing is due that could change it. `the caller`
            (line 29) waits for Thread-2 (work) to end; `Thread-2 (work)` (line 19) waits in
            Queue.get, made at line 12; `Thread-3 (work)` (line 19) waits in Queue.get, made
            at line 12; `Thread-4 (work)` (line 19) waits in Queue.get, made at line 12.
            > worker.join()
        """,
        first=5,
    ),
    Page(
        10,
        "wrong_condition_if",
        """\
        all 24 items are delivered, none turned away
            16 of 24 calls met a supplier who was already busy. Woken from `wait`, a thread
            goes on as if what it waited for were so. But between the notify and its turn
            another may have been quicker. Look again: `while`, not `if`, round every wait.
            > door.wait()
        """,
        first=5,
    ),
    Page(
        11,
        "shipped",
        """\
        the most urgent waiting order is always next
            At * s order 2 was begun, and order 7, there since * s, still waited: of priority
            5 and 0. The orders are begun in the order in which they came, whatever their
            priority. Where does the priority decide who is next?
            > line.put_nowait(Ticket(priority, payload))
        """,
        first=1,
    ),
    Page(
        11,
        "wrong_tuple_without_counter",
        """\
        all 8 orders are cooked, each once
            dispatch raised TypeError: '<' not supported between instances of 'Payload' and
            'Payload'. The entries of two orders are equal in all that stands before the
            payloads, so those are compared, and have no order. What could stand between
            priority and payload, that is never equal and tells who came first?
            > line.put_nowait((priority, payload))
        """,
        first=26,
    ),
    Page(
        11,
        "wrong_ties_latest_first",
        """\
        equal priorities leave in order of arrival
            Orders 1 and 2 came in one moment, in this order and both of priority 5; order 2
            was begun first, at * s. Of equal priority the one that came last is next. Which
            way does your number count?
            > line.put_nowait((priority, next(numbers), payload))
        """,
        first=1,
    ),
    Page(
        11,
        "wrong_ticket_before_place",
        """\
        the most urgent waiting order is always next
            At * s order 2 was begun, and order 7, there since * s, still waited: of priority
            5 and 0. An order is taken out of the line and then waits once more, for a place:
            meanwhile a more urgent one comes, and can't get past. Which should one have
            first, the place or the ticket?
            > async with places:
        """,
        first=1,
    ),
    Page(
        11,
        "wrong_one_cook",
        """\
        no order waits while a cook is free
            Order 1 waited while a cook was free, from * s to * s. There are 2 cooks, and
            never more than one is at work. What keeps the others?
            > one = asyncio.create_task(work())
        """,
        first=5,
    ),
    Page(
        12,
        "shipped",
        """\
        every job is told once: done, late or failed
            Job 2 hangs, and its cook waits for it, for ever: nothing ends the waiting. Who
            looks at the job's `timeout`?
            > await cook(job.payload)
        an error is told as that error, and the cook goes on
            Job 1 raised an error, and its cook went with it: an error that nobody catches
            ends the task. Which errors must the loop outlive?
            > await cook(job.payload)
        """,
        first=8,
    ),
    Page(
        12,
        "wrong_timeout_round_get",
        """\
        every job is told once: done, late or failed
            The timeout is round `get`: it ends the waiting for a job. What is to end is the
            job.
            > job = await asyncio.wait_for(line.get(), 0.2)
        """,
        first=17,
    ),
    Page(
        12,
        "wrong_shield",
        """\
        a job past its own timeout is cut at once
            Job 2 ran past its timeout, and was not hung up. It had 0.2 s from * s on. Job 2
            is told late, and goes on all the same: whoever merely stops waiting for a task
            (`asyncio.wait`, `shield`) doesn't end it. Who hangs it up?
            > task = asyncio.ensure_future(cook(job.payload))
        """,
        first=1,
    ),
    Page(
        12,
        "wrong_bare_except",
        """\
        every job is told once: done, late or failed
            A cancellation is caught and goes no further: the cook goes on, and whoever waits
            for its end waits for ever. `except Exception` lets it through.
            > except:
        """,
        first=8,
    ),
    Page(
        12,
        "wrong_own_timeout_is_late",
        """\
        a job's own TimeoutError is not taken for the limit
            Job 2 raised a TimeoutError of its own, and was told late. A job can raise a
            TimeoutError of its own, long before its limit. How do you tell whose it is?
            > board.late(job)
        """,
        first=8,
    ),
    Page(
        13,
        "shipped",
        """\
        a failed job comes back one step more urgent, 3 attempts in all
            Attempt 1 of job 2 raised an error, and there was no other, of 3. An attempt that
            fails is not the end: there may be others. What becomes of the job before its
            answer is settled?
            > answer.set_exception(error)
        never more than 2 at once, whatever workers is
            3 were cooked at once, with workers=5 and limit=2. `workers` is what you will run,
            `limit` what the other side takes: the smaller of the two holds. Which of them
            does your code count?
            > self._cook, self._workers = cook, workers
        a withdrawn job is cut, forgotten, and costs no cook
            It was withdrawn in hand. Who tells its cook?
            > answer.set_result(await self._cook(payload))
        closing time: accepted work is finished
            Attempt 1 of job 1 was cut after * s; it had 0.3 s. What was accepted is not
            finished when the dispatcher closes. What must it wait for before it sends the
            cooks home?
            > async def close(self, drain: bool = True) -> None:
        closing time: without draining, every waiter is told at once
            It was closed at * s; the answer to job 2 was never settled. Somebody waits for
            this answer, and nobody will ever settle it. Which answers are open when the
            dispatcher closes, and who knows of them all?
            > async def close(self, drain: bool = True) -> None:
        """,
        first=14,
    ),
    Page(
        13,
        "wrong_door_left_open",
        """\
        closing time: nothing comes in, nothing is left running
            submit after close took another job. The dispatcher is closed, and takes another
            job, which nobody will cook. What does `submit` look at first?
            > def submit(self, payload, *, priority, timeout):
        """,
        first=100,
    ),
    Page(
        13,
        "wrong_retry_on_the_spot",
        """\
        a failed job comes back one step more urgent, 3 attempts in all
            At * s job 2, back in line, was begun, and job 9 waited since * s: both of rank 1.
            The cook that saw it fail begins it again at once, and never looks at the line.
            Who is next is for the line to say.
            > return await self._cook(payload)
        """,
        first=2,
    ),
    Page(
        13,
        "wrong_past_urgent",
        """\
        a failed job comes back one step more urgent, 3 attempts in all
            At * s job 2, back in line, was begun, and job 3 waited since * s: both of rank 0.
            A retry of an urgent job goes before urgent jobs that waited longer: its rank fell
            below 0. Where should it stop?
            > self._put(rank - 1, attempt + 1, payload, timeout, answer)
        """,
        first=3,
    ),
    Page(
        14,
        "shipped",
        """\
        never more than 1 inside
            Two guests of the same priority are in the heap, so heapq compares what comes next
            in their entries, and objects of type _asyncio.Future can't be compared. What
            could stand between the two, that is never equal and tells who came first?
            > heapq.heappush(self._line, (priority, place))
        a waiter who leaves costs nothing
            Guest 3 got InvalidStateError: invalid state. A place is given to a waiter who has
            already left: its future is done, and setting its result raises. Whom should the
            place go to, and what becomes of those in the line who have gone?
            > heapq.heappop(self._line)[1].set_result(None)
        """,
        first=8,
    ),
    Page(
        14,
        "wrong_ties_latest",
        """\
        the most urgent waiter is next, ties by arrival
            Guest 5 got in before guest 3, who had come earlier and has the same priority, 1.
            Of two with the same priority the one who came later went first. What decides
            between equals, and is it the order of arrival?
        """,
        first=1,
    ),
    Page(
        14,
        "wrong_lost_as_granted",
        """\
        never more than 1 inside
            A guest was cancelled in the very turn in which the place was given to it. It
            never went in, so it must pass the place on. Who does that?
        """,
        first=5,
    ),
    Page(
        14,
        "wrong_heap_not_restored",
        """\
        the most urgent waiter is next, ties by arrival
            Guest 8 (priority 10) got in while guest 7 (priority 9) waited. After one has left
            the middle of the line the next ones come in the wrong order. A heap is only a
            heap as long as nothing is taken out of it but by heapq. What puts it right again,
            or makes taking out needless?
            > self._line.pop()
        """,
        first=2,
    ),
    Page(
        14,
        "wrong_slow_look",
        """\
        the most urgent waiter is next, ties by arrival
            A place stood free for * s while guest 2 waited. A place stands free for a while
            although somebody waits for it; at once means within 20 ms. Who tells the one who
            waits, and when does it look?
        """,
        first=8,
    ),
    Page(
        15,
        "shipped",
        """\
        never more than 1 inside
            At one moment 2 were inside, and there is 1 place. More can be inside than there
            are places, after somebody left the line without having had one. Who gives back
            what it never had?
        ttl 0 and None mean what the docstring says
            Guest 1 came with ttl 0, a place was free, and it did not get in. A ttl of 0 or
            less doesn't wait: it takes a place that is free, or raises at once. What does
            your timeout do before it looks?
        """,
        first=20,  # without the crowd, which older Pythons take longer over
    ),
    Page(
        15,
        "wrong_timeout_round_all",
        """\
        who has no place by its ttl is told then, not later
            Guest 1 got TimeoutError. The ttl says how long a guest waits, not how long it
            stays. What stands inside your timeout: the wait alone, or the `yield` as well?
        """,
        first=26,
    ),
    Page(
        15,
        "wrong_zero_waits",
        """\
        ttl 0 and None mean what the docstring says
            Guest 2 came with ttl 0 while all places were taken, and got in. A ttl of 0 or
            less doesn't wait: it takes a place that is free, or raises at once. What does
            your timeout do before it looks?
        """,
        first=4,
    ),
    Page(
        16,
        "shipped",
        """\
        the report gets in although alerts never stop: within * s
            The report got in after * s; within * s was promised. Whoever waits stays as
            urgent as it was when it came, so guests who are more urgent can keep it out for
            ever. Where do the rate and the time that it has waited come into its rank?
        """,
        first=6,
    ),
    Page(
        17,
        "shipped",
        """\
        no read takes longer than its patience
            The read of soup that began at * s, with a patience of 0.1 s, took * s. A reader
            waits until the office has answered, whatever its patience. Where does the time
            go: into the line at the gate, or into the fetch? Which of the two must the reader
            do itself?
            > value = await self._office.fetch(key)
        one refresh at a time, and it finishes
            The fetch of soup that began at * s began while another one was under way. Two
            fetches of one key were under way at the same time. How does a reader see that
            somebody else has begun one?
            > value = await self._office.fetch(key)
        an older refresh never overwrites a newer write
            The read of soup that began at * s got what a fetch had brought that began before
            the last write ended. A fetch brings the value as it was when the fetch began. If
            a write has ended since, it is old news: how does the fetch notice, and from which
            moment does a write count?
            > value = await self._office.fetch(key)
        """,
        first=11,
    ),
    Page(
        18,
        "shipped",
        """\
        no delivery is lost
            take_delivery raised TooBusy: crate 2 turned away: more than 1 at once. Every
            branch phones as soon as it gets here, and the supplier takes one call. A branch
            is a process: what can it ask, or leave behind, that the others see?
            > crate = supplier.phone(item)
        """,
        first=4,
    ),
    Page(
        18,
        "wrong_get_then_set",
        """\
        no delivery is lost
            take_delivery raised TooBusy: crate 51 turned away: more than 1 at once. Here a
            branch looks whether there is a claim, and makes one in a second step. Between the
            two another branch may look as well, and find nothing either. Which operation
            looks and writes in one?
            > while office.get("phone"):
        """,
        first=6,
    ),
    Page(
        18,
        "wrong_counted_outside",
        """\
        no delivery is lost
            137 kg were delivered; the office's stock says 62 kg. The call is claimed, but
            this step of the count happens outside the claim. Between reading the stock and
            writing it another branch does the same, and one of the two deliveries is lost.
            > office.set("stock", office.get("stock", 0) + crate.weight)
        """,
        first=7,
    ),
    Page(
        19,
        "shipped",
        """\
        never two holders
            A branch was killed while it had the lock. Its entry stays in the office, and
            nobody will ever delete it: `expire` is given, and never used. An entry can end by
            itself.
            > while not self._cache.add(self._key, None, tag=self._tag):
        a late release frees nobody's lock, and says so
            Visit 1 left * s after its lease had run out, and release said nothing. `release`
            deletes the entry under the key, whosever it is. Who wakes up late lets somebody
            in beside its successor. Write into the entry whose it is, and compare.
            > self._cache.delete(self._key)
        locked() tells the truth
            At * s nobody held a lease, and locked() said True. `locked()` goes by the entry
            alone. Does a lease live, and does this say so when it has run out?
            > def locked(self) -> bool:
        waiting is cheap: at most 400 looks a second
            Who waited asked the office for 980 operations a second. This asks again and
            again, more often than anybody needs, and keeps the office and a core busy. How
            soon must the next one know?
            > while not self._cache.add(self._key, None, tag=self._tag):
        """,
        first=24,
    ),
    Page(
        19,
        "wrong_stale_removed",
        """\
        never two holders
            Visit 3 was inside, its lease alive, and visit 2 got in * s after it. Who finds a
            lease that ran out deletes it here, in a step after the look. Between the two
            another has done the same and is inside, and it is his entry that goes: two
            winners. Look and delete in one transaction, or let the entry expire by itself.
            > self._cache.delete(self._key)
        """,
    ),
)

_TIMES = re.compile(r"\b\d+\.\d\d s\b")
_OBJECTS = re.compile(r"\b\d+(?= more objects)")
"""How many that are is Python's affair."""

_PARAGRAPH = textwrap.TextWrapper(
    86, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
)


def check(case: int, attempt: str, first: int | None = None) -> str:
    """The page for an attempt, as it would be written above."""
    folder = f"tests/attempts/{find(str(case)).stem}"
    file = [] if attempt == "shipped" else ["--file", f"{folder}/{attempt}.py"]
    few = [] if first is None else ["--services", str(first)]
    done = subprocess.run(
        [sys.executable, "-m", "kitchen", "check", str(case), *file, *few, "--format", "json"],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, "")
    page, told = [], set()
    for result in json.loads(done.stdout)["checks"]:
        diagnosis = result["diagnosis"]
        if diagnosis is None or (diagnosis["name"] or diagnosis["text"]) in told:
            continue
        told.add(diagnosis["name"] or diagnosis["text"])
        text = _OBJECTS.sub("*", _TIMES.sub("* s", diagnosis["text"]))
        page += [_TIMES.sub("* s", result["title"]), *_PARAGRAPH.wrap(text)]
        page += [f"    > {diagnosis['source'][:80]}"] if diagnosis["source"] else []
    return "\n".join(page) + "\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.case} {page.attempt}")
def test_the_page_reads_as_it_is_written_here(page: Page) -> None:
    assert check(page.case, page.attempt, page.first) == textwrap.dedent(page.says)


def test_every_case_has_the_page_of_its_file_as_shipped() -> None:
    assert {page.case for page in PAGES if page.attempt == "shipped"} == {
        listed.number for listed in all_cases()
    }


def write_anew() -> None:
    """This file, with the pages as they read today."""
    here = Path(__file__)
    for page in PAGES:
        indent = " " * 8
        now = textwrap.indent(check(page.case, page.attempt, page.first), indent) + indent
        here.write_text(here.read_text().replace(page.says, now))


if __name__ == "__main__":
    write_anew()
