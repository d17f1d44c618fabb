# mistake: fixed-limit
"""Four workers, as a parameter's default."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int], workers: int = 4) -> dict[str, int]:
    stock: Counter[str] = Counter()
    with ThreadPoolExecutor(workers) as pool:
        for future in as_completed([pool.submit(supplier.phone, item) for item in items]):
            stock[future.result().kind] += future.result().weight
    return stock
