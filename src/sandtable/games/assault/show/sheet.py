"""The quick sheet of All Out Assault: what tiles do, how a comparison can end, and what damage costs.

Every figure is counted over outcomes that the rules apply to a staged match under the current settings.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from sandtable.authoring import CHANCE, Ask, Fact, Question, Sheet, State, Value, copy, new, resolve
from sandtable.authoring.sheet import chance, facts, mean
from sandtable.games.assault.rules import turns
from sandtable.games.assault.schema import (
    ALLOCATIONS,
    SETTINGS,
    SETUP,
    STATE,
    Phase,
    Stat,
    Tile,
    build,
)
from sandtable.games.assault.show.explained import words

Said = Mapping[str, int]
Facts = Sequence[Fact]

DICE = range(6)
# numbers offered for a stat: swaps and Injury can make a 0, Training more than 6
NUMBERS = tuple(str(n) for n in range(9))
MOST_HURT = 8  # A4.4: a 6 and 2 more
PLENTY = 40
ACTOR, ENEMY, STAT = 0, 2, int(Stat.STRENGTH)


class _Match:
    """A staged match under given settings, used to find the results of single outcomes."""

    def __init__(self, settings: Mapping[str, Value]) -> None:
        # a custom board may lack a kind of tile
        self._setup = build(resolve(SETTINGS, {**settings, "board": "skirmish"}))
        self.outcome = cache(self._outcome)
        self.health_after = cache(self._health_after)

    def _staged(self, phase: Phase) -> tuple[Any, Any]:
        """A setup and a match in which pawn ACTOR acts on pawn ENEMY, with no secret numbers assigned."""
        setup, state = new(SETUP)[0], new(STATE)[0]
        copy(setup, self._setup)
        turns.deal(setup, state)
        for p in range(len(state.pawn)):
            state.pawn[p].alloc, state.pawn[p].health = 0, PLENTY
        state.acting, state.target = ACTOR, ENEMY
        state.phase, state.to_move = phase, CHANCE
        return setup, state

    def _health_after(self, attacker_hit: bool, health: int) -> tuple[int, ...]:
        """The health left after damage, for each roll of the die (A4.4, A4.7)."""
        found: list[int] = []
        for die in DICE:
            setup, state = self._staged(Phase.DAMAGE)
            hurt = ACTOR if attacker_hit else ENEMY
            state.outcome, state.pawn[hurt].health = -1 if attacker_hit else 1, health
            turns.apply(setup, state, turns.DAMAGE.pack(die))
            found.append(int(state.pawn[hurt].health))
        return tuple(found)

    def _outcome(self, mine: int, theirs: int) -> int:
        """1, 0 or -1: the attacker is higher, tied or lower (A4.2)."""
        setup, state = self._staged(Phase.ATTACK)
        _set(state, ACTOR, mine)
        _set(state, ENEMY, theirs)
        turns.apply(setup, state, turns.ATTACK.pack(ENEMY % 2, STAT))
        return int(state.outcome)

    def swapped(self, phase: Phase) -> tuple[int, ...]:
        """The number that a stat becomes on Red or Blue, for each roll of the die (A3.2, A3.3)."""
        found: list[int] = []
        for die in DICE:
            setup, state = self._staged(phase)
            turns.apply(setup, state, turns.TILE_ROLL.pack(die))
            red = phase == Phase.RED_ROLL
            turns.apply(
                setup, state, turns.SET_RED.pack(STAT) if red else turns.SET_BLUE.pack(ENEMY % 2, STAT)
            )
            found.append(int(state.pawn[ACTOR if red else ENEMY].now[STAT][0]))
        return tuple(found)

    def rested(self) -> tuple[int, ...]:
        """The health that Meditation gives, for each roll of two dice (A3.6)."""
        found: list[int] = []
        for first, second in np.ndindex(len(DICE), len(DICE)):
            setup, state = self._staged(Phase.REST_ROLL)
            turns.apply(setup, state, turns.REST_ROLL.pack(first, second))
            found.append(int(state.pawn[ACTOR].health) - PLENTY)
        return tuple(found)

    def works(self, tile: Tile) -> float:
        """The share of all allocations that meet the condition of Injury or Training (A3.4, A3.5).

        A pawn for which the tile works is put on it: what everyone learns about its numbers gives the allocations that
        meet the condition.
        """
        setup, state = self._staged(Phase.MOVE)
        place = int(np.flatnonzero(setup.kind[: setup.tiles] == tile)[0])
        turns.apply(setup, state, turns.MOVE.pack(place))
        if tile == Tile.TRAINING:
            turns.apply(setup, state, turns.TRAIN.pack(STAT))
        return sum(int(word).bit_count() for word in state.fits[ACTOR]) / ALLOCATIONS

    def hurt(self, attacker_hit: bool) -> float:
        """The average damage to health."""
        left = self.health_after(attacker_hit, PLENTY)
        return PLENTY - sum(left) / len(left)


def _set(state: State, pawn: int, number: int) -> None:
    # whatever its original number was
    state.pawn[pawn].now[STAT][:] = number


def _share(values: Sequence[int], wanted: Iterable[int]) -> float:
    return sum(value in wanted for value in values) / len(values)


def _swap(rule: Facts, values: Sequence[int], clause: str, said: Said) -> Facts:
    """How often each of the values is more than, equal to or less than the current one."""
    now, what = said["now"], "A stat with this number"
    return (
        *rule,
        chance(f"{what} goes up.", clause, sum(value > now for value in values) / len(values)),
        chance(f"{what} stays as it is.", clause, _share(values, (now,))),
        chance(f"{what} goes down.", clause, sum(value < now for value in values) / len(values)),
        *LEFT,
    )


LEFT = (Fact("You may decline, but only before the roll. Never on two of your turns in a row.", "A3.8"),)
RED = (Fact("Roll a die, then choose one of this pawn's stats: it becomes that number.", "A3.2"),)
BLUE = (
    Fact(
        "Roll a die and subtract 1, then name an enemy pawn and a stat, unseen: it becomes that number.",
        "A3.3",
    ),
)
COMPULSORY = (Fact("It is compulsory.", "A3.7"),)
DECLINED = (Fact("Declining looks the same as not meeting the condition.", "A3.7"),)
AS_GIVEN_WORKS = "The condition is met by a pawn whose numbers are unknown and unchanged."


def _meditation(rule: Facts, match: _Match) -> Facts:
    gains = match.rested()
    found = Counter(gains)
    return (
        *rule,
        mean("Average health gained.", "A3.6", sum(gains) / len(gains)),
        *(chance(f"{gain} health.", "A3.6", found[gain] / len(gains)) for gain in sorted(found)),
        Fact(
            "Each pawn may use each Meditation tile once a match, and no kind of tile on two turns in a row.",
            "A3.8",
        ),
    )


def _attack(rule: Facts, match: _Match, said: Said) -> Facts:
    # all originals are equally frequent among allocations, so only the enemy's possible numbers matter
    possible = [number for number in range(len(NUMBERS)) if said["theirs"] >> number & 1]
    if not possible:
        return (Fact("Choose at least one possible number.", "A1.4"),)
    outcomes = [match.outcome(said["mine"], number) for number in possible]
    higher, tied, lower = (_share(outcomes, (wanted,)) for wanted in (1, 0, -1))
    return (
        chance("You are higher: the enemy loses a die roll of health.", "A4.4", higher),
        chance("Tied: the defender names another stat, not yet compared.", "A4.5", tied),
        chance("You are lower: you lose a die roll plus 2.", "A4.4", lower),
        mean("Average health the enemy loses in this comparison.", "A4.4", higher * match.hurt(False)),
        mean("Average health you lose in this comparison.", "A4.4", lower * match.hurt(True)),
        *rule,
    )


def _blow(match: _Match, said: Said) -> Facts:
    health = said["health"] + 1
    left = match.health_after(bool(said["who"]), health)
    found = Counter(left)
    more = health > MOST_HURT
    return (
        Fact("Roll a die and add 2." if said["who"] else "Roll a die.", "A4.4"),
        chance("Knocked out.", "A4.7", found[0] / len(left)),
        mean("Average health lost.", "A4.4", health - sum(left) / len(left)),
        *(
            chance(
                f"{health - rest} lost." if more else f"{rest} health left.", "A4.4", found[rest] / len(left)
            )
            for rest in sorted(found, reverse=True)
            if rest
        ),
    )


HEALTH = (*(str(n) for n in range(1, MOST_HURT + 1)), f"{MOST_HURT + 1} or more")
# 1 to 6, as they were given
AS_GIVEN = 0b1111110
NOW = (Ask("now", "The stat is now", NUMBERS, 3),)


def _listed(facts: Facts, _said: Said) -> Facts:
    # the answer to a question without asks
    return facts


def sheet(settings: Mapping[str, Value]) -> Sheet:
    """The quick sheet under some settings."""
    match, says = _Match(settings), partial(facts, words(settings))
    return Sheet(
        (
            Question("turn", "My turn", partial(_listed, _turn(says))),
            Question(
                "attack",
                "Attack",
                partial(_attack, says("sheet.barred", "sheet.shown"), match),
                (
                    Ask("mine", "Your number", NUMBERS, 4),
                    Ask("theirs", "The enemy's may be", NUMBERS, AS_GIVEN, many=True),
                ),
            ),
            Question(
                "blow",
                "The blow",
                partial(_blow, match),
                (
                    Ask("who", "It hits", ("the defender", "the attacker")),
                    Ask("health", "Its health", HEALTH, 5),
                ),
            ),
            Question("red", "Red", partial(_swap, RED, match.swapped(Phase.RED_ROLL), "A3.2"), NOW),
            Question("blue", "Blue", partial(_swap, BLUE, match.swapped(Phase.BLUE_ROLL), "A3.3"), NOW),
            Question("injury", "Injury", partial(_listed, _injury(says, match))),
            Question("training", "Training", partial(_listed, _training(says, match))),
            Question("meditation", "Meditation", partial(_listed, _meditation(says("sheet.rest"), match))),
        ),
        "Attack odds treat every number the enemy may have as equally likely.",
    )


def _turn(says: Callable[..., Facts]) -> Facts:
    return (
        Fact("Choose which of your pawns goes first. It finishes before the other rolls.", "A2.1"),
        *says("sheet.go", "sheet.vacated", "legend.held", "legend.works", "sheet.must"),
        Fact("Then it may attack one enemy pawn next to it.", "A4.1"),
        *says("sheet.barred"),
        Fact("Both enemy pawns at 0 health: you win.", "A5.1"),
    )


def _injury(says: Callable[..., Facts], match: _Match) -> Facts:
    works = chance(AS_GIVEN_WORKS, "A3.4", match.works(Tile.INJURY))
    return (*says("sheet.injured", "sheet.injury-holds"), *COMPULSORY, works)


def _training(says: Callable[..., Facts], match: _Match) -> Facts:
    works = chance(AS_GIVEN_WORKS, "A3.5", match.works(Tile.TRAINING))
    return (*says("sheet.trained", "sheet.training-holds"), *DECLINED, works)
