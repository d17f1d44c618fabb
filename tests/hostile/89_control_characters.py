# says: ValueError
# seconds: 15
import asyncio

from kitchen import Supplier


async def restock(supplier, crates):
    print("\x1b[2J\x1b[H\r  PASS  all\x07\x9b31m \u202e SSAP \u2066 \u2028 \x00", flush=True)
    kind = type("Value\x1b[31mError\u202e", (ValueError,), {})
    raise ValueError("\x1b[2J\r\x00\u202e  PASS  \u2029\x85\x9b0m") from kind("\x1b]0;owned\x07")
