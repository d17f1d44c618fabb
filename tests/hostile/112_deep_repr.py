# says: RecursionError|never|deadlock|Deadlock
# seconds: 15
import asyncio

from kitchen import Supplier


class Deep:
    def __repr__(self):
        return repr(self)

    __str__ = __repr__


class Error(Exception):
    def __str__(self):
        return str(self)


async def restock(supplier, crates):
    asyncio.current_task().set_name(Deep.__new__(Deep).__class__.__name__)
    raise Error(Deep()) from RecursionError()
