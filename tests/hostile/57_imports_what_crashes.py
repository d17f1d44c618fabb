# says: .
# seconds: 15
import asyncio

from kitchen import Supplier

try:
    import test.crashers.bogus_code_obj
except Exception:
    pass


async def restock(supplier, crates):
    await asyncio.gather(*map(supplier.deliver, crates), return_exceptions=True)
