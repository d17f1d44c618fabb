# mistake: one-at-a-time
"""The futures come from a generator: each is made when the one before has been read."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    with ThreadPoolExecutor(max_workers=supplier.limit) as pool:
        futures = (pool.submit(supplier.phone, item) for item in items)
        for future in futures:
            crate = future.result()
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
