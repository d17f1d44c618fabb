"""`datetime` by the world's clock: what asks for the present time without the `time` module."""

import copyreg
import datetime
import time
from typing import Any


def install() -> None:
    """Have `datetime.now`, `utcnow`, and `today` go by `time.time`, which is the world's."""
    real, real_date = datetime.datetime, datetime.date

    class Kind(type):
        """Objects and classes made before, or by code in C, are of these classes too."""

        def __instancecheck__(cls, thing: object) -> bool:
            return type.__instancecheck__(stood_for(cls), thing)

        def __subclasscheck__(cls, kind: type) -> bool:
            return type.__subclasscheck__(stood_for(cls), kind)

    class WorldDatetime(real, metaclass=Kind):  # type: ignore[valid-type, misc]
        """`datetime.datetime`."""

        def __conform__(self, protocol: Any) -> str:
            return str(self.isoformat(" "))  # as sqlite3 would have adapted the other class

        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return cls.fromtimestamp(time.time(), tz)

        @classmethod
        def utcnow(cls) -> Any:
            return cls.fromtimestamp(time.time(), datetime.UTC).replace(tzinfo=None)

        @classmethod
        def today(cls) -> Any:
            return cls.fromtimestamp(time.time())

        def __repr__(self) -> str:
            return _repr(real.__repr__(self), type(self) is WorldDatetime)

    class WorldDate(real_date, metaclass=Kind):  # type: ignore[valid-type, misc]
        """`datetime.date`."""

        def __conform__(self, protocol: Any) -> str:
            return str(self.isoformat())

        @classmethod
        def today(cls) -> Any:
            return cls.fromtimestamp(time.time())

        def __repr__(self) -> str:
            return _repr(real_date.__repr__(self), type(self) is WorldDate)

    def stood_for(kind: type) -> type:
        stands: dict[type, type] = {WorldDatetime: real, WorldDate: real_date}
        return stands.get(kind, kind)

    # Objects that code in C has made are of the classes that no name leads to any more.
    copyreg.pickle(real, lambda moment: (WorldDatetime, moment.__reduce__()[1]))  # type: ignore
    copyreg.pickle(real_date, lambda day: (WorldDate, day.__reduce__()[1]))  # type: ignore
    module: Any = datetime
    for name, kind in (("datetime", WorldDatetime), ("date", WorldDate)):
        kind.__name__ = kind.__qualname__ = name
        kind.__module__ = "datetime"
        setattr(module, name, kind)


def _repr(told: str, exactly: bool) -> str:
    """As ever: the class with its module, subclasses by their names alone."""
    return f"datetime.{told}" if exactly else told
