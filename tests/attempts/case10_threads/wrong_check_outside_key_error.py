# mistake: check-outside-act-inside
"""A KeyError says that a kind has no list yet: two threads may both be told so."""

from collections.abc import Sequence

from kitchen import Supplier

from concurrent.futures import ThreadPoolExecutor


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    weights: dict[str, list[int]] = {}

    def order(item: int) -> None:
        crate = supplier.phone(item)
        try:
            weights[crate.kind].append(crate.weight)
        except KeyError:
            weights[crate.kind] = [crate.weight]

    with ThreadPoolExecutor(supplier.limit) as pool:
        list(pool.map(order, items))
    return {kind: sum(each) for kind, each in weights.items()}
