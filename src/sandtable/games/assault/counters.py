"""What designers count in a match of All Out Assault, for each seat. See `sandtable.lab.counters`. Clauses: `rules.md`."""

from sandtable._jit import jit
from sandtable.games.assault.rules import DECLINE, HOLD, may_train
from sandtable.games.assault.setup import (
    BLUE,
    MEDITATION,
    P_ALLOCATE,
    P_ATTACK,
    P_CHOOSE,
    P_DAMAGE,
    P_INJURE,
    P_OPENING,
    P_REST_ROLL,
    P_TIEBREAK,
    P_TILE,
    P_TRAIN,
    RED,
)

NAMES = (
    "went_first",  # 1 for the seat that goes first, by the opening roll or by `first` (A1.6)
    "turns",  # finished
    "attacks",  # opened by the seat's pawns (A4.1)
    "attacks_won",  # in which the attacker was higher (A4.4)
    "attacks_lost",  # in which he was lower
    "attacks_even",  # in which all six stats were tied (A4.5)
    "held_back",  # times that a pawn beside an enemy did not attack
    "comparisons",  # in the seat's attacks
    "ties",  # tied ones of them
    "damage",  # health that the enemy lost
    "pawns_lost",
    "reds",  # tiles used (A3)
    "blues",
    "meditations",
    "trainings",
    "injuries",  # of own pawns
    "tiles_declined",  # tiles that a pawn could have used
    "healed",  # health gained by meditation
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
) = range(len(NAMES))


@jit
def tally(setup, before, action, after, out):
    """See `sandtable.lab.counters`."""
    phase, seat = before.phase, before.acting // 2
    for turn in range(before.turn, after.turn):
        out[(before.first + turn) % 2, TURNS] += 1
    if phase == P_ATTACK and action == HOLD:
        out[seat, HELD_BACK] += 1
    elif phase == P_ATTACK or phase == P_TIEBREAK:
        out[seat, ATTACKS] += phase == P_ATTACK
        compare(seat, after, out)
    elif phase == P_DAMAGE:
        hurt(before, after, out)
    elif phase == P_REST_ROLL:
        out[seat, HEALED] += after.pawn[before.acting].health - before.pawn[before.acting].health
    elif phase == P_INJURE:
        out[seat, INJURIES] += 1
    elif phase == P_TILE or phase == P_TRAIN:
        use(setup, before, action, out)
    elif (phase == P_OPENING or phase == P_ALLOCATE) and after.phase == P_CHOOSE:
        out[after.first, WENT_FIRST] += 1


@jit
def compare(seat, after, out):
    """Counts a comparison in an attack of `seat`, and how the attack ended if that was its last."""
    out[seat, COMPARISONS] += 1
    if after.outcome > 0:
        out[seat, WON] += 1
    elif after.outcome < 0:
        out[seat, LOST] += 1
    else:
        out[seat, TIES] += 1
        out[seat, DRAWN] += after.phase != P_TIEBREAK


@jit
def hurt(before, after, out):
    """Counts the damage, and the pawn that died of it."""
    for p in range(4):
        lost = before.pawn[p].health - after.pawn[p].health
        out[1 - p // 2, DAMAGE] += lost
        out[p // 2, PAWNS_LOST] += lost > 0 and after.pawn[p].health == 0


@jit
def use(setup, before, action, out):
    """Counts the use of a tile that waits for the owner's word, or that he leaves it alone."""
    p = before.acting
    kind = setup.kind[before.pawn[p].tile]
    if action == DECLINE:
        out[p // 2, DECLINED] += before.phase == P_TILE or may_train(before, p)
    elif before.phase == P_TRAIN:
        out[p // 2, TRAININGS] += 1
    else:
        out[p // 2, REDS] += kind == RED
        out[p // 2, BLUES] += kind == BLUE
        out[p // 2, MEDITATIONS] += kind == MEDITATION
