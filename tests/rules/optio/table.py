"""A table for scenarios: blocks put where the scenario wants them, play in words, and every lot and die given.

    t = table({"Navy 1": "C3", "Oxblood 1": "C4"})
    t.step("Navy 1", "north").scout("Oxblood 1")
    assert t.phase == "template"

Where a scenario says nothing else, block 1 of each side is its army, block 2 its scout, and the others are dummies. A place is
the name of a large square, A1 in the south-west, and may name the side by which the block came in: "C3 east"; blocks come from
their own edge otherwise. Blocks without a place are off the map.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sandtable import load
from sandtable.engine.game import Game
from tests.rules.scenario import Tabletop

SIDES = ("Navy", "Oxblood")
HOME = {"Navy": "south", "Oxblood": "north"}
COMPASS = ("north", "east", "south", "west")
KINDS = ("", "army", "scout", "dummy")
BLOCKS = tuple(f"{side} {n}" for side in SIDES for n in range(1, 7))
SQUARES = tuple(f"{column}{row}" for row in (5, 4, 3, 2, 1) for column in "ABCDE")
OFF, GONE = 25, 26
STAY = "where it lies"

GROUNDS = {
    ".": "open",
    "h": "gentle hill",
    "H": "steep hill",
    "w": "wood",
    "r": "rough",
    "m": "marsh",
    "c": "cultivated",
    "s": "stream",
    "=": "road",
    "f": "ford",
    "b": "bridge",
    "L": "lake",
    "X": "cliff",
    "R": "river",
}


class Table(Tabletop):
    """A position with the words of the rule book around it."""

    SIDES = SIDES

    # the words of a turn

    def enter(self, block: str, column: str) -> "Table":
        return self.play(f"enter block {block[-1]} at {column}")

    def step(self, block: str, side: str) -> "Table":
        return self.play(f"move block {block[-1]} {side}")

    def end(self) -> "Table":
        return self.play("end the turn")

    def scout(self, target: str, by: str = "") -> "Table":
        """The block that is asked, or `by`, scouts that enemy block."""
        return self.play(f"scout enemy block {target[-1]} with block {(by or self.acting)[-1]}")

    def scout_any(self, by: str = "") -> "Table":
        """The block that is asked, or `by`, scouts the block that its owner will show."""
        return self.play(f"scout the one that its owner shows with block {(by or self.acting)[-1]}")

    def challenge(self) -> "Table":
        """The hidden army shows itself to the enemy army (O2.6)."""
        return self.play("show the army to the enemy army")

    def decline(self) -> "Table":
        return self.play("do not scout")

    def show(self, block: str) -> "Table":
        return self.play(f"show block {block[-1]}")

    def march(self, side: str) -> "Table":
        return self.play(f"march {side}")

    def retreat(self, side: str) -> "Table":
        return self.play(f"hand in a kudo and march {side}")

    def stand(self) -> "Table":
        return self.play("hand in a kudo and stay")

    def place(self, shift: str) -> "Table":
        return self.play(f"place the template {shift}")

    def idle(self) -> "Table":
        """Ends the turn under way: block 6 takes a step or comes in, and nobody scouts."""
        turn = self.turn
        while not self.over and self.turn == turn:
            options = self.options()
            walks = [option for option in options if "block 6" in option]
            least = "do not scout" if self.phase == "scout" else "end the turn"
            self.play(least if least in options else walks[0])
        return self

    # what stands on the table

    @property
    def acting(self) -> str:
        """The block that is asked, or an empty text."""
        acting = int(self.position.state.acting)
        return BLOCKS[acting] if acting >= 0 else ""

    @property
    def turn(self) -> int:
        """How many turns are finished."""
        return int(self.position.state.turn)

    @property
    def kudos(self) -> tuple[int, int]:
        return int(self.position.state.kudos[0]), int(self.position.state.kudos[1])

    @property
    def score(self) -> tuple[float, float]:
        return self.position.score

    def block(self, name: str) -> Any:
        return self.position.state.block[BLOCKS.index(name)]

    def at(self, name: str) -> str:
        """The square of a block, "off" or "gone"."""
        square = int(self.block(name).square)
        return {OFF: "off", GONE: "gone"}.get(square) or SQUARES[square]

    def side(self, name: str) -> str:
        """The side by which a block came into its square."""
        return COMPASS[int(self.block(name).side)]

    def kind(self, name: str) -> str:
        """What a block is in truth."""
        return KINDS[int(self.block(name).kind)]

    def seen(self, name: str, viewer: int) -> str | None:
        """What a block is on a viewer's page, None where he does not know."""
        return self.scene(viewer)["blocks"][BLOCKS.index(name)]["kind"]

    def face_up(self) -> list[str]:
        """The blocks that lie face up."""
        return [name for name in BLOCKS if self.block(name).revealed]

    def prompt(self, viewer: int) -> str:
        game = self.position.game
        return game.spec.presentation.prompt(game.setup, self.position.view(viewer).state, viewer)

    @property
    def result(self) -> str:
        game = self.position.game
        return game.spec.presentation.result(game.setup, self.position.view(2).state)


@lru_cache(maxsize=64)
def _game(settings: tuple[tuple[str, Any], ...]) -> Game:
    return load("optio", **dict(settings))


def fresh(**settings: object) -> Table:
    """A table at which nothing was done yet."""
    return Table(_game(tuple(sorted(settings.items()))).start())


def deal(
    kinds: Mapping[str, tuple[int, int]] | None = None,
    wishes: Mapping[str, str] | None = None,
    **settings: object,
) -> Table:
    """A table where the lots are drawn; `kinds`: the numbers of a side's army and scout. The opening roll comes next.

    Where nobody wins, `wishes` says whose wishes a side has, heavy foot's otherwise.
    """
    t = fresh(**settings)
    for side in SIDES:
        army, scout = (kinds or {}).get(side, (1, 2))
        t.play(f"draw army {army} and scout {scout} for {side}")
    if settings.get("result") == "ground":
        for side in SIDES:
            t.play(f"draw the wishes of {(wishes or {}).get(side, 'heavy foot')} for {side}")
    return t


def table(
    places: Mapping[str, str] | None = None,
    kinds: Mapping[str, tuple[int, int]] | None = None,
    face_up: Sequence[str] = (),
    first: str = "Navy",
    wishes: Mapping[str, str] | None = None,
    **settings: object,
) -> Table:
    """A table where `first` is about to begin his first turn."""
    t = deal(kinds, wishes, **settings)
    if t.phase == "opening":
        t.play(f"roll {'6 against 1' if first == 'Navy' else '1 against 6'} for the first turn")
    for name, place in (places or {}).items():
        square, _, side = place.partition(" ")
        t.block(name).square = SQUARES.index(square)
        t.block(name).side = COMPASS.index(side or HOME[name.partition(" ")[0]])
    for name in face_up:
        t.block(name).revealed = 1
    return t


def approach(navy: str, oxblood: str, mover: str = "Navy", **settings: object) -> Table:
    """A table in the approach, `mover` to move: a scout of the other side has just turned up the second army (O2.7, O2.8)."""
    other = SIDES[1 - SIDES.index(mover)]
    at, squares = {"Navy": navy, "Oxblood": oxblood}, set(SQUARES)
    target = at[mover].split(" ")[0]
    step = next(side for side in COMPASS if beside(target, side) in squares)
    places = {"Navy 1": navy, "Oxblood 1": oxblood, f"{other} 2": beside(target, step)}
    t = table(places, face_up=[f"{other} 1"], first=other, **settings)
    back = COMPASS[(COMPASS.index(step) + 2) % 4]
    return t.step(f"{other} 2", back).scout(f"{mover} 1")


def beside(square: str, side: str) -> str:
    """The name of the square over that side; one that there is not, beyond the map."""
    east, north = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}[side]
    return f"{chr(ord(square[0]) + east)}{int(square[1:]) + north}"


def drawn(squares: Mapping[str, Sequence[str]] | None = None, rest: str = ".", name: str = "Drawn") -> str:
    """The text of a map of `rest` all over, but for these large squares, each 8 rows of 8 signs, north first."""
    rows: list[str] = []
    for row in (5, 4, 3, 2, 1):
        parts = [(squares or {}).get(f"{column}{row}") or [rest * 8] * 8 for column in "ABCDE"]
        rows += ["".join(part[line] for part in parts) for line in range(8)]
    legend = [f"  {sign} {ground}" for sign, ground in GROUNDS.items()]
    return "\n".join([f"name: {name}", "class: open", "legend:", *legend, "map:", *rows, ""])


def fight(square: str, side: str, second: str = "Navy", **settings: Any) -> Table:
    """A table at which the template is to be placed: the army of `second` came into the square of the other over `side`.

    `side` leads to a square of the map, or is the home side of `second`. The army that comes scouts the other (O3.3).
    """
    first = SIDES[1 - SIDES.index(second)]
    start = beside(square, side)
    inside = start in SQUARES
    places = {f"{first} 1": square, **({f"{second} 1": start} if inside else {})}
    t = table(places, first=second, **settings)
    # the other army stands there since an earlier turn
    t.position.state.turn = 2
    if inside:
        t.step(f"{second} 1", COMPASS[(COMPASS.index(side) + 2) % 4])
    else:
        t.enter(f"{second} 1", square[0])
    return t.scout(f"{first} 1")
