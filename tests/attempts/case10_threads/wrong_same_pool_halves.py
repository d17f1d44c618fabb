# mistake: same-pool
"""Divide and conquer: each half is a task of the pool that waits for its own halves."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    with ThreadPoolExecutor(supplier.limit) as pool:

        def part(some: Sequence[int]) -> Counter[str]:
            if len(some) == 1:
                crate = supplier.phone(some[0])
                return Counter({crate.kind: crate.weight})
            half = len(some) // 2
            left = pool.submit(part, some[:half])
            right = pool.submit(part, some[half:])
            return left.result() + right.result()

        return pool.submit(part, items).result()
