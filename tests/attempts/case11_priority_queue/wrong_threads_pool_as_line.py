# mistake: first-in-first-out
import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor


async def dispatch(
    orders: AsyncIterable[tuple[int, object]],
    cook: Callable[[object], Awaitable[None]],
    workers: int,
) -> None:
    loop = asyncio.get_running_loop()

    def one(payload: object) -> None:
        asyncio.run_coroutine_threadsafe(cook(payload), loop).result()

    pool = ThreadPoolExecutor(workers)
    dishes = []
    async for _priority, payload in orders:
        dishes.append(loop.run_in_executor(pool, one, payload))
    await asyncio.gather(*dishes)
    pool.shutdown()
