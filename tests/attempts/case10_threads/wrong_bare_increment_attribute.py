# mistake: bare-increment
"""An object for each kind, and += on its attribute."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from kitchen import Supplier


@dataclass
class Shelf:
    weight: int = 0


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    shelves: dict[str, Shelf] = {}

    def order(item: int) -> None:
        crate = supplier.phone(item)
        shelves.setdefault(crate.kind, Shelf()).weight += crate.weight

    with ThreadPoolExecutor(supplier.limit) as pool:
        for _ in pool.map(order, items):
            pass
    return {kind: shelf.weight for kind, shelf in shelves.items()}
