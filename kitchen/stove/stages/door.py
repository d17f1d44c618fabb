"""A door with a lock of the learner's, at the office: branches come to it, are inside for a while,
and leave, or are killed or frozen at some point of that.

Who is inside has a delivery under way, whose number is its own, so the world itself sees who is
inside and for how long. Reported besides: `came`, `in` when the lock is had, `leaves` before it is
given back, then `left`, or `refused` if giving it back raised AssertionError; and `locked` when
asked.
"""

import threading
from collections.abc import Callable
from typing import Any

from kitchen.stove.stages.tools import Tools


class Door:
    """One lock in this process, made when it is first wanted."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._lock: Any = None

    def begin(self, function: str, args: list[Any]) -> Any:
        """`visit(number)`; `threads(numbers)`: a visit by a thread each, with the same lock;
        `twice(number)`: a visit that ends twice; `leave(number)`: without having been in;
        `look(number)`: is it locked? `neighbours(number)`: a visit within another lock, beside an
        entry that is nobody's lock."""
        acts: dict[str, Callable[..., None]] = {
            "visit": self._visit,
            "threads": self._threads,
            "twice": self._twice,
            "leave": self._leave,
            "look": self._look,
            "neighbours": self._neighbours,
        }
        return acts[function](*args)

    def tell(self, what: str, number: int, args: list[Any]) -> None:
        """Nothing happens here but calls."""

    def _made(self) -> Any:
        if self._lock is None:
            tools = self._tools
            key, expire = tools.given
            self._lock = getattr(tools.module, tools.entry)(tools.office, key, expire=expire)
        return self._lock

    def _visit(self, number: int) -> None:
        """By `with`, or by the two methods: every other visit."""
        lock, mark = self._made(), self._tools.mark
        mark("came", number)
        if number % 2:
            left = False
            try:
                with lock:
                    self._stay(number)
                    left = True
            except AssertionError:
                if not left:
                    raise
                mark("refused", number)
            else:
                mark("left", number)
            return
        lock.acquire()
        self._stay(number)
        self._leave(number)

    def _stay(self, number: int) -> None:
        self._tools.mark("in", number)
        try:
            self._tools.supplier.phone(number)
        finally:
            self._tools.mark("leaves", number)

    def _leave(self, number: int) -> None:
        try:
            self._made().release()
        except AssertionError:
            self._tools.mark("refused", number)
        else:
            self._tools.mark("left", number)

    def _twice(self, number: int) -> None:
        self._visit(number)
        self._tools.mark("again", number)
        self._leave(number)

    def _threads(self, numbers: list[int]) -> None:
        errors: list[BaseException] = []

        def visit(number: int) -> None:
            try:
                self._visit(number)
            except BaseException as error:
                errors.append(error)

        self._made()
        # A name is no more than what people call a thread: nothing keeps two from having one.
        threads = [threading.Thread(target=visit, args=(n,), name="cook") for n in numbers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if errors:
            raise errors[0]

    def _neighbours(self, number: int) -> None:
        tools = self._tools
        _, expire = tools.given
        other = getattr(tools.module, tools.entry)(tools.office, "cellar", expire=expire)
        entry = f"menu {number}"
        tools.office.set(entry, number)
        with other:
            self._visit(number)
        tools.mark("menu", number, int(tools.office.get(entry) == number))
        tools.office.delete(entry)

    def _look(self, number: int) -> None:
        self._tools.mark("locked", number, int(bool(self._made().locked())))
