"""`watch`: a case is checked whenever its file is saved, and what came of it stays in view."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime

from kitchen import catalog, charting, debrief, shipped, workspace
from kitchen.case import Case, Served
from kitchen.catalog import Listed
from kitchen.commands import noting
from kitchen.commands.attempts import source_of
from kitchen.commands.learning import next_hint, where_to_go_on
from kitchen.commands.stoves import Stoves
from kitchen.errors import Unusable
from kitchen.exits import PASSED
from kitchen.judge.engine import AttemptSource, BrokenDown, Engine
from kitchen.judge.grading import grade
from kitchen.judge.verdict import Verdict
from kitchen.keyboard import Bell, Keyboard, resized
from kitchen.report import paging, text, timeline
from kitchen.report.pen import Pen
from kitchen.report.screen import Page, Screen
from kitchen.saves import Saves
from kitchen.trace import Trace

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

_STATUS_ROW = 2
"""Where the page says what is going on."""


def watch(chosen: "argparse.Namespace", stoves: Stoves) -> int:
    """Check on every save until `q`."""
    case = catalog.find(chosen.case) if chosen.case else where_to_go_on(noting.progress())
    case = case or catalog.listed()[0]
    every = [case] if chosen.case else list(catalog.listed())
    bell, keyboard = Bell(), Keyboard()
    with ExitStack() as open_things:
        open_things.callback(bell.close)
        files = [workspace.case_file(one) for one in catalog.listed()]
        saves = open_things.enter_context(Saves(files, bell.ring, poll=chosen.poll))
        open_things.enter_context(keyboard.listening())
        open_things.enter_context(resized(bell))
        watched = _Watch(case, every, stoves.engine(), keyboard)
        open_things.callback(watched.close)
        watched.look(first=True)
        while True:
            key = keyboard.wait(bell)
            if key == "q":
                break
            if key:
                watched.press(key)
            else:
                watched.look()
            if saves.lost:
                raise Unusable(f"{saves.lost}. `watch --poll` looks by itself.")
    print()
    return PASSED


class _Watch:
    """What is on the screen, and what is known of the case that is worked at."""

    def __init__(
        self, case: Listed, every: list[Listed], engine: Engine, keyboard: Keyboard
    ) -> None:
        self._engine = engine
        self._keyboard = keyboard
        self._screen = Screen()
        self._every = every
        self._case = case
        self._seen = {one.stem: _source(one) for one in every}
        self._verdict: Verdict | None = None
        self._body: list[str] = []
        self._below: list[str] = []
        self._status = ""

    def close(self) -> None:
        """End what serves."""
        self._engine.close()

    def look(self, *, first: bool = False) -> None:
        """Has a file been saved? Then check it. If none has, the page is drawn again."""
        changed = [self._case] if first else []
        for one in self._every:
            source = _source(one)
            if source != self._seen[one.stem]:
                self._seen[one.stem] = source
                changed.append(one)
        if changed:
            self._case = changed[-1]
            self._check()
        self._draw()

    def press(self, key: str) -> None:
        """Do what a key is for."""
        if key == "h":
            self._hint()
        elif key == "r":
            self._run()
        elif key == "s":
            self._solution()
        elif key == "n":
            self._next()
        elif key == "m":
            self._page("\n".join([*self._head(), *self._body, *self._below, ""]))
        elif key in ("c", "\n", "\r", " "):
            self._check()
        self._draw()

    # --- what keys do -------------------------------------------------------------------------

    def _check(self) -> None:
        source = self._seen[self._case.stem]
        self._verdict, self._below = None, []
        if source is None:
            self._status = "the file is gone; once it is back it is checked again"
            self._body = []
            return
        self._screen.say(_STATUS_ROW, "checking ...")
        try:
            case = self._case.load()
            attempt = source_of(self._case, workspace.case_file(self._case))
            with self._able():
                verdict = grade(self._case, case, attempt, self._engine)
        except Unusable as error:
            self._say(str(error))
            return
        self._verdict = verdict
        noting.note_verdict(self._case, case, attempt.source, verdict)
        self._status = f"{_word(verdict)} at {datetime.now():%H:%M:%S}"
        page = Page()
        if verdict.fault is not None:
            text.print_fault(verdict.fault, verdict.file, Pen(page))
        else:
            text.print_verdict(verdict, Pen(page))
            if verdict.passed:
                self._debrief(case, attempt, verdict, Pen(page))
        self._body = page.lines

    def _debrief(self, case: Case, attempt: AttemptSource, verdict: Verdict, pen: Pen) -> None:
        """What was done, what it changed, what else there is."""
        as_shipped = shipped.original(self._case)
        with self._able():
            before = self._one(case, AttemptSource(attempt.path, attempt.stem, as_shipped))
        pen.line()
        for told in debrief.lines(
            case,
            shipped=as_shipped.decode(),
            own=attempt.text,
            solution=shipped.solution(self._case),
            chapter=shipped.chapter(self._case),
            before=before.ledger if before.outcome.finished else None,
            after=None if verdict.even is None else verdict.even.ledger,
        ):
            pen.paragraph(told, "  ")

    def _one(self, case: Case, attempt: AttemptSource) -> Served:
        self._engine.take(attempt, points=case.threads)
        (served,) = self._engine.serve([case.service(1)], trace=True)
        return served

    def _run(self) -> None:
        """`run`, of what is in the file now."""
        page = Page()
        try:
            case = self._case.load()
            attempt = source_of(self._case, workspace.case_file(self._case))
            with self._able():
                served = self._one(case, attempt)
        except Unusable as error:
            self._say(str(error))
            return
        if served.outcome.file_at_fault:
            text.print_fault(served.outcome, attempt.path, Pen(page))
        else:
            text.print_run(case, served, attempt.path, attempt.text, Pen(page))
            pen = Pen(page)
            pen.line()
            timeline.print_timeline(charting.chart(served, Trace.read(served.notes), ""), pen)
        self._status = "run; the next save is checked"
        self._body, self._below = page.lines, []

    def _hint(self) -> None:
        """The next tier of the hint that fits."""
        page = Page()
        source = self._seen[self._case.stem]
        next_hint(self._case, source or b"", Pen(page), again="`h` once more")
        self._below = ["", *page.lines]

    def _solution(self) -> None:
        if not noting.progress().of(self._case).passed:
            self._below = ["", "The solution is shown after a pass. `h` gives a hint."]
            return
        self._page(shipped.solution(self._case))

    def _next(self) -> None:
        case = where_to_go_on(noting.progress(), after=self._case)
        if case is None:
            self._below = ["", "Every other case is passed."]
            return
        self._case = case
        if case not in self._every:
            self._every.append(case)
        self._seen[case.stem] = _source(case)
        self._check()

    # --- the page -----------------------------------------------------------------------------

    def _draw(self) -> None:
        self._screen.show(self._head(), [*self._body, *self._below], self._foot())

    def _head(self) -> list[str]:
        file = workspace.shown(workspace.case_file(self._case))
        pen = Pen(Page())
        about = f"case {self._case.number}, {self._case.name}: {self._case.title}"
        return [pen.strong(about), pen.dim(f"{file}: {self._status}"), ""]

    def _foot(self) -> list[str]:
        if not self._keyboard.there:
            return [""]
        keys = ["h hint", "r run", "n next case", "q quit"]
        if self._verdict is not None and self._verdict.passed:
            keys[0:1] = ["s solution"]
        return ["", Pen(Page()).dim("   ".join(keys))]

    def _say(self, told: str) -> None:
        """A paragraph in the verdict's place."""
        page = Page()
        Pen(page).paragraph(told, "  ")
        self._body, self._below, self._status = page.lines, [], "not checked"

    def _page(self, text: str) -> None:
        """Leave the screen to a pager, or to as many lines as there are."""
        with self._keyboard.lent():
            paging.page(text)
        self._screen.again()

    @contextmanager
    def _able(self) -> Iterator[None]:
        """If a process of the lab's own is lost, the next save finds a new one."""
        try:
            yield
        except BrokenDown as error:
            self._engine.close()
            self._engine = Engine()
            raise Unusable(
                f"a process of the lab's own is gone, and no verdict was reached: {error}. "
                "Save the file again."
            ) from None


def _source(case: Listed) -> bytes | None:
    """What is in the file; None where it is gone."""
    try:
        return workspace.read(workspace.case_file(case))
    except Unusable:
        return None


def _word(verdict: Verdict) -> str:
    if verdict.fault is not None:
        return "can't be run"
    failed = sum(not result.passed for result in verdict.results)
    return f"{failed} of {len(verdict.results)} checks fail" if failed else "passes"
