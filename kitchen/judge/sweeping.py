"""A sweep: the figures of one attempt, as one number of the case's first service varies.

Nothing is judged here. What the attempt ignores changes nothing, and that is a finding as well.
"""

from collections.abc import Sequence
from typing import NamedTuple

from kitchen.case import Case, Number, Served, peak
from kitchen.judge.diagnosis import crash, named, short, tell
from kitchen.judge.engine import AttemptSource, Engine
from kitchen.world.outcome import Outcome

SAME = 0.01
"""The share of a time that makes no difference: turns cost a few microseconds each."""


ENOUGH = 4
"""If so many of the lowest values, all of them, keep the stove, the others are not run: each would
take seconds of real time, and nobody would learn more."""


class Row(NamedTuple):
    """The first service with one value of the number, as it went."""

    value: float
    """An int where the number is whole."""
    figures: tuple[object, ...]
    """The case's own, in its order."""
    took: float
    """Seconds from the first call to the supplier's last reply."""
    seconds: float | None
    """The time that is watched; None: it never came to that, or to its end."""
    peak: int
    """The most deliveries at the door at once."""
    turned_away: int
    raised: int
    """Calls that ended by an error which is not the script's own."""
    broke: str = ""
    """In a few words, how it hung or crashed; '' when it did neither."""
    told: str = ""
    """The same in a sentence or two."""

    @property
    def well(self) -> bool:
        """Whether nothing went wrong that shows at every case: hangs, errors, refusals."""
        return not (self.broke or self.raised or self.turned_away)


class Sweep(NamedTuple):
    """The rows of a sweep, upwards by the number's value."""

    number: Number
    otherwise: str
    """The conditions of the first service, in a few words."""
    labels: tuple[str, ...]
    """Of the case's figures."""
    peak_is_told: bool
    """Whether one of the figures is the peak."""
    rows: tuple[Row, ...]
    fault: Outcome | None = None
    """Why the file can't be run at all; then there are no rows."""

    @property
    def knee(self) -> Row | None:
        """The row from which on the time no longer improves: the first of the best, if those
        before it are slower and there is something after it."""
        timed = [(row.seconds, row) for row in self.rows if row.well and row.seconds is not None]
        best = min((seconds for seconds, _ in timed), default=0.0)
        good = [row for seconds, row in timed if seconds <= best * (1 + SAME)]
        if not good or good[0] in (timed[0][1], self.rows[-1]):
            return None
        return good[0]

    @property
    def first_errors(self) -> Row | None:
        """The first row in which something went wrong."""
        return next((row for row in self.rows if not row.well), None)

    @property
    def flat(self) -> bool:
        """Whether nothing at all changes, over several values."""
        seen = {
            row._replace(value=0, took=round(row.took, 3), seconds=round(row.seconds or 0, 3))
            for row in self.rows
        }
        return len(self.rows) > 1 and len(seen) == 1

    @property
    def all_broke(self) -> bool:
        """Whether every value made it hang or crash."""
        return all(row.broke for row in self.rows)


def sweep(
    case: Case, number: Number, values: Sequence[float], attempt: AttemptSource, engine: Engine
) -> Sweep:
    """Serve the first service with each of these values, upwards."""
    services = [number.service(value) for value in values]
    labels = tuple(figure.label for figure in case.figures)
    peak_is_told = any(figure.value is peak for figure in case.figures)
    made = Sweep(number, case.service(1).title, labels, peak_is_told, ())
    engine.take(attempt, points=case.threads)
    found: dict[int, Served] = {}
    faults: list[Outcome] = []

    def hopeless() -> bool:
        lowest = [found[id(service)] for service in services[:ENOUGH] if id(service) in found]
        return len(lowest) == ENOUGH and all(one.outcome.end == "kept" for one in lowest)

    for served in engine.serve(services, skip=lambda service: bool(faults) or hopeless()):
        if served.outcome.file_at_fault:
            faults.append(served.outcome)
        found[id(served.service)] = served  # they come as they end, and have one number
    if faults:
        return made._replace(fault=faults[0])
    # What the second lane had begun by then is left out as well: the same rows each time.
    run = services[:ENOUGH] if hopeless() else services
    rows = [
        _row(case, number, value, found[id(service)])
        for value, service in zip(values, run, strict=False)
    ]
    rows += [_not_run(case, value) for value in values[len(run) :]]
    return made._replace(rows=tuple(rows))


def _not_run(case: Case, value: float) -> Row:
    told = "It was not run, since at each of the values before the code kept its turn."
    return Row(value, ("-",) * len(case.figures), 0.0, None, 0, 0, 0, "not run", told)


def _row(case: Case, number: Number, value: float, served: Served) -> Row:
    ledger, outcome = served.ledger, served.outcome
    error = crash(served, case.guests_own)
    broke = told = ""
    if not outcome.finished:
        broke, told = short(outcome), tell(outcome)
    elif error is not None:
        broke, told = error.inner_type, f"{case.entry.function} raised {named(error)}."
    return Row(
        value,
        tuple(figure.value(ledger) for figure in case.figures),
        ledger.took,
        number.measure.seconds(ledger) if outcome.finished else None,
        ledger.peak,
        ledger.turned_away,
        sum(raised.inner_type not in case.guests_own for raised in served.errors.values()),
        broke,
        told,
    )
