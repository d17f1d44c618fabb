# mistake: not-the-first-time
"""Case 7: workers who empty a backlog."""

import asyncio
from collections import deque
from collections.abc import Sequence

from kitchen import Supplier


BACKLOG: deque[int] = deque()


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    """Put the crates on the backlog, and let some workers empty it."""
    BACKLOG.extend(crates)
    errors: list[Exception] = []

    async def worker() -> None:
        while BACKLOG:
            crate = BACKLOG.popleft()
            try:
                await supplier.deliver(crate)
            except Exception as error:
                errors.append(error)

    await asyncio.gather(*(worker() for _ in range(supplier.limit)))
    if errors:
        raise ExceptionGroup("spoiled", errors)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 7`
    __import__("kitchen").run(__file__)
