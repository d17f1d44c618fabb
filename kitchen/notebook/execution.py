"""Runs a notebook as a reader would, in a kernel of its own, and keeps what came of it.

What differs from run to run and machine to machine is left out: times, versions, counters.
"""

import os
from pathlib import Path
from typing import Any

CELL_TIMEOUT = 180
"""Seconds of a cell after which it is interrupted."""


class Broken(Exception):
    """A cell raised, or the kernel is gone."""


def execute(book: Any, folder: Path) -> Any:
    """Run every cell, in this folder; the notebook with its outputs.

    The kernel is of this Python, and is ended whatever happens. Raises Broken.
    """
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    house = str(Path(__file__).resolve().parent.parent.parent)
    path = os.pathsep.join(filter(None, (house, os.environ.get("PYTHONPATH"))))
    settings = {
        "KITCHEN_PROGRESS": "off",  # it is no learner who runs this
        "KITCHEN_SLIDERS": "off",  # what they show has other names each time
        "PYTHONPATH": path,
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
        "COLUMNS": "100",
    }
    client = NotebookClient(
        book,
        timeout=CELL_TIMEOUT,
        resources={"metadata": {"path": str(folder)}},
        record_timing=False,
    )
    try:
        client.execute(env={**os.environ, **settings})
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        raise Broken(str(error)) from None
    book.metadata.language_info = {"name": "python"}
    for cell in book.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = [_stable(output) for output in _joined(cell.outputs)]
    return book


def _joined(outputs: list[Any]) -> list[Any]:
    """Neighbouring pieces of one stream are one: how they were cut is chance."""
    joined: list[Any] = []
    for output in outputs:
        last: Any = joined[-1] if joined else None
        streams = last is not None and output.output_type == "stream" == last.output_type
        if streams and last.name == output.name:
            last.text += output.text
        else:
            joined.append(output)
    return joined


def _stable(output: Any) -> Any:
    if "metadata" in output:
        output.metadata = {}
    return output
