# mistake: threading-primitive
"""A threading.Lock held over an await: the second task to want it stops everything."""

import asyncio
import threading
from collections.abc import Sequence

from kitchen import Supplier

lock = threading.Lock()


async def deliver(supplier: Supplier, crate: int) -> None:
    with lock:
        await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    await asyncio.gather(*(deliver(supplier, crate) for crate in crates))
