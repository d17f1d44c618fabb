"""The loop that goes round a line: code that keeps its turn is caught wherever it happens to be."""

import ast

_Loop = ast.While | ast.For | ast.AsyncFor
_Own = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef


def head(source: str, line: int) -> int:
    """The first line of the innermost loop round a line, in the same function; `line` itself where
    there is none. A loop of several lines is thus told by the same one every time."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return line
    within = [
        node
        for node in ast.walk(tree)
        if isinstance(node, _Loop | _Own) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    innermost = max(within, key=lambda node: (node.lineno, node.col_offset), default=None)
    return innermost.lineno if isinstance(innermost, _Loop) else line
