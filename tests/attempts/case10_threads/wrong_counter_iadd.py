# mistake: counter-update
"""A Counter that all threads add to with +=."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor


class S:
    pass


def restock(supplier, items):
    s = S()
    s.stock = Counter()

    def order(item):
        crate = supplier.phone(item)
        stock = s.stock
        stock += Counter({crate.kind: crate.weight})

    with ThreadPoolExecutor(supplier.limit) as pool:
        list(pool.map(order, items))
    return s.stock
