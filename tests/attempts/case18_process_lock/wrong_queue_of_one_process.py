# mistake: one-process-only
"""Case 18: a queue with one token, in each process."""

import queue

from diskcache_community import Cache

from kitchen import Supplier


tokens = queue.Queue()
tokens.put(1)


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    token = tokens.get()
    try:
        office.incr("stock", supplier.phone(item).weight)
    finally:
        tokens.put(token)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
