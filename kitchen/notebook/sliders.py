"""A slider over one number of a case, where ipywidgets is installed; else the whole sweep."""

import os
from importlib import import_module
from pathlib import Path
from typing import Any

from kitchen import session


def play(
    case: int | str,
    over: str,
    *,
    source: str | None = None,
    file: str | Path | None = None,
) -> object:
    """Move one number and see the service drawn: `play(7, "limit=1..8", source=MINE)`.

    `over` is as in `sweep`. `KITCHEN_SLIDERS=off` in the environment: none, as without ipywidgets.
    """
    made = session.sweep(case, over, source=source, file=file)
    if os.environ.get("KITCHEN_SLIDERS") == "off" or made.sweep.fault is not None:
        return made
    try:
        widgets: Any = import_module("ipywidgets")
        display: Any = import_module("IPython.display").display
    except ImportError:
        return made
    name, values = made.sweep.number.name, [row.value for row in made.sweep.rows]

    def show(value: float) -> None:
        ran = session.run(case, over=f"{name}={value}", source=source, file=file)
        display(ran, ran.timeline)

    slider = widgets.SelectionSlider(options=values, description=name, continuous_update=False)
    widgets.interact(show, value=slider)
    return None
