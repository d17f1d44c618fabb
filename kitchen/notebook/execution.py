"""Runs a notebook as a reader would, in a kernel of its own, and keeps what came of it.

The kernel works in a new workspace: the learner's files are as shipped there, nothing has been
checked yet, and what it notes is nobody's progress. What differs from run to run and machine to
machine is left out: times, versions, counters, and what this user has set for kernels and figures.
"""

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kitchen import catalog, shipped, workspace

CELL_TIMEOUT = 180
"""Seconds of a cell after which it is interrupted."""

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class Broken(Exception):
    """A cell raised, or the kernel is gone."""


def execute(book: Any) -> Any:
    """Run every cell; the notebook with its outputs.

    The kernel is of this Python, and is ended whatever happens. Raises Broken.
    """
    from jupyter_client.kernelspec import KernelSpecManager
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    class OfThisPython(AsyncKernelManager):  # type: ignore[misc, unused-ignore]
        def _kernel_spec_manager_default(self) -> Any:
            return KernelSpecManager(kernel_dirs=[])

    with _new_workspace() as folder:
        client = NotebookClient(
            book,
            timeout=CELL_TIMEOUT,
            resources={"metadata": {"path": str(folder / "notebooks")}},
            record_timing=False,
            kernel_manager_class=OfThisPython,
            extra_arguments=["--log-level=ERROR"],
        )
        try:
            client.execute(env={**os.environ, **_settings(folder)})
        except (CellExecutionError, CellTimeoutError, DeadKernelError, RuntimeError) as error:
            # A RuntimeError is a kernel's that doesn't start.
            raise Broken(_COLOUR.sub("", str(error)).strip()) from None
    book.metadata.language_info = {"name": "python"}
    for cell in book.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = [_stable(output) for output in _joined(cell.outputs)]
    return book


@contextmanager
def _new_workspace() -> Iterator[Path]:
    """A workspace as one who begins has it, with the solutions."""
    with tempfile.TemporaryDirectory(prefix="kitchen-notebook-") as made:
        folder = Path(made)
        for name in ("lab/cases", "notebooks", "solutions"):
            (folder / name).mkdir(parents=True)
        for listed in catalog.listed():
            (folder / f"lab/cases/{listed.stem}.py").write_bytes(shipped.original(listed))
            (folder / f"solutions/{listed.stem}.py").write_text(shipped.solution(listed), "utf-8")
        yield folder


def _settings(folder: Path) -> dict[str, str]:
    """What is in the environment of the kernel besides what is in ours."""
    return {
        "COLUMNS": "100",
        "IPYTHONDIR": str(folder / ".ipython"),
        "KITCHEN_PROGRESS": "on",  # that of a workspace which is soon gone
        "KITCHEN_SLIDERS": "off",  # what they show has other names each time
        "MATPLOTLIBRC": os.devnull,
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": workspace.python_path(),
    }


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
