# says: .
# seconds: 15
import asyncio

from kitchen import Supplier

import sys
import types


class Module(types.ModuleType):
    def __getattribute__(self, name):
        raise SystemError(name)


sys.modules[__name__].__class__ = Module


async def restock(supplier, crates):
    pass
