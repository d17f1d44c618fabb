"""The plain stage: the script calls the learner's functions themselves."""

from typing import Any

from kitchen.stove.stages.tools import Tools


class Call:
    """Calls functions of the learner's module."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools

    def begin(self, function: str, args: list[Any]) -> Any:
        """Call the function; supplier and office stand for themselves among the arguments."""
        return getattr(self._tools.module, function)(*given(self._tools, args))

    def tell(self, what: str, number: int, args: list[Any]) -> None:
        """Nothing happens here but calls."""


def given(tools: Tools, args: list[Any]) -> list[Any]:
    """The arguments of a call, with the supplier and the office in their places."""
    own = {"supplier": tools.supplier, "office": tools.office}
    return [own[arg["$"]] if isinstance(arg, dict) and "$" in arg else arg for arg in args]
