"""The lab from Python: `from kitchen import check, run, sweep`, in a notebook or a script.

Each answers with an object that prints as the command does, and that a notebook shows as a page.
The stoves are kept warm from one call to the next; they end with the program.
"""

import atexit
import io
import os
import shlex
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from kitchen import catalog, parts, shipped, workspace
from kitchen import over as numbers
from kitchen.arguments import MOST_SERVICES, PROGRAM
from kitchen.case import Case, Served
from kitchen.catalog import Listed
from kitchen.charting import chart_of
from kitchen.errors import Unusable
from kitchen.judge import sweeping
from kitchen.judge.engine import AttemptSource, Engine
from kitchen.judge.grading import grade
from kitchen.judge.verdict import Result, Verdict
from kitchen.measures import measure, told
from kitchen.report import account, images, page, text, timeline
from kitchen.report.pen import Pen
from kitchen.report.sweep import print_notes, print_sweep, print_table
from kitchen.world.ledger import Ledger

TEXT = "your code"
"""How an attempt is called that stands in no file."""

CELL = "your cell"
"""And one that is a cell of a notebook."""

_engine: Engine | None = None
_alone = threading.RLock()  # a slider may move in another thread, while a cell runs


def close() -> None:
    """End the stoves. The next call starts new ones."""
    global _engine
    if _engine is not None:
        engine, _engine = _engine, None
        engine.close()


def _forget() -> None:
    """A fork of this process: the stoves aren't its own."""
    global _engine, _alone
    _engine, _alone = None, threading.RLock()


atexit.register(close)
os.register_at_fork(after_in_child=_forget)


@contextmanager
def _warm() -> Iterator[Engine]:
    """The stoves of this process. If anything goes wrong with them (Ctrl-C too) they are ended."""
    global _engine
    with _alone:
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
    called: str = TEXT,
) -> "Checked":
    """Grade an attempt at a case: the learner's file, another one, or a text.

    `called`: how a text is to be called. Raises Unusable where there is no such case or file.
    """
    listed, loaded_case, attempt, replay = _attempt(case, source, file, called)
    if services is not None:
        _within_reach(services)
    with _warm() as engine:
        verdict = grade(listed, loaded_case, attempt, engine, services=services, replay=replay)
    if source is not None:
        again = tuple(_repeated(result, called) for result in verdict.results)
        verdict = verdict._replace(results=again)
    return Checked(listed, loaded_case, attempt, verdict, own=source is None and not replay)


def run(
    case: int | str,
    *,
    source: str | None = None,
    file: str | Path | None = None,
    service: int = 1,
    only: str | None = None,
    over: str | None = None,
    called: str = TEXT,
) -> "Ran":
    """One service of a case with an attempt: the learner's file, another one, or a text.

    `only`: with these parts of it only, like '1-4,9'. `over`: the first service, with one of the
    case's numbers another one, like 'limit=6'. Raises Unusable where there is no such case, file,
    service or number.
    """
    listed, loaded_case, attempt, _ = _attempt(case, source, file, called)
    _within_reach(service)
    chosen = loaded_case.service(service)
    if only is not None:
        try:
            chosen = loaded_case.part_of(chosen, parts.numbers(only))
        except ValueError as error:
            raise Unusable(f"`only` asks for what isn't there: {error}.") from None
    if over is not None:
        number, values = numbers.chosen(loaded_case, over)
        if len(values) > 1 or service != 1 or only is not None:
            raise Unusable(
                "`over` is about the first service, whole, with one value, like "
                f"`{number.name}={values[0]}`; `sweep` goes through several."
            )
        said = f"{number.name} {values[0]:g} {number.unit}".rstrip()
        chosen = number.service(values[0])._replace(title=f"{said}; otherwise {chosen.title}")
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
    called: str = TEXT,
) -> "Swept":
    """The figures of an attempt as one number of the case varies: `over` says which, and over what,
    as in 'limit=1..20'. Raises Unusable where the case has no such number.
    """
    listed, loaded_case, attempt, _ = _attempt(case, source, file, called)
    number, values = numbers.chosen(loaded_case, over)
    with _warm() as engine:
        made = sweeping.sweep(loaded_case, number, values, attempt, engine)
    return Swept(listed, loaded_case, attempt, made)


def _within_reach(number: int) -> None:
    if not 1 <= number <= MOST_SERVICES:
        raise Unusable(f"{number} is no number of services, nor of one: from 1 to {MOST_SERVICES}.")


def _attempt(
    case: int | str, source: str | None, file: str | Path | None, called: str
) -> tuple[Listed, Case, AttemptSource, str]:
    """What is to be served, and what a replay line must say to name its file."""
    if source is not None and file is not None:
        raise Unusable("an attempt is a text or a file: name one of the two.")
    listed = catalog.find(str(case))
    if source is not None:
        written = source.encode("utf-8", "surrogatepass")
        if len(written) > workspace.LARGEST_SOURCE:
            raise Unusable(f"{called} has more than a megabyte. An attempt is a page of Python.")
        return listed, listed.load(), AttemptSource(called, listed.stem, written), ""
    if file is None and str(case).endswith(".py"):
        file = str(case)
    own, root = workspace.case_file(listed), workspace.root()
    path = own if file is None else Path(file)
    # A notebook stands in a folder of the workspace, and speaks of that, or of the lab's solutions.
    homes = (root, shipped.home_of_solutions())
    path = next((p for p in (path, *(home / path for home in homes)) if p.exists()), path)
    whole, top = workspace.real(path), workspace.real(root)
    shown = str(whole.relative_to(top)) if whole.is_relative_to(top) else str(file or path)
    replay = "" if whole == workspace.real(own) else f" --file {shlex.quote(shown)}"
    return listed, listed.load(), AttemptSource(shown, listed.stem, workspace.read(path)), replay


def _repeated(result: Result, called: str) -> Result:
    """A result whose replay line repeats a service with an attempt that stands in no file."""
    words = result.replay.removeprefix(f"{PROGRAM} ")
    if not words:
        return result
    again = f"%%kitchen {words}"
    if called != CELL:
        _, number, _, service, *only = words.split()
        also = f", only={only[1]!r}" if only else ""
        again = f"run({number}, service={service}{also}, source=...)"
    return result._replace(replay=again)


class _Shown:
    """Something that prints as its command does, and that a notebook shows as a page."""

    def _print(self, pen: Pen) -> None:
        raise NotImplementedError

    def _page(self) -> str:
        return page.plain_page(str(self))

    def __str__(self) -> str:
        return _text(self._print)

    __repr__ = __str__

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": str(self), "text/html": self._page()}


class Checked(_Shown):
    """A verdict on an attempt."""

    def __init__(
        self, listed: Listed, case: Case, attempt: AttemptSource, verdict: Verdict, *, own: bool
    ) -> None:
        self.listed = listed
        self.case = case
        self.attempt = attempt
        self.verdict = verdict
        self.own = own
        """Whether it is about the learner's own file of the case."""

    @property
    def passed(self) -> bool:
        """Whether every check passed."""
        return self.verdict.passed

    def __bool__(self) -> bool:
        return self.passed

    def _print(self, pen: Pen) -> None:
        text.print_graded(self.verdict, pen)

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
    def ledger(self) -> "ShownLedger":
        """All that happened, in order."""
        return ShownLedger(self.served.ledger.events)

    @property
    def figures(self) -> dict[str, object]:
        """The case's figures by their names, and what it took (virtual seconds)."""
        ledger = self.served.ledger
        values = {figure.label: figure.value(ledger) for figure in self.case.figures}
        return {**values, "took": round(ledger.took, 6)}

    @property
    def timeline(self) -> "Timeline":
        """Who waited, who called, and how many at once."""
        return Timeline(self)

    def _print(self, pen: Pen) -> None:
        text.print_served(self.case, self.served, self.attempt.path, self.attempt.text, pen)


class ShownLedger(_Shown, Ledger):
    """The ledger of a service, as a table; of a long one the beginning and the end."""

    def __len__(self) -> int:
        return len(self.events)

    def part(self, round: int) -> "ShownLedger":
        """The ledger of one round of the script, counted from 0."""
        return ShownLedger(super().part(round).events)

    def _print(self, pen: Pen) -> None:
        account.print_account(account.account(self), pen)

    def _page(self) -> str:
        return page.table_page(account.account(self))


class Timeline(_Shown):
    """A service drawn: swimlanes, and how many at once. Where matplotlib is, as a picture."""

    def __init__(self, ran: Ran) -> None:
        self.ran = ran
        fault = ran.served.outcome.file_at_fault
        self.chart = None if fault else chart_of(ran.served, ran.listed.heading)

    def _print(self, pen: Pen) -> None:
        if self.chart is None:
            self.ran._print(pen)
        else:
            timeline.print_timeline(self.chart, pen)

    def _page(self) -> str:
        if self.chart is None or not images.can_be_drawn():
            return super()._page()
        from kitchen.report import picture

        below = "\n".join(told(measure(self.chart)))
        return page.figure_page(picture.drawn([self.chart], "svg"), self.chart.title, below=below)


class Swept(_Shown):
    """The figures of an attempt over the values of one number."""

    def __init__(
        self, listed: Listed, case: Case, attempt: AttemptSource, made: sweeping.Sweep
    ) -> None:
        self.listed = listed
        self.case = case
        self.attempt = attempt
        self.sweep = made

    def _print(self, pen: Pen) -> None:
        if self.sweep.fault is not None:
            text.print_fault(self.sweep.fault, self.attempt.path, pen)
        else:
            print_sweep(self.sweep, (), pen)

    def _page(self) -> str:
        if self.sweep.fault is not None or not images.can_be_drawn():
            return super()._page()
        from kitchen.report import sweep_picture

        number = self.sweep.number
        table = _text(lambda pen: print_table(self.sweep, pen))
        notes = _text(lambda pen: print_notes(self.sweep, pen))
        title = f"{number.measure.label} over {number.name}"
        return page.figure_page(
            sweep_picture.drawn(self.sweep, "svg"),
            title,
            above=f"{number.name}: {number.meaning}.",
            below=f"{table}\n\n{notes}".rstrip(),
        )


def _text(write: Callable[[Pen], None]) -> str:
    """What is written, as a text."""
    out = io.StringIO()
    write(Pen(out))
    return out.getvalue().rstrip("\n")
