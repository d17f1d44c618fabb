"""What `--over` says: which of a case's numbers is swept, and over which values.

`limit=1..20`, `crates=10..100..10`, `limit=1,2,5,10`, `delay=0.01..0.1`. Without a step the values
go up by one in the last place that was written: 1..3 is 1, 2, 3, and 0.1..0.3 is 0.1, 0.2, 0.3.
"""

import re
from decimal import Decimal

from kitchen.case import Case, Number
from kitchen.errors import Unusable

MOST = 200
"""Values of one sweep."""

_DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]{1,6})?")


def chosen(case: Case, over: str | None) -> tuple[Number, tuple[float, ...]]:
    """The number and its values, upwards: whole ones are ints. Raises Unusable.

    None: the case's first number; a name alone: that one; each over its usual values.
    """
    if not case.numbers:
        raise Unusable("this case has no number that can be swept.")
    name, given, values = (over or case.numbers[0].name).partition("=")
    number = next((one for one in case.numbers if one.name == name.strip()), None)
    if number is None:
        raise Unusable(f"{name.strip()!r} is no number of this case. {_what_there_is(case)}")
    try:
        return number, values_of(number, values if given else number.usual)
    except ValueError as error:
        raise Unusable(f"`--over {over}`: {error}. Say `{name}={number.usual}`, for one.") from None


def values_of(number: Number, text: str) -> tuple[float, ...]:
    """The values that a text says, upwards, each once. Raises ValueError with what is wrong."""
    said: set[Decimal] = set()
    for piece in text.split(","):
        said |= _piece(piece.strip())
        if len(said) > MOST:
            raise ValueError(f"more than {MOST} values")
    values = sorted(said)
    if number.whole and any(value % 1 for value in values):
        raise ValueError(f"{number.name} is a whole number")
    if values[0] < Decimal(str(number.least)) or values[-1] > Decimal(str(number.most)):
        raise ValueError(f"{number.name} goes from {number.least:g} to {number.most:g}")
    return tuple(int(value) if number.whole else float(value) for value in values)


def _piece(text: str) -> set[Decimal]:
    """One value, or those from A to B."""
    first, *more = (_decimal(part, text) for part in text.split(".."))
    if not more:
        return {first}
    last, *rest = more
    step = rest[0] if rest else Decimal(1).scaleb(min(_exponent(first), _exponent(last)))
    if len(rest) > 1 or not step:
        raise ValueError(f"{text!r} is no range like 1..20 or 0.1..1..0.1")
    if last < first:
        raise ValueError(f"{text!r} runs downwards")
    count = int((last - first) / step) + 1
    if count > MOST:
        raise ValueError(f"{text!r} has {count} values, and {MOST} are the most")
    return {first + place * step for place in range(count)}


def _decimal(text: str, whole: str) -> Decimal:
    if _DECIMAL.fullmatch(text.strip()) is None:
        raise ValueError(f"{whole!r} is no number, and no range like 1..20 or 0.1..1..0.1")
    return Decimal(text.strip())


def _exponent(value: Decimal) -> int:
    """The last place that was written: 0 for 12, -2 for 0.05."""
    return int(value.as_tuple().exponent)


def _what_there_is(case: Case) -> str:
    told = [f"`{number.name}={number.usual}` ({number.meaning})" for number in case.numbers]
    return f"What can be swept: {'; '.join(told)}."
