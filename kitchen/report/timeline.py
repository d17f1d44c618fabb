"""A chart as swimlanes in a terminal: a row for each lane, and above them how many were at once.

A cell is what went on in its stretch of time. What takes less than a cell is drawn as a whole one
where it is a call or a sign; waiting is left out then.
"""

import shutil
import textwrap
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from kitchen.folding import Cell, Cells, Row, folded
from kitchen.lanes import Chart, Lane
from kitchen.measures import measure, told
from kitchen.report.pen import Pen
from kitchen.world.wire import SECOND

MOST_ROWS = 14
"""Rows of lanes: with all that is said of them they fit into 24 lines, most of the time."""

NARROWEST, WIDEST = 40, 160
"""Columns. A wider terminal isn't used to its edge; in a narrower one lines break."""

APART = 8
"""Columns between two ticks of the axis, at least."""

UNKNOWN = (80, 24)
"""The terminal that is drawn for where there is none."""

CALLED = "called"
"""The last column of a call: so two in a row are told apart."""

Paint = Callable[[Cell, str], str]

_WEIGHTS: tuple[Cell, ...] = (
    None, "waiting", "holding", "frozen", CALLED, "calling", "refused",
    "fresh", "stale", "cut off", "failed", "not over", "killed",
)  # fmt: skip
"""Of several things in one cell the last of these is seen."""

GRID = SECOND // 2000
"""Moments within half a millisecond are one: each turn costs some microseconds."""


class Glyphs(NamedTuple):
    """How things look, each by one letter."""

    cells: Mapping[Cell, str]
    heights: str
    """How many at once, from none to as many as may be; '' where digits must do."""
    peak: str


BLOCKS = Glyphs(
    {
        None: " ", "waiting": "·", "holding": "▒", "frozen": "≈", CALLED: "▉",
        "calling": "█", "refused": "×",
        "fresh": "●", "stale": "○", "cut off": "/", "failed": "!", "not over": ">", "killed": "†",
    },
    " ▁▂▃▄▅▆▇█",
    "▲",
)  # fmt: skip

ASCII = Glyphs(
    {
        None: " ", "waiting": ".", "holding": "-", "frozen": "~", CALLED: "|",
        "calling": "#", "refused": "x",
        "fresh": "+", "stale": "o", "cut off": "/", "failed": "!", "not over": ">", "killed": "K",
    },
    "",
    "^",
)  # fmt: skip


def print_timeline(chart: Chart, pen: Pen) -> None:
    """The chart and its figures, as wide as the terminal, in the letters that it has."""
    width = max(NARROWEST, min(shutil.get_terminal_size(UNKNOWN).columns, WIDEST))
    every = "".join((*BLOCKS.cells.values(), BLOCKS.heights, BLOCKS.peak))
    glyphs = BLOCKS if pen.can_write(every) else ASCII

    def paint(cell: Cell, text: str) -> str:
        if cell in ("refused", "failed", "killed"):
            return pen.bad(text)
        return pen.dim(text) if cell == "waiting" else text

    for line in lines(chart, width, glyphs, paint):
        pen.line(line)


def lines(
    chart: Chart,
    width: int,
    glyphs: Glyphs,
    paint: Paint = lambda cell, text: text,
    most: int = MOST_ROWS,
) -> list[str]:
    """The chart and its figures in lines of at most `width` columns.

    `paint` may colour letters; it must not change how wide they are.
    """
    margin = max(width // 3, 12)
    # How much lanes are alike depends on how wide they are drawn, so rows come before titles.
    scale = _Scale(chart, width - margin - 1)
    rows = _rows(chart.lanes, scale, most - min(len(chart.workers), most // 2))
    rows += _rows(chart.workers, scale, most // 2)
    titles = [*(row.title for row in rows), *_crowd_titles(chart)]
    widest = max(map(len, titles), default=0)
    if widest < margin:
        margin = widest
        scale = _Scale(chart, width - margin - 1)
        rows = [Row(row.lanes, _seen(row.lanes, scale)) for row in rows]
    drawn = [_heading(chart, width)]
    drawn += _crowd(chart, scale, margin, glyphs, paint)
    drawn += _peak(chart, scale, margin, glyphs, paint)
    drawn.append(f"{'':<{margin}} {_axis(scale)}")
    for row in rows:
        runs = groupby(_trimmed(row.cells))
        cells = "".join(paint(cell, glyphs.cells[cell] * len(list(same))) for cell, same in runs)
        title = row.title if len(row.title) <= margin else row.name
        drawn.append(f"{_short(title, margin)} {cells}".rstrip())
    drawn += _legend(chart, rows, width, glyphs)
    for sentence in told(measure(chart)):
        drawn += textwrap.wrap(sentence, width, subsequent_indent="  ")
    return drawn


# --- time and cells -------------------------------------------------------------------------------


class _Scale(NamedTuple):
    """The columns of a chart."""

    chart: Chart
    columns: int

    @property
    def step(self) -> float:
        """Nanoseconds of a column."""
        return (self.chart.stop - self.chart.start) / self.columns

    def column(self, at: int) -> int:
        """The column that begins nearest to a moment."""
        since = (at - self.chart.start) // GRID * GRID
        return min(max(int(since / self.step + 0.5), 0), self.columns)

    def columns_of(self, start: int, stop: int, least: int = 0) -> range:
        """The columns of a span: at least so many."""
        first = min(self.column(start), self.columns - least)
        return range(first, max(self.column(stop), first + least))


def _rows(lanes: Sequence[Lane], scale: _Scale, most: int) -> list[Row]:
    rows = [Row((lane,), _seen([lane], scale)) for lane in lanes]
    return folded(rows, most, lambda one, other: tuple(map(_heavier, one, other)))


def _heavier(one: Cell, other: Cell) -> Cell:
    return max(one, other, key=_WEIGHTS.index)


def _seen(lanes: Sequence[Lane], scale: _Scale) -> Cells:
    """What is seen of these lanes in each column."""
    cells: list[Cell] = [None] * scale.columns
    for lane in lanes:
        for span in lane.spans:
            least = int(span.state in ("calling", "refused"))
            columns = scale.columns_of(span.start, span.stop, least)
            for column in columns:
                ends = span.state == "calling" and len(columns) > 1 and column == columns[-1]
                cells[column] = _heavier(cells[column], CALLED if ends else span.state)
        for mark in lane.marks:
            column = max(scale.column(mark.at) - 1, 0)
            cells[column] = _heavier(cells[column], mark.sign)
    return tuple(cells)


def _trimmed(cells: Cells) -> Cells:
    end = len(cells)
    while end and cells[end - 1] is None:
        end -= 1
    return cells[:end]


def _axis(scale: _Scale) -> str:
    """Moments in seconds, each after a stroke at its column."""
    row = ""
    seconds = scale.columns * scale.step / SECOND
    tick, digits = _tick(seconds, scale.columns)
    for number in range(int(seconds / tick + 1e-9) + 1):
        text = f"|{number * tick:.{digits}f}"
        column = scale.column(scale.chart.start + round(number * tick * SECOND))
        if column + len(text) + len(" s") <= scale.columns and column >= len(row):
            row = f"{row:<{column}}{text}"
    return f"{row} s"


def _tick(seconds: float, columns: int) -> tuple[float, int]:
    """How far apart ticks are, and the digits behind the point of each."""
    digits, unit = 3, 0.001
    while True:
        for times in (1, 2, 5):
            if times * unit / seconds * columns >= APART:
                return times * unit, digits
        unit *= 10
        digits = max(digits - 1, 0)


# --- what stands above and below the lanes --------------------------------------------------------


def _heading(chart: Chart, width: int) -> str:
    title = f"{chart.title}: {chart.conditions}" if chart.title else chart.conditions
    return textwrap.shorten(title, width, placeholder=" ...")


def _crowd_titles(chart: Chart) -> tuple[str, str]:
    upto = f"1-{chart.limit}" if chart.limit > 1 else "1"
    return f"{upto} at once", f"over {chart.limit}"


def _crowd(chart: Chart, scale: _Scale, margin: int, glyphs: Glyphs, paint: Paint) -> list[str]:
    """How many at once: the upper edge of a row is the limit; what is over it has one more row."""
    counts = _counts(chart, scale)
    peak, limit = chart.peak[0], chart.limit
    inside, over = _crowd_titles(chart)
    drawn = []
    if peak > limit:
        row = "".join(_height(count - limit, peak - limit, glyphs, "!") for count in counts)
        drawn.append(f"{_short(over, margin)} {paint('refused', row.rstrip())}")
    row = "".join(_height(min(count, limit), limit, glyphs) for count in counts).rstrip()
    return [*drawn, f"{_short(inside, margin)} {row}".rstrip()]


def _counts(chart: Chart, scale: _Scale) -> list[int]:
    """How many at once in each column. A crowd of less than a column is seen where it is larger
    than those before and after it."""
    counts = [0] * scale.columns
    short: list[tuple[int, int]] = []
    for start, stop, count in chart.crowd_spans():
        columns = scale.columns_of(start, stop)
        for column in columns:
            counts[column] = max(counts[column], count)
        if not columns:
            short.append((min(columns.start, scale.columns - 1), count))
    for column, count in short:
        if count > max(counts[max(column - 1, 0)], counts[column]):
            counts[column] = count
    return counts


def _peak(chart: Chart, scale: _Scale, margin: int, glyphs: Glyphs, paint: Paint) -> list[str]:
    """The most at once, and when: beside its sign under that column, or in a line of its own."""
    (peak, at), limit = chart.peak, chart.limit
    if not peak:
        return []
    text = f"peak {peak} at {(at - chart.start) / SECOND:.2f} s"
    text += f": {peak - limit} over the limit of {limit}" if peak > limit else f", room for {limit}"
    state = "refused" if peak > limit else None
    before, width = margin + 1 + scale.columns_of(at, at, 1).start, margin + 1 + scale.columns
    if before + 2 + len(text) <= width:
        return [f"{'':<{before}}{paint(state, f'{glyphs.peak} {text}')}"]
    if len(text) + 1 <= before:
        return [f"{'':<{before - len(text) - 1}}{paint(state, f'{text} {glyphs.peak}')}"]
    sign = f"{'':<{before}}{paint(state, glyphs.peak)}"
    return [sign, *(paint(state, line) for line in textwrap.wrap(text, width))]


def _height(count: int, most: int, glyphs: Glyphs, full: str = "") -> str:
    """A bar of `count` in `most`; without blocks a digit, or `full` where any means too many."""
    if count <= 0:
        return " "
    if not glyphs.heights:
        return full or (str(count) if count < 10 else "+")
    steps = len(glyphs.heights) - 1
    return glyphs.heights[max(1, round(count / most * steps))]


def _short(title: str, width: int) -> str:
    """A title in so many columns; of one that is too long the beginning and the end."""
    if len(title) <= width:
        return f"{title:<{width}}"
    half = (width - 2) // 2
    return f"{title[: width - 2 - half]}..{title[len(title) - half :]}"


def _legend(chart: Chart, rows: Sequence[Row], width: int, glyphs: Glyphs) -> list[str]:
    """What the letters mean that are there."""
    there = {cell for row in rows for cell in row.cells}
    words = {cell: chart.word(cell) for cell in _WEIGHTS if cell and cell in there}
    pieces = [f"{glyphs.cells[cell]} {word}" for cell, word in words.items() if word]
    if any(lane.priority is not None for lane in chart.lanes):
        pieces.append("p: priority, the lowest first")
    return _wrapped(pieces, width)


def _wrapped(pieces: Sequence[str], width: int) -> list[str]:
    """Pieces side by side; one is broken only where it fits into no line."""
    made: list[str] = []
    for piece in pieces:
        if made and len(made[-1]) + 3 + len(piece) <= width:
            made[-1] += f"   {piece}"
        else:
            made += textwrap.wrap(piece, width)
    return made
