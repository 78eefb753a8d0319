"""Rush on both sides: settings, how a match and its twin are described, crowds, hand-made positions and their lines of play.

brawl     two Guards and a Jack of Home amid three of Visitor's, one prone, beside a wall; one token
strike    a Striker with the ball in Visitor's end zone, a Jack to pass to, two enemies near them; two tokens
muddle    the ball lies where a Guard and a Jack come to it, the second entry is free; one token
"""

from collections.abc import Callable
from random import Random
from typing import Any

from sandtable.engine.game import Game, Position
from sandtable.games.rush.schema import BENCH, CARRIED, NOWHERE, OUT, PHASE
from tests.perft.lockstep import liked
from tests.perft.naive_rush import Twin
from tests.perft.naive_rush_pitch import HEXES, NAMES
from tests.perft.naive_rush_table import DICE, Deed, Man
from tests.rules.rush.arena import Arena, arena

GAME = "rush"
OWN = """name = "Mixed"
team = ["Runner", "Wall", "Hand", "Wall", "Runner", "Hand"]
[player.Runner]
role = "striker"
move = 7
strength = 5
speed = 2
skill = 3
armour = 6
[player.Hand]
role = "jack"
move = 1
strength = 2
speed = 5
skill = 2
armour = 3
[player.Wall]
role = "guard"
move = 3
strength = 2
speed = 6
skill = 6
armour = 2
"""
SETTINGS: list[dict[str, Any]] = [
    {},
    {"preset": "demo", "throw_ends": "incomplete", "first": "1"},
    {
        "preset": "demo",
        "exploding_sixes": True,
        "tie": "draw",
        "home": "greenskins",
        "visitor": "humans",
        "drop": "any",
    },
    {"home": OWN, "visitor": OWN, "opponent_threatens": False, "player_cap": 1, "rushes": 5},
    {
        "on_pitch": 8,
        "tokens": 9,
        "player_cap": 4,
        "rushes": 4,
        "throw_ends": "incomplete",
        "home": OWN,
        "drop": "any",
    },
    {"team": 2, "on_pitch": 1, "rushes": 1, "tokens": 2, "visitor": OWN, "exploding_sixes": True},
    {"team": 4, "on_pitch": 3, "rushes": 2, "tokens": 10, "player_cap": 10, "home": OWN, "first": "random"},
]
SHORT: dict[str, Any] = {"rushes": 2}
# kinds of actions that bring players together, and how much more often they are played
LIKED = {
    "formation": 100,
    "tackle": 60,
    "aim": 20,
    "slam": 8,
    "steal": 8,
    "throw": 8,
    "enter": 8,
    "stand": 6,
    "run": 4,
}
TOWARD, CARRIER = 40, 8
# depths at which the twin counts by default, and deeper
QUICK, DEEP = (1, 2, 3), (4, 5)
# R2.3
PRESETS = {"standard": {"rushes": 14, "tokens": 5}, "demo": {"rushes": 6, "tokens": 3}}
ROLES = ("striker", "jack", "guard")
STATISTICS = ("move", "strength", "speed", "skill", "armour")
DOINGS = ("", "run", "sprint", "slam", "steal", "throw", "stand")
OFF = {BENCH: "bench", OUT: "out", NOWHERE: "nowhere"}


def twin_of(game: Game) -> Twin:
    """A fresh match on the plain side; teams and formations are the game's data."""
    setup, chosen = game.setup, dict(game.settings)
    teams = [[_player(setup.unit[8 * seat + n]) for n in range(int(setup.team[seat]))] for seat in (0, 1)]
    formations = [
        {
            name: [NAMES[HEXES[h]] for h in hexes]
            for name, hexes in zip(game.labels["formation"], setup.formation[seat].tolist(), strict=True)
        }
        for seat in (0, 1)
    ]
    preset = PRESETS[str(chosen["preset"])]
    for name in ("rushes", "tokens"):
        chosen[name] = chosen[name] or preset[name]
    most = chosen["on_pitch"] or (6 if chosen["preset"] == "standard" else 5)
    chosen |= {"on_pitch": [min(most, len(team)) for team in teams], "sudden_rushes": 14}
    return Twin(teams, {**chosen, "formations": formations})


def liking(position: Position, action: int) -> int:
    """How much more often than others an action is played so that much happens: players go to the ball, carriers to score."""
    kind, fields = position.game.unpack(action).kind, position.game.unpack(action).fields
    s, setup = position.state, position.game.setup
    if kind not in ("step", "dash"):
        carries = kind in ("run", "throw") and s.carrier == 8 * s.to_move + fields["player"]
        return LIKED.get(kind, 1) * (CARRIER if carries else 1)
    here = s.player[s.now.actor].place
    goal = setup.across[here, fields["side"]]
    aims = _aims(position)
    return TOWARD if any(setup.distance[goal, aim] < setup.distance[here, aim] for aim in aims) else 1


choose = liked(liking)


def _aims(position: Position) -> list[int]:
    s, setup = position.state, position.game.setup
    if s.carrier == s.now.actor:
        return [
            int(bonus) for bonus, scorer in zip(setup.bonus, setup.scorer, strict=True) if scorer == s.to_move
        ]
    if s.carrier >= 0:
        return [int(s.player[s.carrier].place)]
    return [int(s.ball)] if s.ball < BENCH else []


def _player(unit: Any) -> dict[str, Any]:
    return {"role": ROLES[unit.role], **{name: int(getattr(unit, name)) for name in STATISTICS}}


def told(position: Position) -> list[Any]:
    """What the two must agree on, as the game has it: the chances, the table, the action under way, then each player."""
    s, describe = position.state, position.game.describe
    chances = {describe(outcome): round(weight, 9) for outcome, weight in position.chances()}
    ball = HEXES[s.ball] if s.ball < BENCH else None
    deeds = [_deed(deed) for deed in (s.now,)] if position.phase == "move" else []
    men = [
        [HEXES[p.place], int(p.facing), bool(p.prone), int(p.acted)]
        if p.place < BENCH
        else [OFF[int(p.place)], int(p.out), bool(p.fresh), int(p.acted)]
        for p in s.player
    ]
    # both begin the first rush when all stand
    tokens = position.game.setup.tokens if position.phase in ("first", "line-up") else s.tokens
    numbers = [s.rush, s.side, tokens, s.lead, s.carrier]
    return [position.phase, position.to_move, chances, *map(int, numbers), bool(s.ends), ball, deeds, *men]


def _deed(deed: Any) -> list[Any]:
    counts = [deed.points, deed.moved, deed.dashes, deed.evades]
    return [int(deed.actor), DOINGS[deed.doing], bool(deed.free), *map(int, counts), HEXES[deed.start]]


def told_of_twin(twin: Twin) -> list[Any]:
    """The same as the twin has it."""
    options = twin.options() if twin.mover == DICE else {}
    chances = {s: round(weight, 9) for s, weight in options.items() if weight}
    deeds = [_deed_of_twin(twin, twin.asked)] if twin.phase == "move" else []
    men = [
        [man.at, man.facing, man.prone, man.acted] if man.on else [man.at, man.out, man.fresh, man.acted]
        for man in twin.men
    ]
    numbers = [twin.rush, twin.side, twin.tokens, twin.lead, _index(twin, twin.carrier)]
    return [twin.phase, twin.mover, chances, *numbers, twin.ends, twin.ball, deeds, *men]


def _index(twin: Twin, man: Man | None) -> int:
    return -1 if man is None else twin.men.index(man)


def _deed_of_twin(twin: Twin, deed: Deed) -> list[Any]:
    counts = [deed.points, deed.moved, deed.dashes, deed.evades]
    return [_index(twin, deed.man), deed.doing, deed.free, *counts, deed.start]


def twin_at(table: Arena) -> Twin:
    """The same position on the plain side; a token action is about to be taken."""
    made, s = twin_of(table.position.game), table.position.state
    made.rush, made.side, made.tokens, made.lead = map(int, (s.rush, s.side, s.tokens, s.lead))
    for man, player in zip(made.men, s.player, strict=True):
        man.at = OFF.get(int(player.place)) or HEXES[player.place]
        man.facing, man.prone, man.fresh = int(player.facing), bool(player.prone), bool(player.fresh)
        man.out, man.acted = int(player.out), int(player.acted)
    made.chain = int(s.chain)
    made.carrier = made.men[s.carrier] if s.carrier >= 0 else None
    made.ball = HEXES[s.ball] if s.ball < BENCH else None
    made.next_token()
    return made


def brawl() -> Arena:
    home = {1: "F20 east", 2: "G19 north-east", 7: "E18 east"}
    visitor = {1: "F21 west", 3: "G20 north-west", 4: "E19 south-west prone"}
    return arena(home, visitor, ball="Visitor 3", tokens=1)


def strike() -> Arena:
    home = {4: "F17 north-east", 3: "D16 east"}
    visitor = {2: "F18 west", 5: "E15 south-east"}
    return arena(home, visitor, ball="Home 4", tokens=2, lead=5)


def muddle() -> Arena:
    home = {1: "F9 east", 4: "K1 east"}
    visitor = {3: "F11 west", 1: "E11 south-west prone"}
    return arena(home, visitor, ball="F10", tokens=1, acted={"Home 4": 2}, on_pitch=3)


POSITIONS: dict[str, Callable[[], Arena]] = {"brawl": brawl, "strike": strike, "muddle": muddle}
COUNTED = {
    "brawl": {1: 21, 2: 180, 3: 2459, 4: 23099, 5: 271933, 6: 2695211},
    "strike": {1: 19, 2: 179, 3: 2150, 4: 23842, 5: 298330, 6: 3410966},
    "muddle": {1: 10, 2: 98, 3: 1351, 4: 13083, 5: 118968, 6: 1028986},
}


def crowd(game: Game, random: Random) -> Arena:
    """Players close together somewhere on the pitch at some moment of a match, the ball among them."""
    position = game.start()
    s, setup = position.state, game.setup
    middle, reach = random.randrange(len(HEXES)), random.choice((3, 3, 4))
    room = [h for h in range(len(HEXES)) if setup.distance[middle, h] <= reach]
    random.shuffle(room)
    for p, player in enumerate(s.player):
        seat = p // 8
        on = sum(other.place < BENCH for other in s.player[8 * seat : p])
        player.facing = random.randrange(6)
        player.acted = setup.player_cap > 1 and random.random() < 0.2
        if player.place != NOWHERE and on < setup.on_pitch[seat] and len(room) > 1:
            player.place, player.prone = room.pop(), random.random() < 0.2
    able = [p for p in range(16) if s.player[p].place < BENCH and not s.player[p].prone]
    able = [p for p in able if ROLES[setup.unit[p].role] != "guard"]
    s.ball = room[0]
    if able and random.random() < 0.5:
        s.carrier, s.ball = random.choice(able), CARRIED
    rushes = int(setup.rushes)
    s.rush = random.choice((0, rushes - 1, rushes + 1 if setup.drawn == 0 else 0))
    s.lead = 0 if s.rush >= rushes else random.randrange(-6, 7)
    s.side = s.to_move = random.randrange(2)
    s.tokens, s.phase = random.randint(1, int(setup.tokens)), PHASE.RUSH
    return Arena(position)
