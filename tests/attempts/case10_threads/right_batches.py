"""A batch of threads, as many as the limit; all are joined before the next batch starts."""

import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    answers = {}

    def order(item):
        try:
            answers[item] = supplier.phone(item)
        except Exception as error:
            answers[item] = error

    for first in range(0, len(items), supplier.limit):
        batch = [
            threading.Thread(target=order, args=(item,))
            for item in items[first : first + supplier.limit]
        ]
        for thread in batch:
            thread.start()
        for thread in batch:
            thread.join()
    stock = {}
    for answer in answers.values():
        if isinstance(answer, Exception):
            raise answer
        stock[answer.kind] = stock.get(answer.kind, 0) + answer.weight
    return stock
