"""A table for scenarios: pawns put where the scenario wants them, play in words, and every die given.

    t = table(places={"Navy 1": "C3", "Rust 1": "C5"}, stats={"Navy 1": "612345"})
    t.begin("Navy 1").roll(1).move("C4").attack("Rust 1", "Strength").damage(5)
    assert t.health("Rust 1") == 7

Stats are written as six digits: Strength, Stealth, Honor, Agility, Bloodlust, Discipline. Navy is seat 0. Without `places` the
pawns stand on their corners. Tiles are named as on the board, A1 below on the left.
"""

from collections.abc import Mapping
from typing import Any

from sandtable import load
from tests.rules.scenario import Tabletop

PAWNS = ("Navy 1", "Navy 2", "Rust 1", "Rust 2")
SIDES = ("Navy", "Rust")
STATS = ("Strength", "Stealth", "Honor", "Agility", "Bloodlust", "Discipline")
MODIFIERS = ("plain", "start", "red", "blue", "injury", "training", "meditation")
PLAIN_BOARD = "S...S\n.....\n.....\n.....\nS...S"


class Table(Tabletop):
    """A position with the words of the rule book around it."""

    SIDES = SIDES

    # the words of a turn

    def begin(self, pawn: str) -> "Table":
        return self.play(f"begin with pawn {pawn[-1]}")

    def roll(self, die: int) -> "Table":
        return self.play(f"roll a {die} to move")

    def move(self, tile: str) -> "Table":
        return self.play(f"go to {tile}")

    def stay(self) -> "Table":
        return self.move(self.at(self.acting))

    def use(self) -> "Table":
        return self.play("use the tile")

    def decline(self) -> "Table":
        return self.play("leave the tile alone")

    def tile_roll(self, die: int) -> "Table":
        return self.play(f"roll a {die} for the tile")

    def meditate(self, first: int, second: int) -> "Table":
        return self.play(f"roll {first} and {second} to meditate")

    def red(self, stat: str) -> "Table":
        return self.play(f"set own {stat} to the number rolled")

    def blue(self, pawn: str, stat: str) -> "Table":
        return self.play(f"set {stat} of enemy pawn {pawn[-1]} to the number rolled")

    def injure(self, stat: str) -> "Table":
        return self.play(f"injure {stat}")

    def train(self, stat: str) -> "Table":
        return self.play(f"train {stat}")

    def attack(self, pawn: str, stat: str) -> "Table":
        return self.play(f"attack enemy pawn {pawn[-1]} with {stat}")

    def hold(self) -> "Table":
        return self.play("do not attack")

    def tiebreak(self, stat: str) -> "Table":
        return self.play(f"break the tie with {stat}")

    def damage(self, die: int) -> "Table":
        return self.play(f"roll a {die} for damage")

    def idle(self) -> "Table":
        """Ends the turn under way: pawns roll 1, stay, leave tiles alone and do not attack."""
        turn = self.position.state.turn
        while not self.over and self.position.state.turn == turn:
            self.idle_step()
        return self

    def idle_part(self) -> "Table":
        """Ends the part under way in the same manner."""
        pawn, turn = self.acting, self.position.state.turn
        while not self.over and (self.acting, self.position.state.turn) == (pawn, turn):
            self.idle_step()
        return self

    def idle_step(self) -> "Table":
        """Does what does least."""
        least = {
            "choose": "begin with pawn 1",
            "roll": "roll a 1 to move",
            "tile": "leave the tile alone",
            "train": "leave the tile alone",
            "attack": "do not attack",
        }
        return self.stay() if self.phase == "move" else self.play(least[self.phase])

    # what stands on the table

    @property
    def acting(self) -> str:
        acting = int(self.position.state.acting)
        return PAWNS[acting] if acting >= 0 else ""

    def pawn(self, name: str) -> Any:
        return self.position.state.pawn[PAWNS.index(name)]

    def health(self, name: str) -> int:
        return int(self.pawn(name).health)

    def held(self, name: str) -> bool:
        return bool(self.pawn(name).held)

    def at(self, name: str) -> str:
        setup, tile = self.position.game.setup, int(self.pawn(name).tile)
        return f"{'ABCDEFGHIJ'[int(setup.x[tile])]}{int(setup.height) - int(setup.y[tile])}"

    def stats(self, name: str) -> list[int]:
        """The six numbers that the pawn has now."""
        return list(self.scene(PAWNS.index(name) // 2)["pawns"][PAWNS.index(name)]["stats"])

    def stat(self, name: str, stat: str) -> int:
        return self.stats(name)[STATS.index(stat)]

    def prompt(self, viewer: int) -> str:
        """The viewer's prompt."""
        game = self.position.game
        return game.spec.presentation.prompt(game.setup, self.position.view(viewer).state, viewer)

    def tiles(self) -> set[str]:
        """The tiles that the pawn may end its move on."""
        return {sentence.removeprefix("go to ") for sentence in self.options()}


def fresh(**settings: object) -> Table:
    """A table at which nothing was done yet."""
    return Table(load("assault", **settings).start())


def deal(stats: Mapping[str, str] | None = None, **settings: object) -> Table:
    """A table where all pawns have their numbers, 1 to 6 in order where `stats` says nothing; the opening roll comes next."""
    t = fresh(**settings)
    for pawn in PAWNS:
        numbers = " ".join((stats or {}).get(pawn, "123456"))
        t.play(f"give pawn {pawn[-1]} the numbers {numbers}")
    return t


def table(
    places: Mapping[str, str] | None = None,
    stats: Mapping[str, str] | None = None,
    health: Mapping[str, int] | None = None,
    held: tuple[str, ...] = (),
    used: Mapping[str, str] | None = None,
    first: str = "Navy",
    **settings: object,
) -> Table:
    """A table where `first` is about to begin his first turn; `used`: the kind of tile that a pawn used on the turn before."""
    t = deal(stats, **settings)
    t.play(
        "roll 6 against 1 for the first turn" if first == "Navy" else "roll 1 against 6 for the first turn"
    )
    setup = t.position.game.setup
    for name, tile in (places or {}).items():
        x, y = "ABCDEFGHIJ".index(tile[0]), int(setup.height) - int(tile[1:])
        t.pawn(name).tile = y * int(setup.width) + x
    for name, points in (health or {}).items():
        t.pawn(name).health = points
    for name in held:
        t.pawn(name).held = 1
    for name, kind in (used or {}).items():
        t.pawn(name).modifier = MODIFIERS.index(kind)
    assert len({t.at(name) for name in PAWNS if t.health(name)}) == sum(t.health(name) > 0 for name in PAWNS)
    return t
