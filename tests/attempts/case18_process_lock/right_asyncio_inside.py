import asyncio

from diskcache_community import Cache

from kitchen import Supplier


async def call(office, supplier, item):
    while not office.add("busy", 1):
        await asyncio.sleep(0.005)
    try:
        crate = await asyncio.to_thread(supplier.phone, item)
        office.incr("stock", crate.weight)
    finally:
        office.delete("busy")


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    asyncio.run(call(office, supplier, item))
