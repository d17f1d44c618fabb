"""Everything that can be delivered is; then all errors are raised in an ExceptionGroup."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    with ThreadPoolExecutor(max_workers=supplier.limit) as pool:
        futures = [pool.submit(supplier.phone, item) for item in items]
    errors = [e for future in futures if isinstance(e := future.exception(), Exception)]
    if errors:
        raise ExceptionGroup(f"{len(errors)} of {len(items)} items failed", errors)
    stock: dict[str, int] = {}
    for future in futures:
        crate = future.result()
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
