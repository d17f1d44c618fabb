"""The lab from Python: `from kitchen import check, run, sweep`, in a notebook or a script.

Each answers with an object that prints as the command does, and that a notebook shows as a page.
The stoves are kept warm from one call to the next; they end with the program.
"""

import atexit
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kitchen import catalog, workspace
from kitchen import over as numbers
from kitchen.case import Case, Served
from kitchen.catalog import Listed
from kitchen.charting import chart
from kitchen.errors import Unusable
from kitchen.judge import sweeping
from kitchen.judge.engine import AttemptSource, Engine
from kitchen.judge.grading import grade
from kitchen.judge.verdict import Verdict
from kitchen.lanes import Chart
from kitchen.measures import measure, told
from kitchen.report import images, page, text, timeline
from kitchen.report.pen import Pen
from kitchen.report.sweep import print_sweep, print_table
from kitchen.trace import Trace
from kitchen.world.ledger import Ledger

CELL = "your cell"
"""How an attempt is called that stands in no file."""

_engine: Engine | None = None


def close() -> None:
    """End the stoves. The next call starts new ones."""
    global _engine
    if _engine is not None:
        engine, _engine = _engine, None
        engine.close()


atexit.register(close)


@contextmanager
def _warm() -> Iterator[Engine]:
    """The stoves of this process. If anything goes wrong with them (Ctrl-C too) they are ended."""
    global _engine
    if _engine is None:
        _engine = Engine(forks=False)  # a kernel has threads, and they would not be in the fork
    try:
        yield _engine
    except BaseException:
        close()
        raise


def check(
    case: int | str,
    *,
    source: str | None = None,
    file: str | Path | None = None,
    services: int | None = None,
) -> "Checked":
    """Grade an attempt at a case: the learner's file, another one, or a text.

    Raises Unusable where there is no such case or file.
    """
    listed, loaded_case, attempt = _attempt(case, source, file)
    with _warm() as engine:
        verdict = grade(listed, loaded_case, attempt, engine, services=services)
    return Checked(loaded_case, attempt, verdict)


def run(
    case: int | str,
    *,
    source: str | None = None,
    file: str | Path | None = None,
    service: int = 1,
    over: str | None = None,
) -> "Ran":
    """One service of a case with an attempt: the learner's file, another one, or a text.

    `over`: the first service, with one of the case's numbers another one, like 'limit=6'. Raises
    Unusable where there is no such case, file or number.
    """
    listed, loaded_case, attempt = _attempt(case, source, file)
    chosen = loaded_case.service(1 if over is not None else service)
    if over is not None:
        number, (value, *_) = numbers.chosen(loaded_case, over)
        said = f"{number.name} {value:g} {number.unit}".rstrip()
        chosen = number.service(value)._replace(title=f"{said}; otherwise {chosen.title}")
    with _warm() as engine:
        engine.take(attempt, points=loaded_case.threads)
        (served,) = engine.serve([chosen], trace=True)
    return Ran(listed, loaded_case, attempt, served)


def sweep(
    case: int | str,
    over: str | None = None,
    *,
    source: str | None = None,
    file: str | Path | None = None,
) -> "Swept":
    """The figures of an attempt as one number of the case varies: `over` says which, and over what,
    as in 'limit=1..20'. Raises Unusable where the case has no such number.
    """
    _, loaded_case, attempt = _attempt(case, source, file)
    number, values = numbers.chosen(loaded_case, over)
    with _warm() as engine:
        made = sweeping.sweep(loaded_case, number, values, attempt, engine)
    return Swept(loaded_case, attempt, made)


def _attempt(
    case: int | str, source: str | None, file: str | Path | None
) -> tuple[Listed, Case, AttemptSource]:
    if source is not None and file is not None:
        raise Unusable("an attempt is a text or a file: name one of the two.")
    listed = catalog.find(str(case))
    if source is not None:
        return listed, listed.load(), AttemptSource(CELL, listed.stem, source.encode())
    root = workspace.root()
    path = workspace.case_file(listed) if file is None else Path(file)
    if not path.exists() and (root / path).exists():
        path = root / path  # a notebook stands in a folder of the workspace, and speaks of that
    whole = path.resolve()
    shown = str(whole.relative_to(root)) if whole.is_relative_to(root) else str(path)
    return listed, listed.load(), AttemptSource(shown, listed.stem, workspace.read(path))


class _Shown:
    """Something that prints as its command does, and that a notebook shows as a page."""

    def _print(self, pen: Pen) -> None:
        raise NotImplementedError

    def _page(self) -> str:
        return page.plain_page(str(self))

    def __str__(self) -> str:
        out = io.StringIO()
        self._print(Pen(out))
        return out.getvalue().rstrip("\n")

    __repr__ = __str__

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": str(self), "text/html": self._page()}


class Checked(_Shown):
    """A verdict on an attempt."""

    def __init__(self, case: Case, attempt: AttemptSource, verdict: Verdict) -> None:
        self.case = case
        self.attempt = attempt
        self.verdict = verdict

    @property
    def passed(self) -> bool:
        """Whether every check passed."""
        return self.verdict.passed

    def __bool__(self) -> bool:
        return self.passed

    def _print(self, pen: Pen) -> None:
        if self.verdict.fault is not None:
            text.print_fault(self.verdict.fault, self.verdict.file, pen)
        else:
            text.print_verdict(self.verdict, pen)

    def _page(self) -> str:
        return page.verdict_page(self.verdict)


class Ran(_Shown):
    """One service of an attempt."""

    def __init__(self, listed: Listed, case: Case, attempt: AttemptSource, served: Served) -> None:
        self.listed = listed
        self.case = case
        self.attempt = attempt
        self.served = served

    @property
    def ledger(self) -> Ledger:
        """All that happened, in order."""
        return self.served.ledger

    @property
    def figures(self) -> dict[str, object]:
        """The case's figures by their names, and what it took (virtual seconds)."""
        told = {figure.label: figure.value(self.ledger) for figure in self.case.figures}
        return {**told, "took": round(self.ledger.took, 6)}

    @property
    def timeline(self) -> "Timeline":
        """Who waited, who called, and how many at once."""
        drawn = chart(self.served, Trace.read(self.served.notes), self.listed.heading)
        return Timeline(drawn)

    def _print(self, pen: Pen) -> None:
        if self.served.outcome.file_at_fault:
            text.print_fault(self.served.outcome, self.attempt.path, pen)
        else:
            text.print_run(self.case, self.served, self.attempt.path, self.attempt.text, pen)


class Timeline(_Shown):
    """A service drawn: swimlanes, and how many at once. Where matplotlib is, as a picture."""

    def __init__(self, drawn: Chart) -> None:
        self.chart = drawn

    def _print(self, pen: Pen) -> None:
        timeline.print_timeline(self.chart, pen)

    def _page(self) -> str:
        try:
            from kitchen.report import picture
        except Unusable:
            return super()._page()
        below = "\n".join(told(measure(self.chart)))
        return page.figure_page(picture.drawn([self.chart], "svg").decode(), below)


class Swept(_Shown):
    """The figures of an attempt over the values of one number."""

    def __init__(self, case: Case, attempt: AttemptSource, made: sweeping.Sweep) -> None:
        self.case = case
        self.attempt = attempt
        self.sweep = made

    def _print(self, pen: Pen) -> None:
        if self.sweep.fault is not None:
            text.print_fault(self.sweep.fault, self.attempt.path, pen)
        else:
            print_sweep(self.sweep, (), pen)

    def _page(self) -> str:
        try:
            images.kind("sweep.svg")  # is matplotlib there?
        except Unusable:
            return super()._page()
        from kitchen.report import sweep_picture

        if self.sweep.fault is not None:
            return super()._page()
        table = io.StringIO()
        print_table(self.sweep, Pen(table))
        return page.figure_page(sweep_picture.drawn(self.sweep, "svg").decode(), table.getvalue())
