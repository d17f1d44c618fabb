"""submit and as_completed: each crate is counted as it comes."""

from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = defaultdict(int)
    with ThreadPoolExecutor(max_workers=supplier.limit) as pool:
        futures = [pool.submit(supplier.phone, item) for item in items]
        for future in as_completed(futures):
            crate = future.result()
            stock[crate.kind] += crate.weight
    return stock
