"""A page that stays where it is: drawn over the last one, so that nothing flickers."""

import io
import os
import re
import shutil
import sys

_PAINT = re.compile(r"\x1b\[[0-9;]*m")

_HOME, _REST, _LINE = "\x1b[H", "\x1b[J", "\x1b[K"


class Page(io.StringIO):
    """Lines to be shown on the terminal: a `Pen` writes to it as to the terminal itself."""

    encoding = sys.stdout.encoding

    def isatty(self) -> bool:
        return sys.stdout.isatty()

    @property
    def lines(self) -> list[str]:
        return self.getvalue().splitlines()


class Screen:
    """The terminal. Where standard output is none, or a dumb one, pages follow each other."""

    def __init__(self) -> None:
        self.still = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        """Whether pages are drawn over each other."""
        self._drawn = False

    def show(self, head: list[str], body: list[str], foot: list[str]) -> None:
        """A page. If it is too long for the terminal, the end of the body is left out."""
        if not self.still:
            print("\n".join([*head, *body, *foot]), flush=True)
            return
        columns, rows = shutil.get_terminal_size()
        room = rows - 1 - _rows(head, columns) - _rows(foot, columns)
        body = fitting(body, columns, room)
        page = "".join(f"{line}{_LINE}\r\n" for line in [*head, *body, *foot])
        clear = "" if self._drawn else "\x1b[2J"
        self._drawn = True
        sys.stdout.write(f"{clear}{_HOME}{page}{_REST}")
        sys.stdout.flush()

    def say(self, row: int, text: str) -> None:
        """Replace one line of the page, from 1; only where pages stay."""
        if self.still and self._drawn:
            sys.stdout.write(f"\x1b7\x1b[{row};1H{text}{_LINE}\x1b8")
            sys.stdout.flush()

    def again(self) -> None:
        """Somebody else has drawn meanwhile."""
        self._drawn = False


def fitting(lines: list[str], columns: int, room: int) -> list[str]:
    """As many of the lines as there is room for; the last one tells how many aren't shown."""
    if _rows(lines, columns) <= room:
        return lines
    kept: list[str] = []
    for line in lines:
        if _rows([*kept, line], columns) > room - 1:
            break
        kept.append(line)
    return [*kept, f"        ... {len(lines) - len(kept)} more lines: `m` shows all"]


def _rows(lines: list[str], columns: int) -> int:
    """Rows that lines take on a terminal so wide."""
    return sum(max(1, -(-len(_PAINT.sub("", line)) // columns)) for line in lines)
