"""The quick sheet of All Out Assault: what tiles do, how a comparison may end, and what a blow costs.

Every figure is counted over outcomes that the rules carry out on a staged match with the usual settings.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from sandtable.games.assault.rules import turns
from sandtable.games.assault.schema import (
    ALLOCATIONS,
    ROUNDING,
    SETTINGS,
    SETUP,
    STATE,
    Phase,
    Stat,
    Tile,
    build,
)
from sandtable.records import CHANCE, copy, new
from sandtable.settings import resolve
from sandtable.sheet import Ask, Fact, Question, Sheet, chance, mean

Said = Mapping[str, int]
Facts = Sequence[Fact]

DICE = range(6)
# numbers that a stat is asked about: swaps and Injury make a 0, Training more than 6
NUMBERS = tuple(str(n) for n in range(9))
MOST_HURT = 8  # A4.4: a 6 and 2 more
PLENTY = 40
ACTOR, ENEMY, STAT = 0, 2, int(Stat.STRENGTH)


def _staged(phase: Phase) -> tuple[Any, Any]:
    """A setup and a match in which pawn ACTOR acts upon pawn ENEMY, with nothing allocated in secret."""
    setup, state = new(SETUP)[0], new(STATE)[0]
    copy(setup, _usual())
    turns.deal(setup, state)
    for p in range(len(state.pawn)):
        state.pawn[p].alloc, state.pawn[p].health = 0, PLENTY
    state.acting, state.target = ACTOR, ENEMY
    state.phase, state.to_move = phase, CHANCE
    return setup, state


@cache
def _usual() -> Any:
    return build(resolve(SETTINGS, {}))


def _set(state: Any, pawn: int, number: int) -> None:
    # whatever its original number was
    state.pawn[pawn].now[STAT][:] = number


@cache
def _health_after(attacker_hit: bool, health: int) -> tuple[int, ...]:
    """The health that is left after a blow, for each die (A4.4, A4.7)."""
    found: list[int] = []
    for die in DICE:
        setup, state = _staged(Phase.DAMAGE)
        hurt = ACTOR if attacker_hit else ENEMY
        state.outcome, state.pawn[hurt].health = -1 if attacker_hit else 1, health
        turns.apply(setup, state, turns.DAMAGE.pack(die))
        found.append(int(state.pawn[hurt].health))
    return tuple(found)


@cache
def _outcome(mine: int, theirs: int) -> int:
    """1, 0 or -1: the attacker is higher, tied or lower (A4.2)."""
    setup, state = _staged(Phase.ATTACK)
    _set(state, ACTOR, mine)
    _set(state, ENEMY, theirs)
    turns.apply(setup, state, turns.ATTACK.pack(ENEMY % 2, STAT))
    return int(state.outcome)


@cache
def _swapped(phase: Phase) -> tuple[int, ...]:
    """The number that a stat becomes by Red or Blue, for each die (A3.2, A3.3)."""
    found: list[int] = []
    for die in DICE:
        setup, state = _staged(phase)
        turns.apply(setup, state, turns.TILE_ROLL.pack(die))
        red = phase == Phase.RED_ROLL
        turns.apply(setup, state, turns.SET_RED.pack(STAT) if red else turns.SET_BLUE.pack(ENEMY % 2, STAT))
        found.append(int(state.pawn[ACTOR if red else ENEMY].now[STAT][0]))
    return tuple(found)


@cache
def _rested(rounding: int) -> tuple[int, ...]:
    """The health that Meditation gives, for each roll of two dice (A3.6)."""
    found: list[int] = []
    for first, second in np.ndindex(len(DICE), len(DICE)):
        setup, state = _staged(Phase.REST_ROLL)
        setup.meditation_rounding = rounding
        turns.apply(setup, state, turns.REST_ROLL.pack(first, second))
        found.append(int(state.pawn[ACTOR].health) - PLENTY)
    return tuple(found)


@cache
def _works(tile: Tile) -> float:
    """How many of all allocations fulfil the condition of Injury or Training, as a share (A3.4, A3.5).

    A pawn for which it works is put on the tile: what everybody learns of its numbers is which allocations can be so.
    """
    setup, state = _staged(Phase.MOVE)
    place = int(np.flatnonzero(setup.kind[: setup.tiles] == tile)[0])
    turns.apply(setup, state, turns.MOVE.pack(place))
    if tile == Tile.TRAINING:
        turns.apply(setup, state, turns.TRAIN.pack(STAT))
    return sum(int(word).bit_count() for word in state.fits[ACTOR]) / ALLOCATIONS


def _share(values: Sequence[int], wanted: Iterable[int]) -> float:
    return sum(value in wanted for value in values) / len(values)


def _against(values: Sequence[int], now: int, what: str, clause: str) -> Facts:
    """How often each of the values is more, as much or less than what is there now."""
    return (
        chance(f"{what} goes up.", clause, sum(value > now for value in values) / len(values)),
        chance(f"{what} stays as it is.", clause, _share(values, (now,))),
        chance(f"{what} goes down.", clause, sum(value < now for value in values) / len(values)),
    )


def _red(said: Said) -> Facts:
    return (
        Fact("Roll a die, then choose one of this pawn's stats: it becomes that number.", "A3.2"),
        *_against(_swapped(Phase.RED_ROLL), said["now"], "A stat of this number", "A3.2"),
        Fact("You may leave it alone, before the roll. Not on two of your turns running.", "A3.8"),
    )


def _blue(said: Said) -> Facts:
    return (
        Fact(
            "Roll a die less 1, then name an enemy pawn and a stat, unseen: it becomes that number.", "A3.3"
        ),
        *_against(_swapped(Phase.BLUE_ROLL), said["now"], "A stat of this number", "A3.3"),
        Fact("You may leave it alone, before the roll. Not on two of your turns running.", "A3.8"),
    )


INJURY = (
    Fact(
        "If this pawn's Agility, Honor or Stealth is 2 or less, the opponent names one of its stats, unseen.",
        "A3.4",
    ),
    Fact("That stat loses 1, never below 0, and the pawn is held in its next turn.", "A3.4"),
    Fact("It is compulsory. If the condition fails nothing happens.", "A3.7"),
)
TRAINING = (
    Fact(
        "If this pawn's Strength, Bloodlust or Discipline is 5 or more, you may raise one of its stats by 1.",
        "A3.5",
    ),
    Fact("The pawn is then held in its next turn.", "A3.5"),
    Fact("Leaving it alone looks like not fulfilling it.", "A3.7"),
)


def _conditional(facts: Facts, tile: Tile, clause: str, _said: Said) -> Facts:
    return (
        *facts,
        chance(
            "It works for a pawn of which nothing is known, its numbers as they were given.",
            clause,
            _works(tile),
        ),
    )


def _meditation(said: Said) -> Facts:
    gains = _rested(said["rounding"])
    found = Counter(gains)
    return (
        Fact("Roll two dice: a third of the sum is added to this pawn's health.", "A3.6"),
        mean("Health gained on average.", "A3.6", sum(gains) / len(gains)),
        *(chance(f"{gain} health.", "A3.6", found[gain] / len(gains)) for gain in sorted(found)),
        Fact(
            "Each Meditation tile once a pawn and match, and no tile of a kind on two turns running.", "A3.8"
        ),
    )


def _attack(said: Said) -> Facts:
    # what is known of the enemy's number is which ones it may be: each original number is as frequent among allocations
    possible = [number for number in range(len(NUMBERS)) if said["theirs"] >> number & 1]
    if not possible:
        return (Fact("Some number must be possible.", "A1.4"),)
    outcomes = [_outcome(said["mine"], number) for number in possible]
    higher, tied, lower = (_share(outcomes, (wanted,)) for wanted in (1, 0, -1))
    return (
        chance("You are higher: a die off his health.", "A4.4", higher),
        chance("Tied: he names another stat that was not compared yet.", "A4.5", tied),
        chance("You are lower: a die and 2 more off your health.", "A4.4", lower),
        mean("Health that he loses on average by this comparison.", "A4.4", higher * _hurt(False)),
        mean("Health that you lose on average by this comparison.", "A4.4", lower * _hurt(True)),
        Fact("Not the stat that this pawn opened with on your last turn.", "A4.3"),
        Fact(
            "With barred set to used: no stat of its that was compared since your last turn began, unless all six were.",
            "A4.3",
        ),
    )


def _hurt(attacker_hit: bool) -> float:
    left = _health_after(attacker_hit, PLENTY)
    return PLENTY - sum(left) / len(left)


def _blow(said: Said) -> Facts:
    health = said["health"] + 1
    left = _health_after(bool(said["who"]), health)
    found = Counter(left)
    more = health > MOST_HURT
    return (
        Fact("Roll a die and add 2." if said["who"] else "Roll a die.", "A4.4"),
        chance("Knocked out.", "A4.7", found[0] / len(left)),
        mean("Health lost on average.", "A4.4", health - sum(left) / len(left)),
        *(
            chance(
                f"{health - rest} lost." if more else f"{rest} health left.", "A4.4", found[rest] / len(left)
            )
            for rest in sorted(found, reverse=True)
            if rest
        ),
    )


TURN = (
    Fact("Choose which of your pawns goes first. It is finished before the other rolls.", "A2.1"),
    Fact("Roll a die and go 0 to so many spaces, never diagonally, through nobody, no tile twice.", "A2.2"),
    Fact("A held pawn does not roll, move or use a tile. It may attack.", "A2.4"),
    Fact("Who stops on a special tile after a move of a space or more may use it; Injury it must.", "A3.1"),
    Fact(
        "Then it may attack one enemy pawn beside it, with a stat that it did not open with last turn.",
        "A4.1",
    ),
    Fact("Both enemy pawns at 0 health: you have won.", "A5.1"),
)


def _listed(facts: Facts, _said: Said) -> Facts:
    return facts


HEALTH = (*(str(n) for n in range(1, MOST_HURT + 1)), f"{MOST_HURT + 1} or more")
# 1 to 6, as they were given
AS_GIVEN = 0b1111110

SHEET = Sheet(
    (
        Question("turn", "My turn", partial(_listed, TURN)),
        Question(
            "attack",
            "Attack",
            _attack,
            (
                Ask("mine", "Your number", NUMBERS, 4),
                Ask("theirs", "His may be", NUMBERS, AS_GIVEN, many=True),
            ),
        ),
        Question(
            "blow",
            "The blow",
            _blow,
            (
                Ask("who", "It hits", ("the defender", "the attacker")),
                Ask("health", "His health", HEALTH, 5),
            ),
        ),
        Question("red", "Red", _red, (Ask("now", "The stat is now", NUMBERS, 3),)),
        Question("blue", "Blue", _blue, (Ask("now", "The stat is now", NUMBERS, 3),)),
        Question("injury", "Injury", partial(_conditional, INJURY, Tile.INJURY, "A3.4")),
        Question("training", "Training", partial(_conditional, TRAINING, Tile.TRAINING, "A3.5")),
        Question("meditation", "Meditation", _meditation, (Ask("rounding", "Rounded", ROUNDING),)),
    ),
    "Figures for the usual settings. An attack is against a number of which no more is known than what it may be.",
)
