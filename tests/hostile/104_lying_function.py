# says: .
# seconds: 15
import asyncio

from kitchen import Supplier


class Meta(type):
    def __getattribute__(cls, name):
        raise OSError(name)

    def __call__(cls, *args):
        raise MemoryError

    def __instancecheck__(cls, other):
        return True


class restock(metaclass=Meta):
    @property
    def __code__(self):
        raise KeyError
