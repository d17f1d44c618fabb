# says: .
# seconds: 25
import asyncio

from kitchen import Supplier

import sys


def trace(frame, event, arg):
    raise SystemError("traced")


async def restock(supplier, crates):
    sys.setprofile(trace)
    sys.settrace(trace)
    await supplier.deliver(1)
