# mistake: never-joined
"""Raises at the first error that comes, with the other threads still at work."""

import queue
import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    answers = queue.Queue()

    def order(item):
        with gate:
            try:
                answers.put(supplier.phone(item))
            except Exception as error:
                answers.put(error)

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    stock = {}
    for _ in items:
        answer = answers.get()
        if isinstance(answer, Exception):
            raise answer
        stock[answer.kind] = stock.get(answer.kind, 0) + answer.weight
    for thread in threads:
        thread.join()
    return stock
