"""An event loop for tests whose time jumps to the next timer: waiting costs nothing."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Deadlock(Exception):
    """Somebody waits, and nothing is due that could wake him."""


class _Jump(selectors.SelectSelector):
    now = 0.0
    passes = 0
    on_pass: Callable[[int], object] | None = None

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Deadlock("nothing ready, nothing due")
        self.now += max(timeout, 0.0)
        self.passes += 1
        if self.on_pass is not None:
            self.on_pass(self.passes)
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.jump = _Jump()
        super().__init__(self.jump)

    def time(self) -> float:
        return self.jump.now


def run(main: Coroutine[Any, Any, T]) -> T:
    """Like asyncio.run, in no time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)


def cancelled_at(main: Callable[[], Coroutine[Any, Any, object]], at: int) -> bool:
    """Run it, and cancel it in pass number `at` of the loop: False if it ended before.

    What else still runs then is an error, and so is anything but a cancelled end.
    """

    async def watched() -> bool:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        task = asyncio.create_task(main())
        last = loop.jump.passes + at
        loop.jump.on_pass = lambda n: task.cancel() if n == last else None
        await asyncio.wait([task])
        loop.jump.on_pass = None
        left = asyncio.all_tasks() - {asyncio.current_task()}
        assert not left, f"cancelled in pass {at}, still running: {left}"
        if not task.cancelled():
            task.result()  # ended by itself, or with an error that is told here
        return task.cancelled()

    return run(watched())
