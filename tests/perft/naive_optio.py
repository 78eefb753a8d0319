"""A twin of Optio's rules in plain Python: words and dictionaries, no records, written from the players' rule text.

`Twin` plays sentences and lists the sentences that are legal, chance outcomes included. It uses none of the game's code; the
ground is judged by `naive_ground`.
"""

from copy import copy
from itertools import permutations
from typing import Any

from tests.perft.naive_ground import COMPASS, OPPOSITE, SHIFTS, Judge, profiles

SEATS = ("Navy", "Oxblood")
HOME = ("south", "north")
DICE = range(1, 7)
STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
# O2.10
LAST_TURN = 200
SHOWS = "show the army to the enemy army"


def over(square: str, side: str) -> str:
    """The square over that side of a square, or an empty text where the map ends."""
    east, north = STEPS[side]
    column, row = chr(ord(square[0]) + east), int(square[1]) + north
    return f"{column}{row}" if column in "ABCDE" and 1 <= row <= 5 else ""


def distance(a: str, b: str) -> int:
    return abs(ord(a[0]) - ord(b[0])) + abs(int(a[1]) - int(b[1]))


def shift_name(shift: tuple[int, int]) -> str:
    east, south = shift
    words = [f"1 {'north' if south < 0 else 'south'}"] if south else []
    words += [f"1 {'west' if east < 0 else 'east'}"] if east else []
    return " and ".join(words) or "where it lies"


class Block:
    """One block: what it is, where it stands and since when, and what it did in this turn."""

    def __init__(self, seat: int, number: int) -> None:
        self.seat, self.number = seat, number
        self.kind = self.square = self.side = ""
        self.place = "off"
        self.up = self.moved = self.scouted = False
        self.came = 0


class Twin:
    """A match on the ground of `judge`."""

    def __init__(self, judge: Judge, settings: dict[str, Any]) -> None:
        self.judge, self.settings = judge, settings
        self.blocks = [Block(n // 6, n % 6 + 1) for n in range(12)]
        self.phase, self.turn, self.first = "lots", 0, 0
        self.kudos = [settings["kudos"]] * 2
        self.wishes = ["", ""]
        self.asked: Block | None = None
        self.second, self.shift = 0, ""
        self.mover, self.score = -1, 0.0

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return (self.first + self.turn) % 2

    def own(self, seat: int) -> list[Block]:
        return self.blocks[6 * seat : 6 * seat + 6]

    def army(self, seat: int) -> Block:
        return next(block for block in self.own(seat) if block.kind == "army")

    def face_down(self, block: Block) -> list[Block]:
        """The enemy blocks that lie face down in the square of a block."""
        enemies = self.own(1 - block.seat) if block.place == "map" else []
        return [enemy for enemy in enemies if enemy.square == block.square and not enemy.up]

    # sentences

    def legal(self) -> list[str]:
        """The sentences of all legal actions or outcomes."""
        return getattr(self, f"_may_{self.phase}")()

    def play(self, sentence: str) -> None:
        """Plays a legal sentence."""
        getattr(self, f"_{self.phase}")(sentence)

    def played(self, sentence: str) -> "Twin":
        """A copy in which the sentence was played."""
        made = copy(self)
        made.blocks = [copy(block) for block in self.blocks]
        made.kudos = list(self.kudos)
        made.wishes = list(self.wishes)
        if self.asked is not None:
            made.asked = made.blocks[self.blocks.index(self.asked)]
        made.play(sentence)
        return made

    # the table (O1)

    def _may_lots(self) -> list[str]:
        if self.blocks[6].kind:
            name = SEATS[1 if self.wishes[0] else 0]
            return [f"draw the wishes of {entry['name']} for {name}" for entry in profiles().values()]
        name = SEATS[1 if self.blocks[0].kind else 0]
        return [f"draw army {army} and scout {scout} for {name}" for army, scout in permutations(DICE, 2)]

    def _lots(self, sentence: str) -> None:
        words = sentence.split()
        if words[1] == "the":
            # O4.5: where nobody wins
            self.wishes[SEATS.index(words[-1])] = sentence[
                len("draw the wishes of ") : sentence.rindex(" for ")
            ]
            if words[-1] == "Oxblood":
                self._lots_are_drawn()
            return
        for block in self.own(SEATS.index(words[-1])):
            number = str(block.number)
            block.kind = "army" if number == words[2] else "scout" if number == words[5] else "dummy"
        if words[-1] == "Oxblood" and self.settings["result"] == "winner":
            self._lots_are_drawn()

    def _lots_are_drawn(self) -> None:
        # O1.4
        if self.settings["first"] == "roll":
            self.phase = "opening"
        else:
            self.first = int(self.settings["first"])
            self._go_on()

    def _may_opening(self) -> list[str]:
        return [f"roll {a} against {b} for the first turn" for a in DICE for b in DICE]

    def _opening(self, sentence: str) -> None:
        words = sentence.split()
        if words[1] != words[3]:
            self.first = 0 if words[1] > words[3] else 1
            self._go_on()

    # the hidden phase (O2)

    def _go_on(self) -> None:
        self.phase, self.mover, self.asked = "move", self.seat, None

    def _room(self, square: str) -> bool:
        return sum(block.square == square for block in self.own(self.seat)) < 2

    def _may_move(self) -> list[str]:
        found: list[str] = []
        row = "15"[self.seat]
        for block in self.own(self.seat):
            if block.place == "off":
                found += [
                    f"enter block {block.number} at {column}"
                    for column in "ABCDE"
                    if self._room(column + row)
                ]
            elif not block.moved:
                goals = {side: over(block.square, side) for side in COMPASS}
                found += [
                    f"move block {block.number} {side}"
                    for side, goal in goals.items()
                    if goal and self._room(goal)
                ]
                if self.settings["scout_later"]:
                    found += self._scoutings(block)
        if any(block.moved for block in self.own(self.seat)):
            found.append("end the turn")
        army = self.army(self.seat)
        if not army.moved and not army.up and self._faces_army(army):
            found.append(SHOWS)
        return found

    def _faces_army(self, block: Block) -> bool:
        """Whether the enemy army lies face up in the square of a block, and armies show themselves (O2.6)."""
        enemy = self.army(1 - block.seat)
        here = block.place == "map" and enemy.square == block.square
        return self.settings["show_army"] and here and enemy.up

    def _scoutings(self, block: Block) -> list[str]:
        targets = self.face_down(block)
        if block.kind == "dummy" or block.scouted or not targets:
            return []
        if self.settings["target_by"] == "owner":
            return [f"scout the one that its owner shows with block {block.number}"]
        return [f"scout enemy block {target.number} with block {block.number}" for target in targets]

    def _move(self, sentence: str) -> None:
        words = sentence.split()
        if words[0] == "end":
            self._end_turn()
            return
        if sentence == SHOWS:
            self._show_army()
            return
        if words[0] == "scout":
            self.asked = self.own(self.seat)[int(words[-1]) - 1]
            self._scout(sentence)
            return
        block = self.own(self.seat)[int(words[2]) - 1]
        if words[0] == "enter":
            block.square, block.side = f"{words[-1]}{'15'[self.seat]}", HOME[self.seat]
        else:
            block.square, block.side = over(block.square, words[-1]), OPPOSITE[words[-1]]
        block.place, block.moved, block.came = "map", True, self.turn
        known_dummy = block.up and block.kind == "dummy"
        may_scout = self.face_down(block) and not known_dummy and not block.scouted
        if may_scout or (not block.up and self._faces_army(block)):
            self.phase, self.asked = "scout", block

    def _may_scout(self) -> list[str]:
        assert self.asked is not None
        shows = self.asked.kind == "army" and not self.asked.up and self._faces_army(self.asked)
        return [*self._scoutings(self.asked), *[SHOWS] * shows, "do not scout"]

    def _show_army(self) -> None:
        self.army(self.seat).up = True
        self._found()

    def _scout(self, sentence: str) -> None:
        if sentence == "do not scout":
            self._go_on()
            return
        if sentence == SHOWS:
            self._show_army()
            return
        block = self.asked
        assert block is not None
        targets = self.face_down(block)
        block.up = block.scouted = True
        if self._found():
            return
        if "enemy block" in sentence:
            self._turn_up(self.own(1 - block.seat)[int(sentence.split()[3]) - 1])
        elif len(targets) == 1:
            self._turn_up(targets[0])
        else:
            self.phase, self.mover = "show", 1 - block.seat

    def _may_show(self) -> list[str]:
        assert self.asked is not None
        return [f"show block {block.number}" for block in self.face_down(self.asked)]

    def _show(self, sentence: str) -> None:
        self._turn_up(self.own(self.mover)[int(sentence.split()[-1]) - 1])

    def _turn_up(self, block: Block) -> None:
        block.up = True
        if not self._found():
            self._go_on()

    def _found(self) -> bool:
        # O2.7, O2.8
        if not (self.army(0).up and self.army(1).up):
            return False
        self.turn += 1
        self._approach_begins()
        return True

    def _end_turn(self) -> None:
        self.turn += 1
        for block in self.blocks:
            block.moved = block.scouted = False
        limit = self.settings["reveal_after"]
        if limit and self.turn == 2 * limit:
            self._turns_are_over()
        elif not limit and self.turn == 2 * LAST_TURN:
            self._ends(0.0)
        else:
            self._go_on()

    def _turns_are_over(self) -> None:
        # O2.9
        there = [self.army(seat).place == "map" for seat in (0, 1)]
        for seat in (0, 1):
            self.army(seat).up = there[seat]
        if all(there):
            self._approach_begins()
        else:
            self._ends(float(there[0] - there[1]))

    # the approach (O3)

    def _approach_begins(self) -> None:
        self.asked = None
        for block in self.blocks:
            block.moved = block.scouted = False
            if block.kind != "army":
                block.place, block.square, block.side = "gone", "", ""
        navy, oxblood = self.army(0), self.army(1)
        if navy.square == oxblood.square:
            self._meet(0 if navy.came > oxblood.came else 1)
        else:
            self.phase, self.mover = "approach", self.seat

    def _may_approach(self) -> list[str]:
        own, enemy = self.army(self.mover).square, self.army(1 - self.mover).square
        kudos = self.kudos[self.mover]
        found = ["hand in a kudo and stay"] if kudos else []
        for side in COMPASS:
            goal = over(own, side)
            if goal and distance(goal, enemy) < distance(own, enemy):
                found.append(f"march {side}")
            elif goal and kudos:
                found.append(f"hand in a kudo and march {side}")
        return found

    def _approach(self, sentence: str) -> None:
        mover = self.mover
        if "kudo" in sentence:
            self.kudos[mover] -= 1
        self.turn += 1
        self.mover = 1 - mover
        if sentence.endswith("stay"):
            return
        army, side = self.army(mover), sentence.split()[-1]
        army.square, army.side = over(army.square, side), OPPOSITE[side]
        if army.square == self.army(1 - mover).square:
            self._meet(mover)

    # the battlefield (O4)

    def _meet(self, second: int) -> None:
        self.phase, self.second, self.mover = "template", second, 1 - second

    def _may_template(self) -> list[str]:
        army = self.army(self.second)
        return [
            f"place the template {shift_name(shift)}"
            for shift in SHIFTS
            if self.judge.may(army.square, army.side, shift)
        ]

    def _template(self, sentence: str) -> None:
        self.shift = sentence.removeprefix("place the template ")
        shift = next(shift for shift in SHIFTS if shift_name(shift) == self.shift)
        army = self.army(self.second)
        navys = army.side if self.second == 0 else OPPOSITE[army.side]
        value = self.judge.value(army.square, navys, shift) if self.settings["result"] == "winner" else 0.0
        self._ends(value if abs(value) > 0.05 else 0.0)

    def _may_over(self) -> list[str]:
        return []

    def _ends(self, navy: float) -> None:
        self.phase, self.mover, self.score = "over", -2, navy
