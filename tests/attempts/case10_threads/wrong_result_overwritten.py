# mistake: wrong-result
"""The newest crate takes the place of all that came before."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    with ThreadPoolExecutor(supplier.limit) as pool:
        return {crate.kind: crate.weight for crate in pool.map(supplier.phone, items)}
