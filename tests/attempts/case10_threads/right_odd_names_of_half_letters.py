"""Threads whose name is half a letter."""

import threading


def restock(supplier, items):
    stock = {}
    gate = threading.Semaphore(supplier.limit)
    lock = threading.Lock()
    errors = []

    def order(item):
        try:
            with gate:
                crate = supplier.phone(item)
        except Exception as e:
            errors.append(e)
            return
        with lock:
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    ts = [threading.Thread(target=order, args=(i,), name="\ud800") for i in items]
    for t in ts:
        t.start()
    for t in ts:
        t.join()
    if errors:
        raise errors[0]
    return stock
