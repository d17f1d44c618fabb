# mistake: paced-by-the-clock
"""Case 7: a place is lent for as long as a crate takes."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    """Order every crate; the clock gives the places back."""
    gate = asyncio.Semaphore(supplier.limit)
    loop = asyncio.get_running_loop()

    async def order(crate: int) -> None:
        await gate.acquire()
        loop.call_later(0.051, gate.release)
        await supplier.deliver(crate)

    answers = await asyncio.gather(*(order(crate) for crate in crates), return_exceptions=True)
    if errors := [answer for answer in answers if isinstance(answer, Exception)]:
        raise ExceptionGroup("restock", errors)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 7`
    __import__("kitchen").run(__file__)
