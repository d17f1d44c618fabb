"""A counter that is tested in one step and raised in another."""

import ast
from collections.abc import Iterator

from kitchen.case import Clues, Sighting


def test_then_count(clues: Clues) -> Sighting | None:
    """A counter with an await between the test and the count."""
    for function in clues.nodes:
        if not isinstance(function, ast.AsyncFunctionDef):
            continue
        for test, name in _tests(function):
            counted = [
                node
                for node in ast.walk(function)
                if isinstance(node, ast.AugAssign)
                and isinstance(node.op, ast.Add)
                and ast.unparse(node.target) == name
                and node.lineno > test.lineno
            ]
            for count in counted:
                between = [
                    node
                    for node in ast.walk(function)
                    if isinstance(node, ast.Await)
                    and test.end_lineno is not None
                    and test.lineno < node.lineno < count.lineno
                    and not _inside_loop_of(test, node)
                ]
                if between:
                    return Sighting(between[0].lineno)
    return None


def counted_apart(clues: Clues) -> Sighting | None:
    """A counter goes up and down, nothing else holds anybody back, and it lets too many in."""
    if clues.trace.took:
        return None
    steps: dict[str, dict[type[ast.operator], int]] = {}
    for node in clues.nodes:
        if isinstance(node, ast.AugAssign):
            steps.setdefault(ast.unparse(node.target), {})[type(node.op)] = node.lineno
    up = [ops[ast.Add] for ops in steps.values() if ast.Add in ops and ast.Sub in ops]
    return Sighting(up[0]) if up else None


def _tests(function: ast.AsyncFunctionDef) -> Iterator[tuple[ast.While | ast.If, str]]:
    for node in ast.walk(function):
        if isinstance(node, ast.While | ast.If):
            for part in ast.walk(node.test):
                if isinstance(part, ast.Name | ast.Attribute | ast.Subscript):
                    yield node, ast.unparse(part)


def _inside_loop_of(test: ast.While | ast.If, node: ast.Await) -> bool:
    """An await in the body of `while full: await ...` is followed by another test."""
    if not isinstance(test, ast.While):
        return False
    return any(part is node for statement in test.body for part in ast.walk(statement))
