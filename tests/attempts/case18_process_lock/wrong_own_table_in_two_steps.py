# mistake: plain
"""Case 18: a table of its own, looked at and then written to."""

import sqlite3
import time

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    con = sqlite3.connect(office.directory + "/mine.db", timeout=30, isolation_level=None)
    con.execute("CREATE TABLE IF NOT EXISTS lock (item)")
    while con.execute("SELECT * FROM lock").fetchone():
        time.sleep(0.005)
    con.execute("INSERT INTO lock VALUES (?)", (item,))
    try:
        office.incr("stock", supplier.phone(item).weight)
    finally:
        con.execute("DELETE FROM lock WHERE item = ?", (item,))
        con.close()


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
