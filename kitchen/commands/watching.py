"""`watch`: a case is checked whenever its file is saved, and what came of it stays in view."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime

from kitchen import catalog, charting, debrief, shipped, workspace
from kitchen.case import Case, Served
from kitchen.catalog import Listed
from kitchen.commands import noting
from kitchen.commands.learning import next_hint, where_to_go_on
from kitchen.commands.stoves import Stoves
from kitchen.errors import Unusable
from kitchen.exits import PASSED
from kitchen.judge.engine import AttemptSource, BrokenDown, Engine
from kitchen.judge.grading import grade
from kitchen.judge.verdict import Verdict
from kitchen.keyboard import Bell, Keyboard, on_signal
from kitchen.numbers import counted
from kitchen.report import paging, text, timeline
from kitchen.report.pen import Pen
from kitchen.report.screen import Page, Screen
from kitchen.saves import Saves

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

Writes = Callable[[Pen], None]
"""A part of the page. It is written anew whenever the page is drawn: the terminal may have changed
its size."""


def watch(chosen: "argparse.Namespace", stoves: Stoves) -> int:
    """Check on every save until `q`."""
    case = catalog.find(chosen.case) if chosen.case else None
    workspace.must_be_there()
    every = list(catalog.listed()) if case is None else [case]
    case = case or where_to_go_on(noting.progress()) or catalog.listed()[0]
    bell, keyboard = Bell(), Keyboard()
    with ExitStack() as open_things:
        open_things.callback(bell.close)
        files = [workspace.case_file(one) for one in catalog.listed()]
        saves = open_things.enter_context(Saves(files, bell.ring, poll=chosen.poll))
        open_things.enter_context(keyboard.listening(bell))
        open_things.enter_context(on_signal("SIGWINCH", lambda *_: bell.ring()))
        watched = _Watch(case, every, stoves.engine(), keyboard, bell)
        open_things.callback(watched.close)
        watched.look(first=True)
        while True:
            keys = keyboard.wait(bell)
            if not keys:
                watched.look()
            for key in keys:
                if key == "q":
                    print()
                    return PASSED
                watched.press(key)
            if saves.lost:
                raise Unusable(f"{saves.lost}. `watch --poll` looks by itself.")


class _Watch:
    """What is on the screen, and what is known of the case that is worked at."""

    def __init__(
        self, case: Listed, every: list[Listed], engine: Engine, keyboard: Keyboard, bell: Bell
    ) -> None:
        self._engine = engine
        self._keyboard = keyboard
        self._bell = bell
        self._screen = Screen()
        self._every = every
        self._case = case
        self._seen = {one.stem: _source(one) for one in every}
        self._verdict: Verdict | None = None
        self._body: list[Writes] = []
        self._below: list[Writes] = []
        self._status = ""

    def close(self) -> None:
        """End what serves."""
        self._engine.close()

    def look(self, *, first: bool = False) -> None:
        """Has a file been saved? Then check it. If none has, a page that stays is drawn again."""
        changed = [self._case] if first else []
        for one in self._every:
            source = _source(one)
            if source != self._seen[one.stem]:
                self._seen[one.stem] = source
                changed.append(one)
        if changed:
            self._turn_to(changed[-1])
            self._check()
        if changed or self._screen.still:
            self._draw()

    def press(self, key: str) -> None:
        """Do what a key is for."""
        does = {
            "h": self._hint,
            "r": self._run,
            "s": self._solution,
            "n": self._next,
            "m": self._more,
            **dict.fromkeys(("c", " ", "\n", "\r"), self._check),
        }
        if key in does:
            does[key]()
            self._draw()

    # --- what keys do -------------------------------------------------------------------------

    def _check(self) -> None:
        source = self._seen[self._case.stem]
        self._verdict, self._below = None, []
        if isinstance(source, str):
            self._say(source)
            return
        self._wait("checking ...")
        attempt = self._attempt(source)
        try:
            case = self._case.load()
            with self._able():
                verdict = grade(self._case, case, attempt, self._engine)
            self._verdict = verdict
            self._body = [lambda pen: text.print_graded(verdict, pen)]
            self._status = f"{_word(verdict)} at {datetime.now():%H:%M:%S}"
            noting.note_verdict(self._case, case, source, verdict, self._beside)
            if verdict.passed:
                self._body.append(self._debriefed(case, attempt, verdict))
        except Unusable as error:
            self._say(str(error))

    def _debriefed(self, case: Case, attempt: AttemptSource, verdict: Verdict) -> Writes:
        """What was done, what it changed, what else there is."""
        as_shipped = shipped.original(self._case)
        with self._able():
            before = self._one(case, attempt._replace(source=as_shipped))
        told = debrief.lines(
            case,
            shipped=as_shipped.decode(),
            own=attempt.text,
            solution=shipped.solution(self._case),
            chapter=shipped.chapter(self._case),
            before=before.ledger if before.outcome.finished else None,
            after=None if verdict.even is None else verdict.even.ledger,
        )
        return _paragraphs("", *told)

    def _one(self, case: Case, attempt: AttemptSource) -> Served:
        self._engine.take(attempt, points=case.threads)
        (served,) = self._engine.serve([case.service(1)], trace=True)
        return served

    def _run(self) -> None:
        """`run`, of what is in the file now."""
        source = self._seen[self._case.stem]
        self._below = []
        if isinstance(source, str):
            self._say(source)
            return
        self._wait("running ...")
        attempt = self._attempt(source)
        try:
            case = self._case.load()
            with self._able():
                served = self._one(case, attempt)
        except Unusable as error:
            self._say(str(error))
            return
        self._status = "run; the next save is checked"
        self._body = [lambda pen: text.print_served(case, served, attempt.path, attempt.text, pen)]
        if not served.outcome.file_at_fault:
            self._body.append(lambda pen: _print_timeline(served, self._case.heading, pen))

    def _hint(self) -> None:
        """The next tier of the hint that fits."""
        source = self._seen[self._case.stem]
        known = b"" if isinstance(source, str) else source
        self._below = []
        hint = next_hint(self._case, known, again="`h` once more", say=self._beside)
        self._below.insert(0, hint)

    def _solution(self) -> None:
        if noting.progress(self._beside).of(self._case).passed:
            self._page(shipped.solution(self._case))
        else:
            self._below = [_paragraphs("The solution is shown after a pass. `h` gives a hint.")]

    def _next(self) -> None:
        case = where_to_go_on(noting.progress(self._beside), after=self._case)
        if case is None:
            self._below = [_paragraphs("Every other case is passed.")]
            return
        self._turn_to(case)
        if case not in self._every:
            self._every.append(case)
        self._seen[case.stem] = _source(case)
        self._check()

    def _more(self) -> None:
        """All that there isn't room for."""
        page = [*self._head(), *_written(self._body), *_written(self._below)]
        self._page("".join(f"{line}\n" for line in page))

    # --- the page -----------------------------------------------------------------------------

    def _draw(self) -> None:
        below = _written(self._below)
        self._screen.show(
            self._head(), _written(self._body), ["", *below] if below else [], self._foot()
        )

    def _head(self) -> list[str]:
        file, pen = workspace.shown(workspace.case_file(self._case)), Pen(Page())
        where = f"{file}: {self._status}"
        return [
            *map(pen.strong, pen.wrapped(self._case.introduction)),
            *map(pen.dim, pen.wrapped(where)),
            "",
        ]

    def _foot(self) -> list[str]:
        if not self._keyboard.there:
            return [""]
        keys = ["h hint", "r run", "n next", "q quit"]
        if self._verdict is not None and self._verdict.passed:
            keys[0] = "s solution"
        return ["", Pen(Page()).dim("   ".join(keys))]

    def _turn_to(self, case: Listed) -> None:
        """From now on it is about this case."""
        if case != self._case:
            self._case, self._body, self._below = case, [], []

    def _wait(self, status: str) -> None:
        """Say what is going on, beside what there was before."""
        self._status = status
        if self._screen.still:
            self._draw()

    def _say(self, told: str) -> None:
        """A paragraph in the verdict's place."""
        self._body, self._status = [_paragraphs(told)], "not checked"

    def _beside(self, told: str) -> None:
        """What a command would say on standard error: below the rest."""
        note = _paragraphs(told)
        self._below.append(note)

    def _page(self, text: str) -> None:
        """Leave the screen to a pager; where there is none, to all the lines, until a key."""
        with self._keyboard.lent():
            paged = paging.page(text)
        if not paged:
            print(text)
            if self._screen.still:
                print("any key goes back", flush=True)
                while not self._keyboard.wait(self._bell):
                    pass
        self._screen.again()
        self._bell.ring()  # what was saved meanwhile

    def _attempt(self, source: bytes) -> AttemptSource:
        path = workspace.case_file(self._case)
        return AttemptSource(workspace.shown(path), self._case.stem, source)

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


def _source(case: Listed) -> bytes | str:
    """What is in the file; or why that can't be told."""
    path = workspace.case_file(case)
    try:
        return workspace.read(path)
    except Unusable as error:
        gone = "The file is gone; once it is back it is checked again."
        return str(error) if os.path.lexists(path) else gone


def _written(parts: list[Writes]) -> list[str]:
    """The lines of a page, for the terminal as wide as it is now."""
    page = Page()
    for write in parts:
        write(Pen(page))
    return page.lines


def _paragraphs(*told: str) -> Writes:
    def write(pen: Pen) -> None:
        for one in told:
            pen.paragraph(one, "  ") if one else pen.line()

    return write


def _print_timeline(served: Served, title: str, pen: Pen) -> None:
    pen.line()
    timeline.print_timeline(charting.chart_of(served, title), pen)


def _word(verdict: Verdict) -> str:
    if verdict.fault is not None:
        return "can't be run"
    failed = sum(not result.passed for result in verdict.results)
    fail = "fails" if failed == 1 else "fail"
    return f"{failed} of {counted(len(verdict.results), 'check')} {fail}" if failed else "passes"
