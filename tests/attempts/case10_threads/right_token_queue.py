"""Tokens in a queue, as many as the limit: take one, call, put it back."""

import queue
import threading
from collections.abc import Sequence

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    tokens = queue.Queue()
    for number in range(supplier.limit):
        tokens.put(number)
    lock = threading.Lock()
    stock, errors = {}, []

    def order(item):
        token = tokens.get()
        try:
            crate = supplier.phone(item)
            with lock:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        except Exception as error:
            errors.append(error)
        finally:
            tokens.put(token)

    threads = [threading.Thread(target=order, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return stock
