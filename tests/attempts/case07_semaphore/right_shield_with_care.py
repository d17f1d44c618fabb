"""Case 7: shield, used properly: whoever shields a call also hangs it up."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    """Order every crate; a cancelled order keeps its place until the call is hung up."""
    gate = asyncio.BoundedSemaphore(supplier.limit)

    async def order(crate: int) -> None:
        async with gate:
            call = asyncio.ensure_future(supplier.deliver(crate))
            try:
                await asyncio.shield(call)
            finally:
                if not call.done():
                    call.cancel()
                    await asyncio.wait({call})

    async with asyncio.TaskGroup() as group:
        for crate in crates:
            group.create_task(order(crate))


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 7`
    __import__("kitchen").run(__file__)
