# mistake: lost-update
"""Takes a copy of the stock, adds to it, and puts it in the place of the old one."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}

    def order(item: int) -> None:
        nonlocal stock
        crate = supplier.phone(item)
        new = dict(stock)
        new[crate.kind] = new.get(crate.kind, 0) + crate.weight
        stock = new

    with ThreadPoolExecutor(supplier.limit) as pool:
        for _ in pool.map(order, items):
            pass
    return stock
