"""Changes to a node: each operator is told one, and gives what could stand in its place."""

import ast
from collections.abc import Callable, Iterator

from kitchen.mutants.syntax import (
    DEFINITIONS,
    Edit,
    OfNode,
    but,
    call,
    name_of,
    only_prints,
    path_of,
    short,
)


def _instead(old: ast.AST, new: ast.AST) -> Edit:
    return Edit(f"{short(old)} is {short(new)}", new)


def await_changed(node: ast.AST) -> Iterator[Edit]:
    """Not awaited; only started; or awaited so that a cancel doesn't reach it."""
    if isinstance(node, ast.Await):
        yield Edit(f"{short(node)} is not awaited", node.value)
        if isinstance(node.value, ast.Call):
            yield _instead(node, call("asyncio.create_task", node.value))
            yield _instead(node, ast.Await(call("asyncio.shield", node.value)))


def task_changed(node: ast.AST) -> Iterator[Edit]:
    """A task is awaited on the spot, or belongs to nobody."""
    if isinstance(node, ast.Call) and name_of(node.func) == "create_task" and node.args:
        yield _instead(node, ast.Await(node.args[0]))
        yield _instead(node, call("asyncio.create_task", *node.args))


def gather_changed(node: ast.AST) -> Iterator[Edit]:
    """Errors are kept back; a cancel is not passed on; the order is another one."""
    if not isinstance(node, ast.Call) or name_of(node.func) != "gather":
        return
    if not node.keywords:
        kept = ast.keyword("return_exceptions", ast.Constant(True))
        yield _instead(node, but(node, keywords=[kept]))
    match node.args:
        case [ast.Starred(value=tasks)]:
            made = call("list", call("map", path_of("asyncio.ensure_future"), tasks))
            yield _instead(node, call("asyncio.wait", made))
        case [first, second, *rest]:
            yield _instead(node, but(node, args=[second, first, *rest]))


def sync(node: ast.AST) -> Iterator[Edit]:
    """`async` is left out."""
    if isinstance(node, ast.AsyncWith):
        yield Edit(f"{short(node)} is not async", ast.With(node.items, node.body))
    elif isinstance(node, ast.AsyncFor):
        plain = ast.For(node.target, node.iter, node.body, node.orelse)
        yield Edit(f"{short(node)} is not async", plain)


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
            yield Edit(f"`{ast.unparse(keyword)}` is gone", but(node, keywords=others))


def off_by_one(node: ast.AST) -> Iterator[Edit]:
    """Numbers, and what may be one: arguments, bounds of a slice, what a name is bound to."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        for number in (node.value + 1, node.value - 1):
            yield _instead(node, ast.Constant(number))
    for value, put in _numbers(node):
        for sign in (ast.Add(), ast.Sub()):
            other = ast.BinOp(value, sign, ast.Constant(1))
            yield Edit(f"{short(value)} is {short(other)}", put(other))


def number_written_in(node: ast.AST) -> Iterator[Edit]:
    """A number that was right once: the limit of the first service, or one."""
    places = list(_numbers(node))
    if isinstance(node, ast.Compare) and len(node.comparators) == 1:
        places.append((node.comparators[0], lambda new: but(node, comparators=[new])))
    for value, put in places:
        if isinstance(value, ast.Name | ast.Attribute):
            for number in (5, 1):
                yield Edit(f"{short(value)} is `{number}`", put(ast.Constant(number)))


_Put = Callable[[ast.expr], ast.AST]


def _numbers(node: ast.AST) -> Iterator[tuple[ast.expr, _Put]]:
    """Values in this node that may be numbers, and how to put others in their place."""
    if isinstance(node, ast.Call):
        if name_of(node.func) not in _TAKES_NO_NUMBER:
            for place, value in enumerate(node.args):
                before, after = node.args[:place], node.args[place + 1 :]
                if _may_be_number(value):
                    yield value, lambda new, b=before, a=after: but(node, args=[*b, new, *a])  # type: ignore[misc]
    elif isinstance(node, ast.keyword | ast.Assign):
        if node.value is not None and _may_be_number(node.value):
            yield node.value, lambda new: but(node, value=new)
    elif isinstance(node, ast.Slice):
        for bound in ("lower", "upper", "step"):
            value = getattr(node, bound)
            if value is not None and _may_be_number(value):
                yield value, lambda new, bound=bound: but(node, **{bound: new})  # type: ignore[misc]


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
        return name_of(value.func) in ("len", "min", "max", "int")
    return isinstance(value, ast.Name | ast.Attribute | ast.BinOp)


def iterable_shorter(node: ast.AST) -> Iterator[Edit]:
    """The first or the last one is left out."""
    match node:
        case ast.For(iter=value) | ast.comprehension(iter=value, is_async=0):
            yield from _shorter(value, lambda new: but(node, iter=new))
        case ast.Starred(value=value, ctx=ast.Load()):
            yield from _shorter(value, lambda new: but(node, value=new))
        case ast.Call(args=[*_, value]) if name_of(node.func) in _COLLECTIONS:
            yield from _shorter(value, lambda new: but(node, args=[*node.args[:-1], new]))
        case _:
            return


def _shorter(value: ast.expr, put: _Put) -> Iterator[Edit]:
    for bounds in (ast.Slice(lower=ast.Constant(1)), ast.Slice(upper=ast.Constant(-1))):
        fewer = ast.Subscript(call("list", value), bounds)
        yield Edit(f"{short(value)} is {short(fewer)}", put(fewer))


def comparison(node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.Compare):
        for place, old in enumerate(node.ops):
            for other in _OTHER_COMPARISONS.get(type(old), ()):
                ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
                yield _instead(node, but(node, ops=ops))


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
            yield Edit(f"{short(node.test)} is {short(test)}", but(node, test=test))
    elif isinstance(node, ast.comprehension):
        for place, test in enumerate(node.ifs):
            rest = [*node.ifs[:place], *node.ifs[place + 1 :]]
            yield Edit(f"`if {ast.unparse(test)}` is gone", but(node, ifs=rest))
            other = [*node.ifs[:place], _not(test), *node.ifs[place + 1 :]]
            yield Edit(f"{short(test)} is {short(_not(test))}", but(node, ifs=other))


def _not(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.UnaryOp(ast.Not(), test)


def arithmetic(node: ast.AST) -> Iterator[Edit]:
    """And for or, plus for minus, one side of two."""
    if isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield _instead(node, but(node, op=other))
        for value in node.values:
            rest = [each for each in node.values if each is not value]
            yield _instead(node, rest[0] if len(rest) == 1 else but(node, values=rest))
    elif isinstance(node, ast.BinOp):
        if type(node.op) in _OTHER_ARITHMETIC:
            yield _instead(node, but(node, op=_OTHER_ARITHMETIC[type(node.op)]()))
        yield _instead(node, node.left)
        yield _instead(node, node.right)
    elif isinstance(node, ast.AugAssign) and type(node.op) in _OTHER_ARITHMETIC:
        yield _instead(node, but(node, op=_OTHER_ARITHMETIC[type(node.op)]()))


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
            yield Edit(f"{short(node)} is `except {kind}`", but(node, type=ast.Name(kind)))
    if not all(only_prints(each) for each in node.body):
        yield Edit(f"{short(node)} does nothing", but(node, body=[ast.Pass()]))
    if not isinstance(node.body[-1], ast.Raise):
        yield Edit(f"{short(node)} raises again", but(node, body=[*node.body, ast.Raise()]))


def decorator_gone(node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, DEFINITIONS):
        for place, decorator in enumerate(node.decorator_list):
            rest = node.decorator_list[:place] + node.decorator_list[place + 1 :]
            says = f"`@{ast.unparse(decorator)}` is gone"
            yield Edit(says, but(node, decorator_list=rest))


def near_name(node: ast.AST) -> Iterator[Edit]:
    """The neighbour's name in the library's list."""
    if isinstance(node, ast.Attribute):
        for other in _NEAR.get(node.attr, ()):
            yield _instead(node, but(node, attr=other))
    elif isinstance(node, ast.Name):
        for other in _NEAR.get(node.id, ()):
            yield _instead(node, but(node, id=other))


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
