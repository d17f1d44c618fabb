# mistake: paced-by-the-clock
"""Waves of crates 60 ms apart, on the belief that the last wave must be done by then."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def deliver_later(supplier: Supplier, crate: int, wait: float) -> None:
    await asyncio.sleep(wait)
    await supplier.deliver(crate)


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    jobs = []
    for number, crate in enumerate(crates):
        wave = number // supplier.limit
        jobs.append(deliver_later(supplier, crate, wave * 0.06))
    await asyncio.gather(*jobs)
