# says: .
# seconds: 20
import asyncio
import os
import select
import signal

from kitchen import Supplier


async def restock(supplier, crates):
    for n in range(20):
        if os.fork() == 0:
            if n % 2:
                os.setsid()
            if n % 3:
                os.setpgid(0, 0)
            signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
            if n % 5 == 0:
                os.kill(os.getpid(), signal.SIGSTOP)
            while True:
                select.poll().poll(1e+06)
    raise RuntimeError("done")
