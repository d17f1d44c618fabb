# says: never asked|RuntimeError|SystemExit|sys.exit|TypeError
# seconds: 15
import asyncio

from kitchen import Supplier


class Call:
    def __await__(self):
        yield self
        while True:
            yield None


def restock(supplier, crates):
    return Call()
