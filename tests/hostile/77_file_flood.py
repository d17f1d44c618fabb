# says: OSError|File too large
# seconds: 20
import asyncio
import os

from kitchen import Supplier


async def restock(supplier, crates):
    for n in range(8):
        with open(f"file{n}", "wb") as file:
            file.write(bytes(3 << 20))
    for n in range(200):
        os.makedirs("/".join(["d"] * 50) + f"/{n}", exist_ok=True)
    os.symlink("/etc", "etc")
    os.chmod(".", 0)
    open("big", "wb").write(bytes(100 << 20)) if os.access(".", os.W_OK) else None
    raise OSError("File too large")
