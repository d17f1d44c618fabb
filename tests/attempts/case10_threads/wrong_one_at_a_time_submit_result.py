# mistake: one-at-a-time
"""submit(...).result(): each call is waited for before the next is made."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    with ThreadPoolExecutor(max_workers=supplier.limit) as pool:
        for item in items:
            crate = pool.submit(supplier.phone, item).result()
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
