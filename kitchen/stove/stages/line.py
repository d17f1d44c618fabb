"""Orders, or jobs, that come over time: a stream for the learner's function, a cook, and a board.

A dish that is being cooked is a delivery under way, so the world itself sees what is cooked, and
for how long. Its number is the item. Reported besides: `read` when the learner's function is given
an order, `compared` when somebody compares a payload (`==`: whether it equals another, `<`: which
is the lesser), and `done`, `late` or `failed` when the board is told so (`failed`: the number of
the attempt whose very error it was, or the type of another).
"""

import asyncio
from collections import deque
from typing import Any

from kitchen.goods import Crate, Spoiled
from kitchen.stove.stages.tools import Tools

POOL = 97
"""Payloads lie ready, and are not taken in the order in which they lie: addresses tell nothing."""


class Payload:
    """What is to be cooked. To compare it is an error, and the world hears of it."""

    def __init__(self, kitchen: "Kitchen") -> None:
        self._kitchen = kitchen

    def __repr__(self) -> str:
        return f"<payload {(self._kitchen.number_of(self) or 0) * 37 % POOL}>"

    def __eq__(self, other: object) -> bool:
        self._kitchen.compared(self, "==")
        return self is other

    __hash__ = object.__hash__

    def __lt__(self, other: object) -> bool:
        self._kitchen.compared(self, "<")
        return NotImplemented

    __le__ = __gt__ = __ge__ = __lt__


class Job:
    """A payload, and the seconds that it may take."""

    __slots__ = ("_number", "payload", "timeout")

    def __init__(self, payload: object, timeout: float, number: int) -> None:
        object.__setattr__(self, "payload", payload)
        object.__setattr__(self, "timeout", timeout)
        object.__setattr__(self, "_number", number)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a job's {name} can't be changed")

    def __repr__(self) -> str:
        return f"<job {self._number}, timeout {self.timeout:g} s>"  # type: ignore[attr-defined]


class Kitchen:
    """Makes payloads, and cooks them. What becomes of a dish is the world's to say."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._pool = [Payload(self) for _ in range(POOL)]
        self._given: list[tuple[object, int, str]] = []  # payload, number, how it behaves
        self._tries: dict[int, int] = {}
        self._errors: dict[int, list[BaseException]] = {}

    def payload(self, number: int, kind: str) -> object:
        """A new payload. `kind`: 'none', 'empty' or 'dict'; else how it behaves."""
        payload: object
        if kind == "none":
            payload = None
        elif kind == "empty":
            payload = {}
        elif kind == "dict":
            payload = {"dish": number}
        else:
            payload = self._pool[number * 37 % POOL]
        self._given.append((payload, number, kind))
        return payload

    def number_of(self, payload: object) -> int | None:
        """By identity: payloads are not compared here either."""
        return next((number for given, number, _ in self._given if given is payload), None)

    def compared(self, payload: object, how: str) -> None:
        self._tools.mark("compared", self.number_of(payload) or 0, how)

    async def cook(self, payload: object) -> Crate:
        """One dish. A job that behaves so raises an error of its own, or won't be stopped."""
        known = next((entry for entry in self._given if entry[0] is payload), None)
        if known is None:
            raise TypeError(f"cook() takes a payload, not {type(payload).__name__}")
        _, number, kind = known
        attempt = self._tries[number] = self._tries.get(number, 0) + 1
        try:
            return await self._tools.deliver(number)
        except Spoiled as spoiled:
            error = _own(kind, spoiled, attempt)
            self._errors.setdefault(number, []).append(error)
            raise error from None
        except asyncio.CancelledError:
            if kind != "stubborn":
                raise
            return await self._tools.deliver(number)

    def which_error(self, number: int, error: object) -> int | str:
        """Of which attempt this is the very error, from 1; or what else it is."""
        for attempt, own in enumerate(self._errors.get(number, ()), 1):
            if own is error:
                return attempt
        return type(error).__name__[:100]


class Line:
    """One stream of orders or jobs, for one call of the learner's function."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._kitchen = Kitchen(tools)
        self._stream = Stream(tools)
        self._jobs: list[tuple[Job, int]] = []

    def begin(self, function: str, args: list[Any]) -> Any:
        """Call the function; the stream, the cook and the board go by their names."""
        parts: dict[str, Any] = {
            "orders": self._stream,
            "jobs": self._stream,
            "cook": self._kitchen.cook,
            "board": Board(self._tools, self._kitchen, self._jobs),
        }
        given = [parts.get(arg, arg) if isinstance(arg, str) else arg for arg in args]
        return getattr(self._tools.module, function)(*given)

    def tell(self, what: str, number: int, args: list[Any]) -> None:
        """`order`: with a priority and a kind; `job`: with a timeout and a kind; `end`."""
        if what == "order":
            priority, kind = args
            self._stream.put(number, (priority, self._kitchen.payload(number, kind)))
        elif what == "job":
            timeout, kind = args
            job = Job(self._kitchen.payload(number, kind), timeout, number)
            self._jobs.append((job, number))
            self._stream.put(number, job)
        else:
            self._stream.end()


class Stream:
    """What the learner's function reads: it waits for the next one, until the world ends it."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._there: deque[tuple[int, object]] = deque()
        self._bells: list[asyncio.Future[None]] = []
        self._ended = False

    def put(self, number: int, thing: object) -> None:
        self._there.append((number, thing))
        self._ring()

    def end(self) -> None:
        self._ended = True
        self._ring()

    def __aiter__(self) -> "Stream":
        return self

    async def __anext__(self) -> object:
        while not self._there:
            if self._ended:
                raise StopAsyncIteration
            bell: asyncio.Future[None] = self._tools.loop.create_future()
            self._bells.append(bell)
            await bell
        number, thing = self._there.popleft()
        self._tools.mark("read", number)
        return thing

    def _ring(self) -> None:
        bells, self._bells = self._bells, []
        for bell in bells:
            if not bell.done():
                bell.set_result(None)


class Board:
    """Where the learner's function tells what became of each job."""

    def __init__(self, tools: Tools, kitchen: Kitchen, jobs: list[tuple[Job, int]]) -> None:
        self._tools, self._kitchen, self._jobs = tools, kitchen, jobs

    def done(self, job: Any) -> None:
        """Its dish is there."""
        self._tools.mark("done", self._number(job))

    def late(self, job: Any) -> None:
        """It ran past its timeout."""
        self._tools.mark("late", self._number(job))

    def failed(self, job: Any, error: Any) -> None:
        """It raised this error."""
        number = self._number(job)
        self._tools.mark("failed", number, self._kitchen.which_error(number, error))

    def _number(self, job: Any) -> int:
        number = next((number for known, number in self._jobs if known is job), None)
        if number is None:
            raise TypeError(f"the board is told of jobs, not of {type(job).__name__}")
        return number


def _own(kind: str, spoiled: Spoiled, attempt: int) -> BaseException:
    """The error that a job of this kind raises by itself."""
    if kind == "own timeout":
        return TimeoutError("the job's own")
    if kind == "odd":
        return LookupError(f"no such dish (attempt {attempt})")
    return Spoiled(*spoiled.args)
