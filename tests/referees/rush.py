"""A referee of Rush."""

import tomllib
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import sandtable as st
from tests.referees.following import DIE, Action, Ending, Ruling, Steps, roll

DATA = Path(st.__file__).parent / "games" / "rush" / "data"
Hex = tuple[int, int]

# R1.1, numbered as the engine does: x in half hex widths and the row
HEXES: list[Hex] = [(x, r) for r in range(-5, 6) for x in range(abs(r) - 20, 21 - abs(r), 2)]
NUMBER = {place: number for number, place in enumerate(HEXES)}
# R1.5: the sides of a hex, counter-clockwise from the east
SIDES = range(6)
STEPS = [(2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1)]
# R1.2, R1.3 from Home's point of view: Visitor's are the mirror image
LAUNCH: list[Hex] = [(0, row) for row in (-4, -2, 0, 2, 4)]
# centre, strike hex, bonus hex, points
ZONES: list[tuple[Hex, Hex, Hex, int]] = [
    ((14, 0), (18, 0), (10, 0), 3),
    ((11, -3), (15, -3), (7, -3), 1),
    ((11, 3), (15, 3), (7, 3), 1),
]
ENTRIES: list[Hex] = [(-15, -5), (-15, 5)]
# R2.3, R2.5
SIZES = {"standard": (14, 5, 8, 6), "demo": (6, 3, 5, 5)}
SUDDEN_RUSHES, WINNING_LEAD = 14, 7
# R3.2, R8.2
MOST_FREE, MOST_STEPS = 30, 50
# R4.1: the last outcome means this many or more
MOST_SUCCESSES = 12


class MatchOver(Exception):
    """R2.5: ends the match; who leads has won."""

    def __init__(self, lead: int) -> None:
        score = float((lead > 0) - (lead < 0))
        self.ending = Ending("R2.5", (score, -score))


@dataclass(eq=False)
class Player:
    """One player; without a hex he is on the bench, or out of play for a number of turns."""

    seat: int
    number: int
    role: str
    move: int
    strength: int
    speed: int
    skill: int
    armour: int
    hex: Hex | None = None
    facing: int = 0
    prone: bool = False
    out: int = 0
    # R3.1: he left in this very rush
    fresh: bool = False
    acted: int = 0

    @property
    def here(self) -> Hex:
        """The hex of a player on the pitch."""
        assert self.hex is not None
        return self.hex

    @property
    def threatened(self) -> frozenset[Hex]:
        """R1.5: the hexes that he threatens."""
        return frozenset() if self.hex is None or self.prone else front(self.hex, self.facing)


@cache
def front(place: Hex, facing: int) -> frozenset[Hex]:
    """R1.5: the three hexes in front of a player."""
    sides = [STEPS[(facing + turn) % 6] for turn in (-1, 0, 1)]
    return frozenset((place[0] + dx, place[1] + rows) for dx, rows in sides)


@dataclass
class Act:
    """One action of a player."""

    player: Player
    kind: str
    points: int
    start: Hex
    moved: bool = False
    dashes: int = 0
    evades: int = 0

    @property
    def runs(self) -> bool:
        """R5.1, R5.7: he may run."""
        runners = {"run": self.player.role, "slam": "guard", "steal": "striker", "throw": "striker"}
        return runners.get(self.kind) == self.player.role

    @property
    def turns(self) -> bool:
        """R6.1, R7.1: he may turn before the test."""
        return self.runs or self.moved


def beyond(place: Hex, side: int) -> Hex | None:
    """The hex over a side, or None where there is a wall."""
    found = (place[0] + STEPS[side][0], place[1] + STEPS[side][1])
    return found if found in NUMBER else None


NEAR: dict[Hex, set[Hex]] = {
    place: {there for side in SIDES if (there := beyond(place, side))} for place in HEXES
}


def toward(place: Hex, other: Hex) -> int:
    """The side at which a neighbour lies."""
    return STEPS.index((other[0] - place[0], other[1] - place[1]))


def distance(place: Hex, other: Hex) -> int:
    """The number of hexes from one place to another."""
    across, rows = abs(place[0] - other[0]), abs(place[1] - other[1])
    return max(rows, (across + rows) // 2)


def ahead(place: Hex, facing: int, other: Hex) -> bool:
    """R1.5: whether a hex lies in the front arc; a row is as high as the root of 3 half widths."""
    dx, rows = STEPS[facing]
    return dx * (other[0] - place[0]) + 3 * rows * (other[1] - place[1]) >= 0


def reflected(place: Hex, side: int) -> int:
    """R8.1: the side to which a ball goes off a wall."""
    walls = [wall for wall in SIDES if beyond(place, wall) is None]
    if len(walls) != 2:
        return (side + 3) % 6
    # a ball that meets one of two walls leaves opposite the other
    return (sum(walls) - side + 3) % 6


def mirrored(place: Hex, seat: int) -> Hex:
    """A hex of Home's as it is for `seat`."""
    return place if seat == 0 else (-place[0], place[1])


@cache
def odds(needed: int, dice: int, exploding: bool) -> dict[Action, Fraction]:
    """R4.1: the chances of each number of successes."""
    hit, six = Fraction(7 - needed, 6), Fraction(1, 6)
    one: dict[int, Fraction] = {0: 1 - hit, 1: hit}
    if exploding:
        for n in range(1, MOST_SUCCESSES):
            one[n] = six**n * (1 - hit) + six ** (n - 1) * (hit - six)
        one[MOST_SUCCESSES] = six ** (MOST_SUCCESSES - 1) * hit
    total = {0: Fraction(1)}
    for _ in range(max(0, dice)):
        more: dict[int, Fraction] = {}
        for (n, chance), (m, other) in product(total.items(), one.items()):
            k = min(n + m, MOST_SUCCESSES)
            more[k] = more.get(k, Fraction(0)) + chance * other
        total = more
    return {("roll", n): chance for n, chance in total.items() if chance}


def team_of(text: str, seat: int, size: int) -> list[Player]:
    """R2.1, R2.2: the first players of a shipped roster by its name, or of one given as text."""
    shipped = DATA / "rosters" / f"{text}.toml"
    data = tomllib.loads(text if "\n" in text else shipped.read_text(encoding="utf-8"))
    return [Player(seat, number, **data["player"][name]) for number, name in enumerate(data["team"][:size])]


@cache
def formations() -> list[list[Hex]]:
    """R2.4: Home's formations, hexes named by row from the north and number in the row."""
    data = tomllib.loads((DATA / "formations.toml").read_text(encoding="utf-8"))
    rows = [[place for place in HEXES if place[1] == row] for row in range(-5, 6)]
    return [[rows[ord(h[0]) - ord("A")][int(h[1:]) - 1] for h in f["home"]] for f in data["formation"]]


class Referee:
    """A match of Rush under `settings`."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings
        rushes, tokens, team, on_pitch = SIZES[self.settings["preset"]]
        self.rushes = self.settings["rushes"] or rushes
        self.most_tokens = self.settings["tokens"] or tokens
        size = self.settings["team"] or team
        self.teams = [team_of(settings["home"], 0, size), team_of(settings["visitor"], 1, size)]
        self.players = [player for team in self.teams for player in team]
        self.on_pitch = [min(self.settings["on_pitch"] or on_pitch, len(team)) for team in self.teams]
        self.exploding = bool(self.settings["exploding_sixes"])
        self.side = 0
        self.rush = 0
        self.tokens = 0
        self.lead = 0
        self.ball: Hex | None = None
        self.carrier: Player | None = None
        self.ends = False
        self.free_actions = 0
        self.sudden = False

    def facts(self, position: st.Position) -> Iterator[tuple[str, object, object]]:
        """The players, the ball, the track and the rush."""
        state = position.state
        yield "lead", int(state.lead), self.lead
        yield "finished rushes", int(state.rush), self.rush
        yield "rushing side", int(state.side), self.side
        if state.to_move != st.OVER:
            yield "tokens", int(state.tokens), self.tokens
            acted = sum(player.acted for player in self.players)
            yield "token actions", sum(int(player.acted) for player in state.player), acted
        carrier = self.carrier
        yield "carrier", int(state.carrier), 8 * carrier.seat + carrier.number if carrier else -1
        nowhere = len(HEXES) + (not carrier)
        yield "ball", int(state.ball), NUMBER[self.ball] if self.ball else nowhere
        for player in self.players:
            engine = state.player[8 * player.seat + player.number]
            name = f"of seat {player.seat}'s player {player.number}"
            place = NUMBER[player.hex] if player.hex else len(HEXES) + (player.out > 0)
            yield f"place {name}", int(engine.place), place
            yield f"turns out of play {name}", int(engine.out), player.out
            if player.hex:
                yield f"facing {name}", int(engine.facing), player.facing
                yield f"fall {name}", bool(engine.prone), player.prone

    def match(self) -> Generator[Ruling, Action, Ending]:
        """All decisions and rolls of a match; returns the score."""
        try:
            yield from self.play()
        except MatchOver as end:
            return end.ending
        raise AssertionError("a match ends by MatchOver")

    def play(self) -> Steps:
        """R2.4, R2.5."""
        first = self.settings["first"]
        if first == "random":
            _, first = yield Ruling("R2.4", st.CHANCE, roll("first", range(2)))
        self.side = int(first)
        for seat in (0, 1):
            yield from self.line_up(seat)
        while True:
            if self.rush >= self.rushes:
                if self.lead or self.settings["tie"] == "draw":
                    raise MatchOver(self.lead)
                self.sudden = True
                self.last_team()
                if self.rush == self.rushes + SUDDEN_RUSHES:
                    raise MatchOver(0)
            yield from self.one_rush()
            self.rush += 1
            self.side = 1 - self.side

    def last_team(self) -> None:
        """R2.5: in sudden death a team without anyone on the pitch loses."""
        there = [any(player.hex for player in team) for team in self.teams]
        if self.sudden and not all(there):
            raise MatchOver(there[0] - there[1])

    def line_up(self, seat: int) -> Steps:
        """R2.4."""
        own = [place for place in HEXES if (place[0] < 0 if seat == 0 else place[0] > 0)]
        places = formations()
        for placed in range(self.on_pitch[seat]):
            waiting = [player for player in self.teams[seat] if player.hex is None]
            taken = {player.hex for player in self.players}
            free = [NUMBER[place] for place in own if place not in taken]
            allowed: set[Action] = set(product(["place"], [player.number for player in waiting], free))
            if not placed:
                allowed |= {("formation", number) for number in range(len(places))}
            played = yield Ruling("R2.4", seat, allowed)
            if played[0] == "formation":
                for player in waiting[: self.on_pitch[seat]]:
                    self.enter(player, mirrored(places[int(played[1])][player.number], seat))
                return
            self.enter(self.teams[seat][int(played[1])], HEXES[int(played[2])])

    def enter(self, player: Player, place: Hex) -> None:
        """Puts a player on the pitch, facing the other end."""
        player.hex, player.facing = place, 0 if player.seat == 0 else 3

    def one_rush(self) -> Steps:
        """R3.1."""
        self.tokens, self.ends = self.most_tokens, False
        for player in self.players:
            player.acted, player.fresh = 0, False
        self.free_actions = 0
        if self.ball is None and self.carrier is None:
            yield from self.launch()
        while self.tokens and not self.ends:
            allowed = self.token_actions()
            if not allowed:
                break
            played = yield Ruling("R3.2", self.side, allowed | {("end",)})
            if played == ("end",):
                break
            self.tokens -= 1
            self.free_actions = 0
            player = self.teams[self.side][int(played[1])]
            player.acted += 1
            if played[0] == "enter":  # R3.4
                self.enter(player, mirrored(ENTRIES[int(played[2])], self.side))
                act = Act(player, "run", player.move - 1, player.here)
                if (yield from self.arrive(act)):
                    yield from self.move(act)
            else:
                yield from self.act(player, str(played[0]))
        for player in self.teams[self.side]:
            if player.out and not player.fresh:
                player.out -= 1

    def token_actions(self) -> set[Action]:
        """The actions that a token buys."""
        allowed: set[Action] = set()
        team = self.teams[self.side]
        cap = self.settings["player_cap"]
        taken = {player.hex for player in self.players}
        for player in team:
            if player.acted >= cap or player.out:
                continue
            if player.hex is None:
                there = sum(other.hex is not None for other in team)
                if there < self.on_pitch[self.side] and not self.sudden:
                    entries = [mirrored(place, self.side) for place in ENTRIES]
                    allowed |= {("enter", player.number, n) for n in (0, 1) if entries[n] not in taken}
            elif player.prone:  # R9.1
                allowed.add(("stand", player.number))
            else:
                allowed |= {("run", player.number), ("sprint", player.number)} | self.blows(player)
                if player is self.carrier:
                    allowed.add(("throw", player.number))
        return allowed

    def blows(self, player: Player) -> set[Action]:
        """R6.1: the Slam and Steal of a player, where they can reach a target."""
        roles = {"slam": ("jack", "guard"), "steal": ("jack", "striker")}
        kinds = [kind for kind in roles if player.role in roles[kind]]
        return {(kind, player.number) for kind in kinds if self.reaches(self.begun(player, kind))}

    def begun(self, player: Player, kind: str) -> Act:
        """An action as it begins."""
        points = {"run": player.move, "sprint": 2 * player.move}
        act = Act(player, kind, points.get(kind, 0), player.here)
        if kind in ("slam", "steal", "throw"):  # R5.7
            act.points = player.move if act.runs else int(player.role == "jack")
        return act

    def reaches(self, act: Act) -> bool:
        """R6.1: whether a way leads to a target in this very action."""
        if self.targets(act):
            return True
        player = act.player
        goals = set[Hex]().union(*(NEAR[place] for place in self.prey(act)))
        closed = {other.hex for other in self.players}
        if player.role != "guard":
            closed.add(self.ball)
        # the fewest Evades with which a hex can be reached
        fewest = edge = {act.start: 0}
        for moves in range(1, len(HEXES) if act.runs else 2):
            further: dict[Hex, int] = {}
            for place, evades in edge.items():
                best = self.pool(player, place)
                if self.exploding and best > 0:
                    best = MOST_SUCCESSES
                threatened = self.is_threatened(place, player)
                evades += threatened
                if threatened * evades > best or moves - act.points > best:
                    continue
                near = NEAR[place] - closed
                if near & goals:
                    return True
                further |= {there: evades for there in near if evades < further.get(there, 99)}
            edge = {there: evades for there, evades in further.items() if evades < fewest.get(there, 99)}
            fewest = fewest | edge
        return False

    def open_sides(self, place: Hex, sides: Iterable[int] = SIDES) -> dict[int, Hex]:
        """R5.4: the hexes over these sides that nobody is in."""
        taken = {player.hex for player in self.players}
        near = {side: there for side in sides if (there := beyond(place, side))}
        return {side: there for side, there in near.items() if there not in taken}

    def is_threatened(self, place: Hex, player: Player) -> bool:
        """R5.3: whether a standing enemy of the player threatens a hex."""
        return any(place in enemy.threatened for enemy in self.enemies(player))

    def enemies(self, player: Player) -> list[Player]:
        """All of the other team."""
        return self.teams[1 - player.seat]

    def pool(
        self, player: Player, place: Hex | None = None, role: str = "striker", fought: Player | None = None
    ) -> int:
        """R4.1, R4.4, R4.5: the dice of a test in a hex, one more for a role."""
        threatening = [enemy for enemy in self.enemies(player) if (place or player.hex) in enemy.threatened]
        if not self.settings["opponent_threatens"]:
            threatening = [enemy for enemy in threatening if enemy is not fought]
        return 3 - min(2, len(threatening)) + (player.role == role)

    def launch(self) -> Steps:
        """R3.3: Home's left is the north."""
        order = LAUNCH if self.side == 0 else LAUNCH[::-1]
        _, die = yield Ruling("R3.3", st.CHANCE, roll("launch", DIE))
        standing = self.standing()
        hit = next((standing[place] for place in order[: int(die) + 1] if place in standing), None)
        if hit:
            x, row = hit.here
            yield from self.struck(hit, (x, row - 1 if self.side == 0 else row + 1), 0)
            return
        if die != 5:
            yield from self.rest(order[int(die)], 0)
            return
        self.ball = order[-1]
        _, die, far = yield Ruling("R3.3", st.CHANCE, roll("bounce", DIE, DIE))
        west = (int(die) < 3) == (self.side == 0)
        side = (2 if west else 1) if self.side == 0 else (4 if west else 5)
        yield from self.roll_on(order[-1], side, int(far) + 1, 0)

    def test(self, clause: str, needed: int, dice: int) -> Generator[Ruling, Action, int]:
        """R4.1: the number of successes."""
        chances = odds(needed, dice, self.exploding)
        _, successes = yield Ruling(clause, st.CHANCE, set(chances), chances)
        return int(successes)

    def act(self, player: Player, kind: str) -> Steps:
        """One action of a player on the pitch."""
        yield from self.stand_up(player) if kind == "stand" else self.move(self.begun(player, kind))

    def move(self, act: Act) -> Steps:
        """R5.1, R5.7: moves until the action ends."""
        player = act.player
        while True:
            played = yield Ruling("R5.1", player.seat, self.moves(act))
            kind, *fields = played
            if kind == "face":
                player.facing = int(fields[0])
                return
            if kind == "tackle":
                yield from self.contest(act, self.teams[1 - player.seat][int(fields[0])])
                return
            if kind == "aim":
                yield from self.throw(act, HEXES[int(fields[0])])
                return
            if not (yield from self.step(act, str(kind), int(fields[0]))):
                return

    def moves(self, act: Act) -> set[Action]:
        """What a player in action may do."""
        player = act.player
        sprints = act.kind == "sprint"
        allowed: set[Action] = set()
        if act.points or act.runs or sprints:
            kind = "step" if act.points else "dash"
            sides = [player.facing] if sprints else SIDES
            allowed |= {(kind, side) for side in self.open_sides(player.here, sides)}
        if sprints:
            kind = "turn" if act.points else "wheel"
            allowed |= {(kind, 0), (kind, 1)}
        turns = act.turns and not sprints
        allowed |= {("face", side) for side in (SIDES if turns else [player.facing])}
        if act.kind in ("slam", "steal"):
            allowed |= {("tackle", target.number) for target in self.targets(act)}
        if act.kind == "throw":
            allowed |= {("aim", NUMBER[place]) for place in self.aims(act)}
        return allowed

    def step(self, act: Act, kind: str, side: int) -> Generator[Ruling, Action, bool]:
        """R5.1 to R5.5: one hex or one turn; whether the action goes on."""
        player = act.player
        left = player.here
        if kind in ("turn", "wheel"):
            player.facing = (player.facing + (1 if side == 0 else -1)) % 6
        else:
            there = beyond(left, side)
            assert there is not None
            player.hex, player.facing = there, side
            act.moved = True
        if kind in ("step", "turn"):
            act.points -= 1
        else:
            act.dashes += 1
            if (yield from self.test("R5.2", player.speed, self.pool(player, left))) < act.dashes:
                yield from self.fall(player)
                return False
        if kind in ("step", "dash") and self.is_threatened(left, player):
            act.evades += 1
            if (yield from self.test("R5.3", player.speed, self.pool(player, left))) < act.evades:
                yield from self.fall(player)
                return False
        if kind in ("step", "dash"):
            return (yield from self.arrive(act))
        return True

    def arrive(self, act: Act) -> Generator[Ruling, Action, bool]:
        """R5.5: the ball may lie here; whether the action goes on."""
        player = act.player
        if self.ball != player.hex:
            return True
        if player.role == "guard":
            yield from self.scatter(player.here)
            return not self.ends
        yield from self.pick_up(player, act.kind == "sprint")
        return False

    def fall(self, player: Player) -> Steps:
        """R5.6."""
        player.prone = True
        yield from self.spill(player)

    def spill(self, player: Player) -> Steps:
        """R3.2, R5.5, R5.6: a ball that a fallen player carried, or that lies in his hex."""
        if self.carrier is player:
            self.carrier = None
            self.ends |= player.seat == self.side
            yield from self.scatter(player.here)
        elif self.ball == player.hex:
            yield from self.scatter(player.here)

    def pick_up(self, player: Player, sprinted: bool) -> Steps:
        """R5.5."""
        successes = yield from self.test("R5.5", player.skill, self.pool(player) - sprinted)
        if not successes:
            self.ends |= player.seat == self.side
            yield from self.scatter(player.here)
            return
        self.ball, self.carrier = None, player
        if successes > 1 and self.free_actions < MOST_FREE:
            yield from self.free(player)
        else:
            yield from self.turn("R5.5", player)

    def turn(self, clause: str, player: Player) -> Steps:
        """The player chooses his facing."""
        _, side = yield Ruling(clause, player.seat, {("face", side) for side in SIDES})
        player.facing = int(side)

    def free(self, player: Player, risen: bool = False) -> Steps:
        """R5.5, R7.4, R9.1: a free action."""
        allowed: set[Action] = {("decline",), ("run", player.number)}
        allowed |= self.blows(player) if risen else {("throw", player.number)}
        clause = "R9.1" if risen else "R5.5"
        played = yield Ruling(clause, player.seat, allowed)
        if played != ("decline",):
            self.free_actions += 1
            yield from self.act(player, str(played[0]))

    def prey(self, act: Act) -> dict[Hex, Player]:
        """R6.1: the standing enemies, or for a Steal the one with the ball, by their hexes."""
        enemies = [enemy for enemy in self.enemies(act.player) if enemy.hex and not enemy.prone]
        return {enemy.here: enemy for enemy in enemies if act.kind == "slam" or enemy is self.carrier}

    def targets(self, act: Act) -> list[Player]:
        """R6.1: the enemies at which a Slam or Steal can be aimed now."""
        near = NEAR[act.player.here] if act.turns else act.player.threatened
        return [enemy for place, enemy in self.prey(act).items() if place in near]

    def contest(self, act: Act, target: Player) -> Steps:
        """R6.2 to R6.5."""
        player = act.player
        line = toward(player.here, target.here)
        if act.turns:
            player.facing = line
        replies: set[Action] = {("dodge",)}
        if target.role != "striker" and player.hex in target.threatened:
            replies.add(("slamback",))
        reply: Action = ("dodge",)
        if len(replies) > 1:
            reply = yield Ruling("R6.2", target.seat, replies)
        if act.kind == "slam":
            came = distance(act.start, target.here) > 1
            dice = self.pool(player, role="guard", fought=target) + came
            mine = yield from self.test("R6.1", player.strength, dice)
        else:
            mine = yield from self.test("R6.1", player.speed, self.pool(player, fought=target))
        if reply == ("slamback",):
            dice = self.pool(target, role="guard", fought=player)
            other = yield from self.test("R6.2", target.strength, dice)
        else:
            other = yield from self.test("R6.2", target.speed, self.pool(target, fought=player))
        if mine == other:  # R6.3, R6.4
            player.facing, target.facing = line, (line + 3) % 6
        elif mine > other:
            if act.kind == "slam":
                yield from self.push(player, target, mine, other)
            elif mine >= 2 * other:
                self.carrier = player
            else:
                self.carrier = None
                yield from self.scatter(target.here)
        elif reply == ("slamback",):
            yield from self.push(target, player, other, mine)
        else:
            yield from self.dodged(player, target, other >= 2 * mine)

    def push(self, winner: Player, loser: Player, more: int, fewer: int) -> Steps:
        """R6.3, R6.6."""
        double = more >= 2 * fewer
        line, freed = toward(winner.here, loser.here), loser.here
        winner.facing, loser.facing = line, (line + 3) % 6
        ways = self.open_sides(freed, [(line + turn) % 6 for turn in (-1, 0, 1)])
        way: str | int | None = next(iter(ways), None)
        if len(ways) > 1:
            _, way = yield Ruling("R6.6", winner.seat, {("push", side) for side in ways})
        loser.prone = double
        if way is not None:
            loser.hex = ways[int(way)]
            if (yield Ruling("R6.3", winner.seat, {("follow",), ("decline",)})) == ("follow",):
                winner.hex, winner.facing = freed, int(way)
                loser.facing = (int(way) + 3) % 6
        if not double:
            yield from self.moved_by_others(loser)
            return
        yield from self.spill(loser)
        dice = 3 + (loser.role == "guard")
        hits = more - fewer - (yield from self.test("R6.7", loser.armour, dice))
        if hits > 0:  # R6.7
            loser.hex, loser.prone, loser.out, loser.fresh = None, False, hits, True
            self.last_team()

    def moved_by_others(self, player: Player) -> Steps:
        """R6.6: a standing player who was moved may be on the ball."""
        if self.ball == player.hex:
            if player.role == "guard":
                yield from self.scatter(player.here)
            else:
                yield from self.pick_up(player, sprinted=False)

    def dodged(self, player: Player, target: Player, double: bool) -> Steps:
        """R6.5."""
        if not double:
            side = toward(target.here, player.here)
            if target.facing != side:
                faces: set[Action] = {("face", side), ("face", target.facing)}
                _, side = yield Ruling("R6.5", target.seat, faces)
                target.facing = int(side)
            return
        ways = self.open_sides(target.here)
        steps: set[Action] = {("sidestep", side) for side in ways}
        if ways:
            kind, *way = yield Ruling("R6.5", target.seat, {("decline",), *steps})
            if kind == "sidestep":
                target.hex = ways[int(way[0])]
        player.facing = nearest_side(player, target.here)
        yield from self.moved_by_others(target)

    def aims(self, act: Act) -> list[Hex]:
        """R7.1, R7.2: the hexes at which a player may throw."""
        player = act.player
        mates = [mate for mate in self.teams[player.seat] if mate is not player and mate.role != "guard"]
        places = {mate.here for mate in mates if mate.hex and not mate.prone}
        places |= set(self.strikes(player))
        return [
            place
            for place in places
            if distance(player.here, place) <= 9 and (act.turns or ahead(player.here, player.facing, place))
        ]

    def strikes(self, player: Player) -> dict[Hex, int]:
        """R7.2, R1.3: the strike hexes at which a player may throw from where he is, with the points."""
        found: dict[Hex, int] = {}
        for centre, strike, bonus, points in ZONES:
            centre, strike, bonus = (mirrored(place, player.seat) for place in (centre, strike, bonus))
            if distance(player.here, centre) <= 1 or player.here == bonus:
                found[strike] = points + (player.here == bonus)
        return found

    def throw(self, act: Act, aim: Hex) -> Steps:
        """R7.1 to R7.3."""
        player = act.player
        if act.turns and not ahead(player.here, player.facing, aim):
            player.facing = nearest_side(player, aim)
        points = self.strikes(player).get(aim, 0)
        far = distance(player.here, aim)
        dice = self.pool(player) - (far > 3) - (far > 6) - act.moved - (points > 0)
        successes = yield from self.test("R7.1", player.skill, dice)
        self.carrier = None
        own = player.seat == self.side
        if own and self.settings["throw_ends"] == "always":
            self.ends = True
        if not points:
            self.ball = aim
            catcher = next(mate for mate in self.teams[player.seat] if mate.hex == aim)
            yield from self.catch(catcher, successes, thrown=True)
        elif successes:
            self.lead += points if player.seat == 0 else -points
            if self.sudden or abs(self.lead) >= WINNING_LEAD:
                raise MatchOver(self.lead)
        else:
            self.ends |= own
            yield from self.scatter(aim)

    def catch(self, player: Player, dice: int, thrown: bool, steps: int = 0) -> Steps:
        """R7.3, R7.4."""
        successes = yield from self.test("R7.4", player.skill, dice + self.pool(player) - 3)
        if not successes:
            if thrown or self.settings["drop"] == "any":
                self.ends |= player.seat == self.side
            yield from self.scatter(player.here, steps)
            return
        self.ball, self.carrier = None, player
        if successes > 1 and self.free_actions < MOST_FREE:
            yield from self.free(player)

    def scatter(self, place: Hex, steps: int = 0) -> Steps:
        """R8.1."""
        self.ball = place
        _, side, far = yield Ruling("R8.1", st.CHANCE, roll("scatter", DIE, DIE))
        yield from self.roll_on(place, int(side), int(far) + 1, steps)

    def roll_on(self, place: Hex, side: int, far: int, steps: int) -> Steps:
        """R8.1, R8.2: the ball goes on for `far` hexes."""
        standing = self.standing()
        for _ in range(min(far, MOST_STEPS - steps)):
            if beyond(place, side) is None:
                side = reflected(place, side)
            before, place = place, beyond(place, side) or place
            steps += 1
            if place in standing:
                yield from self.struck(standing[place], before, steps)
                return
        yield from self.rest(place, steps)

    def standing(self) -> dict[Hex, Player]:
        """The players who can stop the ball."""
        return {player.here: player for player in self.players if player.hex and not player.prone}

    def struck(self, player: Player, before: Hex, steps: int) -> Steps:
        """R8.2: the ball comes from the hex `before`."""
        self.ball = player.here
        if ahead(player.here, player.facing, before) and player.role != "guard":
            yield from self.catch(player, 0, thrown=False, steps=steps)
        else:
            yield from self.scatter(player.here, steps)

    def rest(self, place: Hex, steps: int) -> Steps:
        """R8.2: the ball would come to rest."""
        taken = {player.hex for player in self.players}
        if place in taken and steps < MOST_STEPS:
            yield from self.scatter(place, steps)
            return
        free = [other for other in HEXES if other not in taken]
        self.ball = min(free, key=lambda other: distance(place, other))

    def stand_up(self, player: Player) -> Steps:
        """R9.1."""
        successes = yield from self.test("R9.1", player.speed, self.pool(player))
        if not successes:
            return
        player.prone = False
        yield from self.turn("R9.1", player)
        if successes > 1 and self.free_actions < MOST_FREE:
            yield from self.free(player, risen=True)


def nearest_side(player: Player, place: Hex) -> int:
    """The facing nearest in direction to a hex, of two as near the one that takes fewer turns."""
    dx, rows = place[0] - player.here[0], place[1] - player.here[1]

    def rank(side: int) -> tuple[int, int]:
        turns = (side - player.facing) % 6
        return -(STEPS[side][0] * dx + 3 * STEPS[side][1] * rows), min(turns, 6 - turns)

    return min(SIDES, key=rank)
