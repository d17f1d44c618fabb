"""The stage without an event loop: the script calls a plain function, which may start threads."""

from collections.abc import Mapping
from typing import Any

from kitchen.stove.stages.call import given
from kitchen.stove.stages.tools import Tools
from kitchen.stove.strands import plain

MOST_SHELVES = 100
"""Entries of a returned stock that are told."""


class Threads:
    """Calls functions of the learner's module, and tells what they return."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools

    def begin(self, function: str, args: list[Any]) -> Any:
        """Call the function; the stock that it returns is told, kind by kind."""
        returned = getattr(self._tools.module, function)(*given(self._tools, args))
        if isinstance(returned, Mapping):
            self._tell_stock(returned)
        else:
            self._tools.mark("no stock", 0, plain(type(returned).__name__))
        return returned

    def tell(self, what: str, number: int, args: list[Any]) -> None:
        """Nothing happens here but calls."""

    def _tell_stock(self, stock: Mapping[Any, Any]) -> None:
        for kind, weight in list(dict(stock).items())[:MOST_SHELVES]:
            number = type(weight) in (int, float) and 0 <= weight < 1 << 53 and weight % 1 == 0
            if type(kind) is str and number:
                self._tools.mark("stock", int(weight), plain(kind))
            else:
                self._tools.mark("odd stock", 0, plain(f"{kind!r}: {weight!r}"))
