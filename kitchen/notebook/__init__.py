"""The lab in a notebook: `%load_ext kitchen.notebook` brings `%kitchen` and `%%kitchen`, and
`from kitchen.notebook import play` a slider."""

import sys
from typing import Any


def load_ipython_extension(shell: Any) -> None:
    """What IPython calls for `%load_ext kitchen.notebook`. Cells may import `solutions` then."""
    from kitchen import shipped
    from kitchen.notebook import magics

    home = str(shipped.home_of_solutions())
    if home not in sys.path:
        sys.path.append(home)
    magics.register(shell)


def unload_ipython_extension(shell: Any) -> None:
    """What IPython calls for `%unload_ext kitchen.notebook`: the stoves are ended."""
    from kitchen import session
    from kitchen.notebook import magics

    magics.unregister(shell)
    session.close()


def __getattr__(name: str) -> Any:
    if name == "play":
        from kitchen.notebook import sliders

        return sliders.play
    raise AttributeError(f"module 'kitchen.notebook' has no attribute {name!r}")
