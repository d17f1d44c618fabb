"""A Chromium without a window, and a JupyterLab for it: what the test in a browser needs.

Chromium is spoken to in its own protocol, over a web socket: that takes no driver.
"""

import base64
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.request import urlopen

from tests.conftest import ROOT

PATIENCE = 90.0
"""Seconds for anything on a loaded machine."""

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--remote-debugging-port=0", "--window-size=1300,1000",
)  # fmt: skip


class Page:
    """The one page of a browser."""

    def __init__(self, address: str, folder: Path) -> None:
        from websocket import create_connection

        self._socket: Any = create_connection(address, timeout=PATIENCE, suppress_origin=True)
        self._numbers = count(1)
        self._folder = folder

    def tell(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command of the protocol, and what came of it."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            heard = json.loads(self._socket.recv())
            if heard.get("id") == number:
                assert "error" not in heard, heard
                result: dict[str, Any] = heard["result"]
                return result

    def ask(self, expression: str) -> Any:
        """The value of an expression in the page. It may be a promise."""
        told = self.tell(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in told, told["exceptionDetails"]
        return told["result"].get("value")

    def until(self, expression: str) -> Any:
        """Wait until an expression is true; its value."""
        end = monotonic() + PATIENCE
        while monotonic() < end:
            with contextlib.suppress(AssertionError):  # the page may only be half there
                if value := self.ask(expression):
                    return value
            sleep(0.2)
        self.shot(self._folder / "never.png")
        raise AssertionError(f"it never came to be that {expression}\n{self.text()}")

    def text(self) -> str:
        """All that can be read."""
        return str(self.ask("document.body.innerText"))

    def shot(self, path: Path) -> None:
        """A picture of what is seen."""
        path.write_bytes(base64.b64decode(self.tell("Page.captureScreenshot")["data"]))


@contextlib.contextmanager
def browser(folder: Path) -> Iterator[Page]:
    """A new browser that knows nothing, with an empty page."""
    assert CHROMIUM is not None
    home = folder / "chromium"
    with _running([CHROMIUM, *_FLAGS, f"--user-data-dir={home}", "about:blank"], folder, {}):
        port = _when_there(home / "DevToolsActivePort").split()[0]
        with urlopen(f"http://127.0.0.1:{port}/json/list", timeout=PATIENCE) as answer:
            pages = [page for page in json.load(answer) if page["type"] == "page"]
        yield Page(pages[0]["webSocketDebuggerUrl"], folder)


@contextlib.contextmanager
def jupyterlab(folder: Path, workspace: Path) -> Iterator[str]:
    """A JupyterLab on this workspace, with settings of its own: its address."""
    settings = folder / "settings" / "@jupyterlab"
    for name, content in {
        "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
        "notebook-extension/tracker": {"windowingMode": "none"},  # cells out of sight are there too
    }.items():
        path = settings / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content))
    environment = {
        "IPYTHONDIR": str(folder / "ipython"),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
        "KITCHEN_PROGRESS": "on",
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--port=0"]
    command += ["--ip=127.0.0.1", "--expose-app-in-browser", f"--ServerApp.root_dir={workspace}"]
    command += ["--IdentityProvider.token=", "--ServerApp.disable_check_xsrf=True"]
    with _running(command, folder, environment) as process:
        told = json.loads(_when_there(folder / "runtime" / f"jpserver-{process.pid}.json"))
        yield told["url"]


@contextlib.contextmanager
def _running(
    command: list[str], folder: Path, environment: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """A program that is ended in the end, with all that it started in its group."""
    with (
        (folder / f"{Path(command[0]).name}.log").open("wb") as log,
        subprocess.Popen(
            command, cwd=folder, env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
            stdout=log, stderr=log, start_new_session=True,
        ) as process,
    ):  # fmt: skip
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)


def _when_there(path: Path) -> str:
    """What is in a file, once it has been written."""
    end = monotonic() + PATIENCE
    while monotonic() < end:
        if path.is_file() and (text := path.read_text()).strip():
            return text
        sleep(0.1)
    logs = "\n".join(log.read_text(errors="replace") for log in path.parents[1].glob("*.log"))
    raise AssertionError(f"there never was a {path}\n{logs}")
