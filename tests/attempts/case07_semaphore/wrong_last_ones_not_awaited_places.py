# mistake: fire-and-forget
"""Case 7: the producer takes the places, done-callbacks give them back."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    """Order every crate from the supplier."""
    gate = asyncio.Semaphore(supplier.limit)
    calls: set[asyncio.Task[object]] = set()
    errors: list[BaseException] = []

    def landed(call: asyncio.Task[object]) -> None:
        calls.discard(call)
        gate.release()
        if not call.cancelled() and (error := call.exception()):
            errors.append(error)

    try:
        for crate in crates:
            await gate.acquire()
            call = asyncio.create_task(supplier.deliver(crate))
            calls.add(call)
            call.add_done_callback(landed)
        async with gate:  # wait for the last one
            pass
    except asyncio.CancelledError:
        hung_up = list(calls)
        for call in hung_up:
            call.cancel()
        await asyncio.gather(*hung_up, return_exceptions=True)
        raise
    if errors:
        raise BaseExceptionGroup("restock", errors)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 7`
    __import__("kitchen").run(__file__)
