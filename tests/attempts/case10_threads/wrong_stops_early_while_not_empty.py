# mistake: stops-early
"""The caller reads crates as long as there are some, and comes before the threads."""

import queue
import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    answers = queue.Queue()

    def order(item: int) -> None:
        with gate:
            try:
                answers.put(supplier.phone(item))
            except Exception as error:
                answers.put(error)

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    failed, stock = [], {}
    while not answers.empty():
        answer = answers.get()
        if isinstance(answer, Exception):
            failed.append(answer)
        else:
            stock[answer.kind] = stock.get(answer.kind, 0) + answer.weight
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    return stock
