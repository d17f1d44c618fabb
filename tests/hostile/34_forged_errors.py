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
    nasty = "\ud800\x1b[2J\u202e\uffff\x00\u2028]]>&<"
    own.say(["done", 0, "raised", [nasty, nasty, nasty, [[5, nasty, nasty, nasty]] * 1000]])
    own.part()
