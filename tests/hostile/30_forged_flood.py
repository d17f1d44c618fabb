# says: never stopped asking
# seconds: 20
import asyncio
import gc

from kitchen import Supplier


def line():
    """The stove's end of the line to the world."""
    return next(o for o in gc.get_objects() if type(o).__name__ == "Line" and hasattr(o, "_exchange"))


async def restock(supplier, crates):
    own = line()
    for number in range(100_000):
        own.say(["ask", 1_000_000 + number, number])
    await supplier.deliver(1)
