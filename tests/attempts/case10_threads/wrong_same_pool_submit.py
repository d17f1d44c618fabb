# mistake: same-pool
"""Each order is a task of the pool, and gives its call to the same pool, and waits for it."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    with ThreadPoolExecutor(supplier.limit) as pool:

        def order(item: int) -> tuple[str, int]:
            crate = pool.submit(supplier.phone, item).result()
            return crate.kind, crate.weight

        for kind, weight in pool.map(order, items):
            stock[kind] = stock.get(kind, 0) + weight
    return stock
