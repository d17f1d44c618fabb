# mistake: from-another-thread
"""Each thread settles a future of the loop's by itself: the loop sleeps, and isn't woken."""

import asyncio
import threading
from collections.abc import Sequence

from kitchen import Crate, Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    async def every() -> list[Crate]:
        loop, gate = asyncio.get_running_loop(), asyncio.Semaphore(supplier.limit)

        async def order(item: int) -> Crate:
            answer: asyncio.Future[Crate] = loop.create_future()

            def call() -> None:
                try:
                    answer.set_result(supplier.phone(item))
                except Exception as error:
                    answer.set_exception(error)

            async with gate:
                thread = threading.Thread(target=call)
                thread.start()
                crate = await answer
                thread.join()
                return crate

        return await asyncio.gather(*(order(item) for item in items))

    stock: dict[str, int] = {}
    for crate in asyncio.run(every()):
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
