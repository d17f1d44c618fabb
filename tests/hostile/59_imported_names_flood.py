# says: .
# seconds: 20
import asyncio
import gc

from kitchen import Supplier


def line():
    """The stove's end of the line to the world."""
    return next(o for o in gc.get_objects() if type(o).__name__ == "Line" and hasattr(o, "_exchange"))


async def restock(supplier, crates):
    own = line()
    for turn in range(2):
        own.say(["imported", [f"x{turn}_{n}" for n in range(200_000)]])
        own._exchange(own.now)
