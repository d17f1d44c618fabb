"""A sweep as people read it: a table, what it shows, and a plot; and for other programs."""

import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from kitchen.judge.sweeping import Row, Sweep
from kitchen.report import plot
from kitchen.report.pen import Pen, clean

WIDEST_PLOT = 80

_GAP = "  "
_MARKS = 4
"""The words at the end of a line have such a part of its width before they are wrapped."""


class Column(NamedTuple):
    """One column of the table."""

    label: str
    cells: tuple[str, ...]
    need: int
    """0: always shown; the higher, the sooner it is left out where there is little room."""
    tall: int = 2
    """Lines that its head may have."""

    @property
    def head(self) -> list[str]:
        """The label in at most so many lines, as narrow as that goes."""
        least = max(map(len, (*self.label.split(), *self.cells)))
        widths = range(least, max(least, len(self.label)) + 1)
        wrapped = (textwrap.wrap(self.label, width) for width in widths)
        return next(head for head in wrapped if len(head) <= self.tall)

    @property
    def width(self) -> int:
        return max(map(len, (*self.head, *self.cells)))


def print_sweep(sweep: Sweep, others: Sequence[str], pen: Pen) -> None:
    """The table, what is to be seen in it, and the plot. `others`: what else can be swept."""
    number = sweep.number
    pen.paragraph(f"{number.name}: {number.meaning}.", "")
    pen.paragraph(f"(otherwise service 1: {sweep.otherwise})", "")
    pen.line()
    print_table(sweep, pen)
    pen.line()
    print_notes(sweep, pen)
    if len(sweep.rows) > 1 and any(row.seconds is not None for row in sweep.rows):
        _print_plot(sweep, pen)
    if others:
        pen.paragraph(f"also: --over {', '.join(others)}", "")


def print_notes(sweep: Sweep, pen: Pen) -> None:
    """What is to be said of the whole, a paragraph each."""
    for note in _notes(sweep):
        pen.paragraph(clean(note), "")
        pen.line()


def print_table(sweep: Sweep, pen: Pen) -> None:
    """A row for each value, as many columns as there is room for."""
    columns = _columns(sweep)
    left_out: list[str] = []
    marks = [_marks(sweep, row) for row in sweep.rows]
    words = min(max(map(len, marks)), pen.width // _MARKS)
    if _wide(columns) + len(_GAP) + words > pen.width:
        columns = [column._replace(tall=9) for column in columns]
    while _wide(columns) + len(_GAP) + words > pen.width:
        least = max(columns, key=lambda column: column.need)
        if not least.need:
            break
        columns.remove(least)
        left_out.insert(0, least.label)
    heads = [column.head for column in columns]
    for place in range(-max(map(len, heads)), 0):
        shown = [head[place] if len(head) >= -place else "" for head in heads]
        pen.line(_row(columns, shown).rstrip())
    room = pen.width - _wide(columns) - len(_GAP)
    for place, mark in enumerate(marks):
        first, *more = textwrap.wrap(mark, max(room, 1)) or [""]
        cells = _row(columns, [column.cells[place] for column in columns])
        pen.line(f"{cells}{_GAP}{first}".rstrip())
        for line in more:
            pen.line(" " * (_wide(columns) + len(_GAP)) + line)
    if left_out:
        pen.line()
        pen.paragraph(f"(no room for: {', '.join(left_out)})", "")


def _wide(columns: Sequence[Column]) -> int:
    return sum(len(_GAP) + column.width for column in columns)


def _row(columns: Sequence[Column], cells: Sequence[str]) -> str:
    return "".join(
        f"{_GAP}{cell:>{column.width}}" for column, cell in zip(columns, cells, strict=True)
    )


def _columns(sweep: Sweep) -> list[Column]:
    """Of the table, from left to right."""
    number, rows, labels = sweep.number, sweep.rows, sweep.labels
    measure = number.measure.label

    def column(label: str, cells: Sequence[object], need: int) -> Column:
        need = 0 if label == measure else need
        return Column(label, tuple(clean(str(cell)) for cell in cells), need)

    made = [column(number.name, [_value(sweep, row.value) for row in rows], 0)]
    for place, label in enumerate(labels):
        made.append(column(label, [row.figures[place] for row in rows], 2 + place))
    if measure not in ("took", *labels):
        made.append(column(measure, [_seconds(row.seconds) for row in rows], 0))
    made.append(column("took", [_seconds(row.took) for row in rows], 97))
    if not sweep.peak_is_told:
        made.append(column("peak", [row.peak for row in rows], 98))
    if "turned away" not in labels and any(row.turned_away for row in rows):
        made.append(column("turned away", [row.turned_away for row in rows], 1))
    if any(row.raised for row in rows):
        made.append(column("raised", [row.raised for row in rows], 99))
    return made


def _marks(sweep: Sweep, row: Row) -> str:
    """The words behind a row."""
    words = [
        "stops improving" if row is sweep.knee else "",
        "errors begin" if row is sweep.first_errors else "",
        clean(row.broke),
    ]
    return ", ".join(filter(None, words))


def _notes(sweep: Sweep) -> list[str]:
    """What is to be said of the whole."""
    name, rows = sweep.number.name, sweep.rows
    notes = []
    if sweep.flat:
        notes.append(
            f"Nothing changes: whatever `{name}` is, every figure is the same. Either the file "
            "doesn't look at it, or something else decides."
        )
    first = {row.broke: row for row in reversed(rows) if row.broke}
    for row in sorted(first.values(), key=lambda row: row.value):
        notes.append(f"Where `{name}` is {_value(sweep, row.value)}: {row.told}")
    return notes


def _print_plot(sweep: Sweep, pen: Pen) -> None:
    signs = plot.NICE if pen.either("".join(plot.NICE), "") else plot.PLAIN
    points = [plot.Point(row.value, row.seconds, row.well) for row in sweep.rows]
    told = [points[0].value, points[-1].value]
    told += [row.value for row in (sweep.knee, sweep.first_errors) if row is not None]
    width = min(pen.width, WIDEST_PLOT)
    pen.line(sweep.number.measure.label)
    for line in plot.lines(points, told, lambda value: _value(sweep, value), signs, width):
        pen.line(line)
    legend = [f"across: {sweep.number.name}"]
    if any(not point.well and point.seconds is not None for point in points):
        legend.append(f"{signs.errors} with errors")
    if any(point.seconds is None for point in points):
        legend.append(f"{signs.never} no end")
    pen.paragraph("   ".join(legend), "")
    pen.line()


def _value(sweep: Sweep, value: float) -> str:
    """A value of the number as it is told: '5', '0.05 s'. All with as many digits."""
    digits = max(len(f"{row.value:.6f}".rstrip("0").partition(".")[2]) for row in sweep.rows)
    return f"{value:.{digits}f} {sweep.number.unit}".rstrip()


def _seconds(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.2f} s"


# --- for other programs -------------------------------------------------------------------------


def sweep_csv(sweep: Sweep) -> str:
    """A row for each value; times in seconds."""
    import csv
    import io

    measure = sweep.number.measure.label
    watched = [measure] if measure not in ("took", *sweep.labels) else []
    counted = [] if "turned away" in sweep.labels else ["turned away"]
    page = io.StringIO()
    table = csv.writer(page, lineterminator="\n")
    head = [sweep.number.name, *sweep.labels, *watched, "took", "peak", *counted, "raised", "broke"]
    table.writerow(head)
    for row in sweep.rows:
        seconds = [_rounded(row.seconds) for _ in watched]
        away = [row.turned_away for _ in counted]
        figures = map(_bare, row.figures)
        ended = (_rounded(row.took), row.peak, *away, row.raised, clean(row.broke))
        table.writerow((row.value, *figures, *seconds, *ended))
    return page.getvalue()


def _bare(figure: object) -> object:
    """A figure that is told in seconds without its unit."""
    return figure.removesuffix(" s") if isinstance(figure, str) else figure


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 6)


def sweep_json(sweep: Sweep) -> str:
    """The number, the rows, and what is marked in them."""
    import json

    number, knee, errors = sweep.number, sweep.knee, sweep.first_errors
    return json.dumps(
        {
            "number": number.name,
            "meaning": number.meaning,
            "unit": number.unit,
            "otherwise": sweep.otherwise,
            "measure": number.measure.label,
            "rows": [
                {
                    "value": row.value,
                    "figures": dict(zip(sweep.labels, row.figures, strict=True)),
                    "seconds": _rounded(row.seconds),
                    "took": _rounded(row.took),
                    "peak": row.peak,
                    "turned away": row.turned_away,
                    "raised": row.raised,
                    "broke": clean(row.broke) or None,
                    "told": clean(row.told) or None,
                }
                for row in sweep.rows
            ],
            "stops improving": None if knee is None else knee.value,
            "errors begin": None if errors is None else errors.value,
            "flat": sweep.flat,
        },
        indent=2,
        ensure_ascii=False,
    )
