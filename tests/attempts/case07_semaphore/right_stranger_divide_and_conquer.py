"""A stranger's fix: divide and conquer."""

import asyncio


async def restock(supplier, crates):
    bad = []

    async def deliver(crates, places):
        if not crates:
            return
        if places == 1:
            for c in crates:
                try:
                    await supplier.deliver(c)
                except Exception as e:
                    bad.append(e)
            return
        left = places // 2
        cut = len(crates) * left // places
        await asyncio.gather(deliver(crates[:cut], left), deliver(crates[cut:], places - left))

    await deliver(crates, supplier.limit)
    if bad:
        raise ExceptionGroup("divided", bad)
