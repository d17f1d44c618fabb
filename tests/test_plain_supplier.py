"""`kitchen.Supplier` in a plain script: the same rules, on an ordinary loop."""

import asyncio
import threading

import pytest

from kitchen import Crate, Spoiled, Supplier, TooBusy

QUICK = 0.01
SLOW = 0.5
"""Longer than it takes until every thread has had its turn, on a busy machine too."""


def test_it_turns_away_whoever_is_one_too_many() -> None:
    async def main() -> list[object]:
        supplier = Supplier(limit=2, seconds=QUICK)
        calls = (supplier.deliver(n) for n in range(3))
        return list(await asyncio.gather(*calls, return_exceptions=True))

    first, second, third = asyncio.run(main())
    assert isinstance(first, Crate)
    assert isinstance(second, Crate)
    assert isinstance(third, TooBusy)


def test_a_cancelled_call_frees_its_place() -> None:
    async def main() -> Crate:
        supplier = Supplier(limit=1, seconds=QUICK)
        call = asyncio.create_task(supplier.deliver(1))
        await asyncio.sleep(0)
        call.cancel()
        await asyncio.wait([call])
        return await supplier.deliver(2)

    assert asyncio.run(main()).item == 2


def test_a_spoiled_item_fails() -> None:
    with pytest.raises(Spoiled):
        asyncio.run(Supplier(seconds=QUICK, spoiled=[3]).deliver(3))


def test_threads_may_phone() -> None:
    supplier = Supplier(limit=1, seconds=SLOW)
    assert supplier.phone(1) == supplier.phone(1)
    busy: list[BaseException] = []
    gate = threading.Barrier(3)

    def call() -> None:
        gate.wait()
        try:
            supplier.phone(1)
        except TooBusy as error:
            busy.append(error)

    threads = [threading.Thread(target=call) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(busy) == 2


def test_a_limit_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="1 or more"):
        Supplier(limit=0)
