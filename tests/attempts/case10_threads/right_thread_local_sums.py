"""Each thread of the pool adds up in a threading.local; the sums are merged at the end."""

import threading
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    mine = threading.local()
    all_sums: list[Counter[str]] = []

    def begin() -> None:
        mine.sums = Counter()
        all_sums.append(mine.sums)

    def order(item: int) -> None:
        crate = supplier.phone(item)
        mine.sums[crate.kind] += crate.weight

    with ThreadPoolExecutor(supplier.limit, initializer=begin) as pool:
        list(pool.map(order, items))
    return sum(all_sums, Counter())
