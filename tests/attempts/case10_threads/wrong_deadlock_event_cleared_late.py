# mistake: deadlock
"""Takes what is there, then clears the Event: a crate that came meanwhile rang for nothing."""

import threading
from collections import deque
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    gate = threading.Semaphore(supplier.limit)
    arrived = threading.Event()
    answers = deque()

    def order(item: int) -> None:
        with gate:
            try:
                answer = supplier.phone(item)
            except Exception as error:
                answer = error
        answers.append(answer)
        arrived.set()

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    stock, failed, counted = {}, [], 0
    while counted < len(items):
        arrived.wait()
        for _ in range(len(answers)):
            answer = answers.popleft()
            counted += 1
            if isinstance(answer, Exception):
                failed.append(answer)
            else:
                stock[answer.kind] = stock.get(answer.kind, 0) + answer.weight
        arrived.clear()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    return stock
