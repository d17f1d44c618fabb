# mistake: deadlock
"""Looks whether all are there, then waits for the next call, which may have come in between."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    rung = threading.Condition()
    answers = []

    def order(item: int) -> None:
        with gate:
            try:
                answers.append(supplier.phone(item))
            except Exception as error:
                answers.append(error)
        with rung:
            rung.notify()

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    while len(answers) < len(items):
        with rung:
            rung.wait()
    for thread in threads:
        thread.join()
    stock: dict[str, int] = {}
    for answer in answers:
        if isinstance(answer, Exception):
            raise answer
        stock[answer.kind] = stock.get(answer.kind, 0) + answer.weight
    return stock
