"""A referee of All Out Assault."""

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations, product
from pathlib import Path
from typing import Any

import sandtable as st
from tests.referees.following import DIE, Action, Ending, Ruling, Steps, roll

BOARDS = Path(st.__file__).parent / "games" / "assault" / "data"
STATS = range(6)
STRENGTH, STEALTH, HONOR, AGILITY, BLOODLUST, DISCIPLINE = STATS
# A1.4, in the order in which the engine numbers them
ALLOCATIONS = list(permutations(range(1, 7)))


@dataclass
class Pawn:
    """One pawn, by what the rule book says of it."""

    seat: int
    number: int
    health: int
    tile: int
    stats: list[int]
    # A3.6: the Meditation tiles used
    meditated: set[int] = field(default_factory=set[int])
    held: bool = False
    # A3.8: the kind of tile used on its owner's last turn and on this one
    used_before: str = ""
    used: str = ""
    # A4.3: the stats opened with, or compared, since its owner's last turn began and since this one began
    shown_before: set[int] = field(default_factory=set[int])
    shown: set[int] = field(default_factory=set[int])


class Referee:
    """A match of All Out Assault under `settings`."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings
        self.rows = rows_of(str(self.settings["board"]))
        self.width = len(self.rows[0])
        self.signs = "".join(self.rows)
        self.left: int | None = None
        health = int(self.settings["health"])
        self.pawns = [Pawn(p // 2, p % 2, health, tile, [0] * 6) for p, tile in enumerate(self.corners())]

    def facts(self, position: st.Position) -> Iterator[tuple[str, object, object]]:
        """The pawns; what a dead pawn had is of no account."""
        state = position.state
        pairs = list(zip(state.pawn, self.pawns, strict=True))
        yield "health", [int(engine.health) for engine, _ in pairs], [pawn.health for pawn in self.pawns]
        for engine, pawn in pairs:
            if not pawn.health:
                continue
            name = f"seat {pawn.seat}'s pawn {pawn.number}"
            yield f"tile of {name}", int(engine.tile), pawn.tile
            yield f"held mark of {name}", bool(engine.held), pawn.held
            if any(pawn.stats):
                yield f"numbers of {name}", [number_of(engine, stat) for stat in STATS], pawn.stats

    def corners(self) -> list[int]:
        """A1.2: the corners of seat 0, which is below, and of seat 1."""
        last, right = len(self.signs) - 1, self.width - 1
        if self.settings["corners"] == "side":
            return [last - right, last, right, 0]
        return [last - right, right, 0, last]

    def match(self) -> Generator[Ruling, Action, Ending]:
        """All decisions and rolls of a match."""
        for seat in (0, 1):
            for pawn in self.pawns[2 * seat : 2 * seat + 2]:
                allowed: set[Action] = {("allocate", pawn.number, a) for a in range(len(ALLOCATIONS))}
                _, _, allocation = yield Ruling("A1.4", seat, allowed)
                pawn.stats = list(ALLOCATIONS[int(allocation)])
        seat = yield from self.opening()
        for _ in range(2 * int(self.settings["round_cap"])):
            yield from self.turn(seat)
            for loser in (0, 1):
                if not self.living(loser):  # A5.1
                    return Ending("A5.1", (-1.0, 1.0) if loser == 0 else (1.0, -1.0))
            seat = 1 - seat
        return Ending("A5.2", (0.0, 0.0))

    def opening(self) -> Steps:
        """A1.6: the seat that goes first."""
        if self.settings["first"] != "roll":
            return int(self.settings["first"])
        while True:
            _, mine, other = yield Ruling("A1.6", st.CHANCE, roll("opening", DIE, DIE))
            if mine != other:
                return 0 if int(mine) > int(other) else 1

    def turn(self, seat: int) -> Steps:
        """A2.1: both pawns of a seat, one after the other."""
        self.left = None
        waiting = self.living(seat)
        while waiting:
            pawn = waiting[0]
            if len(waiting) == 2:
                _, number = yield Ruling("A2.1", seat, {("choose", p.number) for p in waiting})
                pawn = next(p for p in waiting if p.number == number)
            waiting.remove(pawn)
            yield from self.part(pawn)
            if not self.living(1 - seat):
                return

    def part(self, pawn: Pawn) -> Steps:
        """A2.1: roll, move, tile, attack."""
        held, pawn.held = pawn.held, False
        pawn.used_before, pawn.used = pawn.used, ""
        pawn.shown_before, pawn.shown = pawn.shown, set()
        if not held:  # A2.4
            _, die = yield Ruling("A2.1", st.CHANCE, roll("roll", DIE))
            reached = self.reached(pawn, int(die) + 1)
            _, tile = yield Ruling("A2.2", pawn.seat, {("move", t) for t in reached})
            moved = tile != pawn.tile
            if moved:
                self.left, pawn.tile = pawn.tile, int(tile)
            if moved or self.settings["stay_triggers"]:  # A3.1
                yield from self.modify(pawn)
        if not held or self.settings["held_may_attack"]:  # A2.4
            yield from self.attack(pawn)

    def reached(self, pawn: Pawn, spaces: int) -> set[int]:
        """A2.2: the tiles on which a move of up to `spaces` may end."""
        closed = {other.tile for other in self.pawns if other is not pawn and other.health}
        if self.settings["tile_once"] == "turn" and self.left is not None:
            closed.add(self.left)
        found = edge = {pawn.tile}
        for _ in range(spaces):
            edge = {tile for start in edge for tile in self.beside(start)} - closed - found
            found = found | edge
        return found

    def beside(self, tile: int) -> set[int]:
        """The tiles that share an edge with `tile`."""
        y, x = divmod(tile, self.width)
        near = [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
        return {v * self.width + u for v, u in near if 0 <= v < len(self.rows) and 0 <= u < self.width}

    def living(self, seat: int) -> list[Pawn]:
        """The pawns of a seat that are not out (A2.5)."""
        return [pawn for pawn in self.pawns if pawn.seat == seat and pawn.health]

    def modify(self, pawn: Pawn) -> Steps:
        """A3: what the tile under `pawn` does."""
        sign = self.signs[pawn.tile]
        works: dict[str, Callable[[Pawn], Steps]] = {
            "R": self.red,
            "B": self.blue,
            "I": self.injury,
            "T": self.training,
            "M": self.meditation,
        }
        if sign not in works or sign == pawn.used_before:  # A3.8
            return
        if sign == "M" and pawn.tile in pawn.meditated:  # A3.6
            return
        if sign in "RBM":  # A3.7
            played = yield Ruling("A3.7", pawn.seat, {("use",), ("decline",)})
            if played == ("decline",):
                return
            pawn.used = sign
        elif self.settings["held_if"] == "landed":  # A3.4, A3.5
            pawn.held = True
        yield from works[sign](pawn)

    def red(self, pawn: Pawn) -> Steps:
        """A3.2."""
        _, die = yield Ruling("A3.2", st.CHANCE, roll("tile_roll", DIE))
        _, stat = yield Ruling("A3.2", pawn.seat, set(product(["red"], STATS)))
        pawn.stats[int(stat)] = int(die) + 1

    def blue(self, pawn: Pawn) -> Steps:
        """A3.3."""
        _, die = yield Ruling("A3.3", st.CHANCE, roll("tile_roll", DIE))
        enemies = {enemy.number: enemy for enemy in self.living(1 - pawn.seat)}
        _, number, stat = yield Ruling("A3.3", pawn.seat, set(product(["blue"], enemies, STATS)))
        enemies[int(number)].stats[int(stat)] = int(die) + 1 - 1

    def injury(self, pawn: Pawn) -> Steps:
        """A3.4."""
        if min(pawn.stats[AGILITY], pawn.stats[HONOR], pawn.stats[STEALTH]) > 2:
            return
        _, stat = yield Ruling("A3.4", 1 - pawn.seat, set(product(["injure"], STATS)))
        pawn.stats[int(stat)] = max(0, pawn.stats[int(stat)] - 1)
        pawn.used, pawn.held = "I", True

    def training(self, pawn: Pawn) -> Steps:
        """A3.5; a tile that cannot be used looks like one that is left alone (A3.7)."""
        allowed: set[Action] = {("decline",)}
        if max(pawn.stats[STRENGTH], pawn.stats[BLOODLUST], pawn.stats[DISCIPLINE]) >= 5:
            cap = self.settings["stat_cap"]
            allowed |= {("train", s) for s in STATS if cap == "none" or pawn.stats[s] < int(cap)}
        played = yield Ruling("A3.5", pawn.seat, allowed)
        if played != ("decline",):
            pawn.used, pawn.held = "T", True
            pawn.stats[int(played[1])] += 1

    def meditation(self, pawn: Pawn) -> Steps:
        """A3.6."""
        _, first, second = yield Ruling("A3.6", st.CHANCE, roll("rest_roll", DIE, DIE))
        pips = int(first) + 1 + int(second) + 1
        extra = {"down": 0, "nearest": 1, "up": 2}[str(self.settings["meditation_rounding"])]
        pawn.health += (pips + extra) // 3
        pawn.meditated.add(pawn.tile)

    def attack(self, pawn: Pawn) -> Steps:
        """A4."""
        near = {p.number: p for p in self.living(1 - pawn.seat) if p.tile in self.beside(pawn.tile)}
        if not near:  # A4.1
            return
        stats = set(STATS) - pawn.shown_before or set(STATS)  # A4.3
        played = yield Ruling("A4.3", pawn.seat, {("hold",), *product(["attack"], near, stats)})
        if played == ("hold",):
            return
        defender, stat = near[int(played[1])], int(played[2])
        compared: set[int] = set()
        while True:
            self.compare(pawn, defender, stat, opens=not compared)
            compared.add(stat)
            if pawn.stats[stat] != defender.stats[stat]:
                break
            if len(compared) == len(STATS):  # A4.5
                return
            _, named = yield Ruling("A4.5", defender.seat, set(product(["tiebreak"], set(STATS) - compared)))
            stat = int(named)
        _, die = yield Ruling("A4.4", st.CHANCE, roll("damage", DIE))
        if pawn.stats[stat] > defender.stats[stat]:
            defender.health = max(0, defender.health - (int(die) + 1))  # A4.7
        else:
            pawn.health = max(0, pawn.health - (int(die) + 1 + 2))

    def compare(self, attacker: Pawn, defender: Pawn, stat: int, opens: bool) -> None:
        """A4.3: what the two pawns may not open with later."""
        if opens or self.settings["barred"] == "used":
            attacker.shown.add(stat)
        if self.settings["barred"] == "used":
            defender.shown.add(stat)


def rows_of(board: str) -> list[str]:
    """A1.1: the rows of a shipped board by its name, or of a board given as text."""
    shipped = BOARDS / f"{board}.txt"
    text = board if "\n" in board else shipped.read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def number_of(pawn: Any, stat: int) -> int:
    """A number of a pawn of the engine's record, which keeps what each original number has become."""
    return int(pawn.now[stat][ALLOCATIONS[int(pawn.alloc)][stat] - 1])
