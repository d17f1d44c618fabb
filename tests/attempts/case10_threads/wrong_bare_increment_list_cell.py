# mistake: bare-increment
"""A list with one cell as a number that can be changed from inside."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    cells: dict[str, list[int]] = {}

    def order(item: int) -> None:
        crate = supplier.phone(item)
        cell = cells.setdefault(crate.kind, [0])
        cell[0] += crate.weight

    with ThreadPoolExecutor(supplier.limit) as pool:
        for future in [pool.submit(order, item) for item in items]:
            future.result()
    return {kind: cell[0] for kind, cell in cells.items()}
