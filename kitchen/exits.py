"""Exit codes, as `--help` and the README tell them."""

PASSED, FAILED, UNUSABLE, BROKEN, STOPPED = 0, 1, 2, 3, 130
"""All well; a check failed, or the run crashed or hung; the call or the file is at fault; the lab
itself broke down; Ctrl-C."""
