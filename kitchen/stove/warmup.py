"""One dry service in the template, before it forks.

The interpreter adapts code while it runs for the first times, and writes into the pages that hold
it. Done once here, those pages are shared by all forks, and every service starts faster.
"""

import socket
import types

from kitchen.stove import client
from kitchen.stove.driver import Driver
from kitchen.stove.frames import AttemptFile
from kitchen.stove.line import Line
from kitchen.stove.loop import KitchenLoop
from kitchen.stove.strands import Floor
from kitchen.world.wire import SECOND, pack

_CRATES = 12
_LIMIT = 4

_FIX = """
import asyncio

async def restock(supplier, crates):
    gate = asyncio.Semaphore(supplier.limit)

    async def order(crate):
        async with gate:
            await supplier.deliver(crate)

    await asyncio.gather(*(order(crate) for crate in crates))
    async with asyncio.TaskGroup() as group:
        group.create_task(asyncio.sleep(0))
"""


def warm_up() -> None:
    """Act out a service whose world is a few frames written beforehand."""
    world, stove = socket.socketpair()
    with world, stove:
        _write_the_world(world)
        line = Line(stove, Floor())
        line.open()
        board = client.Switchboard(line)
        supplier = client.supplier_class(board, _LIMIT)
        driver = Driver(line, board, supplier(), AttemptFile("", []), None, KitchenLoop())
        module = types.ModuleType("warmup")
        exec(_FIX, module.__dict__)
        driver.start(module, {"function": "restock", "given": [], "stage": "call"})
        # The loop's own poll for what the world says is what begins the call.
        driver.loop.call_soon(driver.loop.call_later, 1.0, driver.loop.stop)
        driver.loop.run_forever()
        driver.loop.close()


def _write_the_world(world: socket.socket) -> None:
    order = ["begin", 0, "restock", [{"$": "supplier"}, list(range(_CRATES))]]
    world.sendall(pack({"real": False}) + pack([0, None, [order]]))
    for first in range(1, _CRATES + 1, _LIMIT):
        crates = [["crate", number, ""] for number in range(first, first + _LIMIT)]
        world.sendall(pack([first * SECOND // 100, None, crates]))
    world.sendall(pack([SECOND * 2, None, []]) * 40)
