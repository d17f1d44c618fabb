"""Case 18: two branches, one stock list.

Every branch of the restaurant is a process of its own. They share one office, a folder with a
cache in it, and one supplier with one telephone line. Run it: branches are turned away, and in
some orders of turns deliveries are lost.

Mend `take_delivery`. Leave its name and its arguments as they are.

What will be judged, with 2 to 4 branches of one or two items, over 500 orders of turns:
- no delivery is lost: when all have returned, `office["stock"]` is the sum of all weights;
- never two branches on the phone at once (the supplier takes one call), and nobody turned away;
- a spoiled item raises `Spoiled` from its own call, and leaves the way free for all others;
- waiting costs little: six calls of 0.05 s are over in under 0.60 s, and whoever waits sleeps
  between two looks.

    python -m kitchen run 18        python -m kitchen check 18
"""

from diskcache_community import Cache

from kitchen import Supplier


def take_delivery(office: Cache, supplier: Supplier, item: int) -> None:
    """Order one item by phone, and add its weight to the stock."""
    stock = office.get("stock", 0)
    crate = supplier.phone(item)
    office.set("stock", stock + crate.weight)


if __name__ == "__main__":  # your editor's Run button: the same as `python -m kitchen run 18`
    __import__("kitchen").run(__file__)
