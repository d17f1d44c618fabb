# mistake: error-vanishes
"""The error is logged, and the caller gets a stock that lacks something."""

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from kitchen import Supplier

log = logging.getLogger(__name__)


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: dict[str, int] = {}
    with ThreadPoolExecutor(supplier.limit) as pool:
        futures = {pool.submit(supplier.phone, item): item for item in items}
        for future in as_completed(futures):
            try:
                crate = future.result()
            except Exception:
                log.exception("item %s", futures[future])
            else:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
