"""For those who write cases: says what the grader lets through.

A right attempt is taken apart, one change at a time, and every mutant is graded. One that passes
is a hole in the grader, or a program that keeps the promise as well as the first. Those judged to
be that are kept with the reason in `tests/mutants/<stem>.txt`, and must go on passing.

No mutation library fits, of those looked at: mutmut 3.8, cosmic-ray 8.7, mutatest 2 and
universalmutator 1.14. They write each mutant over the program's own files and run a test command
on it, where we want a text for the judge's stoves. That might be had from cosmic-ray; but its
operators, like those of the others, know operators, numbers, names and arguments, and none knows
`await`, `async with`, `finally` or the order of statements, where this lab's mistakes are made.
"""

import ast
import copy
import hashlib
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import ndiff
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

from kitchen.catalog import Listed
from kitchen.errors import Unusable
from kitchen.judge.engine import AttemptSource, Engine
from kitchen.judge.grading import grade
from kitchen.judge.verdict import Verdict
from kitchen.workspace import read, root

FEW = 9
"""Services put to a mutant first. They show one thing each, and nearly every mutant falls there."""


class Mutant(NamedTuple):
    """A right attempt with one change in it."""

    key: str
    """A short hash of its syntax tree: layout, comments and docstrings don't count."""
    line: int
    says: str
    """The change in a few words."""
    source: str


class Known(NamedTuple):
    """A mutant that was looked at, and keeps the promise."""

    key: str
    says: str
    reason: str


class Fate(NamedTuple):
    """What became of a mutant."""

    kind: Literal["killed", "equal", "survives", "broken", "refuted"]
    """`broken`: the judge itself failed at it. `refuted`: known to be equal, and does not pass."""
    why: str = ""

    @property
    def well(self) -> bool:
        return self.kind in ("killed", "equal")


# --- the command --------------------------------------------------------------------------------


Judge = Callable[[Mutant], Verdict]


def mutate(listed: Listed, engine: Engine, also: Sequence[Path] = ()) -> bool:
    """Take the solution and these other right attempts apart, and print what passes all the same.

    Returns whether every mutant that passes is known to be equal, and every such one passes.
    """
    case = listed.load()
    base = root()
    paths = [base / "solutions" / f"{listed.stem}.py", *(path.resolve() for path in also)]
    sources = {_shown(path, base): read(path).decode() for path in paths}
    known = read_known(base / "tests" / "mutants" / f"{listed.stem}.txt")

    def judge(mutant: Mutant) -> Verdict:
        attempt = AttemptSource("mutant.py", listed.stem, mutant.source.encode())
        first = min(FEW, case.services)
        verdict = grade(listed, case, attempt, engine, services=first)
        return grade(listed, case, attempt, engine) if verdict.passed else verdict

    print(f"case {listed.number} ({listed.stem})")
    return report(sources, known, judge)


def report(sources: Mapping[str, str], known: Mapping[str, Sequence[Known]], judge: Judge) -> bool:
    """Print a line for each mutant that should not be, then the counts; whether all is well.

    `sources` and `known` are by the shown path of the attempt. A mutant of two attempts is judged
    once, and known once.
    """
    equal = {entry.key for entries in known.values() for entry in entries}
    fates: dict[str, Fate] = {}
    for path, source in sources.items():
        print(f"  {path}", flush=True)
        found = list(mutants(source))
        for mutant in found:
            if mutant.key not in fates:
                fate = fates[mutant.key] = fate_of(mutant, judge, mutant.key in equal)
                if not fate.well:
                    _print_fate(source, mutant, fate)
        for entry in stale(known.get(path, ()), found):
            print(f"    stale     {entry.key}  {entry.says}\n        no such mutant any more")
    kinds = [fate.kind for fate in fates.values()]
    counts = (
        f"{kinds.count('killed')} killed, {kinds.count('survives')} survive, "
        f"{kinds.count('equal')} known to be equal"
    )
    for kind, words in (("refuted", "known to be equal and killed"), ("broken", "broken")):
        counts += f", {kinds.count(kind)} {words}" if kind in kinds else ""
    print(f"{len(kinds)} mutants: {counts}")
    return all(fate.well for fate in fates.values())


def fate_of(mutant: Mutant, judge: Judge, equal: bool) -> Fate:
    """Have it judged. A judge that breaks down over one mutant is found out, not ended by it."""
    try:
        verdict = judge(mutant)
    except Exception as error:
        return Fate("broken", f"the judge raised {type(error).__name__}: {error}")
    if verdict.passed:
        names = ", ".join(remark.name for remark in verdict.remarks)
        return Fate("equal" if equal else "survives", f"remarks: {names}" if names else "")
    if not equal:
        return Fate("killed")
    if verdict.fault is not None:
        return Fate("refuted", verdict.fault.text)
    first = next(result for result in verdict.results if not result.passed)
    return Fate("refuted", f"fails `{first.title}` ({first.figure}), service {first.service}")


def stale(entries: Iterable[Known], found: Iterable[Mutant]) -> list[Known]:
    """Those of an attempt's known mutants that its text does not give any more."""
    keys = {mutant.key for mutant in found}
    return [entry for entry in entries if entry.key not in keys]


def _print_fate(source: str, mutant: Mutant, fate: Fate) -> None:
    """A line as the file of known ones wants it, and the change itself."""
    print(f"    {fate.kind:8}  {mutant.key}  {mutant.line}: {mutant.says}", flush=True)
    if fate.why:
        print(f"        {fate.why}")
    before = ast.unparse(ast.parse(source)).splitlines()
    for line in ndiff(before, mutant.source.splitlines()):
        if line[0] in "+-":
            print(f"        {line}")


def _shown(path: Path, base: Path) -> str:
    return str(path.relative_to(base)) if path.is_relative_to(base) else str(path)


# --- the file of those that are known -----------------------------------------------------------


_ENTRY = re.compile(r"([0-9a-f]{8})  (.+?)  -- (.+)")


def read_known(path: Path) -> dict[str, list[Known]]:
    """The known mutants by the attempt that they were made of. Raises Unusable.

    A line `# <path of the attempt>` stands above its mutants, each a line of its own:
    `<hash>  <what was changed>  -- <why that is right>`.
    """
    if not path.is_file():
        return {}
    known: dict[str, list[Known]] = {}
    entries: list[Known] | None = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("# "):
            entries = known.setdefault(line.removeprefix("# ").strip(), [])
        elif line.strip():
            match = _ENTRY.fullmatch(line.rstrip())
            if match is None or entries is None:
                raise Unusable(
                    f"{path}, line {number} is no known mutant. Under a line `# <attempt>` it must "
                    "read `<hash>  <what was changed>  -- <reason>`."
                )
            entries.append(Known(match[1], match[2], match[3]))
    return known


# --- taking a program apart ---------------------------------------------------------------------


class Edit(NamedTuple):
    """One change: what to put in place of a node or, if it is one of a block, of the block."""

    says: str
    new: "ast.AST | Block"


Block = list[ast.stmt]
OfNode = Callable[[ast.AST], Iterator[Edit]]
OfBlock = Callable[[Block, int], Iterator[Edit]]
"""Changes at one statement of a block; each gives the whole block anew."""

_Node = TypeVar("_Node", bound=ast.AST)


def mutants(
    source: str, of_nodes: Sequence[OfNode] = (), of_blocks: Sequence[OfBlock] = ()
) -> Iterator[Mutant]:
    """Every program that differs from this one by one change, each once, if it compiles.

    The changes are those of these operators, or of all.
    """
    if not (of_nodes or of_blocks):
        of_nodes, of_blocks = OF_NODES, OF_BLOCKS
    tree = ast.parse(source)
    seen = {key(tree)}
    for line, says, text in _changed(tree, tree, of_nodes, of_blocks):
        hashed = _key_if_sound(text)
        if hashed is not None and hashed not in seen:
            seen.add(hashed)
            yield Mutant(hashed, line, says, text)


def key(tree: ast.AST) -> str:
    """The short hash by which a program is known."""
    return hashlib.sha256(_dump(tree).encode()).hexdigest()[:8]


def _dump(node: object) -> str:
    """The tree in a form of our own: `ast.dump` writes empty fields in 3.12, and not in 3.13."""
    if isinstance(node, list):
        return f"[{', '.join(_dump(each) for each in node if not _is_text(each))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = [(name, value) for name, value in ast.iter_fields(node) if value not in (None, [])]
    inner = ", ".join(f"{name}={_dump(value)}" for name, value in fields)
    return f"{type(node).__name__}({inner})"


def _key_if_sound(source: str) -> str | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `"text" is not x` and the like: that is the point
        try:
            compile(source, "mutant", "exec")
        except SyntaxError:
            return None
    return key(ast.parse(source))


def _changed(
    tree: ast.AST, parent: ast.AST, of_nodes: Sequence[OfNode], of_blocks: Sequence[OfBlock]
) -> Iterator[tuple[int, str, str]]:
    """Line, words and text of every change under `parent`. The tree is whole at each yield."""
    for field, value in ast.iter_fields(parent):
        if field in _NOT_RUN:
            continue
        if isinstance(value, ast.AST):
            for operator in of_nodes:
                for says, new in operator(value):
                    yield _line(value, parent), says, _text(tree, parent, field, new)
            yield from _changed(tree, value, of_nodes, of_blocks)
        elif isinstance(value, list):
            for place, child in enumerate(value):
                if not isinstance(child, ast.AST) or _is_silent(child):
                    continue
                edits = [edit for operator in of_nodes for edit in operator(child)]
                replaced = [
                    Edit(says, [*value[:place], new, *value[place + 1 :]])  # type: ignore[list-item]
                    for says, new in edits
                ]
                if isinstance(child, ast.stmt):
                    replaced += [edit for op in of_blocks for edit in op(value, place)]
                for says, new in replaced:
                    yield _line(child, parent), says, _text(tree, parent, field, new)
                yield from _changed(tree, child, of_nodes, of_blocks)


def _text(tree: ast.AST, parent: ast.AST, field: str, new: object) -> str:
    """The whole program with this field changed. The field is put back."""
    old = getattr(parent, field)
    setattr(parent, field, new)
    try:
        return ast.unparse(ast.fix_missing_locations(tree))
    finally:
        setattr(parent, field, old)


_NOT_RUN = frozenset({"annotation", "returns", "type_params", "ctx"})
"""Fields of a node that nobody looks at while the program runs."""


def _is_text(node: object) -> bool:
    """A docstring, or another string that stands by itself."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _is_silent(node: ast.AST) -> bool:
    """What can't change a verdict: text, imports, printing, the editor's Run button."""
    if isinstance(node, ast.Import | ast.ImportFrom) or _is_text(node):
        return True
    if isinstance(node, ast.If) and "__name__" in ast.unparse(node.test):
        return True
    return isinstance(node, ast.stmt) and not _has(node, ast.Await) and _only_prints(node)


def _only_prints(node: ast.stmt) -> bool:
    if isinstance(node, ast.If | ast.For):
        return all(_only_prints(each) for each in [*node.body, *node.orelse])
    printed = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    return printed and ast.unparse(node).startswith("print(")


def _has(node: ast.AST, *kinds: type[ast.AST]) -> bool:
    return any(isinstance(each, kinds) for each in ast.walk(node))


def _line(node: ast.AST, parent: ast.AST) -> int:
    line: int = getattr(node, "lineno", 0) or getattr(parent, "lineno", 0)
    return line


def _short(node: ast.AST) -> str:
    """Its first line, for a description."""
    text = ast.unparse(node).strip().partition("\n")[0]
    return f"`{text}`" if len(text) <= 60 else f"`{text[:57]}...`"


def _but(node: _Node, **fields: object) -> _Node:
    """A copy of the node, but for these fields."""
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


# --- changes to a block -------------------------------------------------------------------------
# Each is told a block and the place of one statement in it.


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_JUMPS = (ast.Return, ast.Raise, ast.Break, ast.Continue)
_SCOPES = (ast.Nonlocal, ast.Global)
_WITHS = (ast.With, ast.AsyncWith)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def _put(block: Block, place: int, *new: ast.stmt, until: int | None = None) -> Block:
    """The block with these statements in place of that at `place`, or of all up to `until`."""
    after = place + 1 if until is None else until
    return [*block[:place], *new, *block[after:]] or [ast.Pass()]


def _movable(statement: ast.stmt) -> bool:
    return not isinstance(statement, (*_DEFINITIONS, *_SCOPES)) and not _is_silent(statement)


def deleted(block: Block, place: int) -> Iterator[Edit]:
    # Without a definition there is a NameError, and nothing to learn from it.
    if not isinstance(block[place], (*_DEFINITIONS, ast.Pass)):
        yield Edit(f"{_short(block[place])} is gone", _put(block, place))


def done_twice(block: Block, place: int) -> Iterator[Edit]:
    statement = block[place]
    if isinstance(statement, (*_DEFINITIONS, *_JUMPS, *_SCOPES, ast.Pass, ast.While)):
        return
    if isinstance(statement, ast.Assign | ast.AnnAssign) and not _does_something(statement):
        return
    yield Edit(f"{_short(statement)} is done twice", _put(block, place, statement, statement))


def _does_something(statement: ast.stmt) -> bool:
    """Whether an assignment awaits or calls a method: `x = line.popleft()`, not `x = Queue()`."""
    return any(
        isinstance(node, ast.Await)
        or (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr[0].islower()
        )
        for node in ast.walk(statement)
    )


def swapped(block: Block, place: int) -> Iterator[Edit]:
    pair = block[place : place + 2]
    if len(pair) == 2 and all(_movable(each) and not isinstance(each, _JUMPS) for each in pair):
        says = f"{_short(pair[1])} comes before {_short(pair[0])}"
        yield Edit(says, _put(block, place, pair[1], pair[0], until=place + 2))


def with_unwrapped(block: Block, place: int) -> Iterator[Edit]:
    """The lock is not taken; a name bound by it is bound all the same."""
    statement = block[place]
    if isinstance(statement, _WITHS):
        bound: list[ast.stmt] = [
            ast.Assign([item.optional_vars], item.context_expr)
            for item in statement.items
            if item.optional_vars is not None
        ]
        says = f"the body is not in {_short(statement)}"
        yield Edit(says, _put(block, place, *bound, *statement.body))


def with_items(block: Block, place: int) -> Iterator[Edit]:
    statement = block[place]
    if not isinstance(statement, _WITHS) or len(statement.items) < 2:
        return
    items = statement.items
    for number, item in enumerate(items):
        fewer = _but(statement, items=items[:number] + items[number + 1 :])
        yield Edit(f"{_short(item)} is gone", _put(block, place, fewer))
    for number in range(len(items) - 1):
        pair = [items[number + 1], items[number]]
        other = _but(statement, items=items[:number] + pair + items[number + 2 :])
        yield Edit(f"{_short(pair[0])} comes first", _put(block, place, other))


def moved_out(block: Block, place: int) -> Iterator[Edit]:
    """A body's last statement comes after it; the first one of a `with` or `try` before it."""
    host = block[place]
    if not isinstance(host, (*_WITHS, ast.Try, *_LOOPS, ast.If)):
        return
    body = host.body
    guards = isinstance(host, (*_WITHS, ast.Try))
    if guards or len(body) > 1:
        rest = _but(host, body=body[:-1] or [ast.Pass()])
        says = f"{_short(body[-1])} comes after {_short(host)}"
        yield Edit(says, _put(block, place, rest, body[-1]))
    if guards and len(body) > 1:
        says = f"{_short(body[0])} comes before {_short(host)}"
        yield Edit(says, _put(block, place, body[0], _but(host, body=body[1:])))


def moved_in(block: Block, place: int) -> Iterator[Edit]:
    """What follows a body is its end; what comes before a `with` or `try` is its beginning."""
    host = block[place]
    if not isinstance(host, (*_WITHS, ast.Try, *_LOOPS, ast.If)):
        return
    if place + 1 < len(block) and _movable(block[place + 1]):
        after = block[place + 1]
        inside = _but(host, body=[*host.body, after])
        says = f"{_short(after)} comes inside {_short(host)}"
        yield Edit(says, _put(block, place, inside, until=place + 2))
    if place and isinstance(host, (*_WITHS, ast.Try)) and _movable(block[place - 1]):
        before = block[place - 1]
        inside = _but(host, body=[before, *host.body])
        says = f"{_short(before)} comes inside {_short(host)}"
        yield Edit(says, _put(block, place - 1, inside, until=place + 1))


def ungrouped(block: Block, place: int) -> Iterator[Edit]:
    """The tasks of a group are gathered, or only waited for: then a cancel is not passed on."""
    match block[place]:
        case (
            ast.AsyncWith(
                items=[
                    ast.withitem(context_expr=ast.Call(func=group), optional_vars=ast.Name(id=name))
                ]
            ) as statement
        ) if _name(group) == "TaskGroup":
            body = _Ungroup(name).visit(copy.deepcopy(statement)).body
            empty = ast.parse(f"{name} = []").body
            for end in (f"await asyncio.gather(*{name})", f"await asyncio.wait({name})"):
                says = f"{_short(statement)} ends with `{end}`"
                yield Edit(says, _put(block, place, *empty, *body, *ast.parse(end).body))


class _Ungroup(ast.NodeTransformer):
    """Makes `group.create_task(x)` a task in a list of that name."""

    def __init__(self, name: str) -> None:
        self._group = name

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if ast.unparse(node.func) != f"{self._group}.create_task":
            return self.generic_visit(node)
        return _call(f"{self._group}.append", _call("asyncio.create_task", *node.args))


def made_anew(block: Block, place: int) -> Iterator[Edit]:
    """What was made once is made in every call of the next function: a gate per order."""
    statement = block[place]
    if not isinstance(statement, ast.Assign | ast.AnnAssign):
        return
    for where in range(place + 1, len(block)):
        function = block[where]
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            head = sum(_is_text(each) or isinstance(each, _SCOPES) for each in function.body)
            body = [*function.body[:head], statement, *function.body[head:]]
            says = f"{_short(statement)} comes inside `{function.name}`"
            yield Edit(says, _put(_put(block, where, _but(function, body=body)), place))
            return


def without_finally(block: Block, place: int) -> Iterator[Edit]:
    """The `finally` is gone, is done only if nothing happened, or is not done on a cancel."""
    statement = block[place]
    if not isinstance(statement, ast.Try) or not statement.finalbody:
        return
    final = statement.finalbody
    plain = _but(statement, finalbody=[])
    kept = [plain] if statement.handlers else [*statement.body, *statement.orelse]
    yield Edit("the finally is gone", _put(block, place, *kept))
    yield Edit("the finally's body comes after it", _put(block, place, *kept, *final))
    inner: Block = [plain] if statement.handlers else statement.body
    caught = ast.ExceptHandler(ast.Name("Exception"), None, [*final, ast.Raise()])
    orelse = final if statement.handlers else [*statement.orelse, *final]
    no_cancel = ast.Try(inner, [caught], orelse, [])
    yield Edit("the finally is not done on a cancel", _put(block, place, no_cancel))


def without_except(block: Block, place: int) -> Iterator[Edit]:
    statement = block[place]
    if not isinstance(statement, ast.Try):
        return
    for number, handler in enumerate(statement.handlers):
        others = statement.handlers[:number] + statement.handlers[number + 1 :]
        if others or statement.finalbody:
            # An `else` needs an `except`; its body then ends that of the `try`.
            orelse = statement.orelse if others else []
            body = statement.body if others else [*statement.body, *statement.orelse]
            left: Block = [_but(statement, body=body, handlers=others, orelse=orelse)]
        else:
            left = [*statement.body, *statement.orelse]
        yield Edit(f"{_short(handler)} is gone", _put(block, place, *left))
    if statement.orelse:
        inside = _but(statement, body=[*statement.body, *statement.orelse], orelse=[])
        yield Edit("the else comes inside the try", _put(block, place, inside))


def looked_once(block: Block, place: int) -> Iterator[Edit]:
    """`while` is `if`: whoever is woken believes what was true before."""
    statement = block[place]
    if isinstance(statement, ast.While):
        once = ast.If(statement.test, statement.body, statement.orelse)
        yield Edit(f"{_short(statement)} is an if", _put(block, place, once))


def others_first(block: Block, place: int) -> Iterator[Edit]:
    """Others get their turn between a look and the count that follows from it."""
    statement = block[place]
    if isinstance(statement, ast.AugAssign):
        pause = ast.parse("await asyncio.sleep(0)").body[0]
        yield Edit(f"others run before {_short(statement)}", _put(block, place, pause, statement))


OF_BLOCKS: tuple[OfBlock, ...] = (
    deleted,
    done_twice,
    swapped,
    with_unwrapped,
    with_items,
    moved_out,
    moved_in,
    ungrouped,
    made_anew,
    without_finally,
    without_except,
    looked_once,
    others_first,
)


# --- changes to a node --------------------------------------------------------------------------


def _instead(old: ast.AST, new: ast.AST) -> Edit:
    return Edit(f"{_short(old)} is {_short(new)}", new)


def await_changed(node: ast.AST) -> Iterator[Edit]:
    """Not awaited; only started; or awaited so that a cancel doesn't reach it."""
    if isinstance(node, ast.Await):
        yield Edit(f"{_short(node)} is not awaited", node.value)
        if isinstance(node.value, ast.Call):
            yield _instead(node, _call("asyncio.create_task", node.value))
            yield _instead(node, ast.Await(_call("asyncio.shield", node.value)))


def task_changed(node: ast.AST) -> Iterator[Edit]:
    """A task is awaited on the spot, or belongs to nobody."""
    if isinstance(node, ast.Call) and _name(node.func) == "create_task" and node.args:
        yield _instead(node, ast.Await(node.args[0]))
        yield _instead(node, _call("asyncio.create_task", *node.args))


def gather_changed(node: ast.AST) -> Iterator[Edit]:
    """Errors are kept back; a cancel is not passed on; the order is another one."""
    if not isinstance(node, ast.Call) or _name(node.func) != "gather":
        return
    if not node.keywords:
        kept = ast.keyword("return_exceptions", ast.Constant(True))
        yield _instead(node, _but(node, keywords=[kept]))
    match node.args:
        case [ast.Starred(value=tasks)]:
            made = _call("list", _call("map", _path("asyncio.ensure_future"), tasks))
            yield _instead(node, _call("asyncio.wait", made))
        case [first, second, *rest]:
            yield _instead(node, _but(node, args=[second, first, *rest]))


def sync(node: ast.AST) -> Iterator[Edit]:
    """`async` is left out."""
    if isinstance(node, ast.AsyncWith):
        yield Edit(f"{_short(node)} is not async", ast.With(node.items, node.body))
    elif isinstance(node, ast.AsyncFor):
        plain = ast.For(node.target, node.iter, node.body, node.orelse)
        yield Edit(f"{_short(node)} is not async", plain)


def argument_instead(node: ast.AST) -> Iterator[Edit]:
    """A call's first or last argument in its place: `list(x)` is `x`, `min(a, b)` is `a` or `b`."""
    if isinstance(node, ast.Call) and node.args:
        for argument in {id(each): each for each in (node.args[0], node.args[-1])}.values():
            if not isinstance(argument, ast.Starred):
                yield _instead(node, argument)


def keyword_gone(node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.Call):
        for keyword in node.keywords:
            others = [each for each in node.keywords if each is not keyword]
            yield Edit(f"`{ast.unparse(keyword)}` is gone", _but(node, keywords=others))


def off_by_one(node: ast.AST) -> Iterator[Edit]:
    """Numbers, and what may be one: arguments, bounds of a slice, what a name is bound to."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        for number in (node.value + 1, node.value - 1):
            yield _instead(node, ast.Constant(number))
    for value, put in _numbers(node):
        for sign in (ast.Add(), ast.Sub()):
            other = ast.BinOp(value, sign, ast.Constant(1))
            yield Edit(f"{_short(value)} is {_short(other)}", put(other))


def number_written_in(node: ast.AST) -> Iterator[Edit]:
    """A number that was right once: the limit of the first service, or one."""
    places = list(_numbers(node))
    if isinstance(node, ast.Compare) and len(node.comparators) == 1:
        places.append((node.comparators[0], lambda new: _but(node, comparators=[new])))
    for value, put in places:
        if isinstance(value, ast.Name | ast.Attribute):
            for number in (5, 1):
                yield Edit(f"{_short(value)} is `{number}`", put(ast.Constant(number)))


_Put = Callable[[ast.expr], ast.AST]


def _numbers(node: ast.AST) -> Iterator[tuple[ast.expr, _Put]]:
    """Values in this node that may be numbers, and how to put others in their place."""
    if isinstance(node, ast.Call):
        if _name(node.func) not in _TAKES_NO_NUMBER:
            for place, value in enumerate(node.args):
                before, after = node.args[:place], node.args[place + 1 :]
                if _may_be_number(value):
                    yield value, lambda new, b=before, a=after: _but(node, args=[*b, new, *a])  # type: ignore[misc]
    elif isinstance(node, ast.keyword | ast.Assign):
        if node.value is not None and _may_be_number(node.value):
            yield node.value, lambda new: _but(node, value=new)
    elif isinstance(node, ast.Slice):
        for bound in ("lower", "upper", "step"):
            value = getattr(node, bound)
            if value is not None and _may_be_number(value):
                yield value, lambda new, bound=bound: _but(node, **{bound: new})  # type: ignore[misc]


# fmt: off
_COLLECTIONS = frozenset({
    "chain", "cycle", "deque", "enumerate", "islice", "iter", "list", "map", "reversed", "set",
    "sorted", "sum", "tuple", "zip",
})
_TAKES_NO_NUMBER = _COLLECTIONS | {
    "as_completed", "create_task", "ensure_future", "gather", "len", "shield", "wait", "wait_for",
}
# fmt: on


def _may_be_number(value: ast.expr) -> bool:
    """A sum, a size or the like; and a name, if it is not that of the callee itself."""
    if isinstance(value, ast.Call):
        return _name(value.func) in ("len", "min", "max", "int")
    return isinstance(value, ast.Name | ast.Attribute | ast.BinOp)


def iterable_shorter(node: ast.AST) -> Iterator[Edit]:
    """The first or the last one is left out."""
    match node:
        case ast.For(iter=value) | ast.comprehension(iter=value, is_async=0):
            yield from _shorter(value, lambda new: _but(node, iter=new))
        case ast.Starred(value=value, ctx=ast.Load()):
            yield from _shorter(value, lambda new: _but(node, value=new))
        case ast.Call(args=[*_, value]) if _name(node.func) in _COLLECTIONS:
            yield from _shorter(value, lambda new: _but(node, args=[*node.args[:-1], new]))
        case _:
            return


def _shorter(value: ast.expr, put: _Put) -> Iterator[Edit]:
    for bounds in (ast.Slice(lower=ast.Constant(1)), ast.Slice(upper=ast.Constant(-1))):
        fewer = ast.Subscript(_call("list", value), bounds)
        yield Edit(f"{_short(value)} is {_short(fewer)}", put(fewer))


def comparison(node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.Compare):
        for place, old in enumerate(node.ops):
            for other in _OTHER_COMPARISONS.get(type(old), ()):
                ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
                yield _instead(node, _but(node, ops=ops))


_OTHER_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}


def condition(node: ast.AST) -> Iterator[Edit]:
    """The other way round, always, never. A comprehension's is left out."""
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        for test in (_not(node.test), ast.Constant(True), ast.Constant(False)):
            yield Edit(f"{_short(node.test)} is {_short(test)}", _but(node, test=test))
    elif isinstance(node, ast.comprehension):
        for place, test in enumerate(node.ifs):
            rest = [*node.ifs[:place], *node.ifs[place + 1 :]]
            yield Edit(f"`if {ast.unparse(test)}` is gone", _but(node, ifs=rest))
            other = [*node.ifs[:place], _not(test), *node.ifs[place + 1 :]]
            yield Edit(f"{_short(test)} is {_short(_not(test))}", _but(node, ifs=other))


def _not(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.UnaryOp(ast.Not(), test)


def arithmetic(node: ast.AST) -> Iterator[Edit]:
    """And for or, plus for minus, one side of two."""
    if isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield _instead(node, _but(node, op=other))
        for value in node.values:
            rest = [each for each in node.values if each is not value]
            yield _instead(node, rest[0] if len(rest) == 1 else _but(node, values=rest))
    elif isinstance(node, ast.BinOp):
        if type(node.op) in _OTHER_ARITHMETIC:
            yield _instead(node, _but(node, op=_OTHER_ARITHMETIC[type(node.op)]()))
        yield _instead(node, node.left)
        yield _instead(node, node.right)
    elif isinstance(node, ast.AugAssign) and type(node.op) in _OTHER_ARITHMETIC:
        yield _instead(node, _but(node, op=_OTHER_ARITHMETIC[type(node.op)]()))


_OTHER_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}


def flag(node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        yield _instead(node, ast.Constant(not node.value))


def jump(node: ast.AST) -> Iterator[Edit]:
    """Another way to leave. Those that don't fit where they stand don't compile."""
    others: list[ast.stmt] = []
    if isinstance(node, ast.Break):
        others = [ast.Continue(), ast.Return()]
    elif isinstance(node, ast.Continue):
        others = [ast.Break(), ast.Return()]
    elif isinstance(node, ast.Return):
        others = [ast.Break(), ast.Continue(), *([ast.Return()] if node.value else [])]
    elif isinstance(node, ast.Raise):
        others = [ast.Return(), ast.Continue()]
    for other in others:
        yield _instead(node, other)


def handler_changed(node: ast.AST) -> Iterator[Edit]:
    """Catches more or less than it did; tells nobody; or everybody."""
    if not isinstance(node, ast.ExceptHandler):
        return
    was = ast.unparse(node.type) if node.type is not None else ""
    for kind in ("Exception", "BaseException"):
        if kind != was:
            yield Edit(f"{_short(node)} is `except {kind}`", _but(node, type=ast.Name(kind)))
    if not all(_only_prints(each) for each in node.body):
        yield Edit(f"{_short(node)} does nothing", _but(node, body=[ast.Pass()]))
    if not isinstance(node.body[-1], ast.Raise):
        yield Edit(f"{_short(node)} raises again", _but(node, body=[*node.body, ast.Raise()]))


def decorator_gone(node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, _DEFINITIONS):
        for place, decorator in enumerate(node.decorator_list):
            rest = node.decorator_list[:place] + node.decorator_list[place + 1 :]
            says = f"`@{ast.unparse(decorator)}` is gone"
            yield Edit(says, _but(node, decorator_list=rest))


def near_name(node: ast.AST) -> Iterator[Edit]:
    """The neighbour's name in the library's list."""
    if isinstance(node, ast.Attribute):
        for other in _NEAR.get(node.attr, ()):
            yield _instead(node, _but(node, attr=other))
    elif isinstance(node, ast.Name):
        for other in _NEAR.get(node.id, ()):
            yield _instead(node, _but(node, id=other))


_ENDINGS = ("FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED")
_NEAR: dict[str, tuple[str, ...]] = {
    **{name: tuple(other for other in _ENDINGS if other != name) for name in _ENDINGS},
    "acquire": ("release",),
    "release": ("acquire",),
    "set": ("clear",),
    "clear": ("set",),
    "notify": ("notify_all",),
    "notify_all": ("notify",),
    "wait_for": ("wait",),
    "put": ("put_nowait",),
    "put_nowait": ("put",),
    "get": ("get_nowait",),
    "get_nowait": ("get",),
    "join": ("empty",),
    "popleft": ("pop",),
    "append": ("appendleft",),
    "appendleft": ("append",),
    "Semaphore": ("BoundedSemaphore", "Lock"),
    "BoundedSemaphore": ("Semaphore",),
    "Queue": ("LifoQueue", "PriorityQueue"),
    "PriorityQueue": ("Queue",),
    "min": ("max",),
    "max": ("min",),
    "cancel": ("done", "uncancel"),
}


def _name(function: ast.expr) -> str:
    """The last part of a function's name."""
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _path(dotted: str) -> ast.expr:
    return ast.parse(dotted, mode="eval").body


def _call(function: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(_path(function), list(arguments), [])


OF_NODES: tuple[OfNode, ...] = (
    await_changed,
    task_changed,
    gather_changed,
    sync,
    argument_instead,
    keyword_gone,
    off_by_one,
    number_written_in,
    iterable_shorter,
    comparison,
    condition,
    arithmetic,
    flag,
    jump,
    handler_changed,
    decorator_gone,
    near_name,
)
