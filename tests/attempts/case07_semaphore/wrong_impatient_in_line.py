# mistake: gives-up-in-line
"""Case 7: nobody shall wait in line for ever."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    """Order every crate from the supplier."""
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        try:
            await asyncio.wait_for(gate.acquire(), timeout=0.3)
        except TimeoutError:
            return
        try:
            await supplier.deliver(crate)
        finally:
            gate.release()

    async with asyncio.TaskGroup() as group:
        for crate in crates:
            group.create_task(order(crate))


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 7`
    __import__("kitchen").run(__file__)
