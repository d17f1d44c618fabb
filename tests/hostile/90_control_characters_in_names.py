# says: .
# seconds: 15
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    await supplier.deliver("\x1b[2J\r\x00\u202e\n  PASS  all")
    asyncio.current_task().set_name("\x1b[2J")
    raise type("\x1b[31mPASS\u202e\n", (Exception,), {})("\ufffe\uffff\ud800")
