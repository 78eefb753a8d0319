"""A referee of ROUT!, written from the rule book and not from the rules of the engine.

The rules are one generator: at each decision it yields a `Ruling` (who decides, what is allowed, under which clause) and
receives what was played. How blocks slide is the engine's: the referee looks at the film of each flick and rules on it.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial
from math import atan2, cos, degrees, hypot, inf, radians, sin
from typing import Any, NamedTuple

import sandtable as st
from tests.referees.rout_table import (
    ROUNDED,
    ROUNDING,
    Film,
    Line,
    Pose,
    Spot,
    free_places,
    margins,
    separation,
    spot_of,
    within,
)
from tests.rules.rout.plane import Block as Rectangle
from tests.rules.rout.plane import Point

KINDS = ARCHER, CAVALRY, PIKE = range(3)
RALLY = 3
DEEDS = MOVE, MELEE, RANGE = "move", "melee", "range"
# T2.2
MAY = {ARCHER: {MOVE, RANGE}, CAVALRY: {MOVE, MELEE}, PIKE: {MELEE}}
# what a record has where nobody may know whose a block is, or what
UNKNOWN = -1
# T3.0: what a flick comes from, as the engine numbers it
AIMED, FINGER = range(2)
# T3.1: the points of a side; the ways straight in from the left flank, the right flank, the front and the rear
POINTS, INWARD = 41, (-90, 90, 180, 0)
MOST, SLACK = 75, 0.005
# T3.2, as players read it: in m/s
FASTEST = 6.0
# T3.2: degrees, share of the speed
HANDS = {"none": (0.0, 0.0), "steady": (1.5, 0.08), "casual": (3.0, 0.12), "novice": (6.0, 0.18)}
EDGES = ("south", "east", "north", "west")
GRAVITY = 9.80665
# in mm: nearer to a bound than this, a place is left to the engine
HAIR = 1e-3
DEFAULTS: Mapping[str, Any] = {
    "width": 1000,
    "height": 1000,
    "edge": "drop",
    **{f"{name}_edge": "as_edge" for name in EDGES},
    "split": "straight",
    "length": 75,
    "breadth": 25,
    "table_friction": 25,
    "archers": 8,
    "cavalry": 8,
    "pikes": 8,
    "ivory_units": 7,
    "ink_units": 7,
    "rally": 2,
    "placing": "secret",
    "first": "random",
    "broken_shown": "nothing",
    "history": "last_turn",
    "best_of": "1",
    "turn_cap": 200,
    "flick": "either",
    "hand": "casual",
    **{f"{side}_{error}": -1 for side in ("ivory", "ink") for error in ("turn", "pace")},
    "rout_in_one": False,
    "own_rout": True,
}

# the kind of an action and its fields
Action = tuple[str | int, ...]
Score = tuple[float, float]


class Block(NamedTuple):
    """A block on the table."""

    pose: Pose
    seat: int
    kind: int
    broken: bool


class Played(NamedTuple):
    """What was played, and the table after it: its blocks, and the film if something was flicked."""

    action: Action
    blocks: list[Block]
    film: Film | None


class Ruling(NamedTuple):
    """What the rule book says of one decision or one chance.

    `allowed` are the actions, for chance with their weights, or says of any action whether it is one of them: None where it is
    too close to call.
    """

    clause: str
    seat: int
    allowed: set[Action] | Mapping[Action, float] | Callable[[Action], bool | None]


Steps = Generator[Ruling, Played, Any]


class Objection(AssertionError):
    """The engine and the rule book differ."""


class Referee:
    """A match of ROUT! under `settings`; `blocks` are in the order in which the engine numbers them."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = {**DEFAULTS, **settings}
        self.size: Point = float(self.settings["width"]), float(self.settings["height"])
        self.shape: Point = float(self.settings["length"]), float(self.settings["breadth"])
        self.blocks: list[Block] = []
        self.routed = [[0] * 3, [0] * 3]
        # T2.5: who still places in secret, and from where on each seat may look back
        self.placing: set[int] = set()
        self.since = [0, 0]
        self.ply = 0
        self.slips: list[tuple[int, float, float]] = []

    def agree(self, clause: str, subject: str, engine: object, book: object) -> None:
        """Objects if the engine differs from the rule book."""
        if engine != book:
            raise Objection(f"{clause}: {subject}: the engine has {engine}, the rule book {book}")

    def at_most(self, clause: str, subject: str, engine: float, book: float) -> None:
        """Objects if the engine's figure is larger than the rule book's."""
        if engine > book:
            raise Objection(
                f"{clause}: {subject}: the engine has {engine:.3f}, the rule book at most {book:.3f}"
            )

    # what is seen

    def seen_by(self, viewer: int) -> list[Block]:
        """T1.5, T2.5: the blocks on the table as a viewer may know them."""
        shown = self.settings["broken_shown"]
        seen: list[Block] = []
        for block in self.blocks:
            if block.seat in self.placing and block.seat != viewer:
                continue
            open_ = not block.broken or shown == "all" or (shown == "owner" and block.seat == viewer)
            seen.append(block if open_ else block._replace(seat=UNKNOWN, kind=UNKNOWN))
        return seen

    def history(self, viewer: int) -> int:
        """T2.5: the ply to which a viewer may look back; a spectator no further than either seat."""
        if self.settings["history"] == "all":
            return 0
        return max(self.since) if viewer == st.SPECTATOR else self.since[viewer]

    # the match and its games

    def match(self) -> Generator[Ruling, Played, Score]:
        """All decisions and chances of a match; returns the score."""
        seat = yield from self.lot()
        wins, games = [0, 0], int(self.settings["best_of"])
        for _ in range(games):  # T2.6b
            winner = yield from self.game(seat)
            if winner is not None:
                wins[winner] += 1
            if 2 * max(wins) > games:
                break
            seat = 1 - seat if winner is None else 1 - winner
        score = float((wins[0] > wins[1]) - (wins[1] > wins[0]))
        return score, -score

    def lot(self) -> Steps:
        """T1.6: the seat that goes first."""
        if self.settings["first"] != "random":
            return int(self.settings["first"])
        played = yield Ruling("T1.6", st.CHANCE, {("first", 0): 0.5, ("first", 1): 0.5})
        return played.action[1]

    def game(self, first: int) -> Steps:
        """One game; returns its winner, or None."""
        self.blocks, self.routed = [], [[0] * 3, [0] * 3]
        self.split = str(self.settings["split"])
        if self.split == "open":  # T1.6
            played = yield Ruling("T1.2", first, {("split", 0), ("split", 1)})
            self.split = ("straight", "diagonal")[int(played.action[1])]
        yield from self.deal(first)
        secret = self.settings["placing"] == "secret"
        self.placing = {0, 1} if secret else set()
        for seat in (first, 1 - first):  # T1.5, T1.6
            yield from self.place(seat)
        self.placing = set()
        seat = first
        for _ in range(int(self.settings["turn_cap"])):
            if (yield from self.turn(seat)):
                return seat
            seat = 1 - seat
        return None  # T2.7

    def deal(self, first: int) -> Steps:
        """T1.4: the cards of both seats."""
        pile = [int(self.settings[kind]) for kind in ("archers", "cavalry", "pikes")]
        due = [int(self.settings["ivory_units"]), int(self.settings["ink_units"])]
        self.dealt = [[0] * 3, [0] * 3]
        seat = first
        while any(due):
            if due[seat]:
                played = yield Ruling("T1.4", st.CHANCE, shares("deal", pile))
                kind = int(played.action[1])
                pile[kind] -= 1
                due[seat] -= 1
                self.dealt[seat][kind] += 1
            seat = 1 - seat
        rally = int(self.settings["rally"])
        self.deck = [[*self.dealt[0], rally], [*self.dealt[1], rally]]
        self.discard = [[0] * 4, [0] * 4]

    # placing

    def place(self, seat: int) -> Steps:
        """T1.5: all blocks of a seat."""
        waiting = list(self.dealt[seat])
        while any(waiting):
            played = yield Ruling("T1.5", seat, partial(self.may_place, seat, waiting))
            deed, *fields = played.action
            if deed == "place":
                placed = Block(pose_of(fields), seat, int(fields[0]), broken=False)
                waiting[placed.kind] -= 1
                self.blocks.append(placed)
                continue
            self.blocks = [block for block in self.blocks if block.seat != seat]
            mine = [block for block in played.blocks if block.seat == seat]
            kinds = [sum(block.kind == kind for block in mine) for kind in KINDS]
            self.agree("T1.5", "kinds lined up", kinds, self.dealt[seat])
            for block in mine:
                room = self.room(seat, self.rectangle(block.pose))
                self.at_most("T1.5", f"block at {block.pose[:2]} out of its place by", -room, HAIR)
                self.blocks.append(block)
            return

    def may_place(self, seat: int, waiting: Sequence[int], action: Action) -> bool | None:
        """Whether a seat may place so."""
        kind, *fields = action
        if kind != "place":
            return kind == "formation"
        if not waiting[int(fields[0])]:
            return False
        room = self.room(seat, self.rectangle(pose_of(fields)))
        return None if 1e-7 < abs(room) < HAIR else room > -1e-7

    def room(self, seat: int, placed: Rectangle) -> float:
        """T1.5: by how much a block is inside its half and more than 1 mm from its owner's others; below 0 it is not."""
        width, height = self.size
        rooms: list[float] = []
        for x, y in placed.corners():
            rooms += [x, y, width - x, height - y]
            # T1.2: how far south of the middle line
            if self.split == "straight":
                south = height / 2 - y
            else:
                south = (height * x - width * y) / hypot(width, height)
            rooms.append(-south if seat else south)
        own = [self.rectangle(block.pose) for block in self.blocks if block.seat == seat]
        return min([*rooms, *(separation(placed, other) - 1 for other in own)])

    def rectangle(self, pose: Pose) -> Rectangle:
        """A block as it lies."""
        return Rectangle(*spot_of(pose), *self.shape)

    # a turn

    def turn(self, seat: int) -> Steps:
        """T2: a card and what it allows; returns whether the seat has won."""
        began, chose, won = self.ply, False, False
        if not any(self.deck[seat]):  # T2.1
            self.deck[seat], self.discard[seat] = self.discard[seat], [0] * 4
        played = yield Ruling("T2.1", st.CHANCE, shares("card", self.deck[seat]))
        card = int(played.action[1])
        self.deck[seat][card] -= 1
        self.discard[seat][card] += 1
        units = [b for b in self.blocks if (b.seat, b.kind, b.broken) == (seat, card, False)]
        if card == RALLY:
            chose, won = yield from self.rally(seat)
        elif units:
            chose, won = True, (yield from self.act(seat, card, None))
        elif self.routed[seat][card] == self.dealt[seat][card]:  # T2.3
            chose = True
            played = yield Ruling("T2.3", seat, {("remove",), ("pass",)})
            self.discard[seat][card] -= played.action == ("remove",)
        if chose:
            self.since[seat] = began
        return won

    def rally(self, seat: int) -> Steps:
        """T2.4: returns whether there was a choice, and whether the seat has won."""
        broken = sorted((b for b in self.blocks if b.broken), key=lambda b: (b.pose[1], b.pose[0]))
        if not broken:
            return False, False
        played = yield Ruling("T2.4", seat, {("pass",), *(("rally", n) for n in range(len(broken)))})
        if played.action == ("pass",):
            return True, False
        block = broken[int(played.action[1])]
        whole = block._replace(broken=False)
        self.blocks[self.blocks.index(block)] = whole
        if whole.seat != seat:
            return True, False
        return True, (yield from self.act(seat, whole.kind, whole))

    def act(self, seat: int, kind: int, unit: Block | None) -> Steps:
        """T2.2: the actions of one unit, of any of that kind if `unit` is None; returns whether the seat has won."""
        left = set(MAY[kind])
        while left:
            allowed = partial(self.may_act, seat, kind, unit, left)
            played = yield Ruling("T2.2", seat, allowed)
            if played.action == ("pass",):
                return False
            deed, _, number, *_ = played.action
            before = self.blocks
            played = yield from self.flick(seat, played)
            won = not any(b.seat != seat and not b.broken for b in self.blocks)
            if won:  # T2.6
                return True
            left.remove(str(deed))
            unit = self.moved[before[int(number)]]
        return False

    def may_act(
        self, seat: int, kind: int, unit: Block | None, left: set[str], action: Action
    ) -> bool | None:
        """Whether an action of a turn is allowed."""
        deed, *fields = action
        if deed not in DEEDS:
            return deed == "pass"
        by, number, contact, direction, _ = map(int, fields)
        if deed not in left or number >= len(self.blocks):
            return False
        block = self.blocks[number]
        if unit is not None and block != unit:
            return False
        if (block.seat, block.kind, block.broken) != (seat, kind, False):
            return False
        if self.settings["flick"] != "either" and self.settings["flick"] != ("aimed", "finger")[by]:  # T3.0
            return False
        off = abs(askew(block.pose, contact, direction))
        return None if abs(off - MOST) < SLACK else off < MOST  # T3.1

    # a flick

    def error(self, seat: int) -> tuple[float, float]:
        """T3.2: how much a seat's hand errs: degrees, share of the speed."""
        turn, pace = HANDS[str(self.settings["hand"])]
        side = ("ivory", "ink")[seat]
        own = int(self.settings[f"{side}_turn"]), int(self.settings[f"{side}_pace"])
        return (turn if own[0] < 0 else own[0] / 10), (pace if own[1] < 0 else own[1] / 100)

    def flick(self, seat: int, played: Played) -> Steps:
        """T3, T4: what comes of a flick."""
        deed, by, number, contact, direction, speed = played.action
        turn, pace = 0.0, 1.0
        if by == AIMED and any(self.error(seat)):
            played = yield Ruling("T3.2", st.CHANCE, may_err)
            turn, pace = (int(played.action[1]) - 600) / 10, (int(played.action[2]) + 20) / 100
            self.slip(seat, turn, pace)
        film = played.film
        if film is None:
            raise Objection(
                "T3.2: the hand errs: the engine waits for its error, by the rule book it has none"
            )
        self.agree("T3.1", "the flicked block", film.unit, number)
        self.pushed(film, self.blocks[int(number)].pose, int(contact), int(direction), turn)
        wanted = min(FASTEST, (0.2 + 0.02 * int(speed)) * pace)
        self.at_most("T3.2", "speed off by", abs(film.speed - wanted), 0.0051)
        self.seen(film, str(deed))
        self.effects(film, seat, str(deed), played.blocks)
        return played

    def slip(self, seat: int, turn: float, pace: float) -> None:
        """T3.2: an error of the hand; where one of its parts has no spread, it is none."""
        spread = self.error(seat)
        for name, value, error in (("direction", turn, spread[0]), ("speed", pace - 1, spread[1])):
            if not error:
                self.agree("T3.2", f"error of {name}", round(value, 6), 0.0)
        if all(spread):
            self.slips.append((seat, turn / spread[0], (pace - 1) / spread[1]))

    def pushed(self, film: Film, pose: Pose, contact: int, direction: int, turn: float) -> None:
        """T3.1, T3.2: the direction of the push: the aim and its error, cut at 75 degrees from straight in."""
        wanted = askew(pose, contact, direction) + turn
        happened = askew(pose, contact, film.direction)
        if abs(wanted) < MOST - SLACK:
            self.agree("T3.2", "direction", film.direction, (direction + round(10 * turn)) % 3600)
            return
        limit = MOST if wanted > 0 else -MOST
        self.at_most("T3.2", "degrees from straight in", abs(happened), MOST + SLACK)
        self.at_most("T3.2", "direction cut too far by", abs(limit - happened), 0.1 + SLACK)

    def seen(self, film: Film, deed: str) -> None:
        """T3.4, T4.4, T5.3: the film shows what it says was touched and has left, and nobody gains energy."""
        half = 0.5 if deed == RANGE else 1.0
        for block, picture in film.touches:
            near = min(self.gap(film, block, n, half) for n in range(picture - 1, picture + 2))
            nearer = film.nearing(block, picture, hypot(*self.shape) / 2)
            self.at_most("T3.4", f"block {block} touched from a distance of", near, nearer + ROUNDED)
        left, fallen = film.blocks("leave"), film.blocks("fall")
        for n in range(len(self.blocks)):
            inside = within(film.end(n), self.size)
            if n in left:
                self.at_most("T4.4", f"block {n} left, and is inside by", inside, ROUNDING)
            else:
                self.at_most("T4.4", f"block {n} stayed, and is outside by", -inside, ROUNDING)
            over = max(self.over(spot) for spot in film.spots(n))
            if n in fallen:
                self.at_most("T1.1", f"block {n} fell, and no edge was nearer than", -over, ROUNDING)
            else:
                self.at_most("T1.1", f"block {n} is over where the table ends by", over, ROUNDING)
        # each block loses at least its weight's friction on its way, and together they lose no more than the push gave
        way = sum(film.length(n) for n in range(len(self.blocks)))
        rough = GRAVITY * int(self.settings["table_friction"]) / 100
        most = 1.01 * half * 1000 * film.speed**2 / (2 * rough) + film.rounding
        self.at_most("T5.3", "way of all blocks in mm", way, most)

    def over(self, spot: Spot) -> float:
        """T1.1: by how much the middle of a block is beyond an edge at which the table ends."""
        beyond: list[float] = []
        for name, margin in zip(EDGES, margins(spot, self.size), strict=True):
            own = self.settings[f"{name}_edge"]
            if (self.settings["edge"] if own == "as_edge" else own) == "drop":
                beyond.append(-margin)
        return max(beyond, default=-inf)

    def gap(self, film: Film, block: int, picture: int, half: float) -> float:
        """How far the flicked block is from another in a picture."""
        length, breadth = self.shape
        flicked = Rectangle(*film.spot(film.flicked, picture), length * half, breadth)
        return separation(flicked, Rectangle(*film.spot(block, picture), length, breadth))

    def effects(self, film: Film, seat: int, deed: str, after: list[Block]) -> None:
        """T4: who is broken, who is routed and who is put back."""
        before, blocks = self.blocks, list(self.blocks)
        touched, left = film.blocks("touch"), film.blocks("leave")
        if deed != MOVE:  # T3.3
            hit = next((n for n in touched if before[n].seat != seat), None)
            if hit is not None:  # T4.1
                blocks[hit] = before[hit]._replace(broken=True)
        struck = [n for n in left if deed != MOVE and n in touched]
        routed = [n for n in struck if self.is_routed(seat, before[n], blocks[n])]
        for n in routed:
            self.routed[before[n].seat][before[n].kind] += 1
        back = [n for n in left if n not in routed]
        lying = {n: block for n, block in enumerate(blocks) if n not in routed}
        if after or not lying:
            self.settle(film, lying, back, after)
        self.moved = {before[n]: block for n, block in lying.items()}
        self.blocks = list(lying.values())

    def is_routed(self, seat: int, before: Block, block: Block) -> bool:
        """T4.2: whether a block that was touched and has left is routed."""
        if block.seat == seat and not self.settings["own_rout"]:
            return False
        return before.broken or (block.broken and bool(self.settings["rout_in_one"]))

    def settle(self, film: Film, lying: dict[int, Block], back: list[int], after: list[Block]) -> None:
        """Writes where the engine has left the blocks, where that is as it must be."""
        free = list(after)
        for n, block in lying.items():
            if n in back:
                continue
            end = film.end(n)
            same = [b for b in free if b[1:] == block[1:] and near(b.pose, end)]
            self.agree("T3.3", f"blocks like block {n} where it came to rest", len(same), 1)
            lying[n] = same[0]
            free.remove(same[0])
        for n in back:  # T4.3
            others = [self.rectangle(b.pose) for m, b in lying.items() if m not in back[back.index(n) :]]
            like = [b for b in free if b[1:] == lying[n][1:]]
            fits = [b for b in like if self.is_back(film, n, b, others)]
            if not fits:
                raise Objection(
                    f"T4.3: block {n} put back: the engine has {[b.pose for b in like]}, {film.crossing(n)}"
                )
            lying[n] = fits[0]
            free.remove(fits[0])
        self.agree("T4.2", "other blocks on the table", free, [])

    def is_back(self, film: Film, n: int, block: Block, others: list[Rectangle]) -> bool:
        """T4.3: whether a block that left is back at the right place."""
        crossing, spot = film.crossing(n), spot_of(block.pose)
        for depth in range(0, int(max(self.size)), 5):
            for turn in range(4):
                line = self.line((crossing.edge + turn) % 4, depth)
                places = free_places(line, others, self.shape)
                # rounding may let a block into a gap that is hardly longer, or not
                wide = [(low, high) for low, high in places if high - low > ROUNDED]
                along, wanted = line.along(spot), line.point(*crossing.at)[0]
                if along is None or not any(low - ROUNDED <= along <= high + ROUNDED for low, high in places):
                    if wide:
                        return False
                    continue
                nearest = min((max(low - wanted, wanted - high, 0.0) for low, high in wide), default=inf)
                return bool(turn or depth) or abs(along - wanted) <= nearest + 2 * crossing.doubt + ROUNDED
        return False

    def line(self, edge: int, depth: float) -> Line:
        """Where the middle of a block may lie that touches an edge, or is further in by `depth`."""
        (width, height), (length, breadth) = self.size, self.shape
        inset, half = breadth / 2 + depth, length / 2
        if edge % 2 == 0:
            return Line((half, inset if edge == 0 else height - inset), 0, width - length)
        return Line((width - inset if edge == 1 else inset, half), 90, height - length)

    def order(self, listed: list[Block]) -> None:
        """Numbers the blocks as the engine does."""
        place = {block: n for n, block in enumerate(listed)}
        self.blocks.sort(key=lambda block: place.get(block, len(listed)))


def may_err(action: Action) -> bool | None:
    """T3.2: whether a hand may err so; how much it may is a matter of chance."""
    return None if action[0] == "hand" else False


def near(pose: Pose, end: Spot) -> bool:
    """Whether a block lies where its film ends."""
    spot = spot_of(pose)
    turned = (spot.angle - end.angle + 90) % 180 - 90
    return abs(spot.x - end.x) < 0.11 and abs(spot.y - end.y) < 0.11 and abs(turned) < 0.02


def shares(kind: str, counts: Sequence[int]) -> dict[Action, float]:
    """T2.5b: what may be drawn of that many cards of each kind, by how many there are."""
    return {(kind, n): count / sum(counts) for n, count in enumerate(counts) if count}


def pose_of(fields: Sequence[str | int]) -> Pose:
    """Where an action places a block: the kind, mm east, mm north, degrees."""
    _, x, y, angle = map(int, fields)
    return 100 * x, 100 * y, round(1e6 * cos(radians(angle))), round(1e6 * sin(radians(angle)))


def askew(pose: Pose, contact: int, direction: int) -> float:
    """T3.1: by how many degrees a push in tenths of a degree is off straight in at that point of a block's rim."""
    lies = degrees(atan2(pose[3], pose[2]))
    return (direction / 10 - lies - INWARD[contact // POINTS] + 180) % 360 - 180
