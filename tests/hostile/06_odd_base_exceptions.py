# says: Stop|GeneratorExit|Interrupt
# seconds: 15
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    class Stop(KeyboardInterrupt):
        pass

    class Out(GeneratorExit):
        pass

    async def leave(how):
        raise how

    asyncio.create_task(leave(Out()))
    await asyncio.sleep(0)
    raise Stop
