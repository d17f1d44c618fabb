"""The plain stage: the script calls the learner's functions themselves."""

from typing import Any

from kitchen.stove.stages.tools import Tools


class Call:
    """Calls functions of the learner's module."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools

    def begin(self, function: str, args: list[Any]) -> Any:
        """Call the function; the supplier stands for itself among the arguments."""
        return getattr(self._tools.module, function)(*given(self._tools, args))

    def tell(self, what: str, number: int, args: list[Any]) -> None:
        """Nothing happens here but calls."""


def given(tools: Tools, args: list[Any]) -> list[Any]:
    """The arguments of a call, with the supplier in its place."""
    return [tools.supplier if _is_supplier(arg) else arg for arg in args]


def _is_supplier(arg: Any) -> bool:
    return isinstance(arg, dict) and arg.get("$") == "supplier"
