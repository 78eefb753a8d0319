"""Optio on both sides: settings, how a match and its twin are described, and two hand-made positions with their lines of play.

thicket   three Navy blocks beside and around a square with two of Oxblood's, one the army; the army of Navy lies face up
closing   the approach from C2 and D3 with one kudo each, on ground with a lake and the map's edge
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from sandtable.engine.game import Game, Position
from tests.perft.lockstep import liked
from tests.perft.naive_ground import Judge, profiles
from tests.perft.naive_optio import Twin
from tests.rules.optio.table import BLOCKS, COMPASS, KINDS, SQUARES, Table, approach, drawn, table

GAME = "optio"
CAMELS = """name: camel riders
text: Riders who like sand and shun water.
own:
  open: 2, room to ride
  gentle hill: 1.5, a look-out
  marsh: -3, camels sink in
enemy:
  open: 1.25, room to ride
  wood: -2, branches
"""
SETTINGS: list[dict[str, Any]] = [
    {},
    {
        "map": "mountainous:5",
        "kudos": 0,
        "reveal_after": 8,
        "navy_profile": "light_foot",
        "oxblood_profile": "heavy_horse",
    },
    {"map": "wooded:17", "kudos": 12, "reveal_after": 7, "target_by": "owner", "navy_profile": "none"},
    {"map": "average:2", "kudos": 1, "scout_later": True, "reveal_after": 0},
    {"map": "desert:3", "kudos": 2, "scout_later": True, "target_by": "owner", "reveal_after": 9},
    {"reveal_after": 2, "navy_profile": "none", "oxblood_profile": "none"},
    {"reveal_after": 1},
    {"reveal_after": 60, "first": "1", "score_from": "zero", "navy_profile": CAMELS},
    {"reveal_after": 10, "first": "0", "result": "ground", "scout_later": True, "map": "boar-wood"},
    {"reveal_after": 12, "show_army": False},
]
SHORT: dict[str, Any] = {}


def liking(position: Position, action: int) -> int:
    """How often an action is taken beside others: blocks seek the army that lies face up, and armies show themselves."""
    state, taken = position.state, position.game.unpack(action)
    if taken.kind == "challenge":
        return 6
    found = [
        block for block in state.block[6 * (1 - position.to_move) :][:6] if block.kind == 1 and block.revealed
    ]
    if taken.kind != "step" or not found:
        return 3 if taken.kind == "scout" else 1
    after = position.copy().play(action).state
    gone = [
        distance(made.block[6 * position.to_move + taken.fields["block"]], found[0])
        for made in (state, after)
    ]
    return 5 if gone[1] < gone[0] else 1


def distance(a: Any, b: Any) -> int:
    return abs(int(a.square) % 5 - int(b.square) % 5) + abs(int(a.square) // 5 - int(b.square) // 5)


choose = liked(liking)
# depths at which the twin counts by default, and deeper
QUICK, DEEP = (1, 2, 3), (4, 5)
WISHES = ("", *(entry["name"] for entry in profiles().values()))
PLACES = (*SQUARES, "off", "gone")
LAKE = {"C3": [*["." * 8] * 5, *["...LLL.."] * 3], "D3": ["c" * 8] * 4 + ["r" * 8] * 4}
COUNTED = {
    "thicket": {1: 27, 2: 566, 3: 9667, 4: 131457, 5: 1460379, 6: 15393927},
    "closing": {1: 5, 2: 25, 3: 81, 4: 150, 5: 279, 6: 399, 7: 686, 8: 0},
}


@lru_cache(maxsize=16)
def _judge(rows: tuple[str, ...], navy: str, oxblood: str, score_from: str) -> Judge:
    return Judge(list(rows), navy, oxblood, score_from)


def twin_of(game: Game) -> Twin:
    """A fresh match on the plain side."""
    rows = tuple(game.start().scene(0)["map"]["rows"])
    chosen = (str(game.settings[name]) for name in ("navy_profile", "oxblood_profile", "score_from"))
    return Twin(_judge(rows, *chosen), dict(game.settings))


def told(position: Position) -> list[Any]:
    """What the two must agree on, as the game has it: the table, then each block."""
    t = Table(position)
    blocks = [
        [KINDS[kind], PLACES[square], (*COMPASS, "")[side], *map(bool, marks)]
        for kind, square, side, *marks, _ in position.state.block.tolist()
    ]
    wishes = [WISHES[wish] for wish in position.state.wish]
    return [position.phase, position.to_move, t.turn, list(t.kudos), wishes, t.acting, *blocks]


def told_of_twin(twin: Twin) -> list[Any]:
    """The same as the twin has it."""
    asked = "" if twin.asked is None else BLOCKS[twin.blocks.index(twin.asked)]
    blocks = [
        [block.kind, block.square or block.place, block.side, block.up, block.moved, block.scouted]
        for block in twin.blocks
    ]
    return [twin.phase, twin.mover, twin.turn, twin.kudos, twin.wishes, asked, *blocks]


def thicket() -> Table:
    places = {
        "Navy 1": "B3",
        "Navy 2": "C2",
        "Navy 3": "D3",
        "Oxblood 1": "C3",
        "Oxblood 3": "C3",
        "Oxblood 2": "C5",
    }
    return table(places, face_up=["Navy 1"], map="three-fords", target_by="owner", scout_later=True)


def closing() -> Table:
    return approach("C2", "D3", map=drawn(LAKE), kudos=1)


POSITIONS: dict[str, Callable[[], Table]] = {"thicket": thicket, "closing": closing}


def twin_at(t: Table) -> Twin:
    """The same position on the plain side; nobody is asked to scout."""
    made = twin_of(t.position.game)
    made.phase, made.mover, made.turn, made.first = (
        t.phase,
        t.position.to_move,
        t.turn,
        int(t.position.state.first),
    )
    made.kudos = list(t.kudos)
    for block, (kind, at, side, *marks) in zip(made.blocks, told(t.position)[6:], strict=True):
        block.kind, block.side = kind, side
        block.place = at if at in ("off", "gone") else "map"
        block.square = at if block.place == "map" else ""
        block.up, block.moved, block.scouted = marks
    return made
