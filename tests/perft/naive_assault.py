"""A twin of the rules in plain Python: lists and dictionaries, no bits, no records, written from the rule book.

`Twin` plays sentences and lists the sentences that are legal, chance outcomes included. It reads the same boards and settings
as the game and uses none of its code.
"""

from collections import deque
from copy import deepcopy
from itertools import permutations
from typing import Any

STATS = ("Strength", "Stealth", "Honor", "Agility", "Bloodlust", "Discipline")
LETTERS = "ABCDEFGHIJ"
ROUND = {"down": lambda n: n // 3, "nearest": lambda n: int(n / 3 + 0.5), "up": lambda n: -(-n // 3)}
DICE = range(1, 7)


class Pawn:
    """One pawn: where it stands, its health, its numbers, and what it remembers."""

    def __init__(self, seat: int, number: int, place: tuple[int, int], health: int) -> None:
        self.seat, self.number, self.place, self.health = seat, number, place, health
        self.stats: dict[str, int] = {}
        self.held = False
        self.used = self.used_before = ""
        # A4.3: stats opened with, or compared, since its last part began, and from the part before until then
        self.named, self.named_before = set[str](), set[str]()
        self.rested: set[tuple[int, int]] = set()


class Twin:
    """A match. `rows` is the board, top row first; a place is (column, row counted from below), both from 0."""

    def __init__(self, rows: list[str], settings: dict[str, Any]) -> None:
        self.settings = settings
        height, width = len(rows), len(rows[0])
        self.tiles = {(x, height - 1 - y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
        left, right, top = (0, 0), (width - 1, 0), height - 1
        places = [left, right, (width - 1, top), (0, top)]
        if settings["corners"] == "diagonal":
            places = [left, (width - 1, top), (0, top), right]
        self.pawns = [Pawn(n // 2, n % 2 + 1, place, settings["health"]) for n, place in enumerate(places)]
        self.phase, self.turn, self.first, self.score = "allocate", 0, 0, 0
        self.left: tuple[int, int] | None = None
        self.waiting: list[Pawn] = []
        self.acting = self.target = self.pawns[0]
        self.die, self.compared, self.higher = 0, [""], True

    # whose turn, which part

    @property
    def seat(self) -> int:
        return (self.first + self.turn) % 2

    def alive(self, seat: int) -> list[Pawn]:
        return [pawn for pawn in self.pawns if pawn.seat == seat and pawn.health > 0]

    def named(self, seat: int, number: str) -> Pawn:
        return self.pawns[2 * seat + int(number) - 1]

    def begin_turn(self) -> None:
        if self.turn == 2 * self.settings["round_cap"]:
            self.phase = "over"
            return
        self.left = None
        self.waiting = self.alive(self.seat)
        if len(self.waiting) == 2:
            self.phase = "choose"
        else:
            self.begin_part(self.waiting[0])

    def begin_part(self, pawn: Pawn) -> None:
        self.acting = pawn
        self.waiting.remove(pawn)
        pawn.used_before, pawn.used = pawn.used, ""
        pawn.named_before, pawn.named = pawn.named, set[str]()
        if not pawn.held:
            self.phase = "roll"
            return
        pawn.held = False
        if self.settings["held_may_attack"]:
            self.offer_attack()
        else:
            self.end_part()

    def end_part(self) -> None:
        for seat in (0, 1):
            if not self.alive(seat):
                self.phase, self.score = "over", 1 if seat == 1 else -1
                return
        self.waiting = [pawn for pawn in self.waiting if pawn.health > 0]
        if self.waiting:
            self.begin_part(self.waiting[0])
        else:
            self.turn += 1
            self.begin_turn()

    # moving and tiles

    def reach(self) -> set[tuple[int, int]]:
        blocked = {pawn.place for pawn in self.pawns if pawn.health > 0} | {self.left}
        steps = {self.acting.place: 0}
        queue = deque([self.acting.place])
        while queue:
            x, y = queue.popleft()
            for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if place in self.tiles and place not in blocked and place not in steps:
                    steps[place] = steps[x, y] + 1
                    queue.append(place)
        return {place for place, n in steps.items() if n <= self.die}

    def stop(self, place: tuple[int, int]) -> None:
        pawn = self.acting
        works = place != pawn.place or self.settings["stay_triggers"]
        if place != pawn.place and self.settings["tile_once"] == "turn":
            self.left = pawn.place
        pawn.place = place
        kind = self.tiles[place]
        if not works or kind in ".S" or kind == pawn.used_before or (kind == "M" and place in pawn.rested):
            self.offer_attack()
            return
        if kind in "IT" and self.settings["held_if"] == "landed":
            pawn.held = True
        if kind == "I":
            if min(pawn.stats[stat] for stat in ("Agility", "Honor", "Stealth")) <= 2:
                self.phase = "injure"
            else:
                self.offer_attack()
        else:
            self.phase = "train" if kind == "T" else "tile"

    def trainable(self) -> list[str]:
        stats, cap = self.acting.stats, self.settings["stat_cap"]
        if max(stats[stat] for stat in ("Strength", "Bloodlust", "Discipline")) < 5:
            return []
        return [stat for stat in STATS if cap == "none" or stats[stat] < int(cap)]

    # attacks

    def neighbours(self) -> list[Pawn]:
        x, y = self.acting.place
        beside = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        return [pawn for pawn in self.alive(1 - self.acting.seat) if pawn.place in beside]

    def offer_attack(self) -> None:
        if self.neighbours():
            self.phase = "attack"
        else:
            self.end_part()

    def compare(self, stat: str) -> None:
        self.compared.append(stat)
        if self.settings["barred"] == "used":
            self.acting.named.add(stat)
            self.target.named.add(stat)
        mine, theirs = self.acting.stats[stat], self.target.stats[stat]
        if mine != theirs:
            self.phase, self.higher = "damage", mine > theirs
        elif len(self.compared) == 6:
            self.end_part()
        else:
            self.phase = "tiebreak"

    # sentences

    def legal(self) -> list[str]:
        """The sentences of all legal actions or outcomes."""
        enemy = 1 - self.acting.seat
        found = {
            "allocate": self.allocations,
            "opening": lambda: [f"roll {a} against {b} for the first turn" for a in DICE for b in DICE],
            "choose": lambda: ["begin with pawn 1", "begin with pawn 2"],
            "roll": lambda: [f"roll a {die} to move" for die in DICE],
            "move": lambda: [f"go to {LETTERS[x]}{y + 1}" for x, y in self.reach()],
            "tile": lambda: ["use the tile", "leave the tile alone"],
            "tile_roll": lambda: [f"roll a {die} for the tile" for die in DICE],
            "rest_roll": lambda: [f"roll {a} and {b} to meditate" for a in DICE for b in DICE],
            "red": lambda: [f"set own {stat} to the number rolled" for stat in STATS],
            "blue": lambda: [
                f"set {stat} of enemy pawn {pawn.number} to the number rolled"
                for pawn in self.alive(enemy)
                for stat in STATS
            ],
            "injure": lambda: [f"injure {stat}" for stat in STATS],
            "train": lambda: ["leave the tile alone", *(f"train {stat}" for stat in self.trainable())],
            "attack": self.attacks,
            "tiebreak": lambda: [f"break the tie with {s}" for s in STATS if s not in self.compared],
            "damage": lambda: [f"roll a {die} for damage" for die in DICE],
            "over": list,
        }
        return found[self.phase]()

    def allocations(self) -> list[str]:
        pawn = next(pawn for pawn in self.pawns if not pawn.stats)
        rows = permutations("123456")
        return [f"give pawn {pawn.number} the numbers {' '.join(row)}" for row in rows]

    def attacks(self) -> list[str]:
        named = self.acting.named_before
        stats = [stat for stat in STATS if stat not in named or len(named) == len(STATS)]
        targets = self.neighbours()
        return ["do not attack", *(f"attack enemy pawn {p.number} with {s}" for p in targets for s in stats)]

    def play(self, sentence: str) -> None:
        """Plays a legal sentence."""
        getattr(self, f"_{self.phase}")(sentence.split())

    def played(self, sentence: str) -> "Twin":
        """A copy in which the sentence was played."""
        made = deepcopy(self)
        made.play(sentence)
        return made

    def _allocate(self, words: list[str]) -> None:
        pawn = next(pawn for pawn in self.pawns if not pawn.stats)
        pawn.stats = dict(zip(STATS, map(int, words[-6:]), strict=True))
        if pawn is not self.pawns[3]:
            return
        if self.settings["first"] == "roll":
            self.phase = "opening"
        else:
            self.first = int(self.settings["first"])
            self.begin_turn()

    def _opening(self, words: list[str]) -> None:
        mine, theirs = int(words[1]), int(words[3])
        if mine != theirs:
            self.first = 0 if mine > theirs else 1
            self.begin_turn()

    def _choose(self, words: list[str]) -> None:
        self.begin_part(self.named(self.seat, words[-1]))

    def _roll(self, words: list[str]) -> None:
        self.die, self.phase = int(words[2]), "move"

    def _move(self, words: list[str]) -> None:
        self.stop((LETTERS.index(words[2][0]), int(words[2][1:]) - 1))

    def _tile(self, words: list[str]) -> None:
        if words[0] == "leave":
            self.offer_attack()
            return
        kind = self.acting.used = self.tiles[self.acting.place]
        if kind == "M":
            self.acting.rested.add(self.acting.place)
        self.phase = "rest_roll" if kind == "M" else "tile_roll"

    def _tile_roll(self, words: list[str]) -> None:
        self.die = int(words[2])
        self.phase = "red" if self.acting.used == "R" else "blue"

    def _rest_roll(self, words: list[str]) -> None:
        self.acting.health += ROUND[self.settings["meditation_rounding"]](int(words[1]) + int(words[3]))
        self.offer_attack()

    def _red(self, words: list[str]) -> None:
        self.acting.stats[words[2]] = self.die
        self.offer_attack()

    def _blue(self, words: list[str]) -> None:
        self.named(1 - self.acting.seat, words[5]).stats[words[1]] = self.die - 1
        self.offer_attack()

    def _injure(self, words: list[str]) -> None:
        self.acting.stats[words[1]] = max(0, self.acting.stats[words[1]] - 1)
        self.acting.held, self.acting.used = True, "I"
        self.offer_attack()

    def _train(self, words: list[str]) -> None:
        if words[0] == "train":
            self.acting.stats[words[1]] += 1
            self.acting.held, self.acting.used = True, "T"
        self.offer_attack()

    def _attack(self, words: list[str]) -> None:
        if words[0] == "do":
            self.end_part()
            return
        self.target = self.named(1 - self.acting.seat, words[3])
        self.acting.named.add(words[5])
        self.compared = []
        self.compare(words[5])

    def _tiebreak(self, words: list[str]) -> None:
        self.compare(words[-1])

    def _damage(self, words: list[str]) -> None:
        die = int(words[2])
        hurt, points = (self.target, die) if self.higher else (self.acting, die + 2)
        hurt.health = max(0, hurt.health - points)
        self.end_part()
