"""Faults of a game whose actions and outcomes cannot be listed, made from bowls."""

from sandtable.engine.game import Game
from sandtable.testing import sentences as say
from tests.conformance.change import after, other, remembers, with_rules
from tests.fixtures.bowls import SPEC
from tests.fixtures.bowls import rules as green


def bowls_with(**functions):
    return Game(with_rules(SPEC, **functions))


def check_by_secret(setup, s, a):
    """Lets an unseen jack block everything but what is listed."""
    unseen = s.phase == green.ROLL and s.jack[1 - s.to_move] == green.NOWHERE
    listed = abs(a - green.ROLLS - green.LENGTH // 2) <= 1
    return green.AGAIN if unseen and not listed else green.check(setup, s, a)


def check_beyond(setup, s, a):
    return 0 if a == green.END and s.phase == green.HIDE else green.check(setup, s, a)


def check_any_outcome(setup, s, a):
    return 9 if s.phase == green.DRIFT and a < green.DRIFTS else green.check(setup, s, a)


def skips_plies(setup, s, a):
    s.ply += green.ROLLS <= a < green.DRIFTS and a % 2


def remembers_odd(setup, s, a):
    if green.ROLLS <= a < green.DRIFTS and a % 2:
        remembers(setup, s, a)


def sample_refused(setup, s, stream):
    return 0 if s.phase == green.HIDE else green.sample(setup, s, stream)


def unreadable_error(_setup):
    return {"error": [f"{n}  off" for n in range(2 * green.REACH + 1)]}


FAULTS = {
    "an unlisted action counts twice": (
        say.APPLY_PLY,
        lambda: bowls_with(apply=after(green.apply, skips_plies)),
    ),
    "an unlisted action remembers": (
        say.APPLY_TWICE,
        lambda: bowls_with(apply=after(green.apply, remembers_odd)),
    ),
    "a number that no action has is accepted": (say.CHECK_ACCEPTS, lambda: bowls_with(check=check_beyond)),
    "all phases are said to be listed": (say.SAMPLE_LEGAL, lambda: other(SPEC, partial=())),
    "an outcome is refused without a reason": (say.CHECK_REASON, lambda: bowls_with(check=check_any_outcome)),
    "the mover is refused what he may do": (say.CHECK_VIEW, lambda: bowls_with(check=check_by_secret)),
    "sample is refused": (say.SAMPLE_LEGAL, lambda: bowls_with(sample=sample_refused)),
    "an outcome that cannot be read": (say.TEXT_ROUND, lambda: other(SPEC, labels=unreadable_error)),
}
