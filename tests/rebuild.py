"""Builds the walkthrough of a case and runs it, with two more cells: a program of its own, so that
a test can put an end to it. Called with the case and the file for what came of it.

The further cells say which mistake was named in the check of the case's file as shipped, and check
the solution.
"""

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import nbformat.v4

from kitchen import author, catalog, shipped
from kitchen.notebook import builder, execution

ENOUGH = 30
"""Services to which the solution is put here; that it passes all the author's check sees."""


def main(case: str, into: Path) -> None:
    made: Any = nbformat.v4
    listed = catalog.find(case)
    pieces = list(builder.pieces(listed, lambda command: author.print_of(shlex.split(command))))
    book = builder.notebook(listed, pieces)
    codes = [cell for cell in book.cells if cell.cell_type == "code"]
    to_mend = builder.to_mend(listed)
    shown = 1 + [cell.source for cell in codes].index(to_mend)
    told = f"print(next(r.diagnosis.name for r in Out[{shown}].verdict.results if r.diagnosis))"
    few = min(listed.load().services, ENOUGH)
    again = f"%%kitchen check {listed.number} --services {few}\n{shipped.solution(listed)}"
    for source in (told, again):
        book.cells.append(made.new_code_cell(source))
    execution.execute(book)
    *cells, named, passed = book.cells
    book.cells = cells
    answer = {
        "notebook": builder.text_of(book),
        "prints": [piece.prints for piece in pieces],
        "named": _text(named),
        "passed": _text(passed),
    }
    into.write_text(json.dumps(answer))


def _text(cell: Any) -> str:
    return "".join(output.get("text") or output.data["text/plain"] for output in cell.outputs)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
