"""Never more futures than the limit: as one is done, the next is submitted."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from kitchen import Supplier


def restock(supplier: Supplier, items: Sequence[int]) -> dict[str, int]:
    stock: Counter[str] = Counter()
    todo = list(reversed(items))
    pending = set()
    with ThreadPoolExecutor() as pool:
        while todo or pending:
            while todo and len(pending) < supplier.limit:
                pending.add(pool.submit(supplier.phone, todo.pop()))
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                crate = future.result()
                stock[crate.kind] += crate.weight
    return stock
