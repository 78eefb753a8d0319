"""All Out Assault in words and pictures for human readers: labels, the board as text, the page's scene, prompts, results and
odds.

Everything here reads records that `observe` has written.
"""

from functools import cache
from typing import Any

import numpy as np

from sandtable.authoring import CHANCE, OVER, SPECTATOR, Labels, RollLuck, Setup, State, View, jit, values
from sandtable.games.assault.data.board import KINDS
from sandtable.games.assault.players.duels import number, outcome, own_number
from sandtable.games.assault.rules.knowledge import belief, member
from sandtable.games.assault.rules.turns import below_cap, may_train
from sandtable.games.assault.schema import (
    ACTIONS,
    ALLOCATIONS,
    NOBODY,
    NOT_YET,
    PERMUTATION,
    PHASES,
    STATS,
    WORDS,
    Tile,
    allocation,
    compared,
    enemies,
    owner,
)

DIE = 3.5
# A4.4: added to the die of an attacker that was lower
RETORT = 2


@jit
def split(s: View, own, enemy, attacking, stat, out):
    """Writes into `out` how the attack can end if `stat` is compared, over all possible enemy numbers.

    `out` is float64[7]: the chances that the attacker is higher, tied or lower; the chances that the attack ends with
    damage to the defender and to the attacker; and the best and worst results for the attacker, from 1 to -1. On a tie
    the defender is assumed to name its highest remaining number (A4.5), as computer players do.

    `own` is a pawn of the seat whose view `s` is, `enemy` its opponent in this attack.
    """
    words = np.empty(WORDS, np.uint64)
    size = belief(s, enemy, words)
    mine, before = allocation(s, own), np.int64(0) if attacking else compared(s)
    out[:] = 0.0
    out[5], out[6] = -1.0, 1.0
    for n in range(size):
        row = member(words, n)
        lead = own_number(s, own, stat) - number(s, enemy, stat, row)
        if attacking:
            result = outcome(s, own, enemy, mine, row, stat, before)
        else:
            lead = -lead
            result = outcome(s, enemy, own, row, mine, stat, before)
        out[0 if lead > 0 else (2 if lead < 0 else 1)] += 1.0 / size
        if result != 0:
            out[3 if result > 0 else 4] += 1.0 / size
        out[5], out[6] = max(out[5], result), min(out[6], result)


def struck(health: int, extra: int) -> tuple[float, float]:
    """The mean damage done by a die plus `extra` to `health`, capped at what is left, and the chance of a knockout (A4.7)."""
    points = [min(health, die + extra) for die in range(1, 7)]
    return sum(points) / 6, points.count(health) / 6


def odds(s: View, own: int, enemy: int, attacking: bool, stat: int) -> dict[str, float]:
    """How the attack can end if `stat` is compared (see `split`), from the attacker's side.

    `dealt` and `taken` are expected points of health, `knocks_out` and `knocked_out` chances, and `best` and `worst` the
    points won or lost in the best and the worst case, depending on what is hidden.
    """
    out = np.zeros(7)
    split(s, own, enemy, attacking, stat, out)
    higher, tied, lower, wins, losses, best, worst = out.tolist()
    attacker, target = (own, enemy) if attacking else (enemy, own)
    pawns = values(s).pawn
    hit, kill = struck(pawns[target].health, 0)
    retort, death = struck(pawns[attacker].health, RETORT)
    points = {1: hit, 0: 0.0, -1: -retort}
    shown = {
        "higher": higher,
        "tied": tied,
        "lower": lower,
        "dealt": wins * hit,
        "taken": losses * retort,
        "knocks_out": wins * kill,
        "knocked_out": losses * death,
        "best": points[int(best)],
        "worst": points[int(worst)],
    }
    return {name: round(figure, 4) for name, figure in shown.items()}


PAWNS = ("Navy 1", "Navy 2", "Rust 1", "Rust 2")
SIDES = ("Navy", "Rust")
TILES = {int(tile): tile.name.capitalize() for tile in Tile if tile >= Tile.RED}
QUESTIONS = {
    "allocate": "Give your pawns the numbers 1 to 6, each once.",
    "choose": "Which of your pawns goes first?",
    "move": "{name} rolled {roll}: move up to that many tiles.",
    "tile": "{name} is on a {tile} tile. Use it?",
    "red": "{name} rolled {die}: which of its stats becomes {die}?",
    "blue": "{name} rolled {die}: which enemy stat becomes {less}?",
    "injure": "{name} is injured: which of its stats loses 1?",
    "train": "{name} trains: which stat gains 1?",
    "no gain": "{name} is on a Training tile, but cannot train.",
    "attack": "{name} may attack: choose the target and the stat to compare.",
    "tiebreak": "{stat} is tied: name another stat to decide the attack.",
}
LETTERS = "ABCDEFGHIJ"


@cache
def _allocation_names() -> tuple[str, ...]:
    return tuple(" ".join(str(v) for v in row) for row in PERMUTATION[:ALLOCATIONS])


def labels(setup: Setup) -> Labels:
    """Names of the fields' values: tiles as on the printed board (A1 is at the bottom left), and dice from 1."""
    dice = ("1", "2", "3", "4", "5", "6")
    tiles = [coordinate(setup, tile) for tile in range(int(setup.tiles))]
    rolled = {"die": dice, "first": dice, "second": dice}
    return {"pawn": ("1", "2"), "tile": tiles, "stat": STATS, "allocation": _allocation_names(), **rolled}


def coordinate(setup: Setup, tile: int) -> str:
    """The printed name of a tile."""
    return f"{LETTERS[int(setup.x[tile])]}{int(setup.height) - int(setup.y[tile])}"


def draw(setup: Setup, s: View) -> str:
    """The board as text, with pawns as a, b (seat 0) and x, y (seat 1), then a line per pawn."""
    width, height = int(setup.width), int(setup.height)
    rows = [[KINDS[int(setup.kind[y * width + x])] for x in range(width)] for y in range(height)]
    for p, sign in enumerate("abxy"):
        if s.pawn[p].health > 0:
            rows[int(setup.y[s.pawn[p].tile])][int(setup.x[s.pawn[p].tile])] = sign
    lines = [f"{int(setup.height) - y:2d}  {' '.join(row)}" for y, row in enumerate(rows)]
    lines.append("    " + " ".join(LETTERS[: int(setup.width)]))
    return "\n".join([*lines, *(_pawn_line(s, p, sign) for p, sign in enumerate("abxy"))])


def _pawn_line(s: View, p: int, sign: str) -> str:
    numbers = stats(s, p)
    shown = (
        "?"
        if numbers is None
        else " ".join(f"{name} {number}" for name, number in zip(STATS, numbers, strict=True))
    )
    return f"{sign} {PAWNS[p]}: health {int(s.pawn[p].health)}{', held' if s.pawn[p].held else ''}; {shown}"


def stats(s: View, p: int) -> list[int] | None:
    """The six current numbers of pawn `p`, or None if they are unknown or not given yet."""
    return numbers_of(s.pawn[p])


def numbers_of(pawn: Any) -> list[int] | None:
    """The six current numbers of a pawn: see `stats`."""
    row = int(pawn.alloc)
    if row >= ALLOCATIONS:
        return None
    now, given = pawn.now.tolist(), PERMUTATION[row].tolist()
    return [now[stat][given[stat] - 1] for stat in range(6)]


def prompt(setup: Setup, s: View, viewer: int) -> str:
    """The current prompt, and for whom."""
    view = values(s)
    if view.to_move == OVER:
        return result(setup, view)
    if view.to_move == CHANCE:
        return "The dice are rolling."
    if view.to_move != viewer:
        return _waiting(view, viewer)
    return _question(setup, s)


def _waiting(s: View, viewer: int) -> str:
    side = SIDES[s.to_move]
    if PHASES[s.phase] != "allocate":
        return f"{side} is to move."
    # A1.4: with hidden numbers, neither side waits for the other
    if viewer != SPECTATOR and s.pawn[2 * viewer + 1].alloc == NOT_YET:
        return "Both sides give their pawns the numbers 1 to 6, each once."
    return f"{side} gives its pawns their numbers."


def trains(setup: Setup, s: View) -> bool:
    """Whether there is an acting pawn with a stat that Training could raise."""
    p = int(s.acting)
    return p != NOBODY and may_train(s, p) and any(below_cap(setup, s, p, stat) for stat in range(len(STATS)))


def _question(setup: Setup, s: View) -> str:
    view = values(s)
    phase = PHASES[view.phase]
    # kernels get the record: code compiled for named tuples is not found in the cache by other processes
    question = QUESTIONS["no gain" if phase == "train" and not trains(setup, s) else phase]
    acting = view.acting != NOBODY
    return question.format(
        name=PAWNS[view.acting] if acting else "",
        roll=view.roll,
        die=view.die,
        less=view.die - 1,
        tile=TILES.get(int(setup.kind[view.pawn[view.acting].tile]), "") if acting else "",
        stat=STATS[view.stat % 6],
    )


def result(setup: Setup, s: View) -> str:
    """How the match ended; "" before the end."""
    if s.to_move != OVER:
        return ""
    if s.score[0] == 0:
        return f"A draw after {int(setup.round_cap)} rounds."
    winner = 0 if s.score[0] > 0 else 1
    return f"{SIDES[winner]} wins: both {SIDES[1 - winner]} pawns are out."


def odds_of(setup: Setup, s: View, viewer: int, action: int) -> dict[str, float] | None:
    """The figures of an attack or a tie-break for the seat that chooses it; None for other actions."""
    chosen = ACTIONS.unpack(action)
    if chosen.kind == "attack":
        return odds(
            s,
            int(s.acting),
            enemies(int(s.acting)) + chosen.fields["pawn"],
            True,
            chosen.fields["stat"],
        )
    if chosen.kind == "tiebreak":
        return odds(s, int(s.target), int(s.acting), False, chosen.fields["stat"])
    return None


def chances(setup: Setup, s: View, viewer: int, action: int) -> str:
    """The chances of an attack or a tie-break in words; "" for other actions."""
    found = odds_of(setup, s, viewer, action)
    if found is None:
        return ""
    higher, tied, lower = (f"{round(100 * found[name])} %" for name in ("higher", "tied", "lower"))
    return (
        f"with every possible number equally likely, the attacker is higher in {higher}, tied in {tied} and lower in {lower} "
        f"of cases, deals {found['dealt']:.1f} damage on average and takes {found['taken']:.1f}, with ties broken by the "
        f"defender's best number"
    )


def luck(setup: Setup, s: State, action: int) -> RollLuck | None:
    """The die minus its mean, for the seat that benefits from a high number: movement, Meditation and damage."""
    chosen = ACTIONS.unpack(action)
    if chosen.kind == "roll":
        return RollLuck(owner(int(s.acting)), DIE, chosen.fields["die"] + 1)
    if chosen.kind == "rest_roll":
        return RollLuck(owner(int(s.acting)), 2 * DIE, chosen.fields["first"] + chosen.fields["second"] + 2)
    if chosen.kind == "damage":
        striker = int(s.acting) if s.outcome > 0 else int(s.target)
        return RollLuck(owner(striker), DIE, chosen.fields["die"] + 1)
    return None
