# says: .
# seconds: 20
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    for crate in range(400):
        try:
            await supplier.deliver(str(crate) + "\U0001f600" * 9_900)
        except Exception:
            pass
