"""A hook of one's own that keeps the error, and calls the old one."""

import threading

errors = []


def hook(args):
    errors.append(args.exc_value)
    threading.__excepthook__(args)


threading.excepthook = hook


def restock(supplier, items):
    stock = {}
    gate = threading.Semaphore(supplier.limit)
    lock = threading.Lock()

    def order(item):
        with gate:
            crate = supplier.phone(item)
        with lock:
            stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight

    ts = [threading.Thread(target=order, args=(i,)) for i in items]
    for t in ts:
        t.start()
    for t in ts:
        t.join()
    if errors:
        raise errors[0]
    return stock
