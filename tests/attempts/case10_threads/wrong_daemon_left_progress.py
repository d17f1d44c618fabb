# mistake: daemon-left
"""A daemon thread tells how far we are, every 20 ms, and nobody stops it."""

import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    crates = []

    def tell() -> None:
        while True:
            print(len(crates), "of", len(items))
            time.sleep(0.02)

    threading.Thread(target=tell, daemon=True).start()
    with ThreadPoolExecutor(supplier.limit) as pool:
        for crate in pool.map(supplier.phone, items):
            crates.append(crate)
    stock: dict[str, int] = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
