# mistake: error-vanishes
"""Futures with an exception are passed over."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    with ThreadPoolExecutor(supplier.limit) as pool:
        done, _ = wait([pool.submit(supplier.phone, item) for item in items])
    for future in done:
        if future.exception() is None:
            crate = future.result()
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
