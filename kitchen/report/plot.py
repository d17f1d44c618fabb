"""A plot for the terminal: times against a number, as lines of text."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

HEIGHT = 11
"""Lines between the highest time and nought; odd, so that half of it has a line."""


class Point(NamedTuple):
    """One value, and its time. None: there is no time, since it never came to that."""

    value: float
    seconds: float | None
    well: bool = True


class Signs(NamedTuple):
    """What a plot is made of."""

    well: str
    errors: str
    never: str
    """Stands at the upper edge."""
    side: str
    corner: str
    floor: str


NICE = Signs("●", "×", "▲", "│", "└", "─")
PLAIN = Signs("o", "x", "^", "|", "+", "-")


def lines(
    points: Sequence[Point],
    ticks: Sequence[float],
    told: Callable[[float], str],
    signs: Signs,
    width: int,
) -> list[str]:
    """The plot, at most `width` columns wide, from nought at its floor.

    `ticks`: values to be named under it, the most important first, by `told`. Those that find no
    room are left out.
    """
    highest = max((point.seconds or 0.0 for point in points), default=0.0) or 1.0
    digits = 2 if highest >= 0.1 else 3
    marks = {0: highest, HEIGHT // 2: highest / 2, HEIGHT - 1: 0.0}
    names = {line: f"{seconds:.{digits}f} s" for line, seconds in marks.items()}
    margin = max(map(len, names.values())) + 1
    columns = width - margin - 2
    lowest, span = points[0].value, points[-1].value - points[0].value

    def column(value: float) -> int:
        return round((value - lowest) / span * (columns - 1)) if span else 0

    grid = [[" "] * columns for _ in range(HEIGHT)]
    for point in sorted(points, key=lambda point: not point.well):  # errors over what is well
        sign = signs.well if point.well else signs.errors
        line = HEIGHT - 1 - round((point.seconds or 0.0) / highest * (HEIGHT - 1))
        if point.seconds is None:
            sign, line = signs.never, 0
        grid[line][column(point.value)] = sign
    drawn = [
        f"{names.get(place, ''):>{margin}} {signs.side}{''.join(line)}".rstrip()
        for place, line in enumerate(grid)
    ]
    floor = f"{'':>{margin}} {signs.corner}{signs.floor * columns}"
    under = [(column(tick), told(tick)) for tick in ticks]
    return [*drawn, floor, " " * (margin + 2) + _placed(under, columns)]


def _placed(labels: Sequence[tuple[int, str]], columns: int) -> str:
    """Labels in one line, each under its column as far as the edges allow, a gap between them."""
    line = [" "] * columns
    for column, label in labels:
        start = max(0, min(column - len(label) // 2, columns - len(label)))
        if "".join(line[max(0, start - 2) : start + len(label) + 2]).strip():
            continue
        line[start : start + len(label)] = label
    return "".join(line).rstrip()
