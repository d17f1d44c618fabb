# mistake: unlimited
"""As many workers as items."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    with ThreadPoolExecutor(max_workers=len(items)) as pool:
        for crate in pool.map(supplier.phone, items):
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
