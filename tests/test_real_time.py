"""The one test on the real clock: what was simulated is what happens."""

import json
import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT

TOLERANCE = 0.25
"""Seconds that the real clock may be late: the machine has other things to do. It is never early
by more than a rounding."""

ATTEMPTS = 5
"""Counts and peak must agree every time; the machine has this often to be quiet enough."""


@pytest.mark.real_time
@pytest.mark.xdist_group("the whole machine")
@pytest.mark.parametrize("file", ["lab/cases/case07_semaphore.py", "solutions/case07_semaphore.py"])
def test_simulated_and_real_figures_agree(file: str) -> None:
    def figures(*more: str) -> tuple[object, int, float]:
        command = [sys.executable, "-m", "kitchen", "run", "7", "--file", file, "--json", *more]
        done = subprocess.run(
            command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True, text=True, timeout=60, check=True,
        )  # fmt: skip
        told = json.loads(done.stdout)
        return told["figures"], told["peak"], told["took"]

    simulated = figures()
    late = []
    for _ in range(ATTEMPTS):
        real = figures("--real")
        assert real[:2] == simulated[:2]
        late.append(real[2] - simulated[2])
        assert late[-1] >= -0.001
        if late[-1] <= TOLERANCE:
            return
    raise AssertionError(f"the real clock was late by {late} s each time")
