# mistake: fixed-limit
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


ROUNDS = 6


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    with ThreadPoolExecutor(max(1, len(items) // ROUNDS)) as pool:
        for crate in pool.map(supplier.phone, items):
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
