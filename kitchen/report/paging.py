"""A chapter on the terminal: Markdown laid out, a page at a time."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

MOST_COLUMNS = 100


def show(text: str) -> None:
    """Lay Markdown out for this terminal, and page it if it is longer than that."""
    size = shutil.get_terminal_size()
    text = _laid_out(text, min(size.columns, MOST_COLUMNS))
    if text.count("\n") < size.lines or not page(text):
        print(text, end="")


def _laid_out(text: str, width: int) -> str:
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.theme import Theme

    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    console = Console(
        width=width,
        force_terminal=not plain,
        color_system=None if plain else "standard",
        legacy_windows=False,
        theme=Theme({"markdown.code": "bold cyan"}),  # on the terminal's own ground
        file=sys.stdout,
    )
    with console.capture() as page:
        # So do blocks of code: any theme's ground would be wrong on some.
        console.print(Markdown(text, code_theme="ansi_dark", hyperlinks=False))
    return "\n".join(line.rstrip() for line in page.get().split("\n"))


def page(text: str) -> bool:
    """Show it in the pager that the environment names, or `less`; whether that could be done."""
    pager = os.environ.get("PAGER", "").split() or ["less"]
    known = shutil.which(pager[0]) is not None and Path(pager[0]).name != "cat"
    if not known or os.environ.get("TERM") == "dumb":
        return False
    # Colours are to be shown, and whatever fits is to stay until `q`.
    settings = {**os.environ, "LESS": f"{os.environ.get('LESS', '')} -R -+F".strip()}
    with subprocess.Popen(pager, stdin=subprocess.PIPE, env=settings) as running:
        assert running.stdin is not None
        try:
            running.stdin.write(text.encode(sys.stdout.encoding, "replace"))
            running.stdin.close()
        except OSError:
            pass  # it was left before the end
        while True:
            try:
                running.wait()
                break
            except KeyboardInterrupt:
                continue  # Ctrl-C in a pager is the pager's
    return True
