# mistake: goes-in-anyway
import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate: int) -> None:
        have_place = False
        try:
            await asyncio.wait_for(gate.acquire(), timeout=0.1)
            have_place = True
        except TimeoutError:
            print("crate", crate, "is tired of waiting")
        try:
            await supplier.deliver(crate)
        finally:
            if have_place:
                gate.release()

    await asyncio.gather(*(order(c) for c in crates), return_exceptions=True)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 7`
    __import__("kitchen").run(__file__)
