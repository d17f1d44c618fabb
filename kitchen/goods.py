"""What a supplier hands over: crates, or one of four errors.

The same few names serve on both sides of the door: in a stove, where the simulated supplier
answers, and in a plain script on the real clock.
"""

from typing import Any, final


class SupplierError(Exception):
    """The supplier said no. Catch one of the four below when it matters which no it was."""


@final
class TooBusy(SupplierError):
    """Over the concurrency limit: too many deliveries at once. An HTTP 429 or 503."""


@final
class SlowDown(SupplierError):
    """Over the rate limit: too many deliveries started in too short a time. An HTTP 429."""


@final
class Spoiled(SupplierError):
    """This item fails, and will fail again: asking once more is no use. An HTTP 422."""


@final
class Closed(SupplierError):
    """The supplier is shut for a while (an outage). An HTTP 503."""


SUPPLIERS_OWN = frozenset({"SupplierError", "TooBusy", "SlowDown", "Spoiled", "Closed"})
"""The names of the errors above: what else a learner's code raises is its own."""


@final
class Crate:
    """One delivered item. `mark` is the supplier's stamp: only the supplier can make it.

    `kind` says what is in it ("flour") and `weight` how much of it, in kilograms, where the
    supplier tells: else "" and 0. Two crates are equal when item and mark are.
    """

    __slots__ = ("item", "kind", "mark", "weight")

    def __init__(self, item: int | str, mark: str, kind: str = "", weight: int = 0) -> None:
        self.item = item
        self.mark = mark
        self.kind = kind
        self.weight = weight

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Crate):
            return NotImplemented
        return (self.item, self.mark) == (other.item, other.mark)

    def __hash__(self) -> int:
        return hash((self.item, self.mark))

    def __repr__(self) -> str:
        return f"Crate({self.item!r})"


def refusal(kind: str, item: Any, limit: int) -> SupplierError:
    """The error for an answer of `kind`: 'busy', 'slow', 'spoiled' or 'closed'."""
    if kind == "busy":
        return TooBusy(f"crate {item!r} turned away: more than {limit} at once")
    if kind == "slow":
        return SlowDown(f"crate {item!r} turned away: too many in too short a time")
    if kind == "spoiled":
        return Spoiled(f"crate {item!r} is spoiled")
    return Closed(f"crate {item!r} turned away: the supplier is closed")
