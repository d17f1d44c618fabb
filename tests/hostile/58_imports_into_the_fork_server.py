# says: .
# seconds: 20
import asyncio

from kitchen import Supplier

import os
import select
import sys

with open("__init__.py", "w") as file:
    file.write("open('/tmp/kitchen-hostile-mark-escaped', 'w').close()\n")
sys.modules["unittest.__main__"] = sys  # "imported": the fork server will import it as well
leave = os._exit


def linger(code):
    select.poll().poll(2000)
    leave(code)


os._exit = linger


async def restock(supplier, crates):
    await asyncio.gather(*map(supplier.deliver, crates), return_exceptions=True)
