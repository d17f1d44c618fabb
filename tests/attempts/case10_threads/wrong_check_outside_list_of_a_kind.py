# mistake: check-outside-act-inside
"""No sum is shared, but two threads may both find that a kind has no list yet."""

from collections.abc import Sequence

from kitchen import Supplier

from concurrent.futures import ThreadPoolExecutor, as_completed


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    weights: dict[str, list[int]] = {}

    def order(item: int) -> None:
        crate = supplier.phone(item)
        if crate.kind not in weights:
            weights[crate.kind] = []
        weights[crate.kind].append(crate.weight)

    with ThreadPoolExecutor(supplier.limit) as pool:
        for done in as_completed([pool.submit(order, item) for item in items]):
            done.result()
    return {kind: sum(each) for kind, each in weights.items()}
