"""The learner's own lines: where a call came from, and what an exception looked like there.

Only frames of the attempt are told. Ours and the library's say nothing that a learner can mend.
"""

import asyncio
import itertools
import os
import sys
import traceback
from collections import deque
from collections.abc import Iterable, Iterator
from types import CodeType, FrameType, TracebackType
from typing import Any, NamedTuple

LONGEST = 4_000
"""Characters of an exception's text that travel."""

MOST_FRAMES = 30

MOST_OF_GROUP = 10
"""Frames through which a group of exceptions came, above those of the first one in it."""


_RUNS = ("threading", "concurrent.futures.thread")
"""Modules whose `run` calls what a thread or a pool's worker was given."""


def hide(folder: str) -> None:
    """Frames of files in this folder are left out of what the library's `traceback` tells, and with
    it `logging`: what a learner's own code prints of an error are the learner's lines as well."""
    module: Any = traceback
    ours = os.path.join(folder, "")

    def told(walked: Iterable[tuple[FrameType, Any]]) -> Iterator[tuple[FrameType, Any]]:
        return (pair for pair in walked if not pair[0].f_code.co_filename.startswith(ours))

    for name in ("walk_tb", "_walk_tb_with_full_positions"):
        walk = getattr(module, name)
        setattr(module, name, lambda tb, walk=walk: told(walk(tb)))
    walk_stack = module.walk_stack
    module.walk_stack = lambda frame: told(walk_stack(frame or sys._getframe(1)))


class AttemptFile(NamedTuple):
    """The learner's file: its name in code objects, and its lines."""

    path: str
    lines: list[str]
    stem: str = ""
    """The name of its module."""

    def line(self, number: int) -> str:
        """The text of one line, or nothing."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def owns(self, code: CodeType) -> bool:
        return code.co_filename == self.path

    def name_of(self, task: Any) -> str:
        """The function of the attempt that a task runs, or nothing."""
        coroutine = task.get_coro()
        while coroutine is not None:
            code = getattr(coroutine, "cr_code", None)
            if code is not None and self.owns(code):
                return str(code.co_name)
            coroutine = getattr(coroutine, "cr_await", None)
        return ""

    def running(self) -> str:
        """The outermost function of the attempt that this strand runs just now, or nothing."""
        name = ""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            name = frame.f_code.co_name if self.owns(frame.f_code) else name
            frame = frame.f_back
        return name

    def current_line(self) -> int:
        """The line of the attempt that is being run in this strand, or 0."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if self.owns(frame.f_code):
                return frame.f_lineno or 0
            frame = frame.f_back
        return 0

    def called_from(self) -> tuple[int, str]:
        """The line of the attempt that is being run, and what it called, as 'module.function'."""
        callee: FrameType | None = None
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and not self.owns(frame.f_code):
            if not str(frame.f_globals.get("__name__", "")).startswith("kitchen."):
                callee = frame  # the wrappers of a tracer are nobody's business
            frame = frame.f_back
        if frame is None:
            callee = self._started()
        name = ""
        if callee is not None:
            name = f"{callee.f_globals.get('__name__', '')}.{callee.f_code.co_qualname}"
        return (frame.f_lineno or 0) if frame is not None else 0, name

    def _started(self) -> FrameType | None:
        """What a thread was started with, where that is none of the attempt's functions."""
        frame, callee = sys._getframe(1), None
        while frame is not None:
            module = str(frame.f_globals.get("__name__", ""))
            if frame.f_code.co_name == "run" and module in _RUNS:
                return callee
            callee = callee if module.startswith("kitchen.") else frame
            frame = frame.f_back  # type: ignore[assignment]
        return None

    def is_in(self, function: str) -> bool:
        """Whether this strand runs 'module.function' somewhere up its stack."""
        module, _, name = function.rpartition(".")
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame.f_code.co_name == name and frame.f_globals.get("__name__") == module:
                return True
            frame = frame.f_back
        return False


def describe(error: BaseException, file: AttemptFile) -> list[Any]:
    """An exception as it travels: [type, text, first of a group, frames]."""
    first = ""
    inner: BaseException = error
    while isinstance(inner, BaseExceptionGroup) and inner.exceptions:
        inner = inner.exceptions[0]
    if inner is not error:
        first = f"{_type(inner)}: {_text(inner)}"
    frames = _frames(error, file)
    if inner is not error:
        # Where the group came through, then what is in it: that one's own trace ends at its task.
        frames = frames[-MOST_OF_GROUP:] + _frames(inner, file)
    return [_type(error), _text(error), first, frames]


def _type(error: BaseException) -> str:
    """The exception's type, by type's own ways: its class may be hostile."""
    return str(type.__dict__["__name__"].__get__(type(error)))


def _text(error: BaseException) -> str:
    try:
        text = str(error)
    except BaseException as other:
        return f"<its text can't be had: {_type(other)}>"
    return text.encode("utf-8", "backslashreplace").decode()[:LONGEST]


def _frames(error: BaseException, file: AttemptFile) -> list[Any]:
    """The last of the attempt's frames; of a deep recursion that is enough."""
    traces: deque[TracebackType] = deque(maxlen=MOST_FRAMES)
    trace = error.__traceback__
    while trace is not None:
        if file.owns(trace.tb_frame.f_code):
            traces.append(trace)
        trace = trace.tb_next
    return [_frame(trace, file) for trace in traces]


def _frame(trace: TracebackType, file: AttemptFile) -> list[Any]:
    code, number = trace.tb_frame.f_code, trace.tb_lineno or 0
    source = file.line(number)
    return [number, code.co_name, source.strip(), _marks(code, trace.tb_lasti, source)]


def _marks(code: CodeType, instruction: int, source: str) -> str:
    """Carets under the part of a line that was at work, as Python's own tracebacks have them."""
    positions = next(itertools.islice(code.co_positions(), instruction // 2, None), None)
    if positions is None:
        return ""
    first, last, start, end = positions
    if first is None or start is None or end is None:
        return ""
    encoded = source.encode("utf-8", "replace")
    if last != first:
        end = len(encoded)
    before = len(encoded[:start].decode("utf-8", "replace"))
    width = len(encoded[start:end].decode("utf-8", "replace").rstrip())
    margin = len(source) - len(source.lstrip())
    if width <= 0 or width >= len(source.strip()):
        return ""
    return " " * (before - margin) + "^" * width


def who_waits(tasks: list[Any], file: AttemptFile, name: Any, worker_for: Any) -> list[Any]:
    """Each task that waits, as [who, line, reason, holder].

    `name` tells of an object what it is, `worker_for` which thread works for a future.
    """
    told = []
    for task in tasks:
        who, line, reason = _one_waiting(task, file, name)
        worker = worker_for(getattr(task, "_fut_waiter", None))
        told.append([who, line, f"{reason} for {worker}" if worker else reason, worker])
    return told


def _one_waiting(task: Any, file: AttemptFile, name: Any) -> list[Any]:
    who, line = str(getattr(task, "part", "")), 0
    innermost: Any = None
    coroutine = task.get_coro()
    inner_name = ""
    while coroutine is not None:
        frame = getattr(coroutine, "cr_frame", None) or getattr(coroutine, "ag_frame", None)
        if frame is None:
            break
        generator = _entered(frame)
        if generator is not None:
            coroutine = generator
            continue
        if file.owns(frame.f_code):
            line = frame.f_lineno
            who = who or frame.f_code.co_name
            inner_name = ""
        elif who and not inner_name and not _is_ours(frame):
            innermost = frame.f_locals.get("self")
            inner_name = _called(frame, innermost)
        awaited = "ag_await" if hasattr(coroutine, "ag_await") else "cr_await"
        coroutine = getattr(coroutine, awaited, None)
    if not inner_name:
        return [who or _plain(task), line, _future_reason(task)]
    told = name(innermost)
    return [who, line, f"waits in {inner_name}" + (f", {told}" if told else "")]


def _is_ours(frame: FrameType) -> bool:
    """The driver's and the stage's frames, and the tracer's wrappers, are nobody's business."""
    return str(frame.f_globals.get("__name__", "")).startswith("kitchen.stove")


def _entered(frame: FrameType) -> Any:
    """The generator in which a contextlib manager waits to be entered, or None."""
    if frame.f_code.co_name != "__aenter__" or frame.f_globals.get("__name__") != "contextlib":
        return None
    generator = getattr(frame.f_locals.get("self"), "gen", None)
    return generator if getattr(generator, "ag_frame", None) is not None else None


def _called(frame: FrameType, this: Any) -> str:
    """What was called, by the name that a learner knows it by."""
    name = frame.f_code.co_name
    if this is None:
        return frame.f_code.co_qualname
    if name == "__aenter__":
        name = "acquire" if hasattr(this, "acquire") else name
    return f"{type(this).__name__}.{name}"


def _plain(task: Any) -> str:
    """A task without a frame of the learner's: what it was made of."""
    coroutine = task.get_coro()
    name = str(getattr(coroutine, "__qualname__", "a task"))
    return "the call itself" if name.startswith("Driver.") else name


def _future_reason(task: Any) -> str:
    waiter = getattr(task, "_fut_waiter", None)
    if isinstance(waiter, asyncio.Task):
        return "waits for another task"
    if type(waiter).__name__ == "_GatheringFuture":
        return "waits for the tasks it gathered"
    return "waits for a future"
