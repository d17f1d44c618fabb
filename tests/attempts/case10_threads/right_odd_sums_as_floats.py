"""The sums are floats, and whole numbers."""

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor


def restock(supplier, items):
    stock = defaultdict(float)
    with ThreadPoolExecutor(supplier.limit) as pool:
        for c in pool.map(supplier.phone, items):
            stock[c.kind] += c.weight
    return stock
