# says: already busy|came|late|at a door|never
# seconds: 15
import asyncio
import gc

from kitchen import Supplier


def line():
    """The stove's end of the line to the world."""
    return next(o for o in gc.get_objects() if type(o).__name__ == "Line" and hasattr(o, "_exchange"))


async def restock(supplier, crates):
    own = line()
    for number in range(1, 51):
        own.say(["ask", number, number])
    for number in range(-10, 60):
        own.say(["hang up", number])
    await asyncio.sleep(1)
