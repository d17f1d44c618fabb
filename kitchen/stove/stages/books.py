"""The office's books: kept by a process that runs none of the learner's code, so what it reports of
the office is what is there."""

import os
from typing import Any

from kitchen.stove.stages.tools import Tools


class Books:
    """Looks at what is in the office, and clears it for the next round."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools

    def begin(self, function: str, args: list[Any]) -> Any:
        """`count(key)`: reports the number under `key` as `stock`, and as `rows` how many entries
        there are besides it; then the office is empty again."""
        (key,) = args
        office = self._tools.office
        found = office.get(key)
        if type(found) in (int, float) and 0 <= found < 1 << 53 and found % 1 == 0:
            self._tools.mark("stock", int(found), key)
        elif found is not None:
            self._tools.mark("odd stock", 0, repr(found)[:100])
        self._tools.mark("rows", len(office) - (found is not None))
        office.clear()
        self._tidy_up(office.directory)

    def _tidy_up(self, folder: str) -> None:
        """What branches have put beside the store goes as well."""
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            if name.startswith("cache.db"):
                continue
            if os.path.isdir(path) and not os.path.islink(path):
                import shutil  # seldom wanted, and slow to import

                shutil.rmtree(path, ignore_errors=True)
            else:
                os.unlink(path)

    def tell(self, what: str, number: int, args: list[Any]) -> None:
        """Nothing happens here but calls."""
