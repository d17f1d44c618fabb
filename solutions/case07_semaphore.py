"""Case 7, solved: at most `supplier.limit` deliveries at once, the others wait in line.

A semaphore is a counter of free places with a line before it: O(1) to pass, O(1) to wake the
next, first come first served. `async with` gives the place back on every way out: after the
crate, after an error, after a cancellation, and never one that was not taken.

Trade-offs:
- All tasks exist at once and wait at the gate. For fifty crates that is nothing; for a million, or
  for orders that come without end, put a bounded queue before a few workers, so that the producer
  waits and memory stays flat.
- A TaskGroup stops at the first error: the other orders are cancelled and hung up, and the error
  is raised in an ExceptionGroup. To deliver the rest all the same, gather with
  `return_exceptions=True` and look at the results.
- The gate limits this call. If several parts of a program call the same supplier, they must share
  one gate; if several processes do, a semaphore in memory is not enough.
"""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    """Order every crate, never more than `supplier.limit` at once.

    Raises an ExceptionGroup of Spoiled when a crate is spoiled. A cancelled restock hangs up what
    is in the air.
    """
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        async with gate:
            await supplier.deliver(crate)

    async with asyncio.TaskGroup() as group:
        for crate in crates:
            group.create_task(order(crate))
