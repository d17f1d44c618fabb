# mistake: check-outside-act-inside
"""Whoever gets None for a kind makes its cell: two threads may both."""

from collections.abc import Sequence

from kitchen import Supplier

import threading
from concurrent.futures import ThreadPoolExecutor


class Cell:
    def __init__(self) -> None:
        self.weights: list[int] = []


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    cells: dict[str, Cell] = {}

    def order(item: int) -> None:
        crate = supplier.phone(item)
        cell = cells.get(crate.kind)
        if cell is None:
            cell = cells[crate.kind] = Cell()
        cell.weights.append(crate.weight)

    with ThreadPoolExecutor(supplier.limit) as pool:
        list(pool.map(order, items))
    return {kind: sum(cell.weights) for kind, cell in cells.items()}
