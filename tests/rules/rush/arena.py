"""A pitch for scenarios: players put where the scenario wants them, play in words, and every die given.

    t = arena(home={2: "F11 east"}, visitor={3: "F12 west"})
    t.slam(2).tackle(3).dodge()
    assert t.due == "Home 2: attack, 2 at 4+"
    t.roll(2).roll(1).push("east").follow()
    assert t.where("Visitor 3") == "F13"

Hexes are named by their row, A in the north, and their number from the west: F11 is the centre. Home stands in the west and is
seat 0. Where a scenario says nothing else, the ball lies on A8 and Home is about to take the first action of its first rush.
Players without a place are on the bench. Home are Humans: 1 and 7 Guards, 2, 3 and 6 Jacks, 4, 5 and 8 Strikers; Visitor are
Greenskins: 1, 2 and 6 Orcs (Guards), the others Goblins (Jacks).
"""

from collections.abc import Mapping
from functools import lru_cache
from math import comb
from typing import Any, Self

from sandtable import load
from sandtable.engine.game import Position
from sandtable.games.rush.schema import BENCH, CARRIED, NO_BALL, NOBODY, NOWHERE, OUT, PHASE, TESTS
from tests.rules.scenario import Tabletop

SIDES = ("Home", "Visitor")
COMPASS = ("east", "north-east", "north-west", "west", "south-west", "south-east")
# what a step adds to the doubled column and to the row
STEPS = ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))
# doubled column and row of each hex, in the order of their numbers
PLACES = {
    f"{'ABCDEFGHIJK'[row + 5]}{n + 1}": (2 * n - 20 + abs(row), row)
    for row in range(-5, 6)
    for n in range(21 - abs(row))
}
NAMES = tuple(PLACES)
PLAYERS = tuple(f"{side} {n}" for side in SIDES for n in range(1, 9))
SUCCESSES = ("no success", "1 success", *(f"{n} successes" for n in range(2, 12)), "12 or more successes")


class Arena(Tabletop):
    """A position with the words of the rule book around it."""

    SIDES = SIDES

    def play(self, sentence: str) -> Self:
        """Plays the action or outcome with this sentence, untold."""
        self.position.play(_number(self.position, sentence))
        return self

    def tell(self, sentence: str) -> Self:
        """Plays it and keeps what each viewer reads of it."""
        return super().play(sentence)

    # the words of a rush

    def run(self, player: int) -> Self:
        return self.play(f"run with player {player}")

    def sprint(self, player: int) -> Self:
        return self.play(f"sprint with player {player}")

    def slam(self, player: int) -> Self:
        return self.play(f"slam with player {player}")

    def steal(self, player: int) -> Self:
        return self.play(f"steal with player {player}")

    def throw(self, player: int) -> Self:
        return self.play(f"throw with player {player}")

    def stand(self, player: int) -> Self:
        return self.play(f"stand up with player {player}")

    def enter(self, player: int, gate: str) -> Self:
        return self.play(f"bring on player {player} at the {gate} entry")

    def end(self) -> Self:
        return self.play("end the rush")

    def step(self, side: str, hexes: int = 1) -> Self:
        for _ in range(hexes):
            self.play(f"step {side}")
        return self

    def dash(self, side: str) -> Self:
        return self.play(f"dash {side}")

    def turn(self, hand: str) -> Self:
        return self.play(f"turn {hand}")

    def wheel(self, hand: str) -> Self:
        return self.play(f"dash and turn {hand}")

    def face(self, side: str) -> Self:
        return self.play(f"face {side}")

    def tackle(self, target: int) -> Self:
        return self.play(f"go for player {target}")

    def aim(self, name: str) -> Self:
        return self.play(f"throw at {name}")

    def slamback(self) -> Self:
        return self.play("slamback")

    def dodge(self) -> Self:
        return self.play("dodge")

    def push(self, side: str) -> Self:
        return self.play(f"push {side}")

    def follow(self) -> Self:
        return self.play("follow up")

    def sidestep(self, side: str) -> Self:
        return self.play(f"sidestep {side}")

    def decline(self) -> Self:
        return self.play("leave it at that")

    # the dice

    def roll(self, *successes: int) -> Self:
        """Tests one after the other, each with that many successes."""
        for n in successes:
            self.play(f"roll {SUCCESSES[n]}")
        return self

    def scatter(self, side: str, distance: int) -> Self:
        return self.play(f"scatter {side} by {distance}")

    def launch(self, die: int) -> Self:
        return self.play(f"launch the ball with {die}")

    def bounce(self, die: int, distance: int) -> Self:
        return self.play(f"bounce off the wall with {die} and roll {distance}")

    # what stands on the pitch

    def player(self, name: str) -> Any:
        return self.position.state.player[PLAYERS.index(name)]

    def where(self, name: str) -> str:
        """The hex of a player, "bench", "out" or "nowhere"."""
        place = int(self.player(name).place)
        return {BENCH: "bench", OUT: "out", NOWHERE: "nowhere"}.get(place) or NAMES[place]

    def facing(self, name: str) -> str:
        return COMPASS[int(self.player(name).facing)]

    def prone(self, name: str) -> bool:
        return bool(self.player(name).prone)

    def out(self, name: str) -> int:
        """The turns of his team that a player still misses."""
        return int(self.player(name).out)

    @property
    def ball(self) -> str:
        """The hex of the ball, who carries it, or "out of play"."""
        state = self.position.state
        place = int(state.ball)
        if place == CARRIED:
            return PLAYERS[int(state.carrier)]
        assert int(state.carrier) == NOBODY
        return "out of play" if place == NO_BALL else NAMES[place]

    @property
    def side(self) -> str:
        """Whose rush it is."""
        return SIDES[int(self.position.state.side)]

    @property
    def rush(self) -> int:
        """How many rushes are finished."""
        return int(self.position.state.rush)

    @property
    def tokens(self) -> int:
        return int(self.position.state.tokens)

    @property
    def lead(self) -> int:
        return int(self.position.state.lead)

    @property
    def score(self) -> tuple[float, float]:
        return self.position.score

    @property
    def due(self) -> str:
        """The test that is due, its dice read from the weights of its outcomes: "Home 2: dash, 3 at 4+", "..., no dice"."""
        assert (self.phase, self.asked) == ("test", "dice")
        state = self.position.state
        who = f"{PLAYERS[int(state.tester)]}: {TESTS[int(state.test)]}"
        outcomes = self.position.chances()
        assert self.options() == [f"roll {SUCCESSES[n]}" for n in range(len(outcomes))]
        return f"{who}, {_dice([weight for _, weight in outcomes])}"

    @property
    def acting(self) -> str:
        """Whose action is under way, or an empty text."""
        actor = int(self.position.state.now.actor)
        return "" if actor == NOBODY else PLAYERS[actor]


def weights(dice: int, needed: int) -> list[float]:
    """The chances of 0, 1, ... successes with that many dice of which each must show `needed`."""
    p = (7 - needed) / 6
    return [comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in range(dice + 1)]


def _dice(shown: list[float]) -> str:
    dice = len(shown) - 1
    for needed in range(2, 7):
        if all(abs(a - b) < 1e-9 for a, b in zip(shown, weights(dice, needed), strict=True)):
            return f"{dice} at {needed}+" if dice else "no dice"
    raise AssertionError(f"no dice have these chances: {shown}")


@lru_cache(maxsize=4096)
def _action(game: str, sentence: str) -> int:
    return load(game).parse(sentence)


def _number(position: Position, sentence: str) -> int:
    # the sentences of a game are the same under all its settings
    return _action(position.game.id, sentence)


def fresh(teams: tuple[str, str] = ("humans", "greenskins"), **settings: object) -> Arena:
    """A pitch on which nobody stands yet."""
    return Arena(load("rush", home=teams[0], visitor=teams[1], **settings).start())


def lined_up(teams: tuple[str, str] = ("humans", "greenskins"), **settings: object) -> Arena:
    """A pitch where both sides took their first formation; Home is about to launch the ball."""
    t = fresh(teams, **settings)
    for _ in SIDES:
        t.position.play(t.position.actions()[0])
    return t


@lru_cache(maxsize=64)
def _begun(teams: tuple[str, str], settings: tuple[tuple[str, Any], ...]) -> Position:
    return lined_up(teams, **dict(settings)).launch(3).position


def arena(
    home: Mapping[int, str] | None = None,
    visitor: Mapping[int, str] | None = None,
    ball: str = "A8",
    side: str = "Home",
    tokens: int | None = None,
    lead: int = 0,
    rush: int | None = None,
    acted: Mapping[str, int] | None = None,
    teams: tuple[str, str] = ("humans", "greenskins"),
    **settings: object,
) -> Arena:
    """A pitch where `side` is about to take an action.

    A place is a hex, and may name the facing and "prone": "F11 east prone"; or "out 2", a player who misses two more turns.
    `ball`: a hex, a player, or "" where it is out of play. `rush`: how many rushes are finished. `acted`: token actions that
    players took in this rush.
    """
    t = Arena(_begun(teams, tuple(sorted(settings.items()))).copy())
    state, seat = t.position.state, SIDES.index(side)
    state.side = state.to_move = seat
    state.rush = seat if rush is None else rush
    state.lead = lead
    state.tokens = state.tokens if tokens is None else tokens
    for name in PLAYERS:
        if t.where(name) != "nowhere":
            t.player(name).place = BENCH
    for team, players in zip(SIDES, (home or {}, visitor or {}), strict=True):
        for n, place in players.items():
            _put(t.player(f"{team} {n}"), team, place)
    for name, actions in (acted or {}).items():
        t.player(name).acted = actions
    state.carrier = PLAYERS.index(ball) if ball in PLAYERS else NOBODY
    state.ball = CARRIED if ball in PLAYERS else NAMES.index(ball) if ball else NO_BALL
    assert state.phase == PHASE.RUSH
    standing = [t.where(name) for name in PLAYERS if t.where(name) in PLACES]
    assert len(set(standing)) == len(standing)
    assert ball not in standing
    return t


def _put(player: Any, team: str, place: str) -> None:
    name, *words = place.split()
    if name == "out":
        player.place, player.out = OUT, int(words[0])
        return
    player.place = NAMES.index(name)
    player.prone = "prone" in words
    facings = [word for word in words if word != "prone"]
    default = "east" if team == "Home" else "west"
    player.facing = COMPASS.index(facings[0] if facings else default)


def beside(name: str, side: str) -> str:
    """The hex over that side, or an empty text where a wall stands."""
    column, row = PLACES[name]
    east, south = STEPS[COMPASS.index(side)]
    place = (column + east, row + south)
    return next((other for other, there in PLACES.items() if there == place), "")


def back(side: str) -> str:
    """The opposite side."""
    return COMPASS[(COMPASS.index(side) + 3) % 6]


def front(side: str) -> tuple[str, str, str]:
    """The three sides in front of one who faces `side`, left to right."""
    n = COMPASS.index(side)
    return COMPASS[(n + 1) % 6], side, COMPASS[(n - 1) % 6]


def row_of(name: str, dx: float, dy: int) -> str:
    """The hex that lies `dx` hex widths east and `dy` rows south of another."""
    column, row = PLACES[name]
    return NAMES[list(PLACES.values()).index((int(column + 2 * dx), row + dy))]
