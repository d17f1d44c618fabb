# mistake: lost-update
"""The sum is made by a function: the old value waits for it."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}

    def added(old: int, more: int) -> int:
        return old + more

    def order(item: int) -> None:
        crate = supplier.phone(item)
        stock[crate.kind] = added(stock.get(crate.kind, 0), crate.weight)

    with ThreadPoolExecutor(supplier.limit) as pool:
        for future in [pool.submit(order, item) for item in items]:
            future.result()
    return stock
