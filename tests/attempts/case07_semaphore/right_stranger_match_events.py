"""A stranger's fix: match events."""

import asyncio


async def restock(supplier, crates):
    """An actor: one coroutine owns all state, messages come in by queue."""
    inbox = asyncio.Queue()
    todo = list(crates)
    air = {}

    async def call(crate):
        try:
            inbox.put_nowait(("here", crate, await supplier.deliver(crate)))
        except Exception as e:
            inbox.put_nowait(("lost", crate, e))

    def fill():
        while todo and len(air) < supplier.limit:
            c = todo.pop(0)
            air[c] = asyncio.create_task(call(c))

    fill()
    try:
        while air:
            match await inbox.get():
                case ("here", c, _):
                    await air.pop(c)
                case ("lost", c, e):
                    await air.pop(c)
                    print("lost", c, e)
            fill()
    finally:
        for t in air.values():
            t.cancel()
        await asyncio.gather(*air.values(), return_exceptions=True)
