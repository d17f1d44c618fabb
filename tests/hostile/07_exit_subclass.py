# says: ended the program|left the kitchen|exit code 70
# seconds: 15
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    class Exit(SystemExit):
        @property
        def code(self):
            raise ValueError

        def __str__(self):
            raise KeyError

    raise Exit
