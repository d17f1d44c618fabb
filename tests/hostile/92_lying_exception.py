# says: Nasty|ZeroDivisionError
# seconds: 15
import asyncio

from kitchen import Supplier


class Nasty(Exception):
    def __str__(self):
        raise self

    __repr__ = __hash__ = __eq__ = __str__

    @property
    def __class__(self):
        raise KeyError

    def __getattribute__(self, name):
        raise ZeroDivisionError


async def restock(supplier, crates):
    raise Nasty
