# mistake: wrong-result
"""Counts the crates instead of weighing them."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    with ThreadPoolExecutor(supplier.limit) as pool:
        return Counter(crate.kind for crate in pool.map(supplier.phone, items))
