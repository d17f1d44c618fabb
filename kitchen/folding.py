"""Many lanes in few rows: equal neighbours as one row, then the most alike."""

from collections.abc import Callable, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from kitchen.lanes import Lane
from kitchen.numbers import plural
from kitchen.parts import ranges

MOST_COMPARED = 200
"""Rows that are compared with each other; of more, as many in a row are one that it takes."""

Cell = str | None
"""What is to be seen in one stretch of time: a state, a sign, or nothing."""

Cells = tuple[Cell, ...]


class Row(NamedTuple):
    """One lane, or several neighbours of one kind, and what is to be seen of them."""

    lanes: tuple[Lane, ...]
    cells: Cells

    @property
    def title(self) -> str:
        """'crate 6', or 'crates 6-10 (5 x)'."""
        return self.name if len(self.lanes) == 1 else f"{self.name} ({len(self.lanes)} x)"

    @property
    def name(self) -> str:
        """The same without their number."""
        first = self.lanes[0]
        if len(self.lanes) == 1:
            return first.title
        return f"{plural(first.kind)} {self._names()}{self._rank()}"

    def _names(self) -> str:
        first, last = self.lanes[0].name, self.lanes[-1].name
        names = [lane.name.removesuffix(" again") for lane in self.lanes]
        again = " again" if first.endswith(" again") else ""
        numbers = tuple(int(name) for name in names if name.isdecimal())
        whole = len(numbers) == len(names) and numbers == tuple(sorted(set(numbers)))
        told = ranges(numbers) if whole else ""
        # Of names that are no numbers, or of many numbers, the first and the last must do.
        return f"{told}{again}" if told.count(",") < 2 and whole else f"{first}..{last}"

    def _rank(self) -> str:
        ranks = {lane.priority for lane in self.lanes}
        return f" p{self.lanes[0].priority}" if len(ranks) == 1 and None not in ranks else ""


def folded(rows: Sequence[Row], most: int, together: Callable[[Cells, Cells], Cells]) -> list[Row]:
    """These rows in at most `most`, where their kinds allow it. `together` shows two as one."""

    def merged(one: Row, other: Row) -> Row:
        return Row((*one.lanes, *other.lanes), together(one.cells, other.cells))

    if len(rows) <= most:
        return list(rows)
    left: list[Row] = []
    for _, same in groupby(rows, key=lambda row: (_sort(row), row.lanes[0].priority, row.cells)):
        equal = list(same)
        left.append(Row(tuple(lane for row in equal for lane in row.lanes), equal[0].cells))
    if len(left) > MOST_COMPARED:
        left = _in_blocks(left, merged)
    apart = [_apart(*pair) for pair in pairwise(left)]
    while len(left) > most and apart and min(apart) < _NEVER:
        place = apart.index(min(apart))
        left[place : place + 2] = [merged(left[place], left[place + 1])]
        del apart[place]
        for pair in (place - 1, place):
            if 0 <= pair < len(apart):
                apart[pair] = _apart(left[pair], left[pair + 1])
    return left


_NEVER = (1 << 30, 0)
"""How far apart rows of different kinds are."""


def _sort(row: Row) -> tuple[str, bool]:
    """Rows that differ in this are not shown as one."""
    return row.lanes[0].kind, row.lanes[0].name.endswith(" again")


def _apart(one: Row, other: Row) -> tuple[int, int]:
    """How little two neighbours are alike; of equals the pair with fewer lanes is folded first."""
    if _sort(one) != _sort(other):
        return _NEVER
    differ = sum(a != b for a, b in zip(one.cells, other.cells, strict=True))
    return differ, len(one.lanes) + len(other.lanes)


def _in_blocks(rows: Sequence[Row], merged: Callable[[Row, Row], Row]) -> list[Row]:
    size = -(-len(rows) // MOST_COMPARED)
    blocks: list[Row] = []
    for place, row in enumerate(rows):
        if place % size and _sort(blocks[-1]) == _sort(row):
            blocks[-1] = merged(blocks[-1], row)
        else:
            blocks.append(row)
    return blocks
