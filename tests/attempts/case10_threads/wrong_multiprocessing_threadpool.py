# mistake: multiprocessing
"""The ThreadPool of multiprocessing; closed and joined, since its `with` doesn't wait."""

from collections.abc import Sequence
from multiprocessing.pool import ThreadPool

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    pool = ThreadPool(supplier.limit)
    stock: dict[str, int] = {}
    try:
        for crate in pool.imap_unordered(supplier.phone, items):
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    finally:
        pool.close()
        pool.join()
    return stock
