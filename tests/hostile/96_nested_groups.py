# says: ExceptionGroup
# seconds: 15
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    error = ValueError("inside")
    for _ in range(50_000):
        error = ExceptionGroup("\n" * 100, [error])
    raise error
