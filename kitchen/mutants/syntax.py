"""What the operators work with: changes, and small questions to a syntax tree."""

import ast
import copy
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar


class Edit(NamedTuple):
    """One change: what to put in place of a node or, if it is one of a block, of the block."""

    says: str
    new: "ast.AST | Block"


Block = list[ast.stmt]
OfNode = Callable[[ast.AST], Iterator[Edit]]
OfBlock = Callable[[Block, int], Iterator[Edit]]
"""Changes at one statement of a block; each gives the whole block anew."""

_Node = TypeVar("_Node", bound=ast.AST)

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def is_text(node: object) -> bool:
    """A docstring, or another string that stands by itself."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def is_silent(node: ast.AST) -> bool:
    """What can't change a verdict: text, imports, printing, the editor's Run button."""
    if isinstance(node, ast.Import | ast.ImportFrom) or is_text(node):
        return True
    if isinstance(node, ast.If) and "__name__" in ast.unparse(node.test):
        return True
    return isinstance(node, ast.stmt) and not has(node, ast.Await) and only_prints(node)


def only_prints(node: ast.stmt) -> bool:
    if isinstance(node, ast.If | ast.For):
        return all(only_prints(each) for each in [*node.body, *node.orelse])
    printed = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    return printed and ast.unparse(node).startswith("print(")


def has(node: ast.AST, *kinds: type[ast.AST]) -> bool:
    return any(isinstance(each, kinds) for each in ast.walk(node))


def short(node: ast.AST) -> str:
    """Its first line, for a description."""
    text = ast.unparse(node).strip().partition("\n")[0]
    return f"`{text}`" if len(text) <= 60 else f"`{text[:57]}...`"


def but(node: _Node, **fields: object) -> _Node:
    """A copy of the node, but for these fields."""
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def name_of(function: ast.expr) -> str:
    """The last part of a function's name."""
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def path_of(dotted: str) -> ast.expr:
    return ast.parse(dotted, mode="eval").body


def call(function: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(path_of(function), list(arguments), [])
