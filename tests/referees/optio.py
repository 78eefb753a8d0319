"""A referee of Optio's terrain pre-game."""

import tomllib
from collections.abc import Generator, Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from statistics import mean
from typing import Any

import sandtable as st
from tests.referees.following import DIE, Action, Ending, Ruling, Steps, roll

DATA = Path(st.__file__).parent / "games" / "optio" / "data"
# O1.1: the large squares, row by row from the north-west; cells of a square's edge
ACROSS, CELLS = 5, 8
SQUARES = range(ACROSS * ACROSS)
# the sides of a square, and a step over each in rows and columns
NORTH, EAST, SOUTH, WEST = SIDES = range(4)
STEPS = [(-1, 0), (0, 1), (1, 0), (0, -1)]
# O1.4: the edge at which each seat sits
EDGE = (SOUTH, NORTH)
# how the engine numbers kinds, and writes what is not there
KINDS = ["", "army", "scout", "dummy"]
OFF, GONE, NO_SIDE, NO_SHIFT, NOBODY = 25, 26, 4, 9, -1
BLOCKS = range(6)
# O2.6: the target where its owner names it
ANY = 6
IMPASSABLE = {"lake", "cliff", "river"}
BEYOND = "beyond the map"
# O2.10, O4.5
MOST_TURNS, EVEN = 200, 0.05
# the kind of ground of each cell, and what a cell of a kind is worth in the own half and in the enemy's
Ground = tuple[tuple[str, ...], ...]
Profile = Mapping[str, Mapping[str, float]]


class ArmiesFound(Exception):
    """Both armies lie face up (O2.7)."""


class Block:
    """One block; without a square it is off the map, or removed."""

    def __init__(self, seat: int, number: int) -> None:
        self.seat, self.number = seat, number
        self.kind = ""
        self.square: int | None = None
        self.removed = False
        self.side = NO_SIDE
        self.face_up = False
        self.moved = self.scouted = False
        # O3.3: the turn in which it came into its square
        self.entered = 0


def beyond(square: int, side: int) -> int | None:
    """O2.3: the square over a side, or None at the edge of the map."""
    row, column = square // ACROSS + STEPS[side][0], square % ACROSS + STEPS[side][1]
    return ACROSS * row + column if 0 <= row < ACROSS and 0 <= column < ACROSS else None


def moves_apart(square: int, other: int) -> int:
    """O3.1: the moves from one square to another."""
    return abs(square // ACROSS - other // ACROSS) + abs(square % ACROSS - other % ACROSS)


@cache
def ground_of(text: str) -> Ground:
    """O1.2: the cells of a shipped map by its name, or of one given as text."""
    if "\n" not in text:
        text = (DATA / "shipped" / f"{text}.txt").read_text(encoding="utf-8")
    head, rows = text.split("map:\n")
    kinds = {line.strip()[0]: line.strip()[2:] for line in head.split("legend:\n")[1].splitlines()}
    return tuple(tuple(kinds[sign] for sign in row) for row in rows.splitlines())


@cache
def profile_of(text: str) -> Profile:
    """O4.5: a shipped profile by its name, or one given as text; without one all ground is worth nothing."""
    if "\n" not in text:
        shipped = tomllib.loads((DATA / "profiles.toml").read_text(encoding="utf-8")).get(text, {})
        return {
            half: {kind: worth[0] for kind, worth in shipped.get(half, {}).items()}
            for half in ("own", "enemy")
        }
    halves: dict[str, dict[str, float]] = {}
    half: dict[str, float] = {}
    for line in text.splitlines():
        if line.startswith(" "):
            kind, worth = line.strip().split(": ")
            half[kind] = float(worth.split(",")[0])
        else:
            half = halves.setdefault(line.split(":")[0], {})
    return halves


@cache
def template(square: int, side: int, shift: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """O4.2, O4.3: the cells of the battlefield: the half of the player who came by `side`, and the other half."""
    down, right = shift // 3 - 1, shift % 3 - 1
    top, left = CELLS * (square // ACROSS) + down, CELLS * (square % ACROSS) + right
    near: list[tuple[int, int]] = []
    far: list[tuple[int, int]] = []
    # from the way in: how deep in the field, and how far along its front
    for deep, along in product(range(CELLS), range(-CELLS // 2, CELLS + CELLS // 2)):
        inward = deep if side in (NORTH, WEST) else CELLS - 1 - deep
        cell = (top + inward, left + along) if side in (NORTH, SOUTH) else (top + along, left + inward)
        (near if deep < CELLS // 2 else far).append(cell)
    return near, far


@cache
def under(ground: Ground, square: int, side: int, shift: int) -> tuple[list[str], list[str]]:
    """O4.4: the kinds of ground in both halves of the battlefield."""

    def kind(row: int, column: int) -> str:
        inside = 0 <= row < len(ground) and 0 <= column < len(ground[0])
        return ground[row][column] if inside else BEYOND

    near, far = template(square, side, shift)
    return [kind(*cell) for cell in near], [kind(*cell) for cell in far]


@cache
def shifts(ground: Ground, square: int, side: int) -> list[int]:
    """O4.4: the shifts that take in no more of either kind than the template where it lies."""

    def barred(shift: int) -> tuple[int, int]:
        near, far = under(ground, square, side, shift)
        return sum(kind in IMPASSABLE for kind in near + far), (near + far).count(BEYOND)

    most = barred(4)
    return [shift for shift in range(9) if all(n <= m for n, m in zip(barred(shift), most, strict=True))]


class Scale:
    """O4.5: how battlefields of a map compare for two armies."""

    def __init__(self, ground: Ground, navy: str, oxblood: str, from_average: bool) -> None:
        self.ground = ground
        self.profiles = profile_of(navy), profile_of(oxblood)
        battles = list(product(SQUARES, SIDES))
        usual = mean(self.better(*battle, 4, 0) for battle in battles)
        self.centre = usual if from_average else 0.0
        self.largest = max(
            abs(self.better(square, side, shift, 0) - self.centre)
            for square, side in battles
            for shift in shifts(ground, square, side)
        )

    def better(self, square: int, side: int, shift: int, second: int) -> float:
        """Navy's suitability less Oxblood's, where the army of seat `second` came by `side`."""
        near, far = under(self.ground, square, side, shift)
        late, early = self.profiles[second], self.profiles[1 - second]
        worth = sum(late["own"].get(kind, 0) - early["enemy"].get(kind, 0) for kind in near)
        worth += sum(late["enemy"].get(kind, 0) - early["own"].get(kind, 0) for kind in far)
        return worth if second == 0 else -worth

    def score(self, square: int, side: int, shift: int, second: int) -> float:
        """Navy's score."""
        score = (self.better(square, side, shift, second) - self.centre) / (self.largest or 1)
        return score if abs(score) > EVEN else 0.0


scale = cache(Scale)


class Referee:
    """A match of the terrain pre-game under `settings`."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings
        self.ground = ground_of(settings["map"])
        self.blocks = [[Block(seat, number) for number in BLOCKS] for seat in (0, 1)]
        self.kudos = [settings["kudos"]] * 2
        self.turn = 0
        self.first = 0
        self.battle: int | None = None
        self.second = NOBODY
        self.way_in, self.shift = NO_SIDE, NO_SHIFT

    def facts(self, position: st.Position) -> Iterator[tuple[str, object, object]]:
        """The blocks, the kudos, the battlefield and what each seat knows."""
        state = position.state
        yield "finished turns", int(state.turn), self.turn
        yield "kudos", state.kudos.tolist(), self.kudos
        yield "battle square", int(state.battle), NOBODY if self.battle is None else self.battle
        yield "second army", int(state.second), self.second
        yield "way in", int(state.battle_side), self.way_in
        yield "shift", int(state.shift), self.shift
        blocks = self.blocks[0] + self.blocks[1]
        for block in blocks:
            engine = state.block[6 * block.seat + block.number]
            name = f"of seat {block.seat}'s block {block.number}"
            square = GONE if block.removed else OFF if block.square is None else block.square
            yield f"kind {name}", KINDS[int(engine.kind)], block.kind
            yield f"square {name}", int(engine.square), square
            yield f"side {name}", int(engine.side), block.side
            yield f"face {name}", bool(engine.revealed), block.face_up
        for seat in (0, 1):
            view = position.view(seat).state
            open_to = [position.over or block.seat == seat or block.face_up for block in blocks]
            known = [block.kind if seen else "" for block, seen in zip(blocks, open_to, strict=True)]
            yield f"kinds that seat {seat} knows", [KINDS[int(engine.kind)] for engine in view.block], known
            yield f"enemy wishes that seat {seat} knows", int(view.wish[1 - seat]), 0

    def match(self) -> Generator[Ruling, Action, Ending]:
        """All decisions and rolls of a match."""
        yield from self.lots()
        self.first = yield from self.opening()
        try:
            while True:
                ending = self.timed_out()
                if ending:
                    return ending
                yield from self.search(self.mover())
                self.turn += 1
        except ArmiesFound:
            pass
        for block in self.blocks[0] + self.blocks[1]:
            if block.kind != "army":  # O2.7
                block.square, block.side, block.removed = None, NO_SIDE, True
        armies = [self.army(seat) for seat in (0, 1)]
        if armies[0].square == armies[1].square:  # O3.3
            self.meet(max(armies, key=lambda army: army.entered))
        while self.battle is None:
            yield from self.approach(self.mover())
            self.turn += 1
        return (yield from self.battlefield())

    def mover(self) -> int:
        """O1.4: the seats take turns."""
        return (self.first + self.turn) % 2

    def army(self, seat: int) -> Block:
        """The army of a seat."""
        return next(block for block in self.blocks[seat] if block.kind == "army")

    def lots(self) -> Steps:
        """O1.3b; O4.5: the private wishes where nobody wins."""
        for seat in (0, 1):
            _, _, lot = yield Ruling("O1.3b", st.CHANCE, set(product(["deal"], [seat], range(30))))
            blocks = self.blocks[seat][:]
            blocks.pop(int(lot) // 5).kind = "army"
            blocks.pop(int(lot) % 5).kind = "scout"
            for block in blocks:
                block.kind = "dummy"
        if self.settings["result"] == "ground":
            for seat in (0, 1):
                yield Ruling("O4.5", st.CHANCE, set(product(["wish"], [seat], range(6))))

    def opening(self) -> Steps:
        """O1.4: the seat that moves first."""
        if self.settings["first"] != "roll":
            return int(self.settings["first"])
        while True:
            _, navy, oxblood = yield Ruling("O1.4", st.CHANCE, roll("opening", DIE, DIE))
            if navy != oxblood:
                return 0 if int(navy) > int(oxblood) else 1

    def timed_out(self) -> Ending | None:
        """O2.9, O2.10: what happens when the turns are over."""
        limit = self.settings["reveal_after"]
        if not limit and self.turn == 2 * MOST_TURNS:
            return Ending("O2.10", (0.0, 0.0))
        if not limit or self.turn < 2 * limit:
            return None
        armies = [self.army(seat) for seat in (0, 1)]
        self.show(*(army for army in armies if army.square is not None))
        lost = [army.square is None for army in armies]
        navy = float(lost[1] - lost[0])
        return Ending("O2.9", (navy, -navy))

    def show(self, *blocks: Block) -> None:
        """Turns blocks up, one after the other."""
        for block in blocks:
            block.face_up = True
            if self.army(0).face_up and self.army(1).face_up:
                raise ArmiesFound

    def search(self, seat: int) -> Steps:
        """O2.1: one turn of the hidden phase."""
        for block in self.blocks[seat]:
            block.moved = block.scouted = False
        try:
            while True:
                moves = self.moves(seat)
                allowed = moves | self.looks(seat)
                if not moves or any(block.moved for block in self.blocks[seat]):
                    allowed.add(("end",))
                kind, *fields = yield Ruling("O2.1", seat, allowed)
                if kind == "end":
                    return
                block = self.blocks[seat][int(fields[0])] if fields else self.army(seat)
                if kind in ("enter", "step"):
                    yield from self.move(block, str(kind), int(fields[1]))
                else:
                    yield from self.look(block, (kind, *fields))
        except ArmiesFound:
            self.turn += 1  # O2.8
            raise

    def moves(self, seat: int) -> set[Action]:
        """O2.2 to O2.4: the moves of blocks that have not moved in this turn."""
        full = [square for square in SQUARES if sum(b.square == square for b in self.blocks[seat]) == 2]
        edge = [square for square in SQUARES if beyond(square, EDGE[seat]) is None]
        allowed: set[Action] = set()
        for block in self.blocks[seat]:
            if block.moved:
                continue
            if block.square is None:
                free = [square % ACROSS for square in edge if square not in full]
                allowed |= {("enter", block.number, column) for column in free}
            else:
                near = {side: beyond(block.square, side) for side in SIDES}
                allowed |= {
                    ("step", block.number, side)
                    for side in SIDES
                    if near[side] is not None and near[side] not in full
                }
        return allowed

    def move(self, block: Block, kind: str, way: int) -> Steps:
        """O2.5, O2.6: a block moves, and may scout."""
        block.moved, block.entered = True, self.turn
        if kind == "enter":
            row = ACROSS - 1 if block.seat == 0 else 0
            block.square, block.side = ACROSS * row + way, EDGE[block.seat]
        else:
            assert block.square is not None
            block.square, block.side = beyond(block.square, way), (way + 2) % 4
        known_dummy = block.kind == "dummy" and block.face_up
        asked = bool(self.hidden(block)) and not known_dummy and not block.scouted
        meets_army = self.settings["show_army"] and not block.face_up and self.faces_army(block)
        if asked or meets_army:
            scouting = self.scouting(block) | self.challenge(block)
            played = yield Ruling("O2.6", block.seat, scouting | {("pass",)})
            if played != ("pass",):
                yield from self.look(block, played)

    def hidden(self, block: Block) -> list[Block]:
        """The enemy blocks that lie face down in a block's square."""
        enemies = self.blocks[1 - block.seat]
        return [enemy for enemy in enemies if enemy.square == block.square and not enemy.face_up]

    def faces_army(self, block: Block) -> bool:
        """O2.6: whether the enemy army lies face up in a block's square."""
        army = self.army(1 - block.seat)
        return army.face_up and block.square == army.square

    def scouting(self, block: Block) -> set[Action]:
        """O2.6: what a block may scout where it is."""
        targets = self.hidden(block)
        if block.kind == "dummy" or block.scouted or block.square is None or not targets:
            return set()
        by_owner = self.settings["target_by"] == "owner"
        return {("scout", block.number, ANY if by_owner else target.number) for target in targets}

    def challenge(self, block: Block) -> set[Action]:
        """O2.6: whether a hidden army may show itself."""
        shows = self.settings["show_army"] and block.kind == "army" and not block.face_up
        return {("challenge",)} if shows and self.faces_army(block) else set()

    def looks(self, seat: int) -> set[Action]:
        """O2.6: what blocks that have not moved in this turn may do where they are."""
        allowed: set[Action] = set()
        for block in self.blocks[seat]:
            if block.square is not None and not block.moved:
                allowed |= self.challenge(block)
                if self.settings["scout_later"]:
                    allowed |= self.scouting(block)
        return allowed

    def look(self, block: Block, played: Action) -> Steps:
        """O2.6, O2.8: a block scouts, or the army shows itself."""
        self.show(block)
        if played[0] == "challenge":
            return
        block.scouted = True
        targets = self.hidden(block)
        number = played[2]
        if number == ANY:
            number = targets[0].number
            if len(targets) > 1:
                shown: set[Action] = {("show", target.number) for target in targets}
                _, number = yield Ruling("O2.6", 1 - block.seat, shown)
        self.show(self.blocks[1 - block.seat][int(number)])

    def approach(self, seat: int) -> Steps:
        """O3.1, O3.2."""
        army, enemy = self.army(seat), self.army(1 - seat)
        assert army.square is not None
        assert enemy.square is not None
        apart = moves_apart(army.square, enemy.square)
        allowed: set[Action] = {("stand",)} if self.kudos[seat] else set()
        for side in SIDES:
            there = beyond(army.square, side)
            if there is None:
                continue
            if moves_apart(there, enemy.square) < apart:
                allowed.add(("march", side))
            elif self.kudos[seat]:
                allowed.add(("retreat", side))
        kind, *way = yield Ruling("O3.1", seat, allowed)
        self.kudos[seat] -= kind != "march"
        if way:
            army.square, army.side = beyond(army.square, int(way[0])), (int(way[0]) + 2) % 4
        if army.square == enemy.square:
            self.meet(army)

    def meet(self, second: Block) -> None:
        """O3.2, O3.3, O4.1: the armies are in one square."""
        self.battle, self.second, self.way_in = second.square, second.seat, second.side

    def battlefield(self) -> Generator[Ruling, Action, Ending]:
        """O4.3 to O4.5."""
        assert self.battle is not None
        allowed: set[Action] = {("template", n) for n in shifts(self.ground, self.battle, self.way_in)}
        _, shift = yield Ruling("O4.3", 1 - self.second, allowed)
        self.shift = int(shift)
        if self.settings["result"] == "ground":
            return Ending("O4.5", (0.0, 0.0))
        armies = self.settings["navy_profile"], self.settings["oxblood_profile"]
        scores = scale(self.ground, *armies, self.settings["score_from"] == "average")
        navy = scores.score(self.battle, self.way_in, self.shift, self.second)
        return Ending("O4.5", (navy, -navy))
