"""Reading what a stove says about itself: strict in shape, bounded in size.

A stove runs a stranger's code, which may write anything into the line. Whatever does not have
exactly the expected shape is `Malformed`, and ends the service as the attempt's fault.
"""

from typing import Any

from kitchen.world.outcome import Frame, Raised, Waiting
from kitchen.world.wire import Malformed

LONGEST = 10_000
"""Characters of any one text that are kept."""

LONGEST_NAME = 200
"""Characters of what a crate may be called."""

MOST = 1_000
"""Entries of any one list that are kept."""


def whole(value: Any) -> int:
    """A whole number of at most 63 bits; True and False are none."""
    if type(value) is not int or not -(1 << 63) <= value < (1 << 63):
        raise Malformed("a whole number was expected")
    return value


def text(value: Any) -> str:
    """A string, cut to LONGEST characters."""
    if type(value) is not str:
        raise Malformed("a text was expected")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Malformed("half a letter in a text") from None
    return value[:LONGEST]


def several(value: Any, length: int | None = None) -> list[Any]:
    """A list, of exactly `length` entries where that is given."""
    if type(value) is not list or (length is not None and len(value) != length):
        raise Malformed("a list was expected")
    return value


def name(value: Any) -> str:
    """A short text."""
    if type(value) is not str or len(value) > LONGEST_NAME:
        raise Malformed("a name that is no name")
    return text(value)


def item(value: Any) -> int | str:
    """What may be asked for: a whole number or a text."""
    if type(value) is not str:
        return whole(value)
    return name(value)


def note(value: Any) -> list[Any]:
    """The fields of a note: few, and short. What they mean is for the trace to read."""
    fields = several(value)
    long = any(type(f) in (str, list) and len(f) > LONGEST_NAME * 10 for f in fields)
    if long or len(fields) > 10:
        raise Malformed("a note that is no note")
    return fields


def raised(value: Any) -> Raised:
    """An exception: [type, text, first, [[line, function, source, marks], ...]]."""
    kind, said, first, frames = several(value, 4)
    return Raised(text(kind), text(said), tuple(map(_frame, several(frames)[:MOST])), text(first))


def _frame(value: Any) -> Frame:
    line, function, source, marks = several(value, 4)
    return Frame(whole(line), text(function), text(source), text(marks))


def waiting(value: Any) -> tuple[Waiting, ...]:
    """Who can't go on: [[who, line, reason], ...]; a fourth may name who holds what it wants."""
    return tuple(map(_one_waiting, several(value)[:MOST]))


def _one_waiting(value: Any) -> Waiting:
    who, line, reason, *holder = several(value)
    if len(holder) > 1:
        raise Malformed("more about one who waits than anybody could say")
    return Waiting(text(who), whole(line), text(reason), text(holder[0]) if holder else "")
