# mistake: never-joined
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    pool = ThreadPoolExecutor(supplier.limit)
    try:
        futures = [pool.submit(supplier.phone, item) for item in items]
        for future in futures:
            crate = future.result()
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return stock
