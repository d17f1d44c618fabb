"""asyncio over a pool of the limit's size: run_in_executor and gather."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    async def main():
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(supplier.limit) as pool:
            calls = [loop.run_in_executor(pool, supplier.phone, item) for item in items]
            answers = await asyncio.gather(*calls, return_exceptions=True)
        stock = Counter()
        for answer in answers:
            if isinstance(answer, BaseException):
                raise answer
            stock[answer.kind] += answer.weight
        return dict(stock)

    return asyncio.run(main())
