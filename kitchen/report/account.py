"""A ledger as a table: what happened when, of a long one the beginning and the end."""

from typing import NamedTuple

from kitchen.report.pen import Pen, clean
from kitchen.world.ledger import Event, Ledger

FIRST, LAST = 40, 10
"""Events that are shown of a long ledger."""

_LETTERS = 60
"""Of a stranger's text in a cell."""


class Account(NamedTuple):
    """The table: heads, rows, and how many rows are left out before the last ones."""

    heads: tuple[str, ...]
    rows: list[tuple[str, ...]]
    left_out: int

    @property
    def parted(self) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
        """The rows before those that are left out, and the rows after."""
        return (self.rows[:FIRST], self.rows[FIRST:]) if self.left_out else (self.rows, [])

    @property
    def gap(self) -> str:
        """What stands for the rows that are left out; '' for none."""
        return f"... {self.left_out} more ..." if self.left_out else ""


def account(ledger: Ledger) -> Account:
    """The ledger's table. Rounds are told where there are several."""
    events = ledger.events
    left_out = max(0, len(events) - FIRST - LAST)
    shown = [*events[:FIRST], *events[-LAST:]] if left_out else events
    rounds = len({event.round for event in events}) > 1
    heads = ("seconds", "what", "number", "item", "note", *(("round",) if rounds else ()))
    return Account(heads, [_row(event, rounds) for event in shown], left_out)


def _row(event: Event, rounds: bool) -> tuple[str, ...]:
    item, note = (
        clean(text if len(text) <= _LETTERS else f"{text[:_LETTERS]}...")
        for text in ("" if event.item is None else str(event.item), str(event.note))
    )
    cells = (f"{event.seconds:.6f}", event.kind, str(event.number), item, note)
    return (*cells, str(event.round + 1)) if rounds else cells


def print_account(told: Account, pen: Pen) -> None:
    """The table in columns."""
    table = [told.heads, *told.rows]
    widths = [max(len(row[place]) for row in table) for place in range(len(told.heads))]
    before, after = told.parted

    def line(row: tuple[str, ...]) -> None:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        pen.line("  ".join(cells).rstrip())

    line(told.heads)
    for row in before:
        line(row)
    if told.gap:
        pen.line(told.gap)
    for row in after:
        line(row)
