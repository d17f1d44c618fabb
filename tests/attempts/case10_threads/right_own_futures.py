"""Futures made by hand, one for each item, filled in by plain threads."""

import threading
from collections.abc import Sequence
from concurrent.futures import Future

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)

    def order(item: int, answer: Future) -> None:
        with gate:
            try:
                answer.set_result(supplier.phone(item))
            except Exception as error:
                answer.set_exception(error)

    answers = [Future() for _ in items]
    threads = [threading.Thread(target=order, args=pair) for pair in zip(items, answers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stock: dict[str, int] = {}
    for answer in answers:
        crate = answer.result()
        stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
    return stock
