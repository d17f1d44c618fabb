# mistake: stops-at-spoiled
"""Case 7: one TaskGroup per batch."""

import asyncio
from collections.abc import Sequence

from kitchen import Supplier


async def restock(supplier: Supplier, crates: Sequence[int]) -> None:
    """Order the crates batch by batch, and get over spoiled ones."""
    size = supplier.limit
    for start in range(0, len(crates), size):
        try:
            async with asyncio.TaskGroup() as group:
                for crate in crates[start : start + size]:
                    group.create_task(supplier.deliver(crate))
        except* Exception as spoiled:
            print(f"spoiled: {spoiled.exceptions}")


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 7`
    __import__("kitchen").run(__file__)
