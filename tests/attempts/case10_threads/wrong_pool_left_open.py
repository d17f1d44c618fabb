# mistake: pool-left-open
"""The pool is never shut: its threads wait for more."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    pool = ThreadPoolExecutor(max_workers=supplier.limit)
    for crate in pool.map(supplier.phone, items):
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
