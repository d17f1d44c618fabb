# says: never asked for|Nothing was ever
# seconds: 15
import asyncio
import gc

from kitchen import Supplier


def line():
    """The stove's end of the line to the world."""
    return next(o for o in gc.get_objects() if type(o).__name__ == "Line" and hasattr(o, "_exchange"))


async def restock(supplier, crates):
    own = line()
    board = next(o for o in gc.get_objects() if type(o).__name__ == "Switchboard" and o.line is own)
    own.ask = lambda number, item: None

    async def order(crate):
        loop.call_soon(lambda: board.connect(["crate", board._calls, "f" * 16]))
        await supplier.deliver(crate)

    loop = asyncio.get_running_loop()
    for crate in crates:
        await order(crate)
