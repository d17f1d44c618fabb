# mistake: left-in-the-air
"""Waits for the oldest call in the window, and a cancel hangs up only that one."""

import asyncio
from collections import deque
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    window: deque[asyncio.Task] = deque()
    for crate in crates:
        if len(window) == supplier.limit:
            await window.popleft()
        window.append(asyncio.create_task(supplier.deliver(crate)))
    while window:
        await window.popleft()
