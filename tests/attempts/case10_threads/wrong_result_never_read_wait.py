# mistake: result-never-read
"""wait() waits for the futures. It doesn't look into them."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    crates = []
    with ThreadPoolExecutor(max_workers=supplier.limit) as pool:
        wait([pool.submit(lambda item=item: crates.append(supplier.phone(item))) for item in items])
    stock: dict[str, int] = {}
    for crate in crates:
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
