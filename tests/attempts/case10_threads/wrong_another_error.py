# mistake: another-error
"""The caller learns that something failed, and no longer what."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    try:
        with ThreadPoolExecutor(supplier.limit) as pool:
            for crate in pool.map(supplier.phone, items):
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    except Exception as error:
        raise RuntimeError("restock failed") from error
    return stock
