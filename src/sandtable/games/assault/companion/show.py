"""What people read in the companion: the ledger as text, the prompts, and the log.

Everything here reads views.
"""

from sandtable.authoring import CHANCE, OVER, Labels, LogLine, Setup, View
from sandtable.games.assault.companion.ledger import ACTIONS, FIRST_MEDITATION, MODIFIERS, TILES_OF
from sandtable.games.assault.schema import (
    NOBODY,
    NOT_YET,
    PERMUTATION,
    PHASE,
    PHASES,
    STATS,
    TILE,
    barred,
)
from sandtable.games.assault.show import log, text
from sandtable.games.assault.show.text import PAWNS, SIDES, TILES

ROLLS = {
    "opening": "Both players roll a die: the higher roll goes first.",
    "roll": "{name}: roll a die for its move.",
    "red_roll": "{name}, Red: roll a die for one of its own stats.",
    "blue_roll": "{name}, Blue: roll a die, minus 1, for an enemy stat.",
    "rest_roll": "{name} meditates: roll two dice.",
    "damage": "{name} was {outcome}: roll a die for the damage.",
}

# labels of the buttons that roll dice on the phone
TITLES = {
    "opening": "Roll both dice",
    "roll": "Roll the die",
    "tile_roll": "Roll the die",
    "rest_roll": "Roll both dice",
    "damage": "Roll the die",
}


def labels(setup: Setup) -> Labels:
    """Names of field values: numbers, without gaps, in the order of the stats, so that they can be typed; spots by name."""
    numbers = tuple("".join(str(number) for number in row) for row in PERMUTATION if row[0])
    meditations = range(1, int(setup.tiles) - FIRST_MEDITATION + 1)
    spots = [
        "an ordinary tile",
        *(f"{'an' if tile == TILE.INJURY else 'a'} {TILES[tile]} tile" for tile in MODIFIERS),
        *(f"Meditation tile {number}" for number in meditations),
    ]
    return {**text.labels(setup), "tile": spots, "allocation": numbers}


def draw(setup: Setup, view: View) -> str:
    """The ledger: round and turn, then a paragraph per pawn."""
    seat = (int(view.first) + int(view.turn)) % 2
    turn = "" if view.to_move == OVER else f", turn of {SIDES[seat]}"
    # before the opening roll there is no turn
    if view.phase in (PHASE.ALLOCATE, PHASE.OPENING):
        turn = ""
    head = f"Round {min(int(view.turn) // 2 + 1, int(setup.round_cap))} of {int(setup.round_cap)}{turn}"
    return "\n\n".join([head, *("\n".join(_pawn(setup, view, p)) for p in range(4))])


def _pawn(setup: Setup, view: View, p: int) -> list[str]:
    pawn = view.pawn[p]
    acts = " <" if view.acting == p else ""
    if pawn.health == 0:
        return [f"{PAWNS[p]}  out"]
    lines = [f"{PAWNS[p]}  health {int(pawn.health)}{', held' if pawn.held else ''}{acts}"]
    numbers = text.stats(view, p)
    if numbers is not None:
        rows = [f"{name[:10]:<11}{number}" for name, number in zip(STATS, numbers, strict=True)]
        lines += [f"  {rows[n]:<15}{rows[n + 3]}" for n in range(3)]
    else:
        lines.append("  no numbers yet" if int(view.pawn[p].alloc) == NOT_YET else "  numbers secret")
    return [*lines, *(f"  {said}" for said in _barred(setup, view, p))]


def _barred(setup: Setup, view: View, p: int) -> list[str]:
    """What the pawn may not do again: stats to open with, a kind of tile, Meditation tiles (A4.3, A3.8, A3.6)."""
    pawn, bits = view.pawn[p], int(barred(view, p))
    stats = [STATS[stat] for stat in range(len(STATS)) if bits >> stat & 1]
    kind = pawn.last_modifier if view.acting == p else pawn.modifier
    rested = [str(n + 1) for n in range(int(setup.tiles) - FIRST_MEDITATION) if int(pawn.rested) >> n & 1]
    said = [
        f"not to open with {', '.join(stats)}" if stats else "",
        f"not to use {TILES[int(kind)]}" if int(kind) in TILES else "",
        f"has used Meditation {', '.join(rested)}" if rested else "",
    ]
    return [line for line in said if line]


def prompt(setup: Setup, view: View, viewer: int) -> str:
    """The current prompt, and for whom."""
    name = "" if view.acting == NOBODY else PAWNS[int(view.acting)]
    if view.to_move == CHANCE:
        outcome = log.OUTCOMES[int(view.outcome)]
        return ROLLS[PHASES[int(view.phase)]].format(name=name, outcome=outcome)
    if view.to_move == OVER or int(view.to_move) != viewer:
        return text.prompt(setup, view, viewer)
    phase = PHASES[int(view.phase)]
    if phase == "allocate":
        pawn = PAWNS[2 * viewer + int(view.pawn[2 * viewer].alloc != NOT_YET)]
        return f"{pawn}: type its six numbers for {', '.join(STATS)}, in this order, such as 251634."
    if phase == "move":
        return f"{name} moves up to {int(view.roll)} on your board. Where does it stop?"
    if phase == "attack":
        return f"Is {name} next to an enemy? Then it may attack: choose the enemy and the stat."
    return text.prompt(setup, view, viewer)


def tell(setup: Setup, before: View, action: int, after: View) -> LogLine:
    """One line of the log; for a move, where the pawn stopped and the effect."""
    taken = ACTIONS.unpack(action) if action >= 0 else None
    if taken is not None and taken.kind in ("move", "stay"):
        return LogLine(taken.kind, _stopped(setup, before, taken.fields.get("tile"), after), clause="A2.1")
    told = log.tell(setup, before, action, after)
    return LogLine(told.kind, told.text, told.dice, told.clause)


def _stopped(setup: Setup, before: View, spot: int | None, after: View) -> str:
    """Where the pawn stopped: on a spot, or, if None, where it was."""
    name, pawn = PAWNS[int(before.acting)], before.pawn[int(before.acting)]
    tiles: list[int] = TILES_OF[int(before.acting) // 2].tolist()
    verb = "stops"
    if spot is None:
        verb, spot = "stays", tiles.index(int(pawn.tile))
        # A3.1
        if not setup.stay_triggers:
            return f"{name} stays where it is."
    line = f"{name} {verb} on {labels(setup)['tile'][spot]}"
    kind = int(setup.kind[tiles[spot]])
    if kind not in TILES:
        return f"{line}."
    if kind == int(pawn.last_modifier):
        return f"{line}, which cannot be used twice in a row."
    if kind == TILE.MEDITATION and int(pawn.rested) >> (spot - FIRST_MEDITATION) & 1:
        return f"{line}, which it has used."
    if kind == TILE.INJURY and PHASES[int(after.phase)] != "injure":
        return f"{line}: nothing happens{', but the pawn is held' if setup.held_if else ''}."
    return f"{line}."
