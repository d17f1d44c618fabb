"""Gate, gather, and after each delivery a line in a log, written by a thread that sees the crate's
number in a context variable."""

import asyncio
import contextvars
import threading
from collections.abc import Sequence

from kitchen import Supplier

current = contextvars.ContextVar("current", default=-1)


class Log:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.lines: list[str] = []

    def write(self) -> None:
        with self._lock:
            self.lines.append(f"crate {current.get()} is here")


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate, log = asyncio.Semaphore(supplier.limit), Log()

    async def order(crate: int) -> None:
        current.set(crate)
        async with gate:
            await supplier.deliver(crate)
        await asyncio.to_thread(log.write)

    answers = await asyncio.gather(*map(order, crates), return_exceptions=True)
    errors = [answer for answer in answers if isinstance(answer, Exception)]
    if errors:
        raise ExceptionGroup("not all came", errors)
    assert len(log.lines) == len(crates) and "crate -1 is here" not in log.lines
