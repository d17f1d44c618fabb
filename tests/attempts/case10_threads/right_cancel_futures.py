"""At the first error what has not begun is cancelled; the pool is shut on every way out."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    pool = ThreadPoolExecutor(max_workers=supplier.limit)
    try:
        for future in as_completed([pool.submit(supplier.phone, item) for item in items]):
            crate = future.result()
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return stock
