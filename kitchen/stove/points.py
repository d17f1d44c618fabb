"""Turn points: between the bytecodes of the learner's file another strand may go on.

A point lies before each instruction that can touch what threads share: globals and cells that
somebody stores, attributes, items, calls, operators (any of which may run code of an object), and
before each jump backwards, so that a loop without anything in it has one. Between two of them a
strand works on what only it can see, and a switch there would show nothing.

Python's promise is that a thread may be interrupted between any two bytecodes. What CPython does
is less: it looks at calls and at jumps backwards, and free-threaded builds do without turns.
"""

import collections
import dis
import sys
from collections.abc import Callable, Iterator
from types import CodeType, FrameType
from typing import Any, NoReturn

Passed = Callable[[CodeType, int], None]
"""Called at a point, with the code and the offset of the instruction that comes next."""

_SHARED = frozenset(
    {
        "BEFORE_ASYNC_WITH",
        "BEFORE_WITH",
        "BINARY_OP",
        "BINARY_SLICE",
        "BINARY_SUBSCR",
        "CALL",
        "CALL_FUNCTION_EX",
        "CALL_KW",
        "COMPARE_OP",
        "CONTAINS_OP",
        "DELETE_ATTR",
        "DELETE_DEREF",
        "DELETE_GLOBAL",
        "DELETE_SUBSCR",
        "DICT_MERGE",
        "DICT_UPDATE",
        "FOR_ITER",
        "GET_ITER",
        "IMPORT_NAME",
        "JUMP_BACKWARD",
        "JUMP_BACKWARD_NO_INTERRUPT",
        "LIST_EXTEND",
        "LOAD_ATTR",
        "LOAD_METHOD",
        "LOAD_SUPER_ATTR",
        "POP_JUMP_BACKWARD_IF_FALSE",
        "POP_JUMP_BACKWARD_IF_NONE",
        "POP_JUMP_BACKWARD_IF_NOT_NONE",
        "POP_JUMP_BACKWARD_IF_TRUE",
        "SEND",
        "SET_UPDATE",
        "STORE_ATTR",
        "STORE_DEREF",
        "STORE_GLOBAL",
        "STORE_SLICE",
        "STORE_SUBSCR",
        "UNPACK_EX",
        "UNPACK_SEQUENCE",
    }
)

_READS = frozenset({"LOAD_CLASSDEREF", "LOAD_DEREF", "LOAD_GLOBAL", "LOAD_NAME"})
"""Points if the name is one that a function stores; else they read what never changes."""

_STORES = frozenset({"DELETE_DEREF", "DELETE_GLOBAL", "STORE_DEREF", "STORE_GLOBAL"})

_COUNTER = ("update", "subtract", "__iadd__", "__isub__", "__ior__", "__iand__", "_keep_positive")
_LIBRARY = tuple(getattr(collections.Counter, name) for name in _COUNTER)
"""Functions of the library, written in Python, that people take for one step."""


class Points:
    """The instructions of a file, and of `_LIBRARY`, that are points."""

    def __init__(self, code: CodeType) -> None:
        codes = [*_within(code), *(function.__code__ for function in _LIBRARY)]
        stored = {
            one.argval for each in codes for one in dis.get_instructions(each) if _stores(one)
        }
        self.codes = codes
        self._at = {id(each): frozenset(_points(each, stored)) for each in codes}

    def has(self, code: CodeType, offset: int) -> bool:
        """Whether the instruction at this offset is one."""
        return offset in self._at[id(code)]

    def watch(self, code: CodeType) -> bool:
        """Whether there may be points in this code at all."""
        return id(code) in self._at


def install(points: Points, passed: Passed) -> Callable[[], None]:
    """Call `passed` at every point. Returns what a new thread must call first.

    From then on nobody else can trace: who takes the turn points away is never late.
    """
    modules: dict[str, Any] = {"sys": sys}
    if sys.version_info >= (3, 12):
        _monitor(points, passed)
        modules["sys"].monitoring = _Taken()
        modules["sys"].settrace = _refuse
        return lambda: None

    settrace = sys.settrace

    def trace() -> None:
        settrace(_tracer(points, passed))

    trace()
    modules["sys"].settrace = _refuse
    return trace


class _Taken:
    """In the place of `sys.monitoring`."""

    def __getattr__(self, name: str) -> NoReturn:
        _refuse()


def _refuse(*args: Any) -> NoReturn:
    raise RuntimeError("the kitchen traces this file itself: nobody else can in this case")


def _within(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _within(constant)


def _stores(instruction: dis.Instruction) -> bool:
    return instruction.opname in _STORES


def _points(code: CodeType, stored: set[Any]) -> Iterator[int]:
    for instruction in dis.get_instructions(code):
        name = instruction.opname
        if name in _SHARED or (name in _READS and instruction.argval in stored):
            yield instruction.offset


if sys.version_info >= (3, 12):
    _TOOL = 4
    """Of the six tools that `sys.monitoring` knows, one of the two that have no name."""

    def _monitor(points: Points, passed: Passed) -> None:
        monitoring = sys.monitoring
        event = monitoring.events.INSTRUCTION
        monitoring.use_tool_id(_TOOL, "kitchen")

        def instruction(code: CodeType, offset: int) -> object:
            if not points.has(code, offset):
                return monitoring.DISABLE
            passed(code, offset)
            return None

        monitoring.register_callback(_TOOL, event, instruction)
        for code in points.codes:
            monitoring.set_local_events(_TOOL, code, event)


def _tracer(points: Points, passed: Passed) -> Callable[[FrameType, str, Any], Any]:
    """For `sys.settrace`: a function that is called at every opcode of the codes with points."""

    def local(frame: FrameType, event: str, arg: Any) -> Any:
        if event == "opcode" and points.has(frame.f_code, frame.f_lasti):
            passed(frame.f_code, frame.f_lasti)
        return local

    def begin(frame: FrameType, event: str, arg: Any) -> Any:
        if not points.watch(frame.f_code):
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return local

    return begin
