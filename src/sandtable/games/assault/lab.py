"""What the lab measures in All Out Assault: the secret numbers, what a pawn may do, and counters for each seat.

Clauses: `rules.md`. For how counters are called, see `sandtable.lab.run.watch`.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from typing import Any

from sandtable.authoring import (
    NOTHING_TO_TAKE,
    ActionGroup,
    BoardEvent,
    Grouping,
    Option,
    Pace,
    Pick,
    Setup,
    Space,
    State,
    Unpacked,
    View,
    jit,
)
from sandtable.authoring.choices import kind
from sandtable.games.assault.rules.turns import DECLINE, HOLD, may_train
from sandtable.games.assault.schema import ACTIONS, NOT_YET, PHASE, STATS, TILE, Tile, owner
from sandtable.games.assault.show.drawing import place_of
from sandtable.graphics.drawing import Place

# in the order Strength, Stealth, Honor, Agility, Bloodlust, Discipline; A3.4 asks for Stealth, Honor and Agility, A3.5 for the
# others
_NUMBER = {numbers: index for index, numbers in enumerate(permutations(range(1, 7)))}

_PRINTED = (6, 5, 4, 3, 2, 1)
_REVERSED = (1, 2, 3, 4, 5, 6)
_WARY = (6, 3, 4, 5, 1, 2)
_DRILLED = (6, 1, 2, 3, 5, 4)
_SUBTLE = (1, 6, 5, 4, 2, 3)
_MIDDLING = (4, 1, 6, 3, 2, 5)


_PAWNS = 2
_OF_A_PAWN = list(_NUMBER)


def _numbers(name: str, text: str, *pawns: tuple[int, ...]) -> Option:
    return Option(name, text, take=_give([_NUMBER[pawn] for pawn in pawns]))


def _named(*pawns: tuple[int, ...]) -> Option:
    """The option named by its numbers: "2 4 6 5 1 3 and 1 2 3 4 5 6"."""
    name = " and ".join(" ".join(map(str, pawn)) for pawn in pawns)
    return _numbers(name, f"{name} in the order of the sheet", *pawns)


def _read(name: str) -> Option | None:
    pawns = [
        tuple(int(part) if part.isdecimal() else 0 for part in text.split()) for text in name.split(" and ")
    ]
    return _named(*pawns) if len(pawns) == _PAWNS and all(pawn in _NUMBER for pawn in pawns) else None


def _draw(below: Callable[[int], int]) -> Option:
    return _named(*(_OF_A_PAWN[below(len(_OF_A_PAWN))] for _ in range(_PAWNS)))


def _alike() -> Iterator[Option]:
    """All ways to give both pawns the same numbers."""
    return (_named(pawn, pawn) for pawn in _OF_A_PAWN)


def _near(option: Option) -> list[Option]:
    """Swaps two numbers of one pawn, or of both pawns, or gives one pawn the other's numbers."""
    first, second = _KNOWN.get(option.name) or _pawns_of(option.name)
    found = [(first, first), (second, second)]
    for i, j in combinations(range(len(first)), 2):
        one, other = _swapped(first, i, j), _swapped(second, i, j)
        found += [(one, second), (first, other), (one, other)]
    return [_named(*pawns) for pawns in dict.fromkeys(found) if pawns != (first, second)]


def _pawns_of(name: str) -> list[tuple[int, ...]]:
    return [tuple(map(int, text.split())) for text in name.split(" and ")]


def _swapped(numbers: tuple[int, ...], i: int, j: int) -> tuple[int, ...]:
    made = list(numbers)
    made[i], made[j] = made[j], made[i]
    return tuple(made)


def _give(allocations: list[int]) -> Callable[[Any, Any, int], int]:
    def take(_setup: Setup, view: View, seat: int) -> int:
        # A1.4
        if view.phase != PHASE.ALLOCATE:
            return NOTHING_TO_TAKE
        pawn = 0 if view.pawn[2 * seat].alloc == NOT_YET else 1
        return ACTIONS.pack("allocate", pawn=pawn, allocation=allocations[pawn])

    return take


# name, description, the numbers of both pawns
_LISTED = (
    ("as printed", "6 5 4 3 2 1 in the order of the sheet, both pawns", _PRINTED, _PRINTED),
    ("reversed", "1 2 3 4 5 6 in the order of the sheet, both pawns", _REVERSED, _REVERSED),
    ("opposites", "one pawn as printed, the other reversed", _PRINTED, _REVERSED),
    ("wary", "Stealth, Honor and Agility at 3 or more: Injury does nothing; Strength 6", _WARY, _WARY),
    ("drilled", "Strength, Bloodlust and Discipline high: always fit to train", _DRILLED, _DRILLED),
    ("subtle", "Stealth, Honor and Agility at 4 or more, nothing else above 3", _SUBTLE, _SUBTLE),
    ("middling", "high and low numbers in both groups of stats", _MIDDLING, _MIDDLING),
    ("wary and drilled", "one pawn wary, the other drilled", _WARY, _DRILLED),
)
_KNOWN = {name: pawns for name, _, *pawns in _LISTED}

PICKS = (
    Pick(
        "allocation",
        "the secret numbers of both pawns",
        tuple(_numbers(name, text, *pawns) for name, text, *pawns in _LISTED),
        natural="as printed",
        space=Space(len(_NUMBER) ** _PAWNS, _draw, _near, _read, _alike),
    ),
)


def _uses(tile: int) -> Callable[[Any, Any, Unpacked], bool]:
    return lambda setup, view, action: (
        action.kind == "use" and setup.kind[view.pawn[view.acting].tile] == tile
    )


def _stays(_setup: Setup, view: View, action: Unpacked) -> bool:
    return action.kind == "move" and action.fields["tile"] == view.pawn[view.acting].tile


ACTION_GROUPS = (
    ActionGroup("red", "use Red tiles", _uses(TILE.RED)),
    ActionGroup("blue", "use Blue tiles", _uses(TILE.BLUE)),
    kind("train", "use Training tiles"),
    ActionGroup("meditation", "meditate", _uses(TILE.MEDITATION)),
    ActionGroup("stay", "leave a pawn where it stands", _stays),
    kind("attack", "attack"),
    kind("hold", "pass up an attack"),
)


def _first_tile(setup: Setup, state: State, action: Unpacked) -> str:
    # A3
    if action.kind not in ("use", "train"):
        return ""
    return Tile(int(setup.kind[state.pawn[state.acting].tile])).name.capitalize()


def _six(_setup: Setup, _state: State, action: Unpacked) -> str:
    # A1.4
    if action.kind != "allocate" or action.fields["pawn"] != 0:
        return ""
    return f"6 in {STATS[_OF_A_PAWN[action.fields['allocation']].index(6)]}"


GROUPINGS = (
    Grouping("opening", "the first tile that a side uses", _first_tile),
    Grouping("numbers", "where its first pawn has the highest number", _six),
)


def _attack(setup: Setup, before: State, action: Unpacked, _after: State) -> Iterator[Place]:
    # A4.1
    if action.kind == "attack":
        yield place_of(setup, before, int(before.acting))


def _fall(setup: Setup, before: State, _action: Unpacked, after: State) -> Iterator[Place]:
    # A5.1
    for p in range(4):
        if before.pawn[p].health > 0 >= after.pawn[p].health:
            yield place_of(setup, before, p)


EVENTS = (
    BoardEvent("attacks", "pawns attack", _attack),
    BoardEvent("falls", "pawns fall", _fall),
)

# two pawns and a sheet each; choosing a move or a stat takes some thought, deciding whether to attack or use a tile
# takes little
PACE = Pace(120, 4, 5, {"allocate": 45, "move": 12, "red": 10, "blue": 10, "attack": 12})

SIDES = ("Navy", "Rust")


NAMES = (
    "went_first",  # 1 for the seat that goes first, by the opening roll or by `first` (A1.6)
    "turns",  # finished
    "attacks",  # opened by the seat's pawns (A4.1)
    "attacks_won",  # in which the attacker was higher (A4.4)
    "attacks_lost",  # in which the attacker was lower
    "attacks_even",  # in which all six stats were tied (A4.5)
    "held_back",  # times that a pawn next to an enemy did not attack
    "comparisons",  # in the seat's attacks
    "ties",  # how many of them were tied
    "damage",  # health that the enemy lost
    "pawns_lost",
    "reds",  # tiles used (A3)
    "blues",
    "meditations",
    "trainings",
    "injuries",  # of the seat's pawns
    "tiles_declined",  # tiles that a pawn could have used
    "healed",  # health gained by meditation
    "timed_out",  # 1 for both if the match reached the round limit (A5.2)
)
(
    WENT_FIRST,
    TURNS,
    ATTACKS,
    WON,
    LOST,
    DRAWN,
    HELD_BACK,
    COMPARISONS,
    TIES,
    DAMAGE,
    PAWNS_LOST,
    REDS,
    BLUES,
    MEDITATIONS,
    TRAININGS,
    INJURIES,
    DECLINED,
    HEALED,
    TIMED_OUT,
) = range(len(NAMES))

# what is good or bad for a seat, as an analysis says it
GAINS = {
    "attacks_won": "wins an attack",
    "damage": "sees an enemy pawn lose health",
    "healed": "heals",
}
LOSSES = {
    "attacks_lost": "loses an attack",
    "pawns_lost": "loses a pawn",
    "injuries": "has a pawn injured",
}


@jit
def tally(setup: Setup, before: State, action, after: State, out):
    """See `sandtable.lab.run.watch`."""
    phase, seat = before.phase, owner(before.acting)
    for turn in range(before.turn, after.turn):
        out[(before.first + turn) % 2, TURNS] += 1
    if before.turn < after.turn == 2 * setup.round_cap:
        for side in range(2):
            out[side, TIMED_OUT] += 1
    if phase == PHASE.ATTACK and HOLD.holds(action):
        out[seat, HELD_BACK] += 1
    elif phase == PHASE.ATTACK or phase == PHASE.TIEBREAK:
        out[seat, ATTACKS] += phase == PHASE.ATTACK
        compare(seat, after, out)
    elif phase == PHASE.DAMAGE:
        hurt(before, after, out)
    elif phase == PHASE.REST_ROLL:
        out[seat, HEALED] += after.pawn[before.acting].health - before.pawn[before.acting].health
    elif phase == PHASE.INJURE:
        out[seat, INJURIES] += 1
    elif phase == PHASE.TILE or phase == PHASE.TRAIN:
        use(setup, before, action, out)
    elif (phase == PHASE.OPENING or phase == PHASE.ALLOCATE) and after.phase == PHASE.CHOOSE:
        out[after.first, WENT_FIRST] += 1


@jit
def compare(seat, after: State, out):
    """Counts a comparison in an attack by `seat`, and the attack's result if that was its last."""
    out[seat, COMPARISONS] += 1
    if after.outcome > 0:
        out[seat, WON] += 1
    elif after.outcome < 0:
        out[seat, LOST] += 1
    else:
        out[seat, TIES] += 1
        out[seat, DRAWN] += after.phase != PHASE.TIEBREAK


@jit
def hurt(before: State, after: State, out):
    """Counts the damage, and the pawn that died from it."""
    for p in range(4):
        lost = before.pawn[p].health - after.pawn[p].health
        out[1 - owner(p), DAMAGE] += lost
        out[owner(p), PAWNS_LOST] += lost > 0 and after.pawn[p].health == 0


@jit
def use(setup: Setup, before: State, action, out):
    """Counts the use of a tile that awaits the decision of the pawn's owner, or the decision to leave it alone."""
    p = before.acting
    kind = setup.kind[before.pawn[p].tile]
    if DECLINE.holds(action):
        out[owner(p), DECLINED] += before.phase == PHASE.TILE or may_train(before, p)
    elif before.phase == PHASE.TRAIN:
        out[owner(p), TRAININGS] += 1
    else:
        out[owner(p), REDS] += kind == TILE.RED
        out[owner(p), BLUES] += kind == TILE.BLUE
        out[owner(p), MEDITATIONS] += kind == TILE.MEDITATION
