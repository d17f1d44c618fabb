"""Frames: put together from any pieces, and refused when they are none."""

import pytest

from kitchen.world.wire import LARGEST, Malformed, Unpacker, pack


def test_frames_come_out_whole_however_they_are_cut() -> None:
    stream = pack([1, None, []]) + pack({"a": "ü"}) + pack([2])
    for size in (1, 3, 7, len(stream)):
        unpacker = Unpacker()
        found = []
        for start in range(0, len(stream), size):
            found += unpacker.feed(stream[start : start + size])
        assert found == [[1, None, []], {"a": "ü"}, [2]]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"NaN",
        b"[1] [2]",
        b"[Infinity]",
        b"[" * 200_000,
        b"9" * 10_000,
        b"\x80\x04K\x01.",
    ],
)
def test_what_is_no_json_is_malformed(body: bytes) -> None:
    with pytest.raises(Malformed):
        Unpacker().feed(len(body).to_bytes(4, "big") + body)


def test_a_frame_beyond_all_measure_is_refused_by_its_header() -> None:
    with pytest.raises(Malformed):
        Unpacker().feed((LARGEST + 1).to_bytes(4, "big"))


def test_what_is_not_a_number_does_not_travel() -> None:
    with pytest.raises(ValueError):
        pack([float("nan")])
