"""What stands on the table in the plain twin of Rush: players, the ball, an action under way, tests, and what is to do."""

from dataclasses import dataclass
from typing import Any

from tests.perft.naive_rush_pitch import MOST_COUNTED, ZONES, Hex, law, over

DICE, NOBODYS = -1, -2
CAN = {"slam": ("jack", "guard"), "steal": ("striker", "jack"), "throw": ("striker", "jack")}
# who may run in a Slam, a Steal or a Throw (R5.7)
ROAMER = {"slam": "guard", "steal": "striker", "throw": "striker"}
# the statistic of each test, whether enemies disturb it, and whom it suits (R4.4, R4.5)
TESTS = {
    "dash": ("speed", True, "striker"),
    "evade": ("speed", True, "striker"),
    "pick up": ("skill", True, "striker"),
    "slam": ("strength", True, "guard"),
    "steal": ("speed", True, "striker"),
    "slamback": ("strength", True, "guard"),
    "dodge": ("speed", True, "striker"),
    "armour": ("armour", False, "guard"),
    "throw": ("skill", True, "striker"),
    "catch": ("skill", True, "striker"),
    "stand up": ("speed", True, "striker"),
}
MOST_FREE = 30


class Man:
    """One player; `at` is a hex, "bench", "out" or "nowhere"."""

    def __init__(self, seat: int, number: int, role: str, statistics: dict[str, int]) -> None:
        self.seat, self.number, self.role = seat, number, role
        self.statistics = statistics
        self.at: Hex | str = "bench" if role else "nowhere"
        self.facing = 3 * seat
        self.prone = self.fresh = False
        self.out = self.acted = 0

    @property
    def place(self) -> Hex:
        assert isinstance(self.at, tuple)
        return self.at

    @property
    def on(self) -> bool:
        return isinstance(self.at, tuple)

    @property
    def stands(self) -> bool:
        return self.on and not self.prone

    @property
    def threatened(self) -> set[Hex | None]:
        """R1.5"""
        return {over(self.place, self.facing + n) for n in (-1, 0, 1)} if self.stands else set()


@dataclass
class Deed:
    """What a player is doing."""

    man: Man
    doing: str
    points: int
    free: bool
    start: Hex
    moved: int = 0
    dashes: int = 0
    evades: int = 0

    @property
    def roams(self) -> bool:
        return self.doing == "run" or ROAMER.get(self.doing) == self.man.role

    @property
    def may_turn(self) -> bool:
        return self.roams or (self.doing != "sprint" and self.moved > 0)


@dataclass
class Test:
    """A test that is due; `place` is the hex whose threats count, `but` an enemy who does not disturb."""

    kind: str
    man: Man
    base: int
    place: Hex
    but: Man | None = None
    more: Any = None


class Table:
    """The table and the list of what is to be done, the next thing last."""

    def __init__(self, teams: list[list[dict[str, Any]]], settings: dict[str, Any]) -> None:
        self.settings = settings
        self.men = [
            Man(seat, n + 1, entry.get("role", ""), entry)
            for seat in (0, 1)
            for n, entry in enumerate((teams[seat] + 8 * [{}])[:8])
        ]
        self.phase, self.mover, self.score = "line-up", 0, 0
        # R2.4
        if settings["first"] == "random":
            self.phase, self.mover = "first", DICE
        self.side = int(settings["first"] == "1")
        self.rush = self.lead = self.chain = self.steps = 0
        self.tokens = settings["tokens"]
        self.ball: Hex | None = None
        self.carrier: Man | None = None
        self.ends = False
        self.deed: Deed | None = None
        self.test: Test | None = None
        self.asked: Any = None
        self.todo: list[tuple[Any, ...]] = []

    # what is to be done

    def later(self, name: str, *more: Any) -> None:
        """Notes what is to be done next, before all that was noted earlier."""
        self.todo.append((name, *more))

    def ask(self, phase: str, mover: int, asked: Any = None) -> None:
        self.phase, self.mover, self.asked = phase, mover, asked

    def ends_match(self, home: int) -> None:
        self.todo.clear()
        self.phase, self.mover, self.score = "over", NOBODYS, home

    # who stands where

    def team(self, seat: int) -> list[Man]:
        return self.men[8 * seat : 8 * seat + 8]

    def on(self, seat: int) -> list[Man]:
        return [man for man in self.team(seat) if man.on]

    def at(self, place: Hex | None) -> Man | None:
        return next((man for man in self.men if man.on and man.at == place), None)

    def open(self, place: Hex | None) -> bool:
        """R5.4"""
        return place is not None and self.at(place) is None

    def threats(self, place: Hex, seat: int, but: Man | None = None) -> int:
        """How many standing enemies of a seat threaten a hex."""
        return sum(place in man.threatened for man in self.team(1 - seat) if man is not but)

    @property
    def sudden(self) -> bool:
        return self.rush >= self.settings["rushes"]

    # the tests (R4)

    def begin_test(self, kind: str, man: Man, base: int, more: Any = None, **where: Any) -> None:
        self.test = Test(kind, man, base, **{"place": man.place, **where}, more=more)
        self.ask("test", DICE)

    def dice(self, test: Test) -> int:
        _, disturbed, suits = TESTS[test.kind]
        threats = min(2, self.threats(test.place, test.man.seat, test.but)) if disturbed else 0
        pool = test.base + (test.man.role == suits) - threats
        if test.kind == "pick up":
            pool -= test.more is not None and test.more.doing == "sprint"
        if test.kind == "slam":
            deed, target, _ = test.more
            pool += deed.moved > 0 and deed.start not in _beside(target)
        if test.kind == "throw":
            deed, goal = test.more
            pool -= (deed.moved > 0) + (self.struck_zone(deed.man, goal) is not None)
        return pool

    def struck_zone(self, man: Man, goal: Hex) -> Any:
        """The zone whose strike hex a player would throw at from inside (R7.2)."""
        return next(
            (
                zone
                for zone in ZONES
                if zone.strike == goal != man.at and man.at in zone.hexes and zone.scorer == man.seat
            ),
            None,
        )

    def outcomes(self) -> dict[str, float]:
        """The sentences of the test that is due, and how likely each is."""
        test = self.test
        assert test is not None
        needed = test.man.statistics[TESTS[test.kind][0]]
        found = law(needed, self.dice(test), self.settings["exploding_sixes"])
        return {f"roll {counted(hits)}": p for hits, p in found.items()}


def _beside(man: Man) -> set[Hex | None]:
    return {over(man.place, side) for side in range(6)}


def counted(hits: int) -> str:
    if hits == MOST_COUNTED:
        return f"{hits} or more successes"
    return "no success" if hits == 0 else "1 success" if hits == 1 else f"{hits} successes"


def hits_of(sentence: str) -> int:
    """How many successes a sentence tells of."""
    word = sentence.split()[1]
    return 0 if word == "no" else int(word)
