"""Serves services: carries messages between worlds and stoves, and watches over both.

One service at a time per lane, with all its stoves. The worlds decide; the engine only moves
frames, waits on the real clock where a world asks for it, and ends stoves that keep their turn.
"""

import os
import re
import select
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from time import monotonic, monotonic_ns
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeAlias

from kitchen.case import Served, Service
from kitchen.judge import loops
from kitchen.judge.lane import LANES, Lane, Template
from kitchen.world.outcome import Outcome
from kitchen.world.turns import World
from kitchen.world.wire import FIRST_PROCESS, SECOND, Malformed, Unpacker, pack

if TYPE_CHECKING:
    from kitchen.judge.deputy import Assigned, Deputy

MANY = 12
"""Services for which a second judge is worth its start."""

OURS = -1
"""The place of a service that no deputy can be given: in what is left for it, this one is not."""

LOOK_EVERY = 1.0
"""Seconds of silence after which a stove that has the turn is looked at, again and again."""

TICK = 0.25
"""Seconds between two rounds of looking after silent stoves."""

BUSY = 0.8
"""CPU seconds that a silent stove may use. Wall time alone would blame a loaded machine."""

IDLE = 0.02
"""CPU seconds between two looks that are none: to be looked at takes some."""

BUSY_TRACED = 2.0
"""The same where its evidence is gathered, which takes time of its own."""

ASLEEP = 2
"""Looks in a row that find it to have used no time since the one before."""

PATIENCE = 30.0
"""Seconds of silence that are too many in any case."""

STANDSTILL = 5.0
"""Seconds of real time in which turns go by and nothing happens at the supplier's door: the budget
of turns ends that far sooner, unless each turn sleeps outside the world's clock."""

LINGER = 0.1
"""Seconds that a stove has to end by itself, when its service is over."""

BURIAL = 10.0
"""Seconds that a fork server has to bury a stove."""

MOST_OUTPUT = 64 * 1024
"""Bytes of what a learner's code printed that are kept."""

PIECE = 1 << 16
"""Bytes that are read at once. Room for four times as many is mapped and unmapped anew each time,
which takes several times as long as the reading."""


class AttemptSource(NamedTuple):
    """A candidate fix: its bytes, and how people call the file."""

    path: str
    stem: str
    source: bytes

    @property
    def text(self) -> str:
        """The source as it is shown: without a byte order mark, in lines ended by newlines."""
        return self.source.decode("utf-8-sig", "replace").replace("\r\n", "\n")


class Stove:
    """The engine's end of one stove."""

    def __init__(self, key: str, number: int, connection: socket.socket, output: IO[bytes]) -> None:
        self.key = key
        self.number = number
        self.connection = connection
        self.output = output
        self.unpacker = Unpacker()
        self.unsent = b""
        self.silent_since = monotonic()
        self.next_look = self.silent_since + LOOK_EVERY
        self.asleep = 0  # looks in a row that found it so
        self.cpu: float | None = None  # CPU seconds used at the last look; -1: can't be told
        self.cut = False  # its line has closed; how it ended is still to be heard
        self.buried = False  # the fork server has told its end, or can't any more
        self.hurried = False  # it was told to end
        self.lagging = False  # more was said to it than its line takes at once

    def send(self) -> None:
        """Send what is to be said, as far as the socket takes it."""
        if self.cut:
            return
        try:
            sent = self.connection.send(self.unsent)
        except BlockingIOError:
            return
        except OSError:
            sent = len(self.unsent)  # it is gone; reading will tell
        self.unsent = self.unsent[sent:]

    def printed(self) -> bytes:
        """What its code printed. Can be had once."""
        self.output.seek(0)
        printed = self.output.read(MOST_OUTPUT)
        self.output.close()
        return printed


class Running:
    """One service that is being served."""

    def __init__(
        self, service: Service, lane: Lane, attempt: AttemptSource, *, trace: bool, real: bool
    ) -> None:
        self.service = service
        self.lane = lane
        self._attempt = attempt
        self._traced = trace
        self._real = real
        self.stoves: list[Stove] = []
        self._events = 0  # of the ledger, when it last grew,
        self._moved = monotonic()  # and when that was
        self.parted = 0.0
        """When its world had its outcome, and only the burial was left."""
        self._started = monotonic_ns()
        self.world = World(
            service.conditions,
            service.script,
            seed=service.number,
            most_asks=service.most_asks,
            traced=trace,
            linger=service.linger,
            orders=service.orders,
            stops=service.stops,
            real_clock=(lambda: monotonic_ns() - self._started) if real else None,
        )
        limit, told = service.conditions.limit, service.conditions.told
        setup = {
            "limit": limit if told is None else told,
            "function": service.entry.function,
            "arguments": list(service.entry.arguments),
            "what": service.entry.what,
            "stage": service.stage,
            "given": list(service.given),
            "late": list(service.late),
            "late for": round(service.late_for * SECOND),
            "trace": trace,
            "real": real,
        }
        count, forks = service.stoves + service.office, service.forks
        started = lane.serve(count, office=service.office, forks=forks)
        for number, (key, connection, output) in enumerate(started):
            connection.setblocking(False)
            stove = Stove(key, number, connection, output)
            stove.buried = number in forks  # as long as it isn't born, nobody has to end it
            self.stoves.append(stove)
            own = {**setup, **_own_setup(service, number)} if count > 1 else setup
            self.world.join(number, own, unborn=number in forks)
        self.world.start()
        self.send()

    def send(self) -> None:
        """Send what the world has to say, as far as the sockets take it."""
        out = self.world.out
        while out:
            number, message = out.popleft()
            stove = self.stoves[number]
            stove.unsent += pack(message)
            stove.silent_since = monotonic()
            stove.next_look = stove.silent_since + LOOK_EVERY
            stove.asleep, stove.cpu = 0, None
        for stove in self.stoves:
            if stove.unsent:
                stove.send()
        while self.world.born:
            child, parent, process = self.world.born.pop()
            self.stoves[child].buried = False
            self.lane.adopt(self.stoves[child].key, self.stoves[parent].key, process)
        while self.world.doomed:
            self.lane.kill(self.stoves[self.world.doomed.pop()].key)

    def read(self, stove: Stove) -> bool:
        """Read what has come from a stove; whether there was anything."""
        try:
            data = stove.connection.recv(PIECE)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if not data:
            stove.cut = True
            self.lane.kill(stove.key)
            return False
        try:
            for frame in stove.unpacker.feed(data):
                self.world.hear(stove.number, frame)
        except Malformed as error:
            self.world.end(Outcome("malformed", str(error)))
        self.send()
        return True

    def tick(self) -> None:
        """Time has passed: look after a silent stove; on the real clock, let the world go on."""
        now = monotonic()
        if self.wakes_at is not None and now >= self.wakes_at:
            self.world.tick()
            self.send()
        events = len(self.world.ledger.events)
        if events != self._events or self._real or not self.world.heard:
            self._events, self._moved = events, now
        elif now - self._moved > STANDSTILL and not any(map(self._silent, self.stoves)):
            self.world.end(Outcome("kept", "dragging", self.world.blocked_at))
        for stove in self.stoves:
            if not self.world.has_turn(stove.number) or stove.cut or now < stove.next_look:
                continue
            stove.next_look = now + LOOK_EVERY
            if now - stove.silent_since > PATIENCE:
                self.world.end(Outcome("kept", "it was silent for too long"))
            else:
                self.lane.look(stove.key)

    def _silent(self, stove: Stove) -> bool:
        """Whether it keeps its turn: that no turns go by has a name of its own."""
        return self.world.has_turn(stove.number) and monotonic() > stove.silent_since + LOOK_EVERY

    @property
    def wakes_at(self) -> float | None:
        """The moment of the real clock at which the world wants a tick."""
        wake = self.world.wake_at
        return None if wake is None else (self._started + wake) / SECOND

    def seen(self, stove: Stove, cpu: float, stack: str) -> None:
        """The fork server has looked at the silent stove: asleep is who uses no time at all."""
        spoken = monotonic() - stove.silent_since < LOOK_EVERY
        if not self.world.has_turn(stove.number) or spoken:
            return  # it has spoken since
        idle = stove.cpu is not None and cpu < stove.cpu + IDLE
        stove.asleep = stove.asleep + 1 if idle else 0
        stove.cpu = cpu
        if stove.asleep >= ASLEEP:
            self.world.end(Outcome("kept", "asleep", self._line_in(stack)))
        elif cpu >= (BUSY_TRACED if self._traced else BUSY):
            line = loops.head(self._attempt.text, self._line_in(stack))
            self.world.end(Outcome("kept", "busy", line))

    def ended(self, stove: Stove, status: int) -> None:
        """A stove's process is no more. Its last words may still be in the line."""
        stove.buried = True
        while self.world.outcome is None and not stove.cut and self.read(stove):
            continue
        if self.world.outcome is not None:
            return
        meant = self.world.lost(stove.number, _died(status))
        if self.world.outcome is None and not meant:
            self.world.end(_died(status))
        self.send()

    @property
    def buried(self) -> bool:
        """Whether all its stoves have ended."""
        return all(stove.buried for stove in self.stoves)

    def leave(self) -> None:
        """The world has its outcome: part with the stoves, whatever they still do."""
        outcome = self.world.outcome
        if outcome is not None and not outcome.finished:
            self.hurry()
        for stove in self.stoves:
            stove.connection.close()

    def hurry(self) -> None:
        """End the stoves that haven't ended by themselves."""
        for stove in self.stoves:
            if not stove.buried and not stove.hurried:
                stove.hurried = True
                self.lane.kill(stove.key)

    def served(self) -> Served:
        """What was served, once the stoves are buried."""
        world = self.world
        assert world.outcome is not None
        printed = b"".join(stove.printed() for stove in self.stoves)
        return Served(
            self.service,
            world.ledger,
            world.outcome,
            printed,
            world.errors,
            world.left,
            world.notes,
        )

    def _line_in(self, stack: str) -> int:
        """The line of the attempt in a dump of the stove's stacks, innermost first; or 0.

        Of its threads only one has the turn; the others wait for it, in `strands`.
        """
        frame = re.compile(rf'File "{re.escape(self._attempt.path)}", line (\d{{1,7}})\b')
        for thread in stack.split("\n\n"):
            innermost = thread.partition("File ")[2].partition("\n")[0]
            found = frame.search(thread)
            if found and "strands.py" not in innermost:
                return int(found[1])
        return 0


def _own_setup(service: Service, number: int) -> dict[str, Any]:
    """What one stove of several is told, and no other."""
    return {
        "number": number,
        "process": 1 if service.same_number else FIRST_PROCESS + number,
        "office": service.office,
        "keeps books": number == service.stoves,
        "stops": [stop.operation for stop in service.stops if stop.stove == number],
    }


def _died(status: int) -> Outcome:
    if status < 0:
        return Outcome("died", f"the process was ended by signal {-status}")
    return Outcome("died", f"the process ended itself with exit code {status}")


Speaker: TypeAlias = "Lane | tuple[Running, Stove] | Deputy | Assigned"
"""Whose line the engine listens to."""


class BrokenDown(Exception):
    """A process of the lab's own is gone, and no attempt can have done that."""


class Engine:
    """Lanes for one attempt, kept warm between calls. Use it as a context manager."""

    def __init__(
        self, template: Template | None = None, lanes: int = LANES, *, forks: bool = True
    ) -> None:
        """`forks`: whether this process may be forked, so that two judge side by side."""
        self._forks = forks
        self._template = Template.start(lanes) if template is None else template
        self._lanes: list[Lane] = []
        self._wanted = lanes
        self._attempt: AttemptSource | None = None
        self._points = False
        self._running: dict[Lane, Running] = {}
        self._ending: list[Running] = []  # their worlds are done, their stoves not yet buried
        self._again: list[Service] = []  # lost with a fork server before they had begun
        self._once_more: set[int] = set()  # numbers of those: a second loss is the attempt's doing
        self._poll = select.poll()
        self._by_descriptor: dict[int, Speaker] = {}
        self._answered: deque[Served] = deque()  # what a deputy has served
        self._cores: set[int] = set()  # that this process may use; empty: all the time
        self._next_tick = 0.0
        self._add(self._template.lane())

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *exit: object) -> None:
        self.close()

    def take(self, attempt: AttemptSource, *, points: bool = False) -> None:
        """The attempt that is served from now on; with turn points between its bytecodes?"""
        self._attempt, self._points = attempt, points
        for lane in self._lanes:
            self._teach(lane)

    def _teach(self, lane: Lane) -> None:
        """Give a lane the attempt."""
        if self._attempt is not None:
            lane.take(*self._attempt, self._points)

    def walls(self) -> dict[str, str]:
        """What keeps stoves apart here: by name, '' where it holds, else why not."""
        while not self._lanes[0].walls:
            self._hear(self._lanes[0])
        return self._lanes[0].walls

    def close(self) -> None:
        """End every process."""
        for lane in self._lanes:
            lane.close()
        self._template.close()
        self._lanes = []

    def serve(
        self,
        services: Iterable[Service],
        *,
        trace: bool = False,
        real: bool = False,
        skip: Callable[[Service], bool] = lambda service: False,
        assigned: "Assigned | None" = None,
    ) -> Iterator[Served]:
        """Serve each service in a fresh stove. They begin in order, and come as they end.

        Before each one `skip` is asked whether it is still wanted. They are taken from `services`
        only a few ahead, so what makes them can do so while others are served. A deputy has what
        it is `assigned` instead.
        """
        coming = enumerate(services)
        waiting = deque(islice(coming, MANY if self._wanted > 1 else 1))
        self._once_more.clear()
        while len(self._lanes) < min(self._wanted, len(waiting)):
            lane = self._template.lane()
            self._teach(lane)
            self._add(lane)
        deputy = None
        try:
            many = len(waiting) == MANY and len(self._lanes) == 2
            if many and self._forks and not (trace or real):
                from kitchen.judge.deputy import uninterrupted

                with uninterrupted():
                    deputy = self._appoint([service for _, service in waiting], coming)
            while True:
                waiting.extendleft((OURS, service) for service in self._again)
                self._again.clear()
                while deputy is not None and deputy.is_free and self._next(waiting, coming, skip):
                    if waiting[0][0] == OURS:
                        break  # one of our lanes takes it
                    deputy.give(*waiting.popleft())
                for lane in self._lanes:
                    if lane not in self._running and self._next(waiting, coming, skip):
                        self._begin(waiting.popleft()[1], lane, trace, real)
                waiting.extend(islice(coming, max(0, self._wanted - len(waiting))))
                elsewhere = bool(deputy and deputy.given) or bool(assigned and not assigned.over)
                if not (self._running or self._ending or self._again or elsewhere):
                    break
                self._turn()
                yield from self._buried()
                while self._answered:
                    yield self._answered.popleft()
                if assigned is not None:
                    waiting.extend((OURS, service) for service in assigned.services)
                    assigned.services.clear()
        finally:
            if deputy is not None:
                self._dismiss(deputy)
            for run in list(self._running.values()):
                run.world.end(Outcome("died", "the check was stopped"))
                self._part(run)
            for run in self._ending:
                run.served()
            self._ending.clear()
            self._answered.clear()  # who broke off wants them no more, and who comes next never did

    def _next(
        self,
        waiting: deque[tuple[int, Service]],
        coming: Iterator[tuple[int, Service]],
        skip: Callable[[Service], bool],
    ) -> bool:
        """Whether there is one more that is wanted; it is the first then."""
        while waiting and skip(waiting[0][1]):
            waiting.popleft()
            waiting.extend(islice(coming, 1))
        return bool(waiting)

    def _appoint(self, waiting: list[Service], coming: Iterator[tuple[int, Service]]) -> "Deputy":
        """A second judge for these services. The second lane is its own from then on."""
        from kitchen.judge.deputy import Assigned, Deputy

        lane = self._lanes.pop()
        self._unwatch(lane.control)

        def work(assigned: Assigned) -> Iterator[Served]:
            lane.share_its_core()
            self._lanes[0].close()
            self._lanes, self._wanted = [], 1
            self._poll, self._by_descriptor = select.poll(), {}
            self._add(lane)
            self._watch(assigned, assigned.line)
            return self.serve((), assigned=assigned)

        deputy = Deputy(work, chain(waiting, (service for _, service in coming)))
        lane.close()
        self._watch(deputy, deputy.line)
        self._cores = self._lanes[0].share_its_core()
        return deputy

    def _dismiss(self, deputy: "Deputy") -> None:
        self._unwatch(deputy.line)
        deputy.end()
        if self._cores:
            os.sched_setaffinity(0, self._cores)

    def _begin(self, service: Service, lane: Lane, trace: bool, real: bool) -> None:
        assert self._attempt is not None
        run = Running(service, lane, self._attempt, trace=trace, real=real)
        self._running[lane] = run
        for stove in run.stoves:
            self._watch((run, stove), stove.connection)

    def _part(self, run: Running) -> None:
        """The next service may begin on this lane; the result waits for the stove's end.

        A stove that took its template with it is known by then, whatever it said before.
        """
        del self._running[run.lane]
        for stove in run.stoves:
            self._unwatch(stove.connection)
        run.leave()
        run.parted = monotonic()
        if run.world.imported:
            for lane in self._lanes:
                lane.know(run.world.imported)
        self._ending.append(run)

    def _buried(self) -> Iterator[Served]:
        for run in list(self._running.values()):
            if run.world.outcome is not None:
                self._part(run)
        for run in [run for run in self._ending if run.buried]:
            self._ending.remove(run)
            yield run.served()

    # --- waiting --------------------------------------------------------------------------------

    def _add(self, lane: Lane) -> None:
        self._lanes.append(lane)
        self._watch(lane, lane.control)

    def _watch(self, whose: "Speaker", connection: socket.socket) -> None:
        self._by_descriptor[connection.fileno()] = whose
        self._poll.register(connection, select.POLLIN)

    def _unwatch(self, connection: socket.socket) -> None:
        if self._by_descriptor.pop(connection.fileno(), None) is not None:
            self._poll.unregister(connection)

    def _turn(self) -> None:
        """Wait for whatever comes first, and deal with it."""
        for descriptor, what in self._poll.poll(self._milliseconds()):
            whose = self._by_descriptor.get(descriptor)
            if isinstance(whose, tuple):
                run, stove = whose
                if what & select.POLLOUT:
                    run.send()
                if what & ~select.POLLOUT:
                    run.read(stove)
                self._rewatch(run)
            elif isinstance(whose, Lane):
                self._hear(whose)
            elif whose is not None:
                self._hear_judge(whose)
        now = monotonic()
        if now >= self._next_tick:
            self._next_tick = now + TICK
            for run in self._running.values():
                if run.world.outcome is None:
                    run.tick()
                    self._rewatch(run)
            for run in self._ending:
                if now - run.parted > LINGER:
                    run.hurry()
            for run in [run for run in self._ending if now - run.parted > BURIAL]:
                self._replace(run.lane)  # its fork server has been stopped, or worse

    def _hear_judge(self, whose: "Deputy | Assigned") -> None:
        """The deputy has answered, or (if we are it) there is something for us."""
        from kitchen.judge.deputy import Assigned

        if isinstance(whose, Assigned):
            whose.read()
            if whose.over:
                self._unwatch(whose.line)
            return
        try:
            self._answered += whose.answers()
        except (EOFError, ConnectionError, RuntimeError) as error:
            raise BrokenDown(str(error)) from None

    def _milliseconds(self) -> float:
        """How long to wait at the most."""
        for run in self._running.values():
            wakes = run.wakes_at
            if wakes is not None:
                self._next_tick = min(self._next_tick, wakes)
        return max(0.0, 1000 * (self._next_tick - monotonic()))

    def _rewatch(self, run: Running) -> None:
        """A stove that was cut has nothing to say; one that lags must be written to."""
        for stove in run.stoves:
            if stove.cut:
                self._unwatch(stove.connection)
            elif stove.unsent or stove.lagging:
                stove.lagging = bool(stove.unsent)
                self._poll.modify(stove.connection, select.POLLIN | stove.lagging * select.POLLOUT)

    def _hear(self, lane: Lane) -> None:
        """A template has spoken, or is no more."""
        messages = lane.messages()
        if messages is None:
            self._replace(lane)
            return
        for what, *said in messages:
            if what == "ready":
                lane.walls = said[0]
                continue
            whose = self._by_key(lane, said[0]) if said else None
            if whose is None:
                continue
            run, stove = whose
            if what == "ended":
                run.ended(stove, said[1])
            elif what == "seen":
                run.seen(stove, *said[1:])

    def _by_key(self, lane: Lane, key: str) -> tuple[Running, Stove] | None:
        for run in (*self._running.values(), *self._ending):
            for stove in run.stoves if run.lane is lane else ():
                if stove.key == key:
                    return run, stove
        return None

    def _replace(self, lane: Lane) -> None:
        """A fork server is no more. Its stoves can have done that, and nobody else: another one.

        A service whose stove never spoke is not the one to blame: it may have been lost with the
        stove before it, so it is served again.
        """
        trouble = self._template.trouble()
        if trouble or self._template.ended:
            raise BrokenDown(trouble or "it was ended from outside")
        lost = self._running.get(lane)
        number = 0 if lost is None else lost.service.number
        if lost is not None and not lost.world.heard and number not in self._once_more:
            del self._running[lane]
            for stove in lost.stoves:
                self._unwatch(stove.connection)
                stove.output.close()
            lost.leave()
            self._once_more.add(number)
            self._again.append(lost.service)
        for run in [*self._running.values(), *self._ending]:
            if run.lane is lane:
                run.world.end(Outcome("died", "the attempt ended the process that started it"))
                for stove in run.stoves:
                    stove.buried = True
        self._unwatch(lane.control)
        lane.close()
        place = self._lanes.index(lane)
        self._add(self._template.lane())
        self._lanes[place] = self._lanes.pop()
        self._teach(self._lanes[place])
