"""Mutants: a program taken apart, one change at a time.

`blocks` and `nodes` hold the operators, each of which knows one kind of change.

No mutation library fits, of those looked at: mutmut 3.8, cosmic-ray 8.7, mutatest 2 and
universalmutator 1.14. They write each mutant over the program's own files and run a test command
on it, where we want a text for the judge's stoves. That might be had from cosmic-ray; but its
operators, like those of the others, know operators, numbers, names and arguments, and none knows
`await`, `async with`, `finally` or the order of statements, where this lab's mistakes are made.
"""

import ast
import hashlib
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from kitchen.mutants.blocks import OF_BLOCKS
from kitchen.mutants.nodes import OF_NODES
from kitchen.mutants.syntax import Edit, OfBlock, OfNode, is_silent, is_text


class Mutant(NamedTuple):
    """A right attempt with one change in it."""

    key: str
    """A short hash of its syntax tree: layout, comments and docstrings don't count."""
    line: int
    says: str
    """The change in a few words."""
    source: str


def mutants(
    source: str,
    of_nodes: Sequence[OfNode] = (),
    of_blocks: Sequence[OfBlock] = (),
    wanted: Callable[[int, str], bool] = lambda line, says: True,
) -> Iterator[Mutant]:
    """Every program that differs from this one by one change, each once, if it compiles.

    The changes are those of these operators, or of all; and of them those that are wanted, by their
    line and words.
    """
    if not (of_nodes or of_blocks):
        of_nodes, of_blocks = OF_NODES, OF_BLOCKS
    tree = ast.parse(source)
    seen = {key(tree)}
    for line, says, text in _changed(tree, tree, of_nodes, of_blocks):
        hashed = _key_if_sound(text()) if wanted(line, says) else None
        if hashed is not None and hashed not in seen:
            seen.add(hashed)
            yield Mutant(hashed, line, says, text())


def key(tree: ast.AST) -> str:
    """The short hash by which a program is known."""
    return hashlib.sha256(_dump(tree).encode()).hexdigest()[:8]


def _dump(node: object) -> str:
    """The tree in a form of our own: `ast.dump` writes empty fields in 3.12, and not in 3.13."""
    if isinstance(node, list):
        return f"[{', '.join(_dump(each) for each in node if not is_text(each))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    inner = []
    for name in node._fields:
        value = getattr(node, name, None)
        if value is not None and value != []:
            inner.append(f"{name}={_dump(value)}")
    return f"{type(node).__name__}({', '.join(inner)})"


def _key_if_sound(source: str) -> str | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `"text" is not x` and the like: that is the point
        try:
            tree = ast.parse(source)
            compile(tree, "mutant", "exec")
        except SyntaxError:
            return None
    return key(tree)


def _changed(
    tree: ast.AST, parent: ast.AST, of_nodes: Sequence[OfNode], of_blocks: Sequence[OfBlock]
) -> Iterator[tuple[int, str, Callable[[], str]]]:
    """Line, words and text of every change under `parent`. The text is to be had until the next."""
    for field, value in ast.iter_fields(parent):
        if field in _NOT_RUN:
            continue
        if isinstance(value, ast.AST):
            for operator in of_nodes:
                for says, new in operator(value):
                    yield _line(value, parent), says, partial(_text, tree, parent, field, new)
            yield from _changed(tree, value, of_nodes, of_blocks)
        elif isinstance(value, list):
            for place, child in enumerate(value):
                if not isinstance(child, ast.AST) or is_silent(child):
                    continue
                edits = [edit for operator in of_nodes for edit in operator(child)]
                replaced = [
                    Edit(says, [*value[:place], new, *value[place + 1 :]])  # type: ignore[list-item]
                    for says, new in edits
                ]
                if isinstance(child, ast.stmt):
                    replaced += [edit for op in of_blocks for edit in op(value, place)]
                for says, new in replaced:
                    yield _line(child, parent), says, partial(_text, tree, parent, field, new)
                yield from _changed(tree, child, of_nodes, of_blocks)


def _text(tree: ast.AST, parent: ast.AST, field: str, new: object) -> str:
    """The whole program with this field changed. The field is put back."""
    old = getattr(parent, field)
    setattr(parent, field, new)
    for node in new if isinstance(new, list) else [new]:
        if isinstance(node, ast.AST):
            ast.fix_missing_locations(node)
    try:
        return ast.unparse(tree)
    finally:
        setattr(parent, field, old)


_NOT_RUN = frozenset({"annotation", "returns", "type_params", "ctx"})
"""Fields of a node that nobody looks at while the program runs."""


def _line(node: ast.AST, parent: ast.AST) -> int:
    line: int = getattr(node, "lineno", 0) or getattr(parent, "lineno", 0)
    return line
