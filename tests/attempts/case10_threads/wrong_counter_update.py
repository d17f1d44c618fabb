# mistake: counter-update
"""Counter.update from all threads: it reads and writes too."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock = Counter()

    def order(item):
        crate = supplier.phone(item)
        stock.update({crate.kind: crate.weight})

    with ThreadPoolExecutor(supplier.limit) as pool:
        list(pool.map(order, items))
    return dict(stock)
