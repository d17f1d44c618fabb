# says: .
# seconds: 25
import asyncio

from kitchen import Supplier

import sys


async def restock(supplier, crates):
    if hasattr(sys, "monitoring"):
        tool = sys.monitoring
        tool.use_tool_id(1, "x")
        tool.register_callback(1, tool.events.PY_START, lambda *args: 1 / 0)
        tool.set_events(1, tool.events.PY_START)
    await supplier.deliver(1)
