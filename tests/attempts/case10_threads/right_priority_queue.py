"""A PriorityQueue: the sentinels, at infinity, come last of all."""

import math
import threading
from collections import Counter
from collections.abc import Sequence
from queue import PriorityQueue

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    todo = PriorityQueue()
    for item in items:
        todo.put((item, item))
    for _ in range(supplier.limit):
        todo.put((math.inf, 0))
    stock, lock = Counter(), threading.Lock()
    errors = []

    def work():
        while True:
            priority, item = todo.get()
            if priority == math.inf:
                return
            try:
                crate = supplier.phone(item)
                with lock:
                    stock.update({crate.kind: crate.weight})
            except Exception as error:
                errors.append(error)

    workers = [threading.Thread(target=work) for _ in range(supplier.limit)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if errors:
        raise errors[0]
    return dict(stock)
