# says: kept its turn|took 2.50 s
# seconds: 40
import asyncio

from kitchen import Supplier

import gc

gc.disable()
gc.freeze()


class Phoenix:
    def __init__(self):
        self.me = self

    def __del__(self):
        graves.append(self)
        while True:
            pass


graves = []


async def restock(supplier, crates):
    Phoenix()
    for crate in crates:
        await supplier.deliver(crate)
