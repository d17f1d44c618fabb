"""What `run` draws when it is asked to: a timeline in the terminal, a picture in a file."""

import sys
from argparse import Namespace
from pathlib import Path

from kitchen.case import Served
from kitchen.charting import chart_of
from kitchen.errors import Unusable
from kitchen.report import images, timeline
from kitchen.report.pen import Pen


def check(chosen: Namespace) -> None:
    """Raises Unusable for what can't be drawn: before anything is run."""
    if chosen.seconds:
        raise Unusable("`--for` counts how many runs went, and a drawing is of one: leave one out.")
    if chosen.timeline and chosen.json:
        raise Unusable("`--json` is for programs, `--timeline` for people: leave one out.")
    if chosen.picture:
        images.kind(chosen.picture)


def draw(chosen: Namespace, title: str, served: Served, before: Served | None) -> None:
    """Draw a service. `before`: the same one with the file as it was shipped, for the picture."""
    drawn = chart_of(served, title)
    if chosen.picture:
        from kitchen.report import picture  # it needs matplotlib

        shipped = None if before is None else chart_of(before, title)
        picture.write(drawn, Path(chosen.picture), shipped)
    if chosen.timeline:
        pen = Pen(sys.stdout)
        pen.line()
        timeline.print_timeline(drawn, pen)
