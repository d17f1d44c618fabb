"""A list of weights for each kind, made by setdefault in one step; summed at the end."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    weights: dict[str, list[int]] = {}

    def order(item: int) -> None:
        crate = supplier.phone(item)
        weights.setdefault(crate.kind, []).append(crate.weight)

    with ThreadPoolExecutor(max_workers=supplier.limit) as pool:
        for _ in pool.map(order, items):
            pass
    return {kind: sum(all_of_it) for kind, all_of_it in weights.items()}
