"""ROUT! on both sides: settings, how a match and its twin are described, and two hand-made positions with their lines of play.

volley    an archer and a pike of Ivory before three of Ink's, one of them broken; hands do not err
brink     blocks of both sides at the edge, two of them broken, a rally card to come; hands do not err
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sandtable.authoring import new
from sandtable.engine.game import Game, Position
from sandtable.games.rout.data.formations import NAMES
from sandtable.games.rout.rules import physics
from sandtable.games.rout.rules.effects import throw
from sandtable.games.rout.schema import BLOCKS, CARDS, DEEDS, HALVES, KINDS, NONE, SPLITS, STATE
from tests.perft.naive_rout import CARDS as CARD_NAMES
from tests.perft.naive_rout import Rest, Twin
from tests.perft.naive_rout_table import Piece
from tests.rules.rout.board import Board, board
from tests.rules.rout.matches import choose

__all__ = ["choose"]

GAME = "rout"
SMALL: dict[str, Any] = {"turn_cap": 30, "width": 600, "height": 700, "ivory_units": 3, "ink_units": 4}
SETTINGS: list[dict[str, Any]] = [
    {"turn_cap": 60, "flick": "aimed"},
    {"hand": "none", "split": "open", "placing": "in_turn", "rout_in_one": True, "turn_cap": 40},
    {**SMALL, "best_of": "3", "hand": "steady", "first": "1", "flick": "finger"},
    {
        **SMALL,
        "edge": "tape",
        "east_edge": "drop",
        "split": "diagonal",
        "rally": 0,
        "own_rout": False,
        "history": "all",
    },
    {
        **SMALL,
        "broken_shown": "owner",
        "north_edge": "tape",
        "pikes": 1,
        "cavalry": 0,
        "rally": 6,
        "hand": "novice",
        "ink_turn": 150,
    },
    {
        "length": 100,
        "breadth": 40,
        "ivory_units": 12,
        "ink_units": 12,
        "restitution": 90,
        "rout_in_one": True,
        "turn_cap": 20,
    },
    {
        **SMALL,
        "ivory_units": 1,
        "ink_units": 1,
        "best_of": "3",
        "ink_turn": 0,
        "ink_pace": 0,
        "table_friction": 5,
    },
    {**SMALL, "archers": 8, "cavalry": 0, "pikes": 0, "thickness": 40, "block_friction": 0, "split": "open"},
]
SHORT: dict[str, Any] = {"turn_cap": 15}
# depths at which the twin counts by default, and deeper
QUICK, DEEP = (1, 2), (3,)
COUNTED = {
    "volley": {1: 3, 2: 220, 3: 10816, 4: 58223},
    "brink": {1: 4, 2: 225, 3: 11185, 4: 80264},
}


def rest_of(game: Game) -> Rest:
    """The physics of the game, for the twin."""
    state, world, no_film = new(STATE)[0], new(physics.WORLD)[0], np.zeros((0, 0, 5))

    def rest(
        pieces: Sequence[Piece], deed: str, number: int, contact: int, direction: int, speed: int
    ) -> list[Any]:
        for block, piece in zip(state.block, pieces, strict=False):
            block.x, block.y, block.c, block.s = piece.x, piece.y, piece.c, piece.s
        state.count, flick = len(pieces), state.last
        flick.deed, flick.unit, flick.contact = DEEDS.index(deed), number, contact
        flick.direction, flick.speed = direction, speed
        throw(game.setup, state, flick, world, no_film)
        return [world.body[n] for n in range(len(pieces))]

    return rest


def twin_of(game: Game) -> Twin:
    """A fresh match on the plain side; formations are the game's data."""
    formations = [
        {
            split: {name: slots.tolist() for name, slots in zip(NAMES, by_name, strict=True)}
            for split, by_name in zip(SPLITS[: HALVES.OPEN], of_side, strict=True)
        }
        for of_side in game.setup.formation
    ]
    return Twin(dict(game.settings), formations, rest_of(game))


def told(position: Position) -> list[Any]:
    """What the two must agree on, as the game has it: the chances, the turn, what each side has, the blocks."""
    s, game, describe = position.state, position.game, position.game.describe
    chances = {describe(outcome): round(weight, 9) for outcome, weight in position.chances()}
    sides = [
        [s[name][side].tolist() for name in ("dealt", "waiting", "broken", "routed", "deck", "discard")]
        for side in (0, 1)
    ]
    split = SPLITS[s.split] if position.phase not in ("first", "split") else ""
    numbers = [s.game, *s.wins, s.first, s.side, s.turn, *s.placed, s.unit]
    numbers += [game.spec.table.history_start(game.setup, s, viewer) for viewer in (0, 1, 2)]
    may = [deed for n, deed in enumerate(DEEDS) if int(s.may) >> n & 1]
    card = "" if s.card == NONE else CARD_NAMES[s.card]
    blocks = [list(map(int, block.tolist())) for block in s.block[: s.count]]
    return [position.phase, position.to_move, chances, *map(int, numbers), may, card, split, *sides, *blocks]


def told_of_twin(twin: Twin) -> list[Any]:
    """The same as the twin has it."""
    chances = {s: round(weight, 9) for s, weight in twin.options().items()}
    table = twin.table()
    sides = [
        [side.dealt, side.waiting, _broken(twin, n), side.routed, side.deck, side.discard]
        for n, side in enumerate(twin.sides)
    ]
    split = twin.split if twin.phase not in ("first", "split") else ""
    unit = NONE if twin.unit is None else table.index(twin.unit)
    wins = [side.wins for side in twin.sides]
    numbers = [twin.games, *wins, twin.first, twin.side, twin.turn, twin.placed(0), twin.placed(1), unit]
    numbers += [twin.looks_back(viewer) for viewer in (0, 1, 2)]
    blocks = [[p.x, p.y, p.c, p.s, p.side, KINDS.index(p.kind), int(p.broken)] for p in table]
    may = [deed for deed in DEEDS if deed in twin.may]
    return [twin.phase, twin.mover, chances, *numbers, may, twin.card, split, *sides, *blocks]


def _broken(twin: Twin, side: int) -> list[int]:
    lost = [piece.kind for piece in twin.broken() if piece.side == side]
    return [lost.count(kind) for kind in KINDS]


def volley(**settings: object) -> Board:
    ink = {"pike": "520 400", "cavalry": "480 520 80", "archer": "560 460 30 broken"}
    return board({"archer": "500 200 10", "pike": "440 300 up"}, ink, width=1000, height=700, **settings)


def brink() -> Board:
    ivory = {"cavalry": "300 560 up", "pike": "330 80", "archer": "420 640 20 broken"}
    ink = {"pike": "300 650 7", "archer": "60 300 70 broken", "cavalry": "520 300"}
    return board(ivory, ink, width=600, height=700, rally=2)


POSITIONS: dict[str, Callable[[], Board]] = {"volley": volley, "brink": brink}


def twin_at(t: Board) -> Twin:
    """The same position on the plain side, before a card is drawn."""
    made, s = twin_of(t.position.game), t.position.state
    made.phase, made.side, made.first, made.turn = t.phase, int(s.side), int(s.first), int(s.turn)
    made.split = SPLITS[s.split]
    made.plies = made.turn_began = t.position.ply
    for n, side in enumerate(made.sides):
        for name in ("dealt", "waiting", "routed", "deck", "discard"):
            setattr(side, name, s[name][n].tolist())
        assert len(side.deck) == CARDS
    assert s.count <= BLOCKS
    for block in s.block[: s.count]:
        x, y, c, sine, side, kind, broken = map(int, block.tolist())
        made.pieces.append(Piece(x, y, c, sine, side, KINDS[kind], bool(broken)))
    return made
