"""How lines are written: colour, width, and what a stranger's text must not do to a terminal."""

import os
import re
import shutil
import textwrap
from typing import TextIO

INDENT = " " * 8
_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


class Pen:
    """Writes lines, in colour where somebody looks and wants it, wrapped to the terminal."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        dumb = os.environ.get("TERM") == "dumb"
        self._terminal = out.isatty()
        self._colour = self._terminal and "NO_COLOR" not in os.environ and not dumb
        self._dash = self.either("─", "-")
        self.width = max(40, min(shutil.get_terminal_size((100, 24)).columns, 100))

    def either(self, nice: str, plain: str) -> str:
        """What is nicer, where the output has the letters for it; else what is plain."""
        return nice if self.can_write(nice) else plain

    def can_write(self, text: str) -> bool:
        """Whether the stream's encoding has all these letters."""
        try:
            text.encode(self._out.encoding or "utf-8")
        except UnicodeEncodeError:
            return False
        return True

    def line(self, text: str = "") -> None:
        """One line as it is."""
        print(text, file=self._out)

    def paragraph(self, text: str, indent: str = INDENT, first: str | None = None) -> None:
        """Text wrapped to the width, every line indented; the first one by `first` if given."""
        for line in self.wrapped(text, indent, first):
            self.line(line)

    def wrapped(self, text: str, indent: str = "", first: str | None = None) -> list[str]:
        """The lines of a paragraph."""
        return textwrap.wrap(
            text,
            self.width,
            initial_indent=indent if first is None else first,
            subsequent_indent=indent,
            break_on_hyphens=False,
        )

    def result(self, word: str, text: str) -> None:
        """PASS or FAIL and what it is of: one line for programs, wrapped for a narrow terminal."""
        paint = self.good if word == "PASS" else self.bad
        width = self.width if self._terminal else 10_000
        first, *more = textwrap.wrap(text, width - len(INDENT), break_on_hyphens=False)
        self.line(f"  {paint(word)}  {first}")
        for line in more:
            self.line(f"{INDENT}{line}")

    def rule(self, title: str) -> None:
        """A line across, with a title in it."""
        dash = self._dash
        self.line(f"{dash}{dash} {title} ".ljust(min(self.width, 60), dash))

    def plain(self, text: str) -> str:
        return text

    def good(self, text: str) -> str:
        return self._paint("32", text)

    def bad(self, text: str) -> str:
        return self._paint("31", text)

    def strong(self, text: str) -> str:
        return self._paint("1", text)

    def dim(self, text: str) -> str:
        return self._paint("2", text)

    def _paint(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._colour else text


def clean(text: str) -> str:
    """A stranger's text without what could move the cursor or forge a line's look."""
    return _CONTROL.sub(lambda match: match[0].encode("unicode_escape").decode(), text)
