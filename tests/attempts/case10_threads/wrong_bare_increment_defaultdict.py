# mistake: bare-increment
"""stock[kind] += weight, on a defaultdict that all threads share."""

from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock = defaultdict(int)

    def order(item):
        crate = supplier.phone(item)
        stock[crate.kind] += crate.weight

    with ThreadPoolExecutor(max_workers=supplier.limit) as pool:
        list(pool.map(order, items))
    return stock
