"""Case 7: one gate per event loop and limit, kept in a weak dictionary."""

import asyncio
from collections.abc import Sequence
from weakref import WeakKeyDictionary

from kitchen import Supplier


GATES: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[int, asyncio.Semaphore]]
GATES = WeakKeyDictionary()


def gate_for(supplier: Supplier) -> asyncio.Semaphore:
    """The gate that all restocks in this loop share; overlapping ones too."""
    gates = GATES.setdefault(asyncio.get_running_loop(), {})
    if supplier.limit not in gates:
        gates[supplier.limit] = asyncio.Semaphore(supplier.limit)
    return gates[supplier.limit]


async def order(supplier: Supplier, crate: int) -> None:
    """Order one crate through the shared gate."""
    async with gate_for(supplier):
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    """Order every crate."""
    async with asyncio.TaskGroup() as group:
        for crate in crates:
            group.create_task(order(supplier, crate))


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 7`
    __import__("kitchen").run(__file__)
