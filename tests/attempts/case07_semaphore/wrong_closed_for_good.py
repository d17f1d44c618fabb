# mistake: not-the-first-time
"""Case 7: workers who stop when the shop is closed."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


CLOSED = {"now": False}


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    """Order every crate; after a cancellation nobody asks for more."""
    left = iter(crates)
    errors: list[Exception] = []

    async def worker() -> None:
        for crate in left:
            if CLOSED["now"]:
                return
            try:
                await supplier.deliver(crate)
            except Exception as error:
                errors.append(error)

    try:
        await asyncio.gather(*(worker() for _ in range(supplier.limit)))
    except asyncio.CancelledError:
        CLOSED["now"] = True
        raise
    if errors:
        raise ExceptionGroup("spoiled", errors)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 7`
    __import__("kitchen").run(__file__)
