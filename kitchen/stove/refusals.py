"""Kernel calls that a stove is refused: those by which it could leave a letter for the next one,
and those that reach into other processes or into the kernel itself.

Files, processes and open descriptors of a stove are swept after its service. System V memory,
message queues and keyrings are none of these: they live on until somebody removes them by name.

Reference: seccomp(2), a filter in classic BPF (bpf(2)); numbers from the kernel's syscall tables.
"""

import ctypes
import os
import struct
import sys
from typing import Any

_NUMBERS: dict[str, tuple[int, dict[str, int]]] = {
    "x86_64": (
        0xC000003E,
        {
            "shmget": 29,
            "semget": 64,
            "msgget": 68,
            "ptrace": 101,
            "mq_open": 240,
            "add_key": 248,
            "request_key": 249,
            "keyctl": 250,
            "perf_event_open": 298,
            "process_vm_readv": 310,
            "process_vm_writev": 311,
            "bpf": 321,
            "userfaultfd": 323,
            "io_uring_setup": 425,
        },
    ),
    "aarch64": (
        0xC00000B7,
        {
            "ptrace": 117,
            "mq_open": 180,
            "msgget": 186,
            "semget": 190,
            "shmget": 194,
            "add_key": 217,
            "request_key": 218,
            "keyctl": 219,
            "perf_event_open": 241,
            "process_vm_readv": 270,
            "process_vm_writev": 271,
            "bpf": 280,
            "userfaultfd": 282,
            "io_uring_setup": 425,
        },
    ),
}
"""By machine: how the kernel calls it, and the numbers of what is refused."""

_OTHER_TABLE = 0x40000000
"""Numbers from here on are x32's, a second table for the same calls."""

_PR_SET_SECCOMP, _MODE_FILTER, _PR_SET_NO_NEW_PRIVS = 22, 2, 38
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | 1  # EPERM


def refuse(libc: Any) -> str:
    """From now on, for this process and all that it starts. Returns '', or why it can't be had."""
    if sys.platform != "linux":
        return "not on this system"
    machine = os.uname().machine
    if machine not in _NUMBERS:
        return f"not on {machine}"
    rules = _filter(*_NUMBERS[machine])
    code = ctypes.create_string_buffer(rules)
    program = struct.pack("HxxxxxxP", len(rules) // 8, ctypes.addressof(code))
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if libc.prctl(_PR_SET_SECCOMP, _MODE_FILTER, program, 0, 0) != 0:
        return f"seccomp: {os.strerror(ctypes.get_errno())}"
    return ""


def _filter(machine: int, refused: dict[str, int]) -> bytes:
    """The filter: calls of another machine's table are refused as a whole."""
    end = len(refused) + 1  # instructions from the first test to the last
    steps = [
        (_LOAD, 0, 0, 4),  # the machine
        (_IF_EQUAL, 0, end + 2, machine),
        (_LOAD, 0, 0, 0),  # the number
        (_IF_AT_LEAST, end, 0, _OTHER_TABLE),
    ]
    for place, number in enumerate(refused.values()):
        steps.append((_IF_EQUAL, len(refused) - place, 0, number))
    steps += [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _REFUSE)]
    return b"".join(struct.pack("HBBI", *step) for step in steps)
