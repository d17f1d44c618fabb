# mistake: thread-goes-on
import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    loop = asyncio.get_running_loop()
    pool = ThreadPoolExecutor(supplier.limit)
    calls = [loop.run_in_executor(pool, supplier.phone, crate) for crate in crates]
    await asyncio.shield(asyncio.gather(*calls, return_exceptions=True))
    pool.shutdown(wait=False)
