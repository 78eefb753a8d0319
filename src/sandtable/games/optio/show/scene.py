"""What the page draws for Optio."""

from functools import partial
from typing import Annotated, Any, Literal, cast

from msgspec import Meta, Struct

from sandtable.authoring import Setup, View, of_setup, values
from sandtable.games.optio.data.approach import DISTANCE
from sandtable.games.optio.data.battle import SHIFTS, weights
from sandtable.games.optio.data.ground import GROUNDS
from sandtable.games.optio.data.maps import CLASSES
from sandtable.games.optio.rules.moves import REASONS, REFUSAL
from sandtable.games.optio.rules.turns import owner
from sandtable.games.optio.schema import (
    ARMIES,
    BLOCKS,
    GONE,
    KIND,
    KINDS,
    NO_SHIFT,
    NO_SIDE,
    NOBODY,
    OFF,
    PHASE,
    RESULTS,
    SCORE_FROM,
    TARGET_BY,
)
from sandtable.games.optio.show.battlefield import Account, account, map_name, profile_of, template
from sandtable.games.optio.show.text import SHIFT_NAMES, army_square, block_name, hidden, or_show

# battles per setup whose templates are cached
MOST_BATTLES = 16

Kind = Literal["army", "scout", "dummy"]
_KINDS = cast("tuple[Kind | None, ...]", (None, *KINDS[1:]))


class Map(Struct, frozen=True, rename={"kind": "class"}):
    """The map: a string for each row of cells, with a character for each kind of ground."""

    name: str
    kind: str
    rows: list[str]


class Sign(Struct, frozen=True):
    """A kind of ground: its character on the map, and whether troops can pass it."""

    sign: str
    name: str
    passable: bool


class Block(Struct, frozen=True):
    """A block, with what the viewer knows of it."""

    seat: int
    number: int
    name: str
    kind: Annotated[Kind | None, Meta(description="Null where the viewer does not know it.")]
    revealed: Annotated[bool, Meta(description="Face up on the map.")]
    place: Literal["off", "map", "gone"]
    square: int | None
    side: Annotated[
        int | None,
        Meta(description="The side of the square that it came in by: 0 north, 1 east, 2 south, 3 west."),
    ]
    moved: bool
    scouted: bool


class FaceDown(Struct, frozen=True):
    """How many blocks of each kind are face down."""

    army: int
    scout: int
    dummy: int


class Profile(Struct, frozen=True):
    """The profile of an army (O4.5)."""

    id: str
    name: str
    text: str


class Settings(Struct, frozen=True):
    """The settings that the page needs to explain the rules."""

    target_by: Literal["scouter", "owner"]
    scout_later: bool
    show_army: bool
    result: Literal["winner", "ground"]
    score_from: Literal["average", "zero"]


class Template(Struct, frozen=True):
    """One of the nine positions of the template; x, y, width and height in cells of the map."""

    shift: int
    x: int
    y: int
    width: int
    height: int
    counts: dict[str, int]
    impassable: int
    edge: int
    name: str
    legal: bool
    why: Annotated[str, Meta(description="Why it may not lie there.")]
    value: Annotated[float | None, Meta(description="The score of the ground there, for Navy.")]


class Battle(Struct, frozen=True):
    """Where the armies meet: `second` and `first` are the seats that came second and first, `side` the one by which the second
    came.
    """

    square: int
    side: int
    second: int
    first: int
    shift: int | None
    templates: list[Template]


class Scene(Struct, frozen=True):
    """What the page draws."""

    map: Map
    legend: list[Sign]
    blocks: list[Block]
    turn: int
    turn_seat: int
    reveal_after: int
    turns_left: int | None
    asking: Annotated[int | None, Meta(description="The block that is asked whether it scouts.")]
    showing: Annotated[bool, Meta(description="It may show itself to an army.")]
    hidden: Annotated[
        tuple[FaceDown | None, FaceDown | None],
        Meta(description="Of each seat; null where the viewer knows all blocks that are left."),
    ]
    kudos: tuple[int, int]
    kudos_start: int
    distance: int | None
    profiles: tuple[Profile, Profile]
    favour: Annotated[
        dict[str, float],
        Meta(
            description="By sign: how much more a cell of that ground is worth to Navy than to Oxblood, from -1 to 1."
        ),
    ]
    settings: Settings
    wish: Annotated[
        str | None,
        Meta(description="The viewer's own private wish, where nobody wins: the id of a profile."),
    ]
    battle: Battle | None
    account: Account | None


LEGEND = [Sign(ground.sign, ground.name, ground.passable) for ground in GROUNDS]
# the constant part of each block
_CALLED = [partial(Block, seat=owner(b), number=b % BLOCKS, name=block_name(b)) for b in range(2 * BLOCKS)]


def scene(setup: Setup, s: View, viewer: int) -> Scene:
    """Map, blocks, turn, kudos, armies, and, in a battle, its template and how its score came about."""
    cap = int(setup.reveal_after)
    seat = (int(s.first) + int(s.turn)) % 2
    return Scene(
        map=_map(setup),
        legend=LEGEND,
        blocks=[_block(b, block) for b, block in enumerate(values(s).block)],
        turn=int(s.turn) // 2 + 1,
        turn_seat=seat,
        reveal_after=cap,
        turns_left=(2 * cap - int(s.turn) + 1) // 2 if cap and hidden(s) else None,
        asking=None if s.acting == NOBODY else int(s.acting),
        showing=or_show(setup, s) != "",
        hidden=(_face_down(s, 0), _face_down(s, 1)),
        kudos=(int(s.kudos[0]), int(s.kudos[1])),
        kudos_start=int(setup.kudos),
        distance=_distance(s),
        profiles=_profiles(setup),
        favour=_favour(setup),
        settings=_settings(setup),
        wish=ARMIES[int(s.wish[viewer]) - 1] if viewer in (0, 1) and s.wish[viewer] else None,
        battle=_battle(setup, s),
        account=account(setup, s) if s.phase == PHASE.OVER else None,
    )


@of_setup
def _map(setup: Setup) -> Map:
    return Map(
        name=map_name(setup),
        kind=CLASSES[int(setup.map_class)],
        rows=["".join(GROUNDS[int(kind)].sign for kind in row) for row in setup.cell],
    )


@of_setup
def _settings(setup: Setup) -> Settings:
    return Settings(
        target_by=TARGET_BY[int(setup.target_by_owner)],
        scout_later=bool(setup.scout_later),
        show_army=bool(setup.show_army),
        result=RESULTS[int(setup.only_ground)],
        score_from=SCORE_FROM[int(setup.from_zero)],
    )


def _block(b: int, block: Any) -> Block:
    place = "off" if block.square == OFF else "gone" if block.square == GONE else "map"
    return _CALLED[b](
        kind=_KINDS[block.kind],
        revealed=bool(block.revealed),
        place=place,
        square=block.square if place == "map" else None,
        side=None if block.side == NO_SIDE else block.side,
        moved=bool(block.moved),
        scouted=bool(block.scouted),
    )


def _face_down(s: View, seat: int) -> FaceDown | None:
    """For each kind, how many of a seat's blocks the viewer has not identified; None if all remaining ones are known
    (O1.3).
    """
    blocks = s.block[BLOCKS * seat : BLOCKS * (seat + 1)]
    if all(block.kind != KIND.UNKNOWN or block.square == GONE for block in blocks):
        return None
    seen = [int(block.kind) for block in blocks]
    return FaceDown(
        army=1 - seen.count(KIND.ARMY),
        scout=1 - seen.count(KIND.SCOUT),
        dummy=BLOCKS - 2 - seen.count(KIND.DUMMY),
    )


def _distance(s: View) -> int | None:
    return int(DISTANCE[army_square(s, 0), army_square(s, 1)]) if s.phase == PHASE.APPROACH else None


@of_setup
def _profiles(setup: Setup) -> tuple[Profile, Profile]:
    return _profile(setup, 0), _profile(setup, 1)


def _profile(setup: Setup, seat: int) -> Profile:
    profile = profile_of(setup, seat)
    return Profile(id=profile.id, name=profile.name, text=profile.text)


@of_setup
def _favour(setup: Setup) -> dict[str, float]:
    (navy_own, navy_enemy), (own, enemy) = (weights(profile_of(setup, seat)) for seat in (0, 1))
    more = (navy_own + navy_enemy - own - enemy)[: len(GROUNDS)]
    most = abs(more).max()
    return {
        ground.sign: round(float(by / most), 2) if most else 0.0
        for ground, by in zip(GROUNDS, more, strict=True)
    }


def _battle(setup: Setup, s: View) -> Battle | None:
    if s.battle == NOBODY:
        return None
    return Battle(
        square=int(s.battle),
        side=int(s.battle_side),
        second=int(s.second),
        first=1 - int(s.second),
        shift=None if s.shift == NO_SHIFT else int(s.shift),
        templates=_templates(setup, int(s.battle), int(s.battle_side), int(s.second)),
    )


def _templates(setup: Setup, battle: int, side: int, second: int) -> list[Template]:
    """The possible positions of the battlefield; the same for all viewers, from the start of the battle to its end."""
    kept, key = _battles(setup), (battle, side, second)
    found = kept.get(key)
    if found is None:
        if len(kept) >= MOST_BATTLES:
            kept.clear()
        found = kept[key] = [_template(setup, *key, shift) for shift in range(SHIFTS)]
    return found


@of_setup
def _battles(_setup: Setup) -> dict[tuple[int, int, int], list[Template]]:
    return {}


def _template(setup: Setup, battle: int, side: int, second: int, shift: int) -> Template:
    legal = bool(int(setup.allowed[battle, side]) >> shift & 1)
    judged = setup.scale > 0
    return Template(
        **template(setup.cell, battle, side, shift),
        name=SHIFT_NAMES[shift],
        legal=legal,
        why="" if legal else REASONS[REFUSAL.NOT_ALLOWED].sentence,
        value=float(setup.score[second, battle, side, shift]) if judged else None,
    )
