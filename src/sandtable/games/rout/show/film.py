"""The last flick as frames, 60 a second, made by running the physics again from what the state keeps of it (T5.4).
Anyone who may see the table may see the film: the positions of blocks are public, and their kinds come from a view.
"""

from base64 import b64encode
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple, cast

import numpy as np
from msgspec import UNSET, Meta, Struct, UnsetType
from numpy.typing import NDArray

from sandtable.authoring import Setup, View, jit, new, of_setup, values
from sandtable.games.rout.rules import physics
from sandtable.games.rout.rules.effects import throw
from sandtable.games.rout.schema import BLOCKS, BY, DEED, DEEDS, FLICK, KINDS, NONE, SETUP, STATE
from sandtable.games.rout.show import parts

FPS = 60
# the maximum number of frames of a flick, including its start and its end
MOST_FRAMES = round(physics.MOST_TICKS * physics.TICK * FPS) + 2
# number of the range block in tracks and events
RANGE_BLOCK = -1
# units of a track: tenths of a millimetre, hundredths of a degree; larger distances are clamped
PER_METRE, PER_DEGREE, FURTHEST = 10_000, 100, 32767
PLACE = ("x", "y", "c", "s")
NOT_FILMED = np.zeros((0, 0, 5))


Event = Literal["touch", "drop", "land", "leave", "fall"]


class Track(Struct, frozen=True):
    """The track of one block: base64 of int16, starting at frame `first`; the range block has its height in `z`."""

    block: int
    first: int
    data: str
    z: str | UnsetType = UNSET


class FilmEvent(Struct, frozen=True):
    """An event during a flick; `blow` is the impulse of a touch, in N s."""

    frame: int
    kind: Event
    block: int
    blow: float


class Pictures(Struct, frozen=True):
    """The tracks of the blocks that move, and the events."""

    fps: int
    frames: int
    tracks: list[Track]
    events: list[FilmEvent]


class Aim(Struct, frozen=True):
    """A direction in degrees, and a speed in m/s."""

    direction: float
    speed: float


class Film(Struct, frozen=True):
    """The last flick. Blocks have the ids that they had before it."""

    ply: Annotated[int, Meta(description="Of the position after it.")]
    deed: parts.Deed
    unit: int
    side: parts.Seat
    kind: parts.Kind
    direction: float
    speed: float
    finger: Annotated[bool, Meta(description="The player flicked with a finger (T3.0).")]
    meant: Annotated[Aim | None, Meta(description="As it was aimed, where the hand erred (T3.2).")]
    blocks: Annotated[list[parts.Block], Meta(description="As they lay before it.")]
    range: bool
    fps: int
    frames: int
    tracks: list[Track]
    events: list[FilmEvent]
    first_touched: int | None
    broke: int | None
    routed: list[int]
    back: list[int]


class Replay(NamedTuple):
    """A flick that was run again: float64[frames, BLOCKS + 1, 5] with x, y, c, s, z, and the bodies at the end. The
    range block dropped and landed at these times in seconds; negative if it did not.
    """

    frames: NDArray[np.float64]
    body: Any
    blocks: int
    dropped: float
    landed: float

    @property
    def touched(self) -> list[int]:
        """The blocks that the flicked body touched, in order (T3.4)."""
        found = [n for n in range(self.blocks) if self.body[n].touched]
        return sorted(found, key=lambda n: (int(self.body[n].touched), -float(self.body[n].blow)))

    @property
    def left(self) -> list[int]:
        """The blocks that left the field, in order (T4.3)."""
        found = [n for n in range(self.blocks) if self.body[n].left]
        return sorted(found, key=lambda n: int(self.body[n].left))


def replay(setup: Setup, blocks: Any, count: int, flick: Any) -> Replay:
    """The flick, with frames, among the first `count` of `blocks` (records of BLOCK), which may come from a view."""
    return _kept(*_key(setup, blocks, count, flick))


def _key(setup: Setup, blocks: Any, count: int, flick: Any) -> tuple[bytes, bytes, tuple[int, ...]]:
    return _raw(setup), _places(blocks, count).tobytes(), _numbers(flick)


# this byte string is long, but an object compares quickly with itself
_raw = of_setup(lambda setup: setup.tobytes())


def trial(setup: Setup, s: View, flick: Any) -> Replay:
    """A flick among the blocks in `s`, without frames."""
    return _thrown(setup, _places(s.block, int(s.count)), _numbers(flick), NOT_FILMED)


def _places(blocks: Any, count: int) -> NDArray[np.int32]:
    return np.column_stack([np.asarray(blocks[name][:count]) for name in PLACE]).astype(np.int32)


def _numbers(flick: Any) -> tuple[int, ...]:
    return tuple(int(getattr(flick, name)) for name in FLICK.names or ())


# three viewers and the log request the same flick one after another
@lru_cache(maxsize=32)
def _kept(setup: bytes, places: bytes, flick: tuple[int, ...]) -> Replay:
    where = np.frombuffer(places, np.int32).reshape(-1, len(PLACE))
    return _thrown(np.frombuffer(setup, SETUP)[0], where, flick, np.zeros((MOST_FRAMES, BLOCKS + 1, 5)))


def _thrown(setup: Setup, places: Any, flick: tuple[int, ...], frames: NDArray[np.float64]) -> Replay:
    s, world = new(STATE)[0], new(physics.WORLD)[0]
    s.count = len(places)
    for i, name in enumerate(PLACE):
        s.block[name][: s.count] = places[:, i]
    s.last = flick
    _throw(setup, s, world, frames)
    dropped, landed = float(world.dropped), float(world.landed)
    return Replay(frames[: int(world.frames)].copy(), world.body.copy(), int(s.count), dropped, landed)


@jit
def _throw(setup: Setup, s: View, world, frames):
    throw(setup, s, s.last, world, frames)


def film(setup: Setup, s: View) -> Film | None:
    """The film of the last flick for the page, with blocks numbered as they were before it; None before the first flick."""
    if s.last.deed == NONE:
        return None
    seen = values(s)
    key = _key(setup, s.was, seen.was_count, seen.last)
    shown, last, unit = _kept(*key), seen.last, seen.was[seen.last.unit]
    routed = [n for n in range(shown.blocks) if seen.gone >> n & 1]
    filmed, aim = _filmed(*key), _aim(last)
    return Film(
        ply=seen.last_ply,
        deed=cast("parts.Deed", DEEDS[last.deed]),
        unit=last.unit,
        side=unit.side,
        kind=cast("parts.Kind", KINDS[unit.kind]),
        direction=aim.direction,
        speed=aim.speed,
        finger=last.by == BY.FINGER,
        meant=_aim(seen.meant) if setup.noisy[unit.side] and last.by != BY.FINGER else None,
        blocks=parts.blocks(seen.was, shown.blocks),
        range=last.deed == DEED.RANGE,
        fps=filmed.fps,
        frames=filmed.frames,
        tracks=filmed.tracks,
        events=filmed.events,
        first_touched=next(iter(shown.touched), None),
        broke=parts.number_or_none(seen.hit),
        routed=routed,
        back=[n for n in shown.left if n not in routed],
    )


@lru_cache(maxsize=32)
def _filmed(setup: bytes, places: bytes, flick: tuple[int, ...]) -> Pictures:
    return pictures(_kept(setup, places, flick))


def _aim(flick: Any) -> Aim:
    return Aim(direction=int(flick.direction) / 10, speed=int(flick.speed) / 100)


def pictures(shown: Replay) -> Pictures:
    """The tracks of the blocks that moved, and the events."""
    stirred = (shown.frames != shown.frames[:1]).any(axis=(0, 2))
    return Pictures(
        fps=FPS,
        frames=len(shown.frames),
        tracks=[
            track
            for n in (*range(shown.blocks), BLOCKS)
            if stirred[n]
            for track in [_track(shown.frames[:, n], n)]
            if track is not None
        ],
        events=_events(shown),
    )


def _track(frames: NDArray[np.float64], n: int) -> Track | None:
    """The frames in which a body moves, as differences of whole numbers."""
    angle = np.degrees(np.unwrap(np.arctan2(frames[:, 3], frames[:, 2])))
    told = np.stack([frames[:, 0] * PER_METRE, frames[:, 1] * PER_METRE, angle * PER_DEGREE], axis=1)
    whole = np.rint(told).astype(np.int64)
    height = np.rint(frames[:, 4] * PER_METRE).astype(np.int64)
    moves = np.flatnonzero(np.diff(np.column_stack([whole, height]), axis=0).any(axis=1))
    if moves.size == 0:
        return None
    first, end = int(moves[0]), int(moves[-1]) + 2
    whole[:, :2] = np.clip(whole[:, :2], -FURTHEST, FURTHEST)
    steps = np.vstack([whole[first], np.diff(whole[first:end], axis=0)])
    return Track(
        block=RANGE_BLOCK if n == BLOCKS else n,
        first=first,
        data=_packed(steps),
        z=_packed(height[first:end]) if n == BLOCKS else UNSET,
    )


def _packed(numbers: NDArray[np.int64]) -> str:
    return b64encode(numbers.astype("<i2").tobytes()).decode()


def _events(shown: Replay) -> list[FilmEvent]:
    """What the flicked block touched, which blocks left the field or fell off the table, and where the range block
    dropped and landed. T3.4, T3.5, T4.4; beyond a tape no block falls, or only after it has left (T1.1).
    """
    bodies = [*range(shown.blocks), BLOCKS]
    told = [("touch", n, shown.body[n].touch_time, shown.body[n].blow) for n in shown.touched]
    told += [("leave", n, shown.body[n].left_time, 0.0) for n in bodies if shown.body[n].left]
    told += [("fall", n, shown.body[n].fell_time, 0.0) for n in bodies if shown.body[n].fell_time >= 0]
    told += [
        (kind, BLOCKS, time, 0.0)
        for kind, time in (("drop", shown.dropped), ("land", shown.landed))
        if time >= 0
    ]
    return [
        FilmEvent(
            frame=min(len(shown.frames) - 1, round(float(time) * FPS)),
            kind=cast("Event", kind),
            block=RANGE_BLOCK if n == BLOCKS else n,
            blow=round(float(blow), 6),
        )
        for kind, n, time, blow in sorted(told, key=lambda event: float(event[2]))
    ]
