# mistake: lost-update
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    kinds: list[str] = []
    weights: list[int] = []

    def order(item: int) -> None:
        crate = supplier.phone(item)
        kinds.append(crate.kind)
        weights.append(crate.weight)

    with ThreadPoolExecutor(supplier.limit) as pool:
        list(pool.map(order, items))
    stock: dict[str, int] = {}
    for kind, weight in zip(kinds, weights, strict=True):
        stock[kind] = stock.get(kind, 0) + weight
    return stock
