# mistake: asked-again-meanwhile
"""Case 7: a call that takes long is tried again."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    """Order every crate; two tries of 0.06 s, then as long as it takes."""
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        async with gate:
            for patience in (0.06, 0.06, None):
                call = asyncio.ensure_future(supplier.deliver(crate))
                try:
                    await asyncio.wait_for(asyncio.shield(call), patience)
                    return
                except TimeoutError:
                    continue  # perhaps it comes after all
                except asyncio.CancelledError:
                    call.cancel()
                    raise

    async with asyncio.TaskGroup() as group:
        for crate in crates:
            group.create_task(order(crate))


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 7`
    __import__("kitchen").run(__file__)
