# mistake: pool-left-open
"""A pool of the module's, whose threads have a name of their own."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier

POOL = ThreadPoolExecutor(Supplier.limit, thread_name_prefix="phone")


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    for crate in POOL.map(supplier.phone, items):
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
