# says: .
# seconds: 20
import asyncio

from kitchen import Supplier

import builtins


def no(*args, **kwargs):
    raise SystemError("no")


async def restock(supplier, crates):
    for name in ("print", "open", "__import__", "isinstance", "len", "int", "str", "list", "next", "getattr", "type"):
        setattr(builtins, name, no)
    builtins.BaseException = builtins.Exception = builtins.SystemExit = ValueError
    raise KeyError
