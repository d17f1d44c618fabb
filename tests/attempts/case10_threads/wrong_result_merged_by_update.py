# mistake: wrong-result
"""The sums of the workers are merged by dict.update: the last one wins."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    def work(share: Sequence[int]) -> dict[str, int]:
        sums: dict[str, int] = {}
        for item in share:
            crate = supplier.phone(item)
            sums[crate.kind] = sums.get(crate.kind, 0) + crate.weight
        return sums

    shares = [items[n :: supplier.limit] for n in range(supplier.limit)]
    stock: dict[str, int] = {}
    with ThreadPoolExecutor(supplier.limit) as pool:
        for sums in pool.map(work, shares):
            stock.update(sums)
    return stock
