"""`sweep`: the figures of the learner's file as one number varies."""

import sys
from typing import TYPE_CHECKING

from kitchen import catalog, over
from kitchen.commands.attempts import attempt_of
from kitchen.commands.output import Unread, put
from kitchen.commands.stoves import Stoves
from kitchen.errors import Unusable
from kitchen.exits import FAILED, PASSED, UNUSABLE
from kitchen.report import images

if TYPE_CHECKING:
    from argparse import Namespace

    from kitchen.judge.sweeping import Sweep

ON_SCREEN = "-"


def sweep(chosen: "Namespace", stoves: Stoves) -> int:
    """Serve the case's first service with each value, and show what came of it."""
    listed = catalog.find(chosen.case)
    attempt, _ = attempt_of(listed, chosen.case, chosen.file)
    case = listed.load()
    number, values = over.chosen(case, chosen.over)
    if chosen.json and chosen.csv == ON_SCREEN:
        raise Unusable("`--json` and `--csv -` would print two things in one: leave one away.")
    kind = images.kind(chosen.picture) if chosen.picture else ""
    with stoves.engine() as engine:
        from kitchen.judge import sweeping
        from kitchen.report import patience, text
        from kitchen.report.pen import Pen

        with patience.asked_for(f"case {listed.number}", sys.stderr):
            made = sweeping.sweep(case, number, values, attempt, engine)
    if made.fault is not None:
        text.print_fault(made.fault, attempt.path, Pen(sys.stderr))
        return UNUSABLE
    _write(chosen, kind, made)
    with Unread():
        _show(chosen, [one.name for one in case.numbers if one is not number], made)
    return FAILED if made.all_broke else PASSED


def _write(chosen: "Namespace", kind: str, made: "Sweep") -> None:
    """The files that were asked for."""
    if chosen.csv not in (None, ON_SCREEN):
        from kitchen.report.sweep import sweep_csv

        put(chosen.csv, sweep_csv(made))
    if kind:
        from kitchen.report import sweep_picture

        put(chosen.picture, sweep_picture.drawn(made, kind))


def _show(chosen: "Namespace", others: list[str], made: "Sweep") -> None:
    """Print it, as it was asked for. `others`: what else can be swept."""
    from kitchen.report.pen import Pen
    from kitchen.report.sweep import print_sweep, sweep_csv, sweep_json

    if chosen.json:
        print(sweep_json(made))
    elif chosen.csv == ON_SCREEN:
        print(sweep_csv(made), end="")
    else:
        print_sweep(made, others, Pen(sys.stdout))
