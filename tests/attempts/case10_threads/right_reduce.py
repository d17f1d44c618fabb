"""reduce over pool.map, with a new dict at each step: nothing is shared, nothing changes."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import reduce

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    with ThreadPoolExecutor(supplier.limit) as pool:
        return reduce(
            lambda stock, crate: stock | {crate.kind: stock.get(crate.kind, 0) + crate.weight},
            pool.map(supplier.phone, items),
            {},
        )
