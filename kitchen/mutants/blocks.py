"""Changes to a block: each operator is told a block and the place of one statement in it."""

import ast
import copy
from collections.abc import Iterator

from kitchen.mutants.syntax import (
    DEFINITIONS,
    Block,
    Edit,
    OfBlock,
    but,
    call,
    is_silent,
    is_text,
    name_of,
    short,
)

_JUMPS = (ast.Return, ast.Raise, ast.Break, ast.Continue)
_SCOPES = (ast.Nonlocal, ast.Global)
_WITHS = (ast.With, ast.AsyncWith)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def _put(block: Block, place: int, *new: ast.stmt, until: int | None = None) -> Block:
    """The block with these statements in place of that at `place`, or of all up to `until`."""
    after = place + 1 if until is None else until
    return [*block[:place], *new, *block[after:]] or [ast.Pass()]


def _movable(statement: ast.stmt) -> bool:
    return not isinstance(statement, (*DEFINITIONS, *_SCOPES)) and not is_silent(statement)


def deleted(block: Block, place: int) -> Iterator[Edit]:
    # Without a definition there is a NameError, and nothing to learn from it.
    if not isinstance(block[place], (*DEFINITIONS, ast.Pass)):
        yield Edit(f"{short(block[place])} is gone", _put(block, place))


def done_twice(block: Block, place: int) -> Iterator[Edit]:
    statement = block[place]
    if isinstance(statement, (*DEFINITIONS, *_JUMPS, *_SCOPES, ast.Pass, ast.While)):
        return
    if isinstance(statement, ast.Assign | ast.AnnAssign) and not _does_something(statement):
        return
    yield Edit(f"{short(statement)} is done twice", _put(block, place, statement, statement))


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
        says = f"{short(pair[1])} comes before {short(pair[0])}"
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
        says = f"the body is not in {short(statement)}"
        yield Edit(says, _put(block, place, *bound, *statement.body))


def with_items(block: Block, place: int) -> Iterator[Edit]:
    statement = block[place]
    if not isinstance(statement, _WITHS) or len(statement.items) < 2:
        return
    items = statement.items
    for number, item in enumerate(items):
        fewer = but(statement, items=items[:number] + items[number + 1 :])
        yield Edit(f"{short(item)} is gone", _put(block, place, fewer))
    for number in range(len(items) - 1):
        pair = [items[number + 1], items[number]]
        other = but(statement, items=items[:number] + pair + items[number + 2 :])
        yield Edit(f"{short(pair[0])} comes first", _put(block, place, other))


def moved_out(block: Block, place: int) -> Iterator[Edit]:
    """A body's last statement comes after it; the first one of a `with` or `try` before it."""
    host = block[place]
    if not isinstance(host, (*_WITHS, ast.Try, *_LOOPS, ast.If)):
        return
    body = host.body
    guards = isinstance(host, (*_WITHS, ast.Try))
    if guards or len(body) > 1:
        rest = but(host, body=body[:-1] or [ast.Pass()])
        says = f"{short(body[-1])} comes after {short(host)}"
        yield Edit(says, _put(block, place, rest, body[-1]))
    if guards and len(body) > 1:
        says = f"{short(body[0])} comes before {short(host)}"
        yield Edit(says, _put(block, place, body[0], but(host, body=body[1:])))


def moved_in(block: Block, place: int) -> Iterator[Edit]:
    """What follows a body is its end; what comes before a `with` or `try` is its beginning."""
    host = block[place]
    if not isinstance(host, (*_WITHS, ast.Try, *_LOOPS, ast.If)):
        return
    if place + 1 < len(block) and _movable(block[place + 1]):
        after = block[place + 1]
        inside = but(host, body=[*host.body, after])
        says = f"{short(after)} comes inside {short(host)}"
        yield Edit(says, _put(block, place, inside, until=place + 2))
    if place and isinstance(host, (*_WITHS, ast.Try)) and _movable(block[place - 1]):
        before = block[place - 1]
        inside = but(host, body=[before, *host.body])
        says = f"{short(before)} comes inside {short(host)}"
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
        ) if name_of(group) == "TaskGroup":
            body = _Ungroup(name).visit(copy.deepcopy(statement)).body
            empty = ast.parse(f"{name} = []").body
            for end in (f"await asyncio.gather(*{name})", f"await asyncio.wait({name})"):
                says = f"{short(statement)} ends with `{end}`"
                yield Edit(says, _put(block, place, *empty, *body, *ast.parse(end).body))


class _Ungroup(ast.NodeTransformer):
    """Makes `group.create_task(x)` a task in a list of that name."""

    def __init__(self, name: str) -> None:
        self._group = name

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if ast.unparse(node.func) != f"{self._group}.create_task":
            return self.generic_visit(node)
        return call(f"{self._group}.append", call("asyncio.create_task", *node.args))


def made_anew(block: Block, place: int) -> Iterator[Edit]:
    """What was made once is made in every call of the next function: a gate per order."""
    statement = block[place]
    if not isinstance(statement, ast.Assign | ast.AnnAssign):
        return
    for where in range(place + 1, len(block)):
        function = block[where]
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            head = sum(is_text(each) or isinstance(each, _SCOPES) for each in function.body)
            body = [*function.body[:head], statement, *function.body[head:]]
            says = f"{short(statement)} comes inside `{function.name}`"
            yield Edit(says, _put(_put(block, where, but(function, body=body)), place))
            return


def without_finally(block: Block, place: int) -> Iterator[Edit]:
    """The `finally` is gone, is done only if nothing happened, or is not done on a cancel."""
    statement = block[place]
    if not isinstance(statement, ast.Try) or not statement.finalbody:
        return
    final = statement.finalbody
    plain = but(statement, finalbody=[])
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
            left: Block = [but(statement, body=body, handlers=others, orelse=orelse)]
        else:
            left = [*statement.body, *statement.orelse]
        yield Edit(f"{short(handler)} is gone", _put(block, place, *left))
    if statement.orelse:
        inside = but(statement, body=[*statement.body, *statement.orelse], orelse=[])
        yield Edit("the else comes inside the try", _put(block, place, inside))


def looked_once(block: Block, place: int) -> Iterator[Edit]:
    """`while` is `if`: whoever is woken believes what was true before."""
    statement = block[place]
    if isinstance(statement, ast.While):
        once = ast.If(statement.test, statement.body, statement.orelse)
        yield Edit(f"{short(statement)} is an if", _put(block, place, once))


def others_first(block: Block, place: int) -> Iterator[Edit]:
    """Others get their turn between a look and the count that follows from it."""
    statement = block[place]
    if isinstance(statement, ast.AugAssign):
        pause = ast.parse("await asyncio.sleep(0)").body[0]
        yield Edit(f"others run before {short(statement)}", _put(block, place, pause, statement))


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
