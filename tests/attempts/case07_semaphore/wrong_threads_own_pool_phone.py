# mistake: thread-goes-on
import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    loop = asyncio.get_running_loop()
    with ThreadPoolExecutor(max_workers=supplier.limit) as pool:
        calls = [loop.run_in_executor(pool, supplier.phone, crate) for crate in crates]
        answers = await asyncio.gather(*calls, return_exceptions=True)
    for answer in answers:
        if isinstance(answer, Exception):
            raise answer
