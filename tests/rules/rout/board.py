"""A table for scenarios: blocks put where the scenario wants them, play in words, every card given and steady hands.

    t = board({"pike": "500 300 up"}, {"archer": "500 500", "pike": "100 900 broken"})
    t.draw("pike").melee("Ivory pike", "north", 1.0)
    assert t.state_of("Ink archer") == "broken"

A place is x and y in mm and how the long side lies: "across" (the default), "up", or degrees; "broken" where the block lies
face down; or "routed". A kind may have a number, "pike 2". Ivory sits in the south and reveals the first card. Where a scenario
says nothing else, hands do not err.
"""

from collections.abc import Mapping, Sequence
from math import cos, radians, sin
from typing import Any

from sandtable import load
from sandtable.games.rout.rules.push import middle
from sandtable.games.rout.schema import DEEDS, DIRECTIONS, GRAIN, KINDS, NONE, SIDES, STEPS, TURN, arrange
from sandtable.games.rout.show.words import angle_of
from tests.rules.scenario import Tabletop

COMPASS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
LIES = {"across": 0.0, "up": 90.0}
RIMS = ("left flank", "right flank", "front", "rear")
Army = Mapping[str, str]


class Board(Tabletop):
    """A position with the words of the rule book around it."""

    SIDES = SIDES

    def play(self, sentence: str) -> "Board":
        """Plays the action or outcome with this sentence, untold."""
        self.position.play(self.position.game.parse(sentence))
        return self

    def tell(self, sentence: str) -> "Board":
        """Plays it and keeps what each viewer reads of it."""
        return super().play(sentence)

    # the words of a turn

    def draw(self, card: str) -> "Board":
        return self.play(f"draw {card}")

    def done(self) -> "Board":
        return self.play("pass")

    def rally(self, rank: int) -> "Board":
        return self.play(f"rally broken block {rank}")

    def move(self, unit: str, way: str | float, speed: float, at: str = "") -> "Board":
        return self.flick("move", unit, way, speed, at)

    def melee(self, unit: str, way: str | float, speed: float, at: str = "") -> "Board":
        return self.flick("melee", unit, way, speed, at)

    def range(self, unit: str, way: str | float, speed: float, at: str = "") -> "Board":
        return self.flick("range", unit, way, speed, at)

    def flick(self, deed: str, unit: str, way: str | float, speed: float, at: str = "") -> "Board":
        """A flick of a unit toward a point of the compass or an angle, through its middle or `at` a point of its rim."""
        return self.play(self.flicking(deed, self.number(unit), way, speed, at))

    def flicking(self, deed: str, number: int, way: str | float, speed: float, at: str = "") -> str:
        """The sentence of a flick of the block with this number."""
        degrees = 45.0 * COMPASS.index(way) if isinstance(way, str) else way
        point = at or self._through(deed, number, round(10 * degrees) % DIRECTIONS)
        return f"{deed} block {number} pushed {point} toward {degrees:.1f} deg at {speed:.2f} m/s"

    def _through(self, deed: str, number: int, direction: int) -> str:
        block = self.position.state.block[number - 1]
        contact = int(middle(self.position.game.setup, block, DEEDS.index(deed), direction))
        rim, step = divmod(contact, STEPS)
        return f"{RIMS[rim]} {(step - STEPS // 2) / (STEPS // 2):+.2f}"

    def hand(self, turn: float = 0.0, pace: int = 100) -> "Board":
        """The hand turns the flick by so many degrees and makes it so many percent as fast."""
        return self.play(f"the hand turns by {turn:+.1f} deg with {pace} %")

    def idle(self, card: str) -> "Board":
        """A turn in which nothing is done with the card."""
        side = self.side
        self.draw(card)
        return self.done() if self.phase != "draw" and self.side == side else self

    # what lies on the table

    def numbers(self, unit: str) -> list[int]:
        """The numbers of the blocks of a side and kind, counted from 1."""
        side, kind = unit.split()[:2]
        state = self.position.state
        wanted = SIDES.index(side), KINDS.index(kind)
        blocks = state.block[: state.count]
        return [n for n, block in enumerate(blocks, 1) if (int(block.side), int(block.kind)) == wanted]

    def number(self, unit: str) -> int:
        """The number of the block of this side and kind; of several the one meant, as in "Ivory pike 2", from the south."""
        found = sorted(self.numbers(unit), key=lambda n: (self.place(n)[1], self.place(n)[0]))
        words = unit.split()
        assert len(found) == 1 or len(words) == 3, f"{len(found)} blocks are {unit}"
        return found[int(words[2]) - 1 if len(words) == 3 else 0]

    def block(self, unit: str) -> Any:
        return self.position.state.block[self.number(unit) - 1]

    def place(self, number: int) -> tuple[float, float]:
        block = self.position.state.block[number - 1]
        return int(block.x) * 1000 / GRAIN, int(block.y) * 1000 / GRAIN

    def at(self, unit: str) -> tuple[float, float]:
        """Where the middle of a block lies, in mm."""
        return self.place(self.number(unit))

    def angle(self, unit: str) -> float:
        """How a block's long side lies, in degrees from 0 to below 180."""
        return angle_of(self.block(unit))

    def state_of(self, unit: str) -> str:
        """Whether the only unit of a side and kind is "whole", "broken" or "routed"."""
        side, kind = (names.index(word) for names, word in zip((SIDES, KINDS), unit.split(), strict=True))
        state = self.position.state
        assert state.dealt[side, kind] == 1
        if state.routed[side, kind]:
            assert not self.numbers(unit)
            return "routed"
        assert bool(self.block(unit).broken) == bool(state.broken[side, kind])
        return "broken" if state.broken[side, kind] else "whole"

    @property
    def side(self) -> str:
        """Whose turn it is."""
        return SIDES[int(self.position.state.side)]

    @property
    def acting(self) -> str:
        """The unit in action, or an empty text."""
        state = self.position.state
        if state.unit == NONE:
            return ""
        block = state.block[state.unit]
        return f"{SIDES[int(block.side)]} {KINDS[int(block.kind)]}"

    @property
    def may(self) -> list[str]:
        """What the unit in action may still do."""
        return [deed for n, deed in enumerate(DEEDS) if int(self.position.state.may) >> n & 1]

    @property
    def turn(self) -> int:
        return int(self.position.state.turn)

    @property
    def wins(self) -> tuple[int, int]:
        return int(self.position.state.wins[0]), int(self.position.state.wins[1])

    @property
    def score(self) -> tuple[float, float]:
        return self.position.score

    def cards(self, pile: str, side: str) -> dict[str, int]:
        """How many cards of each kind lie in a side's "deck" or "discard"."""
        counts = self.position.state[pile][SIDES.index(side)].tolist()
        return {card: n for card, n in zip((*KINDS, "rally"), counts, strict=True) if n}

    def result(self) -> str:
        game = self.position.game
        return game.spec.presentation.result(game.setup, self.position.view(2).state)


def fresh(**settings: object) -> Board:
    """A table before the first card is dealt."""
    return Board(load("rout", **settings).start())


def dealt(ivory: Sequence[str], ink: Sequence[str], **settings: object) -> Board:
    """A table to which these units were dealt, before they are placed; Ivory is first unless `first` says otherwise."""
    t = fresh(**{"first": "0", "hand": "none", "ivory_units": len(ivory), "ink_units": len(ink), **settings})
    hands = {"Ivory": list(ivory), "Ink": list(ink)}
    while t.phase == "deal":
        t.play(f"deal {hands[t.side].pop(0)}")
    return t


def board(ivory: Army, ink: Army, **settings: object) -> Board:
    """A table with these blocks, before the first card; each side has one rally card unless `rally` says otherwise."""
    t = dealt(
        [kind.split()[0] for kind in ivory], [kind.split()[0] for kind in ink], **{"rally": 1, **settings}
    )
    for _ in SIDES:
        t.play("line up as line")
    lay(t, ivory, ink)
    return t


def lay(t: Board, ivory: Army, ink: Army) -> None:
    """Puts the blocks where the scenario wants them."""
    state = t.position.state
    state.count = 0
    for side, army in enumerate((ivory, ink)):
        for name, place in army.items():
            kind = KINDS.index(name.split()[0])
            if place == "routed":
                state.routed[side, kind] += 1
                continue
            block = state.block[state.count]
            state.count += 1
            _put(block, place)
            block.side, block.kind = side, kind
            state.broken[side, kind] += block.broken
    gone = state.block[state.count :]
    gone[:] = 0
    gone["side"] = gone["kind"] = NONE
    arrange(state)


def _put(block: Any, place: str) -> None:
    x, y, *words = place.split()
    block.x, block.y = round(float(x) * GRAIN / 1000), round(float(y) * GRAIN / 1000)
    block.broken = "broken" in words
    lying = next((word for word in words if word != "broken"), "across")
    angle = radians(LIES[lying] if lying in LIES else float(lying))
    block.c, block.s = round(TURN * cos(angle)), round(TURN * sin(angle))
