"""A page that stays where it is: drawn over the last one, so that nothing flickers."""

import io
import os
import re
import shutil
import sys
import unicodedata

from kitchen.numbers import counted

_PIECE = re.compile(r"\x1b\[[0-9;]*m|.", re.DOTALL)
"""A letter, or what paints those after it."""

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

    def show(self, head: list[str], body: list[str], below: list[str], foot: list[str]) -> None:
        """A page. If it is too long for the terminal, the end of the body is left out; what is
        `below` it, only if there is no room even so."""
        if not self.still:
            print("\n".join([*head, *body, *below, *foot]), flush=True)
            return
        columns, lines = shutil.get_terminal_size()
        room = lines - 1 - len(rows(head, columns)) - len(rows(foot, columns))
        under = fitting(below, columns, room)
        body = fitting(body, columns, room - len(under))
        page = [*rows(head, columns), *body, *under, *rows(foot, columns)][: max(1, lines - 1)]
        clear = "" if self._drawn else "\x1b[2J"
        self._drawn = True
        # The rest of a row is erased before it is written: at the last column the cursor stays on
        # the letter that it wrote there.
        drawn = "".join(f"{_LINE}{row}\r\n" for row in page)
        sys.stdout.write(f"{clear}{_HOME}{drawn}{_REST}")
        sys.stdout.flush()

    def again(self) -> None:
        """Somebody else has drawn meanwhile."""
        self._drawn = False


def fitting(lines: list[str], columns: int, room: int) -> list[str]:
    """The rows of as many of the lines as there is room for; the last one tells how many aren't
    shown."""
    if len(rows(lines, columns)) <= room:
        return rows(lines, columns)
    kept: list[str] = []
    count = 0
    for line in lines:
        more = rows([line], columns)
        if len(kept) + len(more) > room - 1:
            break
        kept += more
        count += 1
    more = rows([f"  ... {counted(len(lines) - count, 'more line')}: `m` shows all"], columns)
    return [*kept, *more][: max(0, room)]


def rows(lines: list[str], columns: int) -> list[str]:
    """The rows that lines take on a terminal so wide."""
    found = []
    for line in lines:
        row, taken = "", 0
        for piece in _PIECE.findall(line.expandtabs(4)):
            width = _columns(piece)
            if taken + width > columns:
                found.append(row)
                row, taken = "", 0
            row, taken = row + piece, taken + width
        found.append(row)
    return found


def _columns(piece: str) -> int:
    """Columns that a letter takes; paint takes none."""
    if len(piece) > 1 or unicodedata.category(piece) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(piece) in "WF" else 1
