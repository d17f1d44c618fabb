"""wait() for all of them, then read each result."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    with ThreadPoolExecutor(max_workers=supplier.limit) as pool:
        done, _ = wait([pool.submit(supplier.phone, item) for item in items])
    stock: dict[str, int] = {}
    for future in done:
        crate = future.result()
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
