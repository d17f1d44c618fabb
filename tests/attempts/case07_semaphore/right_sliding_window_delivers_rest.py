"""A sliding window that goes on after a spoiled crate and tells of it at the end."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    pending: set[asyncio.Task] = set()
    errors = []
    left = list(reversed(crates))
    try:
        while left or pending:
            while left and len(pending) < supplier.limit:
                pending.add(asyncio.create_task(supplier.deliver(left.pop())))
            done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            errors += [task.exception() for task in done if task.exception()]
    finally:
        for task in pending:
            task.cancel()
    if errors:
        raise ExceptionGroup("some crates were spoiled", errors)
