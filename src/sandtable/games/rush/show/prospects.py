"""The tests that players might have to take where they are, for their cards: dice, what each must show, and the chance (R4)."""

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.authoring import Setup, new, of_setup
from sandtable.authoring.dice import at_least
from sandtable.games.rush.data.teams import MOST_PLAYERS
from sandtable.games.rush.rules.tests import MOST_THREATS, POOL, needed_of, pool_of
from sandtable.games.rush.schema import DOING, NOWHERE, PLAYERS, REPLY, ROLE, STATE, TEST
from sandtable.games.rush.show.words import CONTESTS


class _Kind(NamedTuple):
    name: str
    test: int
    without: int | None = None  # the role that cannot take the test
    doing: int = DOING.RUN
    reply: int = 0


# R5.2, R5.3, R5.5, R7.1, R6.1, R6.2
UPRIGHT = (
    _Kind("Dash", TEST.DASH),
    _Kind("Evade", TEST.EVADE),
    _Kind("Pick up", TEST.PICK_UP, ROLE.GUARD),
    _Kind("Throw, up to 3 hexes", TEST.AIM, ROLE.GUARD, DOING.THROW),
    _Kind("Slam", TEST.ATTACK, ROLE.STRIKER, DOING.SLAM),
    _Kind("Steal", TEST.ATTACK, ROLE.GUARD, DOING.STEAL),
    _Kind("Slamback", TEST.REPLY, ROLE.STRIKER, DOING.SLAM, REPLY.SLAMBACK),
    _Kind("Dodge", TEST.REPLY, None, DOING.SLAM, REPLY.DODGE),
)
# R9.1
PRONE = (_Kind("Stand up", TEST.RISE, None, DOING.STAND),)
KINDS = (*UPRIGHT, *PRONE)
NAMES = tuple(kind.name for kind in KINDS)


class Prospect(NamedTuple):
    """A test by its number in `Scene.tests`, its dice, and what each must show.

    `chance` is that of a success, null if an enemy's successes count against the player's; `fought` is the dice against an
    enemy who threatens the player but does not count as a threat, otherwise null.
    """

    test: int
    dice: int
    needed: int
    chance: float | None
    fought: int | None


def prospects(setup: Setup, p: int, prone: bool, threats: int) -> list[Prospect]:
    """The tests of player `p`, who is on the pitch in a hex threatened by `threats` enemies."""
    return _prospects(setup)[p][prone][min(threats, MOST_THREATS + 1)]


@of_setup
def _prospects(setup: Setup) -> list[list[list[list[Prospect]]]]:
    # by player, whether he is down, and threats: up to one more than are counted, because the opponent may be one of them
    return [
        [
            [list(_rows(setup, p, kinds, threats)) for threats in range(MOST_THREATS + 2)]
            for kinds in (UPRIGHT, PRONE)
        ]
        for p in range(PLAYERS)
    ]


def _rows(setup: Setup, p: int, kinds: tuple[_Kind, ...], threats: int) -> Iterator[Prospect]:
    for kind in kinds:
        if kind.without == setup.unit[p].role:
            continue
        pool, needed = _alone(setup, p, kind)
        contest = kind.test in CONTESTS
        dice, fought = (max(0, pool - min(MOST_THREATS, max(0, n))) for n in (threats, threats - 1))
        differs = contest and not setup.opponent_threatens and fought != dice
        yield Prospect(
            KINDS.index(kind),
            dice,
            needed,
            None if contest else round(float(at_least(setup.odds, needed, dice, 1)), 4),
            fought if differs else None,
        )


def _alone(setup: Setup, p: int, kind: _Kind) -> tuple[int, int]:
    """The dice of a test and what each must show, by the rules, with nobody else on the pitch."""
    s = new(STATE)[0]
    s.player["place"] = NOWHERE
    s.player[p].place = 0
    s.test, s.tester, s.dice = kind.test, p, POOL
    s.now.doing, s.reply = kind.doing, kind.reply
    s.now.actor = p if kind.test != TEST.REPLY else (p + MOST_PLAYERS) % PLAYERS
    # another player, so that a throw is not at a strike hex
    s.target = (p + 1) % PLAYERS
    return int(pool_of(setup, s)), int(needed_of(setup, s))
