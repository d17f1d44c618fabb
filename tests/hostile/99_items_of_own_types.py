# says: never asked|never came|into the line|more than once|ValueError|RuntimeError
# seconds: 15
import asyncio

from kitchen import Supplier


class Number(int):
    def __eq__(self, other):
        return True

    def __repr__(self):
        return '1],["done",0,"returned",null'

    __str__ = __repr__
    __hash__ = int.__hash__


class Name(str):
    def __str__(self):
        raise KeyError

    __repr__ = __str__


async def restock(supplier, crates):
    await supplier.deliver(Number(1))
    await supplier.deliver(Name('"],["gone"'))
