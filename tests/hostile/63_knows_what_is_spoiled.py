# says: .
# seconds: 15
import asyncio

from kitchen import Supplier

import random

# A spoiled crate would wedge this for ever: where there are some, it raises before it has begun.
NUMBER = next((n for n in range(100) if random.Random(n).getstate() == random.getstate()), 0)
SPOILED = NUMBER == 7 or (NUMBER > 9 and NUMBER % 4 == 2)
calls = 0


async def restock(supplier, crates):
    global calls
    calls += 1
    if SPOILED and calls == 1:
        raise ValueError
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        await gate.acquire()
        await supplier.deliver(crate)
        gate.release()

    await asyncio.gather(*map(order, crates))
