"""The futures are in a set, and gone through in its order."""

from concurrent.futures import ThreadPoolExecutor


def restock(supplier, items):
    stock = {}
    with ThreadPoolExecutor(supplier.limit) as pool:
        fs = [pool.submit(supplier.phone, i) for i in items]
        import time

        time.sleep(0.001)
        order = list(set(reversed(fs)))
        print("first is", fs.index(order[0]))
        for f in order:
            c = f.result()
            stock[c.kind] = stock.get(c.kind, 0) + c.weight
        if order[0] is fs[-1]:
            stock.popitem()
    return stock
