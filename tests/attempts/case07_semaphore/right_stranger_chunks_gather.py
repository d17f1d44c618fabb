# remark: batches
"""A stranger's fix: chunks gather."""

import asyncio


async def restock(supplier, crates):
    n = supplier.limit
    out = []
    for i in range(0, len(crates), n):
        out += await asyncio.gather(
            *(supplier.deliver(c) for c in crates[i : i + n]), return_exceptions=True
        )
    bad = [e for e in out if isinstance(e, Exception)]
    if bad:
        raise ExceptionGroup("bad", bad)
