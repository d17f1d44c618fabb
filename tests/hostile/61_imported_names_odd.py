# says: .
# seconds: 15
import asyncio
import gc

from kitchen import Supplier


def line():
    """The stove's end of the line to the world."""
    return next(o for o in gc.get_objects() if type(o).__name__ == "Line" and hasattr(o, "_exchange"))


async def restock(supplier, crates):
    own = line()
    own.say(["imported", ["", ".", "..", "\x00", "\ud800", "a" * 9999, "os..path", "kitchen.judge", "encodings.\x00"]])
    own._exchange(own.now)
