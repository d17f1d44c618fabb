# mistake: pool-left-open
"""shutdown at the end, which an error never reaches."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    pool = ThreadPoolExecutor(max_workers=supplier.limit)
    for future in as_completed([pool.submit(supplier.phone, item) for item in items]):
        crate = future.result()
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    pool.shutdown()
    return stock
