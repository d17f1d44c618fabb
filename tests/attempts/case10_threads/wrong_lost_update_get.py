# mistake: lost-update
"""A pool of the right size, whose threads all add to one dictionary."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}

    def order(item: int) -> None:
        crate = supplier.phone(item)
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    with ThreadPoolExecutor(supplier.limit) as pool:
        list(pool.map(order, items))
    return stock
