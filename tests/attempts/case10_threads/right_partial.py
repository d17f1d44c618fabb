"""functools.partial instead of a closure; the stock is built by the caller."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from kitchen import Supplier


def fetch(supplier, item):
    crate = supplier.phone(item)
    return crate.kind, crate.weight


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    with ThreadPoolExecutor(supplier.limit) as pool:
        pairs = list(pool.map(partial(fetch, supplier), items))
    stock = dict.fromkeys((kind for kind, _ in pairs), 0)
    for kind, weight in pairs:
        stock[kind] += weight
    return stock
