"""Every worker returns its own sums; the caller adds them up."""

from collections import Counter
from collections.abc import Iterator, Sequence
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
    total: Counter[str] = Counter()
    with ThreadPoolExecutor(supplier.limit) as pool:
        parts: Iterator[dict[str, int]] = pool.map(work, shares)
        for part in parts:
            total.update(part)
    return total
