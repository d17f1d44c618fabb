# mistake: lost-update
"""A class round the dictionary makes nothing safe."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


class Pantry:
    def __init__(self) -> None:
        self.stock: dict[str, int] = {}

    def add(self, crate) -> None:
        old = self.stock.get(crate.kind, 0)
        self.stock[crate.kind] = old + crate.weight


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    pantry = Pantry()
    with ThreadPoolExecutor(supplier.limit) as pool:
        for _ in pool.map(lambda item: pantry.add(supplier.phone(item)), items):
            pass
    return pantry.stock
