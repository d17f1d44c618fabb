# mistake: wrong-result
"""A worker hands in its sums after every item, and not only at the end: most are counted twice."""

import threading
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    mine = threading.local()

    def order(item: int) -> Counter[str]:
        crate = supplier.phone(item)
        if not hasattr(mine, "sums"):
            mine.sums = Counter()
        mine.sums[crate.kind] += crate.weight
        return Counter(mine.sums)

    with ThreadPoolExecutor(supplier.limit) as pool:
        return sum(pool.map(order, items), Counter())
