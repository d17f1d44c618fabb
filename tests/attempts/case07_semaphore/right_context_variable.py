"""Case 7: the gate travels in a context variable, set before the tasks copy the context."""

import asyncio
from collections.abc import Sequence
from contextvars import ContextVar

from kitchen import Supplier


GATE: ContextVar[asyncio.Semaphore] = ContextVar("GATE")


async def order(supplier: Supplier, crate: int) -> None:
    """Order one crate through the gate of the restock that asked for it."""
    async with GATE.get():
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    """Order every crate; the gate is unset again afterwards."""
    token = GATE.set(asyncio.Semaphore(supplier.limit))
    try:
        answers = await asyncio.gather(
            *(order(supplier, crate) for crate in crates), return_exceptions=True
        )
    finally:
        GATE.reset(token)
    if errors := [answer for answer in answers if isinstance(answer, Exception)]:
        raise ExceptionGroup("restock", errors)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 7`
    __import__("kitchen").run(__file__)
