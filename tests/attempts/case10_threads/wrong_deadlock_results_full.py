# mistake: deadlock
"""The queue of crates is bounded, and it is read only when all threads have ended."""

import queue
import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    answers = queue.Queue(maxsize=supplier.limit)

    def order(item: int) -> None:
        with gate:
            try:
                answers.put(supplier.phone(item))
            except Exception as error:
                answers.put(error)

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stock: dict[str, int] = {}
    while not answers.empty():
        answer = answers.get()
        if isinstance(answer, Exception):
            raise answer
        stock[answer.kind] = stock.get(answer.kind, 0) + answer.weight
    return stock
