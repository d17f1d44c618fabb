"""A thread runs an event loop that awaits `deliver`; a Future brings result or error home."""

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import Future

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    async def everything() -> dict[str, int]:
        gate = asyncio.Semaphore(supplier.limit)

        async def order(item: int):
            async with gate:
                return await supplier.deliver(item)

        stock: dict[str, int] = {}
        crates = await asyncio.gather(*(order(item) for item in items), return_exceptions=True)
        for crate in crates:
            if isinstance(crate, BaseException):
                raise crate
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        return stock

    outcome: Future = Future()

    def office() -> None:
        try:
            outcome.set_result(asyncio.run(everything()))
        except BaseException as error:
            outcome.set_exception(error)

    thread = threading.Thread(target=office, name="loop")
    thread.start()
    thread.join()
    return outcome.result()
