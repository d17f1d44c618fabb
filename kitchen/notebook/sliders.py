"""A slider over one number of a case, where there is somebody to move it; else the whole sweep."""

import os
from importlib import import_module
from pathlib import Path
from typing import Any

from kitchen import catalog, session
from kitchen import over as numbers


def play(
    case: int | str,
    over: str,
    *,
    source: str | None = None,
    file: str | Path | None = None,
) -> object:
    """Move one number and see the service drawn: `play(7, "limit=1..8", source=MINE)`.

    `over` is as in `sweep`, which is the answer without ipywidgets, outside a notebook, and with
    `KITCHEN_SLIDERS=off` in the environment.
    """
    widgets, display = _widgets()
    if widgets is None:
        return session.sweep(case, over, source=source, file=file)
    number, values = numbers.chosen(catalog.find(str(case)).load(), over)

    def show(value: float) -> None:
        ran = session.run(case, over=f"{number.name}={value:.6f}", source=source, file=file)
        display(ran, ran.timeline)

    slider = widgets.SelectionSlider(
        options=values, description=number.name, continuous_update=False
    )
    widgets.interact(show, value=slider)
    return None


def _widgets() -> tuple[Any, Any]:
    """The module ipywidgets, and what displays; None for both where a slider can't be moved."""
    if os.environ.get("KITCHEN_SLIDERS") == "off":
        return None, None
    try:
        shell: Any = import_module("IPython").get_ipython()
        if getattr(shell, "kernel", None) is None:
            return None, None
        return import_module("ipywidgets"), import_module("IPython.display").display
    except ImportError:
        return None, None
