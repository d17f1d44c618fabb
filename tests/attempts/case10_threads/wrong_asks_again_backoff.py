# mistake: asks-again
"""Asks again after a pause that grows."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier, TooBusy


def patiently(supplier: Supplier, item: int):
    pause = 0.02
    while True:
        try:
            return supplier.phone(item)
        except TooBusy:
            time.sleep(pause)
            pause = min(2 * pause, 0.2)


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    with ThreadPoolExecutor(len(items)) as pool:
        for crate in pool.map(lambda item: patiently(supplier, item), items):
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
