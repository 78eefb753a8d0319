"""What designers count in a match of All Out Assault, for each seat. See `sandtable.lab.counters`. Clauses: `rules.md`."""

from sandtable._jit import jit
from sandtable.games.assault.pawns import owner
from sandtable.games.assault.rules import DECLINE, HOLD, may_train
from sandtable.games.assault.setup import PHASE, TILE

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
    phase, seat = before.phase, owner(before.acting)
    for turn in range(before.turn, after.turn):
        out[(before.first + turn) % 2, TURNS] += 1
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
def compare(seat, after, out):
    """Counts a comparison in an attack of `seat`, and how the attack ended if that was its last."""
    out[seat, COMPARISONS] += 1
    if after.outcome > 0:
        out[seat, WON] += 1
    elif after.outcome < 0:
        out[seat, LOST] += 1
    else:
        out[seat, TIES] += 1
        out[seat, DRAWN] += after.phase != PHASE.TIEBREAK


@jit
def hurt(before, after, out):
    """Counts the damage, and the pawn that died of it."""
    for p in range(4):
        lost = before.pawn[p].health - after.pawn[p].health
        out[1 - owner(p), DAMAGE] += lost
        out[owner(p), PAWNS_LOST] += lost > 0 and after.pawn[p].health == 0


@jit
def use(setup, before, action, out):
    """Counts the use of a tile that waits for the owner's word, or that he leaves it alone."""
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
