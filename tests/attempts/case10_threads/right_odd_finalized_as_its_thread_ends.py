"""What is local to a thread is finalized as it ends, and takes the lock."""

import _thread, threading, weakref


def restock(supplier, items):
    stock = {}
    lock = threading.Lock()
    gate = threading.Semaphore(supplier.limit)
    errors = []

    class Job:
        def __init__(self, item):
            self.item = item

        def __del__(self):
            with lock:
                print("gone", self.item)

    def order(item):
        try:
            loc.job = Job(item)
            with gate:
                crate = supplier.phone(item)
            with lock:
                stock[crate.kind] = stock.get(crate.kind, 0) + crate.weight
        except Exception as e:
            errors.append(e)

    loc = threading.local()
    ts = [threading.Thread(target=order, args=(i,)) for i in items]
    for t in ts:
        t.start()
    for t in ts:
        t.join()
    if errors:
        raise errors[0]
    return stock
