"""Forking a stove: the script has a process fork, and its child is a stove of its own."""

import os
import warnings

_fork, _exit = os.fork, os._exit
_LONGEST = 8
"""Bytes of a process number."""


def fork() -> int:
    """Fork this process. Returns the child's number, and 0 in the child.

    The child is not this process's own, by way of one between that is gone at once: the fork server
    adopts it and hears how it ends, and a learner's `os.wait` never meets it. Raises OSError where
    no more processes can be had.
    """
    reads, writes = os.pipe()
    with warnings.catch_warnings(action="ignore"):  # 3.12 warns where there are threads
        between = _fork()
    if between:
        os.close(writes)
        told = os.read(reads, _LONGEST)
        os.close(reads)
        os.waitpid(between, 0)
        if not told:
            raise OSError("the process can't be forked")
        return int.from_bytes(told)
    child = -1
    try:
        child = _fork()
        if child:
            os.write(writes, child.to_bytes(_LONGEST))
    finally:
        if child:
            _exit(0)
    os.close(reads)
    os.close(writes)
    os.setpgid(0, 0)
    return 0
