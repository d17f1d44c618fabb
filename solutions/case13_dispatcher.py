"""Case 13, solved: a dispatcher. Jobs with a priority, a timeout each, retries, and an orderly end.

    async with Dispatcher(cook, workers=20, limit=5) as dispatcher:
        answer = dispatcher.submit(order, priority=2, timeout=1.5)
        dish = await answer

What it keeps, for one event loop:
- The lowest priority number is next; equals in order of arrival. 0 is urgent; there is nothing
  before it. A job under way is not interrupted for a more urgent one.
- Each attempt has the whole `timeout`. An attempt that runs out of it is cancelled, and fails with
  `TookTooLong`, a TimeoutError that is never mistaken for one which the job raised by itself.
- A failed attempt puts the job back into the line at once, one step more urgent, never past 0, at
  the end of its new rank, until `max_attempts` have been made. Then the answer is the last error.
- Never more than `min(workers, limit)` jobs are cooking, and never fewer while jobs wait. `workers`
  is what you are willing to run, `limit` what the other side takes: change one, keep the other.
- Cancelling the answer withdraws the job: not begun, or hung up at once, and never tried again.
  That includes cancelling a task which awaits the answer; `asyncio.shield(answer)` prevents it.
- Nothing is lost and nothing is cooked twice at once: each answer is settled exactly once, also
  when the dispatcher is closed with jobs in line (they get `Closed`).

Trade-offs, and what it leaves to you:
- *At least once.* A job that was cut may have taken effect before: the other side has the order,
  you don't have its answer. Make jobs idempotent, or set `max_attempts=1`.
- *No pause before a retry.* A side that is down fails all the attempts within moments. Back off
  inside the job (case 08), or don't retry here.
- *Raised retries favour what always fails*: its attempts come before its former equals. They are
  bounded by `max_attempts`, and this is the reason why.
- *Jobs that swallow cancellation* (`except BaseException`, a bare `except`, a `finally` that waits)
  can't be stopped by anyone in Python. Such a job keeps its place until it ends; what it returns
  then counts. `close` waits for it, though all the answers have been given before. A blocking job
  (`time.sleep`) stops the whole loop: `asyncio.to_thread` inside the job.
- *Context.* Jobs run in the workers' tasks, not in one of their own, and that is where the speed
  comes from. Context variables of the submitter are not seen by the job, and those that a job sets
  are seen by later ones: pass in the payload what the job needs.
- *No bound.* The line takes what it is given. Look at `stats.waiting` and slow down the source.
- *One process.* All is lost when it ends. If jobs must outlive the process, run on several
  machines, be scheduled, or be looked at by others, use a broker: arq or taskiq (asyncio, on Redis
  or NATS), Celery or dramatiq (processes, on RabbitMQ or Redis). Change when you first write "on
  start-up, find the jobs that were lost"; not before, since a broker is one more thing that can be
  down.
- *One thread.* From another thread: `loop.call_soon_threadsafe(lambda: dispatcher.submit(...))`.

Costs: a queue per rank, and a heap of the ranks: O(1) for a job in, out or withdrawn, O(log r) if
its rank is new, with r ranks in use. All the timeouts share one timer, set for the nearest
deadline: O(1) for an attempt that is in time, O(workers) when the timer rings. A waiting job takes
under half a kilobyte (under one, if it is alone in its rank). Measured, for jobs that do nothing:
twice the speed of a PriorityQueue with `wait_for`, and a little above that of a bare `gather`.
"""

import asyncio
import heapq
import math
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, TypeVar

Order = TypeVar("Order")
Dish = TypeVar("Dish")

BREATH = 64
"""After so many jobs a worker lets the loop see to others, in case no job ever waited."""


class Closed(RuntimeError):
    """The dispatcher takes no more jobs; or it was closed before this one was done."""


class TookTooLong(TimeoutError):
    """The attempt ran out of its timeout (and did not raise a TimeoutError of its own)."""


@dataclass(frozen=True, slots=True)
class Stats:
    """Jobs, counted. Those accepted are waiting, cooking, or one of the last four."""

    waiting: int
    cooking: int
    accepted: int
    done: int
    failed: int
    """Out of attempts: the answer is an error."""
    withdrawn: int
    """The answer was cancelled."""
    dropped: int
    """Not done when the dispatcher was closed without draining."""
    retried: int
    """Attempts beyond the first."""
    late: int
    """Attempts that ran out of their timeout."""


class _Job(asyncio.Future[Any]):
    """A job is its own answer: one object for a job in line, and a cancel that is known at once."""

    __slots__ = ("attempts", "crew", "payload", "rank", "timeout", "worker")

    payload: Any
    rank: int
    timeout: float
    attempts: int
    crew: "Dispatcher[Any, Any]"
    worker: "_Worker | None"

    def cancel(self, msg: Any | None = None) -> bool:
        """Withdraw the job."""
        if not super().cancel(msg):
            return False
        self.crew._withdraw(self)
        return True


class _Worker:
    """A task that takes one job after the other, and what it has in hand."""

    __slots__ = ("cuts", "job", "late", "place", "task")

    def __init__(self, place: int) -> None:
        self.place = place  # in the list of deadlines
        self.job: _Job | None = None
        self.late = False  # the attempt in hand ran out of its timeout
        self.cuts = 0  # cancellations that we sent to the attempt in hand
        self.task: asyncio.Task[None]


class _Line:
    """The jobs that wait, by rank, and within a rank in the order in which they came."""

    __slots__ = ("_queues", "_ranks", "_size")

    def __init__(self) -> None:
        self._queues: dict[int, OrderedDict[_Job, None]] = {}
        self._ranks: list[int] = []  # a heap of the keys of _queues; a queue may have run dry
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[_Job]:
        return (job for rank in sorted(self._queues) for job in self._queues[rank])

    def push(self, job: _Job) -> None:
        queue = self._queues.get(job.rank)
        if queue is None:
            queue = self._queues[job.rank] = OrderedDict()
            heapq.heappush(self._ranks, job.rank)
        queue[job] = None
        self._size += 1

    def pop(self) -> _Job:
        while True:
            queue = self._queues[self._ranks[0]]
            if queue:
                self._size -= 1
                return queue.popitem(last=False)[0]
            del self._queues[heapq.heappop(self._ranks)]

    def discard(self, job: _Job) -> None:
        del self._queues[job.rank][job]
        self._size -= 1
        if not self._size:
            self._queues.clear()
            self._ranks.clear()


class Dispatcher(Generic[Order, Dish]):
    """Cooks what is submitted, the most urgent first. To be used as `async with`, once.

    `cook` is a coroutine function (or anything that returns an awaitable) that takes a payload.
    """

    def __init__(
        self,
        cook: Callable[[Order], Awaitable[Dish]],
        *,
        workers: int,
        limit: int,
        max_attempts: int = 3,
    ) -> None:
        for name, value in (("workers", workers), ("limit", limit), ("max_attempts", max_attempts)):
            if value < 1:
                raise ValueError(f"{name} must be at least 1, not {value}")
        self._cook = cook
        self._places = min(workers, limit)
        self._max_attempts = max_attempts
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False
        self._aborted = False

        self._line = _Line()
        self._idle: deque[asyncio.Future[None]] = deque()  # the bells of workers without a job
        self._crew: dict[asyncio.Task[None], _Worker] = {}
        self._free_places: list[int] = list(range(self._places - 1, -1, -1))
        self._deadlines: list[float] = []  # by place: when the attempt in hand runs out
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = math.inf

        self._open = 0  # accepted jobs that are not over
        self._all_over = asyncio.Event()
        self._all_over.set()
        self._cooking = 0
        self._accepted = self._done = self._failed = 0
        self._withdrawn = self._dropped = self._retried = self._late = 0

    def __repr__(self) -> str:
        state = "closed, " if self._closed else ""
        waiting = len(self._line)
        return f"<Dispatcher, {state}{self._cooking}/{self._places} cooking, {waiting} waiting>"

    @property
    def stats(self) -> Stats:
        return Stats(
            waiting=len(self._line),
            cooking=self._cooking,
            accepted=self._accepted,
            done=self._done,
            failed=self._failed,
            withdrawn=self._withdrawn,
            dropped=self._dropped,
            retried=self._retried,
            late=self._late,
        )

    # --- for those who use it -------------------------------------------------------------------

    async def __aenter__(self) -> "Dispatcher[Order, Dish]":
        if self._loop is not None:
            raise RuntimeError("a Dispatcher is entered once; make a new one")
        self._loop = asyncio.get_running_loop()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            await self.close(drain=kind is None)
        except BaseException:  # cancelled while it drained: nothing may be left running
            await self.close(drain=False)
            raise

    def submit(
        self, payload: Order, *, priority: int, timeout: float | None
    ) -> "asyncio.Future[Dish]":
        """Put a job into the line. The answer: its dish, or the error of the last attempt.

        Raises Closed (a RuntimeError) once `close` has been called.
        """
        if self._closed:
            raise Closed("the dispatcher is closed")
        if self._loop is None:
            raise RuntimeError("enter the dispatcher first: `async with Dispatcher(...) as d:`")
        if priority < 0:
            raise ValueError(f"0 is the most urgent priority, not {priority}")
        job = _Job(loop=self._loop)
        job.payload = payload
        job.rank = priority
        job.timeout = math.inf if timeout is None else timeout
        job.attempts = 0
        job.crew = self
        job.worker = None
        self._accepted += 1
        self._open += 1
        if self._open == 1:
            self._all_over.clear()
        self._line.push(job)
        if self._idle or self._free_places:
            self._call_somebody()
        return job

    async def join(self) -> None:
        """Wait until every accepted job is over, retries included, and nothing of it runs."""
        self._not_from_a_job("join")
        await self._all_over.wait()

    async def close(self, drain: bool = True) -> None:
        """Take no more jobs; finish those accepted, or (`drain=False`) drop them at once.

        Dropped jobs are hung up, and their answers raise Closed. Closing twice is harmless, also
        without draining while somebody else drains. A `close` that is cancelled while it drains
        leaves the accepted work going on.
        """
        self._not_from_a_job("close")
        self._closed = True
        if drain:
            await self._all_over.wait()
        self._drop_all()
        if self._crew:
            await asyncio.wait(self._crew)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _not_from_a_job(self, what: str) -> None:
        if asyncio.current_task() in self._crew:
            raise RuntimeError(f"a job that waits for {what}() would wait for its own end")

    # --- the line -------------------------------------------------------------------------------

    def _call_somebody(self) -> None:
        """There is a job in line: wake a worker, or hire one while there are places."""
        while self._idle:
            bell = self._idle.popleft()
            if not bell.done():
                bell.set_result(None)
                return
        if self._free_places:
            place = self._free_places.pop()
            while len(self._deadlines) <= place:
                self._deadlines.append(math.inf)
            worker = _Worker(place)
            assert self._loop is not None
            worker.task = self._loop.create_task(self._work(worker))
            worker.task.add_done_callback(self._gone)
            self._crew[worker.task] = worker

    def _withdraw(self, job: _Job) -> None:
        """The answer has been cancelled."""
        self._withdrawn += 1
        if job.worker is not None:
            self._cut(job.worker)  # the worker will count it as over
            return
        job.payload = None
        self._line.discard(job)
        self._over()

    def _over(self) -> None:
        self._open -= 1
        if not self._open:
            self._all_over.set()

    def _drop_all(self) -> None:
        """Settle every answer, empty the line, send the workers home."""
        self._aborted = True
        line, self._line = self._line, _Line()
        for job in line:
            self._drop(job)
            self._over()
        for worker in self._crew.values():
            if worker.job is not None and not worker.job.done():
                self._drop(worker.job)
            worker.task.cancel()

    def _drop(self, job: _Job) -> None:
        job.payload = None
        self._dropped += 1
        job.set_exception(Closed("the dispatcher was closed before this job was done"))
        job.exception()  # marked as seen: it is no surprise to anybody

    # --- the deadlines --------------------------------------------------------------------------

    def _cut(self, worker: _Worker) -> None:
        """Hang up what this worker has in hand."""
        worker.cuts += 1
        worker.task.cancel()

    def _ring(self) -> None:
        """The timer: cut those whose time is up, and set it for the next one."""
        assert self._loop is not None
        now = max(self._loop.time(), self._timer_at)
        self._timer, self._timer_at = None, math.inf
        for worker in self._crew.values():
            if self._deadlines[worker.place] <= now and worker.job is not None:
                self._deadlines[worker.place] = math.inf
                worker.late = True
                self._late += 1
                self._cut(worker)
        nearest = min(self._deadlines, default=math.inf)
        if nearest < math.inf:
            self._set_timer(nearest)

    def _set_timer(self, when: float) -> None:
        assert self._loop is not None
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._timer_at = self._loop.call_at(when, self._ring), when

    # --- the workers ----------------------------------------------------------------------------

    async def _work(self, worker: _Worker) -> None:
        """Take one job after the other, until sent away. The fast way is written out here."""
        assert self._loop is not None
        cook, now, deadlines = self._cook, self._loop.time, self._deadlines
        breath = BREATH
        while not worker.task.cancelling():
            while not self._line:
                bell: asyncio.Future[None] = self._loop.create_future()
                self._idle.append(bell)
                await bell
            job = self._line.pop()
            job.worker, worker.job = worker, job
            job.attempts += 1
            self._cooking += 1
            if job.timeout != math.inf:
                deadlines[worker.place] = deadline = now() + job.timeout
                if deadline < self._timer_at:
                    self._set_timer(deadline)
            try:
                dish = await cook(job.payload)
            except Exception as error:
                await self._went_wrong(worker, job, error)
            except asyncio.CancelledError as error:
                await self._went_wrong(worker, job, error)
            except BaseException:  # KeyboardInterrupt, SystemExit: on their way out of the loop
                self._put_down(worker, job)
                self._give_up(job)
                raise
            else:
                if worker.cuts:
                    await self._swallowed(worker, job, dish)
                else:
                    deadlines[worker.place] = math.inf
                    job.worker = worker.job = None
                    self._cooking -= 1
                    self._settle(job, dish)
                del dish
            del job  # an idle worker keeps nothing alive
            breath -= 1
            if not breath:
                breath = BREATH
                await asyncio.sleep(0)

    def _settle(self, job: _Job, dish: object) -> None:
        """The job is over, with its dish; or it was withdrawn or dropped meanwhile."""
        job.payload = None
        if not job.done():
            self._done += 1
            job.set_result(dish)
        self._over()

    async def _swallowed(self, worker: _Worker, job: _Job, dish: object) -> None:
        """It was hung up, and gave a dish all the same."""
        self._put_down(worker, job)
        self._settle(job, dish)
        await _absorb()

    async def _went_wrong(self, worker: _Worker, job: _Job, error: BaseException) -> None:
        """Settle the job, or put it back into the line."""
        late = worker.late and isinstance(error, asyncio.CancelledError)
        cuts = self._put_down(worker, job)
        if job.done():  # withdrawn or dropped meanwhile
            job.payload = None
            self._over()
        elif late:
            too_long = TookTooLong(f"no dish within {job.timeout:g} s")
            too_long.__cause__ = error
            self._failed_attempt(job, too_long)
        elif isinstance(error, asyncio.CancelledError) and worker.task.cancelling():
            self._give_up(job)  # not our doing: the worker itself is sent away
        else:
            self._failed_attempt(job, error)
        if cuts:
            await _absorb()

    def _put_down(self, worker: _Worker, job: _Job) -> int:
        """The attempt is over: take back the cancellations that were ours, and say how many."""
        job.worker = worker.job = None
        self._cooking -= 1
        self._deadlines[worker.place] = math.inf
        cuts, worker.cuts, worker.late = worker.cuts, 0, False
        for _ in range(cuts):
            worker.task.uncancel()
        return cuts

    def _failed_attempt(self, job: _Job, error: BaseException) -> None:
        if job.attempts < self._max_attempts:
            self._retried += 1
            job.rank = max(0, job.rank - 1)
            self._line.push(job)
            return
        if isinstance(error, asyncio.CancelledError):  # the job cancelled itself, as a task may
            self._give_up(job)
            return
        if isinstance(error, StopIteration):  # no future takes it
            error = RuntimeError(f"the job raised {error!r}")
        self._failed += 1
        job.payload = None
        job.set_exception(error)
        self._over()

    def _give_up(self, job: _Job) -> None:
        """The answer is cancelled, though nobody withdrew it."""
        job.payload = None
        if asyncio.Future.cancel(job):
            self._withdrawn += 1
        self._over()

    def _gone(self, task: asyncio.Task[None]) -> None:
        """A worker ended: the dispatcher is closed, or a job cancelled the task that it ran in."""
        worker = self._crew.pop(task)
        self._deadlines[worker.place] = math.inf
        self._free_places.append(worker.place)
        if self._line and not self._aborted:
            self._call_somebody()


async def _absorb() -> None:
    """Let a cancellation of ours pass that the job never came to see, since it withdrew itself.

    Somebody else's is lost here too, but still counted by `cancelling`.
    """
    with suppress(asyncio.CancelledError):
        await asyncio.sleep(0)
