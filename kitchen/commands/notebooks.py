"""`notebook N` opens JupyterLab on a walkthrough; `author notebooks` builds them all."""

import os
import shlex
import subprocess
import sys
from importlib.util import find_spec

from kitchen import author, catalog, workspace
from kitchen.commands.authoring import own_root
from kitchen.commands.stoves import Stoves
from kitchen.errors import Unusable
from kitchen.exits import FAILED, PASSED

TYPE_CHECKING = False  # `typing` itself would take longer to import than the rest
if TYPE_CHECKING:
    import argparse

_MISSING = (
    "isn't installed here: `pip install 'concurrency-kitchen[notebooks]'`, or in a clone `pip "
    "install -e '.[notebooks]'`."
)


def notebook(chosen: "argparse.Namespace", stoves: Stoves) -> int:
    """Open JupyterLab on a walkthrough, or on the folder of all."""
    folder = workspace.root() / "notebooks"
    path = folder
    if chosen.case is not None:
        path = folder / f"{catalog.find(chosen.case).stem}.ipynb"
    if not path.exists():
        raise Unusable(
            f"there is no {path}. Walkthroughs stand in `notebooks/` of a clone of the lab, and of "
            "a folder that `python -m kitchen init DIR` has made."
        )
    if find_spec("jupyterlab") is None:
        raise Unusable(f"JupyterLab {_MISSING} Or open {workspace.shown(path)} in your editor.")
    environment = {**os.environ, "PYTHONPATH": workspace.python_path()}
    command = [sys.executable, "-m", "jupyterlab", str(path)]
    with subprocess.Popen(command, env=environment) as running:
        while True:
            try:
                return PASSED if running.wait() == 0 else FAILED
            except KeyboardInterrupt:
                continue  # Ctrl-C is JupyterLab's too: it asks, or ends


def build(chosen: "argparse.Namespace", stoves: Stoves) -> int:
    """Build the walkthroughs anew, run them, and write those that have changed."""
    if find_spec("nbclient") is None or find_spec("ipykernel") is None:
        raise Unusable(f"what runs notebooks {_MISSING}")
    from kitchen.notebook import builder, execution

    root = own_root()
    every = chosen.case is None
    well = True
    for listed in catalog.listed() if every else [catalog.find(chosen.case)]:
        path = builder.path_of(listed, root)
        book = builder.source_of(listed, _prints)
        try:
            execution.execute(book)
        except execution.Broken as error:
            print(f"{workspace.shown(path)}: {error}", file=sys.stderr)
            well = False
            continue
        text = builder.text_of(book)
        same = path.is_file() and path.read_text(encoding="utf-8") == text
        if not same:
            workspace.put(path, text.encode())
        print(f"{'as it was' if same else 'written'}  {workspace.shown(path)}", flush=True)
    return PASSED if well else FAILED


def _prints(command: str) -> str:
    return author.print_of(shlex.split(command))
