"""A dispatcher of the learner's: jobs are submitted, withdrawn, waited for; then it closes.

A job that is being cooked is a delivery under way; its number is the item. Reported besides:
`submitted` or `refused` (1: by a RuntimeError; else the type of another error), `compared` when
somebody compares a payload, `not cancelled` when an answer's own `cancel` raises an error (its
type), and `answer` when an answer is settled: `dish` and the crate's stamp, `error` and which of
the job's own errors it is, `timeout`, `cancelled`, or the type of another one.
"""

import asyncio
from typing import Any

from kitchen.goods import Crate
from kitchen.stove.stages.line import Kitchen
from kitchen.stove.stages.tools import Tools


class Dispatcher:
    """One dispatcher, used as `async with`."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._kitchen = Kitchen(tools)
        self._dispatcher: Any = None
        self._answers: dict[int, Any] = {}
        self._leave: asyncio.Future[None] = tools.loop.create_future()

    def begin(self, function: str, args: list[Any]) -> Any:
        """`block`: the whole `async with`; `join`; `close`. The first argument is for people."""
        if function == "block":
            return self._block(*args[1:])
        if self._dispatcher is None:
            raise RuntimeError("the dispatcher was never entered")
        if function == "join":
            return self._dispatcher.join()
        return self._dispatcher.close() if args[1] else self._dispatcher.close(drain=False)

    def tell(self, what: str, number: int, args: list[Any]) -> None:
        """`submit`: with priority, timeout and kind; `withdraw`; `leave`: by an error or not."""
        if what == "submit":
            self._tools.soon(self._submit, number, *args)
        elif what == "withdraw":
            self._tools.soon(self._withdraw, number)
        elif not self._leave.done():
            if args[0]:
                self._leave.set_exception(LookupError("the body's own"))
            else:
                self._leave.set_result(None)

    async def _block(self, workers: int, limit: int, max_attempts: int) -> None:
        made = getattr(self._tools.module, self._tools.entry)
        async with made(
            self._kitchen.cook, workers=workers, limit=limit, max_attempts=max_attempts
        ) as dispatcher:
            self._dispatcher = dispatcher
            await self._leave

    def _submit(self, number: int, priority: int, timeout: float, kind: str) -> None:
        payload = self._kitchen.payload(number, kind)
        try:
            answer = self._dispatcher.submit(payload, priority=priority, timeout=timeout)
            answer.add_done_callback(lambda answer: self._answered(number, answer))
        except Exception as error:
            refused = 1 if isinstance(error, RuntimeError) else type(error).__name__[:100]
            self._tools.mark("refused", number, refused)
        else:
            self._answers[number] = answer
            self._tools.mark("submitted", number)

    def _withdraw(self, number: int) -> None:
        if number in self._answers:
            try:
                self._answers[number].cancel()
            except Exception as error:
                self._tools.mark("not cancelled", number, type(error).__name__[:100])

    def _answered(self, number: int, answer: Any) -> None:
        self._tools.mark("answer", number, self._told(number, answer))

    def _told(self, number: int, answer: Any) -> str:
        if answer.cancelled():
            return "cancelled"
        error = answer.exception()
        if error is None:
            dish = answer.result()
            return f"dish {dish.mark}" if type(dish) is Crate else f"a {type(dish).__name__[:100]}"
        which = self._kitchen.which_error(number, error)
        if isinstance(which, int):
            return f"error {which}"
        return "timeout" if isinstance(error, TimeoutError) else which
