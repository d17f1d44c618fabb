# mistake: lost-update
"""The callbacks add up. They run in the threads of the pool, not in the caller."""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}

    def count(future: Future) -> None:
        if not future.exception():
            crate = future.result()
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    with ThreadPoolExecutor(supplier.limit) as pool:
        futures = [pool.submit(supplier.phone, item) for item in items]
        for future in futures:
            future.add_done_callback(count)
    for future in futures:
        future.result()
    return stock
