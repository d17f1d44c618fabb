"""Framing of messages between the world and a stove.

A frame is four bytes of length, then that much JSON. Frames are parsed as data, with a limit on
size and depth; nothing is ever unpickled. Both sides use this module, and the stove uses nothing
else of the world.

    stove -> world    [now, until, [message, ...]]      the stove gives up its turn
    world -> stove    [now, horizon, [event, ...]]      the world gives it back

With several stoves two more stand at the end: how many points the stove may pass before it is late
(`Order.free`), and whether each of its operations is one.

Times are whole nanoseconds of the service's clock. `until` is the moment at which the stove wants
its turn back if nothing happens before (null: only when something happens). Up to `horizon` the
stove may run its own clock; there the world has something to do (null: nothing is due).
"""

from json import JSONDecodeError, JSONDecoder, JSONEncoder
from json.encoder import (  # type: ignore[attr-defined]
    c_make_encoder,
    encode_basestring_ascii,
)
from typing import Any, NoReturn

SECOND = 1_000_000_000
"""Nanoseconds in a second: the wire's unit of time."""

FIRST_PROCESS = 101
"""The process number of the first of several stoves."""

FIRST_STRAND, STRANDS_OF_STOVE = 10_000, 1_000
"""In what is told of a stove, its strands and what they share go by the numbers from here on, so
that no task has the same; those of each further stove by numbers so much higher."""

LARGEST = 16 * 1024 * 1024
"""Bytes a frame may have. A stove that sends more is at fault."""

_HEADER = 4


class Malformed(Exception):
    """The other side sent something that is not a frame."""


def _no_constants(name: str) -> NoReturn:
    raise Malformed(f"{name} is not a number that may travel")


_decoder = JSONDecoder(parse_constant=_no_constants)

# `JSONEncoder.encode` makes one of these for each message, which takes longer than to use it.
_encode = c_make_encoder(
    markers=None,
    default=JSONEncoder().default,
    encoder=encode_basestring_ascii,
    indent=None,
    key_separator=":",
    item_separator=",",
    sort_keys=False,
    skipkeys=False,
    allow_nan=False,
)


def pack(message: Any) -> bytes:
    """`message` as the bytes of one frame."""
    body = "".join(_encode(message, 0)).encode("ascii")
    return len(body).to_bytes(_HEADER, "big") + body


class Unpacker:
    """Puts frames together from whatever pieces the socket gives."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, piece: bytes) -> list[Any]:
        """The messages that are whole, now that `piece` has come.

        Raises Malformed when the bytes are no frame: too long, not JSON, nested too deep.
        """
        data = self._rest + piece if self._rest else piece
        messages = []
        start, have = 0, len(data)
        while have - start >= _HEADER:
            size = int.from_bytes(data[start : start + _HEADER], "big")
            if size > LARGEST:
                raise Malformed(f"a frame of {size} bytes")
            end = start + _HEADER + size
            if end > have:
                break
            messages.append(_parse(data[start + _HEADER : end]))
            start = end
        self._rest = data[start:]
        return messages


def _parse(body: bytes) -> Any:
    try:
        text = body.decode()
        message, end = _decoder.raw_decode(text)
        if end < len(text):
            raise JSONDecodeError("Extra data", text, end)
        return message
    except (ValueError, RecursionError) as error:
        raise Malformed(f"a frame that is no JSON ({type(error).__name__})") from None
